/** Hints and reviews as docs/review.md describes them: what the client reads of them. */

export interface Judged {
  move: string;
  share: number;
  loss: number;
  points: Record<string, number>;
  markers: number[];
  bonus_moves: number;
  reply: string | null;
}

export type Reason =
  | { kind: "exchange_missed" | "exchange_needless" }
  | { kind: "bonus_missed" | "markers_left"; played: number; better: number }
  | { kind: "lowest_left"; colours: string[]; played: number; better: number }
  | { kind: "points_missed"; points: Record<string, number> }
  | { kind: "gift"; seat: number; colour: string; played: number; better: number };

export interface HintDocument {
  measure: "win share" | "weakest colour";
  moves: Judged[];
  most_points: Judged | null;
  reasons: Reason[];
}

export interface ReviewedMove {
  number: number;
  turn: number;
  /** From 1, as is `number`. */
  seat: number;
  move: string;
  share: number | null;
  loss: number | null;
  mark: "?" | "??" | null;
  better: { move: string; share: number } | null;
  reasons: Reason[];
}

export interface ReviewDocument {
  measure: "win share" | "weakest colour";
  players: string[];
  moves: ReviewedMove[];
  summary: { seat: number; moves: number; marked: number; mean_loss: number }[];
  curve: { side: number; points: [number, number][] }[];
}
