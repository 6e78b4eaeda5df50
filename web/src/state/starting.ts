/** Making tables: from what somebody chose to the address where it is played. */

import { api, newKey } from "../connection/api";
import type { Arrange, NewBranch, NewTable } from "../protocol";
import { recall, remember } from "./kept";
import { beSomebody } from "./me.svelte";

export type Level = Exclude<Arrange["to"], "open">;
export const LEVELS: readonly Level[] = ["beginner", "casual", "skilled", "expert", "master"];

/** What is played against whom; the next visit begins with it. */
export interface Choice {
  game: string;
  players: number;
  level: Level;
}

const FIRST: Choice = { game: "hex", players: 2, level: "casual" };

export function lastChoice(): Choice {
  return { ...FIRST, ...recall<Partial<Choice>>("choice", {}) };
}

/** The rules as text; games with one number of players do not name it. */
export function rulesText(
  game: string,
  players: number,
  isFixed: boolean,
  options: Record<string, string> = {},
): string {
  const named = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const all = isFixed ? named : [`players=${players}`, ...named];
  return all.length ? `${game}(${all.join(",")})` : game;
}

type Seats = NonNullable<NewTable["seats"]>;

/** Against bots, or alone: dealt at once. */
export function playNow(choice: Choice, rules: string): Promise<string> {
  remember("choice", choice);
  const bots = Array<Seats[number]>(choice.players - 1).fill(choice.level);
  return makeAndStart({ game: rules, seats: ["me", ...bots] });
}

/** Everybody on this screen: dealt at once. */
export function playHere(choice: Choice, rules: string): Promise<string> {
  remember("choice", choice);
  const seats = Array<Seats[number]>(choice.players).fill("me");
  return makeAndStart({ game: rules, seats, hot_seat: true });
}

/** A table with open seats, for others to join. */
export async function makeTable(table: NewTable): Promise<string> {
  await beSomebody();
  const made = await api.makeTable({ ...table, key: newKey() });
  return `/table/${made.table}`;
}

/** A practice table from the first moves of a finished game. */
export async function playOn(table: string, from: NewBranch): Promise<string> {
  await beSomebody();
  const made = await api.playOn(table, { ...from, key: newKey() });
  return `/table/${made.table}`;
}

async function makeAndStart(table: NewTable): Promise<string> {
  await beSomebody();
  const made = await api.makeTable({ ...table, key: newKey() });
  await api.start(made.table, newKey());
  return `/table/${made.table}`;
}
