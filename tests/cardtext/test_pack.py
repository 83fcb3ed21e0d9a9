"""Packs: facts that are checked, texts that are placed, packs that stack."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from eschaton.cardtext.errors import BadCards, Fault
from eschaton.cardtext.pack import read_pack, slug
from eschaton.cardtext.positions import Positions
from eschaton.cardtext.stack import check_stack, load_stack
from tests.cardtext.ship import PACK, box, words

HEADING = """\
[pack]
id = "mine"
name = "Mine"
version = "1"
author = "Me"
licence = "CC0-1.0"
game = "ship"
"""


def faults_of(source: str) -> list[Fault]:
    return read_pack(words, source, "mine.toml")[1]


def places(faults: list[Fault]) -> list[tuple[int, int, str]]:
    return [(fault.line, fault.column, fault.words) for fault in faults]


def test_a_pack_is_read() -> None:
    pack, faults = read_pack(words, PACK.read_text("utf-8"))
    assert faults == []
    assert pack is not None
    assert pack.heading.licence == "CC0-1.0"
    assert len(pack.cards) >= 20
    assert pack.kinds["cook"] == "crew"
    assert pack.cards["plain"].copies == 12
    assert pack.powers["plain"] == ()


def test_under_one_card_in_ten_has_a_named_ability() -> None:
    assert box().named() == ["kraken"]
    assert len(box().named()) * 10 < len(box().cards)


TWENTY = (
    HEADING
    + """\
licens = "CC0-1.0"

[[crew]]
name = "Fast"
speed = 7
text = "Drow 1 card."

[[crew]]
name = "Slow"
trade = 3

[[crew]]
id = "Bad Id"
name = ""
speed = "two"

[[crew]]
name = "Slow"
speed = 1
text = '''
Dawn: draw 1 card.
  Dusk: heal 1 wonded crew.
Watch - gain 1 Gold: draw 1 card.'''

[[crew]]
name = "slow"
speed = 1
sped = 2
text = "Say \\"no\\": draw 1 card."

[[crew]]
name = "SLOW!"
speed = 1

[[trick]]
name = "Dear"
price = { Gold = 12, Rum = 1 }
copies = 0
replace = "yes"
text = \"\"\"\\
    Choose 3: draw 1 card, \\
    or gain 1 Gold.
Do: The Kraken Walks.
\"\"\"

[[tricks]]
name = "x"

