"""Free actions that carry an answer: one act, one entry, and nobody's open question is closed by it."""

from __future__ import annotations

from random import Random

import pytest

from eschaton.adapters.actions import Move, Numbering
from eschaton.adapters.play import GamePlay
from eschaton.bots import RandomBot, Sight
from eschaton.kernel.ask import Ask, Assign, Option, Seat
from eschaton.kernel.errors import BreaksLimit, Malformed, NotOpen, RulesError
from eschaton.kernel.game import Advice, Game
from eschaton.kernel.machine import act_freely, asked_freely, settle
from eschaton.kernel.match import Match, resume
from eschaton.kernel.record import from_bytes, to_bytes
from eschaton.kernel.save import save
from eschaton.kernel.step import Follow, Step
from eschaton.kernel.story import answer_text
from eschaton.kernel.table import Open
from eschaton.kernel.undo import plan, undo
from eschaton.kernel.view import observe
from eschaton.lab.playout import Playout
from eschaton.terminal.play import play
from eschaton.terminal.unasked import act_in_words
from tests.kernel.small import Add, Note, Question, Small, small
from tests.typed import typed

ITEMS = ("axe", "bow", "cap")
EQUIP = {"axe": "bag", "bow": "hand", "cap": "bag"}


class Equip(Step):
    """TOY-0.80: carry one thing in the hand and the others in the bag."""

    seat: Open[Seat]
    at_once = True

    def ask(self, table: Armed) -> Ask | None:
        if table.bare:
            return None
        return Assign(self.seat, dict.fromkeys(ITEMS, ("hand", "bag")), {"hand": 1}, rule="TOY-0.80", prompt="Arm")

    def run(self, table: Armed, lies: dict[str, str] | None) -> Follow:
        table.noted.append(f"{self.seat} {'nothing' if lies is None else sorted(lies.items())} at {self.serial}")
        return None


class Armed(Small, kw_only=True):
    """A table at which everybody arms when they like, and shouts as ever."""

    home = __name__
    bare: Open[bool] = False

    def free(self, seat: Seat) -> dict[str, Step]:
        return {**super().free(seat), "arm": Equip(seat)}

    def describe(self, key: str) -> Option:
        return Option(key, "Arm yourself" if key == "arm" else key)


class First(Question):
    """TOY-0.81: somebody says a word."""


class Last(Add):
    """TOY-0.82: the game is over."""


class Shout(Note):
    """TOY-0.83: somebody shouts."""


def setup(_) -> Armed:
    plain = small(players=2)
    table = Armed(**{name: getattr(plain, name) for name in plain.__struct_fields__})
    table.stack = [Last(-99), First(1, ["b"]), First(0, ["a", "c"])]
    return table


def unasked(view, seat, offered, rng) -> Advice:
    return Advice(["arm", EQUIP], "It is wise.")


GAME = Game(id="armed", title="Armed", version=1, players=(2,), setup=setup, unasked=unasked)


@pytest.fixture
def match() -> Match:
    return Match.new(GAME, 2, seed="s")


def test_it_is_one_entry_and_all_questions_stay_open(match):
    asked = match.ask_id(0)
    for seat in (1, 0):
        match.act(seat, ["arm", EQUIP])
    assert match.ask_id(0) == asked, "also that of the seat that does it"
    assert [(entry.seat, entry.answer, entry.how) for entry in match.record.entries] == [
        (1, ["arm", EQUIP], "free"),
        (0, ["arm", EQUIP], "free"),
    ]
    assert [word[:2] for word in match.table.noted] == ["1 ", "0 "]
    assert answer_text(GAME, match.record.entries[0]).endswith("(unasked)")
    match.answer(0, "a", asked)


@pytest.mark.parametrize(
    ("act", "error"),
    [
        ("arm", Malformed),
        (["arm"], Malformed),
        (["arm", EQUIP, EQUIP], Malformed),
        (["arm", {**EQUIP, "axe": "hand"}], BreaksLimit),
        (["arm", None], Malformed),
        (["shout", "loud"], Malformed),
        (["fly", EQUIP], NotOpen),
        ([EQUIP, "arm"], Malformed),
    ],
)
def test_its_own_question_checks_the_answer(match, act, error):
    before = save(match.table)
    with pytest.raises(error):
        match.act(0, act)
    assert save(match.table) == before
    assert match.record.entries == []


def test_the_offer_says_what_it_will_ask(match):
    seen = observe(match.table, match.question, 1)
    assert [option.key for option in seen.free] == ["arm"]
    asked = seen.carried["arm"]
    assert (asked.kind, asked.prompt, asked.rule, asked.id) == ("Assign", "Arm", "TOY-0.80", "")
    assert asked.limits["most"] == {"hand": 1}
    assert observe(match.table, match.question, None).carried == {}


def test_with_nothing_to_ask_it_carries_nothing(match):
    match.table.bare = True
    assert observe(match.table, match.question, 0).carried == {}
    act_freely(match.table, 0, "arm")
    settle(match.table)
    assert match.table.noted[-1].startswith("0 nothing")


def test_it_is_replayed_resumed_and_taken_back(match):
    match.act(1, ["arm", EQUIP])
    match.answer(0, "a")
    saved = from_bytes(to_bytes(match.saved()))
    assert save(resume(GAME, saved).table) == save(match.table)
    assert plan(match, 1).at == 0
    undo(match, 0)
    undo(match, 1)
    assert match.table.noted == []


def test_a_step_that_asks_somebody_else_cannot_be_done_at_once(match):
    with pytest.raises(RulesError, match="Equip is done at once, but does not ask the seat that does it"):
        asked_freely(match.table, 0, Equip(1))


def test_random_bots_give_an_answer_and_advice_may_carry_one(match):
    act = RandomBot(GAME).unasked(Sight(GAME, match.table, 1), ["arm"], Random(1))
    key, given = act
    assert key == "arm"
    assert Equip(1).ask(match.table).check(given)
    game = Playout(GAME, GAME.checked(2, {}), [RandomBot(GAME)], "s")
    game.bots = {seat: Eager(GAME) for seat in (0, 1)}
    game.run()
    assert any(word.startswith(("0 [", "1 [")) for word in game.table.noted)


class Eager(RandomBot):
    """Does something unasked whenever it may, at first."""

    eager = 0.5


def test_a_research_program_puts_the_answer_together():
    play_ = GamePlay(GAME, GAME.checked(2, {}), Numbering(), "s")
    play_.make(Move("free", "arm"))
    assert [move.key for move in play_.moves()] == ["hand", "bag"]
    for place in ("hand", "bag", "bag"):
        if play_.acting:
            play_.make(Move("pick", place))
    assert play_.entries[-1].answer == ["arm", {"axe": "hand", "bow": "bag", "cap": "bag"}]
    assert play_.entries[-1].how == "free"


def test_a_person_at_a_terminal_is_asked_before_it_is_done():
    console, out = typed("b", "", "b", "bag hand bag", "b", "hand hand bag", "a", "quit")
    play(GAME, console, seats="you,you")
    text = out.getvalue()
    assert "b  Arm yourself (unasked)" in text
    assert "Arm (an empty line leaves it as it is)" in text
    assert "Not accepted: at most 1 on hand" in text


def test_a_hint_says_the_whole_act():
    offered = {"arm": Option("arm", "Arm yourself")}
    assert act_in_words(["arm", EQUIP], offered) == "Arm yourself: axe to bag, bow to hand, cap to bag"
    assert act_in_words("arm", offered) == "Arm yourself"
