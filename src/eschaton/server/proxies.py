"""Who is at the other end: the peer itself, or, behind a proxy that was named, whoever the proxy says.

What a stranger writes into `X-Forwarded-For` is not believed: only what a named proxy has added, read from the right.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from eschaton.kernel.errors import BadSetup

SECURE = {"http": "https", "ws": "wss"}
NEIGHBOURS = 64
"""Who has one IPv6 address has a whole network of them: so many bits tell people apart."""


class Proxies:
    """The proxies that are believed."""

    def __init__(self, named: Iterable[str]) -> None:
        self.networks = [network_of(name) for name in named]

    def trusts(self, host: str) -> bool:
        """Whether this is one of them."""
        address = read(host)
        return address is not None and any(address in network for network in self.networks)

    def client(self, peer: str, forwarded: str) -> str:
        """Who sent a request: the last one in the list that is not a proxy of ours; the peer if it is none of ours."""
        if not self.trusts(peer):
            return peer
        found = peer
        for name in reversed(forwarded.split(",")[-20:]):
            address = read(name.strip())
            if address is None:
                return found
            found = str(address)
            if not self.trusts(found):
                return found
        return found


class FromProxies:
    """Puts the real client, and whether they came over TLS, in place of a named proxy."""

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on."""
        if scope["type"] in ("http", "websocket"):
            peer = scope["client"][0] if scope.get("client") else ""
            if self.proxies.trusts(peer):
                headers = Headers(scope=scope)
                forwarded = ",".join(headers.getlist("x-forwarded-for"))
                scope["client"] = (self.proxies.client(peer, forwarded), 0)
                if headers.get("x-forwarded-proto", "").strip().lower() in ("https", "wss"):
                    scope["scheme"] = SECURE.get(scope["scheme"], scope["scheme"])
        await self.app(scope, receive, send)


def network_of(name: str) -> IPv4Network | IPv6Network:
    """A proxy, or a network of them, as it was named; BadSetup if it is neither."""
    try:
        return ip_network(name, strict=False)
    except ValueError:
        raise BadSetup(f"trusted-proxy: expected an address or a network like 10.0.0.0/8, not {name!r}") from None


def read(name: str) -> IPv4Address | IPv6Address | None:
    """An address, with or without a port; an IPv4 address also where it is written as an IPv6 one."""
    if name.startswith("["):
        name = name[1:].partition("]")[0]
    elif name.count(":") == 1:
        name = name.partition(":")[0]
    try:
        found = ip_address(name.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def household(host: str) -> str:
    """What counts as one address for limits: an IPv4 address, or a network that one customer has."""
    address = read(host)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address) >> (128 - NEIGHBOURS) << (128 - NEIGHBOURS), NEIGHBOURS)))
    return str(address) if address is not None else host
