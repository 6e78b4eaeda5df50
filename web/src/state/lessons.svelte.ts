/** Learning: which steps are done, on this device alone, and the step that is tried out now. */

import { api, Refusal } from "../connection/api";
import type { LessonSight, LessonStep, MoveSight, RulesSight, ScoreSight, Tried } from "../protocol";
import { recall, remember } from "./kept";

type Done = Record<string, string[]>;

/** The steps of a lesson that somebody has done here. */
export function doneSteps(lesson: string): readonly string[] {
  return recall<Done>("lessons", {})[lesson] ?? [];
}

function keepDone(lesson: string, step: string): void {
  const done = recall<Done>("lessons", {});
  const before = done[lesson] ?? [];
  if (!before.includes(step)) remember("lessons", { ...done, [lesson]: [...before, step] });
}

/** Where to go on: the number of the first step that is not done, from 1; from the start when all are. */
export function resumeAt(steps: readonly { name: string }[], done: readonly string[]): number {
  return (
    1 +
    Math.max(
      0,
      steps.findIndex(({ name }) => !done.includes(name)),
    )
  );
}

/** One step of a lesson, and what was tried there. */
export class StepState {
  moves = $state.raw<string[]>([]);
  tried = $state.raw<Tried | null>(null);
  /** A move that is on its way. */
  saving = $state<string | null>(null);
  trouble = $state<string | null>(null);
  private readonly known = new Map<string, Promise<Tried>>();

  constructor(
    private readonly lesson: LessonSight,
    readonly number: number,
    readonly step: LessonStep,
  ) {}

  readonly game = $derived.by(() => this.tried?.game ?? this.step.game);
  /** One's own tiles. Once there is an answer nobody may act: alone, the next tile would be one's own again. */
  readonly yours = $derived.by(() => {
    const yours = this.tried?.yours ?? this.step.yours;
    return this.isAnswered ? { ...yours, seats: [] } : yours;
  });
  /** Whether there is an answer, so that nothing more can be tried before beginning again. */
  readonly isAnswered = $derived.by(() => this.tried !== null && !this.tried.goes_on);
  readonly isReached = $derived.by(() => this.isAnswered && !this.tried?.missed);
  /** The moves of the attempt as they were scored. */
  readonly made: readonly MoveSight[] = $derived.by(() =>
    (this.game.moves ?? []).slice(this.step.game.moves?.length ?? 0),
  );
  /** The next move of the example, while the attempt has room for it. */
  readonly example = $derived.by(() => (this.isAnswered ? undefined : this.step.example[this.moves.length]));

  async play(move: string): Promise<void> {
    if (this.saving !== null || this.isAnswered) return;
    this.saving = move;
    this.trouble = null;
    const moves = [...this.moves, move];
    try {
      const tried = await this.attempt(moves);
      this.moves = moves;
      this.tried = tried;
      if (this.isReached) keepDone(this.lesson.name, this.step.name);
    } catch (error) {
      this.trouble = error instanceof Refusal ? error.code : "failed";
    } finally {
      this.saving = null;
    }
  }

  async preview(move: string): Promise<ScoreSight | null> {
    const { game } = await this.attempt([...this.moves, move]);
    return game.moves?.at(-1)?.score ?? null;
  }

  /** Begin the step again. */
  again(): void {
    this.moves = [];
    this.tried = null;
    this.trouble = null;
  }

  /** An attempt has one answer: what was looked at before it was played needs no second question. */
  private attempt(moves: readonly string[]): Promise<Tried> {
    const key = moves.join();
    const before = this.known.get(key);
    if (before) return before;
    const asked = api.tryStep(this.lesson.name, this.number, moves);
    this.known.set(key, asked);
    asked.catch(() => this.known.delete(key));
    return asked;
  }
}

/** A lesson with what its numbers mean. */
export async function fetchLesson(name: string): Promise<{ lesson: LessonSight; rules: RulesSight }> {
  const lesson = await api.lesson(name);
  return { lesson, rules: await api.rules(lesson.rules) };
}
