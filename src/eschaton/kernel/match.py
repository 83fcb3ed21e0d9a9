"""A match: set-up plus the list of answers. Replay, fork, undo, resuming and fairness all come from that one list."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace as replaced

from eschaton.kernel.ask import CHANCE, Ask, Choose, Roll, Seat, only
from eschaton.kernel.chance import Awaited, Chance, Seeded, Unrevealed, combined, commitment, new_secret, purpose_of
from eschaton.kernel.errors import BadRecord, BadSetup, EschatonError, Illegal, NotOpen, Refused, RulesError, traced
from eschaton.kernel.event import Event
from eschaton.kernel.game import Game
from eschaton.kernel.machine import Act, Question, act_freely, answer, require_open, same_moment, settle, withdraw
from eschaton.kernel.record import Deal, Entry, Record, Snapshot
from eschaton.kernel.save import digest, load, save
from eschaton.kernel.step import Step
from eschaton.kernel.table import Standing, Table

SNAPSHOT_EVERY = 100
OBVIOUS = "obvious"  # the event that tells a seat what was answered for it


class Match:
    """One match being played. `table` and `question` are derived from the record; never change them from outside."""

    def __init__(self, game: Game, record: Record, chance: Chance | None = None) -> None:
        self.game = game
        self.record = record
        self.chance = chance or chance_of(record.deal)
        self.draws: dict[str, int] = {}
        self.given: dict[Seat, int] = {}
        self.left = 0  # moments at which nobody could really act, left since the last entry
        self.log: list[tuple[int, Event]] = []  # each event with the number of entries before it
        self.table: Table = game.table(record.setup)
        self.question: Question | None = None
        self.watch: Callable[[Question | None], None] | None = None  # called at every moment that viewers are told of
        self.hold = False  # whether to wait where nobody can really act, until told to go on
        self.passing = False
        self.floor = record.floor  # nothing before this entry can be replayed (it was played by other rules)

    @classmethod
    def new(
        cls,
        game: Game,
        players: int,
        options: Mapping[str, Any] | None = None,
        *,
        seed: str = "",
        fair: bool = False,
        chance: Chance | None = None,
        campaign: Mapping[str, Any] | None = None,
        characters: Mapping[Seat, Mapping[str, Any]] | None = None,
        names: list[str] | None = None,
    ) -> Match:
        """Lay out a new table. A fair deal waits for the seats' contributions before anything is dealt."""
        setup = game.checked(players, options or {}, campaign, characters)
        secret = new_secret() if fair else ""
        deal = Deal(commitment=commitment(secret), secret=secret) if fair else Deal(seed=seed or secrets.token_hex(16))
        record = Record(
            id=secrets.token_hex(8), game=game.id, version=game.version, setup=setup, deal=deal, names=names or []
        )
        match = cls(game, record, chance)
        if not fair:
            match.proceed()
        return match

    def contribute(self, contributions: Sequence[str]) -> None:
        """Add the seats' own random numbers to a fair deal, in seat order; play begins."""
        deal = self.record.deal
        if not deal.commitment or deal.contributions or self.record.entries:
            raise Illegal("contributions: this match is not waiting for any")
        if isinstance(contributions, str) or any(type(number) is not str for number in contributions):
            raise Illegal(f"contributions: expected a list of texts, got {contributions!r}")
        if len(contributions) != self.record.setup.players:
            raise Illegal(f"contributions: expected {self.record.setup.players}, one a seat, not {len(contributions)}")
        deal.contributions = list(contributions)
        self.chance = chance_of(deal)
        self.proceed()

    # Playing.

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.table.outcome is not None

    def asks(self) -> dict[Seat, Ask]:
        """What every seat is asked now."""
        return self.question.asks(self.table) if self.question else {}

    def ask_id(self, seat: Seat) -> str | None:
        """The id of the question open to this seat."""
        question, table = self.question, self.table
        if question is None or question.idle or seat in table.answered(question.step):
            return None
        ask = question.of(table, seat)
        return ask.id(self.given.get(seat, 0)) if ask else None

    def open_question(self) -> Question:
        """The question that is open; GameOver, or NotOpen while a fair deal waits."""
        deal = self.record.deal
        if deal.commitment and not deal.contributions:
            raise NotOpen("match: it has not begun; it waits for the seats' own random numbers")
        return require_open(self.question)

    def answer(self, seat: Seat, given: Any, ask_id: str | None = None) -> None:
        """Take a seat's answer. If it names the question it answers, that question must still be open."""
        question = self.open_question()
        if seat == CHANCE:
            raise Illegal("seat: chance is not answered by hand")
        if ask_id is not None and self.ask_id(seat) != ask_id:
            raise NotOpen(f"question: {ask_id} is not open to seat {seat} any more")
        self.enter(Entry(seat, given), question)

    def act(self, seat: Seat, act: Act) -> None:
        """Do something unasked: what has this key, or [key, answer] where it carries an answer."""
        self.enter(Entry(seat, act, "free"), self.open_question())

    def take_back(self, seat: Seat) -> None:
        """Withdraw a sealed answer while others are still to come."""
        self.enter(Entry(seat, None, "withdraw"), self.open_question())

    def stand(self, seat: Seat, until: str | None, touched: bool = False, openly: bool = False) -> None:
        """Pass every window until the nearest step of this name ends, or earlier when touched; None: pass no more.

        Others do not see it, unless it is done openly.
        """
        wish = [until, touched, True] if openly else [until, touched]
        self.enter(Entry(seat, wish if until else None, "stand"), self.open_question())

    def wish(self, seat: Seat, timing: str, least: int) -> None:
        """Say from how much at stake on this seat wishes to be asked at a timing; 0: always."""
        self.enter(Entry(seat, [timing, least], "wish"), self.open_question())

    def enter(self, entry: Entry, question: Question) -> None:
        """Carry out an entry, keep it, and go on to the next question."""
        at = len(self.record.entries)
        accepted = False
        if question.idle:
            entry.idle = self.left + 1
        try:
            apply(self.table, question, entry)
            accepted = True
            self.keep(entry)
            self.proceed()
        except Exception as error:
            if accepted or not isinstance(error, Refused):
                self.rewind(at)
            if isinstance(error, EschatonError):
                raise
            raise RulesError(f"{type(question.step).__name__} failed on {entry.answer!r}: {traced(error)}") from error

    def keep(self, entry: Entry) -> None:
        """Add an entry to the record."""
        self.record.entries.append(entry)
        self.left = 0
        self.collect()
        if entry.seat != CHANCE and not (entry.how == "free" and isinstance(entry.answer, list)):
            self.given[entry.seat] = self.given.get(entry.seat, 0) + 1

    def collect(self) -> None:
        """Move the table's new events to the log."""
        events = self.table.events
        if events:
            at = len(self.record.entries)
            self.log += [(at, event) for event in events]
            events.clear()

    def proceed(self) -> None:
        """Run to the next question that a seat must answer, letting chance answer its own."""
        while (question := self.next_question()) is not None and question.ask.seat == CHANCE and not question.idle:
            try:
                drawn = self.draw()
            except Awaited:
                return
            self.play(Entry(CHANCE, drawn))
        self.record.outcome = self.table.outcome
        if question is not None and question.idle:
            return  # what happens when the match goes on belongs to the same entry: a snapshot would cut it in two
        last = self.record.snapshots[-1].at if self.record.snapshots else 0
        if len(self.record.entries) >= last + (1 if self.over else SNAPSHOT_EVERY):
            self.record.snapshots.append(self.snap())

    def next_question(self) -> Question | None:
        """Run to the next question, chance's included."""
        self.question = settle(self.table, self.pause if self.watch or self.hold else None, obvious=self.obvious)
        self.collect()
        if self.watch:
            self.watch(self.question)
        return self.question

    def pause(self, question: Question) -> bool:
        """Let viewers see a question that somebody could have answered, though in truth nobody can; whether to wait."""
        if self.hold:
            passing, self.passing = self.passing, False
            return not passing
        self.collect()
        if self.watch:
            self.watch(question)
        return False

    def obvious(self, step: Step, ask: Choose) -> None:
        """Tell a seat what was answered for it, because there was nothing else to choose."""
        [key] = ask.options
        question, choice = ask.prompt or step.prompt(self.table), step.describe(self.table, key).label
        told = {"who": ask.seat, "question": question, "choice": choice}
        self.table.events.append(Event(OBVIOUS, ask.rule or step.cited(), told, audience=only(ask.seat)))

    def go_on(self) -> None:
        """Leave a moment at which nobody could act after all."""
        if not require_open(self.question).idle:
            raise NotOpen("question: somebody is asked, and must answer")
        self.left += 1
        self.passing = True
        try:
            self.proceed()
        finally:
            self.passing = False

    def leave(self) -> Question | None:
        """Run on from a moment at which nobody could act to the next question, chance's included."""
        self.left += 1
        self.passing = True
        return self.next_question()

    def draw(self) -> Any:
        """What chance answers to the open question."""
        ask = require_open(self.question).ask
        purpose = purpose_of(ask)
        return self.chance.answer(ask, purpose, self.draws.get(purpose, 0))

    def play(self, entry: Entry) -> None:
        """Carry out one entry, chance's too, and keep it."""
        question = require_open(self.question)
        purpose = purpose_of(question.ask) if entry.seat == CHANCE else ""
        apply(self.table, question, entry)
        if purpose:
            self.draws[purpose] = self.draws.get(purpose, 0) + 1
        self.keep(entry)

    def snap(self) -> Snapshot:
        """The table as it is now."""
        at, draws, given = len(self.record.entries), dict(self.draws), dict(self.given)
        return Snapshot(at, save(self.table), digest(self.table), draws, given, self.left)

    # Going back and elsewhere.

    def replay(self, entries: list[Entry]) -> Iterator[Question | None]:
        """Play recorded entries from here on; yields the question before each entry, and the last one."""
        hold = self.hold
        for entry in entries:
            yield self.reach(entry)
            self.play(entry)
        self.hold = hold
        yield self.next_question()

    def reach(self, entry: Entry) -> Question | None:
        """Run to the question a recorded entry answers, or to the moment it was made at though nobody could act.

        Where the match went on then, it need not wait again.
        """
        self.hold = entry.idle > 0
        question = self.next_question()
        while self.left + 1 < entry.idle and question is not None and question.idle:
            question = self.leave()
        if entry.idle and not (question is not None and question.idle):
            raise Illegal(f"idle: there is no moment {entry.idle} at which nobody can act")
        return question

    def rewind(self, at: int) -> None:
        """Go back to the moment after the first `at` entries, from the nearest snapshot before it."""
        if not self.floor <= at <= len(self.record.entries):
            raise Illegal(f"at: {at} is not between {self.floor} and {len(self.record.entries)}")
        entries = self.record.entries[:at]
        snapshots = [snapshot for snapshot in self.record.snapshots if snapshot.at <= at]
        while snapshots and snapshots[-1].at > self.floor and self.waited_at(snapshots[-1]):
            snapshots.pop()  # what happened after that moment, by the same entry, would be told twice
        base = snapshots[-1] if snapshots else None
        start = base.at if base else 0
        self.record.entries = entries[:start]
        self.record.snapshots = snapshots
        self.log = [(when, event) for when, event in self.log if base is not None and when <= start]
        self.draws = dict(base.draws) if base else {}
        self.given = dict(base.given) if base else {}
        self.left = base.left if base else 0
        self.table = load(type(self.table), base.table) if base else self.game.table(self.record.setup)
        with self.untold():
            for _ in self.replay(entries[start:]):
                pass
            self.proceed()

    @contextmanager
    def untold(self) -> Iterator[None]:
        """While the past is played again, nobody is told of it, and the match waits as it did then."""
        (watch, self.watch), hold = (self.watch, None), self.hold
        try:
            yield
        finally:
            self.watch, self.hold = watch, hold

    def waited_at(self, snapshot: Snapshot) -> bool:
        """Whether nobody could really act at the moment of a snapshot."""
        question = settle(load(type(self.table), snapshot.table), lambda idle: True)
        return question is not None and question.idle

    def back_to(self, number: int) -> None:
        """Go back to the moment at which an entry was made, with it and all that followed taken back.

        Moments at which nobody could really act lie between two entries: how many of them tells who could.
        """
        entry = self.record.entries[number]
        self.rewind(number)
        with self.untold():
            self.reach(entry)

    def fork(self, at: int | None = None, chance: Chance | None = None) -> Match:
        """Another match with the same first `at` entries; chance goes on as it would here unless given another."""
        other = Match(self.game, replaced(self.record, id=secrets.token_hex(8), films={}), chance or self.chance)
        other.log = list(self.log)
        other.hold = self.hold
        other.rewind(len(self.record.entries) if at is None else at)
        return other

    # Files.

    def saved(self, reveal: bool = True) -> Record:
        """The record with a snapshot of this moment. Not revealed, a fair deal's secret stays out until the end."""
        record = self.record
        snapshots = list(record.snapshots)
        if not snapshots or snapshots[-1].at != len(record.entries):
            snapshots.append(self.snap())
        deal = record.deal
        if deal.commitment and not reveal and not self.over:
            deal = Deal(commitment=deal.commitment, contributions=deal.contributions)
        return replaced(record, snapshots=snapshots, deal=deal)


