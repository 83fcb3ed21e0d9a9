"""Contraband: all that shared parts bring, in one small game. Hidden hands of cards in the card language, announced,
answered and cancelled; a coast with harbours; a voyage with two different dice and its exact odds; and after each round
the smugglers agree where their ship lies.

TOY-7 set-up, TOY-8 the turn, TOY-9 the cards, TOY-10 the ship. Who has most Gold after eight rounds wins.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import msgspec

from eschaton.cardtext.box import Boxes, Shelf, card_of, name_of, names_in
from eschaton.cardtext.card import Card
from eschaton.cardtext.context import Context
from eschaton.cardtext.hand import HandBox, HandTable
from eschaton.cardtext.perform import Perform as CardPerform
from eschaton.cardtext.phrase import Range
from eschaton.cardtext.stack import load_stack
from eschaton.cardtext.vocabulary import Vocabulary
from eschaton.kernel.ask import EVERYONE, Ask, Choose, Seat, Viewer, keys, only, roll_each
from eschaton.kernel.council import Council
from eschaton.kernel.deck import FromDeck, SearchDeck
from eschaton.kernel.game import Game, Odds, Setup
from eschaton.kernel.pile import Pile, face_down, face_up, hand, move
from eschaton.kernel.scene import Ground, Piece, Scene, Spot, Way, Zone, plain_scene
from eschaton.kernel.step import End, Follow, Outcome, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.view import view
from eschaton.kernel.window import Use, Window

PACK = Path(__file__).with_suffix(".toml")
TURN, DUSK, PLAYED = "turn", "dusk", "played"
DEALT, ROUNDS = 4, 8
WIND, CARGO = (1, 2, 3, 4, 5, 6), (0, 1, 1, 2)
RISK = {
    "cove": 2,
    "quay": 4,
    "fort": 6,
}  # the least wind that brings a cargo home, which is worth half of it in Gold more
WAYS = (("cove", "quay"), ("quay", "fort"))
PLACES = {"cove": (20, 70), "quay": (75, 45), "fort": (135, 25)}

words = Vocabulary("toy-contraband", "Contraband", default=TURN, packs=[PACK], players=Range(2, 3))


class Goods(Card, frozen=True, kw_only=True):
    """A card of the game."""

    colour: str = "black"


words.kind("card", Goods)


class Smuggler(msgspec.Struct):
    """One player's side of the table."""

    seat: Open[Seat]
    hand: Open[Pile]
    gold: Open[int] = 1


class Chest(HandBox):
    """The cards of a match."""

    played = ("card",)
    goods: Shelf[Goods]


BOXES = Boxes(Chest)


class Contraband(HandTable):
    """The table."""

    home = __name__
    boxes = BOXES

    players: Open[list[Smuggler]]
    deck: Open[Pile]
    discards: Open[Pile]
    ship: Open[str] = "quay"

    def hands(self, seat: Seat) -> list[Pile]:
        return [self.players[seat].hand]

    def leave_hand(self, seat: Seat, hand: Pile, at: int) -> None:
        move(hand, self.discards, at, to=EVERYONE)

    def gone(self) -> Collection[str]:
        """TOY-9.1: any card that does not lie open may be in a hand."""
        return self.discards.cards

    def announced(self, use: Use) -> Window:
        """TOY-9.7: the card is shown and gone; the others may cancel it before its effect."""
        return Window(PLAYED, self.clockwise(use.seat), rule="TOY-9.7")


# Words.


@words.noun("card(s)", rule="TOY-9.2", hidden=True, owner=lambda table, thing: holder(table, thing))
def card(table: Contraband, context: Context) -> list[str]:
    """The cards in hands."""
    return [found for player in table.players for found in player.hand.cards]


def holder(table: Contraband, thing: str) -> Seat | None:
    return next((player.seat for player in table.players if thing in player.hand), None)


@words.adjective("red", of=["card"])
def red(table: Contraband, context: Context, thing: str) -> bool:
    """Of the colour of danger."""
    return table.box.goods[thing].colour == "red"  # type: ignore[no-any-return]


