import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Dealing, Draw, GameSight, MoveSight, RulesSight } from "../src/protocol";
import { findFault, takenOver, type Played } from "../src/state/dealing";
import { noteSeal, sealOf } from "../src/state/seals";
import dealings from "./dealings.json";

interface Game {
  rules: RulesSight;
  moves: MoveSight[];
  dealing: Dealing;
}

/** Games that the engine dealt; `python tests/web/dealings.py` writes them. */
const games = dealings as unknown as Record<string, Game>;

function played(name: string): Played & Game {
  const game = games[name];
  if (!game) throw new Error(`there is no game ${name}`);
  const { rules, moves, dealing } = structuredClone(game);
  return { rules, moves, dealing, seal: sealFor(dealing) };
}

function sealFor(dealing: Dealing): Played["seal"] {
  return { commitment: dealing.commitment, taken: takenOver(dealing), made: 0 };
}

function drawn(dealing: Dealing, number: number): Draw {
  const draw = dealing.draws.at(number);
  if (!draw) throw new Error(`there is no draw ${number}`);
  return draw;
}

const SEED = "ab".repeat(32);
const HEX = "hex(players=2)";

describe("a dealing", () => {
  test.each(Object.keys(games))("that was honest is found so: %s", async (name) => {
    expect(await findFault(played(name))).toBeNull();
  });

  test.each(Object.keys(games))("with any one draw altered is found out: %s", async (name) => {
    const whole = played(name);
    const { draws } = whole.dealing;
    for (const number of [0, 1, Math.floor(draws.length / 2), draws.length - 1]) {
      const { dealing, ...rest } = played(name);
      const draw = drawn(dealing, number);
      draw.got = (draw.got + 1) % (draw.seat == null ? whole.rules.sides.length : whole.rules.kinds.length);
      expect(await findFault({ dealing, ...rest })).toMatchObject({ is: "draw", number: number + 1 });
    }
  });

  test("says which tile was due", async () => {
    const { dealing, ...rest } = played(HEX);
    const { rules } = rest;
    const honest = rules.kinds[drawn(dealing, 9).got];
    drawn(dealing, 9).got = 3;
    expect(await findFault({ dealing, ...rest })).toEqual({ is: "draw", number: 10, due: honest, got: "ro" });
  });

  test("with another seed does not fit the commitment", async () => {
    const { dealing, ...rest } = played(HEX);
    expect(await findFault({ ...rest, dealing: { ...dealing, seed: SEED } })).toEqual({ is: "seed" });
  });

  test("with another seed and its own commitment is not the one that was seen", async () => {
    const { dealing, ...rest } = played(HEX);
    const swapped = { ...dealing, seed: SEED, commitment: await sha256(SEED) };
    expect(await findFault({ ...rest, dealing: swapped })).toEqual({ is: "seal" });
    expect(await findFault({ ...rest, dealing: swapped, seal: null })).toMatchObject({ is: "draw" });
  });

  test("cannot be called played on afterwards, which would leave the earlier seed to choice", async () => {
    const { dealing, ...rest } = played(HEX);
    const earlier: [number, string][] = [[dealing.draws.length, dealing.seed]];
    expect(await findFault({ ...rest, dealing: { ...dealing, earlier } })).toEqual({ is: "seal" });
  });

  test("follows the seed of each stretch of a game that was played on", async () => {
    const { dealing, ...rest } = played("played on");
    const [[until, seed] = [0, ""]] = dealing.earlier ?? [];
    const wrong: [number, string][] = [[until + 1, seed]];
    expect(await findFault({ ...rest, seal: null, dealing: { ...dealing, earlier: wrong } })).toMatchObject({
      is: "draw",
      number: until + 1,
    });
  });
});

describe("draws that follow from the seed, but are not those of the game,", () => {
  test("are found out by a tile that nobody drew", async () => {
    const { moves, ...rest } = played(HEX);
    const move = moves.find(({ number }) => number === 6);
    if (move) move.move = move.move.replace(/^\w+/, move.move.startsWith("rr") ? "gg" : "rr");
    expect(await findFault({ moves, ...rest })).not.toBeNull();
  });

  test("are found out if somebody else gets them", async () => {
    const { dealing, ...rest } = played(HEX);
    for (const draw of dealing.draws) if (draw.seat != null) draw.seat = 1 - draw.seat;
    expect(await findFault({ dealing, ...rest })).toMatchObject({ is: "tiles" });
  });

  test("are found out if tiles go back that nobody showed", async () => {
    const { dealing, ...rest } = played(HEX);
    drawn(dealing, 30).back = [drawn(dealing, 2).got];
    expect(await findFault({ dealing, ...rest })).toMatchObject({ is: "tiles" });
  });

  test("are found out if tiles that were shown stay away", async () => {
    const { dealing, ...rest } = played("hex-team");
    expect(dealing.draws.some((draw) => draw.back)).toBe(true);
    for (const draw of dealing.draws) delete draw.back;
    expect(await findFault({ dealing, ...rest })).toMatchObject({ is: "tiles" });
  });

  test("are found out if one more is drawn in the end, or what is held or left is another", async () => {
    const { dealing, ...rest } = played("hex-solo");
    expect(await findFault({ ...rest, dealing: { ...dealing, bag: dealing.bag + 1 } })).toMatchObject({
      is: "tiles",
    });
    const racks = dealing.racks.map((rack) => [...rack, 0]);
    expect(await findFault({ ...rest, dealing: { ...dealing, racks } })).toMatchObject({ is: "tiles" });
    expect(
      await findFault({ ...rest, dealing: { ...dealing, draws: dealing.draws.slice(0, -1) } }),
    ).toMatchObject({ is: "tiles" });
  });
});

describe("a seal", () => {
  const game = { number: 0, commitment: "c0", made: 4 } as GameSight;
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
    });
  });

  test("that was noted first stays", () => {
    noteSeal("a", game);
    noteSeal("a", { ...game, commitment: "c1", made: 9 });
    expect(sealOf("a", 0)).toEqual({ commitment: "c0", taken: 0, made: 4 });
    expect(sealOf("a", 1)).toBeNull();
  });

  test("is not noted when the seed is known", () => {
    noteSeal("b", { ...game, seed: "00" });
    expect(sealOf("b", 0)).toBeNull();
  });

  test("of an old game gives way to new ones", () => {
    for (let n = 0; n < 250; n++) noteSeal(`t${n}`, game);
    expect(sealOf("t0", 0)).toBeNull();
    expect(sealOf("t249", 0)).not.toBeNull();
  });
});

async function sha256(seed: string): Promise<string> {
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
