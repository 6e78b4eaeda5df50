/** Which screen is shown. It is in the fragment of the address, which is never sent: links carry secrets there. */

import { parseRoute, type Route } from "./routes";

class Place {
  route = $state.raw(parseRoute(location.hash));
}

const place = new Place();

addEventListener("hashchange", () => {
  place.route = parseRoute(location.hash);
  scrollTo(0, 0);
});

export function route(): Route {
  return place.route;
}

export function go(path: string): void {
  location.hash = path;
}

/** Go there, and let "back" not come here again: for addresses with a secret. */
export function goInstead(path: string): void {
  history.replaceState(null, "", `#${path}`);
  place.route = parseRoute(path);
}