words.timing(TURN, about="In the player's own turn.", example="Turn: gain 1 Gold.")
words.timing(DUSK, about="When a turn ends.", example="Dusk: gain 1 Gold.")
words.timing(
    "when a card is played",
    key=PLAYED,
    about="Before it takes effect.",
    example="When a card is played: draw 1 card.",
    test=lambda table, context: table.find(context.about) is not None,
)


@words.verb("gain {n:amount} Gold", rule="TOY-9.3", example="Gain 2 Gold.", cost=False)
def gain(table: Contraband, context: Context, n: int) -> int:
    """Get Gold."""
    table.players[context.actor].gold += n
    return n


@words.verb("discard {what:card}", rule="TOY-9.4", example="Discard 1 of your cards.")
def discard(table: Contraband, context: Context, what: list[str]) -> int:
    """Put cards onto the discards, for all to see."""
    for thing in what:
        player = table.players[holder(table, thing) or 0]
        move(player.hand, table.discards, player.hand.cards.index(thing), to=EVERYONE)
    return len(what)


@words.verb("draw {n:amount} card(s)", rule="TOY-9.5", example="Draw 1 card.", cost=False)
def draw(table: Contraband, context: Context, n: int) -> Follow:
    """Take cards from the deck."""
    return [Draw(context.actor) for _ in range(n)]


@words.verb("search the deck for a red card", rule="TOY-9.10", example="Search the deck for a red card.", cost=False)
def rummage(table: Contraband, context: Context) -> Follow:
    """Look through the deck, and shuffle it."""
    return Rummage(context.actor)


@words.verb("cancel that play", rule="TOY-9.6", example="When a card is played: cancel that play.", cost=False)
def cancel(table: Contraband, context: Context) -> None:
    """What was announced does not happen."""
    table.cancel(context.about, rule="TOY-9.6")


# Steps.


@words.performing
class Perform(CardPerform):
    """TOY-9: a card's text is carried out clause by clause."""


class Draw(FromDeck):
    """TOY-8.1: a card is drawn; the discards make a new deck."""

    seat: Open[Seat]

    RULE = "TOY-8.1"

    def piles(self, table: Contraband) -> tuple[Pile, Pile]:
        return table.deck, table.discards

    def drawn(self, table: Contraband) -> Follow:
        if table.deck.cards:
            move(table.deck, table.players[self.seat].hand, to=only(self.seat))
        return None


class Rummage(SearchDeck):
    """TOY-9.10: the deck is looked through for a red card."""

    RULE = "TOY-9.10"
    SHOWN = False

    def deck(self, table: Contraband) -> Pile:
        return table.deck

    def fits(self, table: Contraband, card: str) -> bool:
        return table.box.goods[card].colour == "red"

    def found(self, table: Contraband, card: str, known: int) -> Follow:
        if card:
            table.players[self.seat].hand.put(card, known)
        return None


class SetUp(Step):
    """TOY-7.1: the deck is shuffled, four cards are dealt to each."""

    def ask(self, table: Contraband) -> Ask:
        return table.deck.asking("deck")

    def run(self, table: Contraband, order: list[str]) -> Follow:
        table.deck.shuffled(order)
        return [Draw(seat) for _ in range(DEALT) for seat in table.places]


class Rounds(Step):
    """TOY-8: turns one after the other; after the last round the richest win."""

    turns: Open[int] = 0

    def run(self, table: Contraband) -> Follow:
        if self.turns == ROUNDS * len(table.places):
            most = max(player.gold for player in table.players)
            winners = tuple(player.seat for player in table.players if player.gold == most)
            return End(Outcome(winners, "TOY-8", "gold"))
        goes_on = self.turns > 0 and self.turns % len(table.places) == 0
        self.turns += 1
        return Stay(*[Anchor()] * goes_on, Turn(table.places[self.turns % len(table.places)]))


class Anchor(Council):
    """TOY-10.1: the first proposes where the ship goes after a round, the others agree; else it stays."""

    def question(self, table: Contraband) -> Choose:
        near = {end: 0 for way in WAYS if table.ship in way for end in way}
        return Choose(table.places[0], keys(near), table.ship, rule="TOY-10.1", prompt="Where to?")

    def concerned(self, table: Contraband) -> list[Seat]:
        return table.places

    def carried(self, table: Contraband, key: str) -> Follow:
        table.ship = key
        return None


