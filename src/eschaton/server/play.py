"""A match at a web table: every change to it is one call here, and says what must be stored."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from eschaton.bots import RandomBot, Sight
from eschaton.bots.simple import EAGER, advised_unasked
from eschaton.kernel.ask import CHANCE, EVERYONE, Ask, Face, Roll, Seat
from eschaton.kernel.chance import Awaited, Chance
from eschaton.kernel.errors import EschatonError, GameOver, NotOpen, Refused, RulesError, WrongSeat
from eschaton.kernel.game import Game
from eschaton.kernel.machine import AT_ONCE, Act
from eschaton.kernel.match import SNAPSHOT_EVERY, Match, chance_of, resume
from eschaton.kernel.record import Deal, Entry, Record, Snapshot
from eschaton.kernel.save import copy
from eschaton.kernel.seen import seen
from eschaton.kernel.step import Outcome
from eschaton.kernel.undo import Undo, plan, take_back
from eschaton.kernel.view import structure
from eschaton.ledger.lesson import Lesson, LessonChance, lesson_of
from eschaton.ledger.trail import Teaching, Trail, lesson_match
from eschaton.server.lobby import Lobby, Refusal, checked_setup
from eschaton.server.news import ProblemCode

NEAR = 8
"""A snapshot is taken in memory after so many entries."""
REMEMBERED = 8
"""So many of the last of them are kept."""


FIELDS = {"question": "ask", "roll": "faces"}
"""What the kernel calls otherwise than the protocol."""


class Change(msgspec.Struct, frozen=True):
    """What a change means for storage: keep the first entries, forget the rest, add these."""

    keep: int
    entries: list[Entry]
    snapshots: list[Snapshot]
    log_kept: int
    """How many of the events that were told still stand."""


class Dice:
    """Chance at a table where dice are rolled by hand: it waits for what everybody sees, and deals the rest itself."""

    def __init__(self, hidden: Chance) -> None:
        self.hidden = hidden
        self.typed: list[Face] | None = None

    def answer(self, ask: Ask, purpose: str, number: int) -> Any:
        """What was typed in, or, for what nobody may see, what the deal says."""
        if not isinstance(ask, Roll) or ask.audience != EVERYONE:
            return self.hidden.answer(ask, purpose, number)
        if self.typed is None:
            raise Awaited
        faces, self.typed = self.typed, None
        return faces


class Play:
    """The running match of a table. It waits where nobody can really act, for as long as bots there would take."""

    def __init__(self, match: Match, trail: Trail | None = None) -> None:
        self.match = match
        self.match.hold = True
        self.trail = trail
        self.stored = [snapshot.at for snapshot in match.record.snapshots]  # of which snapshots are on disk
        self.stood = 0  # how many serials were taken by standing passes, which nobody else may notice

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it has."""
        return self.match.table.outcome

    def everything(self) -> Change:
        """The whole match, as a change from nothing."""
        record = self.match.record
        self.stored = [snapshot.at for snapshot in record.snapshots]
        return Change(0, record.entries, record.snapshots, 0)

    def change(self, do: Callable[[], None], keep: int | None = None) -> Change:
        """Do something to the match; if it fails, the match is as before, and a refusal says why."""
        match = self.match
        before = len(match.record.entries)
        kept = before if keep is None else keep
        log_kept = sum(when <= kept for when, _ in match.log) if keep is not None else len(match.log)
        try:
            do()
        except Refused as error:
            raise refusal(error) from None
        except Exception as error:
            match.rewind(before)
            raise RulesError(f"{match.game.id}, match {match.record.id}: {error}") from error
        return Change(kept, match.record.entries[kept:], self.snapshots(kept), log_kept)

    def snapshots(self, kept: int) -> list[Snapshot]:
        """Take a snapshot now and then, so that undo has little to replay; those that belong on disk."""
        record = self.match.record
        many = len(record.entries)
        self.stored = [at for at in self.stored if at <= kept]
        if not self.idle and (not record.snapshots or many >= record.snapshots[-1].at + NEAR):
            record.snapshots.append(self.match.snap())
        if not record.snapshots:
            return []
        last = record.snapshots[-1]
        near = {snapshot.at for snapshot in record.snapshots[-REMEMBERED:]}
        fresh = []
        if last.at not in self.stored and (
            self.match.over or last.at >= (self.stored[-1] if self.stored else 0) + SNAPSHOT_EVERY
        ):
            self.stored.append(last.at)
            fresh = [last]
        record.snapshots = [one for one in record.snapshots if one.at in near or one.at in self.stored]
        return fresh

    # The moment.

    @property
    def idle(self) -> bool:
        """Whether the match waits though nobody can really act."""
        return self.match.question is not None and self.match.question.idle

    @property
    def together(self) -> bool:
        """Whether several may answer side by side, so that nobody can tell who has, or could."""
        return self.match.question is not None and self.match.question.mode in AT_ONCE

    def moment(self) -> object:
        """What everybody can tell this moment by: the same as long as nothing happens but what is hidden."""
        question = self.match.question
        if question is None:
            return None
        step = question.step
        counted = 0 if self.together else len(self.match.record.entries)
        return step.serial, self.match.table.next_serial - self.stood, structure(step, None, None), counted

    def may_act(self) -> list[Seat]:
        """Who may act now, as far as everybody knows."""
        question = self.match.question
        return question.may_act(self.match.table) if question is not None else []

    def go_on(self) -> Change:
        """Leave a moment at which nobody could act after all."""
        return self.change(self.match.go_on)

    # What a seat does.

    def answer(self, seat: Seat, ask: str, given: Any) -> Change:
        """A seat's answer to the question it names."""
        return self.change(lambda: self.match.answer(seat, given, ask))

    def act(self, seat: Seat, key: Act) -> Change:
        """A free action."""
        return self.change(lambda: self.match.act(seat, key))

    def withdraw(self, seat: Seat) -> Change:
        """A sealed answer taken back."""
        return self.change(lambda: self.match.take_back(seat))

    def stand(self, seat: Seat, until: str | None, touched: bool, openly: bool = False) -> Change:
        """A standing pass."""
        change = self.change(lambda: self.match.stand(seat, until, touched, openly))
        self.stood += until is not None
        return change

    def dice(self, faces: list[Face]) -> Change:
        """Dice typed in."""
        question, chance = self.match.question, self.match.chance
        if question is None or question.ask.seat != CHANCE or question.idle or not isinstance(chance, Dice):
            raise Refusal("stale", "faces", "no dice are to be typed in now")
        try:
            question.ask.check(faces)
        except Refused as error:
            raise refusal(error) from None
        chance.typed = list(faces)
        return self.change(self.match.proceed)

    def plan_undo(self, seat: Seat) -> Undo:
        """What undoing this seat's last decision means, and who must agree."""
        try:
            return plan(self.match, seat)
        except Refused as error:
            raise refusal(error) from None

    def undo(self, planned: Undo) -> Change:
        """A decision taken back."""
        return self.change(lambda: take_back(self.match, planned), keep=planned.at)

    def consult(self, seat: Seat, kind: str, rng: Random) -> Callable[[], Any]:
        """What will say a bot's answer: it knows what its seat knows now, and may take its time, in any thread.

        One that thinks ahead does so elsewhere; this is what it answers if nothing comes of that.
        """
        if self.trail is not None and self.trail.teaches(self.match):
            rehearsed = self.trail.bot_answer(self.match, seat)
            return lambda: rehearsed
        ask, advice = self.match.asks()[seat], self.match.game.advice
        if kind == "random" or advice is None:
            return lambda: ask.sample(rng)
        known = seen(copy(self.match.table), seat)  # the table may go on meanwhile
        return lambda: advice(known, ask, rng).answer

    def unasked(self, seat: Seat, kind: str, rng: Random) -> Act | None:
        """What a bot that is asked does unasked instead, now and then, as advised; never while a table teaches."""
        game, teaching = self.match.game, self.trail is not None and self.trail.teaches(self.match)
        if game.unasked is None or kind == RandomBot.name or teaching or rng.random() >= EAGER:
            return None
        offered = list(self.match.table.free(seat))
        return advised_unasked(Sight(game, self.match.table, seat), offered, rng) if offered else None

    def teaching(self) -> Teaching | None:
        """What the lesson says to the learner now, at a table that teaches."""
        return self.trail.teaching(self.match) if self.trail is not None else None

    def hint(self, seat: Seat) -> tuple[str, Any, str]:
        """The open question's id, what a sensible player would answer, and why."""
        ask, advice = self.match.asks().get(seat), self.match.game.advice
        if ask is None:
            raise Refusal("stale", "seat", "you are not asked anything now")
        if advice is None:
            raise Refusal("unavailable", "type", f"{self.match.game.title} has no advice to give")
        found = advice(seen(self.match.table, seat), ask, Random(0))
        return self.match.ask_id(seat) or "", found.answer, found.reason


