/** Questions to the server by HTTP. No Svelte here: it can be used by anything. */

import type {
  CodeMade,
  Dealing,
  Games,
  Guide,
  Lessons,
  LessonSight,
  LinkMade,
  Made,
  NewBranch,
  NewLink,
  NewTable,
  Opened,
  Profile,
  Refused,
  Replay,
  RulesSight,
  Tables,
  Tried,
  Welcome,
} from "../protocol";

/** Why something was not done: the server's code, or `offline` if it could not be reached. */
export class Refusal extends Error {
  constructor(
    readonly code: Refused["code"] | "offline",
    detail = "",
  ) {
    super(detail || code);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal("offline");
  }
  if (answer.status === 204) return undefined as T;
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  if (answer.ok) return (isJson ? await answer.json() : await answer.text()) as T;
  const refused = isJson ? ((await answer.json()) as Refused) : null;
  throw new Refusal(refused?.code ?? "unavailable", refused?.detail);
}

const known = new Map<string, Promise<RulesSight>>();

export const api = {
  me: () => ask<Profile>("GET", "/api/me"),
  arrive: (name: string) => ask<Welcome>("POST", "/api/guests", { name }),
  rename: (name: string) => ask<Welcome>("PATCH", "/api/me", { name }),
  forgetMe: () => ask<undefined>("DELETE", "/api/me"),
  makeCode: () => ask<CodeMade>("POST", "/api/me/codes"),
  useCode: (code: string) => ask<Welcome>("POST", "/api/codes", { code }),
  myTables: (more?: string) => ask<Tables>("GET", paged("/api/me/tables", more)),
  openTables: () => ask<Tables>("GET", "/api/tables"),
  runningTables: (more?: string) => ask<Tables>("GET", paged("/api/running", more)),
  replays: (more?: string) => ask<Tables>("GET", paged("/api/replays", more)),
  games: () => ask<Games>("GET", "/api/games"),
  guide: (game: string) => ask<Guide>("GET", `/api/guide?game=${encodeURIComponent(game)}`),
  lessons: () => ask<Lessons>("GET", "/api/lessons"),
  lesson: (name: string) => ask<LessonSight>("GET", `/api/lessons/${encodeURIComponent(name)}`),
  /** What becomes of a step of a lesson by these moves. */
  tryStep: (lesson: string, step: number, moves: readonly string[]) =>
    ask<Tried>("POST", `/api/lessons/${lesson}/${step}`, { moves }),
  makeTable: (table: NewTable) => ask<Made>("POST", "/api/tables", table),
  makeLink: (table: string, link: NewLink) => ask<LinkMade>("POST", `/api/tables/${table}/links`, link),
  openLink: (secret: string) => ask<Opened>("POST", "/api/links", { secret }),
  replay: (table: string, game: number, first: number, count: number) =>
    ask<Replay>("GET", `/api/tables/${table}/replay?game=${game}&first=${first}&count=${count}`),
  dealing: (table: string, game: number) => ask<Dealing>("GET", `/api/tables/${table}/dealing?game=${game}`),
  playOn: (table: string, from: NewBranch) => ask<Made>("POST", `/api/tables/${table}/branches`, from),

  /** Deal at a new table whose seats are all taken. */
  start: (table: string, key: string) => ask<unknown>("POST", `/api/tables/${table}`, { do: "start", key }),

  /** What the numbers of a game mean: asked for once, and kept. */
  rules(game: string): Promise<RulesSight> {
    const before = known.get(game);
    if (before) return before;
    const asked = ask<RulesSight>("GET", `/api/rules?game=${encodeURIComponent(game)}`);
    known.set(game, asked);
    asked.catch(() => known.delete(game));
    return asked;
  },
};

function paged(path: string, more?: string): string {
  return more ? `${path}?more=${encodeURIComponent(more)}` : path;
}

/** A key that nobody guesses and that no other command has. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
