"""Tokens on a team, one by one: who receives each, what shields there are, who is Destroyed (SA-18.8, SA-32)."""

from __future__ import annotations

from typing import ClassVar

from eschaton.games.apollyon.announce import announce
from eschaton.games.apollyon.assets import LoseAsset, in_reach
from eschaton.games.apollyon.components import (
    ACTIVE,
    COG,
    COGS_DESTROY,
    COUNTER,
    LOSS,
    LOST,
    MEMETIC_RESISTANCE,
    PERSONNEL,
    THEFT,
    WOUND,
)
from eschaton.games.apollyon.labels import token_option
from eschaton.games.apollyon.phases import touch
from eschaton.games.apollyon.ratings import skill, subdue
from eschaton.games.apollyon.state import DUE, Apollyon
from eschaton.games.apollyon.timings import DESTROYED
from eschaton.games.apollyon.words import TOKENS
from eschaton.games.apollyon.zones import destroy_character, lose_character
from eschaton.kernel.ask import Ask, Choose, Option, Options, Seat, keys
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

SHIELDED = frozenset({WOUND, COG})  # SA-32.25
LAST_DITCH, LET_IT = "last-ditch", "let-it"
TAKING = {LOSS: "Who becomes Lost?", THEFT: "Which Asset is taken?"}


class PlaceTokens(Step):
    """SA-18.8: the players choose, token by token, who of the team receives each (SA-Q-39: what nobody can is lost).

    Minions, Study Tokens and, in a breach, Personnel may be given up instead (SA-32.24, SA-32.34, SA-26.3).
    """

    kind: Open[str]
    many: Open[int]
    team: Open[list[str]]
    seat: Open[Seat]  # who decides
    source: Open[str] = ""
    personnel: Open[Seat] = -1  # whose Personnel fight

    def ask(self, table: Apollyon) -> Ask | None:
        options = self.options(table) if self.many > 0 else {}
        if not options:
            return None
        prompt = f"{TAKING.get(self.kind) or f'Who receives {TOKENS[self.kind]}?'} ({self.many} left)"
        return Choose(self.seat, options, rule="SA-18.8", prompt=prompt)

    def options(self, table: Apollyon) -> Options:
        """Who may take the next token, and what may be given up for it."""
        team = alive(table, self.team)
        if self.kind == THEFT:  # SA-Q-89
            return dict(in_reach(table, dict.fromkeys(table.characters[piece].seat for piece in team)))
        found: Options = {piece: PlaceToken(self.kind, piece, self.source) for piece in team}
        if self.kind in SHIELDED:
            for piece in team:
                found |= self.shields(table, piece)
            if self.personnel >= 0 and table.sites[self.personnel].pool.get(PERSONNEL):
                found[PERSONNEL] = LoseAsset(self.personnel, PERSONNEL)
        return found

    def shields(self, table: Apollyon, piece: str) -> Options:
        """What of a Character's can be given up: a Minion only whole (SA-32.26), a Study Token for itself (SA-Q-69)."""
        who = table.characters[piece]
        found: Options = {}
        for threat, endurance in sorted(set(who.minions)):
            if endurance <= self.many:
                found[f"minion:{piece}:{threat}/{endurance}"] = GiveUp(piece, threat, endurance)
        if who.study:
            found[f"study:{piece}"] = GiveUp(piece)
        return found

    def run(self, table: Apollyon, answer: PlaceToken | GiveUp | LoseAsset | None) -> Follow:
        if answer is None:
            return None
        self.many -= answer.takes
        return Stay(answer)

    def describe(self, table: Apollyon, key: str) -> Option:
        return token_option(self.personnel, key) if key == PERSONNEL else super().describe(table, key)


def harm(table: Apollyon, kind: str, many: int, piece: str, source: str = "") -> list[Step]:
    """Tokens that something other than an engagement places on one Character: what shields it in a fight does here too.

    SA-32.24, SA-32.34. The Lost give nothing up: they gather what comes (SA-32.20).
    """
    who = table.characters[piece]
    if who.zone == LOST:
        return [PlaceToken(kind, piece, source) for _ in range(many)]
    return [PlaceTokens(kind, many, [piece], who.seat, source)]


def alive(table: Apollyon, team: list[str]) -> list[str]:
    """The members of a team that are still there: not Destroyed, not Lost, not gone On Vacation."""
    found = table.characters
    return [piece for piece in team if piece in found and found[piece].zone in ACTIVE]


class GiveUp(Step):
    """SA-32.24: a Minion is Destroyed to cancel as many tokens as its Subdue; with none named, a Study Token goes."""

    character: Open[str]
    threat: Open[int] = 0
    subdue: Open[int] = 0

    @property
    def takes(self) -> int:
        """How many tokens it cancels."""
        return self.subdue or 1

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
    """SA-32: one token on one Character; a Medal may save it at the last moment (SA-32.39)."""

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
        if self.kind == WOUND:
            who.wounds += 1
        elif self.kind == COG and self.deflected(table):
            who.deflected += 1
        elif self.kind == COG:
            who.cogs += 1
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
    """SA-32.2, SA-32.5: whoever has too many Wounds or cogs is Destroyed at once, be it that the Subdue has changed."""
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


DUE.append(fallen)
