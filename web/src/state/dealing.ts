/**
 * Whether the dealer kept their word: every draw of a finished game computed again from the seed, as
 * docs/dealing.md says, and held against what everybody saw. It knows no rules: what the bag holds follows from
 * the set of tiles, from what was drawn and from what was laid open.
 */

import type { Dealing, Draw, MoveSight, RulesSight } from "../protocol";
import type { Seal } from "./seals";

/** What does not fit. Draws and moves are numbered from 1. */
export type Fault =
  | { is: "seed" | "seal" }
  | { is: "draw"; number: number; got: string; due: string }
  | { is: "tiles"; move: number };

export interface Played {
  rules: RulesSight;
  dealing: Dealing;
  moves: readonly MoveSight[];
  /** What this device noted while the game was played. */
  seal: Seal | null;
}

/** The first thing that does not fit, or nothing. */
export async function findFault(played: Played): Promise<Fault | null> {
  const { rules, dealing, seal } = played;
  const taken = takenOver(dealing);
  if (seal && (seal.commitment !== dealing.commitment || seal.taken !== taken)) return { is: "seal" };
  if ((await sha256(dealing.seed)) !== dealing.commitment) return { is: "seed" };
  const seeds = [...(dealing.earlier ?? []), [Infinity, dealing.seed] as const];
  const keys = await Promise.all(seeds.map(async ([until, seed]) => ({ until, key: await keyOf(seed) })));
  const books = new Books(played);
  for (const [number, draw] of dealing.draws.entries()) {
    const weights = books.weightsFor(draw, number);
    if (!weights) return { is: "tiles", move: Math.max(1, draw.after ?? 0) };
    const key = keys.find(({ until }) => number < until)?.key;
    const due = key && (await pick(key, number, weights));
    const name = (got: number) => (draw.seat == null ? String(got + 1) : (rules.kinds[got] ?? ""));
    if (due !== draw.got) return { is: "draw", number: number + 1, got: name(draw.got), due: name(due ?? 0) };
    books.take(draw);
  }
  return books.isBalanced() ? null : { is: "tiles", move: Math.max(1, played.moves.length) };
}

/** How many draws are those of a game that was played on. */
export function takenOver(dealing: Dealing): number {
  return dealing.earlier?.at(-1)?.[0] ?? 0;
}

/** Where every tile is, as far as draws, moves and exchanges tell. */
class Books {
  private readonly bag: number[];
  private readonly racks: number[][];
  /** Laid open by an exchange or, at cards, on the table: what may go back into the bag. */
  private readonly open: number[];
  private readonly order: number[];
  private starter = -1;
  private dealt = 0;
  private followed = 0;
  private exchanged = 0;

  constructor(private readonly played: Played) {
    const { rules } = played;
    this.bag = [...rules.counts];
    this.open = rules.counts.map(() => 0);
    this.racks = rules.sides.map(() => rules.counts.map(() => 0));
    // Each seat its whole rack; at cards then each its open cards.
    this.order = [rules.hand, rules.open_cards ?? 0].flatMap((count) =>
      rules.sides.flatMap((_, seat) => Array.from({ length: count }, () => seat)),
    );
  }

  /** The outcomes of a draw, or nothing if there can be no such draw now. */
  weightsFor(draw: Draw, number: number): readonly number[] | null {
    const { rules } = this.played;
    if (draw.seat == null) return number === 0 && !draw.after ? rules.sides.map(() => 1) : null;
    const isDue = this.isDue(draw, draw.seat) && this.follow(draw.after ?? 0);
    return isDue && this.takeBack(draw.back ?? []) && this.isTidy(draw.after ?? 0) ? this.bag : null;
  }

  take({ seat, got, open }: Draw): void {
    if (seat == null) {
      this.starter = got;
      return;
    }
    this.dealt++;
    this.bag[got] = (this.bag[got] ?? 0) - 1;
    const to = open ? this.open : (this.racks[seat] ?? []);
    to[got] = (to[got] ?? 0) + 1;
  }

