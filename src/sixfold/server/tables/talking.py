"""Who may speak and who hears it (T5, and spectators during a game). In the store each team has a channel."""

from ..protocol.commands import Channel
from .table import Table

_TEAM = "team"


def speaking(table: Table, guest: str) -> tuple[Channel, ...]:
    """Where a guest may speak: those who watch are heard by players only before and after the games."""
    if table.status != "playing":
        return ("table",)
    if not table.seats_of(guest):
        return ("watchers",)
    return ("table", "team") if _teams(table, guest) else ("table",)


def stored_channel(table: Table, guest: str, channel: Channel) -> str:
    """Under which name something that a guest says is kept."""
    return _teams(table, guest)[0] if channel == _TEAM else channel


def heard_channels(table: Table, guest: str) -> tuple[str, ...]:
    """What a guest may hear, by the store's names."""
    hears_watchers = table.status != "playing" or not table.seats_of(guest)
    return ("table", *_teams(table, guest), *(("watchers",) if hears_watchers else ()))


def shown_channel(stored: str) -> Channel:
    """The channel as clients call it."""
    if stored.startswith(_TEAM):
        return "team"
    return "watchers" if stored == "watchers" else "table"


def _teams(table: Table, guest: str) -> tuple[str, ...]:
    """The guest's own team's channel, if partners may talk at this table (T5)."""
    if not table.rules.has("talk", "open"):
        return ()
    return tuple(sorted({f"{_TEAM}{table.rules.sides[seat]}" for seat in table.seats_of(guest)}))
