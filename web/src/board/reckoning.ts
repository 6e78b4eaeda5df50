/** What a move would score: at once from the potentials, and then exactly, from the server. */

import type { GameSight, RulesSight, ScoreSight } from "../protocol";
import { digits } from "./digits";
import { writeLaid, type Laid } from "./moves";
import type { Pieces } from "./pieces";
import { boardPlan, run } from "./plan";

/** Cells in a line that score for a half. */
export interface ScoreLine {
  colour: number;
  from: number;
  cells: number[];
}

export interface Reckoning {
  move: string;
  /** A number for each colour. */
  points: number[];
  lines: ScoreLine[];
  /** Pyramids that would be raised. */
  pyramids: number[];
  /** Open cards that match: (seat, place from the oldest). */
  cards: [number, number][];
  /** Where the markers stand then; unknown until the server says so where it is more than adding up. */
  after: number[] | null;
  bonus: number;
  lost: number;
}

/** A placement by the potentials of its two halves. */
export function reckon(rules: RulesSight, game: GameSight, pieces: Pieces, laid: Laid): Reckoning {
  const potentials = digits(game.potentials ?? "");
  const points = Array.from(rules.colours, () => 0);
  const lines = laid.cells.flatMap((cell, i) => {
    const colour = rules.colours.indexOf(laid.colours[i] ?? "");
    const worth = potentials[cell * rules.colours.length + colour] ?? 0;
    points[colour] = (points[colour] ?? 0) + worth;
    const found = linesFrom(rules, pieces, cell, colour);
    const cells = found.reduce((sum, line) => sum + line.cells.length, 0);
    return cells === worth ? found : []; // the server knows why they differ
  });
  const move = writeLaid(boardPlan(rules), laid);
  return {
    move,
    points,
    lines,
    pyramids: [],
    cards: [],
    after: added(rules, game, points),
    bonus: 0,
    lost: 0,
  };
}

/** A card by the potentials of its two symbols. */
export function reckonCard(rules: RulesSight, game: GameSight, colours: string): Reckoning {
  const potentials = digits(game.potentials ?? "");
  const points = Array.from(rules.colours, (letter, colour) =>
    colours.includes(letter) ? (potentials[colour] ?? 0) : 0,
  );
  const cards = [...colours].flatMap((letter) => {
    const found = openCards(rules, game, letter);
    return found.length === points[rules.colours.indexOf(letter)] ? found : []; // the server knows why they differ
  });
  return {
    move: colours,
    points,
    lines: [],
    pyramids: [],
    cards,
    after: null,
    bonus: 0,
    lost: 0,
  };
}

/** The open cards that show a colour: (seat, place from the oldest). */
function openCards(rules: RulesSight, game: GameSight, letter: string): [number, number][] {
  return (game.open_cards ?? []).flatMap((cards, seat) =>
    cards.flatMap((kind, place): [number, number][] =>
      rules.kinds[kind]?.includes(letter) ? [[seat, place]] : [],
    ),
  );
}

/** What the server said about a move. */
export function exactly(move: string, score: ScoreSight): Reckoning {
  return {
    move,
    points: score.points,
    lines: linesOf(score),
    pyramids: (score.pyramids ?? []).map(({ cell }) => cell),
    cards: (score.symbols ?? []).flatMap(({ cards }) => cards ?? []),
    after: score.after,
    bonus: score.bonus ?? 0,
    lost: score.lost ?? 0,
  };
}

/** The lines of a score, and from each pyramid to the cells beside it. */
export function linesOf(score: ScoreSight): ScoreLine[] {
  const halves = (score.halves ?? []).flatMap(({ cell, colour, lines }) =>
    (lines ?? []).map((cells) => ({ colour, from: cell, cells })),
  );
  const pyramids = (score.pyramids ?? []).flatMap(({ cell, beside }) =>
    (beside ?? []).map((other) => ({ colour: -1, from: cell, cells: [other] })),
  );
  return [...halves, ...pyramids];
}

function linesFrom(rules: RulesSight, pieces: Pieces, from: number, colour: number): ScoreLine[] {
  const plan = boardPlan(rules);
  const lines: ScoreLine[] = [];
  for (let direction = 0; direction < plan.turns; direction++) {
    const cells = run(plan, from, direction, (cell) => pieces.colours[cell] === colour);
    if (cells.length) lines.push({ colour, from, cells });
  }
  return lines;
}

/** Markers with the points added, where a sheet is a plain row: no areas, no second sheet, no tug of war. */
function added(rules: RulesSight, game: GameSight, points: readonly number[]): number[] | null {
  if (rules.sheets > 1 || rules.duel || rules.areas?.length) return null;
  const side = rules.sides[game.actor ?? 0] ?? 0;
  return (game.tracks[side] ?? []).map((marker, colour) =>
    Math.min(rules.sheet, marker + (points[colour] ?? 0)),
  );
}

/** For each cell the most that a tile could score with a half there, over the most anywhere: 0 to 1. */
export function heatOf(rules: RulesSight, game: GameSight, tile: string): Float32Array {
  const { edges, centres } = boardPlan(rules);
  const [potentials, places] = [digits(game.potentials ?? ""), digits(game.places ?? "")];
  const worth = (cell: number, letter: string) =>
    potentials[cell * rules.colours.length + rules.colours.indexOf(letter)] ?? 0;
  const [one = "", two = ""] = tile;
  const heat = new Float32Array(centres.length);
  edges.forEach(([a, b], edge) => {
    if (places[edge] !== 1) return;
    const best = Math.max(worth(a, one) + worth(b, two), worth(a, two) + worth(b, one));
    for (const cell of [a, b]) heat[cell] = Math.max(heat[cell] ?? 0, best);
  });
  const most = Math.max(...heat, 1);
  return heat.map((best) => best / most);
}
