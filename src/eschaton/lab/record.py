"""One game of a study, as rows: what came of it, and what happened on the way that may have decided it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from eschaton.bots import make_bots
from eschaton.kernel.ask import Seat
from eschaton.kernel.event import Event
from eschaton.kernel.game import Game, Setup
from eschaton.kernel.step import Outcome
from eschaton.kernel.table import Table
from eschaton.lab.holdings import held
from eschaton.lab.playout import Playout
from eschaton.lab.usage import card_of

SEEN, USED, MEASURE = "seen", "used", "measure"
USES = "uses"  # the kernel's own event: a seat uses a power


class GameRow(msgspec.Struct, frozen=True):
    """A game. `sides` and `bots` go by `seats`; `answers` is a fingerprint of every answer that was given."""

    cell: int
    index: int
    seed: str
    players: int
    seats: list[int]
    bots: list[str]
    sides: list[str]
    winners: list[int]
    won: bool
    reason: str
    rule: str
    scores: list[dict[str, Any]]
    decisions: int
    clock: int
    answers: str
    error: str


class EventRow(msgspec.Struct, frozen=True):
    """Something that may decide a game: a card seen or used, or a measure at the beginning of a round and at the end.

    `seat` is -1 where it concerns the table.
    """

    cell: int
    index: int
    decision: int
    clock: int
    kind: str
    seat: int
    name: str
    value: float


class Rows(msgspec.Struct):
    """Rows of some games."""

    games: list[GameRow] = []
    events: list[EventRow] = []
    decisions: int = 0


class Recorder:
    """Watches a game and keeps what may have decided it: looks at the table, changes nothing."""

    def __init__(self, game: Game, cell: int, index: int) -> None:
        self.game = game
        self.key = (cell, index)
        self.plays = frozenset(game.plays)
        self.rows: list[EventRow] = []
        self.seen: dict[Seat, set[str]] = {}
        self.named: dict[str, str] = {}
        self.answers = hashlib.blake2b(digest_size=8)
        self.decision = -1
        self.clock = -1

    def __call__(self, table: Table) -> None:
        """Look at the table before a decision, and when the game is over."""
        self.decision += 1
        clock = table.clock()
        for event in table.events:
            self.learn(event, clock)
        for seat, cards in held(table):
            known = self.seen.get(seat)
            if known is None:
                known = self.seen[seat] = set()
            if not known.issuperset(cards):
                self.see(seat, cards, clock)
        if clock != self.clock or table.outcome is not None:
            self.clock = clock
            self.measure(table, clock)

    def hear(self, seat: Seat, given: Any) -> None:
        """An answer was given: it goes into the fingerprint."""
        self.answers.update(f"{seat}{given!r}".encode())

    def learn(self, event: Event, clock: int) -> None:
        """Cards that an event tells of: used by somebody, or at least seen."""
        args = event.args
        who = args.get("who")
        if type(who) is not int or who < 0:
            return
        if event.key == USES:
            self.use(who, card_of(str(args["power"]).partition(":")[0]), clock)
            return
        card = args.get("card", event.secret.get("card"))
        if type(card) is str:
            if event.key in self.plays:
                self.use(who, card, clock)
            elif card not in self.seen.setdefault(who, set()):
                self.see(who, [card], clock)

    def see(self, seat: Seat, cards: Sequence[str], clock: int) -> None:
        """A seat has got to know or to hold cards; each is noted once."""
        known = self.seen.setdefault(seat, set())
        for card in cards:
            if card not in known:
                known.add(card)
                self.note(clock, SEEN, seat, self.name(card), 1)

    def use(self, seat: Seat, card: str, clock: int) -> None:
        """A seat uses a card, which it has seen then."""
        self.see(seat, [card], clock)
        self.note(clock, USED, seat, self.name(card), 1)

    def measure(self, table: Table, clock: int) -> None:
        """What the game wants to be followed."""
        for name, value in table.measures().items():
            if isinstance(value, int | float):
                self.note(clock, MEASURE, -1, name, value)
            else:
                for seat, amount in value.items():
                    self.note(clock, MEASURE, seat, name, amount)

    def name(self, card: str) -> str:
        """A card as the game names it, so that copies are one card."""
        named = self.named.get(card)
        if named is None:
            named = self.named[card] = self.game.name("card", card)
        return named

    def note(self, clock: int, kind: str, seat: Seat, name: str, value: float) -> None:
        """Keep a row."""
        self.rows.append(EventRow(*self.key, self.decision, clock, kind, seat, name, float(value)))


def play_game(game: Game, setup: Setup, bots: Sequence[str], seed: str, key: tuple[int, int], rows: Rows) -> None:
    """Play one game and add its rows. A defect of the rules becomes a row with its error, never an exception."""
    recorder = Recorder(game, *key)
    error = ""
    played: Playout | None = None
    try:
        played = Playout(game, setup, make_bots(bots, game), seed, recorder)
        played.hear = recorder.hear
        played.run()
    except Exception as fault:
        error = f"{type(fault).__name__}: {fault}"
    table = played.table if played else None
    outcome = (table.outcome if table else None) or Outcome(())
    seats = played.people if played else []
    decisions = played.decisions if played else 0
    rows.games.append(
        GameRow(
            cell=key[0],
            index=key[1],
            seed=seed,
            players=setup.players,
            seats=seats,
            bots=list(bots),
            sides=[table.side(seat) for seat in seats] if table and not error else ["" for _ in seats],
            winners=sorted(outcome.winners),
            won=bool(outcome.winners),
            reason=outcome.reason or outcome.rule,
            rule=outcome.rule,
            scores=list(scores(outcome)),
            decisions=decisions,
            clock=table.clock() if table else 0,
            answers=recorder.answers.hexdigest(),
            error=error,
        )
    )
    rows.decisions += decisions
    if not error:
        rows.events += recorder.rows


def scores(outcome: Outcome) -> Iterator[dict[str, Any]]:
    """The scores of a game, by name."""
    for name, value in outcome.scores.items():
        yield {"name": name, "value": value}
