"""The scene: what a viewer may see, with a place to click for whatever an option names."""

from functools import partial
from pathlib import Path

import msgspec
import pytest

from eschaton.cardtext.stack import load_stack
from eschaton.games.apollyon.game import game_with
from eschaton.games.apollyon.language import words
from eschaton.kernel.scene import Scene, Zone
from eschaton.ledger import rule
from tests import scenes
from tests.scenes import ids, named_pieces_are_shown

GAME = game_with(load_stack(words, [Path(__file__).parent / "small.toml"]))

moments = partial(scenes.moments, GAME, most=600)
scene_for = partial(scenes.scene_for, GAME)


def zone(scene: Scene, key: str) -> Zone:
    """The zone with this id, however deep it lies."""

    def within(zones: list[Zone]) -> Zone | None:
        for found in zones:
            inner = found if found.id == key else within(found.zones)
            if inner is not None:
                return inner
        return None

    found = within(scene.zones)
    assert found is not None, key
    return found


@pytest.mark.parametrize("players", [1, 3, 6])
def test_every_piece_that_an_option_names_is_in_the_scene(players):
    assert named_pieces_are_shown(GAME, moments(players, players)) > 50


@rule("SA-3.2", "SA-3.6", "SA-Q-81")
def test_of_a_situation_nobody_sees_more_than_its_unknown_side():
    seen = 0
    for number, match in enumerate(moments(3, 2)):
        if number % 11:
            continue
        table = match.table
        for seat in [*table.people(), None]:
            scene = scene_for(match, seat)
            text = msgspec.json.encode(scene).decode()
            for place, lying in table.situations.items():
                if lying.card.known == [0]:
                    facts = table.box.situations[lying.piece]
                    (card,) = [piece for piece in zone(scene, place).pieces if piece.kind == "card"]
                    assert card.title == "Unknown Situation"
                    assert card.marks["Masquerade Cost"] == str(facts.masquerade_cost)
                    assert f'"{lying.piece}"' not in text
                    seen += 1
    assert seen > 20


@rule("SA-10.9")
def test_the_apollyon_set_aside_is_seen_by_nobody_unless_the_game_is_easier():
    *_, match = moments(2, 1, most=60)
    (hidden,) = match.table.apollyon.cards
    for seat in (0, 1, None):
        assert f'"{hidden}"' not in msgspec.json.encode(scene_for(match, seat)).decode()


@rule("SA-2.1", "SA-10.7")
def test_the_trackers_show_what_is_left():
    *_, match = moments(4, 4, most=200)
    scene = scene_for(match, None)
    assert zone(scene, "masquerade").track["at"] == match.table.masquerade
    assert zone(scene, "turn-tracker").track == {"at": match.table.turn_tracker, "length": 6}


def test_every_card_in_play_lies_where_it_is():
    for number, match in enumerate(moments(3, 5)):
        if number % 29:
            continue
        scene = scene_for(match, 0)
        for piece, who in match.table.characters.items():
            assert piece in ids([zone(scene, f"S{who.seat}-{who.plan or who.zone}")])
        for piece, what in match.table.anomalies.items():
            where = {
                "public": "public",
                "met": "public",
                "tc": f"S{what.seat}-tc",
                "ac": f"S{what.seat}-row{what.row + 1}",
            }
            home = where.get(what.zone, f"S{what.seat}-{what.mtf}")
            assert piece in ids([zone(scene, home)])
