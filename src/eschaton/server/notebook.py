"""Private notes: one sheet for each person and match, read and written with the person's token alone.

They are kept here and not in a browser, so that they follow the person to another device. They are no part of the
record, of a report or of anything that is sent to anybody else.
"""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eschaton.server import news, web
from eschaton.server.endpoints import Endpoints, answer, body_of, token_of
from eschaton.server.hall import Hall
from eschaton.server.limits import Buckets
from eschaton.server.lobby import Refusal
from eschaton.server.storage import write_notes


class Notebook(Endpoints):
    """The endpoints for notes."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall)
        self.writings = Buckets(2, 120)

    def routes(self) -> list[Route]:
        """Reading and writing."""
        path = "/api/tables/{table}/notes"
        return [self.route(path, self.read), self.route(path, self.write, "PUT")]

    async def read(self, request: Request) -> Response:
        """What the person has noted in the running or last match."""
        match, person = await self.owner(request)
        found = await asyncio.to_thread(self.hall.house.store.notes, match, person)
        return answer(web.Notes()) if found is None else Response(found, media_type="application/json")

    async def write(self, request: Request) -> Response:
        """Keep what the person notes; it is on disk when this is answered."""
        self.limit(self.writings, request)
        match, person = await self.owner(request)
        wanted = await body_of(request, web.Notes)
        await self.hall.house.writer.write(write_notes(match, person, news.encode(wanted)))
        return answer(wanted)

    async def owner(self, request: Request) -> tuple[str, int]:
        """The match, and whose notes these are."""
        lobby = (await self.hall.actor(request.path_params["table"])).desk.lobby
        person = self.hall.house.tokens.read(token_of(request), lobby.id)
        if person is None or lobby.guest(person) is None:
            raise Refusal("forbidden", "token", "only people at the table have notes")
        if not lobby.match:
            raise Refusal("conflict", "table", "there is no match to note anything about")
        return lobby.match, person
