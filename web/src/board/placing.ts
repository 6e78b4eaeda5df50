/** Placing a tile, as a state machine without drawing: hands do things, and a ghost shows what would be laid. */

import { cellNear, edgeBetween, heading, middle, type BoardPlan } from "./plan";
import type { Point } from "./shapes";

/** What a hand did. Points are in the units of the board. */
export type Act =
  | { do: "choose"; place: number; byKey?: boolean }
  | { do: "hover" | "tap" | "drag" | "drop"; at: Point }
  | { do: "leave" | "swap" | "cancel" | "confirm" }
  | { do: "turn"; by: 1 | -1 }
  | { do: "step"; to: Step }
  | { do: "focus"; cell: number }
  | { do: "lay"; place: number; colours: string; cells: readonly [number, number] };

/** A direction (0 is to the right, then clockwise), or the row above or below. */
export type Step = number | "up" | "down";

/** What may be laid where. */
export interface Ground {
  plan: BoardPlan;
  /** For each edge 1 where a tile may lie; nothing if it is not one's turn. */
  places: ArrayLike<number>;
  /** The letters of each tile of the rack. */
  rack: readonly string[];
}

export interface Placing {
  /** The place of the chosen tile on the rack. */
  chosen: number | null;
  /** Whether its second colour is the first to be laid. */
  swapped: boolean;
  /** Where the second half lies from the first, if it can. */
  heading: number;
  ghost: readonly [number, number] | null;
  /** Whether the ghost stays when the mouse moves on. */
  pinned: boolean;
  /** Whether a hand said where the second half goes. */
  named: boolean;
  /** The cell that the keyboard is at. */
  focus: number;
}

/** How far from a cell's middle a finger may be. */
const FINGER = 1.6;
/** How far away a legal place may be for the ghost to go there. */
const SNAP = 3.2;

/** Nothing chosen yet; the keyboard is in the middle. */
export function atRest(plan: BoardPlan): Placing {
  const focus = cellNear(plan, [0, 0], FINGER) ?? 0;
  return { chosen: null, swapped: false, heading: 0, ghost: null, pinned: false, named: false, focus };
}

/** The same hands on a new position: what does not fit any more is given up, and an only tile is taken up. */
export function renewed(placing: Placing, ground: Ground, sameRack: boolean): Placing {
  const isTurn = ground.places.length > 0;
  const kept =
    sameRack && placing.chosen !== null && placing.chosen < ground.rack.length ? placing.chosen : null;
  const chosen = isTurn && kept === null && ground.rack.length === 1 ? 0 : kept;
  const ghost = chosen !== null && placing.ghost && isOpen(ground, ...placing.ghost) ? placing.ghost : null;
  const swapped = kept !== null && placing.swapped;
  return {
    ...placing,
    chosen,
    swapped,
    ghost,
    pinned: placing.pinned && !!ghost,
    named: placing.named && !!ghost,
  };
}

/** The colours of the ghost, its first half's first. */
export function coloursOf(placing: Placing, ground: Ground): string {
  const letters = ground.rack[placing.chosen ?? -1] ?? "";
  return placing.swapped ? [...letters].reverse().join("") : letters;
}

/** What a hand's act leads to; the same object if nothing changes. */
export function act(placing: Placing, what: Act, ground: Ground): Placing {
  switch (what.do) {
    case "choose":
      return choose(placing, what.place, what.byKey ?? false, ground);
    case "hover":
      return placing.pinned ? placing : follow(placing, what.at, ground, false);
    case "drag":
      return follow(placing, what.at, ground, false);
    case "drop":
      return follow(placing, what.at, ground, true);
    case "tap":
      return tap(placing, what.at, ground);
    case "leave":
      return placing.pinned || !placing.ghost ? placing : { ...placing, ghost: null };
    case "swap":
      return placing.chosen === null ? placing : { ...placing, swapped: !placing.swapped };
    case "turn":
      return turn(placing, what.by, ground);
    case "step":
      return focusOn(placing, step(ground.plan, placing.focus, what.to), ground);
    case "focus":
      return what.cell === placing.focus ? placing : { ...placing, focus: what.cell };
    case "lay":
      return lay(placing, what.place, what.colours, what.cells, ground);
    case "cancel":
      return cancel(placing);
    case "confirm":
      return placing;
  }
}

/** The chosen tile again swaps its halves. By key the ghost is at once where the keyboard is. */
function choose(placing: Placing, place: number, byKey: boolean, ground: Ground): Placing {
  if (place < 0 || place >= ground.rack.length) return placing;
  if (place === placing.chosen) return { ...placing, swapped: !placing.swapped };
  const ghost = placing.ghost ?? (byKey ? placeAt(ground, placing.focus, placing.heading) : null);
  return { ...placing, chosen: place, swapped: false, ghost, pinned: placing.pinned || (byKey && !!ghost) };
}

function cancel(placing: Placing): Placing {
  if (placing.ghost) return { ...placing, ghost: null, pinned: false, named: false };
  return placing.chosen === null ? placing : { ...placing, chosen: null, swapped: false };
}

