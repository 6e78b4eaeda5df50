/** Mouse and fingers on a board: hovering, tapping, dragging a ghost, and two fingers to look closer. */

import type { Act } from "./placing";
import type { Point } from "./shapes";
import { closer, moved, type Zoom } from "./zooming";

/** A press becomes a drag after so many pixels. */
const DRAG = 8;
/** How far above the finger the ghost is, in cells, so that one sees it. */
const ABOVE = 1.3;

/** What pointing needs to know of the board. */
export interface Surface {
  /** A point of the screen on the board. */
  pointAt(event: { clientX: number; clientY: number }): Point | null;
  /** Whether there is a tile to be dragged. */
  isHolding(): boolean;
  zoom: Zoom;
  /** The size of the whole board. */
  size: Point;
  act(what: Act): void;
}

export class Pointing {
  private readonly down = new Map<number, PointerEvent>();
  private start: PointerEvent | null = null;
  private dragging = false;

  constructor(private readonly surface: Surface) {}

  pressed(event: PointerEvent): void {
    this.down.set(event.pointerId, event);
    this.start = this.down.size === 1 ? event : null;
    this.dragging = false;
  }

  moved(event: PointerEvent): void {
    const before = this.down.get(event.pointerId);
    if (before) this.down.set(event.pointerId, event);
    if (!before) this.hover(event);
    else if (this.down.size === 2) this.pinch(before, event);
    else if (this.start) this.drag(before, event);
  }

  released(event: PointerEvent): void {
    const isTap = this.start?.pointerId === event.pointerId && !this.dragging;
    if (isTap) this.send("tap", event, 0);
    else if (this.dragging && this.surface.isHolding()) this.send("drop", event, lift(event));
    this.given(event);
  }

  /** The browser has taken the pointer for something else. */
  given(event: PointerEvent): void {
    this.down.delete(event.pointerId);
    this.start = null;
    this.dragging = false;
  }

  left(event: PointerEvent): void {
    if (!this.down.has(event.pointerId)) this.surface.act({ do: "leave" });
  }

  private hover(event: PointerEvent): void {
    if (event.pointerType !== "touch") this.send("hover", event, 0);
  }

  private drag(before: PointerEvent, event: PointerEvent): void {
    const far = Math.hypot(
      event.clientX - (this.start?.clientX ?? 0),
      event.clientY - (this.start?.clientY ?? 0),
    );
    this.dragging ||= far > DRAG;
    if (!this.dragging) return;
    if (this.surface.isHolding()) this.send("drag", event, lift(event));
    else this.pan(before, event);
  }

  private pan(before: PointerEvent, event: PointerEvent): void {
    const [from, to] = [this.surface.pointAt(before), this.surface.pointAt(event)];
    if (from && to)
      this.surface.zoom = moved(this.surface.zoom, [from[0] - to[0], from[1] - to[1]], this.surface.size);
  }

  private pinch(before: PointerEvent, event: PointerEvent): void {
    const other = [...this.down.values()].find(({ pointerId }) => pointerId !== event.pointerId);
    const at = other && this.surface.pointAt(middle(event, other));
    if (!other || !at) return;
    const by = distance(event, other) / Math.max(1, distance(before, other));
    this.surface.zoom = closer(this.surface.zoom, by, at, this.surface.size);
  }

  private send(what: "hover" | "tap" | "drag" | "drop", event: PointerEvent, above: number): void {
    const at = this.surface.pointAt(event);
    if (at) this.surface.act({ do: what, at: [at[0], at[1] - above] });
  }
}

function lift(event: PointerEvent): number {
  return event.pointerType === "touch" ? ABOVE : 0;
}

function distance(a: PointerEvent, b: PointerEvent): number {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}

function middle(a: PointerEvent, b: PointerEvent): { clientX: number; clientY: number } {
  return { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
}

/** Follow a tile that is pulled from the rack until it is let go; a press that stays where it is does nothing. */
export function pulling(
  start: PointerEvent,
  pointAt: Surface["pointAt"],
  hand: { begins: () => void; act: (what: Act) => void },
): void {
  const done = new AbortController();
  let isPulled = false;
  const send = (what: "drag" | "drop", event: PointerEvent): void => {
    const at = pointAt(event);
    if (at) hand.act({ do: what, at: [at[0], at[1] - lift(event)] });
  };
  const pulled = (event: PointerEvent): void => {
    if (event.pointerId !== start.pointerId) return;
    if (!isPulled && distance(event, start) < DRAG) return;
    if (!isPulled) hand.begins();
    isPulled = true;
    send("drag", event);
  };
  const dropped = (event: PointerEvent): void => {
    if (event.pointerId !== start.pointerId) return;
    if (isPulled && event.type === "pointerup") send("drop", event);
    done.abort();
  };
  addEventListener("pointermove", pulled, { signal: done.signal });
  addEventListener("pointerup", dropped, { signal: done.signal });
  addEventListener("pointercancel", dropped, { signal: done.signal });
}
