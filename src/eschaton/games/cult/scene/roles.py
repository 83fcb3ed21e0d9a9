"""The knowledge sheet: what a viewer can know for certain about hidden roles from what it sees; never a guess.

Which role cards are in a game is public (CD-1.6); a viewer sees its own, and those of the dead (CD-14.6). Every deal of
the other cards among the other seats is possible: whether the game goes on depends on the dead alone, whose roles lie
open, so nothing more can be told from it. How it ends tells more; then all roles lie open.
"""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any

import msgspec

from eschaton.games.cult.box.components import ROLE_CARDS, roles_in_game
from eschaton.games.cult.options import HERESY
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Seat


class RoleSheet(msgspec.Struct, frozen=True):
    """How many of each role are in the game and how many of them are hidden from the viewer; what each seat may be.

    `must` are the seats whose role is certain, seen or not; `cannot` the roles that a seat whose role is not certain
    cannot have. A place that was left (CD-Q-82) keeps the role that was shown there.
    """

    in_game: dict[str, int]
    hidden: dict[str, int]
    may_be: dict[Seat, tuple[str, ...]]
    must: dict[Seat, str]
    cannot: dict[Seat, tuple[str, ...]]


def knowledge(table: Cult) -> RoleSheet:
    """The sheet of whoever sees this table, from the moment roles are dealt."""
    seen = tuple((player.seat, player.role_shown) for player in table.players)
    return sheet_of(table.n, table.options[HERESY], seen)


@functools.lru_cache(4096)
def sheet_of(players: int, heresy: Any, known: tuple[tuple[Seat, str], ...]) -> RoleSheet:
    """The sheet of whoever knows these seats' roles; it changes only when somebody dies."""
    cards, seen = roles_in_game(players, heresy), dict(known)
    in_game = Counter(ROLE_CARDS[card] for card in cards)
    hidden = in_game - Counter(role for role in seen.values() if role)
    may_be = {seat: (role,) if role else tuple(kind for kind in in_game if hidden[kind]) for seat, role in seen.items()}
    return RoleSheet(
        in_game=dict(in_game),
        hidden={kind: hidden[kind] for kind in in_game},
        may_be=may_be,
        must={seat: kinds[0] for seat, kinds in may_be.items() if len(kinds) == 1},
        cannot={
            seat: tuple(kind for kind in in_game if kind not in kinds)
            for seat, kinds in may_be.items()
            if len(kinds) > 1
        },
    )
