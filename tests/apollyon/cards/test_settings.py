"""What the vocabulary says is there at a timing is what is really there when cards speak, in games played at random."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random
from typing import Any

import pytest

from eschaton.cardtext.context import Context
from eschaton.games.apollyon import GAME
from eschaton.games.apollyon.box.timings import BOUGHT
from eschaton.games.apollyon.language import WORDS
from eschaton.games.apollyon.language.kinds import ENEMY, ENGAGEMENT, MISSION, SCOUTS, TEAM
from eschaton.games.apollyon.language.things import enemy, team
from eschaton.games.apollyon.rules.announce import Announcement
from eschaton.games.apollyon.rules.engagement import Engagement
from eschaton.games.apollyon.rules.resolve import Resolve
from eschaton.games.apollyon.rules.scouting import Scouting
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.match import Match

GAMES = 150
OFTEN = 20
"""A timing at which so many texts have spoken has had everything that can be there."""
STEPS = {ENGAGEMENT: Engagement, MISSION: Resolve, SCOUTS: Scouting}


def found(table: Apollyon) -> set[str]:
    """What is there now."""
    there = {setting for setting, kind in STEPS.items() if any(isinstance(step, kind) for step in table.stack)}
    there |= {TEAM} if team(table) else set()
    return there | ({ENEMY} if enemy(table, Context(seat=0, actor=0, source="")) else set())


def test_timings_give_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    run = Announcement.run

    def spy(step: Announcement, table: Apollyon, answer: Any = None) -> Any:
        for key in step.left:
            kind = "situation" if key.rpartition("/")[0] in table.box.situations else "safe"
            seen[step.timing, kind].update(["", *found(table)])
        return run(step, table, answer)

    monkeypatch.setattr(Announcement, "run", spy)
    for seed in range(GAMES):
        rng = Random(seed)
        match = Match.new(GAME, 1 + seed % 3, {}, seed=f"settings {seed}")
        while not match.over:
            seat, ask = next(iter(match.asks().items()))
            match.answer(seat, ask.sample(rng))
    timings = {when.key: when for when in WORDS.timings.values()}
    assert len(seen) >= 14
    for (key, kind), counted in seen.items():
        there = {*counted} - {""}
        given = timings[key].settings(kind)
        if key != BOUGHT:  # an Intel Card that Scouts draw finds them, but most are bought
            assert there <= given, (key, kind)
        if counted[""] >= OFTEN:
            assert given <= there, (key, kind)
