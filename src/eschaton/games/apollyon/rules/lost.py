"""SA-32.8 to SA-32.20: Lost Characters and the Recovery Checks of the Intel Phase (SA-12.4)."""

from __future__ import annotations

from typing import ClassVar

from eschaton.cardtext.announce import ALL_IN_ORDER, IN_ORDER
from eschaton.games.apollyon.box.components import COG, COGS_DESTROY, GARRISON, LOST, WOUND
from eschaton.games.apollyon.box.timings import LOST_EFFECT
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.dice import pops, rolling, successes
from eschaton.games.apollyon.rules.placing import harm
from eschaton.games.apollyon.rules.ratings import measure, subdue
from eschaton.games.apollyon.rules.zones import move_character
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Ask, Choose, Option, Seat, keys
from eschaton.kernel.council import Council
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open


def lost_in(table: Apollyon, source: str) -> list[str]:
    """The Characters Lost in a Source."""
    return [piece for piece, who in table.characters.items() if who.zone == LOST and who.source == source]


class RecoveryChecks(Council):
    """SA-32.14: one Recovery Check for every Lost Character, in an order the players choose (SA-Q-67)."""

    left: Open[list[str]] = []
    begun: bool = False
    in_order: bool = False

    usual: ClassVar[str] = IN_ORDER

    def question(self, table: Apollyon) -> Choose | None:
        left = self.waiting(table)
        if not self.begun or self.in_order or not self.order_matters(table, left):
            return None
        options = keys([IN_ORDER, *left])
        return Choose(table.administrator, options, IN_ORDER, rule="SA-Q-67", prompt="Whose Recovery Check is next?")

    def order_matters(self, table: Apollyon, left: list[str]) -> bool:
        """Whether one may be Recovered by another's pop (SA-32.17), or a Lost Effect may come in between (SA-32.16)."""
        sources = [table.characters[piece].source for piece in left]
        box = table.box
        says = (source in box.loose and LOST_EFFECT in box.loose[source].powers for source in sources)
        return len(left) > 1 and (len({*sources}) < len(sources) or any(says))

    def concerned(self, table: Apollyon) -> list[Seat]:
        return [table.characters[piece].seat for piece in self.waiting(table)]

    def waiting(self, table: Apollyon) -> list[str]:
        """Those that have not rolled, and are still Lost."""
        found = table.characters
        return [piece for piece in self.left if piece in found and found[piece].zone == LOST]

    def carried(self, table: Apollyon, key: str) -> Follow:
        if not self.begun:
            self.begun = True
            self.left = [piece for piece, who in table.characters.items() if who.zone == LOST]
            return Stay() if self.left else None
        left = self.waiting(table)
        if not left:
            return None
        self.in_order = self.in_order or key == IN_ORDER
        piece = key if key in left else left[0]
        self.left = [other for other in left if other != piece]
        return Stay(RecoveryCheck(piece))

    def describe(self, table: Apollyon, key: str) -> Option:
        return Option(key, ALL_IN_ORDER) if key == IN_ORDER else table.describe(key)


class RecoveryCheck(Step):
    """SA-32.14 to SA-32.17: one die against the Recovery Measure."""

    character: Open[str]
    failed: bool = False

    def ask(self, table: Apollyon) -> Ask | None:
        return None if self.failed else rolling("recovery check", 1, "SA-32.14")

    def run(self, table: Apollyon, faces: list[int] | None) -> Follow:
        if faces is None:
            return None
        who = table.characters[self.character]
        success = bool(successes(faces, measure(table, "recovery check", who.measure, who.seat)))
        table.say("SA-32.14", "recovery check", character=self.character, face=faces[0], success=success)
        another = [RecoverAnother(who.source, self.character)] if pops(faces) else []  # whatever the measure (SA-Q-13)
        if success:
            return [Recover(self.character), *another]
        self.failed = True
        return Stay(*self.lost_effect(table), *another)

    def lost_effect(self, table: Apollyon) -> list[Step]:
        """SA-32.16, SA-Q-103: the Source's Lost Effect, unless its text is off or it has left play.

        Whoever has lost the Character is the "you" of it.
        """
        who = table.characters[self.character]
        source = who.source
        what = table.anomalies.get(source)
        if what is None or not (table.options["lost_effect_always"] or table.speaks(source) == "loose"):
            return []
        return announce(table, LOST_EFFECT, about=self.serial, sources=[source], seat=who.seat)


class RecoverAnother(Council):
    """SA-32.17: a pop also Recovers one other Character Lost in the same Source."""

    source: Open[str]
    other_than: Open[str]

    def question(self, table: Apollyon) -> Choose | None:
        others = self.others(table)
        if not others:
            return None
        return Choose(table.administrator, keys(others), rule="SA-32.17", prompt="Who else is Recovered?")

    def others(self, table: Apollyon) -> list[str]:
        """Who else is Lost there."""
        return [piece for piece in lost_in(table, self.source) if piece != self.other_than]

    def concerned(self, table: Apollyon) -> list[Seat]:
        return [table.characters[piece].seat for piece in self.others(table)]

    def carried(self, table: Apollyon, key: str) -> Follow:
        return Recover(key) if key else None


class Recover(Step):
    """SA-32.15, SA-32.19: back to the Garrison; what was gathered while Lost is placed now.

    So Memetic Resistance keeps cogs off, and Medals, Minions and Study Tokens may cancel what comes.
    """

    character: Open[str]

    def run(self, table: Apollyon) -> Follow:
        who = table.characters.get(self.character)
        if who is None or who.zone != LOST:
            return None
        move_character(table, self.character, GARRISON)
        who.source, who.measure = "", 0
        table.say("SA-32.15", "recovered", character=self.character, who=who.seat)
        wounds = max(who.lost_wounds, who.wounds - subdue(table, self.character) + 1)  # never more than it can bear
        cogs = max(who.lost_cogs, who.cogs - COGS_DESTROY + 1)
        who.wounds, who.lost_wounds = who.wounds - wounds, 0
        who.cogs, who.lost_cogs = who.cogs - cogs, 0
        table.forget_texts(self.character)
        return [*harm(table, WOUND, wounds, self.character), *harm(table, COG, cogs, self.character)]
