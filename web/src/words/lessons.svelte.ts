/** What lessons say. These words are many and seldom wanted, so they come only when somebody learns. */

import type { Language } from "./choosing";
import { fill, type Values } from "./words.svelte";

type Catalogue = Record<string, string>;

const catalogues: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("./lessons/en.json"),
  de: () => import("./lessons/de.json"),
  pl: () => import("./lessons/pl.json"),
  pt: () => import("./lessons/pt.json"),
};

class Told {
  catalogue = $state.raw<Catalogue | null>(null);
}

const told = new Told();

/** Have the words of a language. */
export async function fetchLessonWords(language: Language): Promise<void> {
  told.catalogue = (await catalogues[language]()).default;
}

/** Whether there is something to tell yet. */
export function hasLessonWords(): boolean {
  return told.catalogue !== null;
}

/** A text of a lesson: `tell("hex.lines.say")`. */
export function tell(word: string, values: Values = {}): string {
  return fill(told.catalogue?.[word] ?? "", values);
}
