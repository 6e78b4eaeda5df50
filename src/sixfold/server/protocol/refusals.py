"""Why something is not done: a code for programs, and words for those who write them."""

from ...core.errors import SixfoldError
from .messages import Code, Refused


class Refusal(SixfoldError):  # noqa: N818 - says what is the case
    """Something that was asked for is not done; nothing has changed."""

    def __init__(self, code: Code, detail: str = "") -> None:
        super().__init__(detail or code)
        self.code = code
        self.detail = detail

    def message(self, key: str | None = None, v: int | None = None) -> Refused:
        """The refusal as a message."""
        return Refused(code=self.code, detail=self.detail, key=key, v=v)
