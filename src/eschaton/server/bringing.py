"""Characters over HTTP: made, exported, and taken in from elsewhere, by whoever holds the secret link of each."""

from __future__ import annotations

import asyncio
import time

import msgspec
from sqlalchemy.exc import IntegrityError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eschaton.kernel.campaign import Campaign, from_json, require_descent, require_whole
from eschaton.kernel.errors import EschatonError
from eschaton.kernel.game import Game, find_game
from eschaton.kernel.plain import cleaned
from eschaton.server import web
from eschaton.server.box import character_told
from eschaton.server.characters import (
    character_of,
    new_link,
    owner_by_id,
    owner_of,
    write_character,
    write_played_on,
)
from eschaton.server.endpoints import Endpoints, answer, body_of, bytes_of, token_of
from eschaton.server.hall import Hall
from eschaton.server.keeping import Holding, write_holding
from eschaton.server.limits import Buckets
from eschaton.server.lobby import Refusal, named
from eschaton.server.socket import address_of
from eschaton.server.storage import CAMPAIGN_KEPT_SECONDS, OutOfStep

CHARACTER_BYTES = 65_536
"""The largest character that is taken in."""


class Characters(Endpoints):
    """The endpoints for characters."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall)
        self.made = Buckets(20 / 60, 20)

    def routes(self) -> list[Route]:
        """All of them."""
        return [
            self.route("/api/characters", self.make, "POST"),
            self.route("/api/character", self.export),
            self.route("/api/characters/import", self.take_in, "POST"),
        ]

    async def make(self, request: Request) -> Response:
        """A new character of a game; its link is told once."""
        self.limit(self.made, request)
        wanted = await body_of(request, web.NewCharacter)
        return await self.keep(request, Campaign(name=named(wanted.name), game=with_characters(wanted.game).id))

    async def export(self, request: Request) -> Response:
        """A character as it is, for whoever holds its link: a file that can be taken in elsewhere."""
        known = await self.known(request)
        if known is None:
            raise Refusal("not-found", "token", "there is no such character")
        headers = {"content-disposition": 'attachment; filename="character.json"'}
        return Response(msgspec.json.encode(known), media_type="application/json", headers=headers)

    async def take_in(self, request: Request) -> Response:
        """Take in a character from elsewhere; one that is known here only by its link, and only played on."""
        self.limit(self.made, request)
        brought = await asyncio.to_thread(sound, await bytes_of(request, CHARACTER_BYTES))
        store, known = self.hall.house.store, await self.known(request)
        if known is None:
            if await asyncio.to_thread(owner_by_id, store, brought.id) is not None:
                raise Refusal("conflict", "token", "this character is known here; only its link opens it")
            return await self.keep(request, brought)
        try:
            require_descent(known, brought)
        except EschatonError as error:
            raise Refusal("conflict", "character", str(error).partition(": ")[2]) from None
        link = token_of(request)
        try:
            await self.hall.house.writer.write(write_played_on(owner_of(link), known, brought))
        except OutOfStep as error:
            raise Refusal("conflict", "character", str(error)) from None
        return answer(self.info(link, brought))

    async def keep(self, request: Request, character: Campaign) -> Response:
        """Keep a character that is new here."""
        link, house = new_link(), self.hall.house
        size, until = CHARACTER_BYTES, time.time() + CAMPAIGN_KEPT_SECONDS
        holding = await house.keeping.room(Holding("character", owner_of(link), address_of(request), size, until))
        try:
            await house.writer.write(write_character(owner_of(link), character), write_holding(holding))
        except IntegrityError:
            raise Refusal("conflict", "character", "this character is known here; only its link opens it") from None
        return answer(self.info(link, character), 201)

    async def known(self, request: Request) -> Campaign | None:
        """The character whose link comes with a request, if any."""
        link = token_of(request)
        return await asyncio.to_thread(character_of, self.hall.house.store, owner_of(link)) if link else None

    def info(self, link: str, character: Campaign) -> web.CharacterInfo:
        """What the owner of a character is told."""
        return web.CharacterInfo(link=link, game=character.game, state=character_told(character))


def with_characters(name: str) -> Game:
    """A game to which people bring characters, else a refusal."""
    try:
        game = find_game(name)
    except EschatonError as error:
        raise Refusal("not-found", "game", str(error).partition(": ")[2]) from None
    if game.characters is None:
        raise Refusal("forbidden", "game", f"nobody brings a character to {game.title}")
    return game


def sound(data: bytes) -> Campaign:
    """A character that somebody sends, if a match of its game can begin with it; else a refusal."""
    try:
        brought = from_json(data)
        require_whole(brought)
    except EschatonError as error:
        raise Refusal("illegal", "character", str(error)) from None
    game = with_characters(brought.game)
    if cleaned(brought.name) != brought.name or not 1 <= len(brought.name) <= 40 or not 1 <= len(brought.id) <= 32:
        raise Refusal("illegal", "character.name", "a name of at most 40 characters that can be seen is needed")
    try:
        game.table(game.checked(game.players[0], {}, None, {0: brought.state}))
        character_told(brought)
    except Exception:  # whatever a foreign state leads to
        raise Refusal("illegal", "character.state", f"this is no character of {game.title}") from None
    return msgspec.structs.replace(brought, at=None)
