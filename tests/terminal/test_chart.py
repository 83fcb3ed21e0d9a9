"""Maps and arenas in words: places, reach, routes, and what is typed to learn them."""

import io

import pytest

from eschaton.kernel.match import Match
from eschaton.kernel.scene import Piece, Scene, Spot, Way, Zone
from eschaton.terminal.chart import path_lines
from eschaton.terminal.draw import changes, draw, drawing, look
from tests.gallery import charts
from tests.scenes import moments, named_pieces_are_shown, scene_for


@pytest.fixture
def country() -> Scene:
    return scene_for(charts.GAME, Match.new(charts.GAME, 2, {}, seed="map"), 0)


def test_a_place_says_where_one_can_go_and_what_it_does(country: Scene) -> None:
    assert look(country, "14") == ["14 Thornwick: to 13, 15, 24; 2 Tears; a chapel"]
    assert look(country, "old kiln") == [
        "12 Old Kiln: to 2 (cliff), 11 (cliff), 22 (closed), 23; 3 Tears, lose 1 Salt; hexagon; a grave; 2 × Wolf"
    ]
    assert look(country, "4") == ["4 Candle Yard: to 5; from 3 (one way); 4 × Wolf"]


def test_of_a_large_map_places_are_told_where_something_lies_and_all_on_request(country: Scene) -> None:
    lines = drawing(country).splitlines()
    assert lines[0] == "Turn: [Set out] > Fight > Rest"
    assert lines[1].startswith("The Pilgrims' Country: 50 places; with Mere of Sighs (water)")
    assert "  24 Harrow Lane: to 14, 23, 34 (cliff), 35; Heal 1; diamond; S0's pilgrim, 4 × Wolf" in lines
    assert not any(line.strip().startswith("14 ") for line in lines)
    assert sum(line.startswith("  ") for line in look(country, "the pilgrims")) == 51, (
        "all places, and where one may go"
    )
    reach = next(line for line in lines if "reachable" in line)
    assert "14 Thornwick (1 step), 15 Quiet Orchard (2 steps)" in reach


def test_the_way_to_a_place(country: Scene) -> None:
    assert path_lines(country, 0, "42") == ["24 Harrow Lane to 42 Barren Knoll: 24, 23, 33, 32, 42; 5 steps."]
    assert path_lines(country, 1, "26") == ["25 The Broken Arch to 26 Fuller's Mill: 25, 26; 1 step."]
    assert path_lines(country, None, "3 to salt gate") == ["3 Almoner's Stair to 2 Salt Gate: 3, 2; 1 step."]
    assert path_lines(country, 0, "nowhere") == ["No place is called 'nowhere'."]
    assert path_lines(country, 0, "51 to 3") == ["No place is called '51'."]


def test_a_route_takes_no_closed_way_and_no_one_way_street_backwards() -> None:
    places = [Zone(id=name, kind="place", spot=Spot(x=at, y=0, label=name)) for at, name in enumerate("abc")]
    ways = [
        Way(start="a", end="b", one_way=True),
        Way(start="b", end="c", kind="closed"),
        Way(start="c", end="a", steps=4),
    ]
    scene = Scene(title="T", zones=[Zone(id="m", kind="map", title="M", zones=places, ways=ways)])
    assert path_lines(scene, None, "b to c") == ["b to c: no way leads there."]
    assert path_lines(scene, None, "c to b") == ["c to b: c, a, b; 5 steps."]
    assert path_lines(scene, 0, "b") == ["From where? Type: path START to b."]


def test_while_an_arena_is_open_the_map_is_folded_away_and_comes_back() -> None:
    match = Match.new(charts.GAME, 1, {}, seed="arena")

    def lines(*answers: str) -> list[str]:
        for answer in answers:
            match.answer(0, answer)
        return drawing(scene_for(charts.GAME, match, 0)).splitlines()

    assert not any("Stage" in line for line in lines("p23"))
    fight = lines("enter", "n1", "n2")
    (country,) = [line for line in fight if line.startswith("The Pilgrims' Country: ")]
    assert country == "The Pilgrims' Country: 50 places (type: look The Pilgrims' Country)"
    assert fight[fight.index("The Warden's Stage: 9 places") :][:10] == [
        "The Warden's Stage: 9 places",
        "  laid on it: Sweeping Blow: 6 to 2 (one way, 3), 6 to 4 (one way, 1)",
        "  1: to 2, 3, 4; square; exit",
        "  2: to 1, 3, 5; S0's pilgrim",
        "  3: to 1, 2, 4, 6; from 7 (one way, 2); diamond; modifier +1",
        "  4: to 1, 3, 7; modifier −1",
        "  5: to 2, 6 (closed), 8; hexagon",
        "  6: to 3, 5 (closed), 7, 8, 9; star; Sweeping Blow: foe; 1 × The Warden",
        "  7: to 3 (one way, 2), 4, 6, 9; hexagon; modifier −2",
        "  8: to 5, 6, 9; triangle; Sweeping Blow: safe",
    ]
    back = lines("n1", "leave")
    assert back[1].startswith("The Pilgrims' Country: 50 places")
    assert not any("Stage" in line for line in back)


def test_only_what_has_changed_on_a_map_is_told() -> None:
    def scene(at: int) -> Scene:
        pawn = Piece(id="p", kind="pawn", title="Pilgrim")
        places = [
            Zone(id=f"p{n}", kind="place", spot=Spot(x=n, y=0, label=str(n)), pieces=[pawn] if n == at else [])
            for n in (1, 2)
        ]
        return Scene(title="T", zones=[Zone(id="m", kind="map", title="M", zones=places)])

    assert changes(draw(scene(1)), draw(scene(2))) == ["M, 1: empty", "M, 2: Pilgrim"]


def test_everything_that_can_be_chosen_is_drawn() -> None:
    assert named_pieces_are_shown(charts.GAME, moments(charts.GAME, 3, 1)) > 20


def test_path_and_look_are_typed_at_a_question(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from eschaton.terminal.console import Console
    from eschaton.terminal.play import play

    monkeypatch.setattr("sys.stdin", io.StringIO("look 14\npath 42\npath\nquit\n"))
    play(charts.GAME, Console(), seats="you", seed="map")
    said = capsys.readouterr().out
    assert "14 Thornwick: to 13, 15, 24; 2 Tears; a chapel" in said
    assert "24 Harrow Lane to 42 Barren Knoll: 24, 23, 33, 32, 42; 5 steps." in said
    assert "Type: path NAME, or: path START to END." in said
