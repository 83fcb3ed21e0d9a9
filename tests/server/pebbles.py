"""Pebbles: a small game for the server's tests. Hidden hands, dice, sealed bids, a free action.

PB-1 set-up: a deck of numbered pebbles, three to each hand. PB-2 a turn: play a pebble; PB-3 roll a die and add it.
PB-4 after each round all bid in secret how many points to give away. PB-5 the most points win. PB-7 in a campaign the
winners of the last match begin with a hundred points.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from eschaton.kernel.ask import Amount, Ask, Choose, Face, Option, Roll, Seat, only, sealed
from eschaton.kernel.game import Advice, Game, Setup, Switch
from eschaton.kernel.pile import Pile, face_down, face_up, move
from eschaton.kernel.step import End, Follow, Outcome, Stay, Step
from eschaton.kernel.table import Open, Table

HAND = 3


class Player(msgspec.Struct):
    seat: Open[Seat]
    hand: Open[Pile]
    points: Open[int] = 0


class Pebbles(Table):
    home = __name__
    players: Open[list[Player]]
    deck: Open[Pile]
    played: Open[Pile]
    waves: Open[int] = 0

    def free(self, seat: Seat) -> dict[str, Step]:
        return {"wave": Wave(seat)}

    def patch(self) -> dict[str, Any]:
        return {"crowned": {str(seat): True for seat in self.outcome.winners}} if self.outcome else {}

    def silent(self) -> str:
        return "PB-2" if self.stack and isinstance(self.stack[-1], Bids) else ""


class SetUp(Step):
    """PB-1: shuffle and deal."""

    def ask(self, table: Pebbles) -> Ask:
        return table.deck.asking("pebbles")

    def run(self, table: Pebbles, order: list[str]) -> Follow:
        table.deck.shuffled(order)
        for player in table.players:
            for _ in range(HAND):
                move(table.deck, player.hand, to=only(player.seat))
        return Round()


class Round(Step):
    """PB-2: everybody in turn, then the bids."""

    turn: Open[int] = 0

    def run(self, table: Pebbles) -> Follow:
        if self.turn < table.players_count:
            self.turn += 1
            return Stay(Turn(self.turn - 1))
        return [Bids(), Next()]


class Next(Step):
    """PB-5: another round, or the end."""

    def run(self, table: Pebbles) -> Follow:
        if len(table.players[0].hand):
            return Round()
        best = max(player.points for player in table.players)
        winners = tuple(player.seat for player in table.players if player.points == best)
        return End(Outcome(winners, "PB-5", "the most points"))


class Turn(Step):
    """PB-2: play a pebble."""

    seat: Open[Seat]

    def ask(self, table: Pebbles) -> Ask:
        cards = table.players[self.seat].hand.cards
        return Choose(self.seat, {card: place for place, card in enumerate(cards)}, rule="PB-2")

    def run(self, table: Pebbles, place: int) -> Follow:
        card = move(table.players[self.seat].hand, table.played, at=place, to=-1)
        table.say("PB-2", "played", who=self.seat, card=card)
        table.players[self.seat].points += int(card[1:]) % 10
        return Die(self.seat)

    def describe(self, table: Pebbles, key: str) -> Option:
        return Option(key, f"Play {key}", (f"hand:{key}",))


class Die(Step):
    """PB-3: roll a die."""

    seat: Open[Seat]

    def ask(self, table: Pebbles) -> Ask:
        return Roll("die", (1, 2, 3, 4, 5, 6), 1, rule="PB-3")

    def run(self, table: Pebbles, faces: list[Face]) -> Follow:
        table.say("PB-3", "rolled", who=self.seat, faces=faces)
        table.players[self.seat].points += int(faces[0])
        return None


class Bids(Step):
    """PB-4: all bid in secret."""

    def ask(self, table: Pebbles) -> Ask:
        return sealed(list(range(table.players_count)), "PB-4")

    def ask_of(self, table: Pebbles, seat: Seat) -> Ask:
        return Amount(seat, 0, 3, rule="PB-4")

    def run(self, table: Pebbles, bids: dict[Seat, int]) -> Follow:
        for seat, bid in bids.items():
            table.players[seat].points -= bid
            table.tell(only(seat), "PB-4", "bid", {"bid": bid}, who=seat)
        return None


class Wave(Step):
    """PB-6: wave at any time."""

    seat: Open[Seat]

    def run(self, table: Pebbles) -> Follow:
        table.waves += 1
        table.say("PB-6", "waved", who=self.seat)
        return None


def setup(setup: Setup) -> Pebbles:
    seats = range(setup.players)
    return Pebbles(
        players_count=len(seats),
        places=list(seats),
        players=[Player(seat, face_down("pebble"), points=crown(setup, seat)) for seat in seats],
        deck=face_down("pebble", [f"P{number:02}" for number in range(HAND * 8)]),
        played=face_up("pebble"),
        stack=[SetUp()],
    )


def crown(setup: Setup, seat: Seat) -> int:
    return 100 if setup.campaign.get("crowned", {}).get(str(seat)) else 0


def chronicle(campaign: Mapping[str, Any]) -> list[str]:
    return [f"S{seat} has worn the crown." for seat in campaign.get("crowned", {})]


def advice(table: Table, ask: Ask, rng: Random) -> Advice:
    return Advice(ask.sample(rng), "one is as good as another")


GAME = Game(
    id="pebbles",
    title="Pebbles",
    version=1,
    players=(2, 3, 4, 5),
    setup=setup,
    options=(Switch(key="bright", title="Bright pebbles"),),
    texts={
        "played": "{who:seat} plays {card}.",
        "rolled": "{who:seat} rolls {faces}.",
        "bid": "{who:seat} bids {bid|in secret}.",
    },
    advice=advice,
)
OPEN_GAME = msgspec.structs.replace(
    GAME, id="open-pebbles", title="Open Pebbles", shared=True, whispers=True, campaign=chronicle
)
