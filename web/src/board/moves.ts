/** Moves as text: `rg d5 e5`, `rg`, `keep`. They are read as people write them. */

import type { RulesSight } from "../protocol";
import { edgeBetween, type BoardPlan } from "./plan";

export const WORDS = ["keep", "exchange", "pass"] as const;
export type Word = (typeof WORDS)[number];

/** A tile on two cells, its first colour on the first. */
export interface Laid {
  colours: string;
  cells: readonly [number, number];
}

/** What is wrong with a text that is no move. */
export type Misread = "empty" | "tile" | "cells" | "apart";

/** Whether a move is said, not laid. */
export function isWord(move: string): move is Word {
  return (WORDS as readonly string[]).includes(move);
}

/** A placement of a move of the log; nothing for words and cards. */
export function readLaid(plan: BoardPlan, move: string): Laid | null {
  const [colours, a, b] = move.split(" ");
  const [first, second] = [plan.cellOf.get(a ?? ""), plan.cellOf.get(b ?? "")];
  if (!colours || first === undefined || second === undefined) return null;
  return { colours, cells: [first, second] };
}

/** A placement as text. */
export function writeLaid(plan: BoardPlan, { colours, cells }: Laid): string {
  return [colours, ...cells.map((cell) => plan.names[cell])].join(" ");
}

/** What somebody typed, in any case and with any signs between: a tile or card and its cells, or why not. */
export function readTyped(
  rules: RulesSight,
  plan: BoardPlan | null,
  text: string,
): { kind: number; colours: string; cells: readonly [number, number] | null } | Misread {
  const parts = text.toLowerCase().match(/[a-z]+\d*/g);
  const [colours = "", ...names] = parts ?? [];
  if (!colours) return "empty";
  const backwards = [...colours].reverse().join("");
  const kind = rules.kinds.findIndex((letters) => letters === colours || letters === backwards);
  if (kind < 0) return "tile";
  if (!plan) return { kind, colours, cells: null };
  const [first, second] = names.map((name) => plan.cellOf.get(name));
  if (first === undefined || second === undefined) return "cells";
  if (edgeBetween(plan, first, second) < 0) return "apart";
  return { kind, colours, cells: [first, second] };
}
