/** A score step by step, for showing it: each half with its lines, then pyramids; at cards each symbol. */

import type { ScoreSight } from "../protocol";
import type { ScoreLine } from "./reckoning";

export interface ScoreStep {
  colour: number;
  points: number;
  /** Where the sum is written; nothing at cards. */
  at: number | null;
  lines: ScoreLine[];
  /** Open cards that match: (seat, place from the oldest). */
  cards: [number, number][];
}

/** How long a step is shown, in milliseconds. */
export const STEP = 240;

/** The steps of a score; what scores nothing is not shown. */
export function scoreSteps(score: ScoreSight): ScoreStep[] {
  const halves = (score.halves ?? []).map(({ cell, colour, lines = [] }): ScoreStep => {
    const points = lines.reduce((sum, line) => sum + line.length, 0);
    return {
      colour,
      points,
      at: cell,
      lines: lines.map((cells) => ({ colour, from: cell, cells })),
      cards: [],
    };
  });
  const pyramids = (score.pyramids ?? []).map(({ cell, beside = [] }): ScoreStep => {
    const lines = beside.map((other) => ({ colour: -1, from: cell, cells: [other] }));
    return { colour: -1, points: beside.length, at: cell, lines, cards: [] };
  });
  const symbols = (score.symbols ?? []).map(({ colour, cards = [] }): ScoreStep => ({
    colour,
    points: cards.length,
    at: null,
    lines: [],
    cards,
  }));
  return [...halves, ...pyramids, ...symbols].filter((step) => step.points > 0);
}
