"""The line client: shows each person what they may know, asks them, and lets bots answer for the other seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import Any

from eschaton.bots import Bot
from eschaton.kernel import film, record
from eschaton.kernel.ask import Ask, Assign, Option, Seat, Viewer
from eschaton.kernel.errors import EschatonError, Refused
from eschaton.kernel.forced import forced_answer, is_forced
from eschaton.kernel.match import Match
from eschaton.kernel.story import Told, happened, names
from eschaton.kernel.view import Asked, asked, structure, view
from eschaton.kernel.window import Window
from eschaton.terminal.answers import items_of, labels, one_of, question_lines, read_answer
from eschaton.terminal.commands import Commands
from eschaton.terminal.console import Console, EndOfInput
from eschaton.terminal.draw import Line, changes, draw, drawing
from eschaton.terminal.seats import Chairs

FEW = 6


def free_letters() -> Iterator[str]:
    """a to z, then aa, ab and so on."""
    for length in (1, 2, 3):
        yield from map("".join, product(ascii_lowercase, repeat=length))


class Quit(BaseException):
    """The person at the terminal wants to stop."""


class Client:
    """One match at one terminal."""

    def __init__(self, match: Match, chairs: Chairs, console: Console, keep: Path | None = None) -> None:
        self.match = match
        self.chairs = chairs
        self.console = console
        self.keep = keep
        self.people = [seat for seat, bot in chairs.items() if bot is None]
        self.told: dict[Viewer, int] = {}
        self.drawn: dict[Viewer, list[Line]] = {}
        self.turns: dict[Viewer, tuple[Seat | None, int]] = {}
        self.acted: Counter[Seat] = Counter()
        self.acting_in = 0
        self.at: Seat | None = self.people[0] if self.people else None
        self.commands = Commands(self)

    # The loop.

    def run(self) -> None:
        """Play until the game ends, the person quits or there is nothing more to read."""
        game = self.match.game
        self.console.say(f"{game.title}: {self.seats_text()}. Type ? for help.")
        try:
            while self.match.question is not None:
                self.next_answer()
        except EndOfInput:
            self.console.note("End of input: the game stops here." + self.kept())
            return
        except Quit:
            self.console.note("You leave the table." + self.kept())
            return
        self.finish()

    def seats_text(self) -> str:
        """Who sits where."""
        name = self.match.game.name
        return ", ".join(f"{name('seat', seat)} {bot.name if bot else 'you'}" for seat, bot in self.chairs.items())

    def next_answer(self) -> None:
        """Let whoever is next answer: those who have answered least often in this step, bots before people."""
        assert self.match.question is not None
        serial = self.match.question.step.serial
        if serial != self.acting_in:
            self.acting_in = serial
            self.acted.clear()
        asks = self.match.asks()
        seat = min(asks, key=lambda asked: (self.acted[asked], self.chairs[asked] is None, asked))
        bot = self.chairs[seat]
        if bot is None:
            self.attend(seat, asks[seat])
        else:
            self.acted[seat] += 1
            self.let_bot_answer(seat, bot, asks[seat])

    def let_bot_answer(self, seat: Seat, bot: Bot, ask: Ask) -> None:
        """A bot answers from what its seat sees; its random numbers depend on the deal and on how often it answered."""
        rng = Random(f"{self.match.record.deal.seed}/{seat}/{self.match.given.get(seat, 0)}")
        table = self.match.table
        self.match.answer(seat, bot.answer(lambda: view(table, seat), ask, rng))
        if not self.people:
            self.news(None)

    def attend(self, seat: Seat, ask: Ask) -> None:
        """Show a person what is new and the question, and take lines until one of them changes the game."""
        self.hand_over(seat)
        self.news(seat)
        shown = self.asked(seat, ask)
        if is_forced(ask) and len(self.people) == 1:
            self.answer(seat, forced_answer(ask), shown, note="no choice")
            return
        self.show_table(seat)
        free = self.free(seat)
        self.show_question(seat, ask, shown, free)
        while not self.take(seat, ask, shown, free, self.console.ask(f"{self.match.game.name('seat', seat)}>")):
            pass

    def hand_over(self, seat: Seat) -> None:
        """Change who sits at the terminal."""
        if seat != self.at:
            self.console.say(f"--- {self.match.game.name('seat', seat)}, you are next. ---")
            if self.console.interactive:
                self.console.ask("Press Enter when the others look away.")
            self.at = seat

    def finish(self) -> None:
        """Tell how the game ended."""
        everybody: list[Viewer] = [*self.people] or [None]
        for watching in everybody:
            self.news(watching)
        viewer: Viewer = self.at
        self.console.say()
        self.show_whole_table(viewer)
        outcome = self.match.table.outcome
        name = names(self.match.game, viewer)
        won = ", ".join(name("seat", seat) for seat in outcome.winners) if outcome else ""
        why = f": {outcome.reason}" if outcome and outcome.reason else ""
        rule = f" [{outcome.rule}]" if outcome and outcome.rule else ""
        self.console.note(f"The game is over{why}{rule}. {f'Won by {won}' if won else 'Nobody wins'}.{self.kept()}")

    def kept(self) -> str:
        """Save the game if a file was named at the start; says so."""
        if self.keep is None:
            return "" if self.match.over else " (not saved; next time: save FILE, or start with --save FILE)"
        self.save(self.keep)
        return f" Saved in {self.keep}."

    def save(self, path: Path) -> None:
        """Put the game on disk; a finished one with what everybody saw."""
        saved = self.match.saved()
        record.write(film.filmed(self.match.game, saved) if self.match.over else saved, path)

    # Showing.

    def asked(self, seat: Seat, ask: Ask) -> Asked:
        """The question as its seat sees it."""
        assert self.match.question is not None
        return asked(self.match.table, self.match.question, ask, self.match.given.get(seat, 0))

    def free(self, seat: Seat) -> dict[str, Option]:
        """What a seat may do unasked, by a letter that is no option's key."""
        table = self.match.table
        return dict(zip(free_letters(), [table.describe(key) for key in table.free(seat)], strict=False))

    def events(self, viewer: Viewer, since: int = 0) -> list[Told]:
        """What a viewer may know to have happened."""
        you = viewer if viewer is not None and viewer >= 0 else None
        return happened(self.match, viewer, since, names(self.match.game, you))

    def news(self, viewer: Viewer) -> None:
        """Print what happened since this viewer was last told."""
        for line in self.events(viewer, self.told.get(viewer, 0)):
            self.console.say(line.text, indent="- ")
        self.told[viewer] = len(self.match.log)

    def show_table(self, seat: Seat) -> None:
        """The whole table at the start of a turn of this seat, and otherwise what has changed."""
        scene = film.scene_of(self.match.game, view(self.match.table, seat), seat)
        serial = self.match.table.scope("Turn")
        whose = scene.turn if scene.turn is not None else getattr(self.match.table.find(serial), "seat", None)
        turn = (whose, serial)
        begins = turn != self.turns.get(seat) and whose == seat
        self.turns[seat] = turn
        if begins or seat not in self.drawn:
            self.console.say()
            self.show_whole_table(seat)
            return
        lines = draw(scene)
        for change in changes(self.drawn[seat], lines):
            self.console.say(change, indent="* ")
        self.drawn[seat] = lines

    def show_whole_table(self, viewer: Viewer) -> None:
        """The table as this viewer sees it."""
        scene = film.scene_of(self.match.game, view(self.match.table, viewer), viewer)
        self.drawn[viewer] = draw(scene)
        self.console.say(drawing(scene))

    def show_question(self, seat: Seat, ask: Ask, shown: Asked, free: dict[str, Option]) -> None:
        """The question with its rule, its options, and what may be done unasked."""
        rule = f" [{shown.rule}]" if shown.rule else ""
        self.console.say()
        self.console.say(f"{self.match.game.name('seat', seat)}: {self.prompt(seat, ask, shown)}{rule}")
        for line in question_lines(ask, shown.options):
            self.console.say(line)
        if len(free) > FEW:
            self.console.say(f"  free  lists {len(free)} things you may do unasked")
        else:
            self.show_free(free)

    def show_free(self, free: dict[str, Option]) -> None:
        """What may be done unasked, each with its letter."""
        for letter, option in free.items():
            self.console.say(f"  {letter}  {option.label or option.key} (unasked)")

    def prompt(self, seat: Seat, ask: Ask, shown: Asked) -> str:
        """What is asked; for a response, what it would respond to."""
        step = self.match.question.step if self.match.question else None
        if ask.prompt or not isinstance(step, Window):
            return shown.prompt
        about = self.match.table.find(step.about)
        if about is None or about.in_words(self.match.table):
            return shown.prompt
        facts = structure(about, seat, None).items()
        told = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in facts if not isinstance(value, dict))
        return f"Response to {about.title().lower()}{f' ({told})' if told else ''}"

    # Taking.

    def take(self, seat: Seat, ask: Ask, shown: Asked, free: dict[str, Option], line: str) -> bool:
        """Carry out a typed line; whether the game has changed, so that what is asked must be looked at anew."""
        keys = [option.key for option in shown.options]
        try:
            if not line:
                self.show_question(seat, ask, shown, free)
                return False
            if line not in keys and self.commands.knows(line):
                return self.commands.run(seat, ask, shown, line)
            if line in free and line not in keys:
                self.match.act(seat, free[line].key)
                return True
            given = self.one_by_one(ask, shown) if isinstance(ask, Assign) and line == "each" else None
            self.answer(seat, read_answer(ask, shown.options, line) if given is None else given, shown)
        except Refused as error:
            self.console.say(f"Not accepted: {str(error).removeprefix('answer: ')}")
            return False
        except (EschatonError, OSError) as error:
            self.console.say(f"That did not work: {error}")
            return False
        return True

    def one_by_one(self, ask: Assign, shown: Asked) -> dict[str, str]:
        """A place for every item, asked item by item."""
        words = labels(shown.options)
        given = {}
        for item, places in items_of(ask):
            where = ", ".join(f"{at} {words[place]}" for at, place in enumerate(places, 1))
            typed = self.console.ask(f"{words[item]} ({where}):")
            given[item] = one_of([Option(place, words[place]) for place in places], typed)
        return given

    def answer(self, seat: Seat, given: Any, shown: Asked, note: str = "") -> None:
        """Give an answer and say it back."""
        self.match.answer(seat, given)
        self.acted[seat] += 1
        said = answer_words(given, labels(shown.options))
        self.console.say(f"= {shown.prompt}: {said} ({note})" if note else f"= {said}")


def answer_words(given: Any, names: dict[str, str]) -> str:
    """An answer in the words of its options."""
    if isinstance(given, list):
        return ", ".join(names.get(key, str(key)) for key in given) or "none"
    if isinstance(given, dict):
        return ", ".join(f"{names.get(item, item)} to {names.get(place, place)}" for item, place in given.items())
    return names.get(given, str(given))
