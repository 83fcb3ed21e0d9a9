"""The scene: what a viewer may see, with a place to click for whatever an option names."""

from functools import partial
from pathlib import Path

import msgspec
import pytest

from eschaton.cardtext.stack import load_stack
from eschaton.games.apollyon import game_with
from eschaton.games.apollyon.language import WORDS
from eschaton.kernel.scene import Scene, Zone
from eschaton.kernel.seen import seen
from eschaton.ledger import rule
from tests import scenes
from tests.apollyon.driver import Driver
from tests.scenes import ids, named_pieces_are_shown

GAME = game_with(load_stack(WORDS, [Path(__file__).parents[1] / "small.toml"]))

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


@rule("SA-18.16", "SA-Q-102")
def test_what_an_mtf_has_subdued_lies_with_it_and_what_all_have_subdued_in_the_garrison(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).anomaly("Thing", "safe", "1/1", "subdued", 1, mtf="S1-mtf-02")
    game.anomaly("End", "apollyon", "1/1", "subdued", 0)
    drawn = GAME.scene(seen(game.table, 0), 0)
    assert [piece.id for piece in zone(drawn, "S1-mtf-02").pieces] == ["thing"]
    assert [piece.id for piece in zone(drawn, "S0-garrison").pieces] == ["end"]


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
                if lying.card.known == (0,):
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


def test_what_two_see_alike_is_laid_out_once_and_what_only_one_has_seen_is_shown_to_them_alone():
    match = next(moment for moment in moments(3, 2) if moment.table.situations)
    first, second = scene_for(match, 0), scene_for(match, 1)
    for key in ("trackers", "situations", "market", "stores"):
        assert zone(first, key) is zone(second, key)
    assert zone(first, "S0") is zone(scene_for(match, None), "S0")
    assert not zone(second, "S0").zones[0].pieces
    assert zone(second, "S0-site").folded

    place, lying = next(iter(match.table.situations.items()))
    lying.card.show(1 << 0)
    again, other = scene_for(match, 0), scene_for(match, 1)
    assert next(piece.id for piece in zone(again, place).pieces) == lying.piece
    assert zone(other, "situations") is zone(second, "situations")
    assert zone(again, "market") is zone(first, "market")


def test_a_part_of_the_scene_changes_with_what_lies_there_and_no_other():
    match = next(moment for moment in moments(3, 2) if moment.table.characters)
    before = scene_for(match, 0)
    match.table.sites[1].pool["intel"] += 1
    after = scene_for(match, 0)
    changed = [old.id for old, new in zip(before.zones, after.zones, strict=True) if old is not new]
    assert changed[-1] == "S1"
    assert not {"S0", "S2", "market", "situations", "stores"} & set(changed)
    assert any(piece.count for piece in zone(after, "S1").pieces if piece.id == "S1:intel")


@rule("SA-1.1", "SA-1.5")
def test_all_are_told_the_goal_that_they_share():
    match = next(moments(3, 1))
    goals = {scene_for(match, seat).goal for seat in range(3)}
    assert len(goals) == 1
    assert "Apollyon" in goals.pop()
    assert scene_for(match, None).goal == ""
