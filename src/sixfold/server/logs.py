"""The server's log: a JSON object a line. Every field is named where it is logged, so no secret gets in."""

import logging
import sys
from datetime import UTC, datetime
from typing import TextIO

import msgspec

Field = str | int | float | bool | None

_LOG = logging.getLogger("sixfold.server")
_OTHERS = ("uvicorn.error", "asyncio")
"""Libraries whose warnings are worth a line; what they say below that names whole addresses with queries."""


def note(event: str, level: int = logging.INFO, **fields: Field) -> None:
    """Write one line: what happened, and with whom. Never a token, code, seed, link secret or chat line."""
    if _LOG.isEnabledFor(level):
        _LOG.log(level, event, extra={"fields": fields})


def note_failure(event: str, error: BaseException, **fields: Field) -> None:
    """Write down an error that nobody expected, with its traceback."""
    _LOG.error(event, exc_info=error, extra={"fields": fields})


class JsonLines(logging.Formatter):
    """A record as one line of JSON: when, how bad, what, and its fields."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Field] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage() if record.name == _LOG.name else record.name,
        }
        if record.name != _LOG.name:
            line["text"] = record.getMessage()
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def write_logs(level: str, stream: TextIO | None = None) -> None:
    """Send the log to a stream, by default to standard error."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    for name in (_LOG.name, *_OTHERS):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper() if name == _LOG.name else logging.WARNING)
