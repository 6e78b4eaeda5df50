import { describe, expect, it } from "vitest";
import { parseRoute } from "../src/state/routes";

describe("an address", () => {
  it.each([
    ["", { screen: "home" }],
    ["#/", { screen: "home" }],
    ["#/nowhere", { screen: "home" }],
    ["#/table", { screen: "home" }],
    ["#/table/abc", { screen: "table", table: "abc" }],
    ["#/link/s-e_c", { screen: "link", secret: "s-e_c" }],
    ["#/replay/abc/2", { screen: "replay", table: "abc", game: 2 }],
    ["#/replay/abc/x", { screen: "replay", table: "abc", game: 0 }],
    ["#/me", { screen: "me" }],
    ["#/rules", { screen: "rules", game: "", section: "" }],
    ["#/rules/hex-duel/win", { screen: "rules", game: "hex-duel", section: "win" }],
    ["#/learn", { screen: "learn", lesson: "", step: null }],
    ["#/learn/hex-duel", { screen: "learn", lesson: "hex-duel", step: null }],
    ["#/learn/hex/3", { screen: "learn", lesson: "hex", step: 3 }],
  ])("%s leads to %o", (fragment, route) => {
    expect(parseRoute(fragment)).toEqual(route);
  });
});
