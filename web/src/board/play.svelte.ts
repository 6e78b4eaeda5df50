/** What somebody at the table is about to do: the ghost, what it would score, and what is said about it. */

import { SvelteMap } from "svelte/reactivity";
import type { GameSight, MoveSight, RulesSight, ScoreSight, Yours } from "../protocol";
import { digits } from "./digits";
import { isWord, readLaid, readTyped, writeLaid, type Laid, type Misread } from "./moves";
import { piecesOn } from "./pieces";
import { act, atRest, coloursOf, renewed, type Act, type Ground, type Placing } from "./placing";
import { boardPlan } from "./plan";
import { exactly, heatOf, reckon, reckonCard, type Reckoning } from "./reckoning";
import type { Seat } from "./saying";

/** How long a ghost that follows the mouse has to rest before the server is asked about it. */
const REST = 120;

/** What a table shows and whom it asks. */
export interface Sights {
  rules: RulesSight;
  game: GameSight;
  yours: Yours;
  seats: readonly Seat[];
  moves: readonly MoveSight[];
  saving: string | null;
  /** A move that somebody suggests: it is looked at, not held. */
  look: string | null;
  preview: ((move: string) => Promise<ScoreSight | null>) | null;
  onplay: ((move: string) => void) | undefined;
}

export class Play {
  placing: Placing;
  private readonly known = new SvelteMap<string, ScoreSight>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private rackBefore = "";

  constructor(private readonly sights: () => Sights) {
    const { rules } = sights();
    this.placing = $state.raw(atRest(boardPlan(rules)));
  }

  // Parts of the placing by themselves: what shows one of them is not drawn again when another changes.
  readonly chosen = $derived.by(() => this.placing.chosen);
  readonly isSwapped = $derived.by(() => this.placing.swapped);
  readonly isPinned = $derived.by(() => this.placing.pinned);
  readonly focus = $derived.by(() => this.placing.focus);

  readonly isCards = $derived.by(() => this.sights().rules.family === "cards");

  /** Whether it is for this screen to decide now. */
  readonly isMine = $derived.by(() => {
    const { game, yours, seats, saving } = this.sights();
    const isOwn = game.actor !== null && (yours.seats ?? []).includes(game.actor);
    return isOwn && !seats[game.actor ?? 0]?.bot && saving === null;
  });

  readonly isLaying = $derived.by(() => {
    const { phase } = this.sights().game;
    return this.isMine && (phase === "place" || phase === "bonus") && this.rack.length > 0;
  });

  readonly rack = $derived.by(() => {
    const { rules, yours } = this.sights();
    return (yours.rack ?? []).map((kind) => rules.kinds[kind] ?? "");
  });

  readonly pieces = $derived.by(() => {
    const { rules, game, moves } = this.sights();
    return piecesOn(rules, game.board ?? "", moves);
  });

  readonly ground: Ground = $derived.by(() => {
    const { rules, game } = this.sights();
    return {
      plan: boardPlan(rules),
      places: this.isLaying ? digits(game.places ?? "") : [],
      rack: this.rack,
    };
  });

  /** For each cell whether the chosen tile may lie there; none while nothing is chosen. */
  readonly open: boolean[] | null = $derived.by(() => {
    if (!this.isLaying || this.chosen === null) return null;
    const { plan, places } = this.ground;
    return plan.edgesOf.map((edges) => edges.some((edge) => places[edge] === 1));
  });

  /** Whether only some of the free places are open, as on the first turn: they are pointed out more strongly. */
  readonly isFew = $derived.by(() => {
    const { plan, places } = this.ground;
    const { free } = this.pieces;
    return this.open !== null && plan.edges.some(([a, b], edge) => free[a] && free[b] && places[edge] !== 1);
  });

  /** For each cell how much the chosen tile could score there. */
  readonly heat = $derived.by(() => {
    const { rules, game } = this.sights();
    const tile = this.isLaying && !this.isCards ? this.rack[this.chosen ?? -1] : undefined;
    return tile === undefined ? null : heatOf(rules, game, tile);
  });

  /** What would be laid. */
  readonly ghost: Laid | null = $derived.by(() => {
    const { ghost } = this.placing;
    return ghost && this.isLaying ? { cells: ghost, colours: coloursOf(this.placing, this.ground) } : null;
  });

  /** My move that is on its way. */
  readonly saved: Laid | null = $derived.by(() => {
    const { rules, saving } = this.sights();
    return saving === null ? null : readLaid(boardPlan(rules), saving);
  });

  /** The chosen card, the symbol that counts first above the other. */
  readonly card: string | null = $derived.by(() => {
    const colours = this.isCards && this.isLaying ? coloursOf(this.placing, this.ground) : "";
    return colours || null;
  });

  readonly move: string | null = $derived.by(
    () => this.card ?? (this.ghost ? this.written(this.ghost) : null),
  );

