"""Two bots compared: each plays the same games from the same seeds in the same seat, until it is sure who is better."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from eschaton.bots import default_bot, make_bot, make_bots
from eschaton.cardtext.carried import PackFile
from eschaton.games import every_game
from eschaton.kernel.ask import Seat
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game, find_game
from eschaton.kernel.table import Table
from eschaton.lab.packs import laid
from eschaton.lab.playout import Playout
from eschaton.lab.sequential import SequentialTrial
from eschaton.lab.simulate import begin_worker


class Duel(msgspec.Struct, frozen=True, kw_only=True):
    """Who is compared with whom, where. Pair number i is played from the seed "SEED/i", in seat i of the table.

    With `sides`, all seats on the side of that seat are played by the one or by the other; with a `side`, all seats on
    that side, whichever they are. Where all players win together, the whole table is. Everybody else is of one kind.
    """

    game: str
    players: int
    one: str
    other: str
    among: str = ""
    """The bot on all other seats; unless said, the one that plays where nobody is named."""
    sides: bool = False
    side: str = ""
    pairs: int = 1000
    seed: str = "duel"
    options: dict[str, Any] = {}
    packs: tuple[PackFile, ...] = ()
    workers: int = 1


def game_of(duel: Duel) -> Game:
    """The game that is played, with the packs laid on it."""
    return laid(find_game(duel.game), duel.packs)


def played(duel: Duel, bot: str, number: int, seats: Sequence[Seat]) -> Table:
    """The end of one game of a pair, with a bot on these seats and the usual one on all others."""
    game = game_of(duel)
    setup = game.checked(duel.players, duel.options)
    usual = bot if game.together else usual_bot(duel)
    people = game.table(setup).people()
    bots = make_bots([bot if seat in seats else usual for seat in people], game)
    playout = Playout(game, setup, bots, f"{duel.seed}/{number}")
    playout.run()
    return playout.table


def usual_bot(duel: Duel) -> str:
    """The bot on all seats that are not compared."""
    return duel.among or default_bot(game_of(duel))


def on_side(duel: Duel, number: int, table: Table) -> list[Seat]:
    """The seats of the side that is compared; sides are dealt by the seed, so any game from it tells them."""
    people = table.people()
    side = duel.side or table.side(people[number % len(people)])
    seats = [seat for seat in people if table.side(seat) == side]
    if not seats:
        there = ", ".join(sorted({table.side(seat) for seat in people} - {""})) or "none"
        raise BadSetup(f"side: nobody plays {side!r} at this table; there are: {there}")
    return seats


def pair(work: tuple[Duel, int]) -> tuple[bool, bool]:
    """The results of both bots in one pair of games; a side has won if anybody on it has."""
    duel, number = work
    game = game_of(duel)
    people = game.table(game.checked(duel.players, duel.options)).people()
    seats, ends = [people[number % len(people)]], {}
    if (duel.sides or duel.side) and not game.together:
        usual = usual_bot(duel)
        ends[usual] = played(duel, usual, number, [])
        seats = on_side(duel, number, ends[usual])
    for bot in (duel.other, duel.one):
        if bot not in ends:
            ends[bot] = played(duel, bot, number, seats)
    return has_won(game, ends[duel.one], seats), has_won(game, ends[duel.other], seats)


def has_won(game: Game, table: Table, seats: Sequence[Seat]) -> bool:
    """Whether anybody on these seats has won."""
    return table.outcome is not None and any(game.won(table.outcome, seat) for seat in seats)


def results(duel: Duel) -> Iterator[tuple[bool, bool]]:
    """The results pair after pair, in order, whoever plays them."""
    every_game()
    game = game_of(duel)
    game.checked(duel.players, duel.options)
    for name in (duel.one, duel.other, usual_bot(duel)):
        make_bot(name, game)  # wrong names are found before anything starts
    if duel.pairs < 1 or duel.workers < 1:
        raise BadSetup("pairs: play at least one, with at least one worker")
    work = [(duel, number) for number in range(duel.pairs)]
    if duel.workers == 1:
        yield from map(pair, work)
        return
    with multiprocessing.get_context("spawn").Pool(duel.workers, begin_worker) as pool:
        yield from pool.imap(pair, work)


def told(trial: SequentialTrial, duel: Duel) -> str:
    """A comparison in one sentence."""
    found = trial.summary()
    if not trial.pairs:
        return "No games were played."
    one, other = found["one"], found["other"]
    return (
        f"{duel.one} is {found['verdict']} than {duel.other}: {rate(one)} against {rate(other)} of {trial.pairs} games "
        f"each, a difference of {100 * found['difference']:.1f} points "
        f"({100 * found['low']:.1f} to {100 * found['high']:.1f}); evidence {found['evidence']:g} to 1."
    ).replace("is open than", "may be better or worse than")


def rate(found: dict[str, float]) -> str:
    """A share with its interval."""
    return f"{100 * found['share']:.1f} % ({100 * found['low']:.1f} to {100 * found['high']:.1f})"
