import { describe, expect, test } from "vitest";
import { boardPlan, cellNear, edgeBetween, heading, middle, run } from "../../src/board/plan";
import { body, corners, sideTowards } from "../../src/board/shapes";
import { outlineOf } from "../../src/board/symbols";
import { boards, samples } from "./samples";

describe.each(boards)("the board of %s", (_, { rules }) => {
  const plan = boardPlan(rules);

  test("neighbours are the ends of the server's edges, in both directions", () => {
    const pairs = plan.neighbours.flatMap((around, a) => around.filter((b) => b > a).map((b) => `${a},${b}`));
    expect(pairs.sort()).toEqual(rules.edges?.map(([a, b]) => `${a},${b}`).sort());
    plan.edges.forEach(([a, b], edge) => {
      expect(edgeBetween(plan, a, b)).toBe(edge);
      expect(edgeBetween(plan, b, a)).toBe(edge);
      expect((heading(plan, a, b) + plan.turns / 2) % plan.turns).toBe(heading(plan, b, a));
    });
  });

  test("a direction leads where it is drawn", () => {
    plan.edges.forEach(([a, b]) => {
      expect(sideTowards(plan.shape, middle(plan, a), middle(plan, b))).toBe(heading(plan, a, b));
    });
  });

  test("the middle of a cell is in it, and far from the board there is none", () => {
    plan.centres.forEach((at, cell) => expect(cellNear(plan, at, 1)).toBe(cell));
    expect(cellNear(plan, [99, 99], 1)).toBeNull();
  });

  test("rows hold every cell once", () => {
    expect(plan.rows.flat()).toEqual(plan.names.map((_, cell) => cell));
  });

  test("a run ends at the edge of the board", () => {
    const [first = 0] = plan.rows[0] ?? [];
    expect(run(plan, first, 0, () => true)).toEqual(plan.rows[0]?.slice(1));
  });
});

test("two halves are one body: its outline has no corner twice and goes around both", () => {
  for (const shape of ["hexagon", "square"] as const) {
    const sides = corners(shape, [0, 0]).length;
    const at = shape === "square" ? ([2, 0] as const) : ([Math.sqrt(3), 0] as const);
    const outline = body(shape, [[0, 0], at], 0.1);
    expect(outline).toHaveLength(2 * sides - 2);
    const distinct = new Set(outline.map(([x, y]) => `${x.toFixed(6)} ${y.toFixed(6)}`));
    expect(distinct.size).toBe(outline.length);
    const xs = outline.map(([x]) => x);
    expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(at[0]);
  }
});

test("every colour of a game has a symbol of its own", () => {
  for (const { rules } of Object.values(samples)) {
    const outlines = new Set([...rules.colours].map((colour) => outlineOf(rules.family, colour)));
    expect(outlines.size).toBe(rules.colours.length);
  }
});
