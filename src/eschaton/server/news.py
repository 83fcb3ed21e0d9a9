"""What the server says to a client, typed once, here; `docs/protocol.md` explains the messages.

Everything a recipient is sent carries the recipient's own sequence number; never the table's, which would tell of
hidden activity.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from eschaton.kernel.ask import Face, Option, Seat
from eschaton.kernel.game import Look
from eschaton.kernel.scene import Scene
from eschaton.kernel.step import Outcome
from eschaton.kernel.view import Asked
from eschaton.ledger.trail import Teaching
from eschaton.server.protocol import BotKind, Phase, Settings


class FromServer(msgspec.Struct, kw_only=True, tag_field="type"):
    """Anything the server says; `seq` counts what this recipient has been sent in this stream, from 1."""

    seq: int = 0


class Welcome(FromServer, tag="welcome"):
    """You are in. Resumed: `seq` is the last you have, and what you missed follows.

    Otherwise forget all: messages that tell you the whole table follow, all with this same `seq`; then it counts on.
    """

    version: int
    stream: str
    resumed: bool
    table: str
    person: int
    now: float
    """The server's clock, in seconds, to read deadlines by."""


class CharacterState(msgspec.Struct, frozen=True, kw_only=True):
    """A character that somebody brings along: how many matches it has been in, and what it has come to, in words."""

    name: str
    matches: int
    told: list[str] = []


