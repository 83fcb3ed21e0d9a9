"""The game that docs/writing-a-game.md grows in six steps is a game after each of them, and its snippets are Python."""

from __future__ import annotations

import ast
import functools
import re
import sys
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from eschaton.kernel import game as games
from eschaton.kernel.game import Game
from eschaton.kernel.machine import answer, settle
from eschaton.kernel.save import steps_of
from eschaton.kernel.seen import seen
from eschaton.kernel.table import Table
from eschaton.ledger.perform import perform
from eschaton.ledger.scenario import parse
from tests.laws.interference import together
from tests.laws.laws import ends, obey, replays
from tests.laws.play import World, play
from tests.laws.register import Case

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "writing-a-game.md").read_text("utf-8")
FIRST, _, TASKS = PAGE.partition("## A first game in six steps")[2].partition("\n## Tasks")
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
TOML = re.compile(r"^```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)
STEPS = PYTHON.findall(FIRST)
GAMES = 20


def name_of(statement: ast.stmt) -> str:
    """What a statement of a module defines; empty for an import or a docstring."""
    if isinstance(statement, ast.ClassDef | ast.FunctionDef):
        return statement.name
    return statement.targets[0].id if isinstance(statement, ast.Assign) else ""  # type: ignore[attr-defined]


def joined(blocks: list[str]) -> str:
    """One module, made as the page says: what is defined anew takes the place of the old, and the game stays last."""
    parts: dict[str, str] = {}
    for block in blocks:
        for statement in ast.parse(block).body:
            source = ast.get_source_segment(block, statement) or ""
            if isinstance(statement, ast.ClassDef | ast.FunctionDef):
                assert not statement.decorator_list, "a decorator is no part of the source that is joined"
            name = name_of(statement) or source
            parts.pop(name, None)
            parts[name] = source
    last = [parts.pop("GAME"), parts.pop("GAMES")]
    return "\n\n\n".join([*parts.values(), *last])


@functools.cache  # a second copy of a module would bring its steps a second time
def imported(name: str, source: str) -> ModuleType:
    """A module of this source."""
    module = sys.modules[name] = ModuleType(name)  # annotations of its structures are looked up there
    exec(compile(source, f"{name}.py", "exec"), vars(module))
    return module


def grown(step: int) -> ModuleType:
    """The game as it is after a step of the page."""
    return imported(f"wreckers_{step}", joined(STEPS[:step]))


def played(game: Game, players: int, seed: int) -> World:
    """A match that has been played to its end."""
    world = World.new(Case(game, players, {}), seed)
    ends(world, Random(seed))
    return world


def test_there_are_six_steps() -> None:
    assert [int(number) for number in re.findall(r"^### Step (\d):", FIRST, re.MULTILINE)] == list(range(1, 7))
    assert len(STEPS) == 6


@pytest.mark.parametrize("step", range(1, 7))
def test_it_is_a_game_after_every_step(step: int) -> None:
    game = grown(step).GAME
    for players in game.players:
        outcome = played(game, players, step).table.outcome
        assert outcome is not None
        assert outcome.winners


def test_the_whole_game_ends_and_replays() -> None:
    game = grown(6).GAME
    said: set[str] = set()
    for seed in range(GAMES):
        world = played(game, game.players[seed % len(game.players)], seed)
        replays(world)
        said |= {event.key for _, event in world.match.log}
    assert said == {*game.texts, "uses", "amended"}, "everything that the page speaks of happens"


def test_the_whole_game_keeps_the_laws() -> None:
    game = grown(6).GAME
    shared = []
    for seed in range(GAMES):
        rng = Random(seed)
        world = World.new(Case(game, game.players[seed % len(game.players)], {}), seed)
        play(world, rng, rng.randrange(12))
        assert obey(world, rng, 2) == 2
        shared.append(together(world, rng.choice([None, *world.table.people()]), rng))
    assert sum(shared) > GAMES, "worlds that look alike part too soon for this law to say anything"


def test_advice_is_legal() -> None:
    game = grown(6).GAME
    used = set()
    for seed in range(GAMES):
        rng = Random(seed)
        world = World.new(Case(game, 3, {}), seed)
        while world.question is not None:
            for seat, ask in world.asks.items():
                if seat >= 0:
                    advised = game.advice(seen(world.table, seat), ask, rng)
                    ask.check(advised.answer)
                    used.add(advised.reason)
            world.take(world.some_entry(rng))
    assert len(used) == 5, "each of its sentences is said"


def test_its_scenario_and_its_test_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    module = with_snippets()
    monkeypatch.setitem(games._games, "wreckers", module.GAME)
    (scenario,) = [block for block in TOML.findall(TASKS) if block.startswith("game =")]
    assert perform(parse(scenario)) is None
    module.test_fog_halves_a_haul()


def with_snippets() -> ModuleType:
    """The whole game with every snippet of the tasks under it."""
    imports = next(block for block in PYTHON.findall(PAGE) if block.startswith("from eschaton"))
    tasks = "\n".join(PYTHON.findall(TASKS))
    return imported("wreckers_tasks", "\n".join([joined(STEPS), imports, tasks]))


def test_the_snippets_of_the_tasks_run() -> None:
    module = with_snippets()
    assert {"Draw", "Dive", "Bids", "Scavenge", "Scuttle", "Harbour", "Pack"} <= {
        step.__name__ for step in steps_of(module.__name__)
    }
    table = module.GAME.table(module.GAME.checked(3, {}))
    for step in (module.Bids(), module.Pack(), module.Harbour()):
        assert step.ask(table) is not None or step.run(table, None) is not None
    while table.stack[-1].step_name != "PlayCard":
        advance(table)
    module.calm(table, 0)
    assert module.haul_now(table, 0) == (3, ["calm"])
    assert module.haul_now(table, 1) == (2, [])
    assert [module.two_dice().count, module.wind_and_cargo().count] == [2, 2]
    assert list(module.some_seat(table).options) == ["S0", "S1", "S2"]
    assert module.odds(table, 0, "lantern-1")[0].ways == 3
    _, mine, theirs, _ = module.lay_out(seen(table, 0), 0).zones
    assert {piece.id for piece in mine.pieces} == set(table.wreckers[0].hand.cards)
    assert {piece.title for piece in theirs.pieces} == {"A card"}


def advance(table: Table) -> None:
    """Answer the open question neutrally, and go on to the next."""
    question = settle(table)
    assert question is not None
    answer(table, question, question.ask.seat, question.ask.default())
    settle(table)
