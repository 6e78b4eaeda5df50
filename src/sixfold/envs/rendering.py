"""Pictures of positions for environments that are watched."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..core.errors import SixfoldError
from ..core.state import State

RENDER_MODES: Final = ("ansi", "rgb_array", "human")
"""Text with colours for a terminal, a picture as an array, or that picture in a window."""
FRAMES_A_SECOND: Final = 2

_COLUMNS: Final = 120
_WIDTH: Final = 800


class Screen:
    """Shows positions in one mode, all racks open; nothing if the mode is `None`."""

    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise SixfoldError(f"there is no render mode {mode!r}; there are {', '.join(RENDER_MODES)}")
        self.mode: Final = mode
        self._window: Any = None

    def show(self, state: State) -> str | NDArray[np.uint8] | None:
        """The position as text or as a picture; in a window, nothing is returned."""
        if self.mode is None:
            raise SixfoldError("there is nothing to render to: make the environment with a render_mode")
        if self.mode == "ansi":
            return as_text(state)
        picture = as_picture(state)
        if self.mode == "rgb_array":
            return picture
        self._put(picture)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            import pygame

            pygame.display.quit()
            self._window = None

    def _put(self, picture: NDArray[np.uint8]) -> None:
        try:
            import pygame
        except ImportError:
            raise SixfoldError("a window needs pygame: pip install 'sixfold[rl]'") from None
        height, width, _ = picture.shape
        if self._window is None:
            try:
                pygame.display.init()
                self._window = pygame.display.set_mode((width, height))
            except pygame.error as error:
                raise SixfoldError(
                    f"there is no display for a window ({error}); render_mode rgb_array and ansi need none"
                ) from None
            pygame.display.set_caption("Sixfold")
        pygame.event.pump()
        self._window.blit(pygame.surfarray.make_surface(picture.swapaxes(0, 1)), (0, 0))
        pygame.display.flip()


def as_text(state: State) -> str:
    """The terminal's picture of a position, with colours."""
    from rich.console import Console

    from ..terminal.board import Picture

    console = Console(width=_COLUMNS, force_terminal=True, color_system="256")
    with console.capture() as capture:
        console.print(Picture.of(state))
    return capture.get()


def as_picture(state: State) -> NDArray[np.uint8]:
    """The position in rows, columns and red, green and blue."""
    from ..render import rgb

    return rgb(state, width=_WIDTH)