  /** Whether all that happened leaves what everybody holds in the end, and what is left. */
  isBalanced(): boolean {
    const { dealing, moves, rules } = this.played;
    if (!this.follow(moves.length) || !this.takeBack(dealing.back ?? [])) return false;
    const isHeld = this.racks.every((rack, seat) =>
      rack.every((count, kind) => count === (dealing.racks[seat] ?? []).filter((k) => k === kind).length),
    );
    const isAway = rules.family === "cards" || sum(this.open) === 0;
    return isHeld && isAway && sum(this.bag) === dealing.bag;
  }

  /** The deal goes around from the starter on; later whoever has moved draws, up to a full rack. */
  private isDue({ after = 0, open = false }: Draw, seat: number): boolean {
    const { rules, moves } = this.played;
    const players = rules.sides.length;
    if (this.starter < 0) this.starter = seat;
    if (this.dealt < this.order.length) {
      const due = ((this.order[this.dealt] ?? 0) + this.starter) % players;
      return seat === due && after === 0 && open === this.dealt >= players * rules.hand;
    }
    const mover = moves.find((move) => move.number === after - 1);
    return !open && mover?.seat === seat;
  }

  /** Take tiles off racks as they were laid or shown; false if somebody did not have one. */
  private follow(made: number): boolean {
    const { rules, moves } = this.played;
    for (; this.followed < made; this.followed++) {
      const move = moves[this.followed];
      const rack = this.racks[move?.seat ?? -1];
      if (!move || !rack || move.number !== this.followed) return false;
      if (move.number === 0 && move.seat !== this.starter) return false;
      const laid = kindOf(rules, move.move);
      for (const kind of laid === null ? (move.shown ?? []) : [laid]) {
        if (!rack[kind]) return false;
        rack[kind]--;
        if (laid === null || rules.family === "cards") this.open[kind] = (this.open[kind] ?? 0) + 1;
      }
      if (move.shown?.length) this.exchanged = move.number + 1;
    }
    return true;
  }

  private takeBack(kinds: readonly number[]): boolean {
    for (const kind of kinds) {
      if (!this.open[kind]) return false;
      this.open[kind]--;
      this.bag[kind] = (this.bag[kind] ?? 0) + 1;
    }
    return true;
  }

  /** On boards what was shown has gone back before anybody else draws, and no rack is more than full. */
  private isTidy(after: number): boolean {
    const { rules } = this.played;
    const isAway = rules.family === "cards" || after === this.exchanged || sum(this.open) === 0;
    return isAway && this.racks.every((rack) => sum(rack) <= rules.hand);
  }
}

/** The kind of tile or card that a move lays; nothing for a word. */
function kindOf(rules: RulesSight, move: string): number | null {
  const [colours = ""] = move.split(" ");
  const backwards = [...colours].reverse().join("");
  const kind = rules.kinds.findIndex((letters) => letters === colours || letters === backwards);
  return kind < 0 ? null : kind;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, n) => all + n, 0);
}

// ---------------------------------------------------------------- the arithmetic of docs/dealing.md

const RANGE = 1n << 256n;

/** The outcome that a draw takes; nothing if there is nothing to draw. */
async function pick(key: CryptoKey, index: number, weights: readonly number[]): Promise<number | null> {
  const bound = BigInt(sum(weights));
  if (bound < 1n) return null;
  for (let attempt = 0; ; attempt++) {
    const message = new TextEncoder().encode(`sixfold draw ${index}.${attempt}`);
    const number = BigInt(`0x${hex(await crypto.subtle.sign("HMAC", key, message))}`);
    if (number >= RANGE - (RANGE % bound)) continue;
    let rest = Number(number % bound);
    return weights.findIndex((weight) => (rest -= weight) < 0);
  }
}

function keyOf(seed: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

async function sha256(seed: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", bytes(seed)));
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
