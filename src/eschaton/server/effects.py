"""What follows from a change at a table: what must be written, and then told."""

from __future__ import annotations

import msgspec

from eschaton.server import news
from eschaton.server.storage import Job


class Effects(msgspec.Struct):
    """What follows from a message once it is on disk."""

    jobs: list[Job] = []
    replies: list[news.FromServer] = []
    """To the person who sent it, beside the acknowledgement."""
    posts: list[tuple[list[int] | None, news.FromServer]] = []
    """To these persons, before they are shown what has changed; None: to everybody."""
    last: list[tuple[list[int] | None, news.FromServer]] = []
    """The same, after it."""
    seated: bool = False
    """Something about the table beside the match is not as it was."""
    changed: bool = False
    """The match is not as it was."""
    log_kept: int | None = None
    """How many of the events told before still stand, if some do not."""
    renewed: bool = False
    """Another match is on the table."""
    finished: bool = False
    """The match was played to its end."""
    sent_away: list[int] = []
    unwatched: bool = False
    """Nobody may watch without a name any more."""
    deleted: bool = False

    def add(self, more: Effects) -> None:
        """What follows from another answer, told together with this one."""
        self.jobs += more.jobs
        self.posts += more.posts
        self.last += more.last
        self.seated |= more.seated
        self.changed |= more.changed
        self.finished |= more.finished
