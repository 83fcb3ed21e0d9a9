"""What is done where a match waits though nobody can really act is replayed at that very moment."""

from random import Random

import pytest

from eschaton.games.cult import GAME as CULT
from eschaton.kernel.errors import BadRecord
from eschaton.kernel.machine import same_moment
from eschaton.kernel.match import Match, resume, verify
from eschaton.kernel.record import from_bytes, to_bytes
from eschaton.kernel.save import save
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
