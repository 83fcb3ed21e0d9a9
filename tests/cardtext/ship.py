"""Ship of Fools: a small game that exists to prove the card language; every form of it is on one of its cards.

Two to four captains share a ship. Crew stand aboard or in the brig, may be wounded, and each belongs to a captain. A
captain has gold, rum and a hand of cards. A round is Dawn, then each captain's Watch, then Dusk.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import msgspec

from eschaton.cardtext.card import Card
from eschaton.cardtext.context import Context
from eschaton.cardtext.data import PowerData
from eschaton.cardtext.pack import Stack
from eschaton.cardtext.perform import Perform as CardPerform
from eschaton.cardtext.perform import report
from eschaton.cardtext.phrase import Range
from eschaton.cardtext.power import lasting, powers_of
from eschaton.cardtext.stack import load_stack
from eschaton.cardtext.vocabulary import Vocabulary
from eschaton.kernel.ask import Ask, Choose, Roll, Seat, only
from eschaton.kernel.effect import Lasting
from eschaton.kernel.game import Game, Setup
from eschaton.kernel.pile import Pile, face_down, move
from eschaton.kernel.step import End, Follow, Outcome, Stay, Step
from eschaton.kernel.table import Open, Table
from eschaton.kernel.window import Power, Window

HERE = Path(__file__).parent
PACK = HERE / "packs" / "ship.toml"

words = Vocabulary("ship", "Ship of Fools", default="watch", packs=[PACK], players=Range(2, 4))


# Facts of cards.


class Crew(Card, frozen=True, kw_only=True):
    """A crew card."""

    speed: Annotated[int, msgspec.Meta(ge=0, le=6)]
    trade: str = "hand"


class Trick(Card, frozen=True, kw_only=True):
    """A card for the hand."""

    price: dict[str, Annotated[int, msgspec.Meta(ge=0, le=9)]] = {}


words.kind("crew", Crew)
words.kind("trick", Trick, default="watch")


# The table.


class Sailor(msgspec.Struct):
    captain: Open[Seat]
    place: Open[str] = "deck"
    wounds: Open[int] = 0


class Captain(msgspec.Struct):
    seat: Open[Seat]
    hand: Open[Pile]
    goods: Open[dict[str, int]] = {}


class Ship(Table):
    captains: Open[list[Captain]]
    crew: Open[dict[str, Sailor]]
    deck: Open[Pile]
    discard: Open[Pile]
    storm: Open[int] = 0
    rolled: Open[list[int]] = []

    def power(self, key: str) -> Power:
        return next(power for power in powers_on(key.partition("/")[0]) if power.key == key)

    def powers(self, seat: Seat, timing: str) -> list[Power]:
        mine = [*self.captains[seat].hand.cards, *(key for key, crew in self.crew.items() if crew.captain == seat)]
        return [power for piece in mine for power in powers_on(piece) if power.when == timing]

    def derived_effects(self, name: str) -> Iterable[Lasting]:
        for piece, sailor in self.crew.items():
            for power in said_on(piece):
                yield from lasting(words, power, self, seat=sailor.captain, source=piece)

    def due(self) -> Follow:
        return End(Outcome((), reason="sunk")) if self.storm >= 9 else None


Ship.home = __name__  # type: ignore[attr-defined]


@functools.cache
def box() -> Stack:
    return load_stack(words, [PACK])


def said_on(piece: str) -> tuple[PowerData, ...]:
    """What a card says; "cook#2" is the second Cook."""
    return box().powers.get(piece.partition("#")[0], ())


@functools.cache
def powers_on(piece: str) -> list[Power]:
    return [
        power
        for at, data in enumerate(said_on(piece), 1)
        for power in powers_of(words, data, key=f"{piece}/{at}", source=piece)
    ]


# Words: things.


@words.noun("crew/crew", rule="SF-2.1", owner=lambda table, thing: table.crew[thing].captain)
def crew(table: Ship, context: Context) -> list[str]:
    """The crew of all captains."""
    return list(table.crew)


@words.noun("card(s) in hand", rule="SF-2.2", hidden=True, owner=lambda table, thing: holder(table, thing))
def card(table: Ship, context: Context) -> list[str]:
    """The cards in hands."""
    return [found for captain in table.captains for found in captain.hand.cards]


def holder(table: Ship, thing: str) -> Seat | None:
    return next((captain.seat for captain in table.captains if thing in captain.hand), None)


@words.adjective("wounded", of=["crew"])
def wounded(table: Ship, context: Context, thing: str) -> bool:
    """With at least one wound."""
    return table.crew[thing].wounds > 0


@words.adjective("rich", of=["player"])
def rich(table: Ship, context: Context, thing: str) -> bool:
    """With 3 gold or more."""
    return table.captains[int(thing[1:])].goods.get("Gold", 0) >= 3


@words.measure("wound(s)", of=["crew"])
def wounds(table: Ship, context: Context, thing: str) -> int:
    """The wounds on crew."""
    return table.crew[thing].wounds


@words.measure("speed", of=["crew"])
def speed(table: Ship, context: Context, thing: str) -> int:
    """How fast crew are."""
    return speed_of(table, thing)


def speed_of(table: Ship, thing: str) -> int:
    base = box().cards[thing.partition("#")[0]]
    assert isinstance(base, Crew)
    return table.read(f"speed:{thing}", None, base.speed)


@words.place("the deck")
def deck(table: Ship, context: Context, owner: Seat | None) -> str:
    """Where crew stand and work."""
    return "deck"


@words.place("the brig")
def brig(table: Ship, context: Context, owner: Seat | None) -> str:
    """Where crew are locked up."""
    return "brig"


@words.place("cabin", owned=True)
def cabin(table: Ship, context: Context, owner: Seat | None) -> str:
    """A captain's cabin."""
    return f"cabin {owner}"


