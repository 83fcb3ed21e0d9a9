"""The line client: shows each person what they may know, asks them, and lets bots answer for the other seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise, product
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import Any

from eschaton.bots import Bot, Sight
from eschaton.kernel import film, record
from eschaton.kernel.ask import CHANCE, Ask, Assign, Choose, Option, Seat, Viewer
from eschaton.kernel.errors import EschatonError, Malformed, Refused
from eschaton.kernel.event import Namer
from eschaton.kernel.forced import forced_answer, is_forced
from eschaton.kernel.match import Match
from eschaton.kernel.step import Step
from eschaton.kernel.story import Told, happened, names
from eschaton.kernel.table import Table
from eschaton.kernel.view import Asked, asked, structure
from eschaton.kernel.window import PASS, Window
from eschaton.terminal.ahead import AheadMoment, AnsweredAhead
from eschaton.terminal.answers import answer_words, items_of, labels, lying_now, one_of, question_lines, read_answer
from eschaton.terminal.commands import Commands
from eschaton.terminal.console import Console, EndOfInput, Quit
from eschaton.terminal.draw import DrawnLine, cards_of, changes, draw, drawing, face_up, in_play, printed
from eschaton.terminal.passing import Passing
from eschaton.terminal.seats import Chairs
from eschaton.terminal.unasked import Unasked

FEW = 6
SOME = 16  # cards that are read out when play begins
LATELY = 25  # things that happened before a game was saved, told when it goes on
STOP = "stop"


def free_letters() -> Iterator[str]:
    """a to z, then aa, ab and so on."""
    for length in (1, 2, 3):
        yield from map("".join, product(ascii_lowercase, repeat=length))


class Client:
    """One match at one terminal."""

    def __init__(self, match: Match, chairs: Chairs, console: Console, keep: Path | None = None) -> None:
        self.match = match
        self.chairs = chairs
        self.console = console
        self.keep = keep
        self.people = [seat for seat, bot in chairs.items() if bot is None]
        self.told: dict[Viewer, int] = {}
        self.drawn: dict[Viewer, list[DrawnLine]] = {}
        self.turns: dict[Viewer, tuple[Seat | None, int]] = {}
        self.acted: Counter[Seat] = Counter()
        self.acting_in = 0
        self.known: dict[Seat, set[str]] = {}  # the cards each person was told the text of
        self.seen: dict[Seat, set[str]] = {}  # the cards each person has seen the face of
        self.reasons: dict[Seat, str] = {}  # why each bot has answered as it did last
        alone = len(self.people) == 1 or (self.people and match.game.shared)
        self.at: Seat | None = self.people[0] if alone else None  # nobody yet, where nobody may read along
        self.makes_way = False  # whether who is at the terminal lets somebody else go first
        self.ahead = AnsweredAhead()
        self.passing = Passing(self)
        self.on_disk = -1  # how many answers had been given when the game was last saved
        self.answered = 0  # how much had happened when somebody here answered last
        self.resumed = any(entry.seat != CHANCE for entry in match.record.entries)
        self.commands = Commands(self)
        self.unasked = Unasked(self)
        match.hold = bool(self.people)  # so that people can act where nobody is asked

    # The loop.

    def run(self) -> None:
        """Play until the game ends, the person quits or there is nothing more to read."""
        game = self.match.game
        self.console.say(f"{game.title}: {self.seats_text()}. Type ? for help.")
        if self.resumed:
            self.catch_up()
        try:
            while self.match.question is not None:
                self.next_answer()
        except EndOfInput:
            self.console.note("End of input: the game stops here." + self.kept())
            return
        except Quit:
            self.console.note("You leave the table." + self.kept())
            return
        except BrokenPipeError:  # whoever read along has gone; what was played is kept all the same
            self.kept()
            raise
        self.finish()

    def catch_up(self) -> None:
        """Tell of what happened before the game was saved only the end; the log has it all."""
        log = self.match.log
        if len(log) > LATELY:
            self.told = dict.fromkeys([*self.people, None], len(log) - LATELY)
            self.console.say("What happened last (log 999 tells more):")

    def seats_text(self) -> str:
        """Who sits where."""
        name = self.match.game.name
        return ", ".join(f"{name('seat', seat)} {bot.name if bot else 'you'}" for seat, bot in self.chairs.items())

    def next_answer(self) -> None:
        """Let whoever is next answer."""
        assert self.match.question is not None
        if self.match.question.idle:
            self.unasked.idle_moment()
            return
        serial = self.match.question.step.serial
        if serial != self.acting_in:
            self.acting_in = serial
            self.acted.clear()
        asks = self.match.asks()
        seat = self.next_of(asks)
        bot = self.chairs[seat]
        if bot is None:
            self.attend(seat, asks[seat])
        else:
            self.acted[seat] += 1
            self.let_bot_answer(seat, bot, asks[seat])

    def next_of(self, asked: Iterable[Seat]) -> Seat:
        """Who is next of those who are asked: who has answered least often in this step, bots before people.

        Of several people the one at the terminal goes on, until they are done or say `next`; responses go round.
        """
        seats = sorted(asked, key=lambda seat: (self.acted[seat], self.chairs[seat] is None, seat))
        goes_on = self.at in seats and not self.makes_way and not isinstance(self.step, Window)
        if goes_on and self.at is not None and self.chairs[seats[0]] is None:
            return self.at
        return seats[0]

    def let_bot_answer(self, seat: Seat, bot: Bot, ask: Ask) -> None:
        """A bot answers from what its seat sees; its random numbers depend on the deal and on how often it answered."""
        rng = Random(f"{self.match.record.deal.seed}/{seat}/{self.match.given.get(seat, 0)}")
        sight = Sight(self.match.game, self.match.table, seat, self.match.given.get(seat, 0))
        offered = list(self.match.table.free(seat)) if bot.eager and rng.random() < bot.eager else []
        key = bot.unasked(sight, offered, rng) if offered else None
        if key is not None:
            self.match.act(seat, key)
        else:
            given = bot.answer(sight, ask, rng)
            self.passing.saw(given)
            self.match.answer(seat, given)
            self.reasons[seat] = bot.reason
        if not self.people:
            self.news(None)

    def attend(self, seat: Seat, ask: Ask) -> None:
        """Show a person what is new and the question, and take lines until one of them changes the game."""
        if self.passing.holds(seat):
            self.match.answer(seat, PASS)
            self.acted[seat] += 1
            return
        self.hand_over(seat)
        self.news(seat)
        shown = self.asked(seat, ask)
        if is_forced(ask) and len(self.people) == 1:
            self.answer(seat, forced_answer(ask), shown, note="no choice")
            return
        said = self.said_ahead(seat, ask, shown)
        if said is not None:
            self.answer(seat, said, shown, note="as you said")
            return
        self.show_table(seat)
        free = self.free(seat, shown)
        self.unasked.seen(seat)
        self.keep_safe()
        self.show_question(seat, ask, shown, free)
        while not self.take(seat, ask, shown, free, self.console.ask(f"{self.match.game.name('seat', seat)}>")):
            pass

    @property
    def step(self) -> Step:
        """The step that asks now."""
        assert self.match.question is not None
        return self.match.question.step

    def phase(self) -> Step | None:
        """The part of a turn that is going on, if turns have parts that hold more than the question now open."""
        stack = self.match.table.stack
        parts = [inner for outer, inner in pairwise(stack) if outer.step_name == "Turn"]
        return parts[-1] if parts and parts[-1] is not stack[-1] else None

    def said_ahead(self, seat: Seat, ask: Ask, shown: Asked) -> str | None:
        """What this person has already answered to a question that comes again, unless others have acted since."""
        if not isinstance(ask, Choose) or isinstance(self.step, Window):
            return None
        acts = (event for _, event in self.match.log[self.answered :] if event.key == "uses")
        disturbed = any(event.args["who"] != seat for event in acts)
        moment = AheadMoment(seat, self.step.serial, shown.prompt)
        self.ahead.saw(moment, shown.options)
        return self.ahead.next(moment, shown.options, disturbed)

    def hand_over(self, seat: Seat) -> None:
        """Change who sits at the terminal; where players have secrets, nobody reads those of the one before."""
        if seat != self.at:
            secrets = self.console.interactive and not self.match.game.shared
            if secrets:
                self.console.wipe()
            self.console.say(f"--- {self.match.game.name('seat', seat)}, you are next. ---")
            if secrets:
                self.console.ask("Press Enter when the others look away.")
            self.at = seat
        self.makes_way = False

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
        self.show_sides(name)
        why = f": {outcome.reason}" if outcome and outcome.reason else ""
        rule = f" [{outcome.rule}]" if outcome and outcome.rule else ""
        self.console.note(f"The game is over{why}{rule}. {f'Won by {won}' if won else 'Nobody wins'}.{self.kept()}")

    def show_sides(self, name: Namer) -> None:
        """Who was what, now that it is no secret any more."""
        sides = {seat: self.match.table.side(seat) for seat in self.chairs}
        if len(set(sides.values())) > 1:
            self.console.say(
                "Sides: " + ", ".join(f"{name('seat', seat)} {side}" for seat, side in sides.items()) + "."
            )

    def kept(self) -> str:
        """Save the game if a file was named at the start; says so."""
        if self.keep is None:
            safe = self.match.over or self.on_disk == len(self.match.record.entries)
            return "" if safe else " (not saved; next time: save FILE, or start with --save FILE)"
        self.save(self.keep)
        return f" Saved in {self.keep}."

    def keep_safe(self) -> None:
        """Save before a person thinks, so that little is lost when the terminal goes away."""
        if self.keep is None or self.on_disk == len(self.match.record.entries):
            return
        try:
            self.save(self.keep)
        except OSError as error:
            self.console.note(f"Not saved: {error}")

    def save(self, path: Path) -> None:
        """Put the game on disk; a finished one with what everybody saw."""
        saved = self.match.saved()
        record.write(film.filmed(self.match.game, saved) if self.match.over else saved, path)
        self.on_disk = len(saved.entries)

    # Showing.

    def asked(self, seat: Seat, ask: Ask) -> Asked:
        """The question as its seat sees it."""
        assert self.match.question is not None
        return asked(self.match.table, self.match.question, ask, self.match.given.get(seat, 0))

    def free(self, seat: Seat, shown: Asked) -> dict[str, Option]:
        """What a seat may do unasked besides what it is asked, by a letter that is no option's key."""
        table = self.match.table
        asked = {option.key for option in shown.options}
        return dict(
            zip(free_letters(), [table.describe(key) for key in table.free(seat) if key not in asked], strict=False)
        )

    def events(self, viewer: Viewer, since: int = 0) -> list[Told]:
        """What a viewer may know to have happened."""
        you = viewer if viewer is not None and viewer >= 0 else None
        return happened(self.match, viewer, since, names(self.match.game, you))

    def news(self, viewer: Viewer) -> None:
        """Print what happened since this viewer was last told."""
        for line in paragraphs(self.events(viewer, self.told.get(viewer, 0))):
            self.console.say(line, indent="- ")
        self.told[viewer] = len(self.match.log)

    def show_table(self, seat: Seat) -> None:
        """The whole table at the start of a turn of this seat or of all, and otherwise what has changed."""
        scene = film.scene_of(self.match.game, self.match.table, seat)
        serial = self.match.table.scope("Turn")
        whose = scene.turn if scene.turn is not None else getattr(self.match.table.find(serial), "seat", None)
        turn = (whose, serial)
        begins = turn != self.turns.get(seat) and (whose == seat or (whose is None and serial > 0))
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
        scene = film.scene_of(self.match.game, self.match.table, viewer)
        self.drawn[viewer] = draw(scene)
        self.console.say(drawing(scene))

    def show_question(self, seat: Seat, ask: Ask, shown: Asked, free: dict[str, Option]) -> None:
        """The question with its rule, its options, and what may be done unasked."""
        rule = f" [{shown.rule}]" if shown.rule else ""
        self.console.say()
        self.console.say(f"{self.match.game.name('seat', seat)}: {self.prompt(seat, ask, shown)}{rule}")
        for line in question_lines(ask, shown.options, self.lying(seat, ask, shown)):
            self.console.say(line)
        self.show_shortcuts(ask, shown)
        if len(free) > FEW:
            self.console.say(f"  free  lists {len(free)} things you may do unasked")
        else:
            self.show_free(free)
        self.read_out(seat, [*shown.options, *free.values()])

    def lying(self, seat: Seat, ask: Ask, shown: Asked) -> dict[str, str]:
        """Where the items of an assignment lie on this seat's table already."""
        if not isinstance(ask, Assign):
            return {}
        return lying_now(film.scene_of(self.match.game, self.match.table, seat), ask, shown.options)

    def read_out(self, seat: Seat, options: list[Option]) -> None:
        """What the cards say that lie there at first, if they are few, and each that is offered or seen for the first
        time after that."""
        scene = film.scene_of(self.match.game, self.match.table, seat)
        faces = face_up(scene)
        wanted = {piece for option in options for piece in option.pieces}
        if seat in self.seen:
            wanted |= faces - self.seen[seat]
        else:
            lying, own = in_play(scene.zones), cards_of(scene, seat)
            wanted |= {*(lying if len(lying) <= SOME else ()), *(own if len(own) <= FEW else ())}
        self.seen[seat] = self.seen.get(seat, set()) | faces
        known = self.known.setdefault(seat, set())
        for card, text in printed(scene, wanted).items():
            if card not in known:
                known.add(card)
                self.console.say(text, indent="    ")

    def show_shortcuts(self, ask: Ask, shown: Asked) -> None:
        """How to be asked less often: passes that stand, and answers for the questions to come."""
        if isinstance(self.step, Window):
            if any(option.key == PASS for option in shown.options):
                self.console.say(f"  (or: {self.passes(ask.seat)})")
        elif isinstance(ask, Choose) and shown.prompt in self.ahead.repeating:
            rest = "; or: rest, all in the order shown" if self.ahead.working_off and not ask.neutral else ""
            self.console.say(f"  (or several in order, as in: 2 1{rest})")

    def passes(self, seat: Seat | None = None) -> str:
        """The passes that can be said to stand here; where a plain one holds for a phase, how to make it short."""
        if seat is not None and self.passing.possible(seat):
            return "wait, to be asked again in this phase whatever happens; pass turn; pass until touched"
        return f"{'pass phase; ' if self.phase() is not None else ''}pass turn; pass until touched"

    def show_free(self, free: dict[str, Option]) -> None:
        """What may be done unasked, each with its letter."""
        for letter, option in free.items():
            self.console.say(f"  {letter}  {option.label or option.key} (unasked)")

    def prompt(self, seat: Seat, ask: Ask, shown: Asked) -> str:
        """What is asked; for a response of which the game does not say it, what it would respond to."""
        step = self.match.question.step if self.match.question else None
        table = self.match.table
        if ask.prompt or not isinstance(step, Window) or shown.prompt != Table.moment(table, step.timing):
            return shown.prompt
        about = table.find(step.about)
        if about is None:
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
                return self.unasked.do(seat, free[line])
            self.answer(seat, self.read(ask, shown, line), shown)
        except Refused as error:
            self.console.say(f"Not accepted: {str(error).removeprefix('answer: ')}")
            return False
        except (EschatonError, OSError) as error:
            self.console.say(f"That did not work: {error}")
            return False
        return True

    def read(self, ask: Ask, shown: Asked, line: str) -> Any:
        """The answer that a line means now; what it says of questions to come is kept."""
        if isinstance(ask, Assign) and line == "each":
            return self.one_by_one(ask.seat, ask, shown)
        ahead = None
        if isinstance(ask, Choose) and not isinstance(self.step, Window):
            moment = AheadMoment(ask.seat, self.step.serial, shown.prompt)
            ahead = self.ahead.read(moment, shown.options, line, ends=bool(ask.neutral))
        return read_answer(ask, shown.options, line, self.lying(ask.seat, ask, shown)) if ahead is None else ahead

    def one_by_one(self, seat: Seat, ask: Assign, shown: Asked) -> dict[str, str]:
        """A place for every item, asked item by item."""
        words = labels(shown.options)
        given: dict[str, str] = {}
        for item, places in items_of(ask):
            options = [Option(place, words[place]) for place in places]
            where = ", ".join(f"{at} {words[place]}" for at, place in enumerate(places, 1))
            while item not in given:
                typed = self.console.ask(f"{words[item]} ({where}):")
                if typed == STOP:
                    raise Malformed("nothing was placed")
                if not self.said_between(seat, ask, shown, typed):
                    self.place(given, item, options, typed)
        return given

    def place(self, given: dict[str, str], item: str, options: list[Option], typed: str) -> None:
        """Note where an item goes, if what was typed says so; else say what is wrong."""
        try:
            given[item] = one_of(options, typed)
        except Refused as error:
            self.console.say(f"Not accepted: {error}; or: {STOP}, to begin again")

    def said_between(self, seat: Seat, ask: Ask, shown: Asked, typed: str) -> bool:
        """Carry out a command typed while item after item is placed; whether it was one."""
        if not typed or not self.commands.knows(typed):
            return False
        if self.commands.changes(typed):
            self.console.say(f"That must wait until everything has a place; or: {STOP}, to begin again.")
        else:
            self.commands.run(seat, ask, shown, typed)
        return True

    def answer(self, seat: Seat, given: Any, shown: Asked, note: str = "") -> None:
        """Give an answer and say it back."""
        self.answered = len(self.match.log)
        self.passing.saw(given, seat)
        self.match.answer(seat, given)
        self.acted[seat] += 1
        said = answer_words(given, labels(shown.options))
        stop = "" if shown.prompt.endswith("?") else ":"
        self.console.say(f"= {shown.prompt}{stop} {said} ({note})" if note else f"= {said}")


def paragraphs(told: Iterable[Told]) -> Iterator[str]:
    """What happened several times running said once, and what happened by one rule in one line."""
    said: list[tuple[str, str]] = []
    for text, run in groupby(told, key=lambda line: line.text):
        first, *again = run
        times = f" ({len(again) + 1} times)." if again else ""
        said.append((first.rule, f"{text.removesuffix('.')}{times}" if times else text))
    for rule, lines in groupby(said, key=lambda line: line[0]):
        texts = [text for _, text in lines]
        yield from [" ".join(texts)] if rule else texts
