/** What a lesson says about an attempt: from the words of its step, and from the score that the server explained. */

import { coloursText, colourName, pointsText, type Seat } from "../../board/saying";
import { weakest } from "../../board/sheets";
import type { MoveSight, RulesSight } from "../../protocol";
import type { StepState } from "../../state/lessons.svelte";
import { tell } from "../../words/lessons.svelte";
import { language, t } from "../../words/words.svelte";

/** Who sits at a lesson's table: the learner, a partner perhaps, and others. */
export function seatsOf(rules: RulesSight): Seat[] {
  const others = rules.sides.filter((side) => side !== rules.sides[0]).length;
  let count = 0;
  return rules.sides.map((side, seat) => {
    if (seat === 0) return { name: t("lesson.you"), you: true };
    if (side === rules.sides[0]) return { name: t("lesson.partner") };
    count += 1;
    return { name: others > 1 ? t("lesson.opponent_number", { n: count }) : t("lesson.opponent") };
  });
}

/** What the step has to say once its aim is reached, or what was missed. */
export function verdict(words: string, rules: RulesSight, trial: StepState): string {
  const missed = trial.tried?.missed;
  if (!missed) return tell(`${words}.done`);
  const { aim } = trial.step;
  const colour = aim.colour ? colourName(aim.colour) : "";
  const markers = trial.game.tracks[0] ?? [];
  const low = weakest(markers);
  return tell(`miss.${missed}`, {
    n: Number(aim[missed]),
    colour,
    where: aim.colour ? ` (${colour})` : "",
    weak: coloursText(rules, low.colours),
    low: low.value,
  });
}

/** Where the points of a move came from, a sentence for each half, pyramid or symbol that scored. */
export function explained(rules: RulesSight, { score }: MoveSight): string[] {
  if (!score) return [];
  const name = (colour: number): string => colourName(rules.colours[colour] ?? "");
  const list = new Intl.ListFormat(language());
  const halves = (score.halves ?? []).flatMap(({ colour, lines = [] }) => {
    const lengths = lines.map((cells) => cells.length);
    const points = lengths.reduce((sum, length) => sum + length, 0);
    const words = {
      colour: name(colour),
      points,
      n: lengths.length,
      lines: list.format(lengths.map(String)),
    };
    return points ? [t("lesson.half", words)] : [];
  });
  const symbols = (score.symbols ?? []).flatMap(({ colour, cards = [] }) =>
    cards.length ? [t("lesson.symbol", { colour: name(colour), n: cards.length })] : [],
  );
  const pyramids = score.pyramids?.length
    ? [
        t("lesson.pyramids", {
          n: score.pyramids.length,
          points: pointsText(rules, pyramidPoints(rules, score)),
        }),
      ]
    : [];
  const lost = score.lost ? [t("lesson.lost", { n: score.lost })] : [];
  return [...halves, ...symbols, ...pyramids, ...lost];
}

/** What pyramids brought: all points of the move less those of its halves. */
function pyramidPoints(rules: RulesSight, score: NonNullable<MoveSight["score"]>): number[] {
  const points = [...score.points];
  for (const { colour, lines = [] } of score.halves ?? [])
    points[colour] = (points[colour] ?? 0) - lines.reduce((sum, cells) => sum + cells.length, 0);
  return points.slice(0, rules.colours.length);
}

/** The whole answer, for those who listen. */
export function answerText(words: string, rules: RulesSight, trial: StepState): string {
  const lines = trial.made.flatMap((move) => explained(rules, move));
  const said = `${t(trial.isReached ? "lesson.right" : "lesson.not_yet")} ${verdict(words, rules, trial)}`;
  return [said, ...lines].join("; ");
}
