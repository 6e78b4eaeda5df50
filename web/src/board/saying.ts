/** Moves, scores and cells in words, for the log and for those who listen. */

import type { MoveSight, RulesSight } from "../protocol";
import { language, t, type Word } from "../words/words.svelte";
import { isWord, readLaid } from "./moves";
import type { Pieces } from "./pieces";
import { boardPlan } from "./plan";
import type { Reckoning } from "./reckoning";
import { weakest } from "./sheets";

/** Somebody at the table, as they are called on this screen. */
export interface Seat {
  name: string;
  bot?: boolean;
  you?: boolean;
}

/** A colour's name. */
export function colourName(letter: string): string {
  return t(`colour.${letter}` as Word);
}

/** "red and blue"; a double is "two red". */
export function tileName(colours: string): string {
  const [one = "", two = ""] = colours;
  if (one === two) return t("tile.double", { colour: colourName(one) });
  return t("tile.pair", { one: colourName(one), two: colourName(two) });
}

/** "blue +4, red +2", the most first; or that there are none. */
export function pointsText(rules: RulesSight, points: readonly number[]): string {
  const scored = points
    .map((n, colour) => ({ n, letter: rules.colours[colour] ?? "" }))
    .filter(({ n }) => n > 0);
  if (!scored.length) return t("say.no_points");
  return scored
    .sort((a, b) => b.n - a.n)
    .map(({ n, letter }) => t("say.points", { colour: colourName(letter), n }))
    .join(", ");
}

/** "lowest now green 5". */
export function lowestText(rules: RulesSight, markers: readonly number[]): string {
  const { value, colours } = weakest(markers);
  return t("say.lowest", { colours: coloursText(rules, colours), n: value });
}

/** Where a move leaves the markers of its colours: "orange 5, red 1; 1 bonus move". */
export function markersText(rules: RulesSight, { move, after, bonus }: Reckoning): string {
  const letters = [...new Set(move.split(" ")[0] ?? "")];
  const places = letters.map(
    (letter) => `${colourName(letter)} ${after?.[rules.colours.indexOf(letter)] ?? ""}`,
  );
  return [places.join(", "), ...(bonus ? [t("say.bonus", { n: bonus })] : [])].join("; ");
}

/** "red, green and blue"; when it is every colour, just that. */
export function coloursText(rules: RulesSight, colours: readonly number[]): string {
  if (colours.length === rules.colours.length) return t("say.all_colours");
  const names = colours.map((colour) => colourName(rules.colours[colour] ?? ""));
  return new Intl.ListFormat(language()).format(names);
}

/** "Blue +4, red +2; lowest now green 5". */
export function scoreText(
  rules: RulesSight,
  points: readonly number[],
  after: readonly number[] | null,
): string {
  const text = pointsText(rules, points);
  return capitalised(after && !rules.duel ? `${text}; ${lowestText(rules, after)}` : text);
}

/** A move as a sentence: who, what, where and how much. */
export function says(rules: RulesSight, move: MoveSight, seats: readonly Seat[]): string {
  const name = seats[move.seat]?.name ?? "";
  if (isWord(move.move)) return t(`say.${move.move}`, { name, n: move.shown?.length ?? 0 });
  const [colours = "", ...cells] = move.move.split(" ");
  const what = [tileName(colours), ...cells].join(" ");
  const text = t("say.move", { name, what, points: pointsText(rules, move.score?.points ?? []) });
  const bonus = move.score?.bonus ?? 0;
  return bonus ? `${text}; ${t("say.bonus", { n: bonus })}` : text;
}

/** What each cell of the board is called and what is on it. */
export function cellLabels(rules: RulesSight, pieces: Pieces, last: number | null): string[] {
  const plan = boardPlan(rules);
  const pyramids = new Set(pieces.pyramids);
  const newest = pieces.tiles.find((tile) => last !== null && tile.move?.number === last);
  return plan.names.map((cell, number) => {
    if (pyramids.has(number)) return t("cell.pyramid", { cell });
    const colour = colourAt(rules, pieces, number);
    if (!colour) return t("cell.free", { cell });
    if (plan.printed.has(number)) return t("cell.printed", { cell, colour });
    return t(newest?.cells.includes(number) ? "cell.last" : "cell.taken", { cell, colour });
  });
}

/** Whether a move of the log was laid on this board. */
export function isLaid(rules: RulesSight, move: MoveSight): boolean {
  return rules.family === "cards" ? !isWord(move.move) : readLaid(boardPlan(rules), move.move) !== null;
}

function colourAt(rules: RulesSight, pieces: Pieces, cell: number): string {
  const letter = rules.colours[pieces.colours[cell] ?? -1];
  return letter ? colourName(letter) : "";
}

function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
}
