"""What a server may be told about itself, and what every table of it shares."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from eschaton.server.clock import Clock
from eschaton.server.films import Projector
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
    idle: float = 600
    """After how long without anybody a table leaves the memory."""
    keep_stream: float = 120
    """How long the messages of somebody who is away are kept."""
    host_away: float = 60
    """After how long without the host another player may take the host's place."""
    rate: float = 20
    burst: int = 60
    queue: int = 200
    """How many messages may wait for a client that does not read."""
    queue_bytes: int = 4_000_000
    most_connections: int = 4_000
    tables_per_minute: int = 60
    """How many tables one address may open, and how many joinings it may try, in a minute."""
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
    thinking: dict[str, float] = field(default_factory=dict)
    """How long bots of each game think, on average."""
    thinkers: Thinkers = field(default_factory=Thinkers)
    leases: Leases = field(default_factory=Leases)
    clock: Clock = field(default_factory=Clock)

    def close(self) -> None:
        """Write what is waiting, and leave the database to others. It blocks."""
        self.thinkers.close()
        self.writer.close()
        self.leases.end()
        self.store.engine.dispose()
