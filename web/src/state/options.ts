/** Options of games: which of them are offered, and what people call them and their values. */

import type { GameListed, OptionListed } from "../protocol";
import { t, type Word } from "../words/words.svelte";

/** An option with more values is for programs: nobody looks through a hundred of them. */
const MOST = 9;

/** The options of a game that a person can choose. */
export function offered(game: GameListed | undefined): readonly OptionListed[] {
  return (game?.options ?? []).filter((option) => option.values.length <= MOST);
}

/** The values of an option with so many players: nobody starts who is not there. */
export function valuesWith(option: OptionListed, players: number): readonly string[] {
  if (option.name !== "start") return option.values;
  return option.values.filter((value) => !(Number(value) > players));
}

/** What an option is if nobody chooses: it may depend on another one. */
export function usual(option: OptionListed, chosen: Readonly<Record<string, string>>): string {
  const decider = option.default_by ? chosen[option.default_by] : undefined;
  return (decider && option.defaults?.[decider]) || option.default;
}

export function optionName(option: string): string {
  return t(`option.${option}` as Word);
}

/** A sentence that says what an option is about. */
export function aboutOption(option: string): string {
  return t(`explain.${option}` as Word);
}

/** A value as people say it: numbers are themselves, or players. */
export function valueName(option: string, value: string): string {
  if (/^\d+$/.test(value)) return option === "start" ? t("seat.number", { n: Number(value) }) : value;
  if (value === "on" || value === "off") return t(`value.${value}` as Word);
  return t(`value.${option}_${value}` as Word);
}
