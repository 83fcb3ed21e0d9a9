"""A pack from a stranger, examined on the bench, where it is given little time and memory.

The checker is the one of `eschaton cards check`. It finds every fault, which can take long if somebody means it to; so
it never runs where tables do. What has no faults is also played for a while: a pack may be well written and still leave
no game.
"""

from __future__ import annotations

import tomllib
from random import Random
from typing import Any

import msgspec

from eschaton.cardtext.card import MOST_COPIES
from eschaton.cardtext.carried import PackFile, laid
from eschaton.cardtext.errors import BadCards, Fault
from eschaton.kernel.errors import BadSetup, EschatonError
from eschaton.kernel.game import Game, find_game
from eschaton.kernel.match import Match
from eschaton.kernel.once import prepared
from eschaton.kernel.table import piles
from eschaton.server.bench import Bench, Overtaxed
from eschaton.server.news import PackState

MOST_PIECES = 5_000
"""So many pieces a table may have: what everybody is sent stays small enough for anybody's line."""
SHOWN = 40
"""So many faults are told at once."""
LONGEST = 300
MOST_EXPECTED = 9
TRIED = 150
"""So many answers are given in a trial game."""


class Order(msgspec.Struct):
    """What is to be examined: a new pack on others, for a game of so many by these options."""

    game: str
    players: int
    options: dict[str, Any]
    under: list[PackFile]
    fresh: PackFile


class Findings(msgspec.Struct):
    """What is wrong; if nothing is, the packs as they will lie, the lowest first."""

    faults: list[Fault] = []
    packs: list[PackState] = []


def examine(order: bytes) -> bytes:
    """On the bench: what is wrong with a pack."""
    return msgspec.msgpack.encode(findings(msgspec.msgpack.decode(order, type=prepared(Order))))


async def examined(bench: Bench, order: Order, address: str, table: str) -> Findings:
    """Have a pack examined, in its turn."""
    try:
        found = await bench.do("pack", msgspec.msgpack.encode(order), address, table)
    except Overtaxed as error:
        return refused(order, f"{error}.")
    return msgspec.msgpack.decode(found, type=prepared(Findings))


def findings(order: Order) -> Findings:
    """Read a pack, lay it on the others, and try it."""
    box = find_game(order.game)
    mine = id_of(order.fresh)
    under = [pack for pack in order.under if pack.name != order.fresh.name and id_of(pack) != mine]
    files = (*under, order.fresh)
    try:
        if mine in box.packs:
            return refused(order, f'id: "{mine}" is the game\'s own; choose another.')
        require_few(sum(map(copies_in, files)))
        game = laid(box, files)
        tried(game, order)
    except BadCards as error:
        return Findings(faults=[short(fault) for fault in error.faults[:SHOWN]])
    except EschatonError as error:
        return refused(order, f"{error}.")
    except RecursionError:
        return refused(order, "it is nested too deeply.")
    return Findings(packs=[state_of(file, game) for file in files])


def tried(game: Game, order: Order) -> None:
    """Lay the table out and play a while, anyhow: whatever fails is told now and not at the table."""
    match, luck = Match.new(game, order.players, order.options, seed="trial"), Random(0)
    for _ in range(TRIED):
        if match.over:
            break
        seat, ask = luck.choice(list(match.asks().items()))
        match.answer(seat, ask.sample(luck))
    require_few(sum(len(pile) for pile in piles(match.table)))


def require_few(pieces: int) -> None:
    """BadSetup if more pieces would lie on the table than everybody can be sent."""
    if pieces > MOST_PIECES:
        raise BadSetup(f"it would lay {pieces:,} pieces on the table; at most {MOST_PIECES:,} can be played with")


def copies_in(pack: PackFile) -> int:
    """How many cards a pack brings, as far as can be told before it is read."""
    try:
        whole = tomllib.loads(pack.text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return 0
    cards = [card for kind in whole.values() if isinstance(kind, list) for card in kind if isinstance(card, dict)]
    return sum(many for card in cards if isinstance(many := card.get("copies", 1), int) and many <= MOST_COPIES)


def id_of(pack: PackFile) -> str:
    """The id in a pack's heading; empty if it cannot be read."""
    try:
        return str(tomllib.loads(pack.text)["pack"]["id"])
    except (tomllib.TOMLDecodeError, KeyError, TypeError, RecursionError):
        return ""


def state_of(pack: PackFile, game: Game) -> PackState:
    """A pack without faults as a table shows it."""
    heading = tomllib.loads(pack.text)["pack"]
    told = {key: str(heading[key])[:LONGEST] for key in ("id", "name", "version", "author")}
    return PackState(hash=game.packs[heading["id"]], file=pack.name, **told)


def refused(order: Order, message: str) -> Findings:
    """One fault, of the pack as a whole."""
    return Findings(faults=[short(Fault(message=message, file=order.fresh.name))])


def short(fault: Fault) -> Fault:
    """A fault that a page can show, whatever stands in the pack."""
    excerpt = fault.excerpt if len(fault.excerpt) <= LONGEST else ""
    words, message = fault.words[:LONGEST], fault.message[:LONGEST]
    expected = tuple(word[:LONGEST] for word in fault.expected[:MOST_EXPECTED])
    return msgspec.structs.replace(fault, message=message, words=words, excerpt=excerpt, expected=expected)
