/** Addresses of screens, as fragments. */

export type Route =
  | { screen: "home" | "new" | "me" | "games" }
  | { screen: "table"; table: string }
  | { screen: "replay"; table: string; game: number }
  | { screen: "link"; secret: string }
  | { screen: "rules"; game: string; section: string }
  | { screen: "learn"; lesson: string; step: number | null };

/** The route that a fragment names; home if it names none. */
export function parseRoute(fragment: string): Route {
  const [screen, first = "", second = ""] = fragment.replace(/^#?\/?/, "").split("/");
  switch (screen) {
    case "new":
    case "me":
    case "games":
      return { screen };
    case "table":
      return first ? { screen, table: first } : { screen: "home" };
    case "replay":
      return first ? { screen, table: first, game: Number.parseInt(second, 10) || 0 } : { screen: "home" };
    case "rules":
      return { screen, game: first, section: second };
    case "learn":
      return { screen, lesson: first, step: Number.parseInt(second, 10) || null };
    case "link":
      return first ? { screen, secret: first } : { screen: "home" };
    default:
      return { screen: "home" };
  }
}
