import { describe, expect, test } from "vitest";
import { actOf } from "../../src/board/keys";
import { filled, standsOut, stretches, weakest } from "../../src/board/sheets";
import { cellLabels, says, scoreText } from "../../src/board/saying";
import { piecesOn } from "../../src/board/pieces";
import { closer, moved, showing, WHOLE } from "../../src/board/zooming";
import { moment, sample, samples } from "./samples";

const SEATS = ["Ada", "Max", "Zofia", "João"].map((name) => ({ name }));

describe("bars", () => {
  test.each(Object.entries(samples))(
    "of %s are as long as its track, and full at its end",
    (_, { rules }) => {
      const cuts = stretches(rules);
      const end = rules.areas?.length ? (rules.areas.at(-1) ?? 0) : rules.sheet * rules.sheets;
      expect(cuts.reduce((sum, cut) => sum + cut.points, 0)).toBe(end);
      expect(cuts.filter((cut) => cut.opens)).toHaveLength(rules.sheets);
      for (let marker = 0; marker <= end; marker++) {
        expect(cuts.reduce((sum, cut) => sum + filled(cut, marker) * cut.points, 0)).toBeCloseTo(marker);
      }
    },
  );

  test("the weakest are all colours at the lowest number, and stand out only if others are higher", () => {
    expect(weakest([3, 1, 4, 1, 5, 9])).toEqual({ value: 1, colours: [1, 3] });
    expect(standsOut([2, 2, 2])).toBe(false);
    expect(standsOut([2, 2, 3])).toBe(true);
  });
});

describe("words", () => {
  const { rules } = sample("hex-2");

  test("say what a move brings and which colour is lowest then", () => {
    expect(scoreText(rules, [2, 0, 4, 0, 0, 0], [7, 5, 8, 9, 9, 9])).toBe(
      "Blue +4, red +2; lowest now green 5",
    );
    expect(scoreText(rules, [0, 0, 0, 0, 0, 0], null)).toBe("No points");
  });

  test("tell every move of every game", () => {
    for (const { rules: each, moves } of Object.values(samples)) {
      for (const move of moves) expect(says(each, move, SEATS)).toMatch(/^(Ada|Max|Zofia|João)\b.{4,}$/);
    }
  });

  test("name each cell with what is on it", () => {
    const seen = moment("square-2");
    const { moves } = sample("square-2");
    const made = moves.slice(0, seen.game.made);
    const newest = made.findLast((move) => move.score);
    const labels = cellLabels(
      seen.rules,
      piecesOn(seen.rules, seen.game.board ?? "", made),
      newest?.number ?? -1,
    );
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels.filter((label) => label.endsWith("last move"))).toHaveLength(2);
    expect(labels.filter((label) => label.endsWith("printed"))).toHaveLength(5);
    expect(labels.some((label) => label.endsWith("pyramid"))).toBe(true);
    expect(labels.some((label) => label.endsWith("free"))).toBe(true);
  });
});

describe("keys", () => {
  const press = (key: string, more: object = {}) =>
    actOf(
      { key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...more } as KeyboardEvent,
      "hexagon",
    );

  test("six of them lie like the six directions", () => {
    const directions = [..."qwedsa"].map((key) => press(key));
    expect(directions).toEqual([4, 5, 0, 1, 2, 3].map((to) => ({ do: "step", to })));
  });

  test("choose, turn, confirm and cancel, whether or not Caps Lock is on", () => {
    expect(press("3")).toEqual({ do: "choose", place: 2, byKey: true });
    expect(press("R")).toEqual({ do: "turn", by: 1 });
    expect(press("R", { shiftKey: true })).toEqual({ do: "turn", by: -1 });
    expect(press("Enter")).toEqual({ do: "confirm" });
    expect(press("Escape")).toEqual({ do: "cancel" });
  });

  test("with Ctrl belong to the browser", () => {
    expect(press("r", { ctrlKey: true })).toBeNull();
    expect(press("Tab")).toBeNull();
  });
});

describe("looking closer", () => {
  const size = [20, 18] as const;

  test("keeps the point under the fingers where it is", () => {
    const point = [3, -2] as const;
    const zoom = closer(WHOLE, 2, point, size);
    const share = (at: number, middle: number, scale: number) => (at - middle) * scale;
    expect(share(point[0], zoom.at[0], zoom.scale)).toBeCloseTo(share(point[0], 0, 1));
    expect(share(point[1], zoom.at[1], zoom.scale)).toBeCloseTo(share(point[1], 0, 1));
  });

  test("never shows what is beyond the board", () => {
    const zoom = moved(closer(WHOLE, 2, [0, 0], size), [99, -99], size);
    expect(zoom.at).toEqual([5, -4.5]);
    expect(closer(zoom, 0.1, [0, 0], size)).toEqual(WHOLE);
  });

  test("follows the keyboard", () => {
    const zoom = showing(closer(WHOLE, 2, [0, 0], size), [9, 0], size);
    expect(Math.abs(9 - zoom.at[0])).toBeLessThanOrEqual(size[0] / 4);
  });
});
