/** Small things that this browser remembers. Where storage is closed they last as long as the page. */

const PREFIX = "sixfold.";
const here = new Map<string, string>();

export function recall<T>(name: string, otherwise: T): T {
  try {
    const text = here.get(name) ?? localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  here.set(name, text);
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // a private window may have no storage: the page itself remembers
  }
}
