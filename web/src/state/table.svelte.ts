/** The table I look at: its newest view, its moves, what was said, and how the line is. */

import { api, Refusal } from "../connection/api";
import { Line, type Command, type LineState } from "../connection/line";
import type {
  AnyMessage,
  Answer,
  GameSight,
  Line as Said,
  MoveSight,
  Presence,
  Refused,
  RulesSight,
  ScoreSight,
  View,
} from "../protocol";
import { noteSeal } from "./seals";

/** How long "back" is shown after a loss. */
const BACK_SHOWN = 2500;
/** What is not acknowledged after so long is said to be not saved yet. */
const UNSAVED_AFTER = 700;

export type Trouble = Refused["code"] | null;

export class TableState {
  view = $state.raw<View | null>(null);
  rules = $state.raw<RulesSight | null>(null);
  moves = $state.raw<MoveSight[]>([]);
  said = $state.raw<Said[]>([]);
  muted = $state.raw<ReadonlySet<string>>(new Set());
  presence = $state.raw<Presence | null>(null);
  line = $state<LineState>("connecting");
  why = $state<Trouble>(null);
  isBack = $state(false);
  isUnsaved = $state(false);
  /** My move that is on its way. */
  saving = $state<string | null>(null);
  trouble = $state<Trouble>(null);
  /** How far a review has come, from 0 to 1. */
  reviewing = $state<number | null>(null);
  /** The server's clock less this one's. */
  ahead = $state(0);

  private readonly connection: Line;
  private wasLost = false;
  private unsaved: ReturnType<typeof setTimeout> | undefined;
  private asking = false;

  constructor(readonly id: string) {
    this.connection = new Line(id, {
      viewed: (view) => this.viewed(view),
      heard: (message) => this.heard(message),
      changed: (state, why) => this.changed(state, why),
      waiting: (count) => this.waiting(count),
    });
  }

  close(): void {
    clearTimeout(this.unsaved);
    this.connection.close();
  }

  probe(): void {
    this.connection.probe();
  }

  /** Have something done; a refusal is kept as `trouble` until the next command. */
  async do(command: Command): Promise<Answer> {
    this.trouble = null;
    const answer = await this.connection.do(command);
    if (answer.is === "refused") this.trouble = answer.code;
    return answer;
  }

  /** Make a move in view of what is shown now. */
  async play(move: string): Promise<void> {
    if (this.saving !== null || !this.view) return;
    this.saving = move;
    const answer = await this.do({ do: "play", v: this.view.v, move });
    if (answer.is !== "ack" || (this.view?.v ?? 0) >= answer.v) this.saving = null;
  }

  async preview(move: string): Promise<ScoreSight | null> {
    const answer = await this.connection.do({ do: "preview", move });
    return answer.is === "scored" ? (answer.score ?? null) : null;
  }

  private viewed(view: View): void {
    const before = this.view;
    this.view = view;
    if (view.game && view.game.number !== before?.game?.number) noteSeal(this.id, view.game);
    if (this.saving !== null && before && view.v > before.v) this.saving = null;
    if (before?.table.settings.game !== view.table.settings.game || !this.rules) void this.learn(view);
    if (view.game) this.follow(view.game, before?.game ?? null);
  }

  private async learn(view: View): Promise<void> {
    try {
      this.rules = await api.rules(view.table.settings.game);
    } catch (error) {
      // The line is lost as well, then: the view that comes after it asks again.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** Views have the last moves only: add them to what is known, and ask for what is missing. */
  private follow(game: GameSight, before: GameSight | null): void {
    const known = before && before.number === game.number ? this.moves : [];
    this.moves = merged(known, game.moves ?? []);
    const gap = this.moves.findIndex((move, number) => move.number !== number);
    if ((gap >= 0 || this.moves.length < game.made) && !this.asking)
      void this.askFor(gap < 0 ? this.moves.length : gap);
  }

  private async askFor(since: number): Promise<void> {
    this.asking = true;
    const answer = await this.connection.do({ do: "history", since });
    this.asking = false;
    if (answer.is === "past" && answer.game === this.view?.game?.number)
      this.moves = merged(this.moves, answer.moves);
  }

  private heard(message: AnyMessage): void {
    switch (message.is) {
      case "hello":
        this.ahead = message.now - Date.now();
        break;
      case "presence":
        this.presence = message;
        break;
      case "said":
        this.said = [...new Map([...this.said, ...message.lines].map((line) => [line.id, line])).values()];
        break;
      case "reviewing":
        this.reviewing = message.done / Math.max(1, message.of);
        break;
    }
  }

  /** Hear nothing more of somebody, or hear them again. */
  async mute(guest: string, on: boolean): Promise<void> {
    const answer = await this.do({ do: "mute", guest, on });
    if (answer.is !== "ack") return;
    const muted = new Set(this.muted);
    if (on) muted.add(guest);
    else muted.delete(guest);
    this.muted = muted;
  }

  private changed(state: LineState, why: Trouble): void {
    this.line = state;
    this.why = why;
    if (state === "lost") this.wasLost = true;
    if (state === "live" && this.wasLost) {
      this.wasLost = false;
      this.isBack = true;
      setTimeout(() => (this.isBack = false), BACK_SHOWN);
    }
  }

  private waiting(count: number): void {
    clearTimeout(this.unsaved);
    if (count === 0) this.isUnsaved = false;
    else if (this.saving !== null)
      this.unsaved = setTimeout(() => (this.isUnsaved = this.saving !== null), UNSAVED_AFTER);
  }
}

/** Moves by their number, each once. */
export function merged(known: readonly MoveSight[], more: readonly MoveSight[]): MoveSight[] {
  const by = new Map(known.map((move) => [move.number, move]));
  for (const move of more) by.set(move.number, move);
  return [...by.values()].sort((a, b) => a.number - b.number);
}
