"""What can go wrong, each with a message that says what and where. Nothing has changed when one is raised."""


def quoted(text: str, most: int = 40) -> str:
    """What was given, in quotes and not too long, for a message."""
    return repr(text if len(text) <= most else text[: most - 3] + "...")


class SixfoldError(ValueError):
    """Any mistake in what was given to Sixfold."""


class RulesError(SixfoldError):
    """A game, option or value that the catalogue does not have."""


class MoveError(SixfoldError):
    """A text that is no move of the game, or a move that is not legal now."""


class PositionError(SixfoldError):
    """A position that cannot be read, or cannot be."""


class RecordError(SixfoldError):
    """A damaged game record."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class DealingError(SixfoldError):
    """A seed, commitment or draw that does not fit the others."""
