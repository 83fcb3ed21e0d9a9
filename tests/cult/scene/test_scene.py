"""The scene: what a viewer may see, all of it, with a place to click for every option."""

from functools import partial

import msgspec
import pytest

from eschaton.games.cult import GAME
from eschaton.games.cult.box.components import ROLE_CARDS, ROLE_NAMES
from eschaton.games.cult.scene import ROLE_TEXTS
from eschaton.kernel.scene import Piece, Zone
from eschaton.ledger import rule
from tests import scenes
from tests.cult.driver import BASE
from tests.scenes import ids, named_pieces_are_shown

moments = partial(scenes.moments, GAME)
scene_for = partial(scenes.scene_for, GAME)


def pieces(zones: list[Zone]) -> list[Piece]:
    """All pieces."""
    return [piece for zone in zones for piece in [*zone.pieces, *pieces(zone.zones)]]


@pytest.mark.parametrize("players", [4, 6, 8])
def test_every_piece_that_an_option_names_is_in_the_scene(players):
    assert named_pieces_are_shown(GAME, moments(players, players)) > 50


@rule("CD-1.7", "CD-1.8", "CD-Q-73")
def test_no_scene_shows_anothers_role_or_sigil():
    for number, match in enumerate(moments(6, 3)):
        if number % 11:
            continue
        table = match.table
        for seat in [*table.people(), None]:
            text = msgspec.json.encode(scene_for(match, seat)).decode()
            for player in table.players:
                for card, known in zip(player.sigil.cards, player.sigil.known, strict=True):
                    hidden = seat is None or not known >> seat & 1
                    assert (f'"{BASE.title_of(card)}"' in text) != hidden
        shown = {ROLE_NAMES[ROLE_CARDS[card]] for p in table.players for card in p.role.cards if p.role.known == (-1,)}
        assert {piece.title for piece in pieces(scene_for(match, None).zones) if "role" in piece.tags} - {""} == shown


@rule("CD-Q-73")
def test_what_is_public_is_shown_to_all():
    match = next(moments(7, 1))
    scene = scene_for(match, None)
    there = ids(scene.zones)
    table = match.table
    assert {f"S{seat}" for seat in range(7)} | {"board1", "board2", "board3", "board4"} <= there
    assert {player.character for player in table.players} <= there
    assert {altar.ritual for altar in table.altars} <= there
    assert set(table.wraiths) <= there
    panels = {zone.owner: zone.marks["life"] for zone in scene.zones if zone.owner is not None}
    assert panels == {player.seat: player.life for player in table.players}
    boards = next(zone for zone in scene.zones if zone.id == "altars").zones
    tracks = {inner.id: inner.track["at"] for board in boards for inner in board.zones}
    assert tracks == {f"{a.key}:{face}": at for a in table.altars for face, at in a.tracks.items()}


@rule("CD-21.2", "CD-Q-82")
def test_a_seat_that_the_game_plays_has_a_name():
    names = [scene_for(match, None).names for match in moments(4, 1)]
    possessed = names.index({"4": "Empty seat"})
    assert names == [{"4": "High Priest"}] * possessed + [{"4": "Empty seat"}] * (len(names) - possessed)
    assert scene_for(next(moments(5, 1)), 0).names == {}


@rule("CD-1.6", "CD-1.7")
def test_the_knowledge_sheet_counts_what_is_hidden_from_this_viewer():
    match = next(moments(6, 2))
    table = match.table
    heretic = next(seat for seat in range(6) if table.role(seat) == "repentant")
    sheets = {seat: scene_for(match, seat).sheets[0] for seat in (heretic, None)}
    assert sheets[heretic].hidden == {"faithful": 1, "cabalist": 3}
    assert sheets[None].hidden == {"faithful": 1, "cabalist": 3, "repentant": 1}
    mine = {suspect.seat: suspect.may_be for suspect in sheets[heretic].suspects}
    assert mine[heretic] == ["repentant"]
    assert mine[table.priest] == ["high-priest"]
    assert all(mine[seat] == ["faithful", "cabalist"] for seat in range(6) if seat not in (heretic, table.priest))


@rule("CD-1.7", "CD-2.1")
def test_everybody_is_told_how_they_win_and_nobody_how_another_does():
    [*_, match] = moments(6, 3)
    texts = {seat: scene_for(match, seat).goal for seat in match.table.people()}
    roles = {seat: ROLE_CARDS[match.table.players[seat].role.cards[0]] for seat in texts}
    assert len(set(roles.values())) > 2
    assert texts == {seat: ROLE_TEXTS[role] for seat, role in roles.items()}
    assert scene_for(match, None).goal == ""
