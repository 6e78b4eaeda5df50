/** Why one move is better than another, in plain words. */

import type { Judged, Reason } from "../../state/advice";
import { isWord } from "../../board/moves";
import { t, type Word } from "../../words/words.svelte";

/** "red +2, blue +1". */
export function pointsText(points: Record<string, number>): string {
  const parts = Object.entries(points)
    .filter(([, n]) => n > 0)
    .map(([letter, n]) => t("brings.points_of", { colour: colourName(letter), n }));
  return parts.length ? parts.join(", ") : t("brings.nothing");
}

export function colourName(letter: string): string {
  return t(`colour.${letter}` as Word);
}

/** A move as people read it: "rg d5 e5", "Exchange". */
export function moveText(move: string): string {
  return isWord(move) ? t(`hint.${move}`) : move;
}

/** What a suggested move brings: its points, bonus moves, and the weakest colour then. */
export function bringsText(judged: Judged, colours: string): string {
  const parts = [pointsText(judged.points)];
  if (judged.bonus_moves) parts.push(t("brings.bonus", { n: judged.bonus_moves }));
  const lowest = Math.min(...judged.markers);
  const letter = colours[judged.markers.indexOf(lowest)] ?? "";
  parts.push(t("brings.weakest", { colour: colourName(letter), n: lowest }));
  return parts.join("; ");
}

/** What a move does wrong: "misses red +2; leaves Max 3 in blue, not 0". */
export function reasonsText(reasons: readonly Reason[], names: readonly string[]): string {
  return reasons.map((reason) => reasonText(reason, names)).join("; ");
}

function reasonText(reason: Reason, names: readonly string[]): string {
  switch (reason.kind) {
    case "points_missed":
      return t("why.points_missed", { points: pointsText(reason.points) });
    case "lowest_left":
      return t("why.lowest_left", {
        colours: reason.colours.map(colourName).join(", "),
        played: reason.played,
        better: reason.better,
      });
    case "gift":
      return t("why.gift", {
        name: names[reason.seat - 1] ?? "",
        colour: colourName(reason.colour),
        played: reason.played,
        better: reason.better,
      });
    default:
      return t(`why.${reason.kind}` as Word);
  }
}
