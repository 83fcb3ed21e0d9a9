"""Search: it finds what is best, tells why, keeps to its budget, and plays every game there is."""

from __future__ import annotations

import time
from random import Random

import pytest

from eschaton.bots import Budget, SearchBot, Sight, make_bot
from eschaton.bots.arms import ArmNode
from eschaton.bots.belief import spread_out
from eschaton.bots.levels import LEVELS
from eschaton.bots.parts import neighbours, parts_of
from eschaton.bots.search import TreeSearch
from eschaton.bots.simple import fallback
from eschaton.bots.store import bots_in_words, is_bot_name
from eschaton.kernel.ask import Ask, Assign, Choose, ChooseSome, Order, keys
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Advice, Game, Setup
from eschaton.kernel.step import End, Follow, Outcome, Stay, Step
from eschaton.kernel.table import Open, Table
from eschaton.lab.playout import Playout
from tests.bots.tables import positions
from tests.laws.register import games

UNTIMED = 1e9


class Vault(Table):
    """One question decides everything."""

    home = __name__

    shape: Open[str]
    opened: Open[int] = 0


class Dial(Step):
    """Which answer opens the vault depends on the kind of question."""

    def ask(self, table: Vault) -> Ask:
        names = keys(["a", "b", "c", "d"])
        if table.shape == "one":
            return Choose(0, keys([f"n{number}" for number in range(40)]))
        if table.shape == "some":
            return ChooseSome(0, names)
        if table.shape == "pair":
            return ChooseSome(0, names, 2, 2)
        if table.shape == "order":
            return Order(0, names)
        return Assign(0, dict.fromkeys(names, ("left", "right")), {"left": 2, "right": 2})

    def run(self, table: Vault, given: object) -> Follow:
        right = {"one": "n17", "some": ["b", "d"], "pair": ["b", "d"], "order": ["d", "c", "b", "a"]}.get(
            table.shape, {"a": "right", "b": "left", "c": "right", "d": "left"}
        )
        return End(Outcome((0,) if given == right else (1,)))


class Ladder(Step):
    """Every right part is a step up; the top wins, and each step makes winning likelier."""

    def ask(self, table: Vault) -> Ask:
        return ChooseSome(0, keys(list("abcdefghijkl")))

    def run(self, table: Vault, given: list[str]) -> Follow:
        table.opened = sum((name in given) == (name in "bdfhjl") for name in "abcdefghijkl")
        return Rest()


class Rest(Step):
    """Nothing more to decide but a trifle."""

    def ask(self, table: Vault) -> Ask:
        return Choose(1, keys(["yes", "no"]))

    def run(self, table: Vault, given: str) -> Follow:
        return Stay()


class Corridor(Step):
    """A long way, and nothing to be found on it."""

    left: Open[int] = 250

    def ask(self, table: Vault) -> Ask:
        return Choose(0, keys(["on", "back"]))

    def run(self, table: Vault, given: str) -> Follow:
        return Corridor(self.left - 1) if self.left else End(Outcome((0,)))


FIRST = {"ladder": Ladder, "corridor": Corridor}


def vault(shape: str, advised: object = None) -> Game:
    def setup(setup: Setup) -> Vault:
        return Vault(players_count=2, places=[0, 1], shape=shape, stack=[FIRST.get(shape, Dial)()])

    def advice(table: object, ask: Ask, rng: Random) -> Advice:
        return Advice(advised if ask.seat == 0 else ask.default(), "So they say.")

    return Game(
        id="vault",
        title="Vault",
        version=1,
        players=(2,),
        setup=setup,
        advice=advice if advised is not None else None,
        worth=(lambda table: [table.opened / 12, 0.0]) if shape == "ladder" else None,
    )


def thought_of(game: Game, iterations: int = 200, seed: int = 0):  # type: ignore[no-untyped-def]
    table = game.table(game.checked(2, {}))
    ask = table.stack[-1].ask(table)
    bot = SearchBot(game, budget=Budget(iterations, seconds=UNTIMED))
    return bot.consider(Sight(game, table, 0), ask, Random(seed))


@pytest.mark.parametrize(
    ("shape", "right"),
    [
        ("one", "n17"),
        ("some", ["b", "d"]),
        ("pair", ["b", "d"]),
        ("order", ["d", "c", "b", "a"]),
        ("assign", {"a": "right", "b": "left", "c": "right", "d": "left"}),
    ],
)
def test_the_one_right_answer_is_found_among_many(shape: str, right: object) -> None:
    assert thought_of(vault(shape), 2000).answer == right


def test_an_answer_of_many_parts_is_mended_part_by_part() -> None:
    """Of 4,096 subsets a few hundred tries find one nearly right, since what is known of parts is put together."""
    found = thought_of(vault("ladder", list("acegik")), 400).answer
    assert sum((name in found) == (name in "bdfhjl") for name in "abcdefghijkl") >= 10


def test_bad_advice_is_overcome_and_good_advice_is_kept() -> None:
    assert thought_of(vault("one", "n3"), 2000).answer == "n17"
    assert thought_of(vault("one", "n17"), 20).answer == "n17"


