/** The rules as people read them: one file for each language, the same pages in all of them. */

import type { Language } from "../words/choosing";

/** A worked example: the server draws it and knows its numbers. */
export interface Picture {
  figure: string;
  /** What those read who do not see it. */
  alt: string;
  caption: string;
}

/** A paragraph, a list of steps, or a picture. */
export type Block = string | string[] | Picture;

export interface Section {
  id: string;
  title: string;
  body: Block[];
}

/** The rules of one game; of a variant, what is different. */
export interface Page {
  summary: string;
  sections: Section[];
}

export type Pages = Record<string, Page>;

const files: Record<Language, () => Promise<{ default: unknown }>> = {
  en: () => import("./en.json"),
  de: () => import("./de.json"),
  pl: () => import("./pl.json"),
  pt: () => import("./pt.json"),
};

/** The pages in a language; fetched when somebody reads them. */
export async function pagesIn(language: Language): Promise<Pages> {
  return (await files[language]()).default as Pages;
}

/** A stretch of a text; terms are strong: `a **bonus move** is`. */
export interface Span {
  text: string;
  isStrong: boolean;
}

/** A text with its numbers filled in, cut where strong words begin and end. */
export function spans(text: string, values: Readonly<Record<string, string>>): Span[] {
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  return filled
    .split("**")
    .map((part, place) => ({ text: part, isStrong: place % 2 === 1 }))
    .filter((span) => span.text);
}
