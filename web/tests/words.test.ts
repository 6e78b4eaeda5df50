import { describe, expect, it } from "vitest";
import { choose } from "../src/words/choosing";
import de from "../src/words/de.json";
import en from "../src/words/en.json";
import lessonsDe from "../src/words/lessons/de.json";
import lessonsEn from "../src/words/lessons/en.json";
import lessonsPl from "../src/words/lessons/pl.json";
import lessonsPt from "../src/words/lessons/pt.json";
import pl from "../src/words/pl.json";
import pt from "../src/words/pt.json";

type Entry = string | Record<string, string>;
const CATALOGUES: Record<string, Record<string, Entry>> = { en, de, pl, pt };

const sources = import.meta.glob<string>("../src/**/*.{ts,svelte}", {
  query: "?raw",
  import: "default",
  eager: true,
});

function values(entry: Entry): Set<string> {
  const texts = typeof entry === "string" ? [entry] : Object.values(entry);
  return new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? "")));
}

const text = Object.values(sources).join("\n");
const named = new Set([...text.matchAll(/["'`]([a-z]+\.[a-z_-]+)["'`]/g)].map((found) => found[1] ?? ""));
/** Keys that are put together begin with a fixed part: t(`code.${code}`). */
const begun = [...text.matchAll(/t\(\s*`([a-z]+\.[a-z_]*)\$\{/g)].map((found) => found[1] ?? "");

describe.each(Object.keys(CATALOGUES))("the words of %s", (language) => {
  const catalogue = CATALOGUES[language] ?? {};

  it("are as many as the English ones", () => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort());
  });

  it("have every plural form of the language", () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    for (const [word, entry] of Object.entries(catalogue))
      if (typeof entry !== "string") expect(Object.keys(entry).sort(), word).toEqual(forms);
  });

  it("name the same values as the English ones", () => {
    for (const [word, entry] of Object.entries(en))
      for (const value of values(catalogue[word] ?? ""))
        expect([...values(entry), "n"], word).toContain(value);
  });
});

/** Which words lessons need is for the server's lessons to say: tests/lessons compares them. */
describe.each(Object.entries({ de: lessonsDe, pl: lessonsPl, pt: lessonsPt }))(
  "what lessons say in %s",
  (_, catalogue: Record<string, string>) => {
    it("is what they say in English, with the same values", () => {
      expect(Object.keys(catalogue)).toEqual(Object.keys(lessonsEn));
      for (const [word, entry] of Object.entries(lessonsEn))
        expect(values(catalogue[word] ?? ""), word).toEqual(values(entry));
    });
  },
);

it("every word is used", () => {
  const isUsed = (word: string): boolean => named.has(word) || begun.some((part) => word.startsWith(part));
  expect(Object.keys(en).filter((word) => !isUsed(word))).toEqual([]);
});

it("every word that is used is there", () => {
  const asked = [...text.matchAll(/\bt\(\s*"([\w.-]+)"/g)].map((found) => found[1] ?? "");
  expect(asked.filter((word) => !(word in en))).toEqual([]);
});

it("the browser's first language that we speak is chosen", () => {
  expect(choose(["fr-FR", "pt-BR", "de"])).toBe("pt");
  expect(choose(["DE-at"])).toBe("de");
  expect(choose(["ja"])).toBe("en");
});
