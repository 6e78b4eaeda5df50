import { describe, expect, test } from "vitest";
import { digits } from "../../src/board/digits";
import {
  act,
  atRest,
  coloursOf,
  isOpen,
  renewed,
  step,
  type Act,
  type Ground,
  type Placing,
} from "../../src/board/placing";
import { boardPlan, heading, middle } from "../../src/board/plan";
import type { Point } from "../../src/board/shapes";
import { boards, dice, moment, sample } from "./samples";

function groundOf(game: string, name = "middle"): Ground {
  const { rules, game: seen, yours } = moment(game, name);
  const rack = (yours.rack ?? []).map((kind) => rules.kinds[kind] ?? "");
  return { plan: boardPlan(rules), places: digits(seen.places ?? ""), rack };
}

function after(ground: Ground, ...acts: Act[]): Placing {
  return acts.reduce((placing, what) => act(placing, what, ground), atRest(ground.plan));
}

/** Two open cells beside each other, and the first one's middle. */
function anOpenPlace(ground: Ground): { cells: readonly [number, number]; at: Point } {
  const edge = Array.from(ground.places).indexOf(1);
  const cells = ground.plan.edges[edge] ?? [0, 0];
  return { cells, at: middle(ground.plan, cells[0]) };
}

const hex = groundOf("hex-2");
const take: Act = { do: "choose", place: 1 };

describe.each(boards)("whatever hands do at %s", (game, { rules, moments }) => {
  test("the ghost lies on a legal place or nowhere", () => {
    for (const name of Object.keys(moments)) {
      const ground = groundOf(game, name);
      const random = dice(name.length);
      const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
      const at = (): Point => [
        (random() - 0.5) * 2.2 * ground.plan.reach[0],
        (random() - 0.5) * 2.2 * ground.plan.reach[1],
      ];
      let placing = atRest(ground.plan);
      for (let i = 0; i < 400; i++) {
        const what: Act = pick<() => Act>([
          () => ({ do: "choose", place: Math.floor(random() * 7), byKey: random() < 0.5 }),
          () => ({ do: pick(["hover", "tap", "drag", "drop"] as const), at: at() }),
          () => ({ do: pick(["leave", "swap", "cancel"] as const) }),
          () => ({ do: "turn", by: pick([1, -1] as const) }),
          () => ({ do: "step", to: pick([0, 1, 2, 3, 4, 5, "up", "down"] as const) }),
          () => ({ do: "focus", cell: Math.floor(random() * ground.plan.centres.length) }),
        ])();
        placing = act(placing, what, ground);
        if (placing.ghost) expect(isOpen(ground, ...placing.ghost)).toBe(true);
        expect(placing.pinned && !placing.ghost).toBe(false);
        expect(rules.names?.[placing.focus]).toBeDefined();
      }
    }
  });
});

