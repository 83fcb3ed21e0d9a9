"""The HTTP interface: getting to a table, and reading what is public."""

from __future__ import annotations

import asyncio
import hmac
import re
from typing import cast

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eschaton.bots.levels import LEVELS
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game, find_game, registered
from eschaton.kernel.once import once
from eschaton.ledger import LedgerError, ledger
from eschaton.ledger.entry import Ledger
from eschaton.ledger.lesson import lesson_of
from eschaton.ledger.search import search
from eschaton.server import schema, web
from eschaton.server.actor import Actor
from eschaton.server.endpoints import Endpoints, answer, body_of, browser_of, known_again, token_of
from eschaton.server.hall import Hall
from eschaton.server.health import Health
from eschaton.server.limits import Buckets
from eschaton.server.lobby import Refusal
from eschaton.server.protocol import VERSION, BotKind
from eschaton.server.reporter import Reporter
from eschaton.server.shelf import takes_packs
from eschaton.server.socket import address_of

SIGN = re.compile(r"`(\w+)`")


class Http(Endpoints):
    """The endpoints of one server."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall)
        many = hall.house.config.tables_per_minute
        self.openings = Buckets(many / 60, many)
        self.joinings = Buckets(many / 60, many)
        self.disk = Health(hall.house.writer)

    def routes(self) -> list[Route]:
        """All of them."""
        return [
            self.route("/api/games", self.games),
            self.route("/api/games/{game}/rules", self.rules),
            self.route("/api/tables", self.open, "POST"),
            self.route("/api/tables/{table}", self.table),
            self.route("/api/tables/{table}/join", self.join, "POST"),
            self.route("/api/protocol", self.protocol),
            self.route("/healthz", self.health),
            self.route("/metrics", self.metrics),
        ]

    async def games(self, _: Request) -> Response:
        """The menu."""
        return answer(web.GameList(version=VERSION, games=[game_info(game) for game in registered()]))

    async def open(self, request: Request) -> Response:
        """A new table."""
        self.limit(self.openings, request)
        browser = browser_of(request)
        place = await self.hall.create(await body_of(request, web.NewTable), address_of(request), browser)
        return known_again(answer(place, 201), request, browser)

    async def join(self, request: Request) -> Response:
        """A place at a table."""
        self.limit(self.joinings, request)
        wanted = await body_of(request, web.JoinTable)
        browser = browser_of(request)
        place = await self.hall.join(request.path_params["table"], wanted, token_of(request), browser)
        return known_again(answer(place), request, browser)

    async def table(self, request: Request) -> Response:
        """What may be known of a table."""
        actor = await self.hall.actor(request.path_params["table"])
        token = token_of(request)
        person = self.hall.house.tokens.read(token, actor.desk.lobby.id) if token else None
        return answer(table_info(actor, person))

    async def rules(self, request: Request) -> Response:
        """Rules of a game by words or by id."""
        game, query = request.path_params["game"], request.query_params
        wanted = query.get("id") or query.get("q") or ""
        if len(wanted) > 200:
            raise Refusal("too-large", "q", "at most 200 characters are searched for")
        try:
            find_game(game)
            found = await asyncio.to_thread(rules_found, game, wanted, "id" in query)
        except (BadSetup, LedgerError):
            raise Refusal("not-found", "game", "there is no ledger of this game") from None
        return answer(web.RuleList(rules=found))

    async def protocol(self, _: Request) -> Response:
        """The schema of all messages."""
        return Response(schema.text(), media_type="application/schema+json")

    async def health(self, _: Request) -> Response:
        """Whether the server can write."""
        if not await self.disk.can_write():
            raise Refusal("unavailable", "", "nothing can be written to the database")
        return answer(web.Health(ok=True, version=VERSION, tables=len(self.hall.actors)))

    async def metrics(self, request: Request) -> Response:
        """Numbers, for who runs the server: a stranger could read in them what happens in a hidden moment."""
        wanted = self.hall.house.config.metrics_token
        if not wanted or not hmac.compare_digest(token_of(request).encode(), wanted.encode()):
            raise Refusal("not-found", "path", "there is nothing at this address")
        metrics = self.hall.house.metrics
        metrics.gauges["tables"] = len(self.hall.actors)
        metrics.counts["commits"] = self.hall.house.writer.commits
        return Response(metrics.text(), media_type="text/plain; version=0.0.4")


def game_info(game: Game) -> web.GameInfo:
    """A game as the menu shows it."""
    options = [
        web.OptionInfo(
            key=option.key,
            title=option.title,
            default=option.default,
            choices=list(option.choices),
            rule=option.rule,
        )
        for option in game.options
    ]
    return web.GameInfo(
        id=game.id,
        title=game.title,
        summary=game.summary,
        minutes=game.minutes,
        players=list(game.players),
        options=options,
        look=game.look,
        bots=bots_for(game),
        packs=takes_packs(game),
        campaigns=game.campaign is not None,
        characters=game.characters is not None,
        shared=game.shared,
        whispers=game.whispers,
        hints=game.advice is not None,
        lesson=lesson_of(game.id) is not None,
    )


def bots_for(game: Game) -> list[web.BotInfo]:
    """The bots that can play a game, the usual one first."""
    thinking = [
        web.BotInfo(kind=cast(BotKind, kind), plays=f"{kind}: {level.meaning}") for kind, level in LEVELS.items()
    ]
    random = web.BotInfo(kind="random", plays="at random")
    if game.advice is None:
        return [random, *thinking]
    return [web.BotInfo(kind="thumb", plays="by rule of thumb"), *thinking, random]


def table_info(actor: Actor, person: int | None) -> web.TableInfo:
    """A table as somebody sees it who has not come in yet."""
    desk, reporter = actor.desk, actor.reporter
    state = reporter.table_state(set(reporter.present()))
    known = person is not None and desk.lobby.guest(person) is not None
    seats = desk.lobby.seats_of(person) if known and person is not None else []
    if state.locked and not known:  # who plays behind a password is nobody else's business
        state.seats = [structs.replace(each, name="") for each in state.seats]
        state.match, state.outcome = "", None
    return web.TableInfo(
        id=state.id,
        game=state.game,
        title=state.title,
        look=state.look,
        phase=state.phase,
        players=state.players,
        locked=state.locked,
        seats=state.seats,
        outcome=state.outcome,
        match=state.match if state.phase == "over" else "",
        your_seats=seats,
        your_turn=asked(reporter, seats),
    )


def asked(reporter: Reporter, seats: list[int]) -> bool:
    """Whether one of these seats is asked something now."""
    play = reporter.desk.play
    if play is None or reporter.desk.lobby.phase != "playing":
        return False
    return any(seat in play.match.asks() for seat in seats)


@once
def readable(game: str) -> Ledger:
    """A game's ledger for its players: what it has a sign for (a face of a die) by the name the game has for it."""
    book, name = ledger(game), find_game(game).name

    def spelt(sign: re.Match[str]) -> str:
        called = name("face", sign[1])
        return sign[0] if called == sign[1] else called

    entries = [structs.replace(entry, text=SIGN.sub(spelt, entry.text)) for entry in book.entries]
    return structs.replace(book, entries=tuple(entries))


def rules_found(game: str, wanted: str, exact: bool) -> list[web.RuleInfo]:
    """Rules by words, the best first, or one by its id."""
    book = readable(game)
    if exact:
        entries = [book.by_id[wanted]] if wanted in book.by_id else []
    else:
        entries = [hit.entry for hit in search(book, wanted).hits[:50]]
    return [web.RuleInfo(id=entry.id, text=entry.text, section=entry.section.name) for entry in entries]