@words.which("in {where:place}", of=["crew"], example="Heal each crew in the brig.")
def standing_in(table: Ship, context: Context, thing: str, where: str) -> bool:
    """Who stand in a place."""
    return table.crew[thing].place == where


words.words("goods", ["Gold", "Rum"], "What a captain can own.")
words.words("edge", ["Blade", "Point(s)", "12B"], "What an attack needs besides numbers.")
words.words("side", ["1", "6", "Skull"], "The sides of a bone.")
words.words("skill", ["Wits", "Brawn"], "What crew are good at.")
words.words("way", ["Search", "Climb"], "How a skill is tested.")


# Words: time.

words.scope("watch(es)", step="Watch", about="One captain's part of a round.", turns=True)
words.scope("round(s)", step="Round", about="Dawn, all watches, dusk.")
words.otherwise["slap"] = "wound <crew>"
words.timing("dawn", mandatory=True, about="When a round begins.", example="Dawn: gain 1 Gold.")
words.timing("watch", about="In the captain's own watch.", example="Watch: gain 1 Gold.")
words.timing("dusk", about="When a round ends.", example="Dusk: gain 1 Gold.")
words.timing(
    "when {who:player} is hurt",
    key="hurt",
    about="Before crew of that player are wounded.",
    example="When each other player is hurt: gain 1 Gold.",
    test=lambda table, context, who: table.pending(context.about).seat in who,
)


@words.state("in the brig", example="In the brig: gain 1 Gold.")
def state_brig(table: Ship, context: Context) -> bool:
    """While this crew is locked up."""
    return context.source in table.crew and table.crew[context.source].place == "brig"


# Words: numbers and conditions.


@words.value("your {what:goods}", example="Draw X cards, where X is your Rum.")
def owned(table: Ship, context: Context, what: str) -> int:
    """How much you own."""
    return table.captains[context.seat].goods.get(what, 0)


@words.value(
    "the strength of the storm", example="If the strength of the storm is 3 or more, gain 1 Rum.", range=Range(0, 9)
)
def storm(table: Ship, context: Context) -> int:
    """How strong the storm is."""
    return table.storm


@words.tally("success(es)", example="Roll 2 dice. For each success, gain 1 Gold.")
def success(table: Ship, context: Context) -> int:
    """The dice that showed 4 or more."""
    return sum(face >= 4 for face in table.rolled)


@words.condition("a storm rages", example="If a storm rages, draw 1 card.")
def rages(table: Ship, context: Context) -> bool:
    """Whether there is any storm."""
    return table.storm > 0


# Words: what happens.


@words.verb("draw {n:amount} card(s)", rule="SF-4.1", example="Draw up to 2 cards.")
def draw(table: Ship, context: Context, n: int) -> int:
    """Take cards from the deck into the hand."""
    captain = table.captains[context.actor]
    many = min(n, len(table.deck))
    for _ in range(many):
        move(table.deck, captain.hand, to=only(captain.seat))
    table.say("SF-4.1", "drew", who=context.actor, many=many)
    return many


