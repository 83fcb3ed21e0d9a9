"""Contraband: hidden hands of cards whose texts are in the card language, announced, answered and cancelled.

TOY-7 set-up, TOY-8 the turn, TOY-9 the cards. Who has most Gold after eight rounds wins.
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
from eschaton.kernel.ask import EVERYONE, Ask, Choose, Seat, keys, only
from eschaton.kernel.deck import FromDeck, SearchDeck
from eschaton.kernel.game import Game, Setup
from eschaton.kernel.pile import Pile, face_down, face_up, hand, move
from eschaton.kernel.step import End, Follow, Outcome, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use, Window

PACK = Path(__file__).with_suffix(".toml")
TURN, DUSK, PLAYED = "turn", "dusk", "played"
DEALT, ROUNDS = 4, 8

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


@words.value("your Gold", example="If your Gold is 3 or more, draw 1 card.")
def gold(table: Contraband, context: Context) -> int:
    """How much you own."""
    return table.players[context.seat].gold


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


@words.verb("give {what:card} to {who:player}", rule="TOY-9.9", example="Give 1 of your cards to 1 other player.")
def give(table: Contraband, context: Context, what: list[str], who: list[Seat]) -> int:
    """Cards go from hand to hand, unseen by others."""
    for thing in what if who else ():
        source, seat = table.players[holder(table, thing) or 0].hand, who[0]
        move(source, table.players[seat].hand, source.cards.index(thing), to=only(seat))
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
        self.turns += 1
        return Stay(Turn(table.places[self.turns % len(table.places)]))


class Turn(Step):
    """TOY-8.2: draw or earn, play, then dusk falls for all."""

    seat: Open[Seat]
    phase: Open[int] = 0

    def ask(self, table: Contraband) -> Ask | None:
        return Choose(self.seat, keys(["draw", "earn"]), rule="TOY-8.2") if not self.phase else None

    def run(self, table: Contraband, answer: str | None) -> Follow:
        self.phase += 1
        if answer == "earn":
            table.players[self.seat].gold += 1
        if self.phase == 1:
            return Stay(Draw(self.seat)) if answer == "draw" else Stay()
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


TEXTS = {"uses": "{who} plays {power}.", "cancelled": "It is cancelled."}


def with_packs(files: Sequence[Path] = ()) -> Game:
    """The game with more cards."""
    stack = load_stack(words, [PACK, *files])
    BOXES.lay(stack, words)
    names = names_in(stack)
    return Game(
        id="toy-contraband",
        title="Contraband",
        version=1,
        players=(2, 3),
        setup=setup,
        packs=stack.packs,
        texts=TEXTS,
        name=lambda kind, value: name_of(card_of(value), names) if kind == "power" else str(value),
        with_packs=with_packs,
    )


GAME = with_packs()