def chance_of(deal: Deal) -> Chance:
    """Chance as a deal decides it."""
    if deal.commitment and deal.contributions and not deal.secret:
        return Unrevealed()
    return Seeded(combined(deal.secret, deal.contributions) if deal.commitment else deal.seed)


def apply(table: Table, question: Question, entry: Entry) -> None:
    """Carry out one entry on a table; raises, with nothing changed, if it is not legal."""
    if entry.how == "answer":
        answer(table, question, entry.seat, entry.answer)
    elif entry.how == "free":
        act_freely(table, entry.seat, entry.answer)
    elif entry.how == "withdraw":
        withdraw(table, question, entry.seat)
    elif entry.how == "stand":
        stand(table, entry.seat, entry.answer)
    elif entry.how == "wish":
        wish(table, entry.seat, entry.answer)
    else:
        raise Illegal(f"how: {entry.how!r} is not a way to answer")


def stand(table: Table, seat: Seat, wish: Any) -> None:
    """Set or end a standing pass."""
    if seat not in table.people():
        raise Illegal(f"seat: nobody plays seat {seat}")
    if wish is None:
        table.standing.pop(seat, None)
        return
    if not (isinstance(wish, list) and len(wish) in (2, 3) and isinstance(wish[0], str) and is_flags(wish[1:])):
        raise Illegal(f"answer: expected [step name, touched] or [step name, touched, openly], got {wish!r}")
    until, touched, openly = [*wish, False][:3]
    if touched and openly:
        raise Illegal("openly: a pass until one is touched is nobody else's business")
    scope = table.scope(until)
    if not scope:
        raise NotOpen(f"until: no {until!r} is going on")
    table.standing[seat] = Standing(scope, touched, table.take_serial(), openly)
    table.ends_with(scope)


