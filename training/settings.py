"""What a training run is made of. The defaults made the weights that are shipped."""

from dataclasses import dataclass

from sixfold.core.rules import Rules


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that decides what comes out of a run, with its seed."""

    seed: int = 1
    samples: int = 200_000
    """Positions of self-play in each generation."""
    slow_start: int = 4
    """Generations until there are so many, and until screen and value learn from the value as well: what the
    first ones know is poor, and soon forgotten."""
    window: int = 4
    """Generations whose positions are learned from."""
    patience: float = 0.5
    """How much of a position's worth is how the game ended, and not how it looked a turn later."""
    most: int = 48
    """Placements that self-play looks at closely."""
    heat: float = 0.05
    """The temperature of self-play's choices: a little noise against repetition; 0.25 ruins the games."""
    stray: int = 30
    """Decisions in a thousand that self-play makes blindly, so that bad positions are known as well."""
    first_stray: int = 300
    """The same in the first generation, whose games would otherwise be all alike."""
    steps: int = 2500
    batch: int = 1024
    rate: float = 2e-3
    """Where the learning rate starts in each generation; it falls to a hundredth."""
    screen_steps: int = 600
    screen_games: int = 150
    screen_tries: int = 32
    thumb_games: int = 1500
    """Games in which each rule of thumb for games alone is tried."""
    gate_deals: int = 500
    """Deals, each played once on every side, on which a generation must not lose to the best before it."""


def settings_for(rules: Rules) -> Settings:
    """The settings that made the weights for a game.

    Alone, values lie closer together, so that there has to be less noise, and learning from later turns
    did not help: after twelve generations solo hex was 0.3 ± 0.1 points weaker.
    """
    return Settings(heat=0.02, stray=60, patience=1.0) if rules.players == 1 else Settings()
