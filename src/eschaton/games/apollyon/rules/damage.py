"""One token on one Character: what it does, what is given up for it, who is Destroyed (SA-18.9, SA-32)."""

from __future__ import annotations

from typing import ClassVar

from eschaton.games.apollyon.box.components import (
    ACTIVE,
    COG,
    COGS_DESTROY,
    COUNTER,
    LOSS,
    LOST,
    MEMETIC_RESISTANCE,
    WOUND,
)
from eschaton.games.apollyon.box.names import TOKENS
from eschaton.games.apollyon.box.timings import DESTROYED
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.ratings import skill, subdue
from eschaton.games.apollyon.rules.zones import destroy_character, lose_character
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Ask, Choose, Option, Seat, keys
from eschaton.kernel.phase import touch
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

LAST_DITCH, LET_IT = "last-ditch", "let-it"
NO_END = 1_000_000


def alive(table: Apollyon, team: list[str]) -> list[str]:
    """The members of a team that are still there: not Destroyed, not Lost, not gone On Vacation."""
    found = table.characters
    return [piece for piece in team if piece in found and found[piece].zone in ACTIVE]


def owners_alive(table: Apollyon, team: list[str]) -> list[Seat]:
    """Whose Characters a team still has, in line."""
    found = table.characters
    return list(dict.fromkeys(found[piece].seat for piece in alive(table, team)))


def speaker(table: Apollyon, team: list[str], lead: Seat) -> Seat:
    """Who speaks for a team: its lead, as long as they have a Character in it; then the next player who has one."""
    owners = owners_alive(table, team)
    return lead if not owners or lead in owners else min(owners, key=table.around(lead).index)


class GiveUp(Step):
    """SA-32.24: a Minion is Destroyed to cancel as many tokens as its Subdue; with none named, a Study Token goes."""

    character: Open[str]
    threat: Open[int] = 0
    subdue: Open[int] = 0

    @property
    def takes(self) -> int:
        """How many tokens it cancels."""
        return self.subdue or 1

    def most(self, table: Apollyon) -> int:
        """How often it can be done, as far as can be foreseen."""
        who = table.characters[self.character]
        return who.minions.count((self.threat, self.subdue)) if self.subdue else who.study

    def run(self, table: Apollyon) -> Follow:
        who = table.characters[self.character]
        if self.subdue:
            who.minions.remove((self.threat, self.subdue))
            table.say("SA-32.24", "minion given up", character=self.character)
        else:
            who.study -= 1
            table.say("SA-32.34", "study given up", character=self.character)
        return None


class PlaceToken(Step):
    """SA-32, SA-32.4: one token on one Character; a Medal may save it at the last moment (SA-32.39)."""

    kind: Open[str]
    character: Open[str]
    source: Open[str] = ""

    takes: ClassVar[int] = 1

    def ask(self, table: Apollyon) -> Ask | None:
        who = table.characters.get(self.character)
        if who is None or not who.medals or not self.would_destroy(table):
            return None
        named = table.describe(self.character).label
        prompt = f"{named}: a Last Ditch Effort? All Medals are discarded to cancel {TOKENS[self.kind]}."
        return Choose(who.seat, keys([LAST_DITCH, LET_IT]), rule="SA-32.39", prompt=prompt)

    def most(self, table: Apollyon) -> int:
        """How many such tokens this Character takes until it is gone, a Last Ditch Effort included."""
        who = table.characters[self.character]
        ditch = 1 if who.medals else 0
        if self.kind == WOUND:
            return subdue(table, self.character) - who.wounds + ditch
        if self.kind == COG:
            kept_off = max(0, skill(table, self.character, MEMETIC_RESISTANCE) - who.deflected)
            return COGS_DESTROY - who.cogs + kept_off + ditch
        return 1 if self.kind == LOSS else NO_END

    def would_destroy(self, table: Apollyon) -> bool:
        """Whether this token is one too many; a Lost Character is not Destroyed (SA-32.18)."""
        who = table.characters[self.character]
        if who.zone == LOST:
            return False
        if self.kind == WOUND:
            return who.wounds + 1 >= subdue(table, self.character)
        return self.kind == COG and not self.deflected(table) and who.cogs + 1 >= COGS_DESTROY

    def deflected(self, table: Apollyon) -> bool:
        """SA-33.9: whether Memetic Resistance keeps a cog off."""
        return table.characters[self.character].deflected < skill(table, self.character, MEMETIC_RESISTANCE)

    def run(self, table: Apollyon, answer: str | None) -> Follow:
        who = table.characters.get(self.character)
        if who is None:
            return None
        if answer == LAST_DITCH:
            who.medals = 0
            table.say("SA-32.39", "last ditch", character=self.character)
        else:
            self.place(table)
        return None

    def place(self, table: Apollyon) -> None:
        """Put it there."""
        who = table.characters[self.character]
        table.kept.unhurt = False
        lost = who.zone == LOST
        if self.kind == WOUND:
            who.wounds += 1
            who.lost_wounds += lost
        elif self.kind == COG and self.deflected(table):
            who.deflected += 1
        elif self.kind == COG:
            who.cogs += 1
            who.lost_cogs += lost
            table.forget_texts(self.character)
        elif self.kind == COUNTER:
            who.counters += 1
        elif self.kind == LOSS:
            lose_character(table, self.character, self.source)
        touch(table, who.seat)
        table.say("SA-18.6", "token", kind=self.kind, character=self.character)

    def describe(self, table: Apollyon, key: str) -> Option:
        return Option(key, "Discard all Medals" if key == LAST_DITCH else "Let it happen", (self.character,))


class Destroy(Step):
    """SA-18.9: a Character is Destroyed."""

    character: Open[str]
    rule: str = "SA-18.9"

    def run(self, table: Apollyon) -> Follow:
        if self.character not in table.characters:
            return None
        destroy_character(table, self.character, self.rule)
        return Stay(*announce(table, DESTROYED, about=self.serial))


def fallen(table: Apollyon) -> Follow:
    """SA-32.2, SA-32.5, SA-32.27: whoever has too many Wounds or cogs is Destroyed at once, be it that the Subdue
    has changed."""
    kept = table.kept
    if kept.unhurt:
        return None
    found = table.characters
    hurt = [piece for piece, who in found.items() if who.wounds or who.cogs >= COGS_DESTROY]
    if not hurt:
        kept.unhurt = True
        return None
    facts, lowered = table.box.characters, table.lowered("subdue")
    harmed = [
        piece
        for piece in hurt
        if found[piece].wounds >= facts[piece].subdue - lowered or found[piece].cogs >= COGS_DESTROY
    ]
    if not harmed:
        return None
    table.stand_still(True)  # all are looked at before any is Destroyed, so what texts say of Subdue is found once
    try:
        return [Destroy(piece, rule) for piece in harmed if (rule := fatality(table, piece))]
    finally:
        table.stand_still(False)


def fatality(table: Apollyon, piece: str) -> str:
    """The rule by which a Character is Destroyed as it stands; empty if it lives, or is Lost (SA-32.18)."""
    who = table.characters[piece]
    if who.zone == LOST:
        return ""
    if who.wounds and who.wounds >= subdue(table, piece):
        return "SA-18.9"
    return "SA-18.10" if who.cogs >= COGS_DESTROY else ""
