"""Apollyon at a terminal: what a person reads there, and what they may type."""

import re

import pytest

from eschaton.games.apollyon import GAME
from eschaton.ledger import rule
from tests.typed import transcript

SEED = "s1"  # the first anomaly is one that looks at Situations


def played(*lines: str, seats: str = "you", seed: str = SEED) -> str:
    return transcript(GAME, *lines, width=200, seats=seats, seed=seed)


@pytest.fixture(scope="module")
def months() -> str:
    return played(*["hint", "follow"] * 60)


@rule("SA-Q-81")
def test_who_looks_at_situations_is_told_what_they_are(months: str) -> None:
    look = r"S0 \(you\) looks at the situation deck: Three Nurses, One Face, then Flooded Archive\."
    assert re.search(look, months)
    after = re.split(look, months)[1].partition("S0> ")[0]
    assert "    Flooded Archive (class Safe" in after, "and what is printed there"


@rule("SA-Q-81")
def test_others_are_not_told() -> None:
    text = played(*["follow"] * 40, seats="bot,you")
    assert "S0 looks at the situation deck; nobody else sees it." in text
    assert "S0 looks at the situation deck:" not in text


@rule("SA-14.2")
def test_there_is_no_rest_where_not_everything_need_be_done() -> None:
    text = played(*["follow"] * 7, "rest", "1 4", "quit")
    assert "Where do your Characters and MTFs go?" in text.partition("S0> rest\n")[0].rpartition("S0: ")[2]
    assert "Not accepted: not everything here need be done; name what you do, as in: 2 1" in text
    assert "; or: rest" not in text
    assert text.count("(as you said)") == 1


def test_the_whole_table_is_shown_each_month(months: str) -> None:
    begun = len(re.findall(r"^- Month \d begins\.$", months, re.MULTILINE))
    assert begun >= 3
    assert len(re.findall(r"^Month \d > ", months, re.MULTILINE)) >= begun
    assert not re.search(r"^\* [\w ]+:$", months, re.MULTILINE)


def test_what_is_met_is_read_out_before_anybody_decides(months: str) -> None:
    for kind in ("Event", "First contact"):
        found = re.search(rf"^- {kind}: (.+?)\.", months, re.MULTILINE)
        assert found is not None
        assert f"    {found[1]}" in months, "the card, with its text"


def test_things_of_one_name_are_told_apart_without_their_ids(months: str) -> None:
    assert not re.search(r"\[\w+[:#-]\w", re.sub(r"\[SA-.+?\]", "", months))


def test_every_hint_has_one_stop(months: str) -> None:
    hints = re.findall(r"^Hint: .+$", months, re.MULTILINE)
    assert len(hints) > 50
    assert not [hint for hint in hints if ".." in hint]


@rule("SA-6.4")
def test_nobody_is_advised_to_use_a_text_that_has_nothing_to_work_on() -> None:
    text = played(*["hint", "follow"] * 12, seats="bot,you")
    assert "SCP-500: Contained, Growth Phase, once per game: Remove all Cognitohazards" in text
    assert "Hint: SCP-500" not in text


@rule("SA-11.2")
def test_of_two_people_one_goes_on_until_they_are_done_or_let_the_other_go_first() -> None:
    text = played(*["follow"] * 8, "next", "follow", "next", "quit", seats="you,you")
    seats = re.findall(r"^S(\d): Growth: ", text, re.MULTILINE)
    assert seats == ["1", "1", "1", "0", "0", "1"], "asked again at once, until each makes way"
    assert re.search(r"^S1> next\n--- S0, you are next\. ---$", text, re.MULTILINE)
    assert re.search(r"^S0> next\n--- S1, you are next\. ---$", text, re.MULTILINE)
    assert "look away" not in text, "there are no secrets"


def test_nobody_makes_way_for_a_bot() -> None:
    assert "Nobody else here is asked anything now." in played("next", "quit", seats="you,bot")
