"""What is done where a match waits though nobody can really act is replayed at that very moment."""

from random import Random

import pytest

from eschaton.games.cult import GAME as CULT
from eschaton.kernel.errors import BadRecord
from eschaton.kernel.machine import same_moment
from eschaton.kernel.match import Match, resume, verify
from eschaton.kernel.record import from_bytes, to_bytes
from eschaton.kernel.save import save
from eschaton.kernel.undo import undo
from tests.toys import larder, ordeal, parley

GAMES = {"larder": (larder.GAME, 3), "ordeal": (ordeal.GAME, 3), "parley": (parley.GAME, 3), "cult": (CULT, 6)}


def waited(game, players, seed, most=900):
    """A match as a server plays it: it waits, and at such moments people pass ahead or do something unasked."""
    rng, match = Random(seed), Match.new(game, players, seed=seed)
    match.hold = True
    while not match.over and len(match.record.entries) < most:
        if not match.question.idle:
            seat, ask = rng.choice(sorted(match.asks().items(), key=lambda each: each[0]))
            match.answer(seat, ask.sample(rng))
            continue
        seat = rng.choice(match.table.people())
        free = list(match.table.free(seat))
        if free and rng.random() < 0.3:
            match.act(seat, rng.choice(free))
        elif rng.random() < 0.3:
            match.stand(seat, rng.choice(match.table.stack).step_name)
        else:
            match.go_on()
    return match


@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_waited_is_replayed_verified_and_gone_back_in(name):
    game, players = GAMES[name]
    made_idly = 0
    for number in range(4):
        match = waited(game, players, f"{name}/{number}")
        record = from_bytes(to_bytes(match.saved()))
        made_idly += sum(entry.idle > 0 for entry in record.entries)
        assert not verify(game, record)
        again = resume(game, record, hold=True)
        assert same_moment(again.table, save(match.table))
        for at in (len(record.entries) // 2, len(record.entries) // 3):
            again.rewind(at)
            again = again.fork()
        for _ in again.replay(record.entries[len(again.record.entries) :]):
            pass
        for each in (match, again):
            each.hold = False
            each.proceed()
        assert (save(again.table), again.log) == (save(match.table), match.log)
    assert made_idly or name == "parley"


def test_a_moment_that_never_was_is_refused():
    records = (waited(larder.GAME, 3, str(number)).saved() for number in range(9))
    record = next(each for each in records if any(entry.idle for entry in each.entries))
    number = next(number for number, entry in enumerate(record.entries) if entry.idle)
    record.entries[number].idle = 99
    with pytest.raises(BadRecord, match=rf"entries\[{number}\]: idle: there is no moment 99"):
        resume(larder.GAME, record)


@pytest.mark.parametrize("name", ["larder", "ordeal", "cult"])
def test_an_undo_goes_back_to_the_moment_of_the_decision_and_tells_nothing_twice(name):
    """Not to an earlier moment at which nobody could act: where that lies depends on who could, and has passed."""
    game, players = GAMES[name]
    taken_back = 0
    for number in range(6):
        rng, match = Random(number), Match.new(game, players, seed=f"{name}/{number}")
        match.hold = True
        for _ in range(250):
            if match.over:
                break
            if rng.random() < 0.3:
                match.record.snapshots.append(match.snap())
            if match.question.idle:
                match.go_on()
                continue
            seat, ask = rng.choice(sorted(match.asks().items(), key=lambda each: each[0]))
            before, told = save(match.table), list(match.log)
            match.answer(seat, ask.sample(rng))
            if not match.over and rng.random() < 0.5:
                undo(match, seat, match.table.people())
                assert (save(match.table), match.log) == (before, told)
                taken_back += 1
    assert taken_back > 20


def test_what_others_did_where_nobody_could_act_stands_when_a_pass_is_taken_back():
    """It was done at a moment that is no more: the record says so, and can be played again."""
    found = 0
    for number in range(40):
        rng, match = Random(number), Match.new(CULT, 6, seed=str(number))
        match.hold = True
        while not match.over and len(match.record.entries) < 120:
            if match.question.idle:
                match.go_on()
                continue
            seat, ask = rng.choice(sorted(match.asks().items(), key=lambda each: each[0]))
            given, window = ask.default(), match.question.step.serial
            match.answer(seat, given)
            if given == "pass" and match.question.idle and match.question.step.serial == window:
                other = next(one for one in match.table.people() if one != seat)
                match.stand(other, "Turn")
                undo(match, seat, match.table.people())
                assert match.record.entries[-1].how == "stand", "it stands"
                resume(CULT, from_bytes(to_bytes(match.saved())))
                found += 1
                break
    assert found > 10


def test_a_match_that_waited_is_taken_up_where_it_was_left():
    """Not at the first moment after the last entry: that would tell when somebody has passed, though in secret."""
    later = 0
    for number in range(6):
        rng, match = Random(number), Match.new(CULT, 6, seed=str(number))
        match.hold = True
        for _ in range(150):
            if match.left:
                later += 1
                again = resume(CULT, from_bytes(to_bytes(match.saved())), hold=True)
                assert (save(again.table), again.log) == (save(match.table), match.log)
            if match.question.idle:
                match.go_on()
                continue
            seat, ask = rng.choice(sorted(match.asks().items(), key=lambda each: each[0]))
            match.answer(seat, ask.sample(rng))
    assert later > 50
