import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Line, MANNERS, type LineState } from "../src/connection/line";
import type { Connect, Hearing } from "../src/connection/transport";
import type { Ack, AnyMessage, InStep, Refused, View } from "../src/protocol";

/** The server's end of a line: what was sent, and a way to answer or to fall silent. */
class Wire {
  readonly sent: { do: string; key: string; v?: number }[] = [];
  isClosed = false;

  constructor(
    readonly version: number | null,
    private readonly hearing: Hearing,
  ) {}

  open(): void {
    this.hearing.opened();
  }

  say(message: AnyMessage): void {
    this.hearing.heard(JSON.stringify(message));
  }

  drop(code = 1006): void {
    this.hearing.closed(code);
  }

  commands(kind: string): string[] {
    return this.sent.filter((each) => each.do === kind).map((each) => each.key);
  }
}

const view = (v: number): View => ({
  is: "view",
  v,
  table: { id: "t", settings: { game: "hex" }, status: "open", host: "h", seats: [] },
  yours: {},
});
const ack = (key: string, v: number): Ack => ({ is: "ack", key, v });

let sockets: Wire[];
let streams: Wire[];
let views: number[];
let states: LineState[];
let line: Line;

function connectTo(wires: Wire[]): Connect {
  return (_, version, hearing) => {
    const wire = new Wire(version, hearing);
    wires.push(wire);
    return {
      send: (text) => wire.sent.push(JSON.parse(text) as Wire["sent"][number]),
      close: () => (wire.isClosed = true),
    };
  };
}

function last(wires: Wire[]): Wire {
  const wire = wires.at(-1);
  if (!wire) throw new Error("nobody has connected");
  return wire;
}

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, streams, views, states] = [[], [], [], []];
  line = new Line(
    "t",
    {
      viewed: (seen) => views.push(seen.v),
      heard: () => undefined,
      changed: (state) => states.push(state),
      waiting: () => undefined,
    },
    { ...MANNERS, chance: () => 1 },
    connectTo(sockets),
    connectTo(streams),
  );
});

afterEach(() => {
  line.close();
  vi.useRealTimers();
});

/** A line that is open and has seen version 5. */
function live(): Wire {
  const wire = last(sockets);
  wire.open();
  wire.say({ is: "hello", you: "me", now: 0 });
  wire.say(view(5));
  return wire;
}

describe("commands", () => {
  it("are sent again with the same key after 2.5 seconds, until they are answered", async () => {
    const wire = live();
    const answer = line.do({ do: "play", v: 5, move: "rg d5 e5" });
    vi.advanceTimersByTime(2500);
    expect(wire.commands("play")).toHaveLength(2);
    const [key, again] = wire.commands("play");
    expect(again).toBe(key);
    wire.say(ack(key ?? "", 6));
    expect(await answer).toEqual(ack(key ?? "", 6));
    vi.advanceTimersByTime(8000);
    expect(wire.commands("play")).toHaveLength(2);
  });

  it("survive the loss of the line", async () => {
    const answer = line.do({ do: "play", v: 5, move: "pass" });
    live().drop();
    vi.advanceTimersByTime(MANNERS.again);
    const wire = last(sockets);
    expect(wire.version).toBe(5);
    wire.open();
    const [key] = wire.commands("play");
    wire.say(ack(key ?? "", 6));
    expect((await answer).is).toBe("ack");
  });

  it("that make bots think are not repeated by impatience, only after a loss", () => {
    const wire = live();
    void line.do({ do: "review" });
    vi.advanceTimersByTime(2400);
    wire.say({ is: "pong", key: "p", now: 0 });
    vi.advanceTimersByTime(2400);
    expect(wire.commands("review")).toHaveLength(1);
    wire.drop();
    vi.advanceTimersByTime(MANNERS.again);
    last(sockets).open();
    expect(last(sockets).commands("review")).toHaveLength(1);
  });

  it("that came too often wait as long as the server says", () => {
    const wire = live();
    void line.do({ do: "say", text: "hello" });
    const [key = ""] = wire.commands("say");
    const refused: Refused = { is: "refused", code: "too_many", key, again: 4000 };
    wire.say(refused);
    vi.advanceTimersByTime(3500);
    expect(wire.commands("say")).toHaveLength(1);
    wire.say({ is: "pong", key: "p", now: 0 });
    vi.advanceTimersByTime(1000);
    expect(wire.commands("say")).toHaveLength(2);
  });

  it("that are refused end with the refusal", async () => {
    const wire = live();
    const answer = line.do({ do: "sit", seat: 1 });
    const [key = ""] = wire.commands("sit");
    wire.say({ is: "refused", code: "seat_taken", key });
    expect(await answer).toMatchObject({ is: "refused", code: "seat_taken" });
  });
});

