"""Scenes as lines, and typed lines as answers."""

import pytest

from eschaton.kernel.ask import ChooseSome, Limit, Option, Order, Roll, keys
from eschaton.kernel.errors import Malformed
from eschaton.kernel.scene import Piece, Scene, Zone
from eschaton.terminal.answers import one_of, question_lines, read_answer, read_roll
from eschaton.terminal.draw import changes, draw, drawing

LAMIA, COIN, DIE = Option("k1", "Lamia"), Option("c1", "the coin"), Option("die:2", "the 4")


def value(title: str, number: int) -> Zone:
    return Zone(id=title, kind="row", title=title, marks={"value": number})


def test_a_scene_reads_line_by_line() -> None:
    hand = [Piece(id="a", kind="card", title="Lamia", tags=["spent"]), Piece(id="b", kind="card", back="sigil")]
    scene = Scene(
        title="Any",
        breadcrumb=["Turn", "Roll phase"],
        zones=[
            Zone(id="t", kind="track", title="Altar", track={"at": 3, "of": 7}),
            Zone(
                id="p", kind="row", title="S1", marks={"life": 4, "dead": False, "cursed": True},
                zones=[
                    Zone(id="h", kind="hand", title="hand", pieces=hand),
                    Zone(id="d", kind="deck", title="deck"),
                    Zone(id="q", kind="row", title="more", zones=[value("x", 1)]),
                ],
            ),
            Zone(id="c", kind="tray", title="Coins", pieces=[Piece(id="c", kind="token", title="coin", count=3)] * 2),
            Zone(id="e", kind="tray", title="Bag"),
        ],
    )  # fmt: skip
    assert drawing(scene).splitlines() == [
        "Turn > Roll phase",
        "Altar: 3 of 7",
        "S1: life 4, cursed; hand: Lamia (spent), face-down sigil; no deck",
        "  more: x 1",
        "Coins: 6 × coin",
        "Bag: empty",
    ]


def test_only_changed_lines_are_told_and_make_sense_alone() -> None:
    def scene(life: int) -> Scene:
        inner = Zone(id="i", kind="row", title="S0", zones=[value("life", life)])
        same = Zone(id="s", kind="row", title="round", marks={"value": 1})
        return Scene(title="Any", zones=[same, Zone(id="p", kind="row", title="players", zones=[inner])])

    assert changes(draw(scene(3)), draw(scene(2))) == ["players, S0: life 2"]
    assert changes(draw(scene(3)), draw(scene(3))) == []


@pytest.mark.parametrize("word", ["1", "k1", "K1", "lamia", "Lam"])
def test_an_option_by_number_key_or_name(word: str) -> None:
    assert one_of([LAMIA, COIN, DIE], word) == "k1"


@pytest.mark.parametrize("word", ["0", "4", "", "x", "the"])
def test_a_word_that_means_no_option_or_several(word: str) -> None:
    with pytest.raises(Malformed):
        one_of([LAMIA, COIN, DIE], word)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("1 3", ["k1", "die:2"]),
        ("3,1", ["die:2", "k1"]),
        ("the coin", ["c1"]),
        ("lamia, the coin", ["k1", "c1"]),
        ("none", []),
        ("-", []),
        ("all", ["k1", "c1", "die:2"]),
    ],
)
def test_several_options(line: str, answer: list[str]) -> None:
    assert read_answer(ChooseSome(0, keys(["k1", "c1", "die:2"])), [LAMIA, COIN, DIE], line) == answer


def test_an_order_can_be_left_as_it_is() -> None:
    ask = Order(0, keys(["k1", "c1"]))
    assert read_answer(ask, [LAMIA, COIN], "same") == ["k1", "c1"]
    assert read_answer(ask, [LAMIA, COIN], "2 1") == ["c1", "k1"]
    assert question_lines(ask, [LAMIA, COIN])[-1] == "  (all of them in order, as in: 2 1; or: same)"


def test_options_that_read_the_same_are_told_apart() -> None:
    ask = ChooseSome(0, keys("ab"), 1, 2, (Limit(("a", "b"), 1, reason="one thief"),))
    lines = question_lines(ask, [Option("a", "thief"), Option("b", "thief")])
    assert lines == ["  1  thief [a]", "  2  thief [b]", "  (choose 1 to 2, as in: 1 2; one thief)"]


def test_rolls_are_typed_by_face() -> None:
    ask = Roll("dice", ("Dagger", "Blood", "Eye"), 2)
    assert read_roll(ask, "dagger, B") == ["Dagger", "Blood"]
    for wrong in ("dagger", "x y", "", "Dagger Blood Eye"):
        with pytest.raises(Malformed):
            read_roll(ask, wrong)
