/** Names of games, as people read them. */

import { t, type Word } from "../words/words.svelte";

/** The game that a rules text names: `hex(players=3)` is `hex`. */
export function gameOf(rules: string): string {
  return rules.split("(")[0] ?? rules;
}

export function gameName(rules: string): string {
  return t(`game.${gameOf(rules)}` as Word);
}

/** A seat's name: a person's, a bot's by its level, or nobody's. */
export function seatName(seat: { name?: string | null; bot?: string | null; who?: string | null }): string {
  if (seat.name) return seat.name;
  if (seat.bot) return t("seat.bot", { level: t(`level.${seat.bot}` as Word) });
  return seat.who ? t("seat.nobody") : t("seat.open");
}

/** The names of all seats; of several bots each has its number. */
export function seatNames(seats: readonly Parameters<typeof seatName>[0][]): string[] {
  const bots = seats.filter((seat) => seat.bot && !seat.name);
  return seats.map((seat) =>
    bots.length > 1 && seat.bot && !seat.name
      ? t("seat.bot_number", { n: bots.indexOf(seat) + 1, level: t(`level.${seat.bot}` as Word) })
      : seatName(seat),
  );
}
