"""What chance decided in a finished game, for everyone to check: draws, and what went back into the bag."""

from collections.abc import Iterator

from ...core.codes import CHANCE, Phase
from ...core.dealer import Dealer
from ...core.match import Match
from ...core.state import State
from ..protocol.documents import Dealing, Draw


def dealing_of(match: Match) -> Dealing:
    """All draws of a match, whose seed is no secret any more."""
    dealer = match.dealer
    assert isinstance(dealer, Dealer)
    bag = list(match.rules.tile_counts)
    draws = tuple(_draws(match, bag))
    return Dealing(
        rules=str(match.rules),
        commitment=dealer.commitment,
        seed=dealer.seed.hex(),
        draws=draws,
        earlier=dealer.earlier,
        back=_gone_back(bag, match.state),
        racks=tuple(match.rack(seat) for seat in range(match.rules.players)),
        bag=match.view(None).bag_size,
    )


def _draws(match: Match, bag: list[int]) -> Iterator[Draw]:
    """Play the match again, and tell its draws; `bag` is kept as draws leave it."""
    state = State.new(match.rules)
    made = 0
    for event in match.events:
        if event.actor != CHANCE:
            made += 1
        elif event.phase is Phase.START:
            yield Draw(got=event.action)
        else:
            assert event.mover is not None
            back, held = _gone_back(bag, state), len(state.rack(event.mover))
            bag[event.action] -= 1
            state.apply_legal(event.action)
            is_open = len(state.rack(event.mover)) == held
            yield Draw(got=event.action, seat=event.mover, after=made, open=is_open, back=back)
            continue
        state.apply_legal(event.action)


def _gone_back(bag: list[int], state: State) -> tuple[int, ...]:
    """The kinds that are in the bag and were not when it was last looked into, which is noted."""
    now: list[int] = state.record.bag[: len(bag)].tolist()
    back = tuple(kind for kind, count in enumerate(now) for _ in range(count - bag[kind]))
    bag[:] = now
    return back
