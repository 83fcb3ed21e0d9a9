"""Larder: a card game with hidden hands. Peeking, giving, stealing, responses, and losses that can be changed.

TOY-1 set-up, TOY-2 the turn, TOY-3 the cards, TOY-4 responses, TOY-5 the end. Everybody has 3 life and a secret taste.
A card that is played goes onto the discards; coins go into the player's larder.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from eschaton.kernel.ask import (
    EVERYONE,
    Ask,
    Choose,
    ChooseSome,
    Option,
    Order,
    Pick,
    Seat,
    Viewer,
    keys,
    only,
)
from eschaton.kernel.game import Game, Setup, Switch
from eschaton.kernel.pile import Pile, face_down, face_up, hand, move
from eschaton.kernel.step import End, Follow, Outcome, Stay, Step, Unwind
from eschaton.kernel.table import Open, Owner, Table, Threshold
from eschaton.kernel.window import PASS, Power, Use, Window, before

COPIES = {
    "coin": 8, "thief": 5, "guard": 4, "ward": 2, "mirror": 3, "tax": 2, "eye": 3, "gift": 3, "pocket": 2, "bury": 3,
    "scry": 2,
}  # fmt: skip
CARDS = [f"{kind}-{number}" for kind, many in COPIES.items() for number in range(1, many + 1)]
TASTES = ("coins", "cards", "life")
HAND_LIMIT = 4
LIFE = 3


KIND = {card: card.partition("-")[0] for card in CARDS}
OF_KIND = {kind: frozenset(card for card in CARDS if KIND[card] == kind) for kind in COPIES}


class Player(msgspec.Struct):
    """One player's side of the table."""

    seat: Open[Seat]
    hand: Open[Pile]
    larder: Open[Pile]
    life: Open[int] = LIFE
    taste: Owner[str] = ""


class Larder(Table):
    """The table."""

    home = __name__
    thresholds = (Threshold("loss", "Life that is lost", 2), Threshold("draw", "A card is drawn"))

    players: Open[list[Player]]
    deck: Open[Pile]
    discards: Open[Pile]
    rounds: Open[int]
    round: Open[int] = 0
    order: str = "race"

    def alive(self, seats: Sequence[Seat]) -> list[Seat]:
        """Those of these seats who still play."""
        return [seat for seat in seats if self.players[seat].life > 0]

    def next_alive(self, seat: Seat) -> Seat:
        """The nearest player on the left who still plays."""
        for other in self.clockwise(seat):
            if self.players[other].life > 0:
                return other
        return seat

    def due(self) -> Follow:
        """TOY-5.1: a player without life leaves at once; the last one wins."""
        for player in self.players:
            if player.life <= 0:
                return self.after_death()
        return None

    def after_death(self) -> Follow:
        """TOY-5.1: the dead discard their hands."""
        for player in self.players:
            if player.life <= 0 and player.hand.cards:
                return Leave(player.seat)
        if len(self.alive(self.places)) == 1:
            return End(Outcome(tuple(self.alive(self.places)), "TOY-5.1", "the last one"))
        return None

    def power(self, key: str) -> Power:
        """The response of a card, by its kind."""
        return POWERS[key]

    def powers(self, seat: Seat, timing: str) -> list[Power]:
        """TOY-4.1: the responses in hand."""
        held = self.players[seat].hand.cards
        return [power for power in AT[timing] if not OF_KIND[power.key].isdisjoint(held)]

    def holders(self, timing: str) -> list[Seat]:
        """Who has any of these responses in hand."""
        apart = RESPONSES[timing].isdisjoint
        return [player.seat for player in self.players if not apart(player.hand.cards)]

    def possible_powers(self, seat: Seat, timing: str) -> list[Power]:
        """The responses that could be in a hand: not all copies lie face up."""
        if not self.players[seat].hand.cards:
            return []
        seen = self.discards.cards
        return [power for power in AT[timing] if OF_KIND[power.key].difference(seen)]

    def powers_of(self, seat: Seat, piece: str) -> list[Power]:
        """The response that a card in this hand is."""
        return [POWERS[KIND[piece]]] if piece in self.players[seat].hand and KIND[piece] in POWERS else []

    def at_stake(self, seat: Seat, window: Any) -> int:
        """The life that is about to be lost."""
        step = self.find(window.about)
        return step.amount if isinstance(step, Loss) else 0

    def touched(self, seat: Seat, window: Any) -> bool:
        """A loss touches the one who suffers it."""
        step = self.find(window.about)
        return isinstance(step, Loss) and step.seat == seat

    def imagine(self, viewer: Viewer, rng: Random) -> None:
        """Tastes are chosen freely by chance."""
        for player in self.players:
            if player.seat != viewer and player.taste:
                player.taste = rng.choice(TASTES)

    def describe(self, key: str) -> Option:
        """Cards by what they do, seats by number."""
        if key[:1] == "S" and key[1:].isdigit():
            return Option(key, f"Player {key[1:]}", (f"players.{key[1:]}",))
        if key in CARDS:
            return Option(key, f"the {KIND[key]}", (key,))
        return Option(key, key)

    def discard(self, seat: Seat, card: str) -> None:
        """Lay a card of this hand onto the discards, for everybody to see."""
        hand = self.players[seat].hand
        move(hand, self.discards, hand.cards.index(card), to=EVERYONE)


