"""Undo is truncation; who has learnt something, or acted, must agree."""

from copy import deepcopy

import pytest

from eschaton.kernel import save as saving
from eschaton.kernel.ask import EVERYONE, NOBODY, only
from eschaton.kernel.errors import NotOpen
from eschaton.kernel.game import Game
from eschaton.kernel.match import Match
from eschaton.kernel.record import Deal, Record
from eschaton.kernel.save import save
from eschaton.kernel.step import Step
from eschaton.kernel.undo import NeedsConsent, newly_known, plan, undo
from eschaton.kernel.window import Window
from tests.kernel.small import Compare, LookAt, Note, Question, Several, Shuffling, Throw, Whisper, small


def match_of(*steps, players=3, **fields):
    """A match that begins with these steps."""
    game = Game(
        id="few",
        title="Few",
        version=1,
        players=(players,),
        setup=lambda setup: small(*deepcopy(steps), players=players, **deepcopy(fields)),
    )
    record = Record(id="x", game="few", version=1, setup=game.checked(players, {}), deal=Deal(seed="s"))
    match = Match(game, record)
    match.proceed()
    return match


def ask(seat, *words):
    return Question(seat, list(words or ("a", "b")))


def test_undo_is_free_when_nobody_has_learnt_anything():
    match = match_of(ask(0), ask(0), ask(1))
    match.answer(0, "a")
    before = save(match.table)
    match.answer(0, "b")
    assert plan(match, 0).needs == frozenset()
    undo(match, 0)
    assert save(match.table) == before
    undo(match, 0)
    assert match.table.noted == []


def test_there_must_be_something_to_take_back():
    match = match_of(ask(0), ask(1))
    with pytest.raises(NotOpen, match="seat 1 has nothing to take back"):
        undo(match, 1)


def test_whoever_has_acted_since_must_agree():
    match = match_of(ask(0), ask(1), ask(2))
    match.answer(0, "a")
    match.answer(1, "b")
    with pytest.raises(NeedsConsent, match="needs the consent of S1") as caught:
        undo(match, 0)
    assert caught.value.seats == {1}
    assert match.table.noted == ["a", "b"], "nothing has changed"
    undo(match, 0, consent=[1])
    assert match.table.noted == []
    assert list(match.asks()) == [0]


def test_a_roll_that_everybody_saw_needs_everybody():
    match = match_of(ask(0), Throw(1), ask(0))
    match.answer(0, "a")
    with pytest.raises(NeedsConsent) as caught:
        undo(match, 0)
    assert caught.value.seats == {1, 2}
    rolled = match.table.noted[-1]
    undo(match, 0, [1, 2])
    match.answer(0, "b")
    assert match.table.noted == ["b", rolled], "and the same is rolled again"


def test_a_shuffle_that_nobody_saw_needs_nobody():
    match = match_of(ask(0), Shuffling(), ask(0))
    match.answer(0, "a")
    assert plan(match, 0).needs == frozenset()


@pytest.mark.parametrize("step", [LookAt(1), Whisper(1), Whisper(1, True)], ids=["a card", "a secret", "aside"])
def test_who_has_learnt_something_hidden_must_agree(step):
    match = match_of(ask(0), step, ask(0))
    match.answer(0, "a")
    assert plan(match, 0).needs == {1}


def test_who_alone_has_learnt_something_needs_everybody_elses_leave():
    match = match_of(ask(0), LookAt(0), ask(0))
    match.answer(0, "a")
    assert plan(match, 0).needs == {1, 2}


def test_a_card_seen_and_shuffled_back_was_learnt():
    match = match_of(ask(0), LookAt(1), Shuffling(), ask(0))
    match.answer(0, "a")
    assert plan(match, 0).needs == {1}


def test_in_a_race_only_my_own_answer_is_withdrawn():
    match = match_of(Several("race", [0, 1, 2]), Note("after"))
    match.answer(0, 5)
    match.answer(1, 6)
    match.answer(2, 7)
    assert plan(match, 0).needs == frozenset()
    undo(match, 0)
    assert match.table.noted == ["race (1, 6)", "race (2, 7)"]
    assert sorted(match.asks()) == [0, 1, 2]


def test_what_others_did_unasked_in_a_race_is_done_again():
    match = match_of(Several("race", [0, 1, 2]))
    match.answer(1, 5)
    match.act(0, "shout")
    match.answer(2, 7)
    undo(match, 1)
    assert match.table.noted == ["shout", "race (2, 7)"]
    assert [entry.how for entry in match.record.entries] == ["free", "answer"]


def test_what_is_no_longer_legal_is_not_played_again():
    match = match_of(Several("race", [0, 1]))
    match.answer(0, 0)
    match.answer(1, 4)
    undo(match, 0)
    assert match.table.noted == ["race (1, 4)"]
    assert sorted(match.asks()) == [0, 1]


def test_when_the_race_is_over_those_who_acted_must_agree():
    match = match_of(Several("race", [0, 1]), ask(2))
    match.answer(0, 0)
    match.answer(1, 0)
    assert plan(match, 0).needs == {1}


def test_a_sealed_answer_is_undone_without_asking_the_others():
    match = match_of(Several("sealed", [0, 1, 2]))
    match.answer(0, 1)
    match.answer(1, 2)
    undo(match, 0)
    assert sorted(match.asks()) == [0, 2]


def test_who_has_passed_is_not_named_since_others_could_not():
    match = match_of(ask(0), Window("add", [1, 2]), ask(0), held={1: ["cheer"]}, possible={2: ["cheer"]})
    match.answer(0, "a")
    match.answer(1, "pass")
    assert plan(match, 0).needs == frozenset()
    undo(match, 0)
    match.answer(0, "a")
    match.answer(1, "cheer")
    assert plan(match, 0).needs == {1}, "what was used everybody saw"


def test_who_has_sealed_or_stands_is_not_named_while_others_are_still_to_answer():
    match = match_of(ask(0), Several("sealed", [0, 1, 2]), ask(0))
    match.answer(0, "a")
    match.answer(1, 2)
    match.stand(2, "Several")
    assert plan(match, 0).needs == frozenset()
    match.answer(0, 4)
    match.answer(2, 3)
    assert plan(match, 0).needs == {2}, "now all is open"


def test_what_a_public_event_reveals_was_learnt_by_all():
    match = match_of(ask(0), Compare(), ask(0))
    match.answer(0, "a")
    assert plan(match, 0).needs == {1, 2}


def test_to_draw_a_card_of_which_all_know_that_it_is_in_the_deck_is_to_learn_something():
    match = match_of(ask(0), LookAt(0), ask(0))
    match.table.deck.tell([-1] * len(match.table.deck))
    match.record.snapshots.append(match.snap())
    match.answer(0, "a")
    assert plan(match, 0).needs == {1, 2}


class Turned(Step):
    """TOY-0.60: the top card is turned up for all."""

    def run(self, table):
        table.deck.show(EVERYONE)


def test_who_knew_a_card_already_that_all_see_now_is_told_to_nobody():
    for knows in (NOBODY, only(1)):
        table = small()
        table.deck.show(knows)
        before = saving.copy(table)
        Turned().run(table)
        assert newly_known(before, table) == {0, 1, 2}