function follow(placing: Placing, at: Point, ground: Ground, pinned: boolean): Placing {
  if (placing.chosen === null) return placing;
  const ghost = snapped(ground, at, placing.heading);
  const isSame = ghost?.[0] === placing.ghost?.[0] && ghost?.[1] === placing.ghost?.[1];
  if (isSame && placing.pinned === (pinned && !!ghost)) return placing;
  return { ...placing, ghost, pinned: pinned && !!ghost, named: false, focus: ghost?.[0] ?? placing.focus };
}

/** On the ghost it turns, beside its first half it says where the second goes, elsewhere the ghost moves. */
function tap(placing: Placing, at: Point, ground: Ground): Placing {
  const cell = cellNear(ground.plan, at, FINGER);
  if (placing.chosen === null) return cell === null ? placing : { ...placing, focus: cell };
  if (placing.pinned && placing.ghost && cell !== null) {
    const [first] = placing.ghost;
    const isNaming = !placing.named && cell !== first;
    if (placing.ghost.includes(cell) && !isNaming) return turn(placing, 1, ground);
    if (isNaming && isOpen(ground, first, cell)) {
      const towards = heading(ground.plan, first, cell);
      return { ...placing, ghost: [first, cell], heading: towards, named: true };
    }
  }
  return follow(placing, at, ground, true);
}

/** Around the first half to the next legal place; where there is no other, the halves change places. */
function turn(placing: Placing, by: 1 | -1, ground: Ground): Placing {
  const { turns, neighbours } = ground.plan;
  if (!placing.ghost) return { ...placing, heading: (placing.heading + by + turns) % turns };
  const [first, second] = placing.ghost;
  const from = heading(ground.plan, first, second);
  for (let far = 1; far < turns; far++) {
    const direction = (((from + by * far) % turns) + turns) % turns;
    const cell = neighbours[first]?.[direction] ?? -1;
    if (cell >= 0 && isOpen(ground, first, cell))
      return { ...placing, ghost: [first, cell], heading: direction };
  }
  return { ...placing, swapped: !placing.swapped };
}

function focusOn(placing: Placing, focus: number, ground: Ground): Placing {
  if (focus === placing.focus) return placing;
  const ghost = placing.chosen === null ? null : placeAt(ground, focus, placing.heading);
  return { ...placing, focus, ghost, pinned: !!ghost, named: false };
}

function lay(
  placing: Placing,
  place: number,
  colours: string,
  cells: readonly [number, number],
  ground: Ground,
): Placing {
  if (!isOpen(ground, ...cells)) return placing;
  const towards = heading(ground.plan, ...cells);
  const swapped = ground.rack[place] !== colours;
  return {
    chosen: place,
    swapped,
    heading: towards,
    ghost: cells,
    pinned: true,
    named: true,
    focus: cells[0],
  };
}

/** Whether a tile may lie on these two cells. */
export function isOpen(ground: Ground, a: number, b: number): boolean {
  const edge = edgeBetween(ground.plan, a, b);
  return edge >= 0 && ground.places[edge] === 1;
}

/** The legal place with its first half on a cell whose heading is nearest to the wanted one. */
function placeAt({ plan, places }: Ground, cell: number, wanted: number): readonly [number, number] | null {
  let best: number | null = null;
  let least = plan.turns;
  for (const edge of plan.edgesOf[cell] ?? []) {
    if (places[edge] !== 1) continue;
    const [a = 0, b = 0] = plan.edges[edge] ?? [];
    const other = a === cell ? b : a;
    const off = Math.abs(heading(plan, cell, other) - wanted);
    const turns = Math.min(off, plan.turns - off);
    if (turns < least) [best, least] = [other, turns];
  }
  return best === null ? null : [cell, best];
}

/** The legal place that a point means: on the cell under it, else the nearest one. */
function snapped(ground: Ground, at: Point, wanted: number): readonly [number, number] | null {
  const { plan, places } = ground;
  const under = cellNear(plan, at, 1);
  const there = under === null ? null : placeAt(ground, under, wanted);
  if (there) return there;
  let best: readonly [number, number] | null = null;
  let least = SNAP;
  plan.edges.forEach(([a, b], edge) => {
    if (places[edge] !== 1) return;
    for (const [first, second] of [
      [a, b],
      [b, a],
    ] as const) {
      const [x, y] = middle(plan, first);
      const distance = Math.hypot(x - at[0], y - at[1]);
      const off = heading(plan, first, second) === wanted ? 0 : 0.01; // of equal ones that with the wanted heading
      if (distance + off < least) [best, least] = [[first, second], distance + off];
    }
  });
  return best;
}

/** The cell a step away, or the same at the edge of the board. */
export function step(plan: BoardPlan, from: number, to: Step): number {
  if (typeof to === "number") {
    const cell = plan.neighbours[from]?.[to] ?? -1;
    return cell < 0 ? from : cell;
  }
  const row = plan.rows.findIndex((cells) => cells.includes(from)) + (to === "up" ? -1 : 1);
  const x = middle(plan, from)[0];
  // Of two cells equally far the one nearer to the middle, so that going on up or down leads straight on.
  const off = (cell: number) => Math.abs(middle(plan, cell)[0] - x) + Math.abs(middle(plan, cell)[0]) * 0.001;
  return (plan.rows[row] ?? [from]).reduce((best, cell) => (off(cell) < off(best) ? cell : best));
}