class SeatState(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays a seat. `person` is None for an open seat and for one that only a bot plays."""

    seat: Seat
    name: str = ""
    person: int | None = None
    bot: BotKind | None = None
    connected: bool = False
    below: bool = False
    """Whether the bot plays below its level for now: it could not think in time when all knew that it was asked."""
    character: CharacterState | None = None
    """Who comes along from earlier matches."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at the table, seated or watching."""

    id: int
    name: str
    seats: list[Seat] = []
    connected: bool = False


class PackState(msgspec.Struct, frozen=True, kw_only=True):
    """A pack of cards that is laid on the game's own: what its heading says, and the hash that a record keeps."""

    id: str
    hash: str
    name: str
    version: str = ""
    author: str = ""
    file: str = ""


class CampaignState(msgspec.Struct, frozen=True, kw_only=True):
    """The campaign that a table plays: how many matches are in it, and what it has come to, in words."""

    name: str
    matches: int
    told: list[str] = []


class TableState(FromServer, tag="table"):
    """Everything about the table but the game itself; sent whole whenever it changes."""

    id: str
    game: str
    title: str
    look: Look | None
    phase: Phase
    paused: bool
    host: int
    players: int
    options: dict[str, Any]
    settings: Settings
    packs: list[PackState]
    campaign: CampaignState | None
    locked: bool
    """Whether joining needs a password."""
    seats: list[SeatState]
    people: list[Person]
    watchers: int
    """How many watch without a name."""
    commitment: str
    """The hash of the server's secret for the next or running deal, fixed before anybody joined."""
    match: str
    """The id of the running or last match, for record and replay; empty before the first."""
    outcome: Outcome | None = None


class Crumb(msgspec.Struct, frozen=True, kw_only=True):
    """A pending step: its name (for `stand`), its title, its rule."""

    step: str
    title: str
    rule: str = ""


class DiceWanted(msgspec.Struct, frozen=True, kw_only=True):
    """Dice to be rolled by hand and typed in."""

    purpose: str
    faces: list[Face]
    names: list[str]
    """The faces in words."""
    count: int
    rule: str = ""


class State(msgspec.Struct, kw_only=True):
    """What one viewer may know now. This is the document that patches apply to."""

    scene: Scene
    breadcrumb: list[Crumb] = []
    may_act: list[Seat] = []
    """Who may act, as far as everybody knows; -1 is chance (dice to be typed in)."""
    passing: list[Seat] = []
    """Who passes openly, for all to see."""
    question: Asked | None = None
    """My open question."""
    free: list[Option] = []
    """What I may do unasked."""
    withdraw: bool = False
    """Whether I have given a sealed answer that I may still take back."""
    standing: str | None = None
    """The step until whose end I pass every window."""
    touch: bool = False
    """Whether this game says when something touches me, so that I can pass until then."""
    undo: bool = False
    """Whether I have a decision that might be taken back."""
    deadline: float | None = None
    """When my question answers itself neutrally, by the server's clock."""
    dice: DiceWanted | None = None
    lesson: Teaching | None = None
    """At a table that teaches: what the lesson says now."""
    outcome: Outcome | None = None


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happened, in words for this viewer."""

    text: str
    rule: str = ""
    key: str = ""
    args: dict[str, Any] = {}


class PatchOp(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One change of a document, as in RFC 6902: `path` is a JSON pointer; `-` is never used."""

    op: Literal["add", "remove", "replace"]
    path: str
    value: Any = msgspec.UNSET


class Observation(FromServer, tag="observation", omit_defaults=True):
    """What a seat (null: a watcher) sees now: the whole `state`, or the `patch` to the last one, whichever is smaller.

    Cut the seat's log to `log_from` events, then add `events`.
    """

    seat: Seat | None
    log_from: int
    events: list[Told] = []
    state: State | None = None
    patch: list[PatchOp] | None = None


class Done(FromServer, tag="done"):
    """The message `re` was carried out, and is on disk."""

    re: str


ProblemCode = Literal[
    "malformed",  # not a message of this protocol
    "version",  # another version of the protocol
    "forbidden",  # not yours to do
    "stale",  # it came too late: the question, action, step or undo is not open (any more)
    "illegal",  # the rules, or the state of the table, forbid it
    "too-large",
    "too-fast",
    "not-found",
    "conflict",  # not in this phase
    "unavailable",  # the server cannot do it now; nothing was changed
]


class Problem(FromServer, tag="problem"):
    """The message `re` was not carried out; nothing changed. `field` names the part of it that is wrong."""

    code: ProblemCode
    re: str = ""
    field: str = ""
    message: str = ""


class Said(FromServer, tag="said", omit_defaults=True):
    """A line of chat; `to` names the seats it was whispered to, `ears` the people who sat there."""

    person: int
    name: str
    text: str
    at: float
    to: list[Seat] = []
    ears: list[int] = []


class Presence(FromServer, tag="presence"):
    """Who is connected."""

    people: list[int]
    watchers: int


class UndoAsked(FromServer, tag="undo-asked"):
    """A seat would like to take back its last decision; all others are asked."""

    undo: int
    seat: Seat
    name: str


class UndoClosed(FromServer, tag="undo-closed"):
    """An undo was carried out or refused."""

    undo: int
    seat: Seat
    done: bool


class SeatAsked(FromServer, tag="seat-asked"):
    """Somebody would like to take over a seat with secrets in mid-game; all others who play are asked."""

    asking: int
    seat: Seat
    person: int
    name: str
    """Who asks."""
    plays: str
    """Who plays the seat now."""


class SeatClosed(FromServer, tag="seat-closed"):
    """A seat was given to who asked for it, or not."""

    asking: int
    seat: Seat
    person: int
    name: str
    given: bool


class Notice(FromServer, tag="notice"):
    """Something about the table in one sentence."""

    key: str
    text: str


class Hint(FromServer, tag="hint"):
    """What a sensible player would answer, and why."""

    re: str
    seat: Seat
    ask: str
    answer: Any
    reason: str


class Gone(FromServer, tag="gone"):
    """The table is no more, or you were sent away; do not come back."""

    reason: str


ServerMessage = (
    Welcome
    | TableState
    | Observation
    | Done
    | Problem
    | Said
    | Presence
    | UndoAsked
    | UndoClosed
    | SeatAsked
    | SeatClosed
    | Notice
    | Hint
    | Gone
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


def encode(message: Any) -> bytes:
    """A message, of either side, or a body of the HTTP interface as bytes."""
    return _encoder.encode(message)


def decode_server(data: bytes | str) -> ServerMessage:
    """A server's message, for clients written in Python."""
    return _decoder.decode(data)
