/**
 * A line to one table that heals itself: what is not answered is sent again with the same key, a line that does
 * not answer is replaced, and after any loss the whole view comes anew. It draws nothing and decides nothing.
 */

import { PROTOCOL } from "../protocol";
import type { AnyCommand, AnyMessage, Answer, Refused, View } from "../protocol";
import { newKey } from "./api";
import { byEvents, bySocket, type Connect, type Transport } from "./transport";

/** `lost`: it was there and is being looked for. `refused`: it will not come back by itself. */
export type LineState = "connecting" | "live" | "lost" | "refused";

type Unkeyed<C> = C extends AnyCommand ? Omit<C, "key"> : never;
/** A command as the screens know it; the line gives it its key. */
export type Command = Unkeyed<AnyCommand>;

export interface Listener {
  viewed(view: View): void;
  /** Whatever else comes without having been asked for. */
  heard(message: AnyMessage): void;
  changed(state: LineState, why: Refused["code"] | null): void;
  /** How many commands have not been answered yet. */
  waiting(count: number): void;
}

export interface Manners {
  resend: number;
  ping: number;
  /** How long nothing may come after something was asked. */
  dead: number;
  /** The first wait before connecting again; it doubles up to `longest`. */
  again: number;
  longest: number;
  /** A number from 0 to 1, so that a thousand browsers do not come back in the same moment. */
  chance(): number;
}

export const MANNERS: Manners = {
  resend: 2500,
  ping: 10_000,
  dead: 8000,
  again: 300,
  longest: 8000,
  chance: Math.random,
};

const THINKING = new Set(["advise", "review"]);
/** So many sockets in a row that never opened mean that something in between wants none. */
const SOCKETS_TRIED = 4;

interface Waiting {
  text: string;
  sentAt: number;
  /** Bots think for longer than a message takes: sent again after a loss only. */
  isThinking: boolean;
  answer: (message: Answer) => void;
}

export class Line {
  state: LineState = "connecting";
  private version: number | null = null;
  private transport: Transport | null = null;
  private isOpen = false;
  /** Since when nothing has come although something should; null: the line owes nothing. */
  private askedAt: number | null = null;
  private pingedAt = 0;
  private attempts = 0;
  private neverOpened = 0;
  private refusal: Refused["code"] | null = null;
  private comeBackIn = 0;
  private readonly waiting = new Map<string, Waiting>();
  private retry: ReturnType<typeof setTimeout> | undefined;
  private readonly tick: ReturnType<typeof setInterval>;

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
    private readonly manners: Manners = MANNERS,
    private readonly socket: Connect = bySocket(PROTOCOL),
    private readonly events: Connect = byEvents(),
  ) {
    this.tick = setInterval(() => this.mind(), 500);
    this.connect();
  }

  /** Have something done; the answer comes however often the line breaks in between. */
  do(command: Command): Promise<Answer> {
    const key = newKey();
    const text = JSON.stringify({ ...command, key });
    return new Promise((answer) => {
      const isThinking = THINKING.has(command.do);
      this.waiting.set(key, { text, sentAt: Date.now(), isThinking, answer });
      this.listener.waiting(this.waiting.size);
      if (!this.isOpen) return;
      if (!isThinking) this.asked();
      this.transport?.send(text);
    });
  }

  /** Is the line what it seems? Phones keep dead sockets open while a page sleeps. */
  probe(): void {
    if (this.state === "refused") return;
    if (!this.isOpen) return this.connect();
    this.ping();
    this.askedAt = Date.now() - this.manners.dead + this.manners.resend;
  }

  close(): void {
    clearInterval(this.tick);
    clearTimeout(this.retry);
    this.transport?.close();
    this.transport = null;
    this.isOpen = false;
  }

  private connect(): void {
    clearTimeout(this.retry);
    this.transport?.close();
    this.isOpen = false;
    this.askedAt = Date.now();
    const way = this.neverOpened >= SOCKETS_TRIED ? this.events : this.socket;
    let isCurrent = true;
    const transport = way(this.table, this.version, {
      opened: () => isCurrent && this.opened(),
      heard: (text) => isCurrent && this.hear(text),
      closed: (code) => {
        if (isCurrent) this.lost(code);
      },
    });
    this.transport = {
      send: (text) => transport.send(text),
      close: () => {
        isCurrent = false;
        transport.close();
      },
    };
  }

  private opened(): void {
    this.isOpen = true;
    this.neverOpened = 0;
    this.pingedAt = Date.now();
    for (const waiting of this.waiting.values()) this.send(waiting);
  }

  private send(waiting: Waiting): void {
    waiting.sentAt = Date.now();
    if (!waiting.isThinking) this.asked();
    this.transport?.send(waiting.text);
  }

  private hear(text: string): void {
    this.askedAt = null;
    const message = JSON.parse(text) as AnyMessage;
    switch (message.is) {
      case "view":
        this.become("live");
        if (this.version === null || message.v >= this.version) {
          this.version = message.v;
          this.listener.viewed(message);
        }
        break;
      case "in_step":
        this.become("live");
        break;
      case "closing":
        this.comeBackIn = message.again ?? 0;
        if (message.code === "gone") this.refusal = "forbidden";
        break;
      case "refused":
        if (!message.key) this.refusal = message.code;
        break;
      case "ack":
      case "pong":
        break;
      default:
        this.listener.heard(message);
    }
    this.settle(message);
  }

  private settle(message: AnyMessage): void {
    const key = "key" in message ? message.key : null;
    if (!key || message.is === "reviewing") return;
    const waiting = this.waiting.get(key);
    if (!waiting) return;
    if (message.is === "refused" && message.code === "too_many") {
      waiting.sentAt = Date.now() - this.manners.resend + (message.again ?? this.manners.resend);
      waiting.isThinking = false;
      return;
    }
    this.waiting.delete(key);
    this.listener.waiting(this.waiting.size);
    waiting.answer(message as Answer);
  }

  private lost(code: number): void {
    const wasOpen = this.isOpen;
    this.isOpen = false;
    this.transport = null;
    if (!wasOpen) this.neverOpened += 1;
    if (code === 4400 || code === 4401 || code === 4403 || code === 4404 || this.refusal === "forbidden") {
      this.become("refused", this.refusal ?? "not_found");
      return;
    }
    this.refusal = null;
    this.become(this.state === "connecting" ? "connecting" : "lost");
    const wait = Math.min(this.manners.longest, this.manners.again * 2 ** this.attempts);
    this.attempts += 1;
    const jittered = this.comeBackIn + wait * (0.5 + this.manners.chance() / 2);
    this.comeBackIn = 0;
    this.retry = setTimeout(() => this.connect(), jittered);
  }

  private mind(): void {
    const now = Date.now();
    if (!this.transport) return;
    if (this.askedAt !== null && now - this.askedAt >= this.manners.dead) {
      this.transport.close();
      return this.lost(0);
    }
    if (!this.isOpen) return;
    if (now - this.pingedAt >= this.manners.ping) this.ping();
    for (const waiting of this.waiting.values())
      if (!waiting.isThinking && now - waiting.sentAt >= this.manners.resend) this.send(waiting);
  }

  private asked(): void {
    this.askedAt ??= Date.now();
  }

  private ping(): void {
    this.pingedAt = Date.now();
    this.asked();
    this.transport?.send(JSON.stringify({ do: "ping", key: newKey() }));
  }

  private become(state: LineState, why: Refused["code"] | null = null): void {
    if (state === "live") this.attempts = 0;
    if (state === this.state) return;
    this.state = state;
    this.listener.changed(state, why);
  }
}
