import { describe, expect, test } from "vitest";
import { readLaid, readTyped, writeLaid } from "../../src/board/moves";
import { piecesOn } from "../../src/board/pieces";
import { boardPlan } from "../../src/board/plan";
import { exactly, heatOf, linesOf, reckon, reckonCard, type ScoreLine } from "../../src/board/reckoning";
import { scoreSteps } from "../../src/board/steps";
import { boards, moment, sample, samples } from "./samples";

/** Lines as text in an order of their own; a line has no direction of reading. */
function asText(lines: readonly ScoreLine[]): string[] {
  return lines.map(({ colour, from, cells }) => `${colour}:${from}>${cells.join()}`).sort();
}

describe.each(boards)("a move of %s that was made", (_, { rules, moves, moments }) => {
  test("was previewed with the points and the lines that it then had", () => {
    let checked = 0;
    for (const { game } of Object.values(moments)) {
      const move = moves[game.made];
      const laid = move && readLaid(boardPlan(rules), move.move);
      if (!laid || !move.score || move.score.pyramids?.length) continue;
      const reckoned = reckon(rules, game, piecesOn(rules, game.board ?? "", moves), laid);
      expect(reckoned.points).toEqual(move.score.points);
      expect(asText(reckoned.lines)).toEqual(asText(linesOf(move.score)));
      if (reckoned.after) expect(reckoned.after).toEqual(move.score.after);
      expect(reckoned.move).toBe(move.move);
      checked++;
    }
    expect(checked).toBeGreaterThan(0);
  });

  test("lies there as one piece with its other half", () => {
    for (const { game } of Object.values(moments)) {
      const made = moves.slice(0, game.made);
      const { tiles, pyramids } = piecesOn(rules, game.board ?? "", made);
      const laid = made.filter((move) => readLaid(boardPlan(rules), move.move));
      expect(tiles.map((tile) => tile.move?.number)).toEqual(laid.map((move) => move.number));
      const raised = made.flatMap((move) => move.score?.pyramids ?? []).map(({ cell }) => cell);
      expect(pyramids).toEqual(raised.sort((a, b) => a - b));
    }
  });
});

test("halves of which no move is known lie alone, and moves of another game are passed over", () => {
  const { rules, game } = moment("hex-2");
  const { tiles } = piecesOn(rules, game.board ?? "", [{ number: 0, seat: 0, turn: 0, move: "rr a1 a2" }]);
  expect(tiles.length).toBeGreaterThan(0);
  expect(tiles.every(({ cells }) => cells.length === 1)).toBe(true);
});

test("a card is previewed by the potentials of its symbols", () => {
  const { rules, moves, moments } = sample("cards-3");
  const { game } = moments["start"] ?? { game: null };
  const [move] = moves;
  if (!game || !move?.score) throw new Error("the sample begins with a card");
  const reckoned = reckonCard(rules, game, move.move);
  expect(reckoned.points).toEqual(move.score.points);
  expect(reckoned.cards).toEqual(exactly(move.move, move.score).cards);
});

test("the steps of a score add up to its points", () => {
  for (const { moves, rules } of Object.values(samples)) {
    for (const { score } of moves) {
      if (!score) continue;
      const sum = scoreSteps(score).reduce((points, step) => points + step.points, 0);
      expect(sum).toBe(score.points.reduce((points, n) => points + n, 0));
      if (rules.family === "hex") expect(exactly("", score).after).toBe(score.after);
    }
  }
});

test("heat is greatest where a tile scores most, and nowhere but on open places", () => {
  const { rules, game, yours } = moment("hex-2");
  const plan = boardPlan(rules);
  const tile = rules.kinds[yours.rack?.[0] ?? 0] ?? "";
  const heat = heatOf(rules, game, tile);
  expect(Math.max(...heat)).toBe(1);
  const pieces = piecesOn(rules, game.board ?? "", []);
  heat.forEach((warmth, cell) => expect(warmth > 0 && !pieces.free[cell]).toBe(false));
  const hottest = plan.edges.filter(([a, b]) => heat[a] === 1 && heat[b] === 1);
  const points = hottest.map(([a, b]) =>
    Math.max(
      ...[tile, [...tile].reverse().join("")].map((colours) =>
        reckon(rules, game, pieces, { colours, cells: [a, b] }).points.reduce((sum, n) => sum + n, 0),
      ),
    ),
  );
  expect(Math.max(...points)).toBeGreaterThan(0);
});

describe("moves as text", () => {
  const { rules } = sample("hex-2");
  const plan = boardPlan(rules);

  test("are read as they are written", () => {
    for (const [, { rules: each, moves }] of boards) {
      for (const { move } of moves) {
        const laid = readLaid(boardPlan(each), move);
        if (laid) expect(writeLaid(boardPlan(each), laid)).toBe(move);
      }
    }
  });

  test("may be typed in any way that names a tile and two neighbours", () => {
    const [a, b] = [plan.cellOf.get("d5"), plan.cellOf.get("e5")];
    const kind = rules.kinds.indexOf("rg");
    for (const text of ["rg d5 e5", "RG D5,E5", "  rg-d5-e5 "]) {
      expect(readTyped(rules, plan, text)).toEqual({ kind, colours: "rg", cells: [a, b] });
    }
    expect(readTyped(rules, plan, "gr e5 d5")).toEqual({ kind, colours: "gr", cells: [b, a] });
    expect(readTyped(rules, null, "gr")).toEqual({ kind, colours: "gr", cells: null });
  });

  test("that are wrong are answered with what is wrong", () => {
    expect(readTyped(rules, plan, " ")).toBe("empty");
    expect(readTyped(rules, plan, "rx d5 e5")).toBe("tile");
    expect(readTyped(rules, plan, "rg d5")).toBe("cells");
    expect(readTyped(rules, plan, "rg d5 z9")).toBe("cells");
    expect(readTyped(rules, plan, "rg d5 d7")).toBe("apart");
    expect(readTyped(rules, plan, "rg d5 d5")).toBe("apart");
  });
});
