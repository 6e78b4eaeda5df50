/** What this device saw of a game's dealing while it was played: a server that says otherwise later is caught. */

import type { GameSight } from "../protocol";
import { recall, remember } from "./kept";

export interface Seal {
  commitment: string;
  /** How many draws were taken over from a game that is played on. */
  taken: number;
  /** How many moves had been made when this device saw it first. */
  made: number;
}

const KEPT = 200;
const NAME = "seals";

/** Note how a game is dealt; what was noted first stays. After the end there is nothing left to promise. */
export function noteSeal(table: string, game: GameSight): void {
  if (game.seed != null || sealOf(table, game.number)) return;
  const seal: Seal = { commitment: game.commitment, taken: game.taken_over ?? 0, made: game.made };
  const seals = [
    ...Object.entries(recall<Record<string, Seal>>(NAME, {})),
    [nameOf(table, game.number), seal],
  ];
  remember(NAME, Object.fromEntries(seals.slice(-KEPT)));
}

export function sealOf(table: string, game: number): Seal | null {
  return recall<Record<string, Seal>>(NAME, {})[nameOf(table, game)] ?? null;
}

function nameOf(table: string, game: number): string {
  return `${table}/${game}`;
}
