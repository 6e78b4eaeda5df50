import { beforeEach, describe, expect, test } from "vitest";
import type { Act } from "../../src/board/placing";
import { Pointing, type Surface } from "../../src/board/pointing";
import { WHOLE } from "../../src/board/zooming";

/** A board on which a pixel is a tenth of a cell's radius; its middle is at (100, 100). */
class Paper implements Surface {
  acts: Act[] = [];
  zoom = WHOLE;
  size = [20, 20] as const;
  holding = true;
  pointAt = ({ clientX, clientY }: { clientX: number; clientY: number }) =>
    [(clientX - 100) / 10, (clientY - 100) / 10] as const;
  isHolding = () => this.holding;
  act = (what: Act) => void this.acts.push(what);
}

function at(clientX: number, clientY: number, pointerType = "mouse", pointerId = 1): PointerEvent {
  return { clientX, clientY, pointerType, pointerId } as PointerEvent;
}

describe("on the board", () => {
  let paper: Paper;
  let pointing: Pointing;
  beforeEach(() => {
    paper = new Paper();
    pointing = new Pointing(paper);
  });

  test("a mouse hovers, clicks and leaves", () => {
    pointing.moved(at(110, 100));
    pointing.pressed(at(110, 100));
    pointing.released(at(112, 101));
    pointing.left(at(300, 100));
    expect(paper.acts).toEqual([{ do: "hover", at: [1, 0] }, { do: "tap", at: [1.2, 0.1] }, { do: "leave" }]);
  });

  test("a finger does not hover; it taps where it is, and what it drags is above it", () => {
    pointing.moved(at(110, 100, "touch"));
    pointing.pressed(at(110, 100, "touch"));
    pointing.released(at(110, 100, "touch"));
    expect(paper.acts).toEqual([{ do: "tap", at: [1, 0] }]);
    pointing.pressed(at(100, 100, "touch"));
    pointing.moved(at(100, 120, "touch"));
    pointing.released(at(100, 120, "touch"));
    const [, drag, drop] = paper.acts;
    expect(drag).toMatchObject({ do: "drag", at: [0, expect.closeTo(0.7)] });
    expect(drop).toMatchObject({ do: "drop", at: [0, expect.closeTo(0.7)] });
  });

  test("without a tile in hand, dragging moves what is seen", () => {
    paper.holding = false;
    paper.zoom = { at: [0, 0], scale: 2 };
    pointing.pressed(at(100, 100, "touch"));
    pointing.moved(at(80, 100, "touch"));
    pointing.released(at(80, 100, "touch"));
    expect(paper.zoom.at[0]).toBeCloseTo(2);
    expect(paper.acts).toEqual([]);
  });

  test("two fingers look closer and lay nothing", () => {
    pointing.pressed(at(90, 100, "touch", 1));
    pointing.pressed(at(110, 100, "touch", 2));
    pointing.moved(at(130, 100, "touch", 2));
    pointing.released(at(130, 100, "touch", 2));
    pointing.released(at(90, 100, "touch", 1));
    expect(paper.zoom.scale).toBeCloseTo(2);
    expect(paper.acts).toEqual([]);
  });
});