def test_every_choice_has_a_reason_with_result_visits_and_line() -> None:
    for game in games():
        table, ask = next(
            (table, ask) for table, ask in positions(game, game.players[0], "reason", 0.1) if len(list(ask.keys())) > 1
        )
        thought = SearchBot(game, budget=Budget(24, seconds=UNTIMED)).consider(
            Sight(game, table, ask.seat), ask, Random(1)
        )
        ask.check(thought.answer)
        assert thought.tries <= 24
        assert 0 < thought.visits <= thought.tries
        assert f"{thought.visits} of {thought.tries} tries" in thought.reason
        assert "Expected result" in thought.reason


def test_the_same_random_numbers_give_the_same_thought() -> None:
    game = games()[0]
    table, ask = next(iter(positions(game, 2, "again", 0.3)))
    bot = SearchBot(game, budget=Budget(30, seconds=UNTIMED))
    thoughts = [bot.consider(Sight(game, table, ask.seat), ask, Random(5)) for _ in range(2)]
    assert thoughts[0] == thoughts[1]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_search_plays_whole_games_of_everything(game: Game) -> None:
    setup = game.checked(game.players[0], {})
    people = game.table(setup).people()
    bots = [SearchBot(game, budget=Budget(2, seconds=UNTIMED)), *[make_bot("random", game)] * (len(people) - 1)]
    played = Playout(game, setup, bots, "whole")
    played.run()
    assert played.table.outcome is not None


def test_a_budget_of_time_is_kept() -> None:
    game = games()[2]
    table, ask = next((t, a) for t, a in positions(game, 2, "time", 0.5) if len(list(a.keys())) > 1)
    began = time.monotonic()
    SearchBot(game, budget=Budget(10**6, seconds=0.2)).consider(Sight(game, table, ask.seat), ask, Random(0))
    assert time.monotonic() - began < 5


def test_where_tries_are_long_there_are_no_fewer_of_them() -> None:
    game = vault("corridor")
    table = game.table(game.checked(2, {}))
    search = TreeSearch(game, Sight(game, table, 0), table.stack[-1].ask(table), Random(0))
    search.is_clear = lambda: False  # type: ignore[method-assign]
    assert search.run(Budget(20, seconds=UNTIMED)).tries == 20


def test_levels_differ_in_budget_and_whims() -> None:
    easy, medium, hard = (LEVELS[name] for name in ("easy", "medium", "hard"))
    assert easy.budget.iterations < medium.budget.iterations < hard.budget.iterations
    assert easy.noise > medium.noise > hard.noise == 0
    game = vault("one", "n17")
    table = game.table(game.checked(2, {}))
    ask = table.stack[-1].ask(table)
    rng = Random(2)
    right = sum(make_bot("easy", game).answer(Sight(game, table, 0), ask, rng) == "n17" for _ in range(60))
    assert 35 <= right < 60
    assert all(make_bot("hard", game).answer(Sight(game, table, 0), ask, rng) == "n17" for _ in range(5))


def test_neighbours_differ_in_one_part() -> None:
    some = ChooseSome(0, keys("abc"))
    assert sorted("".join(answer) for _, answer in neighbours(some, ["b"])) == ["", "ab", "bc"]
    assign = Assign(0, {"x": ("l", "r"), "y": ("l", "r", "m")})
    assert len(neighbours(assign, {"x": "l", "y": "l"})) == 3
    assert parts_of(assign, {"x": "l", "y": "r"}) == [("x", "l"), ("y", "r")]


def test_of_many_options_only_some_are_tried_at_first() -> None:
    ask, node, rng = Choose(0, keys([f"n{number}" for number in range(400)])), ArmNode(), Random(0)
    for _ in range(50):
        node.add(ask, node.select(ask, rng), rng.random())
    assert 4 <= len(node.arms) <= 20


def test_likelier_tables_are_drawn_more_often() -> None:
    assert spread_out([1.0, 0.0, 3.0], 4, 0.5) == [0, 2, 2, 2]
    assert spread_out([0.0, 0.0], 2, 0.3) == [0, 1]


def test_failing_advice_is_no_reason_to_stop() -> None:
    game = vault("one", "not an option")
    table = game.table(game.checked(2, {}))
    ask = table.stack[-1].ask(table)
    assert fallback(Sight(game, table, 0), ask, Random(0)) == ask.default()
    ask.check(thought_of(game, 8).answer)


@pytest.mark.parametrize("name", ["search:0", "search:", "search:1.5", "search:0s", "search:9999s", "search:x"])
def test_a_budget_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(BadSetup, match="expected a number of tries"):
        make_bot(name, games()[0])


def test_bots_are_found_by_name() -> None:
    game = games()[0]
    assert make_bot("search:50", game).name == "search:50"
    assert make_bot("search:0.5s", game).name == "search:0.5s"
    for name in ("random", "search", "easy", "medium", "hard", "search:9", "process:x"):
        assert is_bot_name(name)
        assert name.partition(":")[0] in bots_in_words()
    assert not is_bot_name("anna")
    with pytest.raises(BadSetup, match="did you mean medium"):
        make_bot("mediun", game)
