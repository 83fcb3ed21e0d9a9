"""SA-20: Medals and Promotions."""

from __future__ import annotations

from eschaton.games.apollyon.rules.damage import alive, owners_alive, speaker
from eschaton.games.apollyon.rules.ratings import medal_cost
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Choose, Options, Seat, keys
from eschaton.kernel.council import Council
from eschaton.kernel.step import Follow, Step
from eschaton.kernel.table import Open

NOBODY = "nobody"


def promotions(table: Apollyon, seat: Seat) -> Options:
    """SA-13.22: the Promotions that Characters of a site can pay for with their own Medals (SA-Q-98)."""
    medals = {piece: many for piece in table.characters_of(seat) if (many := table.characters[piece].medals)}
    costs = {promotion: medal_cost(table, promotion, seat) for promotion in table.box.promotions} if medals else {}
    return {
        f"promote:{piece}:{promotion}": Promote(seat, piece, promotion)
        for piece, many in medals.items()
        for promotion, cost in costs.items()
        if cost <= many
    }


class Promote(Step):
    """SA-20.3, SA-20.6, SA-32.40: Medals are spent, the Skill stays for good (SA-20.5)."""

    seat: Open[Seat]
    piece: Open[str]
    promotion: Open[str]

    def run(self, table: Apollyon) -> Follow:
        who = table.characters[self.piece]
        who.medals -= medal_cost(table, self.promotion, self.seat)
        who.promotions.append(self.promotion)
        table.say("SA-20.3", "promoted", character=self.piece, promotion=self.promotion)
        return None


class AwardMedal(Council):
    """SA-20.1: one Medal may be placed on one Character of the team that is still alive."""

    team: Open[list[str]]
    seat: Open[Seat]

    def question(self, table: Apollyon) -> Choose | None:
        team = alive(table, self.team)
        if not team:
            return None
        seat = speaker(table, self.team, self.seat)
        return Choose(seat, keys([*team, NOBODY]), team[0], rule="SA-20.1", prompt="Who gets the Medal?")

    def concerned(self, table: Apollyon) -> list[Seat]:
        return owners_alive(table, self.team)

    def carried(self, table: Apollyon, key: str) -> Follow:
        if key in table.characters:
            table.characters[key].medals += 1
            table.say("SA-20.1", "medal", character=key)
        return None
