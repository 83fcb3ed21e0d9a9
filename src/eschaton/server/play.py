"""A match at a web table: every change to it is one call here, and says what must be stored."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from eschaton.kernel.ask import CHANCE, EVERYONE, Ask, Face, Roll, Seat
from eschaton.kernel.chance import Awaited, Chance
from eschaton.kernel.errors import EschatonError, Illegal, NotOpen, Refused, RulesError, WrongSeat
from eschaton.kernel.machine import Question
from eschaton.kernel.match import SNAPSHOT_EVERY, Match, chance_of, resume
from eschaton.kernel.record import Deal, Entry, Record, Snapshot
from eschaton.kernel.step import Outcome
from eschaton.kernel.undo import Undo, plan, take_back
from eschaton.kernel.view import view
from eschaton.server.lobby import Lobby, Refusal
from eschaton.server.news import ProblemCode

NEAR = 8
"""A snapshot is taken in memory after so many entries."""
REMEMBERED = 8
"""So many of the last of them are kept."""

Watch = Callable[[Match, Question | None], None]
"""Called at every moment of a match that viewers are told of."""


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
    """The running match of a table."""

    def __init__(self, match: Match, watch: Watch | None = None) -> None:
        self.match = match
        self.stored = [snapshot.at for snapshot in match.record.snapshots]  # of which snapshots are on disk
        self.watched_by(watch)

    def watched_by(self, watch: Watch | None) -> None:
        """Have somebody called at every moment."""
        self.match.watch = (lambda question: watch(self.match, question)) if watch is not None else None

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
        if not record.snapshots or many >= record.snapshots[-1].at + NEAR:
            record.snapshots.append(self.match.snap())
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

    # What a seat does.

    def answer(self, seat: Seat, ask: str, given: Any) -> Change:
        """A seat's answer to the question it names."""
        return self.change(lambda: self.match.answer(seat, given, ask))

    def act(self, seat: Seat, key: str) -> Change:
        """A free action."""
        return self.change(lambda: self.match.act(seat, key))

    def withdraw(self, seat: Seat) -> Change:
        """A sealed answer taken back."""
        return self.change(lambda: self.match.take_back(seat))

    def stand(self, seat: Seat, until: str | None, touched: bool) -> Change:
        """A standing pass."""
        return self.change(lambda: self.match.stand(seat, until, touched))

    def dice(self, faces: list[Face]) -> Change:
        """Dice typed in."""
        question, chance = self.match.question, self.match.chance
        if question is None or question.ask.seat != CHANCE or not isinstance(chance, Dice):
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

    def bot_answer(self, seat: Seat, kind: str, rng: Random) -> tuple[str, Any]:
        """What a bot would answer, knowing only what its seat knows; with the question's id."""
        ask = self.match.asks()[seat]
        ask_id = self.match.ask_id(seat) or ""
        advice = self.match.game.advice
        if kind == "thumb" and advice is not None:
            return ask_id, advice(view(self.match.table, seat), ask, rng).answer
        return ask_id, ask.sample(rng)

    def hint(self, seat: Seat) -> tuple[str, Any, str]:
        """The open question's id, what a sensible player would answer, and why."""
        ask, advice = self.match.asks().get(seat), self.match.game.advice
        if ask is None:
            raise Refusal("stale", "seat", "you are not asked anything now")
        if advice is None:
            raise Refusal("unavailable", "type", f"{self.match.game.title} has no advice to give")
        found = advice(view(self.match.table, seat), ask, Random(0))
        return self.match.ask_id(seat) or "", found.answer, found.reason


def begin(lobby: Lobby, watch: Watch | None = None) -> Play:
    """Deal a new match for the people at a table."""
    game = lobby.rules()
    record = Record(
        id=secrets.token_hex(8),
        game=game.id,
        version=game.version,
        setup=game.checked(lobby.players, lobby.options),
        deal=Deal(commitment=lobby.commitment(), secret=lobby.secret, typed=lobby.settings.typed_dice),
        names=[lobby.name_of(seat) for seat in range(lobby.players)],
    )
    match = Match(game, record)
    play = Play(match, watch)
    contributions = [chair.number for chair in lobby.chairs]
    if record.deal.typed:
        record.deal.contributions = contributions
        match.chance = Dice(chance_of(record.deal))
        match.proceed()
    else:
        match.contribute(contributions)
    return play


def reopen(lobby: Lobby, record: Record) -> Play:
    """The match of a table as it was stored, at its open question."""
    chance = Dice(chance_of(record.deal)) if record.deal.typed else None
    return Play(resume(lobby.rules(), record, chance))


def refusal(error: EschatonError) -> Refusal:
    """An error of the kernel as a refusal: what stands before the colon names the field."""
    field, colon, message = str(error).partition(": ")
    if not colon or " " in field:
        field, message = "", str(error)
    code: ProblemCode = "illegal"
    if isinstance(error, NotOpen | WrongSeat):
        code = "stale"
    elif isinstance(error, Illegal):
        code = "illegal"
    return Refusal(code, {"question": "ask"}.get(field, field), message)