describe("with a hand on the board", () => {
  test("without a chosen tile nothing is laid", () => {
    const { at } = anOpenPlace(hex);
    expect(after(hex, { do: "hover", at }, { do: "tap", at }).ghost).toBeNull();
  });

  test("the ghost follows the mouse, stays where it is clicked, and then follows no more", () => {
    const { at, cells } = anOpenPlace(hex);
    const hovering = after(hex, take, { do: "hover", at });
    expect(hovering.ghost?.[0]).toBe(cells[0]);
    expect(act(hovering, { do: "leave" }, hex).ghost).toBeNull();
    const pinned = act(hovering, { do: "tap", at }, hex);
    expect(pinned.pinned).toBe(true);
    expect(act(pinned, { do: "hover", at: [0, 0] }, hex)).toBe(pinned);
    expect(act(pinned, { do: "leave" }, hex)).toBe(pinned);
  });

  test("moving within a cell changes nothing at all, so that nothing is drawn again", () => {
    const { at } = anOpenPlace(hex);
    const hovering = after(hex, take, { do: "hover", at });
    expect(act(hovering, { do: "hover", at: [at[0] + 0.1, at[1] + 0.1] }, hex)).toBe(hovering);
  });

  test("a second tap beside it says where the other half goes, and a third one moves the tile", () => {
    const first = hex.plan.neighbours.findIndex(
      (around, cell) => around.filter((other) => other >= 0 && isOpen(hex, cell, other)).length > 2,
    );
    const others = (hex.plan.neighbours[first] ?? []).filter((cell) => cell >= 0 && isOpen(hex, first, cell));
    const pinned = after(hex, take, { do: "tap", at: middle(hex.plan, first) });
    const [wanted = 0, next = 0] = others.filter((cell) => cell !== pinned.ghost?.[1]);
    const named = act(pinned, { do: "tap", at: middle(hex.plan, wanted) }, hex);
    expect(named.ghost).toEqual([first, wanted]);
    expect(act(named, { do: "tap", at: middle(hex.plan, next) }, hex).ghost?.[0]).toBe(next);
  });

  test("a second tap where the other half lies already leaves it there; on the first half the tile turns", () => {
    const { at } = anOpenPlace(hex);
    const pinned = after(hex, take, { do: "tap", at });
    const [first = 0, second = 0] = pinned.ghost ?? [];
    expect(act(pinned, { do: "tap", at: middle(hex.plan, second) }, hex).ghost).toEqual([first, second]);
    const turned = act(pinned, { do: "tap", at: middle(hex.plan, first) }, hex);
    expect(turned.ghost?.[0]).toBe(first);
    expect(turned).not.toEqual(pinned);
  });

  test("beside an open place the ghost snaps to the nearest one", () => {
    const ground = groundOf("hex-2", "start");
    const [x, y] = middle(ground.plan, ground.plan.rows[0]?.[0] ?? 0);
    const placing = after(ground, take, { do: "hover", at: [x - 0.4, y - 0.6] });
    expect(placing.ghost).not.toBeNull();
    expect(after(ground, take, { do: "hover", at: [40, 40] }).ghost).toBeNull();
  });

  test("turning goes through every legal place around the first half and comes back", () => {
    const { at } = anOpenPlace(hex);
    const start = after(hex, take, { do: "tap", at });
    const [first = 0] = start.ghost ?? [];
    const legal = (hex.plan.neighbours[first] ?? []).filter((cell) => cell >= 0 && isOpen(hex, first, cell));
    const seen: number[] = [];
    let placing = start;
    do {
      placing = act(placing, { do: "turn", by: 1 }, hex);
      seen.push(placing.ghost?.[1] ?? -1);
    } while (placing.ghost?.[1] !== start.ghost?.[1] && seen.length < 9);
    expect(seen.sort()).toEqual(legal.sort());
    const back = act(act(start, { do: "turn", by: 1 }, hex), { do: "turn", by: -1 }, hex);
    expect(back.ghost).toEqual(start.ghost);
  });

  test("a heading that somebody turned to is kept on the way over the board", () => {
    const free = hex.plan.neighbours.flatMap((around, cell) =>
      around.every((other) => other >= 0 && isOpen(hex, cell, other)) ? [cell] : [],
    );
    const [one = 0, two = 0] = free;
    const turned = after(hex, take, { do: "hover", at: middle(hex.plan, one) }, { do: "turn", by: 1 });
    const moved = act(turned, { do: "hover", at: middle(hex.plan, two) }, hex);
    expect(heading(hex.plan, ...(moved.ghost ?? [0, 0]))).toBe(turned.heading);
  });

  test("the chosen tile again, or X, swaps the halves", () => {
    const letters = hex.rack[1] ?? "";
    const chosen = after(hex, take);
    expect(coloursOf(chosen, hex)).toBe(letters);
    expect(coloursOf(act(chosen, take, hex), hex)).toBe([...letters].reverse().join(""));
    expect(coloursOf(act(chosen, { do: "swap" }, hex), hex)).toBe([...letters].reverse().join(""));
  });

  test("taking back lifts the ghost first and then puts the tile down", () => {
    const { at } = anOpenPlace(hex);
    const lifted = after(hex, take, { do: "tap", at }, { do: "cancel" });
    expect(lifted).toMatchObject({ ghost: null, chosen: 1, pinned: false });
    expect(act(lifted, { do: "cancel" }, hex).chosen).toBeNull();
  });
});

describe("with the keyboard", () => {
  test("a tile that is chosen by key is at once where the keyboard is", () => {
    const { cells } = anOpenPlace(hex);
    const placing = after(hex, { do: "focus", cell: cells[0] }, { do: "choose", place: 0, byKey: true });
    expect(placing.ghost?.[0]).toBe(cells[0]);
    expect(placing.pinned).toBe(true);
  });

  test("every cell can be reached, and steps end at the edge", () => {
    for (const [, { rules }] of boards) {
      const plan = boardPlan(rules);
      const reached = new Set([atRest(plan).focus]);
      for (const cell of reached) {
        for (const to of ["up", "down", 0, plan.turns / 2] as const) reached.add(step(plan, cell, to));
      }
      expect(reached.size).toBe(plan.centres.length);
      expect(step(plan, 0, "up")).toBe(0);
    }
  });

  test("a typed placement is taken if it is legal, and otherwise nothing changes", () => {
    const { cells } = anOpenPlace(hex);
    const colours = [...(hex.rack[0] ?? "")].reverse().join("");
    const laid = after(hex, { do: "lay", place: 0, colours, cells });
    expect(laid).toMatchObject({ chosen: 0, ghost: cells, pinned: true });
    expect(coloursOf(laid, hex)).toBe(colours);
    const taken = hex.plan.edges.find((_, edge) => hex.places[edge] !== 1) ?? [0, 1];
    const rest = atRest(hex.plan);
    expect(act(rest, { do: "lay", place: 0, colours, cells: taken }, hex)).toBe(rest);
  });
});

describe("when the position changes", () => {
  const { at } = anOpenPlace(hex);
  const pinned = after(hex, take, { do: "tap", at });

  test("a ghost that is still legal stays, one that is not is given up, the tile is kept", () => {
    expect(renewed(pinned, hex, true).ghost).toEqual(pinned.ghost);
    const full = { ...hex, places: hex.plan.edges.map(() => 0) };
    expect(renewed(pinned, full, true)).toMatchObject({ ghost: null, pinned: false, chosen: 1 });
  });

  test("with other tiles nothing is chosen, but an only tile is taken up", () => {
    expect(renewed(pinned, hex, false)).toMatchObject({ chosen: null, ghost: null });
    expect(sample("hex-solo-1").rules.hand).toBe(1);
    const solo = groundOf("hex-solo-1");
    expect(renewed(atRest(solo.plan), solo, false).chosen).toBe(0);
  });
});
