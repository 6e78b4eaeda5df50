/** Looking closer at a part of the board. */

import type { Point } from "./shapes";

/** The part that is seen: its middle, and how much larger than the whole board. */
export interface Zoom {
  at: Point;
  scale: number;
}

export const WHOLE: Zoom = { at: [0, 0], scale: 1 };
const MOST = 3;

/** Closer by a factor, with a point of the board staying where it is on the screen. */
export function closer(zoom: Zoom, by: number, point: Point, size: Point): Zoom {
  const scale = Math.min(Math.max(zoom.scale * by, 1), MOST);
  const share = zoom.scale / scale;
  return within(
    { scale, at: [point[0] + (zoom.at[0] - point[0]) * share, point[1] + (zoom.at[1] - point[1]) * share] },
    size,
  );
}

/** Moved by so much of the board. */
export function moved({ at, scale }: Zoom, [x, y]: Point, size: Point): Zoom {
  return within({ scale, at: [at[0] + x, at[1] + y] }, size);
}

/** As much as shows the point. */
export function showing(zoom: Zoom, [x, y]: Point, size: Point): Zoom {
  const [wide, high] = size.map((length) => (length / 2 / zoom.scale) * 0.8) as [number, number];
  const nearer = (at: number, to: number, reach: number) => Math.min(Math.max(at, to - reach), to + reach);
  return within({ ...zoom, at: [nearer(zoom.at[0], x, wide), nearer(zoom.at[1], y, high)] }, size);
}

/** Never beyond the board's edges. */
function within({ at, scale }: Zoom, [wide, high]: Point): Zoom {
  const room = (length: number) => (length - length / scale) / 2;
  const inside = (value: number, most: number) => Math.min(Math.max(value, -most), most) || 0;
  return { scale, at: [inside(at[0], room(wide)), inside(at[1], room(high))] };
}