@words.verb("discard {what:card}", rule="SF-4.2", example="Discard 1 of your cards in hand.")
def discard(table: Ship, context: Context, what: list[str]) -> int:
    """Put cards from hands onto the discard pile."""
    for thing in what:
        hand = table.captains[holder(table, thing) or 0].hand
        move(hand, table.discard, hand.cards.index(thing), to=-1)
    return len(what)


@words.verb("gain {n:amount} {what:goods}", rule="SF-4.3", example="Gain 2 Gold and 1 Rum.", cost=False, again="n")
def gain(table: Ship, context: Context, n: int, what: str) -> int:
    """Get goods."""
    goods = table.captains[context.actor].goods
    goods[what] = goods.get(what, 0) + n
    return n


@words.verb(
    "spend {n:amount} {what:goods}",
    rule="SF-4.4",
    example="Spend 1 Rum and 1 Gold: draw 2 cards.",
    again="n",
    together=lambda table, context, said: affords(table, context, said),
    able=lambda table, context, n, what: table.captains[context.actor].goods.get(what, 0) >= n,
)
def spend(table: Ship, context: Context, n: int, what: str) -> int:
    """Give goods up."""
    goods = table.captains[context.actor].goods
    many = min(n, goods.get(what, 0))
    goods[what] = goods.get(what, 0) - many
    return many


@words.verb("heal {what:crew}", rule="SF-4.5", example="Heal 1 wounded crew.", cost=False)
def heal(table: Ship, context: Context, what: list[str]) -> int:
    """Take one wound off each."""
    healed = [thing for thing in what if table.crew[thing].wounds]
    for thing in healed:
        table.crew[thing].wounds -= 1
    return len(healed)


@words.verb("wound {what:crew}", rule="SF-4.6", example="Wound the crew with the most speed.")
def wound(table: Ship, context: Context, what: list[str]) -> Follow:
    """Put a wound on each, one after the other; captains may answer each."""
    steps: list[Step] = []
    for thing in what:
        steps += announced(table, Wound(seat=table.crew[thing].captain, crew=thing))
    return steps


@words.verb("send {what:crew} to {where:place}", rule="SF-4.7", example="Send 1 of your crew to the brig.")
def send(table: Ship, context: Context, what: list[str], where: str) -> int:
    """Crew go to a place."""
    for thing in what:
        table.crew[thing].place = where
    return len(what)


@words.verb("roll {n:number 1..6} die/dice", rule="SF-4.8", example="Roll 2 dice.", cost=False)
def roll(table: Ship, context: Context, n: int) -> Follow:
    """Roll dice; each 4 or more is a success."""
    return RollDice(count=n)


@words.verb("give {n:amount} {what:goods} to {who:player}", rule="SF-4.9", example="Give 1 Gold to each other player.")
def give(table: Ship, context: Context, n: int, what: str, who: list[Seat]) -> int:
    """Hand goods over."""
    for seat in who:
        many = spend(table, context, n, what)
        goods = table.captains[seat].goods
        goods[what] = goods.get(what, 0) + many
    return n


@words.verb("raise the storm by {n:amount}", rule="SF-4.10", example="Raise the storm by 1.")
def raise_storm(table: Ship, context: Context, n: int) -> int:
    """The storm grows."""
    table.storm += n
    return n


def affords(table: Ship, context: Context, said: list[dict[str, Any]]) -> bool:
    """Whether a captain can pay all of several prices."""
    goods = table.captains[context.actor].goods
    return all(sum(s["n"] for s in said if s["what"] == what) <= goods.get(what, 0) for what in ("Gold", "Rum"))


@words.verb("attack with {needs:number|edge+ 1..6}", rule="SF-4.11", example="Attack with 1, 2 and Blade.", cost=False)
def attack(table: Ship, context: Context, needs: list[int | str]) -> None:
    """An attack that needs these numbers and edges, all of them."""
    table.say("SF-4.11", "attacks", who=context.actor, needs=needs)


@words.verb(
    "test {what:skill} {by:change -3..3} ({how:way})", rule="SF-4.12", example="Test Wits 0 (Search).", cost=False
)
def test(table: Ship, context: Context, what: str, by: int, how: str) -> None:
    """A skill is tested, harder or easier."""
    table.say("SF-4.12", "tests", who=context.actor, skill=what, by=by, how=how)


