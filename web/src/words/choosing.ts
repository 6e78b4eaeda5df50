/** The languages, and which of them to speak. */

export type Language = "en" | "de" | "pl" | "pt";

/** What each language calls itself. */
export const LANGUAGES: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  pl: "Polski",
  pt: "Português",
};

/** The first language of a person's list that we speak. */
export function choose(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split("-")[0] ?? "";
    if (primary in LANGUAGES) return primary as Language;
  }
  return "en";
}
