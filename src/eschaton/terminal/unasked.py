"""Moments at which nobody is asked, but a person may do something of their own accord."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from eschaton.kernel.ask import Choose, Option, Seat
from eschaton.kernel.errors import EschatonError
from eschaton.kernel.game import Advice
from eschaton.kernel.machine import Act, asked_freely
from eschaton.kernel.seen import seen
from eschaton.kernel.view import Asked, presented
from eschaton.kernel.window import PASS, Window
from eschaton.terminal.answers import answer_words, question_lines, read_answer
from eschaton.terminal.commands import hint_text

if TYPE_CHECKING:
    from eschaton.terminal.client import Client

Free = dict[str, Option]


class Unasked:
    """Waits for the people of one client where the game says so (`Table.waits_for`), once in each window."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.match = client.match
        self.say = client.console.say
        self.had: set[tuple[Seat, int]] = set()  # who has had a moment in which window

    def idle_moment(self) -> None:
        """Nobody is asked: whoever should have a moment has it, then the game goes on."""
        seat = next((seat for seat in self.client.people if self.wanted(seat)), None)
        if seat is None:
            self.match.go_on()
            return
        before = len(self.match.record.entries)
        self.moment(seat)
        if len(self.match.record.entries) == before:  # else there may be more to do
            self.seen(seat)

    def seen(self, seat: Seat) -> None:
        """This person has had, or has now, an opportunity in the window that is open."""
        self.had.add((seat, self.client.step.serial))

    def wanted(self, seat: Seat) -> bool:
        """Whether to wait for this person here; not again in the same window, nor while they pass."""
        table, step = self.match.table, self.client.step
        if not isinstance(step, Window) or (seat, step.serial) in self.had or not table.waits_for(seat):
            return False
        return table.passes(seat, step) is None

    def moment(self, seat: Seat) -> None:
        """Show a person what is new and what they may do, and take lines until one goes on or changes the game."""
        client = self.client
        client.hand_over(seat)
        client.news(seat)
        client.show_table(seat)
        shown = Asked("", "", "", "", [], {})
        free = client.free(seat, shown)
        client.keep_safe()
        name = self.match.game.name("seat", seat)
        self.say()
        self.say(f"{name}: Nothing is asked of you. Do you do anything? (Enter goes on; or: {client.passes()})")
        client.show_free(free)
        client.read_out(seat, list(free.values()))
        before = len(self.match.record.entries)
        while len(self.match.record.entries) == before:
            line = client.console.ask(f"{name}>")
            if line in ("", PASS) or not self.take(seat, shown, free, line):
                return

    def take(self, seat: Seat, shown: Asked, free: Free, line: str) -> bool:
        """Carry out a typed line; False when it says to go on."""
        try:
            if line in free:
                self.do(seat, free[line])
            elif line in ("hint", "follow"):
                return self.advised(seat, free, line == "follow")
            elif self.client.commands.knows(line):
                self.client.commands.run(seat, Choose(seat, {}), shown, line)
            else:
                self.say("Nothing is asked: a letter does one of these things, Enter goes on.")
        except (EschatonError, OSError) as error:
            self.say(f"That did not work: {error}")
        return True

    def do(self, seat: Seat, option: Option) -> bool:
        """Do something unasked; what carries an answer is asked for it first. Whether it was done."""
        table = self.match.table
        step = table.free(seat)[option.key]
        ask = asked_freely(table, seat, step)
        if ask is None:
            self.match.act(seat, option.key)
            return True
        asked = presented(table, step, ask, "")
        self.say(f"{asked.prompt} (an empty line leaves it as it is)")
        for line in question_lines(ask, asked.options):
            self.say(line)
        typed = self.client.console.ask(f"{option.label or option.key}>")
        if typed:
            self.match.act(seat, [option.key, read_answer(ask, asked.options, typed)])
        return bool(typed)

    def advised(self, seat: Seat, free: Free, follow: bool) -> bool:
        """Say what the game advises to do unasked, or do it; False when it is followed and says to go on."""
        offered = {option.key: option for option in free.values()}
        advice = self.advice(seat, list(offered))
        if not follow:
            self.say(hint_text(act_in_words(advice.answer, offered), advice.reason) if advice else "Hint: go on.")
        elif advice is None:
            return False
        else:
            self.match.act(seat, advice.answer)
        return True

    def advice(self, seat: Seat, offered: list[str]) -> Advice | None:
        """What the game advises this person to do of what is offered, if anything."""
        match = self.match
        if match.game.unasked is None:
            return None
        rng = Random(f"hint/{match.given.get(seat, 0)}")
        return match.game.unasked(seen(match.table, seat), seat, offered, rng)


def act_in_words(act: Act, offered: Free) -> str:
    """What is done unasked by its label, with the answer that it carries."""
    key, *answer = act if isinstance(act, list) else [act]
    label = offered[key].label
    return f"{label}: {answer_words(answer[0], {})}" if answer else label
