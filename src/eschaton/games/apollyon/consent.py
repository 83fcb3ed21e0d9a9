"""SA-6.14: what a text lets the players pick together. One proposes; whoever it falls on agrees, or picks anew.

Picks that fall on the proposer alone, or on nobody's card, need no consent; neither does anything in a game of one, or
at a table that agrees by silence.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from eschaton.games.apollyon.components import SEAT_KEYS
from eschaton.games.apollyon.joint import AGREE, REFUSE
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Ask, Choose, Option, Seat, keys, race
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open


class Proposing(Protocol):
    """A step whose picks others may refuse; each of them then picks anew, once, so that it comes to an end."""

    serial: int
    refused: list[Seat]

    def refuse(self, seat: Seat) -> None:
        """Somebody will not have it: what was picked is taken back, and they are the next to pick."""


def proposer(step: Proposing, usual: Seat) -> Seat:
    """Who picks now."""
    return step.refused[-1] if step.refused else usual


def consent(
    table: Apollyon, step: Proposing, usual: Seat, owners: Iterable[Seat], picked: list[str], why: str
) -> list[Step]:
    """The question to those on whom a pick falls and who have not picked themselves; `why` is what for."""
    if table.players_count == 1 or table.options["agree_by_silence"]:
        return []
    picking = {usual, *step.refused}
    others = [seat for seat in dict.fromkeys(owners) if seat >= 0 and seat not in picking]
    return [Consent(step.serial, others, picked, proposer(step, usual), why)] if others else []


class Consent(Step):
    """SA-6.14: the players concerned agree to what one of them has picked; who refuses picks instead."""

    to: int
    waiting: Open[list[Seat]]
    picked: Open[list[str]]
    by: Open[Seat]
    why: Open[str] = ""

    def ask(self, table: Apollyon) -> Ask:
        return race(self.waiting, "SA-6.14")

    def ask_of(self, table: Apollyon, seat: Seat) -> Ask | None:
        if seat not in self.waiting:
            return None
        named = ", ".join(table.describe(thing).label for thing in self.picked)
        why = self.why if self.why[-1:] in ("", "?", ".") else f"{self.why}."
        prompt = f"{why} {SEAT_KEYS[self.by]} picks {named}: do you agree?".strip()
        return Choose(seat, keys([AGREE, REFUSE]), AGREE, rule="SA-6.14", prompt=prompt)

    def run(self, table: Apollyon, answer: tuple[Seat, str]) -> Follow:
        seat, said = answer
        if said == REFUSE:
            table.pending(self.to).refuse(seat)
            return None
        self.waiting = [other for other in self.waiting if other != seat]
        return Stay() if self.waiting else None

    def describe(self, table: Apollyon, key: str) -> Option:
        return Option(key, "Agree" if key == AGREE else "Pick another", tuple(self.picked))


def owners_of(table: Apollyon, things: Iterable[str]) -> list[Seat]:
    """On whom a pick falls: the owners of Characters, the sites of anomalies, the players themselves."""
    found: list[Seat] = []
    for thing in things:
        if thing in SEAT_KEYS:
            found.append(SEAT_KEYS.index(thing))
        elif thing in table.characters:
            found.append(table.characters[thing].seat)
        elif thing in table.anomalies:
            found.append(table.anomalies[thing].seat)
    return found
