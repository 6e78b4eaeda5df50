/** The symbols, drawn from geometry: each an outline around (0, 0) within a circle of radius 1, filled even-odd. */

import type { RulesSight } from "../protocol";
import { path, short, type Point } from "./shapes";

export type Family = RulesSight["family"];

/** Points on a circle, the first on top, clockwise; `turned` by so many parts of the distance. */
function around(count: number, radius: number, turned = 0): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * (i + turned)) / count - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  });
}

function star(points: number, waist: number): string {
  const dents = around(points, waist, 0.5);
  return path(around(points, 1).flatMap((tip, i) => [tip, dents[i] ?? tip]));
}

function circle(radius: number): string {
  const r = short(radius);
  return `M${r} 0A${r} ${r} 0 1 1 -${r} 0A${r} ${r} 0 1 1 ${r} 0Z`;
}

function sun(): string {
  const ray = [
    [0.62, -1],
    [1, -1],
    [1, 1],
    [0.62, 1],
  ] as const;
  const rays = around(12, 1).map(([x, y]) =>
    path(ray.map(([k, side]) => [k * x - side * 0.075 * y, k * y + side * 0.075 * x] as const)),
  );
  return circle(0.47) + rays.join("");
}

const OUTLINES = {
  star12: star(12, 0.66),
  disc: circle(0.76),
  star6: star(6, 0.52),
  hexagon: path(around(6, 0.9)),
  sun: sun(),
  ring: circle(0.84) + circle(0.46),
  square: path(around(4, 0.98, 0.5)),
  star5: star(5, 0.45),
} as const;

export type SymbolName = keyof typeof OUTLINES;

const HEX = { r: "star12", g: "disc", b: "star6", o: "hexagon", y: "sun", p: "ring" } as const;
const SYMBOLS: Record<Family, Record<string, SymbolName>> = {
  hex: HEX,
  cards: HEX,
  square: { r: "sun", g: "disc", b: "star5", o: "square", p: "ring" },
};

/** Which symbol a colour has in a family of games. */
export function symbolOf(family: Family, colour: string): SymbolName {
  const name = SYMBOLS[family][colour];
  if (!name) throw new Error(`the ${family} games have no colour ${colour}`);
  return name;
}

/** A colour's symbol as SVG path data. */
export function outlineOf(family: Family, colour: string): string {
  return OUTLINES[symbolOf(family, colour)];
}