class SetUp(Step):
    """TOY-1.1: shuffle, deal three cards each."""

    def ask(self, table: Larder) -> Ask:
        return table.deck.asking("deck")

    def run(self, table: Larder, order: list[str]) -> Follow:
        table.deck.shuffled(order)
        for player in table.players:
            for _ in range(3):
                move(table.deck, player.hand, to=only(player.seat))
        return [*(DealTaste(player.seat) for player in table.players), Turn(table.places[0])]


class DealTaste(Step):
    """TOY-1.2: everybody has a secret taste."""

    seat: Open[Seat]

    def ask(self, table: Larder) -> Ask:
        return Pick("taste", keys(TASTES), only(self.seat), rule="TOY-1.2")

    def run(self, table: Larder, taste: str) -> Follow:
        table.players[self.seat].taste = taste
        table.tell(only(self.seat), "TOY-1.2", "taste", {"taste": taste}, who=self.seat)
        return None


class Turn(Step):
    """TOY-2.1: draw, play a card, keep the hand limit."""

    seat: Open[Seat]
    phase: Open[int] = 0

    def run(self, table: Larder) -> Follow:
        self.phase += 1
        if self.phase == 1:
            window = Window("draw", table.clockwise(self.seat), rule="TOY-4.3", order=table.order)
            return Stay(*before(table, window, Draw(self.seat, 1)), PlayCard(self.seat))
        if self.phase == 2 and len(table.players[self.seat].hand.cards) > HAND_LIMIT:
            return Stay(HandLimit(self.seat))
        following = table.next_alive(self.seat)
        if following <= self.seat:
            table.round += 1
            if table.round >= table.rounds:
                return End(outcome(table))
        return Turn(following)


class Draw(Step):
    """TOY-2.2: draw cards; the discards are shuffled when the deck is empty."""

    seat: Open[Seat]
    amount: Open[int]

    def run(self, table: Larder) -> Follow:
        while self.amount:
            if not table.deck.cards:
                return Stay(Reshuffle()) if table.discards.cards else None
            self.amount -= 1
            card = move(table.deck, table.players[self.seat].hand, to=only(self.seat))
            table.tell(only(self.seat), "TOY-2.2", "drew", {"card": card}, who=self.seat)
        return None


class Reshuffle(Step):
    """TOY-2.3: the discards become the deck."""

    def ask(self, table: Larder) -> Ask:
        return table.discards.asking("deck")

    def run(self, table: Larder, order: list[str]) -> Follow:
        table.discards.shuffled(order)
        table.deck, table.discards = table.discards, table.deck
        table.say("TOY-2.3", "reshuffled")
        return None


class PlayCard(Step):
    """TOY-2.4: play one card that can be played, or none."""

    seat: Open[Seat]

    def ask(self, table: Larder) -> Ask:
        options = {card: card for card in sorted(table.players[self.seat].hand.cards) if card in PLAYABLE}
        options[PASS] = ""
        return Choose(self.seat, options, PASS, rule="TOY-2.4")

    def run(self, table: Larder, card: str) -> Follow:
        if not card:
            return None
        table.discard(self.seat, card)
        table.say("TOY-2.4", "played", who=self.seat, card=card)
        return PLAYED[KIND[card]](self.seat)


class Coin(Step):
    """TOY-3.1: the coin just played goes into your larder."""

    seat: Open[Seat]

    def run(self, table: Larder) -> Follow:
        move(table.discards, table.players[self.seat].larder)
        return None


class Target(Step):
    """TOY-3.2: the card is played on another player."""

    seat: Open[Seat]

    def ask(self, table: Larder) -> Ask:
        others = table.alive(table.clockwise(self.seat))
        return Choose(self.seat, {f"S{other}": other for other in others}, rule="TOY-3.2")


class Thief(Target):
    """TOY-3.3: the other loses two life."""

    def run(self, table: Larder, other: Seat) -> Follow:
        seats = [other, *table.clockwise(other)]
        return before(table, Window("loss", seats, rule="TOY-4.2", order=table.order), Loss(other, self.seat, 2))


class Loss(Step):
    """TOY-3.4: lose life."""

    seat: Open[Seat]
    by: Open[Seat]
    amount: Open[int]

    def run(self, table: Larder) -> Follow:
        player = table.players[self.seat]
        player.life -= min(self.amount, player.life)
        table.say("TOY-3.4", "lost", who=self.seat, amount=self.amount)
        return None


