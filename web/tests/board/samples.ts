/** Real views of every game, as the gallery shows them: made by `python tests/web/samples.py`. */

import data from "../../gallery/samples.json";
import type { GameSight, MoveSight, RulesSight, Yours } from "../../src/protocol";

export interface Sample {
  rules: RulesSight;
  moves: MoveSight[];
  moments: Record<string, { game: GameSight; yours: Yours }>;
}

export const samples = data as unknown as Record<string, Sample>;
export const boards = Object.entries(samples).filter(([, { rules }]) => rules.family !== "cards");

/** A sample of which the test knows that it is there. */
export function sample(game: string): Sample {
  const found = samples[game];
  if (!found) throw new Error(`no sample of ${game}`);
  return found;
}

/** A moment of it. */
export function moment(game: string, name = "middle"): { rules: RulesSight; game: GameSight; yours: Yours } {
  const { rules, moments } = sample(game);
  const seen = moments[name];
  if (!seen) throw new Error(`no ${name} of ${game}`);
  return { rules, ...seen };
}

/** Numbers from 0 to 1 that are the same in every run. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
