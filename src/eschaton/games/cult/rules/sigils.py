"""CD-13: using a Sigil: it is announced, may be cancelled, then takes effect and is gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from eschaton.games.cult.box.components import SEAT_KEYS
from eschaton.games.cult.powers import SIGIL, Abilities, Condition, Effect
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import EVERYONE, Ask, Choose, Options, Seat
from eschaton.kernel.pile import move
from eschaton.kernel.step import Follow, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use, Window, before


class Announced(msgspec.Struct, frozen=True):
    """CD-13.1: what a Sigil's power does: it is announced; then, unless it is cancelled, it takes effect."""

    effect: Effect

    def __call__(self, table: Cult, use: Use) -> Follow:
        """CD-13.3, CD-13.5, CD-Q-22: the Sigil is shown and gone; the others may cancel it before its effect."""
        player = table.players[use.seat]
        card = move(player.sigil, table.removed, to=EVERYONE)
        table.forget()
        table.say("CD-13.5", "sigil used", who=use.seat, card=card)
        step = SigilEffect(use.seat, use.power, use.about)
        return before(table, Window(SIGIL, table.clockwise(use.seat), rule="CD-Q-22"), step)


class Sigils(Abilities):
    """What Sigils can do."""

    def sigil(
        self,
        card: str,
        when: str,
        *also: str,
        rule: str,
        label: str,
        key: str = "",
        condition: Condition | None = None,
    ) -> Callable[[Effect], Effect]:
        """The decorated function is what a Sigil does, after it was announced and not cancelled.

        Its condition may look at nothing hidden: it also says who could act, as far as everybody knows.
        """

        def known(effect: Effect) -> Effect:
            self.power(card, when, *also, rule=rule, label=f"{label} (Sigil)", key=key, condition=condition)(
                Announced(effect)
            )
            return effect

        return known


class SigilEffect(Step):
    """CD-13.2: an announced Sigil takes effect; targets and costs are chosen now (CD-Q-23)."""

    seat: Open[Seat]
    power: Open[str]
    about: int = 0

    def in_words(self, table: Cult) -> str:
        return f"{SEAT_KEYS[self.seat]} uses the {table.box.title_of(self.power.partition(':')[0])}."

    def run(self, table: Cult) -> Follow:
        announced = table.power(self.power).effect
        assert isinstance(announced, Announced)
        return announced.effect(table, Use(self.seat, self.power, self.about))


class Decision(Step):
    """A player chooses one of several options, if there are any; where there is only one, it is taken unasked."""

    seat: Open[Seat]

    PROMPT: ClassVar[str] = ""

    def options(self, table: Cult) -> Options:
        """What there is to choose from."""
        return {}

    def neutral(self, table: Cult) -> str:
        """What a time-out answers; by default the first option."""
        return ""

    def chosen(self, table: Cult, value: Any) -> Follow:
        """What follows from the choice."""
        return None

    def ask(self, table: Cult) -> Ask | None:
        options = self.options(table)
        if not options:
            return None
        return Choose(self.seat, options, self.neutral(table), rule=self.cited(), prompt=self.PROMPT)

    def run(self, table: Cult, value: Any) -> Follow:
        return self.chosen(table, value) if value is not None else None
