/** How a game ended, in one sentence. */

import type { OutcomeSight } from "../../protocol";
import { t } from "../../words/words.svelte";

/** "You win", "Max wins", "Ada and Max share the win", or a score for those who play alone. */
export function resultText(
  outcome: OutcomeSight,
  seats: readonly { name: string }[],
  sides: readonly number[],
  own: readonly number[],
): string {
  if (seats.length === 1) return t("end.alone", { n: outcome.scores[0] ?? 0 });
  const winners = sides.map((_, seat) => seat).filter((seat) => outcome.places[seat] === 1);
  const isShared = new Set(winners.map((seat) => sides[seat])).size > 1;
  const isOneScreen = own.length === seats.length;
  if (!isOneScreen && winners.some((seat) => own.includes(seat)))
    return isShared ? t("end.you_share") : t("end.you_win");
  const names = winners.map((seat) => seats[seat]?.name ?? "").join(" · ");
  return isShared ? t("end.shared", { names }) : t("end.wins", { name: names });
}
