"""What threads share is built once, whoever comes first."""

import subprocess
import sys
import threading
import time

import msgspec
import pytest

from eschaton.kernel.game import registered
from eschaton.kernel.once import convert, once, prepared
from tests import LONG

THREADS = 4
RUNS = 30 if LONG else 3
FIRST_TABLES = """
import sys, threading
from eschaton.games import every_game
from eschaton.kernel.game import find_game
every_game()
sys.setswitchinterval(1e-5)
game = find_game(sys.argv[1])
setup = game.checked(game.players[0], {})
ready = threading.Barrier(int(sys.argv[2]))
tables = []
def lay():
    ready.wait()
    tables.append(game.table(setup))
threads = [threading.Thread(target=lay) for _ in range(int(sys.argv[2]))]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert len(tables) == len(threads) and all(table == tables[0] for table in tables)
assert len({type(table) for table in tables}) == 1
"""


@pytest.mark.parametrize("game", [game.id for game in registered() if game.minutes])
def test_threads_may_lay_out_the_first_tables_of_a_process_together(game: str) -> None:
    for _ in range(RUNS):
        done = subprocess.run([sys.executable, "-c", FIRST_TABLES, game, str(THREADS)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def together(do: object) -> list[object]:
    """What each of several threads gets that begin at the same moment."""
    ready, found = threading.Barrier(THREADS), []

    def one() -> None:
        ready.wait()
        found.append(do())  # type: ignore[operator]

    threads = [threading.Thread(target=one) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_one_thread_builds_and_all_get_the_same() -> None:
    built = []

    @once
    def thing(name: str) -> object:
        built.append(name)
        time.sleep(0.05)
        return object()

    assert len(set(map(id, together(lambda: thing("a"))))) == 1
    assert built == ["a"]
    assert thing("b") is not thing("a")


def test_a_builder_may_need_itself_and_may_fail() -> None:
    tried = []

    @once
    def doubled(many: int) -> int:
        tried.append(many)
        if many < 0:
            raise ValueError(many)
        return 2 + doubled(many - 1) if many else 0

    assert doubled(3) == 6
    for _ in range(2):
        with pytest.raises(ValueError, match="-1"):
            doubled(-1)
    assert tried == [3, 2, 1, 0, -1, -1]


class Leaf(msgspec.Struct):
    size: int


class Tree(msgspec.Struct):
    leaves: list[Leaf]
    twigs: "dict[str, Tree]" = {}


def test_types_are_prepared_in_any_thread() -> None:
    assert prepared(Tree) is Tree
    found = together(lambda: convert({"leaves": [{"size": 1}], "twigs": {"a": {"leaves": []}}}, Tree))
    assert found == [Tree([Leaf(1)], {"a": Tree([])})] * THREADS
