"""Packs and campaigns over HTTP: bringing a pack to a table, having it back, and knowing a campaign again."""

from __future__ import annotations

import asyncio
import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eschaton.cardtext.carried import PackFile
from eschaton.kernel.errors import EschatonError
from eschaton.kernel.game import find_game
from eschaton.server import shelf, web
from eschaton.server.actor import Actor
from eschaton.server.box import state_of
from eschaton.server.desk import Desk
from eschaton.server.effects import Effects
from eschaton.server.endpoints import Endpoints, answer, bytes_of, token_of
from eschaton.server.examine import Findings, Order, examined
from eschaton.server.hall import Hall
from eschaton.server.keeping import write_holding
from eschaton.server.limits import Buckets
from eschaton.server.lobby import Lobby, Refusal
from eschaton.server.shelf import Laid, takes_packs
from eschaton.server.socket import address_of

PACK = 100_000
"""The largest pack that is taken, in bytes: about as much as a whole box of cards."""
MOST_LAID = 8
"""So many packs can lie on one another."""
MOST_HELD = 200
"""So many different choices of packs a server holds in memory."""
NAME = re.compile(r"[^\w.-]+")


class Packs(Endpoints):
    """The endpoints for packs and campaigns."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall)
        self.uploads = Buckets(20 / 60, 20)

    def routes(self) -> list[Route]:
        """All of them."""
        return [
            self.route("/api/tables/{table}/packs", self.bring, "POST"),
            self.route("/api/tables/{table}/packs/{hash}", self.pack),
            self.route("/api/tables/{table}/campaign", self.table_campaign),
            self.route("/api/campaigns/{campaign}", self.campaign),
        ]

    # Packs.

    async def bring(self, request: Request) -> Response:
        """Lay a pack on the game's own cards, before a match."""
        self.limit(self.uploads, request)
        actor = await self.hall.actor(request.path_params["table"])
        person = self.person(request, actor)
        self.may_bring(actor.desk.lobby, person)
        fresh = PackFile(file_name(request.query_params.get("name", "")), text_of(await bytes_of(request, PACK)))
        table, keeping = actor.desk.lobby.id, self.hall.house.keeping
        found = await examined(self.hall.house.bench, order_for(actor, fresh), address_of(request), table)
        if found.faults:
            many = f"{len(found.faults)} mistake{'s' if len(found.faults) > 1 else ''}"
            raise Refusal("illegal", "pack", f"{fresh.name} has {many}", found.faults)
        digest = next(pack.hash for pack in found.packs if pack.file == fresh.name)
        holding = await keeping.room_at(table, "pack", f"{table} {digest}", len(fresh.text.encode()))
        on_table = await asyncio.to_thread(self.laid, actor, fresh, found)

        def bring(desk: Desk) -> tuple[None, Effects]:
            effects = desk.box.bring(desk.lobby, person, on_table, list(found.packs), fresh)
            effects.jobs.append(write_holding(holding))
            return None, effects

        await self.hall.at(table, lambda actor: actor.change(bring))
        return answer(web.PackBrought(packs=found.packs), 201)

    def may_bring(self, lobby: Lobby, person: int) -> None:
        """Refuse before anything is read."""
        lobby.need_host(person)
        lobby.need_phase("lobby", "over")
        if not takes_packs(lobby.rules()):
            raise Refusal("forbidden", "table", f"{lobby.rules().title} takes no packs beside its own here")
        if len(lobby.packs) >= MOST_LAID:
            raise Refusal("conflict", "table", f"at most {MOST_LAID} packs can be laid on a game; take one away first")

    def laid(self, actor: Actor, fresh: PackFile, found: Findings) -> Laid:
        """The game with packs that were found to be right."""
        if len(shelf.forget_unused(self.in_use())) >= MOST_HELD:
            raise Refusal("unavailable", "pack", "more packs are being played with than the server can hold; try later")
        known = {file.name: file for file in (*actor.desk.box.laid.files, fresh)}
        files = tuple(known[pack.file] for pack in found.packs)
        try:
            return shelf.lay(actor.desk.lobby.rules(), files)
        except EschatonError as error:
            raise Refusal("illegal", "pack", str(error)) from None

    def in_use(self) -> set[tuple[str, ...]]:
        """The choices of packs that tables in memory play with, or will."""
        desks = [actor.desk for actor in list(self.hall.actors.values())]
        lying = {tuple(desk.box.laid.rules.packs.values()) for desk in desks}
        return lying | {tuple(desk.play.match.record.setup.packs.values()) for desk in desks if desk.play is not None}

    async def pack(self, request: Request) -> Response:
        """A pack as it was brought, for people at the table: with it a record can be verified anywhere."""
        actor = await self.hall.actor(request.path_params["table"])
        self.person(request, actor)
        packs = await asyncio.to_thread(self.hall.house.store.packs, actor.desk.lobby.id)
        found = packs.get(request.path_params["hash"])
        if found is None:
            raise Refusal("not-found", "hash", "no such pack was brought to this table")
        headers = {"content-disposition": f'attachment; filename="{found.name}"'}
        return Response(found.text, media_type="text/plain; charset=utf-8", headers=headers)

    # Campaigns.

    async def table_campaign(self, request: Request) -> Response:
        """The campaign that is played at a table, for its players: any of them may host the next match."""
        actor = await self.hall.actor(request.path_params["table"])
        lobby, campaign = actor.desk.lobby, actor.desk.box.campaign
        person = self.person(request, actor)
        if not lobby.seats_of(person) and person != lobby.host:
            raise Refusal("forbidden", "token", "only players can play a campaign on")
        if campaign is None:
            raise Refusal("not-found", "table", "no campaign is played here")
        return answer(web.CampaignInfo(id=lobby.campaign, game=lobby.game, state=state_of(campaign, lobby.rules())))

    async def campaign(self, request: Request) -> Response:
        """How far a campaign is, for whoever knows its id."""
        wanted = request.path_params["campaign"]
        found = await asyncio.to_thread(self.hall.house.store.campaign, wanted)
        if found is None:
            raise Refusal("not-found", "campaign", "there is no such campaign")
        return answer(web.CampaignInfo(id=wanted, game=found.game, state=state_of(found, find_game(found.game))))

    def person(self, request: Request, actor: Actor) -> int:
        """Who asks, if they are at the table."""
        lobby = actor.desk.lobby
        person = self.hall.house.tokens.read(token_of(request), lobby.id)
        if person is None or lobby.guest(person) is None:
            raise Refusal("forbidden", "token", "only for people at the table")
        return person


def order_for(actor: Actor, fresh: PackFile) -> Order:
    """What is to be examined: the new pack on those that lie at the table."""
    lobby, under = actor.desk.lobby, actor.desk.box.laid.files
    return Order(game=lobby.game, players=lobby.players, options=lobby.options, under=list(under), fresh=fresh)


def file_name(given: str) -> str:
    """A plain file name, whatever was given."""
    stem = NAME.sub("-", given.rpartition("/")[2].rpartition("\\")[2]).strip(".-")[:60].removesuffix(".toml")
    return f"{stem or 'pack'}.toml"


def text_of(data: bytes) -> str:
    """A pack as text."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refusal("malformed", "pack", f"not UTF-8 text: {error.reason} at byte {error.start}") from None
