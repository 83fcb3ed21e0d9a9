"""A game as a sequence of small decisions: who decides now, between which numbered actions.

One seat decides at a time. Where several are asked at once, they decide one after the other in the order in which the
question lists them; what they answer is as hidden from the others as at the table. In a race a seat whose question
names no neutral answer may hold, and let the others go first; when all have held, the first of them must answer.

What may be done unasked is offered beside every question to a seat. To a seat that is not asked it is offered whenever
it is new, while one other seat alone is asked: when several may act, the offer would tell that one of them really can.

Take-backs of sealed answers and standing passes are conveniences for people and are left out.
"""

from __future__ import annotations

from random import Random
from typing import Any

from eschaton.adapters import draft
from eschaton.adapters.actions import DONE, HOLD, MORE, Move, Numbering
from eschaton.adapters.recall import Recall
from eschaton.kernel.ask import CHANCE, Ask, Seat
from eschaton.kernel.chance import Chance, Seeded, purpose_of
from eschaton.kernel.errors import Illegal, RulesError
from eschaton.kernel.event import Event
from eschaton.kernel.game import Game, Setup, find_game
from eschaton.kernel.knowledge import resample
from eschaton.kernel.machine import Act, Question, asked_freely, require_open, settle
from eschaton.kernel.match import apply
from eschaton.kernel.record import Deal, Entry, Record
from eschaton.kernel.save import copy, load, save
from eschaton.kernel.table import Table

SMALL_DECISIONS = 4
"""A game is cut short after this many small decisions for each answer that its declared limit allows."""

WIN, LOSS, UNDECIDED = 1.0, -1.0, 0.0

OVER: Seat = -4
"""Nobody decides: the game is over."""


TRIES = 1000


class GoesOn(Exception):
    """In an imagined world nobody can act at a moment at which, as the seat knows, somebody is asked."""


def stop(question: Question) -> None:
    """Do not go on where nobody can act."""
    raise GoesOn


