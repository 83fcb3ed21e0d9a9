"""At tables of people, how long a window lasts does not tell whether somebody could act in it."""

import asyncio
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from eschaton.games import every_game
from eschaton.kernel.ask import Ask
from eschaton.kernel.game import Game, find_game
from eschaton.kernel.match import Match
from eschaton.kernel.seen import seen
from eschaton.server import protocol as p
from eschaton.server.desk import Desk
from eschaton.server.floor import LEAST_SECONDS, MOST_SECONDS, Floors
from eschaton.server.lobby import Chair, Guest, Lobby
from eschaton.server.play import Play
from eschaton.server.pulse import Pulse
from eschaton.server.settings import Config
from tests import LONG
from tests.laws.register import cases, games
from tests.server.client import Player
from tests.server.conftest import Serve
from tests.server.test_play import join, open_table
from tests.server.test_timing import HORIZON, Timed, compare
from tests.server.worlds import neutral

PROMPT, SLOW = 0.02, 0.4
"""How long people take, in seconds: to pass, and to do something that everybody sees."""
ROUND_SECONDS = 20.0
"""What the floors of a round of Cult with six may take together."""


class Peopled(Timed):
    """A world in which people play all seats: whoever may pass does so at once."""

    curious = False

    def seat_others(self) -> None:
        self.given: set[str] = set()

    async def watch(self) -> None:
        helper = asyncio.create_task(self.answer_all())
        await super().watch()
        helper.cancel()

    async def answer_all(self) -> None:
        """Everybody but the viewer answers."""
        while True:
            for seat, ask in self.match.asks().items():
                number = f"{seat}:{self.match.ask_id(seat)}:{len(self.match.record.entries)}"
                if seat != self.viewer and number not in self.given:
                    self.given.add(number)
                    asyncio.get_running_loop().create_task(self.reply(seat, ask))
            await asyncio.sleep(0.01)

    async def reply(self, seat: int, ask: Ask) -> None:
        number = self.match.ask_id(seat) or ""
        await asyncio.sleep(PROMPT if neutral(ask) else SLOW)
        if self.match.ask_id(seat) == number and asyncio.get_running_loop().time() < HORIZON:
            answer = neutral(ask) or ask.sample(Random(number))
            if not neutral(ask):
                self.done.append((asyncio.get_running_loop().time(), (seat, answer)))
            await self.actor.hear(seat + 1, p.GiveAnswer(seat=seat, ask=number, answer=answer), None)


CASES = cases()


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_windows_of_people_last_as_long_whether_or_not_somebody_could_act(game: Game) -> None:
    ways = [case for case in CASES if case.game is game]
    counts: list[int] = []

    @given(seed=st.integers(0, 2**32), skip=st.integers(0, 60))
    @settings(max_examples=300 if LONG else 10)
    def hold(seed: int, skip: int) -> None:
        counts.append(compare(ways[seed % len(ways)], seed, skip, world_of=Peopled))

    hold()
    assert sum(counts) > 2 * len(counts)