class Eye(Target):
    """TOY-3.5: look at the other's hand."""

    def run(self, table: Larder, other: Seat) -> Follow:
        hand = table.players[other].hand
        seen = sorted(hand.look(self.seat, len(hand)))
        table.tell(only(self.seat, other), "TOY-3.5", "peeked", {"cards": seen}, who=self.seat, whom=other)
        return None


class Gift(Target):
    """TOY-3.6: give the other a card of your hand, unseen by the rest."""

    def run(self, table: Larder, other: Seat) -> Follow:
        return Give(self.seat, other) if table.players[self.seat].hand.cards else None


class Give(Step):
    """TOY-3.6: choose the card."""

    seat: Open[Seat]
    to: Open[Seat]

    def ask(self, table: Larder) -> Ask:
        return Choose(self.seat, keys(sorted(table.players[self.seat].hand.cards)), rule="TOY-3.6")

    def run(self, table: Larder, card: str) -> Follow:
        hand = table.players[self.seat].hand
        move(hand, table.players[self.to].hand, hand.cards.index(card), to=only(self.to))
        table.tell(only(self.seat, self.to), "TOY-3.6", "gave", {"card": card}, who=self.seat, whom=self.to)
        return None


class Pocket(Target):
    """TOY-3.7: take a random card of the other's hand."""

    def run(self, table: Larder, other: Seat) -> Follow:
        return PickPocket(self.seat, other) if table.players[other].hand.cards else None


class PickPocket(Step):
    """TOY-3.7: chance says which."""

    seat: Open[Seat]
    whom: Open[Seat]

    def ask(self, table: Larder) -> Ask:
        cards = sorted(table.players[self.whom].hand.cards)
        return Pick("pocket", keys(cards), only(self.seat, self.whom), rule="TOY-3.7")

    def run(self, table: Larder, card: str) -> Follow:
        hand = table.players[self.whom].hand
        move(hand, table.players[self.seat].hand, hand.cards.index(card), to=only(self.seat))
        table.tell(only(self.seat, self.whom), "TOY-3.7", "took", {"card": card}, who=self.seat, whom=self.whom)
        return None


class Bury(Step):
    """TOY-3.8: put up to two cards of your hand under the deck, unseen; draw as many."""

    seat: Open[Seat]

    def ask(self, table: Larder) -> Ask:
        return ChooseSome(self.seat, keys(sorted(table.players[self.seat].hand.cards)), 0, 2, rule="TOY-3.8")

    def run(self, table: Larder, cards: list[str]) -> Follow:
        hand = table.players[self.seat].hand
        for card in cards:
            move(hand, table.deck, hand.cards.index(card), bottom=True)
        table.say("TOY-3.8", "buried", who=self.seat, many=len(cards))
        return Draw(self.seat, len(cards))


class Scry(Step):
    """TOY-3.9: look at the two top cards of the deck and put them back in any order."""

    seat: Open[Seat]
    looked: Open[bool] = False

    def ask(self, table: Larder) -> Ask | None:
        if not self.looked:
            return None
        return Order(self.seat, keys(sorted(table.deck.cards[-2:])), rule="TOY-3.9", prompt="Topmost last")

    def run(self, table: Larder, order: list[str] | None) -> Follow:
        if order is None:
            self.looked = True
            table.deck.look(self.seat, 2)
            return Stay()
        table.deck.arranged(order, by=self.seat)
        return None


class HandLimit(Step):
    """TOY-2.5: discard down to the hand limit."""

    seat: Open[Seat]

    def ask(self, table: Larder) -> Ask:
        hand = table.players[self.seat].hand
        over = len(hand) - HAND_LIMIT
        return ChooseSome(self.seat, keys(sorted(hand.cards)), over, over, rule="TOY-2.5")

    def run(self, table: Larder, cards: list[str]) -> Follow:
        for card in cards:
            table.discard(self.seat, card)
        return None


class Leave(Step):
    """TOY-5.1: discard the hand; if it was your turn, it ends."""

    seat: Open[Seat]

    def run(self, table: Larder) -> Follow:
        for card in sorted(table.players[self.seat].hand.cards):
            table.discard(self.seat, card)
        table.say("TOY-5.1", "left", who=self.seat)
        turn = table.nearest("Turn")
        if turn.seat == self.seat:
            turn.phase = 2  # there is no hand left to limit
            return Unwind(Turn)
        return None


PLAYED: dict[str, type[Step]] = {
    "coin": Coin, "thief": Thief, "eye": Eye, "gift": Gift, "pocket": Pocket, "bury": Bury, "scry": Scry,
}  # fmt: skip
PLAYABLE = frozenset(card for card in CARDS if KIND[card] in PLAYED)


