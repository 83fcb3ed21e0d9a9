"""Who sits where, and what the host has decided: plain data, and pure decisions about it."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Container, Sequence
from random import Random
from typing import Any

import msgspec

from eschaton.cardtext.errors import Fault
from eschaton.kernel.ask import Seat
from eschaton.kernel.chance import commitment, new_secret
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game, Setup, find_game
from eschaton.kernel.plain import cleaned
from eschaton.kernel.step import Outcome
from eschaton.server.news import PackState, ProblemCode
from eschaton.server.protocol import BotKind, Phase, Settings

MOST_PEOPLE = 60
BOT_NAMES = (
    *("Ansel", "Brisa", "Corvin", "Dagny", "Edda", "Fenna", "Goran", "Hesper", "Ivo", "Jorunn", "Kasimir", "Liesl"),
    *("Marek", "Nerys", "Osric", "Petra", "Quill", "Runa", "Silas", "Tamsin", "Ulric", "Vesna", "Wren", "Xenia"),
    *("Yorick", "Zita"),
)


class Refusal(Exception):
    """Something was not done, and nothing changed; the field that is wrong is named."""

    def __init__(self, code: ProblemCode, field: str, message: str, faults: Sequence[Fault] = ()) -> None:
        super().__init__(message)
        self.faults = faults
        self.code: ProblemCode = code
        self.field = field
        self.message = message


class Chair(msgspec.Struct):
    """Who plays a seat: a person, a bot, or a bot for a person who is away; nobody if it is open."""

    person: int | None = None
    bot: BotKind | None = None
    number: str = ""
    name: str = ""
    """Who of several at one screen plays here, empty if it is the person themselves; or what the bot is called."""
    character: str = ""
    """The owner, as the server knows them, of the character that comes along."""

    @property
    def taken(self) -> bool:
        """Whether somebody or a bot plays here."""
        return self.person is not None or self.bot is not None


class Guest(msgspec.Struct):
    """A person who has joined."""

    id: int
    name: str
    mark: str = ""
    """By which browser they came, as a hash that is good for this table only; empty if it did not say."""


class Clock(msgspec.Struct, frozen=True):
    """Since when a person has been asked a question, by the clock on the wall; pauses are left out."""

    ask: str
    since: float


class Lobby(msgspec.Struct, kw_only=True):
    """Everything about a table but the game itself."""

    id: str
    game: str
    phase: Phase = "lobby"
    paused: bool = False
    host: int = 1
    players: int
    options: dict[str, Any] = {}
    settings: Settings = Settings()
    password: str = ""  # its argon2 hash
    chairs: list[Chair] = []
    people: list[Guest] = []
    next_person: int = 1
    secret: str = ""
    match: str = ""
    outcome: Outcome | None = None
    played: dict[int, Seat] = {}
    """Who has played which seat of the running match."""
    seen: dict[str, list[Seat]] = {}
    """From which browser, by its mark, which seats of the running match were played."""
    teaches: bool = msgspec.field(default=False, name="guided")  # as tables stored before call it
    """Whether the match is the game's first one that teaches."""
    packs: list[PackState] = []
    """The packs that are laid on the game's own cards, the lowest first."""
    campaign: str = ""
    """The id of the campaign that is being played."""
    clocks: dict[Seat, Clock] = {}
    paused_at: float = 0.0

    # Reading.

    def rules(self) -> Game:
        """The game being played, as it is in its box."""
        return find_game(self.game)

    def commitment(self) -> str:
        """What fixes the secret of the next or running deal without telling it."""
        return commitment(self.secret)

    def open_to_watchers(self) -> bool:
        """Whether anybody may watch without a name."""
        return self.settings.watchers and not self.password

    def guest(self, person: int) -> Guest | None:
        """The person with this number, if they are here."""
        return next((guest for guest in self.people if guest.id == person), None)

    def called(self, person: int) -> str:
        """What a person is called."""
        guest = self.guest(person)
        return guest.name if guest is not None else "Somebody"

    def seats_of(self, person: int) -> list[Seat]:
        """The seats a person has, also those that a bot plays for them."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person == person]

    def bots(self) -> dict[Seat, BotKind]:
        """The seats that bots play now."""
        return {seat: chair.bot for seat, chair in enumerate(self.chairs) if chair.bot is not None}

    def played_by(self, seat: Seat) -> int | None:
        """Who plays a seat, if it is a person and no bot does it for them."""
        chair = self.chairs[seat] if 0 <= seat < len(self.chairs) else None
        return chair.person if chair is not None and chair.bot is None else None

    def name_of(self, seat: Seat) -> str:
        """What to call whoever plays a seat."""
        if not 0 <= seat < len(self.chairs):
            return f"S{seat}"
        chair = self.chairs[seat]
        guest = self.guest(chair.person) if chair.person is not None else None
        if guest is None:
            return (chair.name or f"Bot {seat + 1}") if chair.bot else f"Seat {seat + 1}"
        if chair.name:
            return chair.name
        nameless = [each for each in self.seats_of(guest.id) if not self.chairs[each].name]
        return f"{guest.name} ({seat + 1})" if len(nameless) > 1 else guest.name

    # Checks.

    def need_phase(self, *phases: Phase) -> None:
        """Refuse what cannot be done now."""
        if self.phase not in phases:
            said = {"lobby": "the game has not begun", "playing": "the game is on", "over": "the game is over"}
            raise Refusal("conflict", "type", f"{said[self.phase]}")

    def need_host(self, person: int) -> None:
        """Refuse what only the host may do."""
        if person != self.host:
            raise Refusal("forbidden", "type", "only the host can do that")

    def need_seat(self, person: int, seat: Seat) -> Chair:
        """The chair of a seat that this person has, else a refusal."""
        chair = self.chair(seat)
        if chair.person != person:
            raise Refusal("forbidden", "seat", f"seat {seat} is not yours")
        return chair

    def chair(self, seat: Seat) -> Chair:
        """The chair of a seat, if there is one."""
        if not 0 <= seat < len(self.chairs):
            raise Refusal("not-found", "seat", f"there is no seat {seat}")
        return self.chairs[seat]

    # Coming and going.

    def admit(self, name: str, mark: str = "", here: Container[int] = ()) -> Guest:
        """Let a new person in; at a full table, in the place of somebody who is not here and does not play."""
        if len(self.people) >= MOST_PEOPLE:
            idle = [each for each in self.people if each.id not in here and not self.matters(each.id)]
            self.people = [each for each in self.people if each not in idle[:1]]
        if len(self.people) >= MOST_PEOPLE:
            raise Refusal("conflict", "name", "the table is full")
        guest = Guest(self.next_person, self.unused(named(name)), mark)
        self.next_person += 1
        self.people.append(guest)
        return guest

    def matters(self, person: int) -> bool:
        """Whether a person is more than a watcher: the host, or somebody who plays or has played."""
        return person == self.host or person in self.played or bool(self.seats_of(person))

    def unused(self, name: str, but: int = 0) -> str:
        """The name, with a number if somebody is called that already."""
        taken = {alike(guest.name) for guest in self.people if guest.id != but}
        taken |= {alike(chair.name) for chair in self.chairs}
        tried, number = name, 2
        while alike(tried) in taken:
            tried = f"{name[:36]} {number}"
            number += 1
        return tried

    def bot_name(self) -> str:
        """What the next bot of this table is called: like nobody else here, and the same whenever it is asked."""
        order = Random(self.id).sample(BOT_NAMES, len(BOT_NAMES))
        taken = {alike(guest.name) for guest in self.people} | {alike(chair.name) for chair in self.chairs}
        return next((name for name in order if alike(name) not in taken), None) or self.unused(order[0])

    def rename(self, person: int, name: str) -> None:
        """Call a person something else."""
        guest = self.guest(person)
        if guest is None:
            raise Refusal("illegal", "name", "a name is needed")
        guest.name = self.unused(named(name), person)

    def sit(self, person: int, seat: Seat | None, number: str, name: str = "") -> Seat:
        """Give a person an open seat, or one that only a bot plays, if it is named.

        A second one, perhaps for somebody at the same screen, only where the game has no secrets between seats.
        """
        seat = self.vacant(person, seat)
        if self.phase == "playing":
            self.note_seen(person, seat)
            number = self.chairs[seat].number
        called = self.unused(named(name), person) if name.strip() else ""
        guest = self.guest(person)
        if guest is not None and called == guest.name:
            called = ""
        self.chairs[seat] = Chair(person, None, number or secrets.token_hex(8), called)
        return seat

    def vacant(self, person: int, seat: Seat | None) -> Seat:
        """The seat that a person may sit down on, the first open one if none is named; else a refusal."""
        shared = self.rules().shared
        if self.seats_of(person) and not shared:
            raise Refusal("forbidden", "seat", f"in {self.rules().title} a person can only play one seat")
        if seat is None:
            seat = next((place for place, chair in enumerate(self.chairs) if not chair.taken), None)
            if seat is None:
                raise Refusal(
                    "conflict", "seat", "no seat is open; you can watch, or take over a bot's seat by naming it"
                )
        if self.chair(seat).person is not None:
            raise Refusal("conflict", "seat", f"seat {seat} is taken")
        if self.phase == "playing" and not shared and self.secrets_seen(person) - {seat}:
            raise Refusal("forbidden", "seat", "you know the secrets of another seat")
        return seat

    def secrets_seen(self, person: int) -> set[Seat]:
        """The seats of the running match whose secrets this person knows, or somebody who used the same browser."""
        guest = self.guest(person)
        seen = set(self.seen.get(guest.mark, ())) if guest is not None and guest.mark else set()
        return seen | ({self.played[person]} if person in self.played else set())

    def note_seen(self, person: int, seat: Seat) -> None:
        """A person, and whoever uses the same browser, knows the secrets of this seat from now on."""
        self.played[person] = seat
        guest = self.guest(person)
        if guest is not None and guest.mark:
            self.seen[guest.mark] = sorted({*self.seen.get(guest.mark, ()), seat})

    def contribute(self, person: int, committed: str, number: str) -> None:
        """Take a person's own random text for the next deal, made after its secret was fixed."""
        self.need_phase("lobby", "over")
        if committed != self.commitment():
            raise Refusal("stale", "commitment", "another secret was fixed meanwhile")
        seats = self.seats_of(person)
        if not seats:
            raise Refusal("forbidden", "type", "only players add to the deal")
        for seat in seats:
            self.chairs[seat].number = number

    def leave(self, person: int, seat: Seat) -> None:
        """Get up: the seat is open again, or played on by a bot."""
        chair = self.need_seat(person, seat)
        if self.phase == "playing":
            self.chairs[seat] = Chair(None, chair.bot or "thumb", chair.number, self.bot_name())
        else:
            self.chairs[seat] = Chair()

    def remove(self, person: int) -> None:
        """Send a person away."""
        if self.guest(person) is None:
            raise Refusal("not-found", "person", "nobody here has that number")
        if person == self.host:
            raise Refusal("illegal", "person", "the host cannot be sent away; hand the table over first")
        for seat in self.seats_of(person):
            self.leave(person, seat)
        self.people = [guest for guest in self.people if guest.id != person]

    def hand_over(self, person: int) -> None:
        """Make somebody else the host."""
        if self.guest(person) is None:
            raise Refusal("not-found", "person", "nobody here has that number")
        self.host = person

    # The host's table.

    def configure(
        self, rules: Game, players: int | None, options: dict[str, Any] | None, settings: Settings | None
    ) -> None:
        """Change the options of the game with its packs, the number of seats, or how the table is run."""
        if players is not None or options is not None:
            self.need_phase("lobby", "over")
            wanted = self.options if options is None else options
            chosen = checked(rules, self.players if players is None else players, wanted)
            self.resize(chosen[0])
            self.players, self.options = chosen
        if settings is not None:
            if self.phase == "playing" and settings.typed_dice != self.settings.typed_dice:
                raise Refusal("conflict", "settings.typed_dice", "the dice cannot change hands during the game")
            self.settings = settings

    def resize(self, players: int) -> None:
        """Have so many chairs; nobody who sits loses a seat by it."""
        chairs = [chair for chair in self.chairs if chair.taken] if players < len(self.chairs) else list(self.chairs)
        people = [chair for chair in chairs if chair.person is not None]
        if len(people) > players:
            raise Refusal("conflict", "players", f"{len(people)} people are seated already")
        if len(chairs) > players:
            spare = [chair for chair in chairs if chair.person is None]
            chairs = [chair for chair in chairs if chair not in spare[players - len(people) :]][:players]
        self.chairs = chairs + [Chair() for _ in range(players - len(chairs))]

    def arrange(self, order: Sequence[Seat]) -> None:
        """Seat everybody anew."""
        self.need_phase("lobby", "over")
        seats = list(order)
        if not seats:
            seats = list(range(len(self.chairs)))
            secrets.SystemRandom().shuffle(seats)
        if sorted(seats) != list(range(len(self.chairs))):
            raise Refusal("illegal", "order", "every seat must be named once")
        self.chairs = [self.chairs[seat] for seat in seats]

    def fill(self, bot: BotKind) -> None:
        """Put bots on all open seats."""
        for chair in self.chairs:
            if not chair.taken:
                chair.bot, chair.name = bot, self.bot_name()

    def set_bot(self, seat: Seat, bot: BotKind | None) -> None:
        """Let a bot play a seat, or give the seat back."""
        chair = self.chair(seat)
        if bot is None and chair.person is None and self.phase == "playing":
            raise Refusal("conflict", "bot", "nobody else is there to play this seat")
        if chair.person is None and (bot is None or chair.bot is None):
            chair.name = "" if bot is None else self.bot_name()
        chair.bot = bot

    def ready(self) -> None:
        """Refuse to start while seats are open."""
        open_seats = [seat for seat, chair in enumerate(self.chairs) if not chair.taken]
        if open_seats:
            raise Refusal("conflict", "seats", f"seats are still open: {', '.join(str(s + 1) for s in open_seats)}")

    def pause(self, paused: bool, now: float) -> None:
        """Stop or go on; the clocks stand still meanwhile."""
        self.need_phase("playing")
        if paused and not self.paused:
            self.paused_at = now
        if self.paused and not paused:
            away = now - self.paused_at
            self.clocks = {seat: Clock(clock.ask, clock.since + away) for seat, clock in self.clocks.items()}
        self.paused = paused

    def believe(self, now: float) -> None:
        """It is so late by the clock of the server that has loaded this; nothing here began later."""
        self.paused_at = min(self.paused_at, now)
        self.clocks = {seat: Clock(clock.ask, min(clock.since, now)) for seat, clock in self.clocks.items()}

    def wind(self, asked: dict[Seat, str], now: float) -> None:
        """Note since when each person has been asked; a question keeps its time, whatever happens meanwhile."""
        if self.paused:
            return
        bots, clocks = self.bots(), self.clocks
        fresh = {seat: Clock(ask, round(now, 1)) for seat, ask in asked.items() if seat not in bots}
        self.clocks = {
            seat: clocks[seat] if seat in clocks and clocks[seat].ask == clock.ask else clock
            for seat, clock in fresh.items()
        }

    def begin(self) -> None:
        """The game is on."""
        self.phase, self.paused, self.outcome = "playing", False, None
        self.played, self.seen = {}, {}
        for seat, chair in enumerate(self.chairs):
            if chair.person is not None:
                self.note_seen(chair.person, seat)

    def finish(self, outcome: Outcome | None) -> None:
        """The game is over; the next one has a secret of its own, to which everybody adds a new number."""
        self.phase, self.paused, self.outcome = "over", False, outcome
        self.secret = new_secret()
        for chair in self.chairs:
            chair.number = ""


