"""Faceless (CD-18.39 to CD-18.41, CD-Q-53): once in the game, another Character's face."""

from __future__ import annotations

from eschaton.games.cult.box.components import FACE_NAMES
from eschaton.games.cult.options import NECROMANCER
from eschaton.games.cult.powers import ANY, Abilities
from eschaton.games.cult.rules.resolve import between_dice
from eschaton.games.cult.rules.turn import MarkPlayer
from eschaton.games.cult.state import Cult, Player
from eschaton.kernel.ask import EVERYONE, Ask, Choose, Option, Seat, keys
from eschaton.kernel.pile import move
from eschaton.kernel.step import Follow, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use

abilities = Abilities()


def not_in_play(table: Cult) -> list[str]:
    """CD-18.40, CD-18.41, CD-14.15: undealt Characters, and those of the dead, but never the Necromancer's."""
    dead = [card for player in table.players if not player.alive for card in player.card.cards if card != NECROMANCER]
    return sorted([*table.characters.cards, *dead])


def may_swap(table: Cult, use: Use) -> bool:
    """There is a Character to take."""
    return bool(not_in_play(table))


@abilities.power(
    "faceless", ANY, rule="CD-18.39", label="Take another Character", limit=1, per="the game", condition=may_swap
)
def faceless(table: Cult, use: Use) -> Follow:
    """CD-18.39."""
    return TakeFace(use.seat)


class TakeFace(Step):
    """CD-18.39, CD-Q-53: the player's card is exchanged; ability and power symbol change, life and coins do not."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask:
        return Choose(self.seat, keys(not_in_play(table)), rule="CD-18.40", prompt="Which Character do you take?")

    def describe(self, table: Cult, key: str) -> Option:
        fact = table.box.characters[key]  # an undealt one lies face down: nowhere else is it to be read
        words = f"{fact.name} (power symbol {FACE_NAMES[fact.power]}): {fact.text}"
        return Option(key, words, (key,) if key not in table.characters.cards else ())

    def run(self, table: Cult, card: str) -> Follow:
        player = table.players[self.seat]
        if player.character == "faceless-2":
            table.marked = -1  # CD-Q-54
        exchange_card(table, player, card)
        table.say("CD-18.39", "character", who=self.seat, card=card)
        table.reopen()
        return at_once(table, self.seat, card)


def at_once(table: Cult, seat: Seat, card: str) -> Follow:
    """What a new face does where it comes too late to be asked: between two dice everybody may act again (CD-Q-41);
    before their own Roll phase a new Faceless II marks a player (CD-18.44)."""
    if table.stack[-1] is table.resolving():
        return between_dice(table)
    if card == "faceless-2" and seat == table.active and table.scope("BeforeRoll"):
        return MarkPlayer(seat)
    return None


def exchange_card(table: Cult, player: Player, card: str) -> None:
    """The player's Character and another one change places."""
    from_dead = [other.card for other in table.players if card in other.card]
    source = from_dead[0] if from_dead else table.characters
    source.put(player.card.take()[0], EVERYONE)
    move(source, player.card, source.cards.index(card), to=EVERYONE)
    table.forget()
