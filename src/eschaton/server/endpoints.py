"""What all endpoints of the HTTP interface share: bodies checked, refusals answered, greedy addresses slowed down."""

from __future__ import annotations

import asyncio
import gzip
import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from eschaton.kernel.once import prepared
from eschaton.server import news, web
from eschaton.server.hall import Hall
from eschaton.server.limits import Buckets
from eschaton.server.lobby import Refusal
from eschaton.server.pages import takes_gzip
from eschaton.server.socket import FIELD, address_of, same_origin

log = logging.getLogger("eschaton.server.http")

BODY = 65_536
PIECE_BYTES = 65_536
NAME = re.compile(r"[\w-]{1,64}", re.ASCII)
"""What tables, matches, packs and everything else here are called."""
BROWSER = "eschaton-browser"
"""The cookie by which a browser is known again: who has seen a seat's secrets must not come back as a stranger."""
BROWSER_SECONDS = 365 * 24 * 3600
STATUS = {
    "malformed": 400,
    "version": 400,
    "forbidden": 403,
    "stale": 409,
    "illegal": 422,
    "too-large": 413,
    "too-fast": 429,
    "not-found": 404,
    "conflict": 409,
    "unavailable": 503,
}

B = TypeVar("B")


def answer(body: Any, status: int = 200) -> Response:
    """A body as JSON."""
    return Response(news.encode(body), status, media_type="application/json")


async def bulky(request: Request, data: bytes, name: str = "") -> Response:
    """Much JSON, compressed off the event loop where the other side takes it; with a name, a file to be saved."""
    headers = {"vary": "accept-encoding"}
    if name:
        headers["content-disposition"] = f'attachment; filename="{name}"'
    if takes_gzip(request):
        headers["content-encoding"] = "gzip"
        data = await asyncio.to_thread(gzip.compress, data, 5, mtime=0)
    return Response(data, media_type="application/json", headers=headers)


class Gradual(Response):
    """An answer that is sent as fast as it is read; then, or when nobody reads it any more, something is done."""

    def __init__(self, whole: Response, over: Callable[[], None]) -> None:
        super().__init__(whole.body, whole.status_code)
        self.raw_headers = whole.raw_headers
        self.over = over

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it piece by piece."""
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            for start in range(0, len(self.body), PIECE_BYTES):
                piece = bytes(self.body[start : start + PIECE_BYTES])
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            self.over()


def failure(refusal: Refusal) -> Response:
    """A refusal as an answer."""
    body = web.Failure(code=refusal.code, field=refusal.field, message=refusal.message, faults=list(refusal.faults))
    return answer(body, STATUS[refusal.code])


async def astray(_: Request, error: Exception) -> Response:
    """An address or a method that there is not, told like everything else that is refused."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return failure(Refusal("not-found", "path", "there is nothing at this address"))
    told = failure(Refusal("malformed", "method", "this address does not take such a request"))
    return Response(told.body, error.status_code, error.headers, told.media_type)


async def body_of(request: Request, kind: type[B], most: int = BODY) -> B:
    """The body of a request, or a refusal naming the field that is wrong."""
    data = await bytes_of(request, most)
    try:
        return msgspec.json.decode(data, type=prepared(kind))
    except msgspec.ValidationError as error:
        found = FIELD.search(str(error))
        raise Refusal("malformed", found.group(1) if found else "", str(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("malformed", "", f"not JSON: {error}") from None


async def bytes_of(request: Request, most: int) -> bytes:
    """The body of a request, if it is not too large."""
    announced = request.headers.get("content-length", "0")
    if not announced.isascii() or not announced.isdigit() or int(announced[:20]) > most:
        raise Refusal("too-large", "", f"at most {most} bytes are taken")
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise Refusal("too-large", "", f"at most {most} bytes are taken")
    return bytes(data)


def require_names(request: Request) -> None:
    """Refuse an address that names what nothing here can be called."""
    for field, name in request.path_params.items():
        if not NAME.fullmatch(name):
            raise Refusal("not-found", field, f"there is no such {field}")


def token_of(request: Request) -> str:
    """The token a request brings."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def browser_of(request: Request) -> str:
    """By what this browser calls itself at every table; a new name if it has none yet, or no good one."""
    name = request.cookies.get(BROWSER, "")
    return name if re.fullmatch(r"[\w-]{16,64}", name, re.ASCII) else secrets.token_urlsafe(16)


def known_again(response: Response, request: Request, browser: str) -> Response:
    """An answer by which the browser is known again, to this server alone and to no script."""
    response.set_cookie(
        BROWSER,
        browser,
        max_age=BROWSER_SECONDS,
        path="/api",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return response


class Endpoints:
    """Endpoints over the tables of a server."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def route(self, path: str, do: Callable[[Request], Awaitable[Response]], method: str = "GET") -> Route:
        """A route whose refusals become answers."""

        async def endpoint(request: Request) -> Response:
            try:
                if method != "GET" and not same_origin(request, self.hall.house.config):
                    raise Refusal("forbidden", "origin", "this page belongs to another site")
                require_names(request)
                return await do(request)
            except Refusal as refusal:
                return failure(refusal)
            except ClientDisconnect:
                return failure(Refusal("malformed", "", "the rest of the request did not come"))  # nobody reads it
            except Exception:
                log.exception("a request failed", extra={"path": request.url.path})
                return failure(Refusal("unavailable", "", "the server failed; nothing was changed"))

        return Route(path, endpoint, methods=[method])

    def limit(self, buckets: Buckets, request: Request) -> None:
        """Refuse an address that wants too much."""
        if not buckets.take(address_of(request)):
            raise Refusal("too-fast", "", "too many requests from your address; wait a minute")