def pay(table: Larder, use: Use) -> Follow:
    """TOY-4.1: a response is discarded from the hand; which copy does not matter."""
    hand = table.players[use.seat].hand
    table.discard(use.seat, min(OF_KIND[use.power].intersection(hand.cards)))
    return None


def guard(table: Larder, use: Use) -> Follow:
    """TOY-4.4: one life less is lost."""
    loss = table.pending(use.about)
    table.amend(use.about, "TOY-4.4", amount=loss.amount - 1)
    return None


def ward(table: Larder, use: Use) -> Follow:
    """TOY-4.5: nothing is lost."""
    table.cancel(use.about, "TOY-4.5")
    return None


def mirror(table: Larder, use: Use) -> Follow:
    """TOY-4.6: the attacker loses instead."""
    loss = table.pending(use.about)
    table.replace(use.about, Loss(loss.by, loss.seat, loss.amount), rule="TOY-4.6")
    return None


def tax(table: Larder, use: Use) -> Follow:
    """TOY-4.7: you draw instead of the other."""
    draw = table.pending(use.about)
    table.replace(use.about, Draw(use.seat, draw.amount), rule="TOY-4.7")
    return None


def loss_pending(table: Larder, use: Use) -> bool:
    """There is still something to lose."""
    loss = table.find(use.about)
    return loss is not None and loss.amount > 0


def mine_pending(table: Larder, use: Use) -> bool:
    """There is still something for me to lose."""
    return loss_pending(table, use) and table.find(use.about).seat == use.seat


POWERS = {
    power.key: power
    for power in (
        Power(key="guard", when="loss", effect=guard, condition=loss_pending, cost=pay, rule="TOY-4.4", label="Guard"),
        Power(key="ward", when="loss", effect=ward, condition=loss_pending, cost=pay, rule="TOY-4.5", label="Ward"),
        Power(key="mirror", when="loss", effect=mirror, condition=mine_pending, cost=pay, rule="TOY-4.6"),
        Power(key="tax", when="draw", effect=tax, cost=pay, rule="TOY-4.7", limit=1),
    )
}  # fmt: skip


def outcome(table: Larder) -> Outcome:
    """TOY-5.2: a point for each coin, card or life, by taste; the most points win."""
    scores = {}
    for player in table.players:
        worth = {"coins": len(player.larder), "cards": len(player.hand), "life": player.life}
        scores[f"S{player.seat}"] = worth[player.taste] if player.life else -1
    most = max(scores.values())
    return Outcome(tuple(int(seat[1:]) for seat in scores if scores[seat] == most), "TOY-5.2", "points", scores)


def setup(setup: Setup) -> Larder:
    """TOY-1: the table before the deal."""
    seats = list(range(setup.players))
    cards = [card for card in CARDS if setup.options["peeking"] != "none" or KIND[card] not in ("eye", "scry")]
    return Larder(
        players_count=len(seats),
        places=seats,
        players=[Player(seat, hand("card", seat), face_up("card")) for seat in seats],
        deck=face_down("card", cards),
        discards=face_up("card"),
        rounds=3 if setup.options["short"] else 10,
        order=setup.options["order"],
        stack=[SetUp()],
    )


TEXTS = {
    "taste": "{who:seat} tastes {taste|something}.",
    "drew": "{who:seat} draws {card|a card}.",
    "played": "{who:seat} plays {card}.",
    "lost": "{who:seat} loses {amount} life.",
    "peeked": "{who:seat} looks at the hand of {whom:seat}{cards|}.",
    "gave": "{who:seat} gives {card|a card} to {whom:seat}.",
    "took": "{who:seat} takes {card|a card} from {whom:seat}.",
    "buried": "{who:seat} buries {many}.",
    "reshuffled": "The discards are shuffled.",
    "left": "{who:seat} leaves.",
    "uses": "{who:seat} answers with {power}.",
    "amended": "{step}: {field} is {new} instead of {old}.",
    "replaced": "{step} becomes {by}.",
    "cancelled": "{step} does not happen.",
}
AT = {when: [power for power in POWERS.values() if power.when == when] for when in ("loss", "draw")}
RESPONSES = {when: frozenset(card for power in AT[when] for card in OF_KIND[power.key]) for when in AT}

GAME = Game(
    id="toy-larder",
    title="Larder",
    version=3,
    players=(2, 3, 4),
    setup=setup,
    options=(
        Switch(key="short", title="Three rounds"),
        Switch(key="peeking", title="Peeking", default="some", choices=("some", "none")),
        Switch(key="order", title="Responses", default="race", choices=("race", "priority")),
    ),
    summary="Hidden hands, gifts and thieves.",
    texts=TEXTS,
    limit=2_000,
    plays=("played",),
)
