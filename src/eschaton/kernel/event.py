"""Events: what happened, to whom, under which rule, and who may see it. Text is made only when someone reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from eschaton.kernel.ask import EVERYONE, Seat, may_see

PLACE = re.compile(r"\{(\w+)(?::(\w+))?(?:\|([^}]*))?\}")


class Event(msgspec.Struct, gc=False):
    """Something that happened. `secret` holds arguments that only the audience `to` sees; `audience` sees the event.

    If it `reveals`, all who see it learn something that is nowhere to be seen on the table.
    """

    key: str
    rule: str = ""
    args: dict[str, Any] = {}
    audience: int = EVERYONE
    secret: dict[str, Any] = {}
    to: int = 0
    reveals: bool = False

    def seen_by(self, viewer: Seat | None) -> Event | None:
        """This event as a viewer sees it, without what they may not know, or None."""
        if not may_see(self.audience, viewer):
            return None
        args = {**self.args, **self.secret} if self.secret and may_see(self.to, viewer) else self.args
        return Event(self.key, self.rule, args)


Namer = Callable[[str, Any], str]


def told(event: Event, texts: Mapping[str, str], name: Namer) -> str:
    """The sentence for an event as its viewer sees it.

    In a text, `{card}` is an argument, `{who:seat}` one named by its kind, and `{card|a card}` has a stand-in for
    viewers who do not see it.
    """
    template = texts.get(event.key)
    if template is None:
        parts = " ".join(f"{key} {name(key, value)}" for key, value in event.args.items())
        return f"{event.key}: {parts}" if parts else event.key

    def fill(match: re.Match[str]) -> str:
        key, kind, instead = match.groups()
        if key not in event.args:
            return instead if instead is not None else "something"
        return name(kind or key, event.args[key])

    return PLACE.sub(fill, template)