def is_flags(values: list[Any]) -> bool:
    """Whether these are all true or false."""
    return all(isinstance(value, bool) for value in values)


def wish(table: Table, seat: Seat, wanted: Any) -> None:
    """Set from when on a seat wishes to be asked at a timing."""
    if seat not in table.people():
        raise Illegal(f"seat: nobody plays seat {seat}")
    if not (isinstance(wanted, list) and len(wanted) == 2 and isinstance(wanted[0], str) and type(wanted[1]) is int):
        raise Illegal(f"answer: expected [timing, number], got {wanted!r}")
    timing, least = wanted
    known = {threshold.timing: threshold for threshold in table.thresholds}
    if timing not in known:
        raise NotOpen(f"timing: {timing!r} has no threshold; these have: {', '.join(known) or 'none'}")
    if not 0 <= least <= known[timing].most + 1:
        raise Illegal(f"answer: {least} is not between 0 (always) and {known[timing].most + 1} (never)")
    wishes = {**table.wishes.get(seat, {}), timing: least}
    kept = {when: wish for when, wish in wishes.items() if wish}
    table.wishes = {other: said for other, said in {**table.wishes, seat: kept}.items() if said}


def resume(game: Game, record: Record, chance: Chance | None = None, hold: bool = False) -> Match:
    """The match of a record, at its open question; with `hold`, also where nobody can really act.

    Records of these rules are replayed and checked against their digests. Records of another version of the rules go
    on from their last snapshot if it still fits; otherwise they are refused.
    """
    if record.game != game.id:
        raise BadRecord(f"game: this is a record of {record.game!r}, not of {game.id!r}")
    if record.version != game.version:
        return resume_snapshot(game, record, chance, hold)
    if record.setup.packs != game.packs:
        changed = sorted(set(record.setup.packs.items()) ^ set(game.packs.items()))
        raise BadRecord(f"packs: the cards have changed since: {', '.join(sorted({name for name, _ in changed}))}")
    require_setup(game, record)
    match = begun(game, record, chance)
    match.hold = hold
    wanted = {snapshot.at: snapshot.table for snapshot in record.snapshots}
    if any(at > len(record.entries) for at in wanted):
        raise BadRecord("snapshots: one is later than the last entry")
    try:
        for number, _ in enumerate(match.replay(record.entries[record.floor :]), record.floor):
            if number in wanted and not same_moment(match.table, wanted[number]):
                raise BadRecord(f"entries: after {number} of them the table is not the one that was saved")
    except (Refused, RulesError) as error:
        raise BadRecord(f"entries[{len(match.record.entries)}]: {error}") from None
    match.record.snapshots = list(record.snapshots)
    match.proceed()
    then = wanted.get(len(record.entries))
    while then is not None and match.question is not None and match.question.idle and save(match.table) != then:
        match.go_on()  # nobody sees again what had happened since the last entry: it would tell when that was made
    return match


