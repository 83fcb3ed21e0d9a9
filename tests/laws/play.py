"""Random play: a match stepped by hand, with ears that hear exactly what a viewer is sent."""

from collections import Counter
from random import Random
from typing import Any

import msgspec

from eschaton.kernel import view as views
from eschaton.kernel.ask import CHANCE, Ask, Seat, Viewer, may_see
from eschaton.kernel.errors import Refused
from eschaton.kernel.event import Event
from eschaton.kernel.game import Game
from eschaton.kernel.machine import SECRET, Question, asked_freely
from eschaton.kernel.match import Match
from eschaton.kernel.record import Deal, Entry, Record
from eschaton.kernel.table import Table, piles
from tests.laws.register import Case


class LawBroken(AssertionError):
    """A law does not hold."""


def hold(truth: bool, law: str) -> None:
    """Raise LawBroken unless this is so."""
    if not truth:
        raise LawBroken(law)


Known = frozenset[tuple[str, int, int]]


class Heard:
    """One message, and how many cards its hearer had got to know before it came, one after the other."""

    def __init__(self, sent: bytes, learnt: list[Known], over: bool) -> None:
        self.sent = sent
        self.learnt = learnt
        self.over = over


class Ear:
    """What one viewer is sent: a message whenever the view, who may act or passes openly, the free actions, the own
    wishes, whether all must be silent, the events or the own question are new. That the own question is gone after
    answering is acknowledged, not announced."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.messages: list[Heard] = []
        self.known: Known = frozenset()
        self.learnt: list[Known] = []
        self.last: list[Any] = [None, None, None, None, None]

    def hear(self, table: Table, question: Question | None, given: int, events: list[Event]) -> None:
        """Be told of a moment."""
        told = views.observe(table, question, self.viewer, given, events)
        aside = [told.free, told.carried, told.wishes, told.silent]
        now = [told.view, told.may_act, aside, told.passing, told.question]
        changed = now[:4] != self.last[:4] or (told.question is not None and told.question != self.last[4])
        if changed or told.events:
            self.learn(known_to(table, self.viewer) | lying_open(table, told.view))
            public = msgspec.json.encode(table.public(), order="deterministic")  # nor may what everybody knows tell
            self.messages.append(Heard(msgspec.json.encode(told) + public, self.learnt, table.outcome is not None))
        self.last = now

    def learn(self, known: Known) -> None:
        """Add the cards that were not known a moment ago, each with where it is found."""
        faces = {card for card, _, _ in self.known}
        fresh = frozenset(found for found in known if found[0] not in faces)
        if fresh:
            self.learnt = [*self.learnt, fresh]
        self.known = known


def known_to(table: Table, viewer: Viewer) -> Known:
    """The cards whose face a viewer knows, with where they lie; or that they lie in a pile, but not where."""
    return frozenset(
        (
            card if may_see(pile.known[place], viewer) else f"in {card}",
            number,
            place * may_see(pile.known[place], viewer),
        )
        for number, pile in enumerate(piles(table))
        for place, card in enumerate(pile.cards)
        if may_see(pile.known[place] | pile.inside[place], viewer)
    )


def lying_open(table: Table, seen: dict[str, Any]) -> Known:
    """The pieces that lie in no pile, but somewhere on the table where this viewer sees them."""
    text = msgspec.json.encode(seen)
    piled = {card for pile in piles(table) for card in pile.cards}
    return frozenset(
        (piece, -1, 0) for piece in table.inventory() if piece not in piled and f'"{piece}"'.encode() in text
    )


class World:
    """A running match of which every step is taken by hand."""

    def __init__(self, game: Game, match: Match, ears: list[Ear]) -> None:
        self.game = game
        self.match = match
        self.ears = ears
        self.told = len(match.log)
        self.apart = 0  # how many entries more than in the other world, when both were last asked to go back
        self.pieces: Counter[str] | None = None  # all there are, once set-up has brought them out
        self.match.watch = self.hear
        self.match.next_question()

    @classmethod
    def new(cls, case: Case, seed: int) -> "World":
        """A new match of a case."""
        setup = case.game.checked(case.players, case.options)
        record = Record(id="law", game=case.game.id, version=case.game.version, setup=setup, deal=Deal(seed=str(seed)))
        return cls(case.game, Match(case.game, record), [])

    def beside(self, table: Table, ears: list[Ear]) -> "World":
        """Another world that has come to this moment with another table."""
        match = Match(self.game, msgspec.structs.replace(self.match.record, entries=[], snapshots=[]))
        match.table = table
        match.given = dict(self.match.given)
        match.draws = dict(self.match.draws)
        match.record.snapshots.append(match.snap())
        return World(self.game, match, ears)

    def hear(self, question: Question | None) -> None:
        """Everybody who listens is told of this moment."""
        if self.pieces is None and question is not None and question.ask.seat != CHANCE:
            self.pieces = self.table.inventory()
        events = [event for _, event in self.match.log[self.told :]]
        self.told = len(self.match.log)
        for ear in self.ears:
            given = self.match.given.get(ear.viewer, 0) if ear.viewer is not None else 0
            ear.hear(self.match.table, question, given, events)

    @property
    def table(self) -> Table:
        return self.match.table

    @property
    def question(self) -> Question | None:
        return self.match.question

    @property
    def asks(self) -> dict[Seat, Ask]:
        """Who is really asked what; chance too."""
        return self.match.asks()

    def take(self, entry: Entry) -> None:
        """Carry out an entry and go on to the next question."""
        self.match.play(entry)
        self.match.next_question()

    def takes(self, entry: Entry) -> bool:
        """Carry out an entry if it is legal."""
        try:
            self.take(entry)
        except Refused:
            return False
        return True

    def some_entry(self, rng: Random) -> Entry:
        """Anything legal: mostly an answer, at times something unasked, a take-back or a standing pass."""
        question = self.question
        assert question is not None
        if question.ask.seat == CHANCE and question.mode == "one":
            return Entry(CHANCE, self.match.draw())
        unasked = self.unasked(rng) if rng.random() < 0.15 else None
        if unasked is not None:
            return unasked
        asks = self.asks
        seat = rng.choice(list(asks))
        return Entry(seat, asks[seat].sample(rng))

    def unasked(self, rng: Random) -> Entry | None:
        """A free action, a take-back or a standing pass, if there is one."""
        table = self.table
        assert self.question is not None
        seat = rng.choice(table.people())
        way = rng.choice(("free", "free", "withdraw", "stand", "wish"))
        if way == "free":
            return self.free_act(seat, rng)
        if way == "wish":
            known = table.thresholds
            chosen = rng.choice(known) if known else None
            return Entry(seat, [chosen.timing, rng.randint(0, chosen.most + 1)], "wish") if chosen else None
        if way == "withdraw":
            can = self.question.mode in SECRET and seat in table.answered(self.question.step)
            return Entry(seat, None, "withdraw") if can else None
        if seat in table.standing:
            return Entry(seat, None, "stand")
        until = type(rng.choice(table.stack)).__name__
        way = rng.choice(([until, False], [until, True], [until, False, True]))
        return Entry(seat, way, "stand")

    def free_act(self, seat: Seat, rng: Random) -> Entry | None:
        """Something that a seat may do unasked, with the answer that it carries."""
        free = self.table.free(seat)
        if not free:
            return None
        key = rng.choice(list(free))
        ask = asked_freely(self.table, seat, free[key])
        return Entry(seat, key if ask is None else [key, ask.sample(rng)], "free")


def play(world: World, rng: Random, decisions: int) -> int:
    """Play on at random; how many decisions were taken."""
    for number in range(decisions):
        if world.question is None:
            return number
        world.take(world.some_entry(rng))
    return decisions
