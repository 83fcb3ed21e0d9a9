"""Exact chances on request: what a game can work out about an option or a piece, off the path of views."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from eschaton.kernel.ask import Seat
from eschaton.kernel.errors import RulesError
from eschaton.kernel.game import Game, Odds
from eschaton.kernel.seen import seen
from eschaton.kernel.table import Table


def odds_of(game: Game, table: Table, seat: Seat, keys: Iterable[str]) -> dict[str, list[Odds]]:
    """The chances that a game knows of for these options or pieces, from what this seat sees; only those it knows."""
    if game.odds is None:
        return {}
    known = seen(table, seat)
    found = {key: [checked(odds, key) for odds in game.odds(known, seat, key)] for key in keys}
    return {key: odds for key, odds in found.items() if odds}


def checked(odds: Odds, key: str) -> Odds:
    """These odds; a defect of the game if they are none."""
    if not 0 <= odds.ways <= odds.of or not odds.of:
        raise RulesError(f"odds of {key!r}: {odds.ways} of {odds.of} is no chance")
    return odds


def in_words(odds: Odds) -> str:
    """A chance with its words: "to win: 35.2 % (19/54)"."""
    chance = Fraction(odds.ways, odds.of)
    percent = f"{100 * odds.ways / odds.of:.1f}".removesuffix(".0")
    exact = f" ({chance.numerator}/{chance.denominator})" if chance.denominator not in (1, 100) else ""
    return f"{odds.words}: {percent} %{exact}"