[crew2]
name = "y"
"""
)


def test_every_mistake_of_a_pack_is_found_in_one_run() -> None:
    faults = faults_of(TWENTY)
    assert places(faults) == [
        (8, 1, "licens"),
        (12, 9, "7"),
        (13, 9, "Drow"),
        (15, 1, ""),
        (17, 9, "3"),
        (20, 7, "Bad Id"),
        (21, 1, ""),
        (22, 10, "two"),
        (25, 9, "Slow"),
        (29, 16, "wonded"),
        (30, 9, "gain 1 Gold"),
        (33, 9, "slow"),
        (35, 1, "sped"),
        (36, 9, "Say"),
        (39, 9, "SLOW!"),
        (44, 18, "12"),
        (45, 10, "0"),
        (46, 1, ""),
        (48, 12, "3"),
        (50, 16, "Walks"),
        (53, 1, ""),
        (56, 1, ""),
    ]
    said = [fault.message for fault in faults]
    assert said[0] == "licens: there is no such field here."
    assert faults[0].nearest == "licence"
    assert said[1] == "speed: expected a whole number from 0 to 6, not 7."
    assert said[3] == "speed is missing."
    assert said[4] == "trade: expected a text in quotes, not 3."
    assert [said[at] for at in (8, 11, 14)] == ['"slow" is in this pack already, on line 15.'] * 3
    assert said[15] == "price.Gold: expected a whole number from 0 to 9, not 12."
    assert said[20] == 'Ship of Fools has no kind of card "tricks".'
    assert faults[20].nearest == "trick"
    assert str(faults[9]).startswith(
        'mine.toml:29:16: "wonded" is not a word that cards use.\n'
        "  Dusk: heal 1 wonded crew.\n"
        "               ^^^^^^\n"
        '  Did you mean "wounded"?'
    )


def test_a_line_with_several_mistakes_names_each_that_is_sure() -> None:
    (head, first, last) = faults_of(
        HEADING + '[[crew]]\nname = "A"\nspeed = 1\ntext = "Duwn: Heel 1 crew. Draw 1 cart."\n'
    )
    assert [head.words, first.words, last.words] == ["Duwn", "Heel", "cart"]
    assert [fault.column for fault in (head, first, last)] == [9, 15, 35]
    (fault,) = faults_of(HEADING + '[[crew]]\nname = "A"\nspeed = 1\ntext = "Gain 1 gold crew. Draw 1 card."\n')
    assert fault.words == "crew"


def test_a_faulty_card_still_stands_where_it_stands(tmp_path: Path) -> None:
    """What is wrong with a card beside others is said in the same run as what is wrong with it alone."""
    above = tmp_path / "above.toml"
    above.write_text(HEADING + 'base = "ship"\n[[crew]]\nname = "Cook"\nspeed = 99\n', "utf-8")
    _, faults = check_stack(words, [above])
    assert [fault.words for fault in faults] == ["Cook", "99"]


def test_broken_toml_is_one_fault_at_its_place() -> None:
    (fault,) = faults_of(HEADING + "[[crew]]\nname = Cook\n")
    assert (fault.line, fault.column) == (9, 8)
    assert fault.message == "not TOML: Invalid value."
    (end,) = faults_of(HEADING + 'x = "')
    assert end.line == 8


def test_a_pack_needs_a_heading_for_its_own_game() -> None:
    (fault,) = faults_of("[[crew]]\nname = 'Cook'\nspeed = 2\n")
    assert fault.message.startswith("a pack begins with [pack]")
    (fault,) = faults_of(HEADING.replace('"ship"', '"shop"'))
    assert (fault.line, fault.column, fault.words) == (7, 9, "shop")
    (fault,) = faults_of(HEADING + "crew = 3\n".replace("crew", "about"))
    assert fault.message == "about: expected a text in quotes, not 3."
    assert faults_of("crew = 3\n" + HEADING)[0].message == "write each card as [[crew]]."


def test_every_letter_of_every_kind_of_string_has_its_place() -> None:
    source = (
        "a = \"x\\ty\\u00e9z\" # c\n'b c'.\"d\" = 'l\\n'\n"
        '[t]\nm = """\none\r\n  two \\\n\n   three""""\nn = \'\'\'\nfour\'\'\'\n'
        'l = [1, ["p", {q = \'r\'}], # c\n "s" ]\n[[u]]\n[[u]]\nv.w = true\n[u.x]\ny = 2020-01-01\n'
    )
    raw, positions = tomllib.loads(source), Positions(source)
    lines = positions.source.split("\n")

    def letters(path: tuple[str | int, ...], text: str) -> str:
        found = [positions.letter(path, index) for index in range(len(text))]
        return "".join(lines[line - 1][column - 1 : column] or "\n" for line, column in found)

    assert raw["a"] == "x\tyéz"
    assert letters(("a",), raw["a"]) == "x\\y\\z"
    assert letters(("b c", "d"), raw["b c"]["d"]) == "l\\n"
    assert letters(("t", "m"), raw["t"]["m"]) == raw["t"]["m"]
    assert letters(("t", "n"), raw["t"]["n"]) == "four"
    assert letters(("t", "l", 1, 1, "q"), "r") == "r"
    assert letters(("t", "l", 2), "s") == "s"
    assert positions.key(("u", 1, "v", "w")) == (15, 1)
    assert positions.value(("u", 1, "x", "y")) == (17, 5)
    assert positions.key(("u", 1, "nowhere")) == (14, 1)
    assert positions.letter(("a",), 99) == (1, 17)


def test_the_hash_is_of_what_is_said_not_of_how_it_is_laid_out() -> None:
    card = '[[crew]]\nname = "A"\nspeed = 2\n'
    swapped = '# a comment\n[[crew]]\nspeed = 2\n\nname = "A"\n'
    one, two, other = (read_pack(words, HEADING + text)[0] for text in (card, swapped, card.replace("2", "3")))
    assert one is not None
    assert two is not None
    assert other is not None
    assert one.hash == two.hash != other.hash


def test_names_make_ids() -> None:
    assert slug("The Cook’s  Knife, II") == "the-cooks-knife-ii"
    assert slug("A Séance at the Café") == "a-seance-at-the-cafe"


# Stacking.


def stacked(tmp_path: Path, text: str, heading: str = 'base = "ship"\n') -> Path:
    file = tmp_path / "mine.toml"
    file.write_text(HEADING + heading + text, "utf-8")
    return file


def test_a_pack_adds_replaces_and_removes(tmp_path: Path) -> None:
    file = stacked(
        tmp_path,
        '[[crew]]\nname = "Cook"\nspeed = 6\nreplace = true\n[[trick]]\nname = "New"\ntext = "Draw 1 card."\n',
        'base = "ship"\nremove = ["kraken"]\n',
    )
    stack = load_stack(words, [file])
    assert len(stack.cards) == len(box().cards)
    assert stack.powers["cook"] == ()
    assert "kraken" not in stack.cards
    assert list(stack.packs) == ["ship", "mine"]
    assert stack.packs["ship"] == box().packs["ship"]
    assert list(stack.of_kind("crew")) == list(box().of_kind("crew"))
    assert load_stack(words, [PACK, file]) == stack


def test_replacing_by_accident_and_removing_in_vain_are_refused(tmp_path: Path) -> None:
    file = stacked(
        tmp_path,
        '[[crew]]\nname = "Cook"\nspeed = 6\n[[crew]]\nname = "Cok"\nspeed = 6\nreplace = true\n',
        'base = "ship"\nremove = ["kracken"]\n',
    )
    _, faults = check_stack(words, [file])
    assert [(fault.line, fault.words) for fault in faults] == [(9, "kracken"), (11, "Cook"), (14, "Cok")]
    assert faults[0].nearest == "kraken"
    assert 'write "replace = true"' in faults[1].message
    assert faults[2].nearest == "cook"


def test_a_base_must_exist(tmp_path: Path) -> None:
    _, faults = check_stack(words, [stacked(tmp_path, "", 'base = "shp"\n')])
    assert [(fault.line, fault.column, fault.words, fault.nearest) for fault in faults] == [(8, 9, "shp", "ship")]
    _, faults = check_stack(words, [stacked(tmp_path, "", 'base = "mine"\n')])
    assert faults[0].words == "mine"


def test_a_base_may_lie_beside_the_pack(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(HEADING.replace("mine", "other") + "[[trick]]\nname = 'O'\n", "utf-8")
    (tmp_path / "broken.toml").write_text("[", "utf-8")
    (tmp_path / "latin.toml").write_bytes(b"\xff")
    assert list(load_stack(words, [stacked(tmp_path, "", 'base = "other"\n')]).packs) == ["other", "mine"]


def test_bases_in_a_circle_are_refused(tmp_path: Path) -> None:
    other = HEADING.replace("mine", "other") + 'base = "mine"\n'
    (tmp_path / "other.toml").write_text(other, "utf-8")
    stack, faults = check_stack(words, [stacked(tmp_path, "", 'base = "other"\n')])
    assert not faults
    assert list(stack.packs) == ["other", "mine"]


def test_a_file_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(BadCards, match=r"nowhere\.toml:1:1: cannot be read"):
        load_stack(words, [tmp_path / "nowhere.toml"])
    (tmp_path / "latin.toml").write_bytes(b"\xff")
    with pytest.raises(BadCards, match="not UTF-8"):
        load_stack(words, [tmp_path / "latin.toml"])


def test_a_pack_may_have_several_files(tmp_path: Path) -> None:
    (tmp_path / "crew.toml").write_text('[[crew]]\nname = "Cook"\nspeed = 2\ntext = "Dusk: Gain 1 Gold."\n')
    main = tmp_path / "main.toml"
    main.write_text(HEADING.replace("[pack]", '[pack]\nparts = ["crew.toml"]') + '\n[[trick]]\nname = "Plain"\n')
    stack = load_stack(words, [main])
    assert list(stack.cards) == ["plain", "cook"]
    assert len(stack.powers["cook"]) == 1
    before = stack.packs
    (tmp_path / "crew.toml").write_text('[[crew]]\nname = "Cook"\nspeed = 3\n')
    assert load_stack(words, [main]).packs != before


def test_faults_of_a_part_name_its_file(tmp_path: Path) -> None:
    (tmp_path / "crew.toml").write_text('[[crew]]\nname = "Plain"\nspeed = 2\n\n[[crew]]\nname = "Cook"\nspede = 2\n')
    main = tmp_path / "main.toml"
    parts = '[pack]\nparts = ["crew.toml", "gone.toml", "../up.toml"]'
    main.write_text(HEADING.replace("[pack]", parts) + '\n[[trick]]\nname = "Plain"\n')
    _, faults = check_stack(words, [main])
    told = [(Path(fault.file).name, fault.message) for fault in faults]
    assert told[0][0] == "crew.toml"
    assert "is in this pack already, in" in told[0][1]
    assert ("crew.toml", "spede: there is no such field here.") in told
    assert any("gone.toml cannot be read" in message for _, message in told)
    assert any("stand beside this one" in message for _, message in told)


def test_a_table_in_the_place_of_cards_is_found_where_it_stands() -> None:
    (fault,) = faults_of(HEADING + '\n[crew.cook]\nname = "Cook"\n')
    assert (fault.line, fault.message) == (9, "write each card as [[crew]].")


def test_a_name_without_letters_needs_an_id() -> None:
    (fault,) = faults_of(HEADING + '[[crew]]\nname = "!!!"\nspeed = 1\n')
    assert (fault.line, fault.words, fault.expected) == (9, "!!!", ('id = "…"',))
    assert faults_of(HEADING + '[[crew]]\nname = "!!!"\nid = "loud"\nspeed = 1\n') == []


def test_a_card_is_replaced_by_one_of_its_kind(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(HEADING + 'base = "ship"\n[[trick]]\nname = "Cook"\nreplace = true\n')
    _, (fault,) = check_stack(words, [file])
    assert (fault.line, fault.words) == (10, "Cook")
    assert 'is a card of kind "crew"' in fault.message


def test_a_pack_does_not_lie_on_itself_or_a_namesake(tmp_path: Path) -> None:
    for name in ("mine", "other"):
        (tmp_path / f"{name}.toml").write_text(HEADING + 'base = "mine"\n')
    _, (fault,) = check_stack(words, [tmp_path / "mine.toml"])
    assert fault.message == "base: a pack cannot lie on itself."
    assert fault.nearest == ""


def test_a_mark_of_the_encoding_is_no_mistake(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(HEADING, "utf-8-sig")
    assert check_stack(words, [file])[1] == []
