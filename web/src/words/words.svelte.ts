/** Every visible word: `t("home.play_now")`, `t("wait.open_seats", { n: 3 })`. The catalogues are the JSON files beside this one. */

import { type Language } from "./choosing";
import en from "./en.json";

export { choose, LANGUAGES, type Language } from "./choosing";

export type Word = keyof typeof en;
export type Values = Record<string, string | number>;

type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>;
type Catalogue = Record<Word, Entry>;

const others: Record<Exclude<Language, "en">, () => Promise<{ default: unknown }>> = {
  de: () => import("./de.json"),
  pl: () => import("./pl.json"),
  pt: () => import("./pt.json"),
};

class Speech {
  language = $state<Language>("en");
  catalogue = $state.raw<Catalogue>(en);
}

const speech = new Speech();

/** The language that is spoken now. */
export function language(): Language {
  return speech.language;
}

/** Speak this language from now on; its words are fetched first. */
export async function speak(wanted: Language): Promise<void> {
  const catalogue = wanted === "en" ? en : ((await others[wanted]()).default as Catalogue);
  speech.catalogue = catalogue;
  speech.language = wanted;
  document.documentElement.lang = wanted;
}

/** A text in the language spoken. `{name}` stands for a value; plural forms follow the value `n`. */
export function t(word: Word, values: Values = {}): string {
  const entry = speech.catalogue[word];
  return fill(typeof entry === "string" ? entry : plural(entry, Number(values.n)), values);
}

function plural(forms: Exclude<Entry, string>, n: number): string {
  return forms[new Intl.PluralRules(speech.language).select(n)] ?? forms.other ?? "";
}

/** A text with its values; `{name}` stands for one. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** A moment as people write it: the time of today, else the day. */
export function moment(at: number, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  const style: Intl.DateTimeFormatOptions = isToday ? { timeStyle: "short" } : { dateStyle: "medium" };
  // The browser's own kind of the language: 17:26 here is 5:26 PM elsewhere.
  const own = navigator.languages.find((each) => each.startsWith(speech.language));
  return new Intl.DateTimeFormat(own ?? speech.language, style).format(at);
}

/** A share as people write it: 0.257 is 26 %. */
export function percent(share: number, digits = 0): string {
  return new Intl.NumberFormat(speech.language, { style: "percent", maximumFractionDigits: digits }).format(
    share,
  );
}