class Voyage(Step):
    """TOY-10.2: a wind die and a cargo die in one roll; with wind enough the cargo comes home."""

    seat: Open[Seat]

    def ask(self, table: Contraband) -> Ask:
        return roll_each("voyage", [WIND, CARGO])

    def run(self, table: Contraband, faces: list[int]) -> Follow:
        table.players[self.seat].gold += brought_home(table.ship, *faces)
        return None


def brought_home(harbour: str, wind: int, cargo: int) -> int:
    """TOY-10.3: what a voyage from a harbour brings in Gold."""
    return cargo + RISK[harbour] // 2 if wind >= RISK[harbour] else 0


def odds(table: Contraband, seat: Seat, key: str) -> list[Odds]:
    """The exact chances of a voyage."""
    if key != "sail":
        return []
    gains = [brought_home(table.ship, wind, cargo) for wind in WIND for cargo in CARGO]
    least = sorted({*gains} - {0})
    return [Odds(f"at least {gold} Gold", sum(gain >= gold for gain in gains), len(gains)) for gold in least]


class Turn(Step):
    """TOY-8.2: draw, earn or sail; play; then dusk falls for all."""

    seat: Open[Seat]
    phase: Open[int] = 0

    def ask(self, table: Contraband) -> Ask | None:
        return Choose(self.seat, keys(["draw", "earn", "sail"]), rule="TOY-8.2") if not self.phase else None

    def run(self, table: Contraband, answer: str | None) -> Follow:
        self.phase += 1
        if answer == "earn":
            table.players[self.seat].gold += 1
        if self.phase == 1:
            return Stay(Draw(self.seat)) if answer == "draw" else Stay(*[Voyage(self.seat)] * (answer == "sail"))
        if self.phase == 2:
            return Stay(Window(TURN, [self.seat], rule="TOY-8.2"))
        return Window(DUSK, list(table.places), rule="TOY-8.3")


def setup(chosen: Setup) -> Contraband:
    """Empty hands, all cards in the deck."""
    seats = list(range(chosen.players))
    key = BOXES.key(chosen.packs, chosen.players)
    table = Contraband(
        cards=key,
        players_count=len(seats),
        places=seats,
        players=[Smuggler(seat, hand("card", seat)) for seat in seats],
        deck=face_down("card", BOXES.box(key).goods),
        discards=face_up("card"),
    )
    table.push([SetUp(), Rounds()])
    return table


def scene(table: Contraband, viewer: Viewer) -> Scene:
    """The coast, and all else as any game is drawn."""
    harbours = [
        Zone(id=name, kind="place", title=name, text=f"wind {RISK[name]}", spot=Spot(x=x, y=y, label=str(RISK[name])))
        for name, (x, y) in PLACES.items()
    ]
    harbours[[*PLACES].index(table.ship)].pieces = [Piece(id="ship", kind="pawn", title="The ship")]
    ways = [Way(start=start, end=end) for start, end in WAYS]
    coast = Zone(id="coast", kind="map", title="The coast", ground=Ground(grid=20), zones=harbours, ways=ways)
    laid = plain_scene("Contraband", view(table, viewer))
    laid.zones.insert(0, coast)
    return laid


TEXTS = {"not agreed": "{who} does not agree.", "uses": "{who} plays {power}.", "cancelled": "It is cancelled."}


def with_packs(files: Sequence[Path] = ()) -> Game:
    """The game with more cards."""
    stack = load_stack(words, [PACK, *files])
    BOXES.lay(stack, words)
    names = names_in(stack)
    return Game(
        id="toy-contraband",
        title="Contraband",
        version=2,
        players=(2, 3),
        setup=setup,
        packs=stack.packs,
        texts=TEXTS,
        odds=odds,
        scene=scene,
        name=lambda kind, value: name_of(card_of(value), names) if kind == "power" else str(value),
        with_packs=with_packs,
    )


GAME = with_packs()
