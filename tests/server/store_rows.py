"""Rows for tests of the store, where most of what they say does not matter."""

from sixfold.server.store.interface import Entry, Guest, Status, Store, TableRow, Writing


def an_entry(
    table: str,
    version: int,
    *,
    guest: str = "somebody",
    key: str | None = None,
    at: int = 5,
    body: bytes = b"moved",
) -> Entry:
    """An entry of a log."""
    return Entry(table, version, guest, key, at, body)


def table_row(
    table: str,
    *,
    status: Status = Status.OPEN,
    public: bool = True,
    changed: int = 0,
    wake: int | None = None,
    spectators: bool = True,
) -> TableRow:
    """A table for the lists."""
    return TableRow(table, status, public, "hex(players=2)", 0, changed, wake, b"", spectators)


async def start_table(store: Store, table: str) -> TableRow:
    """Make a table with one entry."""
    row = table_row(table)
    await store.append(Writing((an_entry(table, 0, body=b"made"),), (row,)))
    return row


async def add_guests(store: Store, *names: str) -> None:
    """Guests whose id is their name."""
    for name in names:
        await store.add_guest(Guest(name, name, 5), f"token of {name}".encode())
