"""Questions that leave no choice, and matches told in sentences."""

import pytest

from eschaton.kernel.ask import Amount, Ask, Assign, Choose, ChooseSome, Order, Roll, keys
from eschaton.kernel.event import Event
from eschaton.kernel.forced import forced_answer, is_forced
from eschaton.kernel.match import Match
from eschaton.kernel.story import sentence, story
from tests.toys.larder import GAME


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (Choose(0, keys(["a"])), "a"),
        (ChooseSome(0, keys("ab"), 2, 2), ["a", "b"]),
        (ChooseSome(0, keys("ab"), 0, 0), []),
        (ChooseSome(0, {}), []),
        (Order(0, keys("a")), ["a"]),
        (Amount(0, 3, 3), 3),
        (Assign(0, {"x": ("p",), "y": ()}), {"x": "p"}),
    ],
)
def test_one_answer_only(ask: Ask, answer: object) -> None:
    assert is_forced(ask)
    assert forced_answer(ask) == answer
    ask.check(answer)


@pytest.mark.parametrize(
    "ask",
    [
        Choose(0, keys("ab")),
        ChooseSome(0, keys("ab"), 1, 2),
        Order(0, keys("ab")),
        Amount(0, 3, 4),
        Assign(0, {"x": ("p", "q")}),
        Roll("die", (1,), 1),
    ],
)
def test_a_choice(ask: Ask) -> None:
    assert not is_forced(ask)


def test_a_story_tells_each_viewer_only_their_own_answers() -> None:
    match = Match.new(GAME, 2, seed="story")
    match.answer(0, "pass")
    everything = [line.text for line in story(match)]
    assert "S0: pass" in everything
    assert any(text.startswith('chance: ["') and "more]" in text for text in everything)
    theirs = [line.text for line in story(match, 1)]
    assert "S0: pass" not in theirs
    assert "S0 tastes something." in theirs
    assert not any("chance" in text for text in theirs)


def test_what_the_kernel_says_has_words_in_every_game() -> None:
    import msgspec

    plain = msgspec.structs.replace(GAME, texts={"lost": "{who:seat} loses {cards}."})
    amended = Event("amended", args={"step": "Loss", "field": "amount", "old": 2, "new": 1})
    assert sentence(plain, amended) == "Loss: amount becomes 1 instead of 2."
    assert sentence(plain, Event("lost", args={"who": 1, "cards": ["a", "b"]})) == "S1 loses a, b."
    assert sentence(plain, Event("lost", args={"who": 1, "cards": []})) == "S1 loses nothing."
