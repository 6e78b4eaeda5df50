/** Where cells are and what they look like. A cell's radius is 1: to a hexagon's corners, or half a square's side. */

export type Point = readonly [number, number];
export type Shape = "hexagon" | "square";

const SIDES: Record<Shape, number> = { hexagon: 6, square: 4 };
const HEX_PITCH = Math.sqrt(3);

/** From a cell's middle to its sides. */
export const APOTHEM: Record<Shape, number> = { hexagon: HEX_PITCH / 2, square: 1 };

/** The middle of a cell, from axial coordinates (hexagon) or column and row (square). */
export function centre(shape: Shape, [x, y]: Point): Point {
  return shape === "hexagon" ? [(x + y / 2) * HEX_PITCH, 1.5 * y] : [2 * x, 2 * y];
}

/** Which side of a cell faces a point: 0 is to the right, then clockwise. */
export function sideTowards(shape: Shape, from: Point, to: Point): number {
  const turn = (2 * Math.PI) / SIDES[shape];
  const side = Math.round(Math.atan2(to[1] - from[1], to[0] - from[0]) / turn);
  return (side + SIDES[shape]) % SIDES[shape];
}

/** A cell's corners, its sides drawn in by `gap`, a joined one out by `over`; side n ends at corner n. */
export function corners(shape: Shape, at: Point, gap = 0, joined: number | null = null, over = 0): Point[] {
  const count = SIDES[shape];
  const turn = (2 * Math.PI) / count;
  const distance = (side: number) => APOTHEM[shape] - (side % count === joined ? -over : gap);
  return Array.from({ length: count }, (_, side) => {
    const [d, e] = [distance(side), distance(side + 1)];
    const along = (e - d * Math.cos(turn)) / Math.sin(turn); // from the foot of the side's normal
    const [c, s] = [Math.cos(turn * side), Math.sin(turn * side)];
    return [at[0] + d * c - along * s, at[1] + d * s + along * c] as const;
  });
}

/** The outline of one or two halves that are one piece: where they meet there is no line between them. */
export function body(shape: Shape, at: readonly Point[], gap: number): Point[] {
  const [first, second] = at;
  if (!first) return [];
  if (!second) return corners(shape, first, gap);
  // Where the halves meet both have the same corner: the second one's is left out.
  return [...around(shape, first, second, gap), ...around(shape, second, first, gap).slice(1, -1)];
}

/** The corners of a half from one end of the joined side all around to its other end. */
function around(shape: Shape, at: Point, other: Point, gap: number, over = 0): Point[] {
  const joined = sideTowards(shape, at, other);
  const all = corners(shape, at, gap, joined, over);
  return [...all.slice(joined), ...all.slice(0, joined)];
}

/** One half of a piece as a path: round at its outer corners, sharp where its other half begins, or `over` it. */
export function face(
  shape: Shape,
  at: Point,
  other: Point | undefined,
  gap: number,
  radius: number,
  over = 0,
): string {
  if (!other) return rounded(corners(shape, at, gap), radius);
  const points = around(shape, at, other, gap, over);
  return rounded(points, (corner) => (corner === 0 || corner === points.length - 1 ? 0 : radius));
}

/** Points as a closed path with round corners. */
export function rounded(points: readonly Point[], radius: number | ((corner: number) => number)): string {
  const towards = ([x, y]: Point, [tx, ty]: Point, by: number) => {
    const length = Math.hypot(tx - x, ty - y) || 1;
    return `${short(x + ((tx - x) / length) * by)} ${short(y + ((ty - y) / length) * by)}`;
  };
  const parts = points.map((point, corner) => {
    const by = typeof radius === "number" ? radius : radius(corner);
    if (!by) return `${short(point[0])} ${short(point[1])}`;
    const before = points.at(corner - 1) ?? point;
    const after = points[(corner + 1) % points.length] ?? point;
    return `${towards(point, before, by)}Q${short(point[0])} ${short(point[1])} ${towards(point, after, by)}`;
  });
  return parts.length ? `M${parts.join("L")}Z` : "";
}

/** Points as a closed path. */
export function path(points: readonly Point[]): string {
  return rounded(points, 0);
}

/** A number as short as a picture needs it. */
export function short(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
