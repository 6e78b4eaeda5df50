"""What a training run is made of. The defaults made the weights that are shipped."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that decides what comes out of a run, with its seed."""

    seed: int = 1
    samples: int = 200_000
    """Positions of self-play in each generation."""
    slow_start: int = 4
    """Generations until there are so many: games of the first ones are poor, and soon forgotten."""
    window: int = 4
    """Generations whose positions are learned from."""
    most: int = 48
    """Placements that self-play looks at closely."""
    heat: float = 0.05
    """The temperature of self-play's choices: a little noise against repetition; 0.25 ruins the games."""
    epochs: int = 2
    batch: int = 4096
    rate: float = 2e-3
    """Where the learning rate starts in each generation; it falls to a hundredth."""
    screen_games: int = 150
    screen_tries: int = 32
    gate_deals: int = 500
    """Deals, each played once on every side, on which a generation must not lose to the best before it."""
