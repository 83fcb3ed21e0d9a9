"""The scene: what a viewer may see, all of it, with a place to click for every option."""

import random

import msgspec
import pytest

from eschaton.games.cult import GAME
from eschaton.games.cult.cards import title_of
from eschaton.games.cult.components import ROLE_CARDS, ROLE_NAMES
from eschaton.kernel.match import Match
from eschaton.kernel.scene import Piece, Scene, Zone
from eschaton.kernel.view import view
from eschaton.ledger import rule


def ids(zones: list[Zone]) -> set[str]:
    """All ids of zones and pieces."""
    found: set[str] = set()
    for zone in zones:
        found |= {zone.id, *(piece.id for piece in zone.pieces)} | ids(zone.zones)
    return found


def pieces(zones: list[Zone]) -> list[Piece]:
    """All pieces."""
    return [piece for zone in zones for piece in [*zone.pieces, *pieces(zone.zones)]]


def moments(players: int, seed: int, options: dict[str, object] | None = None):
    """A random game, decision by decision."""
    match = Match.new(GAME, players, options or {}, seed=f"scene {seed}")
    rng = random.Random(seed)
    while not match.over:
        yield match
        seat, ask = rng.choice(sorted(match.asks().items(), key=lambda asked: asked[0]))
        match.answer(seat, ask.sample(rng))


def scene_for(match: Match, seat: int | None) -> Scene:
    return GAME.scene(view(match.table, seat), seat)


@pytest.mark.parametrize("players", [4, 6, 8])
def test_every_piece_that_an_option_names_is_in_the_scene(players):
    seen = 0
    for number, match in enumerate(moments(players, players)):
        if number % 7:
            continue
        for seat, ask in match.asks().items():
            there = ids(scene_for(match, seat).zones)
            for key in ask.keys():  # noqa: SIM118
                for piece in match.question.step.describe(match.table, key).pieces:
                    assert piece in there, (type(match.question.step).__name__, key, piece)
                    seen += 1
    assert seen > 50


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
                    assert (f'"{title_of(card)}"' in text) != hidden
        shown = {ROLE_NAMES[ROLE_CARDS[card]] for p in table.players for card in p.role.cards if p.role.known == [-1]}
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


@rule("CD-1.6", "CD-1.7")
def test_the_knowledge_sheet_counts_what_is_hidden_from_this_viewer():
    match = next(moments(6, 2))
    table = match.table
    heretic = next(seat for seat in range(6) if table.role(seat) == "repentant")
    sheets = {
        seat: next(zone for zone in scene_for(match, seat).zones if zone.id == "knowledge").marks
        for seat in (heretic, None)
    }
    assert sheets[heretic] == {"Faithful": 1, "Cabalist": 3}
    assert sheets[None] == {"Faithful": 1, "Cabalist": 3, "Repentant Heretic": 1}
