"""Every game's first game that teaches plays through: every moment comes, in order, and every suggestion is legal."""

from random import Random

import pytest

from eschaton.games import installed
from eschaton.kernel.game import Game
from eschaton.kernel.match import Match, resume
from eschaton.kernel.record import from_bytes, to_bytes
from eschaton.kernel.undo import plan, take_back
from eschaton.ledger.lesson import LEARNER, BadLesson, Lesson, LessonChance, lesson_of, read_lesson
from eschaton.ledger.shelf import ledger
from eschaton.ledger.trail import Trail, lesson_match

FREE_CHOICES = 400  # far beyond the end of any lesson

TEACHING = [(game, lesson) for game in installed() if (lesson := lesson_of(game.id)) is not None]
every_lesson = pytest.mark.parametrize(("game", "lesson"), TEACHING, ids=[game.id for game, _ in TEACHING])


def begun(game: Game, lesson: Lesson) -> tuple[Match, Trail]:
    match = lesson_match(game, lesson)
    match.proceed()
    return match, Trail(game, lesson)


def bots_play(match: Match, trail: Trail) -> None:
    """The other seats do what they do until the learner is asked."""
    while not match.over and LEARNER not in match.asks():
        seat = max(match.asks())
        match.answer(seat, trail.bot_answer(match, seat))


def test_there_are_lessons() -> None:
    assert "cult" in {game.id for game, _ in TEACHING}


@every_lesson
def test_every_moment_comes_in_order_and_is_said_once(game: Game, lesson: Lesson) -> None:
    match, trail = begun(game, lesson)
    told: list[tuple[str, object]] = []
    while True:
        bots_play(match, trail)
        found = trail.teaching(match)
        assert found is not None
        assert not match.over
        if not trail.teaches(match):
            break
        assert found.answer is not None, f"not legal here: {found.text}"
        told.append((found.text, found.answer))
        match.answer(LEARNER, found.answer)
    assert told == [(moment.say, answer) for moment in lesson.moment for answer in moment.answers]
    assert found.text == lesson.end


@every_lesson
def test_whatever_the_learner_does_the_lesson_goes_along(game: Game, lesson: Lesson) -> None:
    for seed in range(5):
        rng = Random(seed)
        match, trail = begun(game, lesson)
        for _ in range(FREE_CHOICES):
            bots_play(match, trail)
            if match.over or not trail.teaches(match):
                break
            ask, found = match.asks()[LEARNER], trail.teaching(match)
            assert found is not None
            assert 1 <= found.number <= found.of
            if found.answer is not None:
                ask.check(found.answer)
            match.answer(LEARNER, ask.sample(rng))


@every_lesson
def test_undo_and_a_restart_lead_back_to_the_same_words(game: Game, lesson: Lesson) -> None:
    match, trail = begun(game, lesson)
    bots_play(match, trail)
    first = trail.teaching(match)
    assert first is not None
    match.answer(LEARNER, first.answer)
    bots_play(match, trail)
    second = trail.teaching(match)
    again = resume(game, from_bytes(to_bytes(match.saved())), LessonChance(lesson))
    assert Trail(game, lesson).teaching(again) == second
    take_back(match, plan(match, LEARNER))
    assert trail.teaching(match) == first


@every_lesson
def test_what_is_written_is_what_is_rolled_and_done(game: Game, lesson: Lesson) -> None:
    """Nothing of the script is passed over in silence because it does not fit."""
    match, trail = begun(game, lesson)
    while trail.teaches(match):
        bots_play(match, trail)
        found = trail.teaching(match)
        if trail.over or found is None:
            break
        match.answer(LEARNER, found.answer)
    for purpose, results in lesson.chance.items():
        assert match.draws.get(purpose, 0) >= len(results), purpose
    answers = [(entry.seat, entry.answer) for entry in match.record.entries]
    for seat, written in lesson.bots.items():
        for given in written.values():
            for answer in given:
                assert (int(seat), answer) in answers, f"seat {seat} never answered {answer}"


@every_lesson
def test_a_lesson_is_short_and_its_game_has_rules_to_look_up(game: Game, lesson: Lesson) -> None:
    assert 8 <= len(lesson.moment) <= 16
    assert all(len(moment.say) <= 420 for moment in lesson.moment)
    assert ledger(game.id).by_id


def test_a_lesson_that_cannot_be_read_names_the_place() -> None:
    with pytest.raises(BadLesson, match=r"moment\[0\]"):
        read_lesson('game = "x"\nplayers = 2\nend = ""\n[[moment]]\nat = "A"\nsay = "b"\nanswers = []\n')
    with pytest.raises(BadLesson, match="players"):
        read_lesson('game = "x"\nend = ""\nmoment = []\n')
