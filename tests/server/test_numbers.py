"""Numbers: those of the deal, which follow on its secret, and those about the server, which are for no stranger."""

import asyncio

from eschaton.kernel.game import find_game
from eschaton.kernel.match import verify
from eschaton.kernel.record import from_bytes
from eschaton.server import protocol as p
from eschaton.server.metrics import Metrics, Tally
from tests.server.client import get
from tests.server.conftest import Running, Serve
from tests.server.test_connection import refused, two_people
from tests.server.test_play import join
from tests.server.test_table import at


def test_for_a_rematch_the_secret_is_fixed_first_and_then_everybody_sends_a_new_number(server: Running) -> None:
    async def play() -> None:
        anna, ben = await two_people(server.base, number="old")
        lobby = lambda: server.hall.actors[anna["table"]].desk.lobby  # noqa: E731
        async with at(server, anna) as a, at(server, ben) as b:
            first = a.table["commitment"]
            await a.do(p.Contribute(commitment=first, number="first of Anna"))
            await a.do(p.Start())
            await refused(a, p.Contribute(commitment=first, number="too late"), "conflict", "type")
            await asyncio.gather(a.play_on(), b.play_on())
            assert [chair.number for chair in lobby().chairs] == ["", ""], "what the server knows is worth nothing now"
            fixed = a.table["commitment"]
            assert fixed != first
            await refused(a, p.Contribute(commitment=first, number="late"), "stale", "commitment")
            await a.do(p.Contribute(commitment=fixed, number="new of Anna"))
            await b.do(p.Contribute(commitment=fixed, number="new of Ben"))
            cleo = await join(server.base, anna["table"], "Cleo", watch=True)
            async with at(server, cleo) as c:
                await refused(c, p.Contribute(commitment=fixed, number="x"), "forbidden", "type")
            await a.do(p.Rematch())
            for player in (a, b):
                await player.until(lambda one: one.table["phase"] == "playing")
                player.answered.clear()
            await asyncio.gather(a.play_on(), b.play_on())
            record = from_bytes((await get(server.base, f"/api/tables/{anna['table']}/record", anna["token"])).content)
            assert record.deal.contributions == ["new of Anna", "new of Ben"]
            assert record.deal.commitment == fixed
            assert verify(find_game("pebbles"), record) == []

    asyncio.run(play())


def test_strangers_are_shown_no_numbers_of_the_server(serve: Serve) -> None:
    async def look() -> None:
        closed, opened = serve(), serve(metrics_token="only for me")
        await get(closed.base, "/metrics", status=404)
        await get(closed.base, "/metrics", "only for me", status=404)
        await get(opened.base, "/metrics", status=404)
        await get(opened.base, "/metrics", "Only for me", status=404)
        assert "eschaton_resident_bytes" in (await get(opened.base, "/metrics", "only for me")).text

    asyncio.run(look())


def test_what_happens_in_a_moment_is_counted_when_it_is_over() -> None:
    metrics, tally = Metrics(), Tally()
    tally.tell(metrics, "a window")
    for _ in range(3):
        tally.count("bot_answers")
        tally.took(0.01)
        tally.tell(metrics, "a window")
        assert "bot_answers" not in metrics.text()
        assert "message_seconds_count 0" in metrics.text()
    tally.tell(metrics, "the next one")
    assert "eschaton_bot_answers_total 3" in metrics.text()
    assert "message_seconds_count 3" in metrics.text()
    tally.count("bot_answers")
    tally.tell(metrics, None)
    assert "eschaton_bot_answers_total 4" in metrics.text(), "no match is on: there is nothing to hold back"
