"""CD-1: laying out the box."""

from __future__ import annotations

from eschaton.games.cult.cards import BASE
from eschaton.games.cult.components import BOARDS, CABALIST, HIGH_PRIEST, PRIEST_LIFE_PER_CABALIST, ROLE_CARDS, ROLES
from eschaton.games.cult.rituals import place_ritual
from eschaton.games.cult.state import Altar, Cult, Player
from eschaton.games.cult.turn import MarkPlayer, Play
from eschaton.kernel.ask import EVERYONE, Shuffle, only
from eschaton.kernel.game import Setup
from eschaton.kernel.pile import face_down, face_up, move
from eschaton.kernel.step import Follow, Step

ASIDE = ("necromancer",)  # CD-1.9


def setup(setup: Setup) -> Cult:
    """The table before the first shuffle."""
    many = setup.players
    return Cult(
        players_count=many,
        places=list(range(many)),
        n=many,
        options=dict(setup.options),
        players=[Player(seat, face_down("role"), face_down("sigil"), face_down("character")) for seat in range(many)],
        altars=[Altar(board, face_up("ritual")) for board in range(1, BOARDS[many] + 1)],
        roles=face_down("role", ROLES[many]),
        deck=face_down("ritual", BASE.rituals),
        discard=face_up("ritual"),
        sigils=face_down("sigil", BASE.sigils),
        removed=face_up("sigil"),
        characters=face_down("character", (card for card in BASE.characters if card not in ASIDE)),
        wraiths=list(BASE.wraiths),
        stack=[DealRoles()],
    )


class DealRoles(Step):
    """CD-1.6: shuffle the roles of the set-up table and deal one to each player."""

    def ask(self, table: Cult) -> Shuffle:
        return Shuffle("roles", list(table.roles.cards), rule="CD-1.6")

    def run(self, table: Cult, order: list[str]) -> Follow:
        table.roles.shuffled(order)
        for player in table.players:
            move(table.roles, player.role, to=only(player.seat))
        return DealSigils()


class DealSigils(Step):
    """CD-1.8: shuffle all Sigils and deal one to each player."""

    def ask(self, table: Cult) -> Shuffle:
        return Shuffle("sigils", list(table.sigils.cards), rule="CD-1.8")

    def run(self, table: Cult, order: list[str]) -> Follow:
        table.sigils.shuffled(order)
        for player in table.players:
            move(table.sigils, player.sigil, to=only(player.seat))
        return DealCharacters()


class DealCharacters(Step):
    """CD-1.10: shuffle the Characters and deal one face-down to each player; nobody sees any yet."""

    def ask(self, table: Cult) -> Shuffle:
        return Shuffle("characters", list(table.characters.cards), rule="CD-1.10")

    def run(self, table: Cult, order: list[str]) -> Follow:
        table.characters.shuffled(order)
        for player in table.players:
            move(table.characters, player.card)
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
    """CD-1.18: the High Priest is shown, then the Characters; life, coins and marks are taken; play begins."""

    def run(self, table: Cult) -> Follow:
        cabalists = 0
        for player in table.players:
            kind = ROLE_CARDS[player.role.cards[0]]
            cabalists += kind == CABALIST
            if kind == HIGH_PRIEST:
                player.role.show(EVERYONE)
                table.priest = player.seat
                table.say("CD-1.18", "high priest", who=player.seat)
        for player in table.players:
            card = BASE.characters[player.card.show(EVERYONE)]
            player.life, player.chant, player.siren = card.life, card.chant, card.siren
            table.say("CD-1.19", "character", who=player.seat, card=card.id)
        bonus = PRIEST_LIFE_PER_CABALIST * cabalists
        table.players[table.priest].life += bonus
        table.say("CD-1.21", "bonus", who=table.priest, life=bonus)
        marking = [MarkPlayer(player.seat) for player in table.players if player.character == "faceless-2"]
        return [*marking, Play()]
