"""Passes that hold for a part of a turn: nobody is asked again where nothing unforeseen has happened since."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from eschaton.kernel.ask import CHANCE, Seat
from eschaton.kernel.window import PASS, Window

if TYPE_CHECKING:
    from eschaton.terminal.client import Client


class HeldPass(msgspec.Struct, frozen=True):
    """Where somebody has passed: in which part of a turn, at which timing, and how much had happened until then."""

    phase: int
    timing: str
    entries: int
    told: int


class Passing:
    """The passes of the people at one client, where the game says that one can decide at once (`can_decide_now`).

    Unforeseen is what chance brings, what anybody does of their own, and every choice of others but which step comes
    next.
    """

    def __init__(self, client: Client) -> None:
        self.client = client
        self.held: dict[Seat, HeldPass] = {}

    def saw(self, given: Any, seat: Seat | None = None) -> None:
        """This is about to be answered, by a person if a seat is named: a pass is kept, a choice is unforeseen."""
        step, stack = self.client.step, self.client.match.table.stack
        if isinstance(step, Window) and given == PASS:
            if seat is not None and self.possible(seat):
                self.held[seat] = self.now()
        elif isinstance(step, Window) or len(stack) < 2 or stack[-2].step_name != "Turn":
            foreseen = seat is not None and not isinstance(step, Window)
            self.held = {who: held for who, held in self.held.items() if foreseen and who == seat}

    def possible(self, seat: Seat) -> bool:
        """Whether a pass of this seat would hold here."""
        step = self.client.step
        in_phase = isinstance(step, Window) and self.client.phase() is not None
        return in_phase and self.client.match.table.can_decide_now(seat, step)

    def now(self) -> HeldPass:
        """The window that is open, and how much has happened."""
        step, phase, match = self.client.step, self.client.phase(), self.client.match
        assert isinstance(step, Window)
        assert phase is not None
        return HeldPass(phase.serial, step.timing, len(match.record.entries), len(match.log))

    def holds(self, seat: Seat) -> bool:
        """Whether this person has passed here already, and nothing unforeseen has happened since."""
        held = self.held.get(seat)
        if held is None or not self.possible(seat):
            return False
        now, match = self.now(), self.client.match
        return (
            (now.phase, now.timing) == (held.phase, held.timing)
            and not any(entry.seat == CHANCE or entry.how == "free" for entry in match.record.entries[held.entries :])
            and not any(match.table.unforeseen(seat, event) for _, event in match.log[held.told :])
        )
