"""What a client says to the server: versioned messages, typed once, here; `docs/protocol.md` explains them.

The server's own messages stand in `news`, the bodies of the HTTP interface in `web`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from eschaton.kernel.ask import Face

VERSION = 2
"""Bumped when an old client could no longer understand the server, or the other way round."""

MAX_MESSAGE = 16_384
"""The longest message a client may send, in bytes."""

PLAIN = r"^[^\x00-\x1f\x7f]*$(?!\n)"
Ref = Annotated[
    str,
    Meta(max_length=64, pattern=PLAIN, description="The client's own name for this message; replies repeat it."),
]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Text = Annotated[str, Meta(min_length=1, max_length=500)]
Key = Annotated[str, Meta(max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Number = Annotated[str, Meta(max_length=64, description="A random text of the player's own, mixed into a fair deal.")]
Hash = Annotated[str, Meta(max_length=64)]
CampaignId = Annotated[
    str, Meta(max_length=32, pattern=PLAIN, description="Whoever knows it may play the campaign on.")
]
Password = Annotated[str, Meta(max_length=100)]
BotKind = Literal["thumb", "random", "easy", "medium", "hard"]
"""A rule of thumb, anything legal, or a bot that thinks ahead on a level (see `bots/levels.py`)."""
Phase = Literal["lobby", "playing", "over"]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table is run, whatever the game. Limits are in seconds; 0 is off."""

    watchers: bool = True
    chat: bool = True
    undo: bool = True
    typed_dice: bool = False
    time_limit: Annotated[int, Meta(ge=0, le=7 * 24 * 3600)] = 0
    floors: bool = True
    """Whether a window lasts as long as a person might take, even if nobody can act in it. Not where all is open."""


# From the client. `ref` comes back in the reply; a repeated `ref` is recognised and not carried out twice.


class FromClient(msgspec.Struct, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """Anything a client says."""

    ref: Ref = ""


class Hello(FromClient, tag="hello"):
    """The first message: who I am, and the last message I have (of which stream), if I was here before."""

    version: int
    token: Annotated[str, Meta(max_length=400)] = ""
    stream: Annotated[str, Meta(max_length=64)] = ""
    last: Annotated[int, Meta(ge=0)] = 0


class Ping(FromClient, tag="ping"):
    """Are you still there? Answered with `done` at once; so a client finds out that its line is dead."""


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
    """Pass every window until the named step of the breadcrumb ends (or I am touched); null: ask me again.

    `openly`: for all to see, so that nobody need wait for me.
    """

    seat: SeatNumber
    until: Key | None = None
    touched: bool = False
    openly: bool = False


class AskUndo(FromClient, tag="undo"):
    """Take back my last decision; if others must agree, they are asked."""

    seat: SeatNumber


class Consent(FromClient, tag="consent"):
    """Agree, or not, to the undo that was asked for; whoever asked may think better of it."""

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
    """Take an open seat, also beside one I have where the game allows several at one screen.

    `name` is who plays it; without one, it is me. In mid-game a seat with secrets needs all others' leave.
    """

    seat: SeatNumber
    number: Number = ""
    name: Annotated[str, Meta(max_length=40)] = ""


class Contribute(FromClient, tag="number"):
    """My own random text for the deal that this commitment fixes, made after I was told of it."""

    commitment: Hash
    number: Annotated[str, Meta(min_length=1, max_length=64)]


class Allow(FromClient, tag="allow"):
    """Let somebody have the seat they have asked for in mid-game, or not; whoever asked may think better of it."""

    asking: int
    agree: bool


class Leave(FromClient, tag="leave"):
    """Get up from a seat: it is open again, or played by a bot if the game is on."""

    seat: SeatNumber


class Rename(FromClient, tag="rename"):
    """Be called something else."""

    name: Name


class Claim(FromClient, tag="claim"):
    """Become the host in place of one who has been away for a while."""


class BringCharacter(FromClient, tag="bring"):
    """Bring a character to one's seat, before a match, by its secret link; an empty link leaves it at home."""

    seat: SeatNumber
    link: Annotated[str, Meta(max_length=64)] = ""


# From the host only.


class Configure(FromClient, tag="configure"):
    """Change the table before the game starts; what is null stays. An empty password opens the table.

    `packs` are the hashes of those to keep of the packs that lie on the game, the lowest first.
    """

    players: int | None = None
    options: dict[str, Any] | None = None
    settings: Settings | None = None
    password: Password | None = None
    packs: Annotated[list[Hash], Meta(max_length=64)] | None = None


class PlayCampaign(FromClient, tag="campaign"):
    """Play the next match as part of a campaign: the one with this id, or a new one of this name; neither: of none."""

    id: CampaignId = ""
    name: Annotated[str, Meta(max_length=40)] = ""


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
    | Ping
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
    | Contribute
    | Allow
    | Leave
    | Rename
    | Claim
    | BringCharacter
    | Configure
    | PlayCampaign
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

_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


def decode(data: bytes | str) -> ClientMessage:
    """A client's message; msgspec.MsgspecError if it is none."""
    return _decoder.decode(data)
