/** What lies on a board: a board says what is on a cell, and the moves say which two halves are one tile. */

import type { MoveSight, RulesSight } from "../protocol";
import { digits } from "./digits";
import { readLaid } from "./moves";
import { boardPlan } from "./plan";

const EMPTY = 6;
const PYRAMID = 7;

/** One piece on the board: a tile, or a half of which nobody said what it belongs to. */
export interface Piece {
  /** The same for as long as the piece lies there. */
  key: string;
  cells: number[];
  colours: string;
  /** The move that laid it, where it is known. */
  move: MoveSight | null;
}

export interface Pieces {
  tiles: Piece[];
  pyramids: number[];
  /** For each cell its colour, or -1 where there is none; printed symbols included. */
  colours: Int8Array;
  /** Whether a tile's half could lie there. */
  free: boolean[];
}

/** The pieces on a board. Moves that do not fit what lies there (of another game, or taken back) are passed over. */
export function piecesOn(rules: RulesSight, board: string, moves: readonly MoveSight[]): Pieces {
  const plan = boardPlan(rules);
  const held = digits(board);
  const loose = new Map<number, string>();
  const pyramids: number[] = [];
  held.forEach((what, cell) => {
    if (what === PYRAMID) pyramids.push(cell);
    else if (what !== EMPTY && !plan.printed.has(cell)) loose.set(cell, rules.colours[what] ?? "");
  });
  const tiles: Piece[] = [];
  for (const move of moves) {
    const laid = readLaid(plan, move.move);
    if (!laid || laid.cells.some((cell, i) => loose.get(cell) !== laid.colours[i])) continue;
    laid.cells.forEach((cell) => loose.delete(cell));
    tiles.push({ key: laid.cells.join("-"), cells: [...laid.cells], colours: laid.colours, move });
  }
  for (const [cell, colours] of loose) tiles.push({ key: String(cell), cells: [cell], colours, move: null });
  return {
    tiles,
    pyramids,
    colours: Int8Array.from(held, (what) => (what < rules.colours.length && what < EMPTY ? what : -1)),
    free: Array.from(held, (what) => what === EMPTY),
  };
}
