"""Two servers whose hidden deals differ: over real sockets, a seat and a spectator are sent the same bytes, in time."""

import asyncio
from pathlib import Path
from statistics import quantiles

import pytest

from eschaton.kernel.game import Game, register
from eschaton.kernel.machine import Question
from tests import LONG
from tests.laws.play import LawBroken
from tests.laws.register import Case, cases, games
from tests.server.wires import Server, same_bytes, two_servers, window_times

CASES = cases()
MESSAGES = 10_000 if LONG else 60
WINDOWS = 1_000 if LONG else 20
MEDIAN_SECONDS, LAST_SECONDS = 0.02, 0.1
SIDE_BY_SIDE, FOR_SECONDS, TRIES = (16, 6.0, 200) if LONG else (8, 2.5, 3)
"""So many tables are played at once when time is measured, for so long, so often at most."""


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_two_servers_send_a_seat_and_a_spectator_the_same_bytes(game: Game, tmp_path: Path) -> None:
    register(game)
    ways = [case for case in CASES if case.game is game]

    async def play() -> int:
        count = tried = 0
        async with two_servers(tmp_path, bot_delay=0.0) as servers:
            while count < MESSAGES:
                case = ways[tried % len(ways)]
                count += await same_bytes(servers, case, tried, 3 + 7 * tried % 50, f"t{tried}", 40)
                tried += 1
                assert tried < 20 + MESSAGES, "too few messages"
        return count

    assert asyncio.run(play()) >= MESSAGES


def secretive() -> list[list[Game]]:
    """The games in which a window could tell something: each for itself, or, as a sample, all side by side."""
    found = [game for game in games() if not game.shared]
    return [[game] for game in found] if LONG else [found]


@pytest.mark.parametrize("some", secretive(), ids=lambda some: "-".join(game.id for game in some))
def test_two_servers_send_it_at_the_same_time(some: list[Game], tmp_path: Path) -> None:
    """Of a sample on a busy machine only the median says something."""
    register(*some)
    for attempt in range(3):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        found = asyncio.run(measured(some, folder))
        parts = quantiles(found, n=100, method="inclusive")
        if parts[49] < MEDIAN_SECONDS and (parts[98] < LAST_SECONDS or not LONG):
            return
    median, last = 1000 * parts[49], 1000 * parts[98]
    pytest.fail(f"{len(found)} windows differ by {median:.1f} ms in the median, {last:.1f} ms at 99 %")


async def measured(some: list[Game], folder: Path) -> list[float]:
    """By how much windows differ in length."""
    ways = [[case for case in CASES if case.game is game] for game in some]
    found: list[float] = []
    async with two_servers(folder, floors_from="one seed") as servers:
        for number in range(TRIES):
            group = range(number * SIDE_BY_SIDE, (number + 1) * SIDE_BY_SIDE)
            found += await side_by_side(servers, {each: chosen(ways, each) for each in group})
            if len(found) >= WINDOWS:
                break
    assert len(found) >= WINDOWS / 2, "too few windows"
    return found


def chosen(ways: list[list[Case]], number: int) -> Case:
    """A way to play, of each game in turn."""
    mine = ways[number % len(ways)]
    return mine[number // len(ways) % len(mine)]


async def side_by_side(servers: tuple[Server, Server], plays: dict[int, Case]) -> list[float]:
    times = (window_times(servers, case, n, 5 + 11 * n % 60, f"w{n}", FOR_SECONDS) for n, case in plays.items())
    return [each for play in await asyncio.gather(*times) for each in play]


def test_a_server_that_shows_who_is_really_asked_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first test can fail."""
    monkeypatch.setattr(Question, "may_act", lambda question, table: sorted(question.asks(table)))
    ways = [case for case in CASES if case.game.id == "cult"]

    async def play() -> None:
        async with two_servers(tmp_path, bot_delay=0.0) as servers:
            for number in range(40):
                await same_bytes(servers, ways[number % len(ways)], number, 3 + 7 * number % 50, f"t{number}", 40)

    with pytest.raises(LawBroken):
        asyncio.run(play())
