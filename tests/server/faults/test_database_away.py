"""PostgreSQL goes away and comes back: nothing that was acknowledged is lost, and every table goes on."""

import asyncio
import random
from pathlib import Path

import pytest

from tests import LONG
from tests.server.conftest import Cluster, free_port
from tests.server.faults.crowd import Crowd, check_disk, play_to_the_end
from tests.server.faults.process import Process

TIMES = 20 if LONG else 2


@pytest.mark.parametrize("how", ["crash", "stop"])
def test_a_database_that_comes_back_has_every_acknowledged_answer_once(
    own_cluster: Cluster, tmp_path: Path, how: str
) -> None:
    chance = random.Random(how)
    url = own_cluster.database(how)
    server = Process(free_port(), tmp_path, url)

    async def play() -> Crowd:
        async with await Crowd.at(server.base, tables=3) as crowd:
            for _ in range(TIMES // 2):
                await crowd.all_heard(2)
                await asyncio.sleep(chance.random() * 0.2)
                await asyncio.to_thread(own_cluster.stop, crash=how == "crash")
                await asyncio.sleep(0.2 + chance.random())
                await asyncio.to_thread(own_cluster.start)
                await crowd.all_heard()
        check_disk(url, crowd)
        await play_to_the_end(crowd)
        return crowd

    try:
        crowd = asyncio.run(play())
        assert crowd.acknowledged > 0
        assert server.process.poll() is None
        server.kill()
        check_disk(url, crowd)
    finally:
        server.kill()
