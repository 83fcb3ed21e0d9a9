"""Parts of the scene that are kept: laid out once for all who see them alike, by the bytes of what they see alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar

import msgspec

from eschaton.games.apollyon.box.cards import Cards, cards_of
from eschaton.games.apollyon.scene.faces import anomaly_face, character_face
from eschaton.kernel.scene import Piece

View = dict[str, Any]

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder().decode

KEPT = 512
"""So many parts of each kind are kept: about those of as many tables, the sites of a fifth of them."""

Laid = TypeVar("Laid")


def kept(*fields: str) -> Callable[[Callable[[View, Cards], Laid]], Callable[[View, Cards], Laid]]:
    """A part of the scene that depends on these fields of the view alone.

    It is laid out once for all who see them alike, and kept while they do not change: the same zone again.
    """

    def keeping(lay_out: Callable[[View, Cards], Laid]) -> Callable[[View, Cards], Laid]:
        @lru_cache(maxsize=KEPT)
        def laid(cards: str, seen: bytes) -> Laid:
            return lay_out(decode(seen), cards_of(cards))

        @wraps(lay_out)
        def part(view: View, box: Cards) -> Laid:
            return laid(box.key, encode({name: view[name] for name in fields}))

        return part

    return keeping


def character(box: Cards, piece: str, who: View) -> Piece:
    """A Character in play."""
    return character_as(box, piece, encode(who))


@lru_cache(maxsize=8 * KEPT)
def character_as(box: Cards, piece: str, seen: bytes) -> Piece:
    """A Character in play with what lies on it."""
    who = decode(seen)
    promoted = [box.promotions[card] for card in who["promotions"]]
    return character_face(piece, box.characters[piece], who, promoted, box.names)


def anomaly(box: Cards, piece: str, what: View) -> Piece:
    """An anomaly in play."""
    return anomaly_as(box, piece, encode(what))


@lru_cache(maxsize=8 * KEPT)
def anomaly_as(box: Cards, piece: str, seen: bytes) -> Piece:
    """An anomaly in play with what lies on it."""
    return anomaly_face(piece, box.anomalies[piece], decode(seen), box.names)
