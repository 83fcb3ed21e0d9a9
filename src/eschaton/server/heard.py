"""Which messages were carried out: sent again, after a break of the line or a restart, they are only acknowledged."""

from __future__ import annotations

from collections.abc import Iterable

from eschaton.server.storage import KEPT_HEARD, Job, write_heard


class Heard:
    """The last messages of each person at a table that changed something."""

    def __init__(self, rows: Iterable[tuple[int, int, str]] = ()) -> None:
        self.refs: dict[int, dict[str, int]] = {}
        for person, number, ref in rows:
            self.refs.setdefault(person, {})[ref] = number

    def knows(self, person: int, ref: str) -> bool:
        """Whether this message was carried out before."""
        return bool(ref) and ref in self.refs.get(person, ())

    def noted(self, table: str, person: int, ref: str) -> list[Job]:
        """What must be written together with what the message changes."""
        return [write_heard(table, person, self.next_number(person), ref)] if ref else []

    def add(self, person: int, ref: str) -> None:
        """It is on disk: keep in mind that this message was carried out."""
        if ref:
            number, mine = self.next_number(person), self.refs.setdefault(person, {})
            mine[ref] = number
            while len(mine) > KEPT_HEARD:
                del mine[next(iter(mine))]

    def next_number(self, person: int) -> int:
        """The how many-th message of a person the next one is."""
        mine = self.refs.get(person)
        return mine[next(reversed(mine))] + 1 if mine else 1
