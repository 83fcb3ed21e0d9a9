"""Cult at a terminal: what a person reads there, and how little they have to type."""

import io
import re

import pytest

from eschaton.games.cult import GAME
from eschaton.terminal.console import Console
from eschaton.terminal.play import play

BOTS = "you,bot,bot,bot,bot"


def played(*lines: str, seed: str = "5", seats: str = BOTS) -> str:
    """The transcript of a game in which these lines are typed."""
    out = io.StringIO()
    console = Console(io.StringIO("".join(f"{line}\n" for line in lines)), out)
    console.width = 200
    play(GAME, console, seats=seats, seed=seed)
    return out.getvalue()


@pytest.fixture(scope="module")
def whole_game() -> str:
    return played(*["follow"] * 700)


def test_dice_lie_on_altars_by_the_name_the_board_has_everywhere(whole_game: str) -> None:
    assert re.search(r"\* Dice of S\d: .*on Altar \d", whole_game)
    assert not re.search(r"\bboard\d", whole_game)


def test_only_what_changed_before_a_player_is_told(whole_game: str) -> None:
    assert re.search(r"^\* S\d: life \d+$", whole_game, re.MULTILINE)
    assert "face-down role (role)" not in whole_game


def test_what_happened_by_one_rule_stands_in_one_line(whole_game: str) -> None:
    assert re.search(r"^- S0 \(you\) is the \S.*\. S1 is the \S.*\. S4 is the \S.*\.$", whole_game, re.MULTILINE)
    assert re.search(r"gains 1 life \(\d times\)\.", whole_game)
    assert not re.search(r"^(- .*)\n\1$", whole_game, re.MULTILINE)


def test_what_is_asked_is_not_offered_unasked_as_well(whole_game: str) -> None:
    for question in re.split(r"^S0: ", whole_game, flags=re.MULTILINE)[1:]:
        asked = re.findall(r"^  \d+  (.+)$", question, re.MULTILINE)
        assert not [line for line in re.findall(r"^  [a-z]  (.+) \(unasked\)$", question, re.M) if line in asked]


def test_at_the_end_everybody_is_told_who_was_what(whole_game: str) -> None:
    sides = re.search(r"^Sides: S0 \(you\) High Priest, (.+)\.$", whole_game, re.MULTILINE)
    assert sides is not None
    assert sorted(side.split(" ", 1)[1] for side in sides[1].split(", ")) == [
        "Cabalist", "Cabalist", "Faithful", "Vengeful Heretic",
    ]  # fmt: skip


def test_all_dice_are_resolved_with_one_word() -> None:
    # Re-roll twice, no power, commit as advised, then all dice in the order shown.
    text = played("none", "pass", "follow", "rest", "follow", "quit")
    turn = text.partition("the turn of S1.")[0]
    assert turn.count("S0: Which die do you resolve?") == 1
    assert turn.count("(as you said)") >= 2


def test_standing_passes_are_offered_where_one_may_pass(whole_game: str) -> None:
    window = whole_game.partition("do you respond? [CD-7.2]\n")[2]
    assert window.startswith("  1  ")
    assert "  (or: pass turn; pass until touched)\n" in window.partition("S0> ")[0]


def test_a_person_is_told_once_what_their_cards_and_those_on_offer_say(whole_game: str) -> None:
    told = re.findall(r"^    (\S.*?)(?: \(.*?\))?: .+$", whole_game, re.MULTILINE)
    first = whole_game.partition("S0> ")[0]
    assert {"High Priest", "Bloodletter II", "Sigil of the Tithe"} <= set(told)
    assert all(f"    {card}" in first for card in ("High Priest", "Bloodletter II", "Sigil of the Tithe"))
    assert "Transmutation" in told, "a ritual, when a die may first go there"
    assert len(told) == len(set(told))


def test_who_becomes_a_wraith_reads_what_each_can_do() -> None:
    text = played(*["follow"] * 300, seed="8")
    assert re.search(r"Which Wraith do you become\?.*?    Undertow \(dice dagger, blood\): Discard: ", text, re.DOTALL)


def test_who_passes_until_touched_is_left_alone_for_more_than_a_turn() -> None:
    text = played("pass until touched", "quit", seed="7")  # S0's Sigil could be used in every Response phase
    before, _, after = text.partition("You pass until something touches you.")
    assert "S0: The dice lie on their targets: do you respond?" in before
    assert "It is the turn of S3." in after
    assert re.findall(r"^S0: (\w.*\?)", after, re.MULTILINE) == ["Which dice do you roll again?"]
