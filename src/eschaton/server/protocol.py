"""What browser and server say to each other: versioned messages, typed once, here. `docs/protocol.md` explains them.

A client sends `ClientMessage`s and receives `ServerMessage`s over one WebSocket per table. Everything a recipient is
sent carries the recipient's own sequence number; never the table's, which would tell of hidden activity.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from eschaton.kernel.ask import Face, Option, Seat
from eschaton.kernel.scene import Scene
from eschaton.kernel.step import Outcome
from eschaton.kernel.view import Asked

VERSION = 1
"""Bumped when an old client could no longer understand the server, or the other way round."""

MAX_MESSAGE = 16_384
"""The longest message a client may send, in bytes."""

Ref = Annotated[str, Meta(max_length=64, description="The client's own name for this message; replies repeat it.")]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Text = Annotated[str, Meta(min_length=1, max_length=500)]
Key = Annotated[str, Meta(max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Number = Annotated[str, Meta(max_length=64, description="A random text of the player's own, mixed into a fair deal.")]
Password = Annotated[str, Meta(max_length=100)]
BotKind = Literal["thumb", "random"]
Phase = Literal["lobby", "playing", "over"]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table is run, whatever the game. Limits are in seconds; 0 is off."""

    watchers: bool = True
    chat: bool = True
    undo: bool = True
    typed_dice: bool = False
    time_limit: Annotated[int, Meta(ge=0, le=7 * 24 * 3600)] = 0


# From the client. `ref` comes back in the reply; a repeated `ref` is recognised and not carried out twice.


