"""The bodies of the HTTP interface, typed once, here; the messages of the socket stand in `protocol`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from eschaton.cardtext.errors import Fault
from eschaton.kernel.ask import Seat
from eschaton.kernel.game import Look
from eschaton.kernel.step import Outcome
from eschaton.server.news import CampaignState, CharacterState, PackState, PatchOp, ProblemCode, SeatState, State, Told
from eschaton.server.protocol import BotKind, CampaignId, Key, Name, Number, Password, Phase, SeatNumber, Settings

Mark = Literal["maybe", "sure", "not"]
"""What a person thinks of somebody's being something."""


class Request(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A body that a client sends."""


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a game: yes or no (choices empty), or one of the choices."""

    key: str
    title: str
    default: bool | str
    choices: list[str]
    rule: str


class BotInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of bot that can play a game, and how it plays, in words."""

    kind: BotKind
    plays: str


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the menu shows it."""

    id: str
    title: str
    summary: str
    minutes: str
    players: list[int]
    options: list[OptionInfo]
    look: Look | None
    bots: list[BotInfo]
    """The bots that can play it; the first is the usual one."""
    packs: bool
    """Whether people may bring packs of cards of their own."""
    campaigns: bool
    characters: bool
    shared: bool
    """Whether several seats may be played at one screen."""
    whispers: bool
    hints: bool
    lesson: bool
    """Whether there is a first game that teaches."""


class GameList(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/games."""

    version: int
    games: list[GameInfo]


class NewTable(Request):
    """POST /api/tables: open a table; whoever does is its host, on its first seat. With a bot, bots fill it.

    With `lesson`, it is the game's lesson, which says how many players there are; bots play all other seats.
    """

    game: str
    name: Name
    players: int | None = None
    options: dict[str, Any] = {}
    settings: Settings = Settings()
    password: Password = ""
    bots: BotKind | None = None
    number: Number = ""
    start: bool = False
    lesson: bool = False


class JoinTable(Request):
    """POST /api/tables/{table}/join: sit down (on the first open seat unless one is named), or watch by name."""

    name: Name
    password: Password = ""
    seat: SeatNumber | None = None
    watch: bool = False
    number: Number = ""


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    """A place at a table. Keep the token: it is the person. `/t/{table}#{token}` brings them back on any device."""

    table: str
    person: int
    seats: list[Seat]
    token: str


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/tables/{table}: what may be known before joining, and, with a token, what waits for you there."""

    id: str
    game: str
    title: str
    look: Look | None
    phase: Phase
    players: int
    locked: bool
    seats: list[SeatState]
    outcome: Outcome | None = None
    match: str = ""
    your_seats: list[Seat] = []
    your_turn: bool = False


class PackBrought(msgspec.Struct, frozen=True, kw_only=True):
    """POST /api/tables/{table}/packs?name=mine.toml: the TOML text in the body is laid on the game's own cards.

    Only the host can, before a match. GET /api/tables/{table}/packs/{hash} gives it to people at the table.
    """

    packs: list[PackState]


class NewCharacter(Request):
    """POST /api/characters: a character of a game."""

    game: str
    name: Name


class CharacterInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A character, for its owner: the secret link opens it, here and at every table. Nobody can find it again."""

    link: str
    game: str
    state: CharacterState


class CampaignInfo(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/tables/{table}/campaign (for players, by token) and /api/campaigns/{id}. Who has the id may play on."""

    id: CampaignId
    game: str
    state: CampaignState


class RuleInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A rule of a game's ledger."""

    id: str
    text: str
    section: str


class RuleList(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/games/{game}/rules?q=words, or ?id=CD-9.16."""

    rules: list[RuleInfo]


class ReplayInfo(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/replays/{match}: a finished match. POST /api/records answers with the same for an uploaded record."""

    match: str
    game: str
    title: str
    look: Look | None
    players: int
    names: list[str]
    moments: int
    """Moments are numbered from 0 (laid out) to this."""
    outcome: Outcome | None
    fair: bool
    problems: list[str]
    """What `eschaton verify` finds wrong with it; empty: every roll is proven."""


class Frame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One moment of a replay; the first of an answer has a whole state, the others a patch to the one before."""

    moment: int
    seat: Seat | None = None
    """Who did what led here: -1 is chance; null at the beginning, and where the viewer could not know."""
    events: list[Told] = []
    state: State | None = None
    patch: list[PatchOp] | None = None


class Frames(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/replays/{match}/frames?viewer=0|watcher|all&first=0&last=99."""

    viewer: str
    frames: list[Frame]


class Notes(Request):
    """GET and PUT /api/tables/{table}/notes: what a person has noted in the match; nobody else can read it.

    `marks` are by seat, then by what there is to suspect (`Sheet.kinds`): `maybe`, `sure` or `not`.
    """

    text: Annotated[str, Meta(max_length=8000)] = ""
    marks: Annotated[dict[SeatNumber, Annotated[dict[Key, Mark], Meta(max_length=64)]], Meta(max_length=64)] = {}


class NewReport(Request):
    """POST /api/tables/{table}/report: something is wrong here; the record and the moment are kept with it."""

    text: Annotated[str, Meta(min_length=1, max_length=4000)]
    seat: SeatNumber | None = None
    page: Annotated[str, Meta(max_length=4000)] = ""
    """What the reporter's program knew: its kind, the size of the window, its last errors."""


class ReportTaken(msgspec.Struct, frozen=True, kw_only=True):
    """A report was taken. GET /api/reports/{report} gives the file for developers, when the match is over."""

    report: str


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """GET /healthz."""

    ok: bool
    version: int
    tables: int


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """The body of every answer with a status of 400 or more."""

    code: ProblemCode
    field: str = ""
    message: str = ""
    faults: list[Fault] = []
    """Everything wrong with a pack, with lines and columns."""


BODIES = (
    NewTable,
    JoinTable,
    Joined,
    GameList,
    TableInfo,
    PackBrought,
    NewCharacter,
    CharacterInfo,
    CampaignInfo,
    RuleList,
    ReplayInfo,
    Frames,
    Notes,
    NewReport,
    ReportTaken,
    Health,
    Failure,
)
