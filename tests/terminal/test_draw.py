"""Scenes as lines, and typed lines as answers."""

import pytest

from eschaton.kernel.ask import Choose, ChooseSome, Option, Order, Roll, keys
from eschaton.kernel.errors import Malformed
from eschaton.kernel.fit import Limit
from eschaton.kernel.scene import Entry, Page, Piece, Scene, Sequence, Zone
from eschaton.terminal.answers import one_of, question_lines, read_answer, read_roll
from eschaton.terminal.draw import cards_of, changes, draw, drawing, face_up, in_play, look, printed

LAMIA, COIN, DIE = Option("k1", "Lamia"), Option("c1", "the coin"), Option("die:2", "the 4")


def value(title: str, number: int) -> Zone:
    return Zone(id=title, kind="row", title=title, marks={"value": number})


def test_a_scene_reads_line_by_line() -> None:
    hand = [Piece(id="a", kind="card", title="Lamia", marks={"spent": True}), Piece(id="b", kind="card", back="sigil")]
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


def test_of_a_row_only_what_is_new_or_gone_is_told() -> None:
    def panel(coins: int, *cards: str) -> Scene:
        pieces = [Piece(id=card, kind="card", title=card, text="Printed.", tags=["sigil"]) for card in cards]
        marks = {"life": 5, "coins": coins or False}
        return Scene(title="Any", zones=[Zone(id="S0", kind="row", title="S0", marks=marks, pieces=pieces)])

    before = draw(panel(1, "Sigil of Ash"))
    assert [line.text for line in before] == ["S0: life 5, coins 1, Sigil of Ash"], "no tag that is printed on it"
    assert changes(before, draw(panel(2, "Sigil of Ash"))) == ["S0: coins 2"]
    assert changes(before, draw(panel(0, "Sigil of Ash", "Lamia"))) == ["S0: Lamia, no coins"]
    assert changes(before, draw(panel(1))) == ["S0: no Sigil of Ash"]


def test_what_moves_to_a_line_of_its_own_is_not_gone() -> None:
    def site(staff: int, judge: str) -> Scene:
        people = Zone(
            id="g", kind="row", title="Garrison", pieces=[Piece(id="c", kind="card", title="Courier " * staff)]
        )
        return Scene(title="Any", zones=[Zone(id="S0", kind="row", title="S0", marks={"judge": judge}, zones=[people])])

    told = changes(draw(site(1, "S0")), draw(site(40, "S1")))
    assert told[0] == "S0: judge S1", "neither the judge there was before, nor the garrison, is missing"
    assert told[1].startswith("S0, Garrison: Courier")


def test_lines_with_one_title_are_told_whole() -> None:
    def rooms(*many: int) -> Scene:
        zones = [Zone(id=f"r{at}", kind="row", title="Room", marks={"men": men, "walls": 4})
                 for at, men in enumerate(many)]  # fmt: skip
        return Scene(title="Any", zones=zones)

    assert changes(draw(rooms(1, 2)), draw(rooms(1, 3))) == ["Room: men 3, walls 4"]


def test_a_piece_lies_on_a_place_by_its_title() -> None:
    die = Piece(id="d1", kind="die", title="dagger", on="board1", tags=["dark"])
    tray = Zone(id="dice", kind="tray", title="Dice", pieces=[die])
    scene = Scene(title="Any", zones=[Zone(id="board1", kind="row", title="Altar 1"), tray])
    assert drawing(scene).splitlines()[1] == "Dice: dagger on Altar 1"
    assert look(scene, "dagger") == ["dagger on Altar 1"]


def test_dice_before_a_player_are_told_together() -> None:
    def panel(*faces: str) -> Scene:
        dice = [Piece(id=f"w{at}", kind="die", title=face) for at, face in enumerate(faces)]
        card = Piece(id="c", kind="card", title="Undertow")
        return Scene(title="Any", zones=[Zone(id="S0", kind="row", title="S0", pieces=[card, *dice])])

    before = draw(panel("dagger", "dagger"))
    assert [line.text for line in before] == ["S0: Undertow, dice: 2 × dagger"]
    assert changes(before, draw(panel("dagger", "blood"))) == ["S0: dice: dagger, blood"]
    assert changes(before, draw(panel())) == ["S0: no dice"]


def test_what_cards_say_by_themselves_or_by_the_place_they_lie_on_alone() -> None:
    rite, sigil = (
        Piece(id=name, kind="card", title=name.title(), text="Do it.", owner=1) for name in ("rite", "sigil")
    )
    altar = Zone(id="board1", kind="row", title="Altar 1", pieces=[rite])
    hand = Zone(id="S1", kind="row", title="S1", pieces=[sigil, Piece(id="r", kind="card", back="role")])
    scene = Scene(title="Any", zones=[altar, hand])
    assert printed(scene, ["board1", "S1"]) == {"Rite: Do it.": "Rite: Do it."}
    assert printed(scene, ["sigil", "r"]) == {"Sigil: Do it.": "Sigil: Do it."}
    assert cards_of(scene, 1) == ["rite", "sigil"]
    assert cards_of(scene, 0) == []


def test_a_heading_is_no_news_and_tokens_are_counted() -> None:
    def site(*kinds: str) -> Scene:
        tokens = [Piece(id=kind, kind="token", title=kind, count=at) for at, kind in enumerate(kinds)]
        card = Piece(id="c", kind="card", title="Guard", text="Stands.")
        row = Zone(id="r", kind="row", title="Row", pieces=[card], zones=[Zone(id="x", kind="row", title="X")])
        return Scene(title="Any", zones=[Zone(id="S0", kind="row", title="S0", pieces=tokens, zones=[row])])

    lines = draw(site("Space", "Resources", "Intel"))
    assert lines[0].text == "S0: 0 × Space, 1 × Resources, 2 × Intel"
    assert changes([], draw(site())) == ["S0, Row: Guard"], "not: S0:"


