"""What the games of an arena say, in numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from statistics import fmean

from .arena import GameResult, Pairing, Plan, fair_share, seatings
from .estimates import Estimate, mean_estimate, share_estimate
from .external import Faults
from .ratings import rate
from .roster import is_program


@dataclass(frozen=True, slots=True)
class Played:
    """How an entrant played in the games of one pairing."""

    bot: str
    score: float
    """The mean of its scores: weakest colour, or markers in the duel."""
    ms: float
    """Milliseconds a move."""


@dataclass(frozen=True, slots=True)
class PairingSummary:
    """Two bots that met."""

    first: Played
    second: Played
    deals: int
    games: int
    share: Estimate
    """The first bot's share of the wins."""


@dataclass(frozen=True, slots=True)
class SoloSummary:
    """A bot that played alone."""

    bot: str
    deals: int
    score: Estimate
    ms: float


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much a bot's solo score is above another's, deal by deal."""

    first: str
    second: str
    deals: int
    score: Estimate


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's rating among those that took part."""

    bot: str
    rating: Estimate


@dataclass(frozen=True, slots=True)
class FaultSummary:
    """How often another program failed in all its games."""

    bot: str
    moves: int
    faults: Faults


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything that a run tells; parts that do not apply are empty."""

    game: str
    seed: int
    planned_deals: int
    score: str
    """What scores are: `weakest` colours, or in the duel `markers`."""
    fair_share: float
    """What the first bot of a pairing would get if both were equal."""
    pairings: tuple[PairingSummary, ...]
    ratings: tuple[Rating, ...]
    """Of more than two bots, the best first."""
    solos: tuple[SoloSummary, ...]
    differences: tuple[Difference, ...]
    programs: tuple[FaultSummary, ...]
    """Other programs that took part."""


class _Results:
    """The games of one pairing, in the plan's order whatever the order in which they were finished."""

    def __init__(self, pairing: Pairing, games: Iterable[GameResult]) -> None:
        self.pairing = pairing
        self.games = sorted(games, key=lambda game: (game.deal, game.seating))
        by_deal = [(deal, list(played)) for deal, played in groupby(self.games, lambda game: game.deal)]
        # The first entrant's share and score, by deal.
        self.shares = {deal: fmean(game.share(0) for game in played) for deal, played in by_deal}
        self.scores = {deal: fmean(game.score(0) for game in played) for deal, played in by_deal}

    def played(self, who: int) -> Played:
        moves, seconds = map(sum, zip(*(game.effort(who) for game in self.games), strict=True))
        score = fmean(game.score(who) for game in self.games)
        return Played(self.pairing[who].label, score, 1000 * seconds / moves)


def summarise(plan: Plan, games: Sequence[GameResult]) -> Summary:
    """Sum up the games of a plan, all or those that were finished; a pairing without any is left out."""
    by_pairing: dict[Pairing, list[GameResult]] = {pairing: [] for pairing in plan.pairings}
    for game in games:
        by_pairing[game.pairing].append(game)
    finished = [_Results(pairing, played) for pairing, played in by_pairing.items() if played]
    solo = plan.rules.players == 1
    return Summary(
        str(plan.rules),
        plan.seed,
        plan.deals,
        "markers" if plan.rules.game.duel else "weakest",
        fair_share(plan.rules),
        () if solo else tuple(_pairing(plan, result) for result in finished),
        _ratings(plan, finished) if not solo and len(plan.entrants) > 2 and finished else (),
        tuple(map(_solo, finished)) if solo else (),
        tuple(_differences(finished)) if solo else (),
        tuple(_programs(plan, games)),
    )


def _pairing(plan: Plan, results: _Results) -> PairingSummary:
    shares = list(results.shares.values())
    share = share_estimate(shares, len(seatings(plan.rules)))
    return PairingSummary(results.played(0), results.played(1), len(shares), len(results.games), share)


def _ratings(plan: Plan, finished: Sequence[_Results]) -> tuple[Rating, ...]:
    played = {results.pairing: results.shares for results in finished}
    numbers = combinations(range(len(plan.entrants)), 2)
    shares = {pair: played.get(pairing, {}) for pair, pairing in zip(numbers, plan.pairings, strict=True)}
    ratings = rate(len(plan.entrants), shares, fair_share(plan.rules))
    rated = [Rating(entrant.label, rating) for entrant, rating in zip(plan.entrants, ratings, strict=True)]
    return tuple(sorted(rated, key=lambda rated: -rated.rating.value))


def _solo(results: _Results) -> SoloSummary:
    scores = list(results.scores.values())
    return SoloSummary(results.pairing[0].label, len(scores), mean_estimate(scores), results.played(0).ms)


def _differences(finished: Sequence[_Results]) -> Iterable[Difference]:
    for first, second in combinations(finished, 2):
        common = sorted(first.scores.keys() & second.scores.keys())
        if common:
            gaps = [first.scores[deal] - second.scores[deal] for deal in common]
            yield Difference(
                first.pairing[0].label, second.pairing[0].label, len(common), mean_estimate(gaps)
            )


def _programs(plan: Plan, games: Sequence[GameResult]) -> Iterable[FaultSummary]:
    for entrant in plan.entrants:
        if is_program(entrant.name):
            played = [(game, game.pairing.index(entrant)) for game in games if entrant in game.pairing]
            moves = sum(game.effort(who)[0] for game, who in played)
            faults = sum((game.faults_of(who) for game, who in played), Faults())
            yield FaultSummary(entrant.label, moves, faults)
