"""What is worked out once for all who see the same: parts of a scene, plans. Two glances are the same if they look so.

What is kept is found again by the bytes of what was seen and by nothing else, so nobody is shown more than they see.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Generic, TypeVar, cast

import msgspec

from eschaton.kernel.table import Table

SeenT = TypeVar("SeenT")
Part = TypeVar("Part", bound=Callable[..., Any])

encode = msgspec.msgpack.Encoder().encode

MOST_PARTS = 512
"""So many parts of each kind are kept: about those of as many tables, the seats' own of a fifth of them."""


class Glance(Generic[SeenT]):
    """What something is worked out from, and how it looks. It is let go once that is done."""

    __slots__ = ("looks", "seen")

    def __init__(self, looks: bytes, seen: SeenT) -> None:
        self.looks = looks
        self.seen: SeenT | None = seen

    def __hash__(self) -> int:
        return hash(self.looks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Glance) and self.looks == other.looks

    def taken(self) -> SeenT:
        """What was seen, to work from; it is not kept."""
        seen, self.seen = self.seen, None
        assert seen is not None
        return seen


def kept(*fields: str, most: int = MOST_PARTS) -> Callable[[Part], Part]:
    """A part of the scene that depends on these fields of the table, and on what else it is given, alone.

    It is laid out once for all who see them alike, and kept while they do not change: the same zone again.
    """

    def keeping(lay_out: Part) -> Part:
        @lru_cache(maxsize=most)
        def laid(glance: Glance[tuple[Any, ...]]) -> Any:
            return lay_out(*glance.taken())

        @wraps(lay_out)
        def part(table: Table, *more: Any) -> Any:
            return laid(Glance(encode((*(getattr(table, name) for name in fields), *more)), (table, *more)))

        return cast("Part", part)

    return keeping


def alike(lay_out: Part) -> Part:
    """Something made of plain data and structures alone, made once for all that look the same."""

    @lru_cache(maxsize=8 * MOST_PARTS)
    def laid(glance: Glance[tuple[Any, ...]]) -> Any:
        return lay_out(*glance.taken())

    @wraps(lay_out)
    def made(*seen: Any) -> Any:
        return laid(Glance(encode(seen), seen))

    return cast("Part", made)
