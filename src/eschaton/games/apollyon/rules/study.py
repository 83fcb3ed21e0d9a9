"""SA-32, SA-33.11: Study Tokens: Scientists gain them, and move them to the anomalies they study."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import AC, GARRISON, SCIENTIST, TC
from eschaton.games.apollyon.rules.ratings import skill
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Seat
from eschaton.kernel.step import Follow, Step
from eschaton.kernel.table import Open


def scientists_study(table: Apollyon, studied: list[str]) -> None:
    """SA-33.11: each Scientist in a Garrison gets one Study Token, who has not got it yet."""
    for piece, who in table.characters.items():
        if who.zone == GARRISON and piece not in studied and skill(table, piece, SCIENTIST):
            who.study += 1
            studied.append(piece)
            table.say("SA-33.11", "studied", character=piece, who=who.seat)


def study_moves(table: Apollyon, seat: Seat) -> dict[str, Step]:
    """SA-33.12, SA-Q-69: a Garrisoned Scientist's Study Token may go to any anomaly contained at the site, any time."""
    scholars = [
        piece
        for piece, who in table.characters.items()
        if who.study and who.seat == seat and who.zone == GARRISON and skill(table, piece, SCIENTIST)
    ]
    if not scholars:
        return {}
    return {
        f"study:{scholar}:{piece}": MoveStudy(scholar, piece)
        for piece, what in table.anomalies.items()
        if what.seat == seat and what.zone in (AC, TC)
        for scholar in scholars
    }


class MoveStudy(Step):
    """SA-33.12: a Study Token moves from a Scientist to an anomaly."""

    character: Open[str]
    anomaly: Open[str]

    def run(self, table: Apollyon) -> Follow:
        table.characters[self.character].study -= 1
        table.anomalies[self.anomaly].study += 1
        table.say("SA-33.12", "study moved", character=self.character, anomaly=self.anomaly)
        return None