def begun(game: Game, record: Record, chance: Chance | None = None) -> Match:
    """The match of a record before the first entry that these rules can replay."""
    floor = record.floor
    match = Match(game, replaced(record, entries=record.entries[:floor], snapshots=[], outcome=None), chance)
    if floor:
        base = next((snapshot for snapshot in record.snapshots if snapshot.at == floor), None)
        if base is None:
            raise BadRecord(
                f"snapshots: the first {floor} entries were played by other rules, and none is left after them"
            )
        match.table = load(type(match.table), base.table)
        match.draws, match.given, match.left = dict(base.draws), dict(base.given), base.left
    return match


def require_setup(game: Game, record: Record) -> None:
    """BadRecord unless the record's set-up is complete and one that the game allows."""
    setup = record.setup
    try:
        whole = game.checked(setup.players, setup.options, setup.campaign, setup.characters)
    except BadSetup as error:
        raise BadRecord(f"setup.{error}") from None
    missing = sorted(set(whole.options) - set(setup.options))
    if missing:
        raise BadRecord(f"setup.options.{missing[0]}: is missing")


def resume_snapshot(game: Game, record: Record, chance: Chance | None, hold: bool) -> Match:
    """Go on from the last snapshot under other rules; nothing before it can be replayed or undone."""
    what = f"version: made by version {record.version} of {game.title}, but version {game.version} is installed"
    last = record.snapshots[-1] if record.snapshots else None
    if last is None or last.at != len(record.entries):
        raise BadRecord(f"{what}, and it has no snapshot to go on from")
    setup = replaced(record.setup, packs=dict(game.packs))
    going_on = replaced(record, version=game.version, setup=setup, snapshots=[last], floor=last.at)
    match = Match(game, going_on, chance)
    match.hold = hold
    try:
        match.rewind(last.at)
    except BadRecord as error:
        raise BadRecord(f"{what}, and its snapshot does not fit: {error}") from None
    return match


