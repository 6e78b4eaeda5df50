/** What keys mean at the table. */

import type { Act, Step } from "./placing";
import type { Shape } from "./shapes";

/** Six keys that lie like the six directions; the square board has four. */
const STEPS: Record<Shape, Record<string, Step>> = {
  hexagon: {
    q: 4,
    w: 5,
    e: 0,
    d: 1,
    s: 2,
    a: 3,
    ArrowLeft: 3,
    ArrowRight: 0,
    ArrowUp: "up",
    ArrowDown: "down",
  },
  square: { w: 3, d: 0, s: 1, a: 2, ArrowLeft: 2, ArrowRight: 0, ArrowUp: 3, ArrowDown: 1 },
};

/** What a key press does, if anything. Keys with Ctrl, Alt or Meta belong to the browser. */
export function actOf(event: KeyboardEvent, shape: Shape): Act | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const to = STEPS[shape][key];
  if (to !== undefined) return { do: "step", to };
  if (/^[1-9]$/.test(key)) return { do: "choose", place: Number(key) - 1, byKey: true };
  switch (key) {
    case "r":
      return { do: "turn", by: event.shiftKey ? -1 : 1 };
    case "x":
      return { do: "swap" };
    case "Enter":
      return { do: "confirm" };
    case "Escape":
      return { do: "cancel" };
    default:
      return null;
  }
}
