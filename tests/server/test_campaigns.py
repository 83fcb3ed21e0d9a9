"""A campaign is begun at a table, goes on at another one, and is written with the answer that ends a match."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from eschaton.kernel.campaign import Campaign
from eschaton.server.protocol import EndMatch, Fill, PlayCampaign, Rematch, SetBot, Start
from tests.server.client import Player, Refused, get, post
from tests.server.conftest import Running, Serve


async def opened(server: Running, game: str = "open-pebbles") -> dict[str, Any]:
    return await post(server.base, "/api/tables", {"game": game, "name": "Ada", "players": 2}, status=201)


async def played(player: Player, message: Start | Rematch) -> None:
    """A match from its beginning to its end."""
    player.answered.clear()
    await player.do(message)
    await player.until(lambda me: me.table["phase"] == "playing")
    await player.play_on()
    assert player.table["phase"] == "over"


async def plays(player: Player, name: str | None, matches: int = 0, told: Sequence[str] = ()) -> None:
    """Read until this campaign is played, and is that far."""
    shown = {"name": name, "matches": matches, "told": list(told)} if name else None
    await player.until(lambda me: me.table["campaign"] == shown)


def test_what_is_won_stays_won_here_and_at_another_table(serve: Serve) -> None:
    server = serve()

    async def first() -> tuple[str, str, list[int]]:
        host = await opened(server)
        async with Player(server.base, host["table"], host["token"]) as ada:
            await ada.do(PlayCampaign(name=" Low tide "))
            await plays(ada, "Low tide")
            await ada.do(Fill(bot="random"))
            await played(ada, Start())
            winners = ada.table["outcome"]["winners"]
            told = [f"S{seat} has worn the crown." for seat in winners]
            await plays(ada, "Low tide", 1, told)
            known = (await get(server.base, f"/api/tables/{host['table']}/campaign", host["token"])).json()
            assert known["state"]["told"] == told
            return known["id"], host["token"], winners

    campaign, _, winners = asyncio.run(first())
    server.stop()
    again = serve()

    async def second() -> None:
        host = await opened(again)
        async with Player(again.base, host["table"], host["token"]) as ada:
            await ada.do(PlayCampaign(id=campaign))
            await plays(ada, "Low tide", 1, [f"S{seat} has worn the crown." for seat in winners])
            await ada.do(Fill(bot="random"))
            await played(ada, Start())
            record = (await get(again.base, f"/api/tables/{host['table']}/record")).json()
            assert record["setup"]["campaign"] == {"crowned": {str(seat): True for seat in winners}}
            await played(ada, Rematch())  # the next match of the same table is the next of the campaign
            await ada.until(lambda me: me.table["campaign"]["matches"] == 3)
        info = (await get(again.base, f"/api/campaigns/{campaign}")).json()
        assert info["state"]["matches"] == 3

    asyncio.run(second())


def test_a_campaign_is_for_players_of_its_game_before_a_match(server: Running) -> None:
    async def try_it() -> None:
        host = await opened(server)
        watcher = await post(server.base, f"/api/tables/{host['table']}/join", {"name": "Walter", "watch": True})
        async with Player(server.base, host["table"], host["token"]) as ada:
            for wrong, code in ((PlayCampaign(id="nothing"), "not-found"), (PlayCampaign(id="x" * 33), "malformed")):
                with pytest.raises(Refused) as refused:
                    await ada.do(wrong)
                assert refused.value.problem.code == code
            await ada.do(PlayCampaign(name="Low tide"))
            path = f"/api/tables/{host['table']}/campaign"
            campaign = (await get(server.base, path, host["token"])).json()["id"]
            await get(server.base, path, status=403)
            await get(server.base, path, watcher["token"], status=403)
            await get(server.base, "/api/campaigns/nothing", status=404)
            assert campaign not in "".join(ada.frames), "who watches must not learn it"
            await ada.do(Fill(bot="random"))
            await ada.do(Start())
            with pytest.raises(Refused) as refused:
                await ada.do(PlayCampaign())
            assert refused.value.problem.code == "conflict"
            await ada.do(EndMatch())  # broken off, it never was
            await ada.until(lambda me: me.table["phase"] == "over")
            await plays(ada, "Low tide", 0)
            await ada.do(PlayCampaign())
            await plays(ada, None)
        other = await opened(server, "pebbles")
        async with Player(server.base, other["table"], other["token"]) as ada:
            with pytest.raises(Refused) as refused:
                await ada.do(PlayCampaign(name="Low tide"))
            assert refused.value.problem.code == "forbidden"

    asyncio.run(try_it())


def test_a_match_enters_its_campaign_once_with_its_last_answer_or_not_at_all(server: Running) -> None:
    """Whatever is on disk at any moment: the match is over if and only if its campaign knows of it."""

    async def watch() -> None:
        host = await opened(server)
        house = server.hall.house
        seen: set[tuple[bool, int]] = set()
        write = house.writer.write

        async def noted(*jobs: Any) -> None:
            await write(*jobs)
            lobby, campaign = house.store.lobby(host["table"]), None
            if lobby is not None and lobby.campaign:
                campaign = house.store.campaign(lobby.campaign)
            if isinstance(campaign, Campaign):
                seen.add((lobby.phase == "over", len(campaign.patches)))

        house.writer.write = noted
        async with Player(server.base, host["table"], host["token"]) as ada:
            await ada.do(PlayCampaign(name="Low tide"))
            await ada.do(Fill(bot="random"))
            await ada.do(Start())
            await ada.do(SetBot(seat=0, bot="random"))
            await ada.until(lambda me: me.table["phase"] == "over")
        assert seen == {(False, 0), (True, 1)}

    asyncio.run(watch())
