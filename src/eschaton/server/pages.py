"""The browser's files: the built client if it is there, a plain page otherwise; and what every answer's headers say."""

from __future__ import annotations

import gzip
import mimetypes
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SECURITY = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}

PLAIN = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Eschaton</title>
<style>body{font:1.1rem/1.6 serif;max-width:38rem;margin:4rem auto;padding:0 1rem;background:#16130f;color:#e8dfd0}
a{color:#d9a441}code{background:#2a241c;padding:.1em .3em}</style>
<h1>Eschaton</h1>
<p>The server is running, but the browser client has not been built yet.</p>
<p>Build it with <code>npm ci</code> and <code>npm run build</code> in the folder <code>web</code>, or install the
package again, and reload this page.</p>
<p>Programs can play already: <a href="/api/games">the games</a>, <a href="/api/protocol">the protocol</a>,
<a href="/healthz">health</a>.</p></html>
"""


WORTH_IT = 1_000
"""Fewer bytes than this are not compressed."""


class File:
    """A file of the client in memory, also compressed if that makes it smaller."""

    def __init__(self, path: Path) -> None:
        self.changed = path.stat().st_mtime_ns
        self.kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        self.plain = path.read_bytes()
        packed = gzip.compress(self.plain, 9, mtime=0) if len(self.plain) > WORTH_IT else self.plain
        self.packed = packed if len(packed) < 0.9 * len(self.plain) else None

    def answer(self, request: Request, headers: dict[str, str]) -> Response:
        """The file as this browser takes it."""
        if self.packed is None:
            return Response(self.plain, media_type=self.kind, headers=headers)
        headers["vary"] = "accept-encoding"
        if not takes_gzip(request):
            return Response(self.plain, media_type=self.kind, headers=headers)
        return Response(self.packed, media_type=self.kind, headers={**headers, "content-encoding": "gzip"})


def takes_gzip(request: Request) -> bool:
    """Whether the other side understands compressed answers."""
    return "gzip" in request.headers.get("accept-encoding", "")


class Pages:
    """Files of the built client. Any other address is the client's own, and gets its first page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.files: dict[Path, File] = {}

    async def __call__(self, request: Request) -> Response:
        """A file, or the first page."""
        wanted = request.path_params.get("path", "")
        if wanted.startswith("api/"):
            raise HTTPException(404)
        if wanted.startswith("assets/") and self.file(wanted) is None:
            return Response(status_code=404)  # of an older client; its page offers to load itself again
        found = self.file(wanted) or self.file("index.html")
        if found is None:
            return HTMLResponse(PLAIN)
        forever = "assets" in found.relative_to(self.folder).parts
        headers = {"cache-control": "public, max-age=31536000, immutable" if forever else "no-cache"}
        return self.read(found).answer(request, headers)

    def read(self, path: Path) -> File:
        """A file, from memory if it has not changed."""
        known = self.files.get(path)
        if known is None or known.changed != path.stat().st_mtime_ns:
            known = self.files[path] = File(path)
        return known

    def file(self, wanted: str) -> Path | None:
        """A file inside the folder, never outside."""
        try:
            path = (self.folder / wanted).resolve()
            return path if path.is_file() and path.is_relative_to(self.folder) else None
        except (OSError, ValueError):
            return None


class Headers:
    """Adds the security headers to every answer; over TLS, also that nothing else is to be spoken."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.headers = [(name.encode(), value.encode()) for name, value in SECURITY.items()]
        self.secure = [*self.headers, (b"strict-transport-security", b"max-age=31536000")]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        headers = self.secure if scope.get("scheme") == "https" else self.headers

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *headers]
            await send(message)

        await self.app(scope, receive, with_headers)