def verify(game: Game, record: Record) -> list[str]:
    """Everything wrong with a record's proof of fairness; an empty list means that every roll and shuffle is proven."""
    deal = record.deal
    wrong = []
    if deal.commitment and not deal.secret:
        return ["deal.secret: not revealed; a fair deal can be verified when the match is over"]
    if deal.commitment and commitment(deal.secret) != deal.commitment:
        wrong.append("deal.secret: is not the one that was committed to")
    if record.game != game.id or record.version != game.version or record.setup.packs != game.packs:
        return [*wrong, f"version: made by other rules than version {game.version} of {game.title} with these packs"]
    try:
        require_setup(game, record)
        match = begun(game, record)
    except BadRecord as error:
        return [*wrong, str(error)]
    if record.floor:
        wrong.append(f"entries: the first {record.floor} were played by other rules and prove nothing")
    for number, entry in enumerate(record.entries[record.floor :], record.floor):
        try:
            match.reach(entry)
            if entry.seat == CHANCE and match.draw() != entry.answer:
                ask = require_open(match.question).ask
                why = "typed in by people" if deal.typed and isinstance(ask, Roll) else "not drawn from the deal"
                wrong.append(f"entries[{number}]: {purpose_of(ask)} was {why}")
            match.play(entry)
        except EschatonError as error:
            return [*wrong, f"entries[{number}]: {error}"]
    match.hold = False
    match.next_question()
    if match.table.outcome != record.outcome:
        wrong.append("outcome: is not the one these entries lead to")
    return wrong