def test_without_floors_people_would_be_seen_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail: a window in which nobody can act was over after a fixed time."""
    monkeypatch.setattr(Floors, "draw", lambda self, clock: 0.0)
    ways = [case for case in CASES if case.game.id == "cult"]

    def compare_some() -> None:
        for seed in range(60):
            compare(ways[seed % len(ways)], seed, seed % 40, world_of=Peopled)

    with pytest.raises(AssertionError, match=r"at .* or at|frames before"):
        compare_some()


def test_the_floors_of_a_round_of_cult_with_six_take_less_than_twenty_seconds() -> None:
    every_game()
    game = find_game("cult")
    rounds: list[float] = []
    for seed in range(200 if LONG else 3):
        rng, floors = Random(seed), Floors(Random(seed))
        match = Match.new(game, 6, seed=f"floors {seed}")
        play, last, taken = Play(match), None, {}
        while not match.over:
            if play.together and play.moment() != last and play.may_act():
                clock = match.table.clock()
                taken[clock] = taken.get(clock, 0.0) + floors.draw(clock)
            last = play.moment()
            if play.idle:
                match.go_on()
                continue
            seat = rng.choice(list(match.asks()))
            assert game.advice is not None
            match.answer(seat, game.advice(seen(match.table, seat), match.asks()[seat], rng).answer)
        rounds += taken.values()
    assert len(rounds) > 20
    assert max(rounds) <= ROUND_SECONDS, max(rounds)
    assert sorted(rounds)[len(rounds) // 2] > 5, "and yet they are waited for"


def test_floors_are_drawn_like_a_persons_time() -> None:
    drawn = [Floors(Random(seed)).draw(0) for seed in range(2000)]
    assert min(drawn) >= LEAST_SECONDS
    assert max(drawn) <= MOST_SECONDS
    assert sum(time > 4 * sorted(drawn)[1000] for time in drawn) > 60, "now and then somebody thinks"
    floors = Floors(Random(1))
    assert [floors.draw(1) for _ in range(200)][-20:] == [LEAST_SECONDS] * 20, "a long round is not made longer still"
    assert max(floors.draw(2) for _ in range(20)) > LEAST_SECONDS, "the next one begins anew"


def of_a_window(game: str = "cult", **more: Any) -> tuple[Desk, Pulse]:
    """A table of four people in its first window, and its pulse."""
    every_game()
    rules = find_game(game)
    rng, match = Random(5), Match.new(rules, 4, seed="a window")
    play = Play(match)
    while not (play.together and len(play.may_act()) > 1):
        match.go_on() if play.idle else match.answer(*((s, a.sample(rng)) for s, a in match.asks().items()).__next__())
    chairs, people = [Chair(seat + 1) for seat in range(4)], [Guest(seat + 1, f"P{seat}") for seat in range(4)]
    lobby = Lobby(id="t", game=game, phase="playing", players=4, chairs=chairs, people=people, secret="x", **more)
    return Desk(lobby, play), Pulse(Config(), Random(1))


def beats(desk: Desk, pulse: Pulse, present: set[int], many: int = 40) -> list[float]:
    """How long moments like this one last."""

    async def each() -> list[float]:
        found = []
        for _ in range(many):
            pulse.moment = pulse.floors.round = None
            pulse.due(desk, present)
            found.append(pulse.beat)
        return found

    return asyncio.run(each())


def test_a_floor_is_waited_only_where_somebody_else_looks_on_a_person_who_could_act() -> None:
    desk, pulse = of_a_window()
    assert desk.play is not None
    might = desk.play.may_act()
    everybody = {1, 2, 3, 4}
    assert len(set(beats(desk, pulse, everybody))) > 10, "drawn anew each time"
    assert set(beats(desk, pulse, set())) == {0.0}, "nobody is here"
    for seat in might[1:]:
        desk.lobby.chairs[seat].bot = "thumb"
    alone = {might[0] + 1}
    assert set(beats(desk, pulse, alone)) == {pulse.delay}, "the only one who might act is the only one here"
    assert max(beats(desk, pulse, alone | {0})) > pulse.delay, "a watcher looks on"
    desk.lobby.chairs[might[0]].bot = "thumb"
    assert set(beats(desk, pulse, everybody)) == {pulse.delay}, "bots have their own time"
    for chair in desk.lobby.chairs:
        chair.bot = None
    desk.lobby.settings = p.Settings(floors=False)
    assert set(beats(desk, pulse, everybody)) == {pulse.delay}, "the table does not want it"


def test_where_nothing_is_hidden_between_seats_there_are_no_floors() -> None:
    desk, pulse = of_a_window("apollyon")
    assert set(beats(desk, pulse, {1, 2, 3, 4})) == {pulse.delay}


def test_a_window_in_which_all_pass_openly_is_not_waited_for() -> None:
    desk, _ = of_a_window()
    play = desk.play
    assert play is not None
    before, crumb = play.moment(), play.match.table.stack[0].step_name
    for seat in list(play.may_act()):
        assert play.moment()[:2] == before[:2]  # type: ignore[index]
        play.stand(seat, crumb, touched=False, openly=True)
    assert play.moment() != before
    for _ in range(200):
        if play.together:
            assert not any(play.match.table.passes_openly(seat) for seat in play.may_act())
        if play.match.over:
            break
        seat, ask = next(iter(play.match.asks().items()), (0, None))
        play.go_on() if ask is None else play.match.answer(seat, ask.sample(Random(seat)))


def test_who_passes_in_secret_does_not_begin_the_moment_anew() -> None:
    desk, _ = of_a_window()
    play = desk.play
    assert play is not None
    before, crumb = play.moment(), play.match.table.stack[0].step_name
    play.stand(play.may_act()[-1], crumb, touched=False)
    assert play.moment() == before


def test_an_open_pass_is_seen_by_all_and_can_be_taken_back(serve: Serve) -> None:
    async def play() -> None:
        server = serve()
        every_game()
        anna = await open_table(server.base, game="cult", players=4)
        ben = await join(server.base, anna["table"], "Ben")
        async with (
            Player(server.base, anna["table"], anna["token"]) as a,
            Player(server.base, anna["table"], ben["token"]) as b,
        ):
            await a.do(p.Fill(bot="thumb"))
            await a.do(p.Start())
            await b.until(lambda b: b.states.get(1))
            await b.do(p.Stand(seat=1, until=b.states[1]["breadcrumb"][0]["step"], openly=True))
            await a.until(lambda a: a.states.get(0, {}).get("passing") == [1])
            await b.do(p.Stand(seat=1))
            await a.until(lambda a: a.states[0]["passing"] == [])

    asyncio.run(play())


def test_undo_asks_who_has_passed_openly() -> None:
    from eschaton.kernel.record import Entry
    from eschaton.kernel.undo import passes_openly

    assert passes_openly(Entry(0, ["Turn", False, True], "stand"))
    assert not passes_openly(Entry(0, ["Turn", False], "stand"))
    assert not passes_openly(replace(Entry(0, None, "stand")))