class FromClient(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """Anything a client says."""

    ref: Ref = ""


class Hello(FromClient, tag="hello"):
    """The first message: who I am, and the last message I have (of which stream), if I was here before."""

    version: int
    token: Annotated[str, Meta(max_length=400)] = ""
    stream: Annotated[str, Meta(max_length=64)] = ""
    last: Annotated[int, Meta(ge=0)] = 0


class GiveAnswer(FromClient, tag="answer"):
    """Answer the question `ask` open to one of my seats."""

    seat: SeatNumber
    ask: Annotated[str, Meta(max_length=64)]
    answer: Any


class Act(FromClient, tag="act"):
    """Do something unasked: one of the free actions."""

    seat: SeatNumber
    key: Key


class Withdraw(FromClient, tag="withdraw"):
    """Take back a sealed answer while others are still to come."""

    seat: SeatNumber


class Stand(FromClient, tag="stand"):
    """Pass every window until the named step of the breadcrumb ends (or I am touched); null: ask me again."""

    seat: SeatNumber
    until: Key | None = None
    touched: bool = False


class AskUndo(FromClient, tag="undo"):
    """Take back my last decision; if others must agree, they are asked."""

    seat: SeatNumber


class Consent(FromClient, tag="consent"):
    """Agree, or not, to the undo that was asked for."""

    undo: int
    agree: bool


class Say(FromClient, tag="say"):
    """Say something to the table, or whisper to some seats where the game allows it."""

    text: Text
    to: Annotated[list[SeatNumber], Meta(max_length=64)] = []


class AskHint(FromClient, tag="hint"):
    """What would a sensible player answer here, and why?"""

    seat: SeatNumber


class TypeDice(FromClient, tag="dice"):
    """What the real dice show, at a table where they are rolled by hand."""

    faces: Annotated[list[Face], Meta(max_length=100)]


class Concede(FromClient, tag="concede"):
    """Give up: by the game's own rule if it has one, else a bot plays the seat on."""

    seat: SeatNumber


class Sit(FromClient, tag="sit"):
    """Take an open seat, also beside one I have where the game allows several at one screen."""

    seat: SeatNumber
    number: Number = ""


class Leave(FromClient, tag="leave"):
    """Get up from a seat: it is open again, or played by a bot if the game is on."""

    seat: SeatNumber


class Rename(FromClient, tag="rename"):
    """Be called something else."""

    name: Name


# From the host only.


class Configure(FromClient, tag="configure"):
    """Change the table before the game starts; what is null stays. An empty password opens the table."""

    players: int | None = None
    options: dict[str, Any] | None = None
    settings: Settings | None = None
    password: Password | None = None


class Arrange(FromClient, tag="arrange"):
    """Seat people anew: the i-th seat gets whoever sat on `order[i]`; empty: at random."""

    order: Annotated[list[SeatNumber], Meta(max_length=64)] = []


class Fill(FromClient, tag="fill"):
    """Put bots on all open seats."""

    bot: BotKind = "thumb"


class SetBot(FromClient, tag="bot"):
    """Let a bot play a seat (its person may be absent); null gives the seat back to the person, or opens it."""

    seat: SeatNumber
    bot: BotKind | None = None


class Remove(FromClient, tag="remove"):
    """Send a person away from the table; their token is void."""

    person: int


class Start(FromClient, tag="start"):
    """Begin to play."""


class Pause(FromClient, tag="pause"):
    """Stop taking answers, or go on."""

    paused: bool


class EndMatch(FromClient, tag="end"):
    """Break the match off; nobody wins."""


class HandOver(FromClient, tag="handover"):
    """Make somebody else the host."""

    person: int


class Delete(FromClient, tag="delete"):
    """Remove the table and everything about it."""


class Rematch(FromClient, tag="rematch"):
    """Play again, with the same people and options, at once."""


ClientMessage = (
    Hello
    | GiveAnswer
    | Act
    | Withdraw
    | Stand
    | AskUndo
    | Consent
    | Say
    | AskHint
    | TypeDice
    | Concede
    | Sit
    | Leave
    | Rename
    | Configure
    | Arrange
    | Fill
    | SetBot
    | Remove
    | Start
    | Pause
    | EndMatch
    | HandOver
    | Delete
    | Rematch
)


# From the server.


class FromServer(msgspec.Struct, kw_only=True, tag_field="type"):
    """Anything the server says; `seq` counts what this recipient has been sent in this stream, from 1."""

    seq: int = 0


class Welcome(FromServer, tag="welcome"):
    """You are in. Resumed: the messages you missed follow. Otherwise forget all; the whole table follows."""

    version: int
    stream: str
    resumed: bool
    table: str
    person: int
    now: float
    """The server's clock, in seconds, to read deadlines by."""


class SeatState(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays a seat. `person` is None for an open seat and for one that only a bot plays."""

    seat: Seat
    name: str = ""
    person: int | None = None
    bot: BotKind | None = None
    connected: bool = False


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at the table, seated or watching."""

    id: int
    name: str
    seats: list[Seat] = []
    connected: bool = False


class TableState(FromServer, tag="table"):
    """Everything about the table but the game itself; sent whole whenever it changes."""

    id: str
    game: str
    title: str
    phase: Phase
    paused: bool
    host: int
    players: int
    options: dict[str, Any]
    settings: Settings
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
    count: int
    rule: str = ""


class State(msgspec.Struct, kw_only=True):
    """What one viewer may know now. This is the document that patches apply to."""

    scene: Scene
    breadcrumb: list[Crumb] = []
    may_act: list[Seat] = []
    """Who may act, as far as everybody knows; -1 is chance (dice to be typed in)."""
    question: Asked | None = None
    """My open question."""
    free: list[Option] = []
    """What I may do unasked."""
    withdraw: bool = False
    """Whether I have given a sealed answer that I may still take back."""
    standing: str | None = None
    """The step until whose end I pass every window."""
    undo: bool = False
    """Whether I have a decision that might be taken back."""
    deadline: float | None = None
    """When my question answers itself neutrally, by the server's clock."""
    dice: DiceWanted | None = None
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
    "stale",  # that question is no longer open
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
    """A line of chat; `to` names the seats it was whispered to."""

    number: int
    person: int
    name: str
    text: str
    at: float
    to: list[Seat] = []


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
    | Notice
    | Hint
    | Gone
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_server_decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


def encode(message: Any) -> bytes:
    """A message, or a body of the HTTP interface, as bytes."""
    return _encoder.encode(message)


def decode(data: bytes | str) -> ClientMessage:
    """A client's message; msgspec.MsgspecError if it is none."""
    return _decoder.decode(data)


def decode_server(data: bytes | str) -> ServerMessage:
    """A server's message, for clients written in Python."""
    return _server_decoder.decode(data)
