"""How many may be connected: places for all, shared by address, so that no address can take all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar


class Closable(Protocol):
    """Something that has a place, and can be sent away from it."""

    @property
    def idle(self) -> bool:
        """Whether nobody would miss it: it has not said who it is."""
        ...

    def give_up(self) -> None:
        """Leave; the place is somebody else's now."""
        ...


P = TypeVar("P", bound=Closable)


class Places(Generic[P]):
    """At most `most` places, at most `each` of them for one address.

    When all are taken, an address that has fewer than another gets one of the other's: so strangers who open as many
    connections as they can share them among themselves, and whoever needs one more finds it.
    """

    def __init__(self, most: int, each: int) -> None:
        self.most = most
        self.each = each
        self.taken: dict[str, dict[P, None]] = {}
        self.count = 0

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[P]:
        return iter([who for mine in self.taken.values() for who in mine])

    def take(self, address: str, who: P) -> bool:
        """Whether there is a place; somebody else may have to leave theirs."""
        mine = self.taken.get(address, {})
        if len(mine) >= self.each:
            return False
        if self.count >= self.most and not self.make_room(len(mine)):
            return False
        self.taken.setdefault(address, {})[who] = None
        self.count += 1
        return True

    def make_room(self, mine: int) -> bool:
        """Send one away of the address that has the most places, if that is more than one more than these."""
        greedy = max(self.taken, key=lambda address: len(self.taken[address]))
        theirs = self.taken[greedy]
        if len(theirs) <= mine + 1:
            return False
        chosen = next((each for each in theirs if each.idle), None) or next(reversed(theirs))
        self.leave(greedy, chosen)
        chosen.give_up()
        return True

    def leave(self, address: str, who: P) -> None:
        """A place is free again."""
        mine = self.taken.get(address, {})
        if who in mine:
            del mine[who]
            self.count -= 1
            if not mine:
                del self.taken[address]
