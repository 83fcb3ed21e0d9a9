"""The toys really exercise the kernel: every step, power, kind of question and way to answer occurs in random play."""

from random import Random

import pytest

from eschaton.kernel.ask import AnyAsk
from eschaton.kernel.save import all_steps
from eschaton.kernel.window import Use
from tests.laws.play import World
from tests.laws.register import cases
from tests.toys import GAMES, contraband, larder, moot, ordeal, parley

RUNS = 120


class Met:
    """What has occurred in random play."""

    def __init__(self, game) -> None:
        self.steps: set[str] = set()
        self.asks: set[str] = set()
        self.modes: set[str] = set()
        self.ways: set[str] = set()
        self.events: set[str] = set()
        self.powers: set[str] = set()
        self.reasons: set[str] = set()
        ways = [case for case in cases() if case.game is game]
        for seed in range(RUNS):
            self.watch(World.new(ways[seed % len(ways)], seed), Random(seed))

    def watch(self, world: World, rng: Random) -> None:
        while world.question is not None:
            self.steps |= {type(step).__name__ for step in world.table.stack}
            self.asks |= {type(ask).__name__ for ask in world.asks.values()}
            self.modes.add(world.question.mode)
            entry = world.some_entry(rng)
            self.ways.add(entry.how)
            world.take(entry)
        events = [event for _, event in world.match.log]
        self.events |= {event.key for event in events}
        self.powers |= {event.args["power"] for event in events if event.key in ("uses", "copied")}
        assert world.table.outcome is not None
        self.reasons.add(world.table.outcome.reason)


@pytest.fixture(scope="module")
def met():
    return {game.id: Met(game) for game in GAMES}


@pytest.mark.parametrize("module", [larder, parley, ordeal, contraband, moot], ids=lambda module: module.GAME.id)
def test_every_step_that_waits_for_an_answer_occurs(met, module):
    asking = {
        step.__name__
        for step in all_steps()
        if step.__module__ == module.__name__
        and "ask" in step.__dict__
        and step.__subclasses__() == []
        and not step.at_once
    }
    assert asking - met[module.GAME.id].steps == set()


@pytest.mark.parametrize("module", [larder, ordeal, moot], ids=lambda module: module.GAME.id)
def test_every_power_is_used(met, module):
    assert set(module.POWERS) - met[module.GAME.id].powers == set()


@pytest.mark.parametrize("module", [larder, parley, ordeal, contraband, moot], ids=lambda module: module.GAME.id)
def test_every_text_is_told(met, module):
    assert set(module.GAME.texts) - met[module.GAME.id].events == set()


def test_every_kind_of_question_and_way_to_answer_occurs(met):
    asked = set.union(*(found.asks for found in met.values()))
    assert asked == {kind.__name__ for kind in AnyAsk.__args__} - {"Together"}
    assert set.union(*(found.modes for found in met.values())) == {"one", "race", "first", "sealed", "priority", "turn"}
    assert set.union(*(found.ways for found in met.values())) == {"answer", "free", "withdraw", "stand", "wish"}


def test_games_end_in_every_way_they_can(met):
    assert met["toy-larder"].reasons == {"points", "the last one"}
    assert met["toy-parley"].reasons == {"stores"}
    assert met["toy-ordeal"].reasons == {"all are dead", "glory", "out of days"}


def test_a_power_copies_a_power_that_copies_again():
    table = ordeal.GAME.table(ordeal.GAME.checked(2, {}))
    copying = ordeal.Copy(0, 1, ["mimic"]).run(table, "echo")
    assert copying == ordeal.Copy(0, 1, ["mimic", "echo"])
    assert copying.run(table, "frank") == ordeal.POWERS["frank"].effect(table, Use(0, "frank", 1))
