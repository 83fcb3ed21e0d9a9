"""What a server may be told about itself, and what every table of it shares."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from eschaton.server.bench import Bench
from eschaton.server.clock import Clock
from eschaton.server.films import Projector
from eschaton.server.keeping import Keeping
from eschaton.server.leases import Leases
from eschaton.server.metrics import Metrics
from eschaton.server.storage import Store
from eschaton.server.thinkers import Thinkers
from eschaton.server.tokens import Tokens
from eschaton.server.writer import Writer


@dataclass(frozen=True)
class Config:
    """Limits and habits of a server; times in seconds."""

    bot_delay: float = 0.6
    """How long a bot waits, so that people can follow."""
    floors_from: str = ""
    """What floors are drawn from; empty: from luck. Two servers with the same draw the same, for tests."""
    idle: float = 600
    """After how long without anybody a table leaves the memory."""
    keep_stream: float = 120
    """How long the messages of somebody who is away are kept."""
    host_away: float = 60
    """After how long without the host another player may take the host's place.

    So long, too, the leave of somebody is waited for who is away and for whom a bot plays.
    """
    rate: float = 20
    burst: int = 60
    queue: int = 200
    """How many messages may wait for a client that does not read."""
    queue_bytes: int = 4_000_000
    most_connections: int = 4_000
    connections_each: int = 256
    """How many connections one address may have; when all are taken, they are shared by address."""
    most_watchers: int = 100
    """How many may watch a table without a name."""
    presence_every: float = 1.0
    """How often everybody is told at most who has come and gone."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies that are believed when they say for whom they ask."""
    tables_per_minute: int = 60
    """How many tables one address may open, and how many joinings it may try, in a minute."""
    storage_each: int = 256_000_000
    """How many bytes are kept for one address: tables, matches, films, packs, records, reports."""
    storage: int = 16_000_000_000
    """How many bytes are kept for all together."""
    keep_days: float = 90
    """For how long a table is kept at which nobody has been, and a report."""
    origins: tuple[str, ...] = ()
    """Further origins whose pages may connect."""
    metrics_token: str = ""
    """Who brings it may read the numbers at /metrics; without one nobody may: they move with hidden things."""
    static: Path = Path(__file__).parent / "static"


@dataclass
class House:
    """What every table of a server shares."""

    config: Config
    store: Store
    writer: Writer
    tokens: Tokens
    metrics: Metrics
    projector: Projector
    keeping: Keeping
    thinking: dict[str, float] = field(default_factory=dict)
    """How long bots of each game think, on average."""
    thinkers: Thinkers = field(default_factory=Thinkers)
    bench: Bench = field(default_factory=Bench)
    leases: Leases = field(default_factory=Leases)
    clock: Clock = field(default_factory=Clock)

    def close(self) -> None:
        """Write what is waiting, and leave the database to others. It blocks."""
        self.thinkers.close()
        self.bench.close()
        self.writer.close()
        self.leases.end()
        self.store.engine.dispose()