def named(name: str) -> str:
    """A name as everybody can read it, else a refusal."""
    found = cleaned(name)
    if not found:
        raise Refusal("illegal", "name", "a name is needed, of characters that can be seen")
    return found


def alike(name: str) -> str:
    """The same for names that look the same, or nearly."""
    return unicodedata.normalize("NFKC", name).casefold()


def checked(game: Game, players: int, options: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """Players and options as the game takes them, else a refusal naming the field."""
    setup = checked_setup(game, players, options)
    return setup.players, setup.options


def checked_setup(
    game: Game,
    players: int,
    options: dict[str, Any],
    campaign: dict[str, Any] | None = None,
    characters: dict[Seat, dict[str, Any]] | None = None,
) -> Setup:
    """A set-up as the game takes it, else a refusal naming the field."""
    try:
        return game.checked(players, options, campaign, characters)
    except BadSetup as error:
        field, _, message = str(error).partition(": ")
        raise Refusal("illegal", field, message) from None


def new_lobby(table: str, game: str, players: int | None, options: dict[str, Any], settings: Settings) -> Lobby:
    """A table nobody sits at yet."""
    try:
        rules = find_game(game)
    except BadSetup as error:
        raise Refusal("not-found", "game", str(error).partition(": ")[2]) from None
    many, chosen = checked(rules, rules.players[0] if players is None else players, options)
    return Lobby(
        id=table,
        game=game,
        players=many,
        options=chosen,
        settings=settings,
        chairs=[Chair() for _ in range(many)],
        secret=new_secret(),
    )