@words.verb("turn the bone to {side:side}", rule="SF-4.13", example="Turn the bone to 6.")
def turn_bone(table: Ship, context: Context, side: str) -> None:
    """The bone shows a side."""
    table.say("SF-4.13", "turned", side=side, paid=context.pays)


@words.statement("{what:crew} has/have {by:change} speed", rule="SF-5.1", example="Each wounded crew has -1 speed.")
def changed_speed(table: Ship, context: Context, what: list[str], by: int) -> list[Lasting]:
    """Crew are faster or slower."""
    return [Lasting(name=f"speed:{thing}", how="add", amount=by) for thing in what]


@words.named("The Kraken Wakes", rule="SF-6.1")
def kraken(table: Ship, context: Context) -> Follow:
    """Every second crew goes overboard."""
    for thing in list(table.crew)[::2]:
        table.crew[thing].place = "the sea"
    return None


@words.named("Swap the Captains' Hats", rule="SF-6.2")
def hats(table: Ship, context: Context) -> int:
    """All goods move one seat on."""
    goods = [captain.goods for captain in table.captains]
    for captain, other in zip(table.captains, [*goods[1:], goods[0]], strict=True):
        captain.goods = other
    return len(goods)


# Steps.


@words.performing
class Perform(CardPerform):
    """SF-3: a card's text is carried out clause by clause."""


class Wound(Step):
    """SF-4.6: crew is wounded."""

    seat: Open[Seat]
    crew: Open[str]

    def run(self, table: Ship) -> Follow:
        table.crew[self.crew].wounds += 1
        report(table, 1)
        return None


def announced(table: Ship, step: Wound) -> list[Step]:
    step.serial = table.take_serial()
    return [Window("hurt", seats=table.people(), about=step.serial), step]


class RollDice(Step):
    """SF-4.8: dice are rolled."""

    count: int

    def ask(self, table: Ship) -> Ask:
        return Roll("dice", (1, 2, 3, 4, 5, 6), self.count, rule="SF-4.8")

    def run(self, table: Ship, faces: list[int]) -> Follow:
        table.rolled = faces
        report(table, sum(face >= 4 for face in faces))
        return None


class Round(Step):
    """SF-1: dawn, a watch each, dusk."""

    phase: Open[int] = 0

    def run(self, table: Ship) -> Follow:
        self.phase += 1
        seats = table.people()
        if self.phase == 1:
            return Stay(Window("dawn", seats=seats, arbiter=-1))
        if self.phase <= 1 + len(seats):
            return Stay(Watch(seat=seats[self.phase - 2]))
        if self.phase == 2 + len(seats):
            return Stay(Window("dusk", seats=seats))
        return None


class Watch(Step):
    """SF-1.2: a captain's watch: play cards, then let go."""

    seat: Open[Seat]
    over: bool = False

    def run(self, table: Ship) -> Follow:
        if self.over:
            table.turn_over(self.seat)
            return None
        self.over = True
        return Stay(Window("watch", seats=[self.seat]))


class Idle(Step):
    """SF-0: waits for one seat, so that tests have a quiet table."""

    seat: Open[Seat]

    def ask(self, table: Ship) -> Ask:
        return Choose(self.seat, {"on": "on"})


def setup(chosen: Setup) -> Ship:
    """Captains with goods; the campaign, if any, says which crew stand where and which cards are in hands."""
    seats = range(chosen.players)
    table = Ship(
        players_count=len(seats),
        places=list(seats),
        captains=[Captain(seat, face_down("card"), {"Gold": 2, "Rum": 1}) for seat in seats],
        crew={},
        deck=face_down("card", [f"plain#{n}" for n in range(12)]),
        discard=face_down("card"),
    )
    table.push([Idle(seat=0), Round()])
    for piece, (captain, wound_count, place) in chosen.campaign.get("crew", {}).items():
        table.crew[piece] = Sailor(captain, place, wound_count)
    for seat, pieces in enumerate(chosen.campaign.get("hands", [])):
        for piece in pieces:
            table.captains[seat].hand.put(piece, only(seat))
    return table


GAME = Game(id="ship", title="Ship of Fools", version=1, players=(2, 3, 4), setup=setup)