def begin(
    lobby: Lobby,
    rules: Game | None = None,
    campaign: dict[str, Any] | None = None,
    characters: dict[Seat, dict[str, Any]] | None = None,
) -> Play:
    """Deal a new match for the people at a table, by the rules with its packs, as the next of a campaign, with the
    characters that they bring."""
    game = rules or lobby.rules()
    if (lesson := lesson_at(lobby)) is not None:
        names = [lobby.name_of(seat) for seat in range(lobby.players)]
        taught = Play(lesson_match(game, lesson, names, secrets.token_hex(8)), Trail(game, lesson))
        taught.match.proceed()
        return taught
    record = Record(
        id=secrets.token_hex(8),
        game=game.id,
        version=game.version,
        setup=checked_setup(game, lobby.players, lobby.options, campaign, characters),
        deal=Deal(commitment=lobby.commitment(), secret=lobby.secret, typed=lobby.settings.typed_dice),
        names=[lobby.name_of(seat) for seat in range(lobby.players)],
    )
    match = Match(game, record)
    play = Play(match)
    contributions = [chair.number for chair in lobby.chairs]
    if record.deal.typed:
        record.deal.contributions = contributions
        match.chance = Dice(chance_of(record.deal))
        match.proceed()
    else:
        match.contribute(contributions)
    return play


def reopen(lobby: Lobby, record: Record, rules: Game | None = None) -> Play:
    """The match of a table as it was stored, at its open question, by the rules with the packs it was dealt with."""
    lesson, game = lesson_at(lobby), rules or lobby.rules()
    if lesson is not None and not record.floor and record.version == game.version:
        taught = resume(game, record, LessonChance(lesson), hold=record.outcome is None)
        return Play(taught, Trail(game, lesson))
    chance = Dice(chance_of(record.deal)) if record.deal.typed else None
    return Play(resume(game, record, chance, hold=record.outcome is None))


def lesson_at(lobby: Lobby) -> Lesson | None:
    """The lesson of a table that teaches."""
    return lesson_of(lobby.game) if lobby.teaches else None


def refusal(error: EschatonError) -> Refusal:
    """An error of the kernel as a refusal: what stands before the colon names the field."""
    field, colon, message = str(error).partition(": ")
    if not colon or " " in field:
        field, message = "", str(error)
    code: ProblemCode = "stale" if isinstance(error, NotOpen | WrongSeat | GameOver) else "illegal"
    name, bracket, place = field.partition("[")
    return Refusal(code, FIELDS.get(name, name) + bracket + place, message)
