/** How this browser likes things. */

import { choose, speak, type Language } from "../words/words.svelte";
import { recall, remember } from "./kept";

export type Theme = "auto" | "light" | "dark" | "contrast";

class Settings {
  theme = $state<Theme>(recall<Theme>("theme", "auto"));
  sound = $state(recall("sound", true));
  notify = $state(recall("notify", false));
}

export const settings = new Settings();

/** Look this way from now on. */
export function setTheme(theme: Theme): void {
  settings.theme = theme;
  remember("theme", theme);
  showTheme();
}

/** `auto` follows the system; the style sheets read the attribute. */
export function showTheme(): void {
  const root = document.documentElement;
  const isStrong = matchMedia("(prefers-contrast: more)").matches;
  if (settings.theme !== "auto") root.dataset.theme = settings.theme;
  else if (isStrong) root.dataset.theme = "contrast";
  else root.removeAttribute("data-theme");
}

export function setSound(on: boolean): void {
  settings.sound = on;
  remember("sound", on);
}

/** Tell me by a notice of the system when it is my turn; the browser may ask first. */
export async function setNotify(on: boolean): Promise<void> {
  const isAllowed = on && "Notification" in window && (await Notification.requestPermission()) === "granted";
  settings.notify = isAllowed;
  remember("notify", isAllowed);
}

/** The language chosen here before, else the browser's. */
export function firstLanguage(): Language {
  return choose([...recall<string[]>("language", []), ...navigator.languages]);
}

export async function setLanguage(language: Language): Promise<void> {
  remember("language", [language]);
  await speak(language);
}
