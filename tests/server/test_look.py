"""What a game publishes of itself is all that a client knows of it: its look, its icons, the bots that can play it."""

import asyncio
import re
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from eschaton.games import installed
from eschaton.kernel.ask import ALL_SEEING
from eschaton.kernel.game import Game, Look
from eschaton.kernel.match import Match
from eschaton.kernel.seen import seen
from eschaton.server.http import bots_for
from eschaton.server.protocol import BotKind
from tests.server.client import Player, get, post
from tests.server.conftest import Running
from tests.test_architecture import GAMES, ROOT

ACCENT = re.compile(r"#[0-9a-f]{6}")
WEB = ROOT / "web"


def bundled(list_: Path) -> set[str]:
    """The icons that a list names."""
    return {name for line in list_.read_text("utf-8").splitlines() for name in line.partition("#")[0].split()}


def icons_in(scene: Any) -> set[str]:
    """Every icon that a scene names, wherever it stands."""
    if isinstance(scene, dict):
        mine = {scene["icon"]} if isinstance(scene.get("icon"), str) else set()
        return mine.union(*(icons_in(value) for value in scene.values()))
    return set().union(*map(icons_in, scene)) if isinstance(scene, list | tuple) else set()


@pytest.mark.parametrize("game", installed(), ids=lambda game: game.id)
def test_every_icon_that_a_game_shows_is_bundled(game: Game) -> None:
    known = bundled(WEB / "icons.txt") | bundled(ROOT / "src/eschaton/games" / game.id / "icons.txt")
    assert game.look is not None
    assert ACCENT.fullmatch(game.look.accent)
    assert {game.look.emblem, *game.look.art} <= known
    luck, scene = Random(5), game.scene
    assert scene is not None
    match, shown = Match.new(game, max(game.players), seed="icons"), set()
    for _ in range(150):
        if match.over:
            break
        asks = match.asks()
        seat = luck.choice(sorted(asks))
        match.answer(seat, asks[seat].sample(luck))
        drawn = scene(seen(match.table, ALL_SEEING), ALL_SEEING)
        shown |= icons_in(msgspec.to_builtins(drawn)) | set(drawn.legend.values())
    assert len(shown) > 5
    assert shown - {""} <= known, shown - known


@pytest.mark.parametrize("game", installed(), ids=lambda game: game.id)
def test_the_bots_that_are_offered_can_be_seated(game: Game) -> None:
    kinds = [bot.kind for bot in bots_for(game)]
    assert kinds[0] == "thumb"
    assert set(kinds) == set(get_args(BotKind))
    unadvised = bots_for(msgspec.structs.replace(game, advice=None))
    assert unadvised[0].kind == "random"
    assert "thumb" not in {bot.kind for bot in unadvised}


def test_a_client_is_told_how_a_game_looks_wherever_it_meets_it(server: Running) -> None:
    game = next(game for game in installed() if game.look)

    async def meet() -> None:
        [info] = [each for each in (await get(server.base, "/api/games")).json()["games"] if each["id"] == game.id]
        host = await post(server.base, "/api/tables", {"game": game.id, "name": "Ada"}, status=201)
        invitation = (await get(server.base, f"/api/tables/{host['table']}")).json()
        async with Player(server.base, host["table"], host["token"]) as ada:
            assert ada.table["look"] == invitation["look"] == info["look"]
        assert msgspec.convert(info["look"], Look) == game.look

    asyncio.run(meet())


def test_the_client_names_no_game() -> None:
    sources = [path for path in (WEB / "src").rglob("*") if path.suffix in (".ts", ".svelte", ".css")]
    assert len(sources) > 50
    word = re.compile(rf"\b(?:{'|'.join(GAMES - {'heart'})})\b", re.IGNORECASE)  # a heart may be drawn
    assert not [str(path) for path in sources if word.search(path.read_text("utf-8"))]


def test_rules_are_found_and_read_by_the_words_that_players_have(server: Running) -> None:
    async def ask() -> None:
        found = (await get(server.base, "/api/games/cult/rules?q=dagger loses life")).json()["rules"]
        texts = {rule["id"]: rule["text"] for rule in found}
        assert texts["CD-8.3"] == "dagger on a player: that player loses 1 life."
        one = (await get(server.base, "/api/games/cult/rules?id=CD-18.35")).json()["rules"]
        assert "dagger or blood into double dagger by `CD-Q-3`" in one[0]["text"]

    asyncio.run(ask())


def test_an_address_that_there_is_not_is_refused_in_words(server: Running) -> None:
    async def ask() -> None:
        assert (await get(server.base, "/api/nothing", status=404)).json()["field"] == "path"
        assert (await post(server.base, "/api/games", {}, status=405))["field"] == "method"

    asyncio.run(ask())
