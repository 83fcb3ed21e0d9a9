"""CD-1: laying out the box; CD-20.1, CD-20.2, CD-21, CD-23: what the variants change in it."""

from __future__ import annotations

from eschaton.games.cult.box.cards import BOXES
from eschaton.games.cult.box.components import (
    BOARDS,
    CABALIST,
    HIGH_PRIEST,
    MERCHANT_OF_DEATH_LIFE,
    PRIEST_LIFE_PER_CABALIST,
    roles_in_game,
)
from eschaton.games.cult.options import (
    AUTOMATED,
    HERESY,
    MERCHANT_OF_DEATH,
    NECROMANCER,
    SHUFFLED,
    TO_HIGH_PRIEST,
    TRULY,
)
from eschaton.games.cult.rules.rituals import place_ritual
from eschaton.games.cult.rules.turn import MarkPlayer, Play
from eschaton.games.cult.rules.variants import ReplaceRitual
from eschaton.games.cult.state import Altar, Cult, Player
from eschaton.kernel.ask import EVERYONE, Pick, Shuffle, keys, only
from eschaton.kernel.game import Setup
from eschaton.kernel.pile import face_down, face_up, move
from eschaton.kernel.step import Follow, Step


def setup(setup: Setup) -> Cult:
    """CD-1.11 to CD-1.13, CD-21.25: the table before the first shuffle. Four players share it with an automaton
    (CD-21.2), at the last seat."""
    key = BOXES.key(setup.packs, setup.players)
    box, many = BOXES.box(key), setup.players
    seats = list(range(many + (many == AUTOMATED)))
    aside = [] if setup.options[NECROMANCER] == SHUFFLED else [NECROMANCER]
    table = Cult(
        cards=key,
        players_count=many,
        places=seats,
        automata=seats[many:],
        n=many,
        options=dict(setup.options),
        deeds=[0] * len(seats) ** 2,
        players=[Player(seat, face_down("role"), face_down("sigil"), face_down("character")) for seat in seats],
        altars=[Altar(board, face_up("ritual")) for board in range(1, BOARDS[many] + 1)],
        roles=face_down("role", roles_in_game(many, setup.options[HERESY])),
        deck=face_down("ritual", box.rituals),
        discard=face_up("ritual"),
        sigils=face_down("sigil", box.sigils),
        removed=face_up("sigil"),
        characters=face_down("character", (card for card in box.characters if card not in aside)),
        aside=face_up("character", aside),
        wraiths=list(box.wraiths),
        stack=[DealRoles()],
    )
    for seat in table.automata:
        move(table.roles, table.players[seat].role, table.roles.cards.index(HIGH_PRIEST), to=EVERYONE)
    return table


class DealRoles(Step):
    """CD-1.6, CD-1.7: shuffle the roles of the set-up table and deal one to each player; an automaton has its own
    (CD-21.2)."""

    def ask(self, table: Cult) -> Shuffle:
        return Shuffle("roles", list(table.roles.cards), rule="CD-1.6")

    def run(self, table: Cult, order: list[str]) -> Follow:
        table.roles.shuffled(order)
        for seat in table.people():
            move(table.roles, table.players[seat].role, to=only(seat))
        return DealSigils()


class DealSigils(Step):
    """CD-1.8: shuffle all Sigils and deal one to each player, but none to an automaton (CD-21.3)."""

    def ask(self, table: Cult) -> Shuffle:
        return Shuffle("sigils", list(table.sigils.cards), rule="CD-1.8")

    def run(self, table: Cult, order: list[str]) -> Follow:
        table.sigils.shuffled(order)
        for seat in table.people():
            move(table.sigils, table.players[seat].sigil, to=only(seat))
        table.forget()
        return [*(DrawCharacter(seat) for seat in table.automata), DealCharacters()]


class DrawCharacter(Step):
    """CD-21.3, CD-Q-74: an automaton gets a Character; never the Necromancer, which it would draw again."""

    seat: int

    def ask(self, table: Cult) -> Pick:
        cards = sorted(card for card in table.characters.cards if card != NECROMANCER)
        return Pick("automaton's character", keys(cards), rule="CD-21.3")

    def run(self, table: Cult, card: str) -> Follow:
        move(table.characters, table.players[self.seat].card, table.characters.cards.index(card), to=EVERYONE)
        table.forget()
        return None


class DealCharacters(Step):
    """CD-1.10: shuffle the Characters and deal one face-down to each player; nobody sees any yet."""

    def ask(self, table: Cult) -> Shuffle:
        return Shuffle("characters", list(table.characters.cards), rule="CD-1.10")

    def run(self, table: Cult, order: list[str]) -> Follow:
        table.characters.shuffled(order)
        for seat in table.people():
            move(table.characters, table.players[seat].card)
        table.forget()
        return LayAltars()


class LayAltars(Step):
    """CD-1.14: shuffle the rituals; one goes face-up on every Altar Board, in board order."""

    def ask(self, table: Cult) -> Shuffle:
        return Shuffle("ritual deck", list(table.deck.cards), rule="CD-1.14")

    def run(self, table: Cult, order: list[str]) -> Follow:
        table.deck.shuffled(order)
        for altar in table.altars:
            card, _ = table.deck.take()
            place_ritual(table, altar, card)
        return Begin()


class Begin(Step):
    """CD-1.18, CD-1.20, CD-1.26, CD-1.27: the High Priest is shown, then the Characters; life, coins and marks are
    taken; play begins."""

    def run(self, table: Cult) -> Follow:
        show_high_priest(table)
        if table.options[NECROMANCER] == TO_HIGH_PRIEST:
            give_necromancer(table)
        for player in table.players:
            card = table.box.characters[player.card.show(EVERYONE)]
            player.life, player.siren = card.life, card.siren
            player.chant = 0 if player.seat in table.automata else card.chant  # CD-21.20
            table.say("CD-1.19", "character", who=player.seat, card=card.id)
        add_bonus(table)
        table.forget()
        first: list[Step] = [ReplaceRitual()] if table.options[TRULY] else []  # CD-Q-63
        marking = [MarkPlayer(player.seat) for player in table.players if player.character == "faceless-2"]
        return [*first, *marking, Play()]


def show_high_priest(table: Cult) -> None:
    """CD-1.18: the High Priest, and nobody else, turns their role face-up."""
    for player in table.players:
        if table.role(player.seat) == HIGH_PRIEST:
            player.role.show(EVERYONE)
            table.priest = player.seat
            table.say("CD-1.18", "high priest", who=player.seat)


def give_necromancer(table: Cult) -> None:
    """CD-20.2, CD-Q-56: the High Priest gets the Necromancer in place of the Character that was dealt."""
    player = table.players[table.priest]
    move(player.card, table.characters)
    move(table.aside, player.card)


def add_bonus(table: Cult) -> None:
    """CD-1.21, CD-23.5, CD-1.22, CD-21.4: life for the High Priest by the number of Cabalists."""
    each = MERCHANT_OF_DEATH_LIFE if table.options[MERCHANT_OF_DEATH] else PRIEST_LIFE_PER_CABALIST
    bonus = each * sum(table.role(player.seat) == CABALIST for player in table.players)
    table.players[table.priest].life += bonus
    table.say("CD-1.21", "bonus", who=table.priest, life=bonus)
