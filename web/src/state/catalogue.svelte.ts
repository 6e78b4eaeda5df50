/** What can be played, as the server lists it. */

import { api } from "../connection/api";
import type { GameListed } from "../protocol";

export type Family = GameListed["family"];

class Catalogue {
  games = $state.raw<GameListed[]>([]);
}

const catalogue = new Catalogue();

export async function loadCatalogue(): Promise<void> {
  catalogue.games = (await api.games()).games;
}

export function games(): readonly GameListed[] {
  return catalogue.games;
}

export function gameNamed(name: string): GameListed | undefined {
  return catalogue.games.find((game) => game.name === name);
}

/** How many can play a game. */
export function playersOf(name: string): readonly number[] {
  return gameNamed(name)?.players ?? [];
}

/** The kinds of board, each once. */
export function families(): readonly Family[] {
  return [...new Set(catalogue.games.map((game) => game.family))];
}

/** The games on the same board. */
export function variantsOf(family: Family): readonly string[] {
  return catalogue.games.filter((game) => game.family === family).map((game) => game.name);
}