def test_cards_in_play_lie_in_rows_that_are_not_put_away() -> None:
    card, seen = (Piece(id=name, kind="card", title=name, text="Do it.") for name in ("card", "seen"))
    back = Piece(id="b", kind="card", back="role")
    away = Zone(id="away", kind="row", folded=True, zones=[Zone(id="deck", kind="deck", pieces=[seen, back])])
    scene = Scene(title="Any", zones=[Zone(id="S0", kind="row", pieces=[card, back]), away])
    assert in_play(scene.zones) == ["card"]
    assert face_up(scene) == {"card", "seen"}


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
    assert lines == ["  1  thief (1 of 2)", "  2  thief (2 of 2)", "  (choose 1 to 2, as in: 1 2; one thief)"]


def test_rolls_are_typed_by_face() -> None:
    ask = Roll("dice", ("Dagger", "Blood", "Eye"), 2)
    assert read_roll(ask, "dagger, B") == ["Dagger", "Blood"]
    for wrong in ("dagger", "x y", "", "Dagger Blood Eye"):
        with pytest.raises(Malformed):
            read_roll(ask, wrong)


def test_what_is_folded_away_is_counted_until_somebody_looks() -> None:
    jar = Piece(id="j", kind="card", title="Magic Jar", text="Heal 1.\nDraw 1.", marks={"price": 2})
    shelf = Zone(id="s", kind="row", title="Shelf", pieces=[jar])
    shop = Zone(id="m", kind="row", title="Market", zones=[shelf, Zone(id="n", kind="row", title="Bin")], folded=True)
    scene = Scene(title="Any", zones=[shop])
    assert drawing(scene) == "Market: Shelf 1 (type: look Market)"
    assert look(scene, "mark") == ["Market: Shelf: Magic Jar (price 2)"]
    assert look(scene, "shelf") == ["Shelf: Magic Jar (price 2)", "Magic Jar (price 2): Heal 1. Draw 1."]
    assert look(scene, "jar") == ["Magic Jar (price 2): Heal 1. Draw 1."]
    assert look(scene, "nobody") == []


def test_many_options_that_begin_alike_share_a_line() -> None:
    names = [f"Put {who} into {where}" for who in ("Ada", "Bea", "Cyrus") for where in ("the bag", "the box", "Room 9")]
    options = [Option(f"o{at}", name) for at, name in enumerate([*names, "I am ready"])]
    assert question_lines(Choose(0, keys(option.key for option in options)), options) == [
        "  Put Ada into … 1 the bag, 2 the box, 3 Room 9",
        "  Put Bea into … 4 the bag, 5 the box, 6 Room 9",
        "  Put Cyrus into … 7 the bag, 8 the box, 9 Room 9",
        "  10  I am ready",
    ]


def test_the_own_goal_stands_over_the_table():
    assert drawing(Scene(title="A game", goal="Be the last.", breadcrumb=["Turn"])).splitlines() == [
        "Turn",
        "Your goal: Be the last.",
    ]
    assert "goal" not in drawing(Scene(title="A game"))


def test_a_page_is_told_paragraph_by_paragraph_and_what_is_opened_once() -> None:
    def page(*opened: str) -> Scene:
        entries = [
            Entry(id=key, title=key, paragraphs=["It is done."] if key in opened else []) for key in ("Yes", "No")
        ]
        choice = Piece(id="go", kind="choice", title="Go in", text="Test Wits")
        leaf = Page(number="7", paragraphs=["One.\nTwo.", "Three."], entries=entries, reader=1)
        return Scene(title="T", zones=[Zone(id="p", kind="page", title="Door", page=leaf, pieces=[choice])])

    assert drawing(page()).splitlines() == [
        "Door, 7 (S1 reads it out):", "  One.", "  Two.", "  Three.", "  Yes: (closed)", "  No: (closed)",
        "  choice: Go in: Test Wits",
    ]  # fmt: skip
    assert changes(draw(page()), draw(page("No"))) == ["Door, No: It is done."]


def test_the_present_step_of_a_sequence_stands_in_brackets() -> None:
    def at(step: int) -> Scene:
        return Scene(title="T", sequence=Sequence(title="Fight", steps=["Help", "Roll", "Spoils"], at=step))

    assert drawing(at(0)) == "Fight: [Help] > Roll > Spoils"
    assert changes(draw(at(0)), draw(at(1))) == ["Fight: Help > [Roll] > Spoils"]


def test_a_large_hand_is_told_by_kind() -> None:
    cards = [Piece(id=f"c{n}", kind="card", title=f"Card {n}", tags=[("luck", "memory")[n % 2]]) for n in range(10)]
    hand = Zone(id="h", kind="hand", title="Hand", pieces=cards)
    assert drawing(Scene(title="T", zones=[hand])) == (
        "Hand: luck: Card 0, Card 2, Card 4, Card 6, Card 8, memory: Card 1, Card 3, Card 5, Card 7, Card 9"
    )
    few = Zone(id="h", kind="hand", title="Hand", pieces=cards[:3])
    assert drawing(Scene(title="T", zones=[few])) == "Hand: Card 0, Card 1, Card 2"
