"""Which cards are seen at work: what speaks when it speaks, what only stands as soon as it is on."""

from __future__ import annotations

from typing import Any

import pytest

from eschaton.cardtext.usage import AtWork
from eschaton.games.apollyon.box.cards import CONTAINED
from eschaton.games.apollyon.scene.at_work import SHOWS
from eschaton.kernel.event import Event
from tests.apollyon.cards.stage import STACK

WATCHER = AtWork(STACK, SHOWS, [CONTAINED])


@pytest.mark.parametrize(
    ("key", "args", "at_work"),
    [
        ("joined", {"character": "field-agent#2"}, "field-agent"),  # has no text
        ("joined", {"character": "point-man"}, "point-man"),  # its text stands
        ("joined", {"character": "recruiter"}, ""),  # speaks in the Event Phase
        ("uses", {"power": "recruiter/1"}, "recruiter"),
        ("found", {"anomaly": "scp-117"}, ""),  # all it says stands in the Contained box
        ("moved", {"anomaly": "scp-117", "zone": "ac"}, "scp-117"),
        ("moved", {"anomaly": "scp-117", "zone": "tc"}, ""),
        ("found", {"anomaly": "scp-179"}, "scp-179"),  # one text stands while it is loose,
        ("moved", {"anomaly": "scp-179", "zone": "ac"}, ""),  # the one in the box speaks
        ("promoted", {"character": "field-agent", "promotion": "doctorate"}, "doctorate"),
        ("destroyed", {"character": "point-man"}, ""),
    ],
)
def test_an_event_shows_which_card_is_at_work(key: str, args: dict[str, Any], at_work: str) -> None:
    assert list(WATCHER.works(Event(key, "SA-6.1", args))) == [at_work][: bool(at_work)]