  readonly reckoning: Reckoning | null = $derived.by(() =>
    this.move ? this.reckoned(this.move, this.ghost) : null,
  );

  /** The tile of a move that is looked at; nothing for a card or a word. */
  readonly lookedAt: Laid | null = $derived.by(() => {
    const { rules, look } = this.sights();
    return look === null || this.isCards ? null : readLaid(boardPlan(rules), look);
  });

  /** What a move that is looked at would score; nothing for a word. */
  readonly looked: Reckoning | null = $derived.by(() => {
    const { look } = this.sights();
    return look === null || isWord(look) ? null : this.reckoned(look, this.lookedAt);
  });

  /** The two orders of scoring, where they end differently. */
  readonly orders: Reckoning[] = $derived.by(() => {
    const both = [this.move, this.otherOrder].flatMap((move) => {
      const score = move && this.known.get(this.keyOf(move));
      return score ? [exactly(move, score)] : [];
    });
    const [one, two] = both;
    const isSame = !one || !two || (one.after?.join() === two.after?.join() && one.bonus === two.bonus);
    return isSame ? [] : both.sort((a, b) => a.move.localeCompare(b.move));
  });

  /** The same move scored the other way round, where the rules have such a thing. */
  private readonly otherOrder: string | null = $derived.by(() => {
    const { rules } = this.sights();
    if (this.card) return [...this.card].reverse().join("");
    if (!this.ghost || !rules.ordered_doubles || !isDouble(this.ghost.colours)) return null;
    const [first, second] = this.ghost.cells;
    const other: Laid = { ...this.ghost, cells: this.placing.swapped ? [first, second] : [second, first] };
    return writeLaid(boardPlan(rules), other);
  });

  /** The position or the rack has changed. */
  renew(): void {
    const rack = this.rack.join();
    this.placing = renewed(this.placing, this.ground, rack === this.rackBefore);
    this.rackBefore = rack;
  }

  /** A hand did something. */
  do(what: Act): void {
    if (what.do === "confirm") return this.confirm();
    const isSwap = this.isCards && what.do === "turn";
    this.placing = act(this.placing, isSwap ? { do: "swap" } : what, this.ground);
  }

  /** Take what was typed for a ghost; or why it cannot be. */
  type(text: string): Misread | "rack" | "place" | null {
    const { rules } = this.sights();
    const read = readTyped(rules, this.isCards ? null : boardPlan(rules), text);
    if (typeof read === "string") return read;
    const place = this.rack.indexOf(rules.kinds[read.kind] ?? "");
    if (place < 0) return "rack";
    if (!read.cells) {
      this.placing = { ...this.placing, chosen: place, swapped: this.rack[place] !== read.colours };
      return null;
    }
    const next = act(
      this.placing,
      { do: "lay", place, colours: read.colours, cells: read.cells },
      this.ground,
    );
    if (next === this.placing) return "place";
    this.placing = next;
    return null;
  }

  /** Say a word instead of laying. */
  say(word: string): void {
    if (this.isMine && isWord(word)) this.sights().onplay?.(word);
  }

  /** Ask the server what the ghost would score, once it rests. */
  ask(): () => void {
    const wanted = [this.move, this.otherOrder, this.looked?.move ?? null].filter((move) => move !== null);
    const isResting = this.isPinned || this.isCards;
    this.timer = setTimeout(() => wanted.forEach((move) => void this.askFor(move)), isResting ? 0 : REST);
    return () => clearTimeout(this.timer);
  }

  private async askFor(move: string): Promise<void> {
    const { preview } = this.sights();
    const key = this.keyOf(move);
    if (!preview || this.known.has(key)) return;
    const score = await preview(move).catch(() => null);
    if (score) this.known.set(key, score);
  }

  private confirm(): void {
    if (this.move) this.sights().onplay?.(this.move);
    else if (this.placing.chosen !== null)
      this.do({ do: "drop", at: this.ground.plan.centres[this.placing.focus] ?? [0, 0] });
  }

  /** Halves of a double look alike; swapped, the other one is named first. */
  private written(laid: Laid): string {
    const [first, second] = laid.cells;
    const isTurned = isDouble(laid.colours) && this.placing.swapped;
    return writeLaid(boardPlan(this.sights().rules), isTurned ? { ...laid, cells: [second, first] } : laid);
  }

  private reckoned(move: string, laid: Laid | null): Reckoning {
    const { rules, game } = this.sights();
    const score = this.known.get(this.keyOf(move));
    if (score) return exactly(move, score);
    return laid ? { ...reckon(rules, game, this.pieces, laid), move } : reckonCard(rules, game, move);
  }

  private keyOf(move: string): string {
    const { number, made } = this.sights().game;
    return `${number}/${made}/${move}`;
  }
}

function isDouble(colours: string): boolean {
  return colours[0] === colours[1];
}