describe("views", () => {
  it("replace what was known, and older ones are ignored", () => {
    const wire = live();
    wire.say(view(7));
    wire.say(view(6));
    wire.say(view(7));
    expect(views).toEqual([5, 7, 7]);
  });
});

describe("a line", () => {
  it("that does not answer a ping for 8 seconds is replaced, and the version is named", () => {
    const wire = live();
    vi.advanceTimersByTime(10_000);
    expect(wire.commands("ping")).toHaveLength(1);
    vi.advanceTimersByTime(7500);
    expect(wire.isClosed).toBe(false);
    vi.advanceTimersByTime(500);
    expect(wire.isClosed).toBe(true);
    expect(states).toEqual(["live", "lost"]);
    vi.advanceTimersByTime(MANNERS.again);
    expect(last(sockets).version).toBe(5);
    const inStep: InStep = { is: "in_step", v: 5 };
    last(sockets).open();
    last(sockets).say(inStep);
    expect(states).toEqual(["live", "lost", "live"]);
  });

  it("that does not answer a command is replaced without waiting for a ping", () => {
    const wire = live();
    vi.advanceTimersByTime(1000);
    void line.do({ do: "play", v: 5, move: "pass" });
    vi.advanceTimersByTime(7500);
    expect(wire.isClosed).toBe(false);
    vi.advanceTimersByTime(500);
    expect(wire.commands("ping")).toHaveLength(0);
    expect(wire.isClosed).toBe(true);
  });

  it("on which anything comes lives, and a bot may think as long as it likes", () => {
    const wire = live();
    void line.do({ do: "advise" });
    for (let n = 0; n < 6; n += 1) {
      vi.advanceTimersByTime(10_000);
      wire.say({ is: "pong", key: "p", now: 0 });
    }
    expect(wire.commands("ping")).toHaveLength(6);
    expect(states).toEqual(["live"]);
  });

  it("waits longer after every failure, with a limit", () => {
    live().drop();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const before = Date.now();
      const count = sockets.length + streams.length;
      while (sockets.length + streams.length === count) vi.advanceTimersByTime(50);
      waits.push(Date.now() - before);
      last(streams.length ? streams : sockets).drop();
    }
    expect(waits.slice(0, 3)).toEqual([300, 600, 1200]);
    expect(Math.max(...waits)).toBeLessThanOrEqual(MANNERS.longest + 50);
  });

  it("falls back to events where sockets never open", () => {
    for (let attempt = 0; attempt < 4; attempt += 1) {
      last(sockets).drop();
      vi.advanceTimersByTime(MANNERS.longest);
    }
    expect(sockets).toHaveLength(4);
    last(streams).open();
    last(streams).say(view(1));
    expect(states).toEqual(["live"]);
  });

  it("comes back when the server says", () => {
    const wire = live();
    wire.say({ is: "closing", code: "restart", again: 5000 });
    wire.drop(1012);
    vi.advanceTimersByTime(5000);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(MANNERS.again);
    expect(sockets).toHaveLength(2);
  });

  it("that is refused stays closed, and says why", () => {
    const wire = last(sockets);
    wire.open();
    wire.say({ is: "refused", code: "not_found" });
    wire.drop(4404);
    vi.advanceTimersByTime(60_000);
    expect(states).toEqual(["refused"]);
    expect(sockets).toHaveLength(1);
  });

  it("that slept with the page is probed, and replaced if it does not answer soon", () => {
    const wire = live();
    line.probe();
    expect(wire.commands("ping")).toHaveLength(1);
    vi.advanceTimersByTime(MANNERS.resend);
    expect(wire.isClosed).toBe(true);
  });
});
