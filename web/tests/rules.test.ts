import { describe, expect, it } from "vitest";
import type { OptionListed } from "../src/protocol";
import { spans } from "../src/rules/text";
import { offered, usual, valuesWith } from "../src/state/options";

describe("a text of the rules", () => {
  it("has its numbers filled in and its strong words apart", () => {
    expect(spans("Draw **{hand} tiles** at once.", { hand: "6" })).toEqual([
      { text: "Draw ", isStrong: false },
      { text: "6 tiles", isStrong: true },
      { text: " at once.", isStrong: false },
    ]);
  });

  it("may begin with strong words", () => {
    expect(spans("**First.** Then", {}).map((span) => span.isStrong)).toEqual([true, false]);
  });
});

describe("an option", () => {
  const option = (name: string, ...values: string[]): OptionListed => ({
    name,
    values,
    clause: "H7",
    default: values[0] ?? "",
  });
  const start = option("start", "random", "1", "2", "3", "4");

  it("lets only those start who play", () => {
    expect(valuesWith(start, 2)).toEqual(["random", "1", "2"]);
    expect(valuesWith(option("pair_tiles", "7", "8"), 2)).toEqual(["7", "8"]);
  });

  it("is offered unless it has too many values to look through", () => {
    const many = option("printed", ...Array.from({ length: 120 }, String));
    const game = { name: "square", family: "square" as const, players: [2], options: [start, many] };
    expect(offered(game)).toEqual([start]);
    expect(offered(undefined)).toEqual([]);
  });

  it("has a usual value, which may depend on another option", () => {
    const bonus = {
      ...option("bonus_optional", "off", "on"),
      default_by: "edition",
      defaults: { de: "off", pl: "on" },
    };
    expect(usual(bonus, {})).toBe("off");
    expect(usual(bonus, { edition: "pl" })).toBe("on");
    expect(usual(start, { edition: "pl" })).toBe("random");
  });
});
