/** What happens now, in one line. */

import type { GameSight, RulesSight } from "../../protocol";
import { t, type Word } from "../../words/words.svelte";

interface Named {
  name: string;
}

/** "Your turn: place a tile", "Max thinks", or how the game ended. */
export function statusText(
  rules: RulesSight,
  game: GameSight,
  seats: readonly Named[],
  own: readonly number[],
  isHidden: boolean,
): string {
  if (game.phase === "over" || game.actor === null) return t("status.over");
  const name = seats[game.actor]?.name ?? "";
  if (!own.includes(game.actor) || isHidden) return t("status.theirs", { name });
  if (game.phase === "bonus") return t("status.bonus", { n: game.bonus ?? 1 });
  const isCard = game.phase === "place" && rules.family === "cards";
  const what = isCard ? t("status.card") : t(`status.${game.phase}` as Word);
  return own.length > 1 ? `${name}: ${what}` : what;
}
