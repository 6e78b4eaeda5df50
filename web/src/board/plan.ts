/** Everything that follows from a board's shape: made once for each game's rules, and kept. */

import type { RulesSight } from "../protocol";
import { centre, corners, type Point, type Shape } from "./shapes";

/** Directions as coordinates, clockwise; 0 is to the right. */
const DIRECTIONS: Record<Shape, readonly Point[]> = {
  hexagon: [
    [1, 0],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [0, -1],
    [1, -1],
  ],
  square: [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ],
};

export interface BoardPlan {
  shape: Shape;
  centres: Point[];
  names: string[];
  cellOf: ReadonlyMap<string, number>;
  /** For each cell its neighbour in each direction, -1 where there is none. */
  neighbours: number[][];
  /** The cells of each row from the top, left to right. */
  rows: number[][];
  edges: [number, number][];
  /** For each cell the edges that it is an end of. */
  edgesOf: number[][];
  /** The colour of a printed symbol, by its cell. */
  printed: ReadonlyMap<number, number>;
  /** From the middle to the outermost corners. */
  reach: Point;
  /** How many directions there are. */
  turns: number;
}

const plans = new WeakMap<RulesSight, BoardPlan>();

/** The plan of a board game's board. */
export function boardPlan(rules: RulesSight): BoardPlan {
  let plan = plans.get(rules);
  if (!plan) plans.set(rules, (plan = draw(rules)));
  return plan;
}

function draw(rules: RulesSight): BoardPlan {
  const shape: Shape = rules.family === "square" ? "square" : "hexagon";
  const { cells = [], names = [], edges = [], printed = [] } = rules;
  const at = new Map(cells.map(([x, y], cell) => [`${x},${y}`, cell]));
  const centres = cells.map((place) => centre(shape, place));
  const outline = centres.flatMap((middle) => corners(shape, middle));
  const edgesOf: number[][] = cells.map(() => []);
  edges.forEach((pair, edge) => pair.forEach((cell) => edgesOf[cell]?.push(edge)));
  const rows = new Map<number, number[]>();
  cells.forEach(([, y], cell) => rows.set(y, [...(rows.get(y) ?? []), cell]));
  return {
    shape,
    centres,
    names,
    cellOf: new Map(names.map((name, cell) => [name, cell])),
    neighbours: cells.map(([x, y]) =>
      DIRECTIONS[shape].map(([dx, dy]) => at.get(`${x + dx},${y + dy}`) ?? -1),
    ),
    rows: [...rows.keys()].sort((a, b) => a - b).map((y) => rows.get(y) ?? []),
    edges,
    edgesOf,
    printed: new Map(printed),
    reach: [Math.max(...outline.map(([x]) => x)), Math.max(...outline.map(([, y]) => y))],
    turns: DIRECTIONS[shape].length,
  };
}

/** The middle of a cell. */
export function middle(plan: BoardPlan, cell: number): Point {
  const point = plan.centres[cell];
  if (!point) throw new RangeError(`the board has no cell ${cell}`);
  return point;
}

/** The direction from a cell to one beside it, or -1. */
export function heading(plan: BoardPlan, from: number, to: number): number {
  return plan.neighbours[from]?.indexOf(to) ?? -1;
}

/** The edge between two cells, or -1. */
export function edgeBetween(plan: BoardPlan, a: number, b: number): number {
  const shared = plan.edgesOf[a]?.find((edge) => plan.edges[edge]?.includes(b));
  return a === b ? -1 : (shared ?? -1);
}

/** The cell that a point is in or nearest to, as long as it is within `reach` of the cell's middle. */
export function cellNear(plan: BoardPlan, [x, y]: Point, reach: number): number | null {
  let best: number | null = null;
  let least = reach * reach;
  plan.centres.forEach(([cx, cy], cell) => {
    const distance = (cx - x) ** 2 + (cy - y) ** 2;
    if (distance <= least) [best, least] = [cell, distance];
  });
  return best;
}

/** The cells from one on in a straight line, as long as they hold what is wanted. */
export function run(
  plan: BoardPlan,
  from: number,
  direction: number,
  holds: (cell: number) => boolean,
): number[] {
  const cells: number[] = [];
  for (let cell = plan.neighbours[from]?.[direction] ?? -1; cell >= 0 && holds(cell);) {
    cells.push(cell);
    cell = plan.neighbours[cell]?.[direction] ?? -1;
  }
  return cells;
}
