/** Shows how the newest move scored, step by step: briefly, and at once gone if anybody does something. */

import type { MoveSight } from "../protocol";
import { scoreSteps, STEP, type ScoreStep } from "./steps";

export class Playback {
  /** What has been shown so far of a score. */
  steps = $state.raw<ScoreStep[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Show a move's score; where motion is not wanted, all of it at once. */
  show(move: MoveSight): void {
    this.skip();
    const steps = move.score ? scoreSteps(move.score) : [];
    if (!steps.length) return;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.advance(steps, isStill ? steps.length : 1);
  }

  skip(): void {
    clearTimeout(this.timer);
    if (this.steps.length) this.steps = [];
  }

  private advance(steps: ScoreStep[], count: number): void {
    this.steps = steps.slice(0, count);
    const next = count < steps.length ? () => this.advance(steps, count + 1) : () => this.linger();
    this.timer = setTimeout(next, STEP);
  }

  /** The whole stays a little, so that the eye can take it in; nothing waits for it. */
  private linger(): void {
    this.timer = setTimeout(() => (this.steps = []), 4 * STEP);
  }
}