class GamePlay:
    """A running game. Without a `seed` chance decides like a seat, one die or card at a time.

    With `recall` the seats' keys of perfect recall are kept up to date; that costs a view for each seat at each moment.
    """

    def __init__(
        self, game: Game, setup: Setup, numbering: Numbering, seed: str | None = None, recall: bool = False
    ) -> None:
        self.game = game
        self.setup = setup
        self.numbering = numbering
        self.seed = seed
        self.chance: Chance | None = None if seed is None else Seeded(seed)
        self.table: Table = game.table(setup)
        self.people: tuple[Seat, ...] = tuple(self.table.people())
        self.unasked = type(self.table).free is not Table.free  # whether the game has anything that is done unasked
        self.entries: list[Entry] = []
        self.draws: dict[str, int] = {}
        self.given: dict[Seat, int] = {}
        self.log: list[Event] = []
        self.read: dict[Seat, int] = {}  # how much of the log a seat had been told when it last decided
        self.recalls = {seat: Recall(seat) for seat in self.people} if recall else {}
        self.decisions = 0
        self.declined: dict[Seat, tuple[str, ...]] = {}  # what a seat could have done unasked when it last did not
        self.held: frozenset[Seat] = frozenset()
        self.pressed = False  # all have held: the seat that decides must answer
        self.question: Question | None = None
        self.seat: Seat = OVER
        self.chosen: draft.Chosen = ()
        self.acting = ""  # what is done unasked once the answer is put together that it carries
        self.drawn: draft.Drawn = ()
        self.page = 0
        self.go_on()

    # Who decides, and what about.

    @property
    def over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.table.outcome is not None

    @property
    def cut_short(self) -> bool:
        """Whether the game has gone on for longer than it may."""
        return not self.over and self.decisions >= SMALL_DECISIONS * self.game.limit

    @property
    def ask(self) -> Ask | None:
        """What the seat that decides is asked; None when it is only offered what may be done unasked."""
        if self.acting:
            return asked_freely(self.table, self.seat, self.table.free(self.seat)[self.acting])
        if self.question is None or self.seat in self.table.answered(self.question.step):
            return None
        return self.question.of(self.table, self.seat)

    def moves(self) -> list[Move]:
        """Everything the seat that decides may do now, on whichever page."""
        if self.seat < 0:
            return []
        ask = self.ask
        begun = self.chosen or self.acting
        free = [Move("free", key) for key in self.table.free(self.seat)] if self.unasked and not begun else []
        if ask is None:
            return [HOLD, *free]
        found = [Move("pick", key) for key in draft.picks(ask, self.chosen)] + free
        if draft.is_legal(ask, self.chosen):
            found.append(DONE)
        if self.may_hold(ask):
            found.append(HOLD)
        return found

    def may_hold(self, ask: Ask) -> bool:
        """Whether the seat may let others go first: in a race, before it has begun, where it has no way to pass."""
        racing = self.question is not None and self.question.mode == "race"
        return racing and not self.chosen and not self.acting and not self.pressed and not getattr(ask, "neutral", "")

    def actions(self) -> dict[int, Move]:
        """What the seat that decides may do now, by number."""
        return self.numbering.numbered(self.moves(), self.page)

    def rewards(self) -> dict[Seat, float]:
        """What the outcome is worth to each seat. Winners share nothing: each has won, and a team as a whole."""
        outcome = self.table.outcome
        if outcome is None:
            return dict.fromkeys(self.people, UNDECIDED)
        return {seat: WIN if self.game.won(outcome, seat) else LOSS for seat in self.people}

    # Deciding.

    def act(self, number: int) -> None:
        """Take the action with this number; Illegal, with nothing changed, if it is not offered now."""
        actions = self.actions()
        move = actions.get(number)
        if move is None:
            offered = ", ".join(f"{other} ({known})" for other, known in actions.items()) or "none"
            raise Illegal(f"action: {number!r} is not offered to seat {self.seat} now; these are: {offered}")
        self.make(move)

    def make(self, move: Move) -> None:
        """Make one of the moves that are offered."""
        self.decisions += 1
        if move == MORE:
            self.page = (self.page + 1) % self.numbering.pages(self.moves())
        elif move == HOLD:
            self.hold()
        elif move.what == "free":
            self.act_freely(move.key)
        else:
            self.pick(move)

    def do_unasked(self, act: Act) -> None:
        """Do something unasked at once, with the answer that it carries, if any."""
        self.decisions += 1
        self.declined.pop(self.seat, None)
        self.enter(Entry(self.seat, act, "free"))

    def act_freely(self, key: str) -> None:
        """Do something unasked, or begin to put the answer together that it carries."""
        ask = asked_freely(self.table, self.seat, self.table.free(self.seat)[key])
        if ask is None:
            self.declined.pop(self.seat, None)
            self.enter(Entry(self.seat, key, "free"))
            return
        self.acting, self.page = key, 0
        self.chosen = draft.settled(ask, ())
        if not draft.picks(ask, self.chosen):
            self.reply(draft.answer_so_far(ask, self.chosen))

    def hold(self) -> None:
        """Say nothing: let the others go first, or do nothing unasked."""
        if self.ask is not None:
            self.held |= {self.seat}
        self.noted()
        if self.recalls:
            self.recalls[self.seat].link("hold")
        self.begin_choice()

    def pick(self, move: Move) -> None:
        """Add a pick to the answer; with the last one it is given."""
        ask = self.ask
        assert ask is not None
        if move != DONE:
            self.chosen = draft.settled(ask, (*self.chosen, move.key))
            self.page = 0
        if move == DONE or not draft.picks(ask, self.chosen):
            self.reply(draft.answer_so_far(ask, self.chosen))

    def reply(self, answer: Any) -> None:
        """Give a whole answer at once, or do what carries it."""
        if self.acting:
            self.declined.pop(self.seat, None)
            self.enter(Entry(self.seat, [self.acting, answer], "free"))
            return
        self.noted()
        self.enter(Entry(self.seat, answer))

    def noted(self) -> None:
        """The seat that decides has read the log, and seen what it may do unasked."""
        self.read[self.seat] = len(self.log)
        if self.unasked:
            self.declined[self.seat] = tuple(self.table.free(self.seat))

    # Chance as a seat.

    def outcomes(self) -> dict[int, float]:
        """What may come next where chance decides, with how likely it is."""
        return draft.outcomes(require_open(self.question).ask, self.drawn)

    def draw(self, outcome: int) -> None:
        """Let one outcome of chance come about."""
        ask = require_open(self.question).ask
        if outcome not in draft.outcomes(ask, self.drawn):
            raise Illegal(f"outcome: {outcome!r} cannot come about now")
        self.drawn = (*self.drawn, outcome)
        result = draft.result(ask, self.drawn)
        if result is not None:
            self.enter(Entry(CHANCE, result))

    # Going on.

    def enter(self, entry: Entry) -> None:
        """Carry out a whole answer, and go on to the next decision."""
        self.take(entry)
        self.go_on()

    def take(self, entry: Entry) -> None:
        """Carry out a whole answer."""
        question = require_open(self.question)
        purpose = purpose_of(question.ask) if entry.seat == CHANCE else ""
        apply(self.table, question, entry)
        self.entries.append(entry)
        if purpose:
            self.draws[purpose] = self.draws.get(purpose, 0) + 1
            return
        self.given[entry.seat] = self.given.get(entry.seat, 0) + 1
        self.held = frozenset()
        if self.recalls:
            self.recalls[entry.seat].link([entry.how, entry.answer])

    def go_on(self) -> None:
        """Run to the next decision of a seat, or of chance where it decides like one."""
        while True:
            self.question = settle(self.table, self.hear if self.recalls else None)
            self.hear(self.question)
            if self.question is None or self.question.ask.seat != CHANCE:
                break
            ask = self.question.ask
            purpose = purpose_of(ask)
            if self.chance is not None:
                self.take(Entry(CHANCE, self.chance.answer(ask, purpose, self.draws.get(purpose, 0))))
            elif not draft.outcomes(ask, ()):  # no dice, no cards: there is nothing for chance to decide
                self.take(Entry(CHANCE, ask.default()))
            else:
                break
        self.begin_choice()

    def hear(self, question: Question | None) -> None:
        """Keep what has happened, and tell the seats of this moment."""
        events = self.table.events[:]
        self.log += events
        self.table.events.clear()
        for recall in self.recalls.values():
            recall.hear(self.table, question, events)

    def begin_choice(self) -> None:
        """The next seat decides, with a clean sheet."""
        self.chosen, self.drawn, self.page, self.pressed, self.acting = (), (), 0, False, ""
        self.seat = self.next_seat()

    def next_seat(self) -> Seat:
        """Who decides: first those who may do something new unasked, then those who are asked and have not held."""
        question = self.question
        if question is None:
            return OVER
        if question.ask.seat == CHANCE:
            return CHANCE
        for seat in self.people if self.unasked and question.mode == "one" else ():
            free = tuple(self.table.free(seat)) if seat != question.ask.seat else ()
            if free and free != self.declined.get(seat):
                return seat
        if not self.held:
            return question.ask.seat
        asks = question.asks(self.table)
        for seat in asks:
            if seat not in self.held:
                return seat
        self.pressed = True
        first = next(iter(asks))
        if self.recalls:
            self.recalls[first].link("nobody answers")
        return first

    # Other plays like this one.

    def clone(self) -> GamePlay:
        """Another play at the same moment, sharing nothing that changes."""
        twin = self.beside(copy(self.table))
        twin.question = settle(twin.table)
        twin.recalls = {seat: recall.copy() for seat, recall in self.recalls.items()}
        return twin

    def beside(self, table: Table) -> GamePlay:
        """A play that has come to this moment with another table; its question is still to be derived."""
        twin = object.__new__(GamePlay)
        twin.__dict__.update(self.__dict__)
        twin.table = table
        twin.entries, twin.log = list(self.entries), list(self.log)
        twin.draws, twin.given, twin.read = dict(self.draws), dict(self.given), dict(self.read)
        twin.declined = dict(self.declined)
        return twin

    def imagined(self, viewer: Seat, rng: Random) -> GamePlay:
        """A play that this seat cannot tell from the real one, with everything it does not know drawn anew.

        What others have begun to answer, how they held, what they remember and how chance will fall are unknown too.
        """
        twin = self.beside(self.table)
        twin.table, twin.question = self.imagined_table(viewer, rng)
        if self.chance is not None:
            twin.seed = f"imagined/{rng.getrandbits(64)}"
            twin.chance = Seeded(twin.seed)
        twin.entries, twin.log, twin.read = [], [], {}
        twin.held = self.held & {viewer}
        twin.declined = {seat: offered for seat, offered in self.declined.items() if seat == viewer}
        if self.recalls:
            twin.recalls = {seat: Recall(seat) for seat in self.people} | {viewer: self.recalls[viewer].copy()}
        if self.seat == viewer:
            twin.hear(twin.question)
        else:
            twin.go_on()
        return twin

    def imagined_table(self, viewer: Seat, rng: Random) -> tuple[Table, Question | None]:
        """A table that the viewer cannot tell from the real one; if it decides, one at which it would decide, too."""
        for _ in range(TRIES):
            table = resample(self.table, viewer, rng)
            if self.seat != viewer:
                return table, None
            try:
                return table, settle(table, stop)
            except GoesOn:
                continue
        raise RulesError(f"no table at which seat {viewer} would decide was found in {TRIES} tries")

    def key(self, seat: Seat) -> str:
        """The seat's key of perfect recall: equal exactly when all it has seen and done is equal."""
        composing = seat == self.seat and (self.acting or self.chosen or self.page)
        begun = [self.acting, *self.chosen, self.page] if composing else []
        return "/".join([self.recalls[seat].key.hex(), *map(str, begun)])

    def record(self) -> Record:
        """The play as a record, to be watched, verified or gone on with like any other match."""
        return Record(
            id="research",
            game=self.game.id,
            version=self.game.version,
            setup=self.setup,
            deal=Deal(seed=self.seed or ""),
            entries=list(self.entries),
            outcome=self.table.outcome,
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> GamePlay:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in self.__dict__.items() if name not in ("question", "chance")}
        return {**kept, "game": self.game.id, "table": save(self.table)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.game = find_game(kept["game"])
        self.table = load(type(self.game.table(self.setup)), kept["table"])
        self.chance = None if self.seed is None else Seeded(self.seed)
        self.question = settle(self.table)
