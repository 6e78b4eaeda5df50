"""A terminal for tests: what is typed comes from a script, what is shown is kept."""

import io
from collections.abc import Callable, Iterable

from rich.console import Console


class Screen:
    """Prompts and output in the order in which a person would see them."""

    def __init__(self, typed: Iterable[str | Callable[[], str]]) -> None:
        self._typed = iter(typed)
        self._shown = io.StringIO()
        self.console = Console(file=self._shown, width=80, markup=False, highlight=False, emoji=False)

    def read(self, prompt: str) -> str:
        """The next line of the script; when there is none left, the input has ended."""
        self._shown.write(prompt)
        line = next(self._typed, None)
        if line is None:
            raise EOFError
        text = line if isinstance(line, str) else line()
        self._shown.write(f"{text}\n")
        return text

    @property
    def text(self) -> str:
        """All that has been shown."""
        return self._shown.getvalue()
