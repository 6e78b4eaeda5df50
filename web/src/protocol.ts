// Made by `python -m sixfold.server.web.typescript`; do not edit.

export const PROTOCOL = 1;

/** A command was carried out, and is durable. */
export interface Ack {
  is: "ack";
  key: string;
  /** The version it made; for a command that changes nothing, the present one. */
  v: number;
  /** The new table, for a rematch or a branch. */
  table?: string | null;
}

/** The answer to `advise`. */
export interface Advice {
  is: "advice";
  key: string;
  v: number;
  /** As docs/review.md describes it. */
  hint: unknown;
}

/** A hint for one's own seat that is to act, where hints are open. */
export interface Advise {
  do: "advise";
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** Agree to hints in this game, or no longer; they are open once everyone who plays agrees. */
export interface Agree {
  do: "agree";
  hints: boolean;
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** What a try has to bring about: everything that is named here. If nothing is, any legal move will do. */
export interface Aim {
  /** At least so many points are counted; of `colour`, if one is named. */
  points?: number;
  /** The letter of the colour that `points` and `reaches` are about. */
  colour?: string;
  /** So many colours score. */
  colours?: number;
  /** The lowest marker of one's side stands at least here. */
  weakest?: number;
  /** The marker of `colour` stands at least here. */
  reaches?: number;
  /** So many bonus moves are earned. */
  bonus?: number;
  /** So many pyramids are raised. */
  pyramids?: number;
  /** The duel: so many markers stand on one's own side. */
  ahead?: number;
  /** This is said. */
  says?: "" | "exchange";
  /** The game is over, and won. */
  wins?: boolean;
}

/** Before the start, the host gives a seat to a bot, or opens it (also one that somebody sits on). */
export interface Arrange {
  do: "arrange";
  seat: number;
  to: "open" | "beginner" | "casual" | "expert" | "master" | "skilled";
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** Somebody's moves in a step, from its position on. */
export interface Attempt {
  moves: string[];
}

/** One's record in one game: how often played and won, and the best score. */
export interface Best {
  rules: string;
  games: number;
  firsts: number;
  score: number;
}

/** Go back in a practice game: a new table that begins with the first `moves` moves of this one. */
export interface Branch {
  do: "branch";
  moves: number;
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** The server ends this connection: it stops for a moment, or the client was too slow or too fast. */
export interface Closing {
  is: "closing";
  code: "flood" | "gone" | "replaced" | "restart" | "slow";
  /** When to come back. */
  again?: number;
}

/** A code that stands for the guest once, on another device. */
export interface CodeMade {
  code: string;
  good_for: number;
}

/** Correspondence: each decision has so many days. */
export interface Days {
  is: "days";
  days: number;
}

/** Everything that chance decided in a finished game, so that anybody can check it (docs/dealing.md). */
export interface Dealing {
  rules: string;
  commitment: string;
  seed: string;
  draws: Draw[];
  /** What everyone held in the end. */
  racks: number[][];
  /** How many were left in the bag. */
  bag: number;
  /** The kinds that went back into the bag after the last draw. */
  back?: number[];
  /** Draws taken over from a game that was played on: all before the number follow from that seed. */
  earlier?: [number, string][];
}

/** One decision of chance: a tile or card that was drawn, or who starts. */
export interface Draw {
  /** The kind; without a `seat`, the seat that starts. */
  got: number;
  /** Who drew. */
  seat?: number | null;
  /** How many moves had been made. */
  after?: number;
  /** Cards: whether it was laid open, not taken up. */
  open?: boolean;
  /** The kinds that went back into the bag since the draw before. */
  back?: number[];
}

/** Everything that the server keeps about a guest. */
export interface Export {
  profile: Profile;
  tables: Listed[];
  said: Line[];
  /** For each line, the table at which it was said. */
  said_at: string[];
  muted: string[];
}

/** A worked example: a picture without words, and its numbers (or sums) by the names that texts use. */
export interface FigureDrawn {
  name: string;
  svg: string;
  values: Record<string, string>;
}

/** A game of the catalogue. */
export interface GameListed {
  name: string;
  family: "cards" | "hex" | "square";
  players: number[];
  /** With the most players; with fewer, `start` has fewer seats, and alone there is no `start`. */
  options: OptionListed[];
}

/** What everyone sees of a game. */
export interface GameSight {
  /** Which game of the series, from 0. */
  number: number;
  commitment: string;
  /** What the seat to act decides. */
  phase: "bonus" | "exchange" | "over" | "place";
  actor: number | null;
  starter: number;
  turn: number;
  /** How many moves have been made. */
  made: number;
  /** The markers of each side. */
  tracks: number[][];
  /** How many tiles each seat holds. */
  held: number[];
  bag: number;
  /** The last moves, a round or a little more; `history` has them all. */
  moves?: MoveSight[];
  /** What the seat to act may say instead of laying something. */
  words?: ("exchange" | "keep" | "pass")[];
  /** Bonus moves still to be made, this one included. */
  bonus?: number;
  /** When the time of the seat to act runs out. */
  deadline?: number | null;
  /** What each seat has left of its reserve, at the start of this decision. */
  reserves?: number[];
  /** Series: points of the finished games. */
  points?: number[];
  /** For each cell: a colour, 6 empty, 7 a pyramid. */
  board?: string;
  /** For each cell and colour what a half laid there now would score; at cards for each colour. */
  potentials?: string;
  /** For each edge: 1 where the seat to act may lay a tile, any of its tiles in either direction. */
  places?: string;
  /** The duel's tokens: the seat that holds each colour's. */
  tokens?: (number | null)[];
  open_cards?: number[][];
  discard?: string;
  outcome?: OutcomeSight | null;
  /** Everyone's tiles, once the game is over. */
  racks?: number[][];
  /** Once the game is over: what the draws followed from. */
  seed?: string | null;
  /** How many draws are those of a finished game that is played on here; their seed is known. */
  taken_over?: number;
}

/** Everything that can be played. */
export interface Games {
  games: GameListed[];
}

/** A code from another device of the same guest. */
export interface GivenCode {
  code: string;
  bearer?: boolean;
}

/** What a page that explains a game takes from the game itself: its numbers, and worked examples. */
export interface Guide {
  game: string;
  facts: Record<string, string>;
  figures: FigureDrawn[];
}

/** One half of a laid tile, and the lines of its colour that scored: their cells, a point each. */
export interface HalfSight {
  cell: number;
  colour: number;
  lines?: number[][];
}

/** Let a bot play one's seat until one takes it back. */
export interface Hand {
  do: "hand";
  seat: number;
  /** By default the table's stand-in. */
  level?: "beginner" | "casual" | "expert" | "master" | "skilled" | null;
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** How the server is. Read-only: nothing can be written just now, the disk may be full. */
export interface Health {
  status: "ok" | "read_only" | "stopping";
  version: string;
  protocol: number;
  bots: "none" | "ready" | "warming";
}

/** The first message of a connection. */
export interface Hello {
  is: "hello";
  you: string;
  /** The server's clock, for deadlines. */
  now: number;
  protocol?: number;
}

/** The moves of the present game from number `since` on, explained. */
export interface History {
  do: "history";
  since?: number;
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** The client has the newest version already. */
export interface InStep {
  is: "in_step";
  v: number;
}

/** Leave the table: own seats are open before the start, and a bot's during play. */
export interface Leave {
  do: "leave";
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** A lesson, named after its game. */
export interface LessonListed {
  name: string;
  /** How many it has. */
  steps: number;
}

/** A lesson with all its steps. */
export interface LessonSight {
  name: string;
  /** The rules of all positions, as text. */
  rules: string;
  steps: LessonStep[];
}

/** A position to be tried out, and what is to be reached there. */
export interface LessonStep {
  name: string;
  aim: Aim;
  game: GameSight;
  yours: Yours;
  /** Moves that reach the aim, for who wants to be shown. */
  example: string[];
}

/** All lessons. */
export interface Lessons {
  lessons: LessonListed[];
}

/** Something said. */
export interface Line {
  id: number;
  who: string;
  at: number;
  text: string;
  channel?: "table" | "team" | "watchers";
  name?: string | null;
}

/** The link's secret; it belongs into the fragment of a URL. */
export interface LinkMade {
  secret: string;
}

/** A table in a list. */
export interface Listed {
  id: string;
  game: string;
  status: "open" | "over" | "playing";
  seats: SeatSight[];
  changed: number;
  games?: number;
  clock?: Live | Days | null;
  host?: string | null;
  /** The seat to act. */
  actor?: number | null;
  /** In one's own list: the seats that are one's own. */
  yours?: number[];
  deadline?: number | null;
}

/** Each decision has `move` seconds; what it takes longer comes off the seat's `reserve` for the game. */
export interface Live {
  is: "live";
  move: number;
  reserve?: number;
}

/** Ask for the whole view. */
export interface Look {
  do: "look";
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** A table that is there now. */
export interface Made {
  table: string;
  v: number;
}

/** A move that was made. */
export interface MoveSight {
  /** Counted from 0 in its game. */
  number: number;
  seat: number;
  turn: number;
  move: string;
  /** Left out for a word. */
  score?: ScoreSight | null;
  /** The kinds that an exchange showed to everyone. */
  shown?: number[];
  bot?: boolean;
}

/** Hear nothing more of somebody, at any table; or hear them again. */
export interface Mute {
  do: "mute";
  guest: string;
  on?: boolean;
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** A practice table to be made from the first moves of a finished game, against bots. */
export interface NewBranch {
  moves: number;
  /** Which game of the series. */
  game?: number;
  /** One's own; by default the seat to act. */
  seat?: number | null;
  /** The bots on the other seats. */
  level?: "beginner" | "casual" | "expert" | "master" | "skilled";
  key?: string | null;
}

/** Somebody who wants to play. */
export interface NewGuest {
  name: string;
  /** Programs ask for the token itself; browsers get it as a cookie that their scripts cannot read. */
  bearer?: boolean;
}

/** A link to be made: to join, to take one seat, or to watch. */
export interface NewLink {
  purpose: "join" | "sit" | "watch";
  seat?: number | null;
}

/** What one wants to be called. */
export interface NewName {
  name: string;
}

/** A table to be made: its settings, and who sits where. */
export interface NewTable {
  /** The rules as text: `hex-team(start=2,talk=open)`. */
  game: string;
  /** Listed in the lobby, open to everyone; otherwise one needs a link. */
  public?: boolean;
  spectators?: boolean;
  /** Whether a guest may sit on several seats. */
  hot_seat?: boolean;
  /** How many games the series has. */
  games?: number;
  start_passes?: boolean;
  clock?: Live | Days | null;
  /** What happens to a seat whose time has run out. */
  late?: "bot" | "resign";
  /** Seconds that a seat to move may be away before a bot takes it; `null` waits for ever. Not by post. */
  grace?: number | null;
  /** The bot that takes seats over. */
  stand_in?: "beginner" | "casual" | "expert" | "master" | "skilled";
  /** For each seat; by default the first is one's own and the others are open. */
  seats?: ("me" | "open" | "beginner" | "casual" | "expert" | "master" | "skilled")[] | null;
  key?: string | null;
}

/** Deal the next game of the series once the last one is over. */
export interface Next {
  do: "next";
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** What the link opened. */
export interface Opened {
  table: string;
  purpose: "join" | "sit" | "watch";
  seat?: number | null;
}

/** An option of a game. With another option as `default_by`, the default depends on its value. */
export interface OptionListed {
  name: string;
  values: string[];
  /** Where the rules name it. */
  clause: string;
  default: string;
  default_by?: string | null;
  defaults?: Record<string, string> | null;
}

/** The table that this one came from: a rematch, or a branch after so many of its moves. */
export interface Origin {
  table: string;
  game?: number;
  moves?: number | null;
}

/** How a game ended. */
export interface OutcomeSight {
  reason: "complete" | "full" | "resigned" | "tiles";
  scores: number[];
  places: number[];
}

/** The answer to `history`. */
export interface Past {
  is: "past";
  key: string;
  v: number;
  game: number;
  moves: MoveSight[];
}

/** Is anybody there? */
export interface Ping {
  do: "ping";
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** Make a move for the seat to act, which has to be one's own; `v` is required. */
export interface Play {
  do: "play";
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v: number;
  /** As people write it: `rg d5 e5`, `rg`, `keep`, `exchange` or `pass`. */
  move: string;
  key: string;
}

/** Yes. */
export interface Pong {
  is: "pong";
  key: string;
  now: number;
}

/** Who is here now: the first hundred by name, and how many in all. */
export interface Presence {
  is: "presence";
  here: Somebody[];
  count: number;
}

/** What a legal move would score and why; nothing is played. */
export interface Preview {
  do: "preview";
  move: string;
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** One's own page. */
export interface Profile {
  id: string;
  name: string;
  since: number;
  bests: Best[];
  results: Result[];
}

/** A pyramid that was raised, and the cells beside it that scored. */
export interface PyramidSight {
  cell: number;
  beside?: number[];
}

/** A command, or an HTTP request, was not carried out and has changed nothing. */
export interface Refused {
  is: "refused";
  code: "already_started" | "bad_message" | "bad_settings" | "busy" | "failed" | "forbidden" | "game_over" | "hints_closed" | "illegal_move" | "no_bots" | "not_found" | "not_handed" | "not_over" | "not_practice" | "not_started" | "not_your_seat" | "not_your_turn" | "seat_taken" | "seats_open" | "series_over" | "stale" | "talk_closed" | "too_large" | "too_many" | "unauthorised" | "unavailable";
  /** In English, for programmers. */
  detail?: string;
  key?: string | null;
  /** The present version of the table. */
  v?: number | null;
  /** For `too_many`: when it may be tried again. */
  again?: number | null;
}

/** After the end: a new table with the same people, at which the start has passed on. */
export interface Rematch {
  do: "rematch";
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** Steps of a game, from `first` on. */
export interface Replay {
  table: string;
  rules: string;
  number: number;
  /** Who sits there; bots by their level. */
  seats: SeatSight[];
  first: number;
  steps: Step[];
  /** How many moves the game has; there is one step more. */
  made: number;
}

/** Give up, for one's side and for the whole series. */
export interface Resign {
  do: "resign";
  seat: number;
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** How one did in a finished game. */
export interface Result {
  table: string;
  game: number;
  seat: number;
  rules: string;
  players: number;
  place: number;
  score: number;
  at: number;
}

/** Look a finished game through, move by move; progress comes as messages, then the review. */
export interface Review {
  do: "review";
  game?: number;
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** The answer to `review`. */
export interface Reviewed {
  is: "reviewed";
  key: string;
  game: number;
  /** As docs/review.md describes it. */
  review: unknown;
}

/** How far a review has come: so many of so many moves. */
export interface Reviewing {
  is: "reviewing";
  key: string;
  game: number;
  done: number;
  of: number;
}

/** A game's fixed things: fetched once, and kept. */
export interface RulesSight {
  /** The rules as text, written in the one way that is their name. */
  game: string;
  name: string;
  family: "cards" | "hex" | "square";
  players: number;
  /** For each seat, whose tracks it moves. */
  sides: number[];
  /** A letter for each colour. */
  colours: string;
  /** The two colours of each kind of tile or card. */
  kinds: string[];
  counts: number[];
  hand: number;
  sheet: number;
  sheets: number;
  /** Whether a marker that comes to the end of a sheet earns a bonus move. */
  bonus?: boolean;
  duel?: boolean;
  /** Whether the direction of a double matters (H13). */
  ordered_doubles?: boolean;
  /** Cards: the last column of each area. */
  areas?: number[];
  open_cards?: number;
  radius?: number;
  /** Coordinates: axial (q, r) on the hexagon, (x, y) on the square. */
  cells?: [number, number][];
  names?: string[];
  /** The pairs of cells that a tile can cover. */
  edges?: [number, number][];
  /** (cell, colour) of the printed symbols. */
  printed?: [number, number][];
}

/** New lines of chat; on connecting and when a channel opens, the last ones. */
export interface Said {
  is: "said";
  lines: Line[];
}

/** Say something at the table. */
export interface Say {
  do: "say";
  text: string;
  channel?: "table" | "team" | "watchers";
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** What a move scores, and from where. */
export interface ScoreSight {
  /** Counted on the table, a colour each. */
  points: number[];
  /** Where the markers of the seat's side stand then. */
  after: number[];
  /** How many bonus moves it earns. */
  bonus?: number;
  /** Points that no marker could take. */
  lost?: number;
  halves?: HalfSight[];
  pyramids?: PyramidSight[];
  symbols?: SymbolSight[];
}

/** The answer to `preview`. */
export interface Scored {
  is: "scored";
  key: string;
  v: number;
  move: string;
  score?: ScoreSight | null;
}

/** A seat. Open if it has neither `who` nor `bot`; with both, a bot plays for somebody. */
export interface SeatSight {
  who?: string | null;
  /** Left out for a bot's seat, and for somebody who has been deleted. */
  name?: string | null;
  bot?: "beginner" | "casual" | "expert" | "master" | "skilled" | null;
  /** Why the bot plays for somebody. */
  why?: "asked" | "away" | "late" | "left" | null;
  resigned?: boolean;
}

/** The secret of a link that somebody has followed. */
export interface Secret {
  secret: string;
}

/** What was agreed about a table. Who starts and whether partners may talk are options of the game. */
export interface Settings {
  /** The rules as text: `hex-team(start=2,talk=open)`. */
  game: string;
  /** Listed in the lobby, open to everyone; otherwise one needs a link. */
  public?: boolean;
  spectators?: boolean;
  /** Whether a guest may sit on several seats. */
  hot_seat?: boolean;
  /** How many games the series has. */
  games?: number;
  start_passes?: boolean;
  clock?: Live | Days | null;
  /** What happens to a seat whose time has run out. */
  late?: "bot" | "resign";
  /** Seconds that a seat to move may be away before a bot takes it; `null` waits for ever. Not by post. */
  grace?: number | null;
  /** The bot that takes seats over. */
  stand_in?: "beginner" | "casual" | "expert" | "master" | "skilled";
}

/** Sit down on an open seat; at a hot-seat table on several, one after the other. */
export interface Sit {
  do: "sit";
  seat: number;
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** A guest as others see them. */
export interface Somebody {
  id: string;
  name?: string | null;
}

/** Leave a seat of one's own before the start; it is open then. */
export interface Stand {
  do: "stand";
  seat: number;
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** Deal the first game. Anyone who sits, or the host, may, once no seat is open. */
export interface Start {
  do: "start";
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** A game after so many moves, as this guest may see it; everything is open once it is over. */
export interface Step {
  game: GameSight;
  yours: Yours;
}

/** One symbol of a played card, and the open cards that match: (seat, place from the oldest). */
export interface SymbolSight {
  colour: number;
  cards?: [number, number][];
}

/** What everyone who may look sees of the table around the game. */
export interface TableSight {
  id: string;
  settings: Settings;
  status: "open" | "over" | "playing";
  host: string;
  seats: SeatSight[];
  /** Who agreed to hints. */
  agreed?: string[];
  /** Whether hints are open now. */
  hints?: boolean;
  /** Whether one can go back: only bots and one screen play. */
  practice?: boolean;
  origin?: Origin | null;
  /** The table where people play on. */
  rematch?: string | null;
}

/** A page of a list of tables, the newest first; `more` asks for the next one. */
export interface Tables {
  tables: Listed[];
  more?: string | null;
}

/** Take one's seat back from the bot. */
export interface Take {
  do: "take";
  seat: number;
  key: string;
  /** The version that the client has seen; if the table has gone on since, the command is refused. */
  v?: number | null;
}

/** The step after the moves of an attempt, the last of which is the last of `game.moves`. */
export interface Tried {
  game: GameSight;
  yours: Yours;
  /** More is to be done in this step: a bonus move, or the question of an exchange. */
  goes_on?: boolean;
  /** What of the aim was not reached; left out if all was, or if it goes on. */
  missed?: "ahead" | "bonus" | "colours" | "points" | "pyramids" | "reaches" | "says" | "weakest" | "wins" | null;
}

/** The table as this guest sees it now. `game` is left out before the start. */
export interface View {
  is: "view";
  v: number;
  table: TableSight;
  yours: Yours;
  game?: GameSight | null;
}

/** Who one is here. */
export interface Welcome {
  id: string;
  name: string;
  /** For programs that asked for it, to be sent as `Authorization: Bearer`. */
  token?: string | null;
}

/** What only this guest sees. A guest on several seats (hot-seat) sees one rack at a time, that of `shown`: the seat to act if it is the guest's, else the guest's seat that acted last. When `shown` changes, the screen changes hands. */
export interface Yours {
  seats?: number[];
  shown?: number | null;
  rack?: number[];
  /** For each kind how many tiles are in the bag or hidden on racks, as far as this eye can tell. */
  unseen?: string;
  may_sit?: number[];
  /** Where this guest may speak now. */
  channels?: ("table" | "team" | "watchers")[];
}

export type Code = "already_started" | "bad_message" | "bad_settings" | "busy" | "failed" | "forbidden" | "game_over" | "hints_closed" | "illegal_move" | "no_bots" | "not_found" | "not_handed" | "not_over" | "not_practice" | "not_started" | "not_your_seat" | "not_your_turn" | "seat_taken" | "seats_open" | "series_over" | "stale" | "talk_closed" | "too_large" | "too_many" | "unauthorised" | "unavailable";

export type AnyCommand = Sit | Stand | Arrange | Leave | Start | Play | Resign | Hand | Take | Agree | Next | Rematch | Branch | Say | Mute | Look | Preview | Advise | History | Review | Ping;

export type AnyMessage = Hello | Ack | Refused | View | InStep | Presence | Said | Scored | Past | Advice | Reviewing | Reviewed | Pong | Closing;

export type Answer = Ack | Refused | Scored | Past | Advice | Reviewed | Pong | View | InStep;
