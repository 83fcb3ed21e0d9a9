"""The scene: every option can be pointed at, nothing hidden is shown, everything open is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from eschaton.bots import make_bots
from eschaton.games.cult import GAME
from eschaton.games.cult.box.components import ROLE_NAMES
from eschaton.games.cult.scene import scene
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import CHANCE
from eschaton.kernel.machine import settle
from eschaton.kernel.scene import Scene, Zone
from eschaton.kernel.seen import seen
from eschaton.kernel.view import asked
from eschaton.lab.playout import Playout
from eschaton.ledger import rule
from tests import LONG


def zones(found: Scene | Zone) -> Iterator[Zone]:
    """Every zone of a scene."""
    for zone in found.zones:
        yield zone
        yield from zones(zone)


def ids(found: Scene) -> set[str]:
    """The ids of all zones and pieces."""
    return {zone.id for zone in zones(found)} | {piece.id for zone in zones(found) for piece in zone.pieces}


def random_game(players: int, seed: str, look: object) -> None:
    """A whole game of random players, looked at before every decision."""
    options = {"necromancer": "shuffled"} if players > 4 else {}
    Playout(GAME, GAME.checked(players, options), make_bots(("random",), GAME), seed, look).run()  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [4, 6, 8])
@pytest.mark.parametrize("number", range(10 if LONG else 1))
def test_every_option_points_at_pieces_of_the_scene(players: int, number: int) -> None:
    def look(table: Cult) -> None:
        question = settle(table)
        if question is None or question.ask.seat == CHANCE:
            return
        seat = question.ask.seat
        there = ids(scene(seen(table, seat), seat))
        for option in asked(table, question, question.ask, 0).options:
            assert option.label, option
            assert there.issuperset(option.pieces), (type(question.step).__name__, option)

    random_game(players, f"pieces/{number}", look)


@rule("CD-Q-73")
def test_own_role_and_sigil_are_private_and_everything_else_is_there() -> None:
    looked = 0

    def look(table: Cult) -> None:
        nonlocal looked
        looked += 1
        if looked % 25:
            return
        for viewer in (0, 3, None):
            found = scene(seen(table, viewer), viewer)
            by_id = {zone.id: zone for zone in zones(found)}
            for player in table.players:
                panel = by_id[player.key]
                titles = [piece.title for piece in panel.pieces]
                mine = player.seat == viewer
                shown = mine or not player.alive or player.seat == table.priest
                assert (ROLE_NAMES[table.role(player.seat)] in titles) == shown
                cards = {piece.id for piece in panel.pieces}
                assert all((sigil in cards) == mine for sigil in player.sigil.cards)
                assert panel.marks["life"] == player.life
                for name, many in (("Siren coins", player.siren), ("Chant coins", player.chant)):
                    assert (panel.marks[name] or 0) == many
                assert (panel.marks["Kraken dice"] or 0) == player.kraken
                assert cards.issuperset([player.character, *player.rituals])
                assert not player.wraith or player.wraith in cards
            for altar in table.altars:
                zone = by_id[altar.key]
                assert [piece.id for piece in zone.pieces] == list(altar.card.cards)
                assert {inner.id: inner.track["at"] for inner in zone.zones} == {
                    f"{altar.key}:{face}": left for face, left in altar.tracks.items()
                }
            assert [(piece.id, piece.on) for piece in by_id["dice"].pieces] == [(die.id, die.on) for die in table.dice]
            assert [piece.id for piece in by_id["discard"].pieces] == list(table.discard.cards)
            assert [piece.id for piece in by_id["wraiths"].pieces] == table.wraiths
            assert [piece.id for piece in by_id["removed"].pieces] == list(table.removed.cards)
            hidden = {card for card in table.deck.cards if viewer not in (0, 3)}
            assert not hidden & ids(found)

    random_game(6, "private", look)
    assert looked > 50
