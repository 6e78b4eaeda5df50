import { describe, expect, test } from "vitest";
import css from "../../src/look/colours.css?raw";
import { contrast, deficiencies, difference, greyness, type Rgb, rgb, seenWith } from "./seeing";

const COLOURS = [..."rgboyp"];
const PAIRS = COLOURS.flatMap((a, i) => COLOURS.slice(i + 1).map((b) => [a, b] as const));
/** Steps of lightness (of 100) that an eye tells apart at a glance, and of colour in CIE Lab. */
const LIGHTNESS_APART = 5;
const COLOUR_APART = 12;

type Theme = (name: string) => Rgb;

function themes(): [string, Theme][] {
  const [first = "", contrasting = ""] = css.split('[data-theme="contrast"]');
  const values = (text: string, pattern: RegExp) =>
    new Map([...text.matchAll(pattern)].map(([, name = "", ...colours]) => [name, colours]));
  const both = values(first, /--([\w-]+): light-dark\((#\w+), (#\w+)\)/g);
  const strong = values(contrasting, /--([\w-]+): (#\w+)/g);
  const theme = (from: Map<string, (string | undefined)[]>, which: number): Theme => {
    return (name) => {
      const colour = from.get(name)?.[which];
      if (!colour) throw new Error(`no colour is called ${name}`);
      return rgb(colour);
    };
  };
  return [
    ["light", theme(both, 0)],
    ["dark", theme(both, 1)],
    ["contrast", theme(strong, 0)],
  ];
}

describe.each(themes())("in the %s theme", (name, of) => {
  test("words have a contrast of 4.5:1 with what they are on", () => {
    for (const ground of ["ground", "paper", "cell", "groove"]) {
      for (const ink of ["ink", "muted", "warn"]) {
        if (ground === "groove" && ink !== "ink") continue;
        expect(contrast(of(ink), of(ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    expect(contrast(of("on-ink"), of("ink"))).toBeGreaterThanOrEqual(4.5);
  });

  test("symbols have a contrast of 3:1 with their tile, and printed ones with their cell", () => {
    const least = name === "contrast" ? 4.5 : 3;
    for (const colour of COLOURS) {
      expect(contrast(of(`${colour}-ink`), of(colour)), colour).toBeGreaterThanOrEqual(least);
      expect(
        contrast(of(`${colour}-deep`), of(`${colour}-tint`)),
        `${colour} printed`,
      ).toBeGreaterThanOrEqual(3);
      expect(contrast(of(`${colour}-deep`), of("groove")), `${colour} on a bar`).toBeGreaterThanOrEqual(3);
    }
  });

  test("what one has to see besides words has a contrast of 3:1", () => {
    for (const ground of ["ground", "paper", "cell"]) {
      expect(contrast(of("focus"), of(ground)), `focus on ${ground}`).toBeGreaterThanOrEqual(3);
      expect(contrast(of("control"), of(ground)), `control on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });

  test("no two colours are equally light, so that they differ in grey", () => {
    for (const [a, b] of PAIRS) {
      expect(Math.abs(greyness(of(a)) - greyness(of(b))), a + b).toBeGreaterThanOrEqual(LIGHTNESS_APART);
    }
  });

  test.each(deficiencies)("the colours differ for an eye with %s", (deficiency) => {
    for (const [a, b] of PAIRS) {
      const apart = difference(seenWith(deficiency, of(a)), seenWith(deficiency, of(b)));
      expect(apart, a + b).toBeGreaterThanOrEqual(COLOUR_APART);
    }
  });
});
