"""Tells each recipient at a table what has changed for them, and nothing else."""

from __future__ import annotations

import time

from msgspec.structs import replace

from eschaton.kernel.ask import Seat, Viewer
from eschaton.ledger.lesson import LEARNER
from eschaton.server import news
from eschaton.server import protocol as said
from eschaton.server.clock import Clock
from eschaton.server.desk import Desk
from eschaton.server.effects import Effects
from eschaton.server.picture import Encoded, Known, Picture
from eschaton.server.settings import Config
from eschaton.server.sight import naming, seen_count, states_of, told_of
from eschaton.server.stream import Connection, Shown, Stream

NAMELESS = 0
"""The person number that all nameless watchers share."""


class Reporter:
    """The streams of a table."""

    def __init__(self, desk: Desk, config: Config, clock: Clock | None = None) -> None:
        self.config = config
        self.clock = clock or Clock()
        self.streams: dict[int, Stream] = {}
        self.since = time.monotonic()
        self.now: dict[Viewer, Picture] = {}  # what has been drawn of the present
        self.encoded = Encoded()
        self.presence_changed = False
        self.presence_told = 0.0
        self.adopt(desk)
        self.table = news.encode(self.table_state(set()))

    def adopt(self, desk: Desk) -> None:
        """Report what happens at a desk."""
        self.desk = desk
        self.now.clear()
        self.seen = self.frame()

    def show_anew(self, desk: Desk) -> None:
        """Report what happens at a desk that has come from the disk again: everybody is shown everything."""
        self.adopt(desk)
        self.tell(Effects(seated=True, changed=True, renewed=True))

    # Coming and going.

    def present(self) -> list[int]:
        """Who is connected."""
        return [person for person, stream in self.streams.items() if stream.connections]

    def away(self, person: int) -> float:
        """For how many seconds a person has not been connected, as far as is remembered; 0 if they are."""
        stream = self.streams.get(person)
        if stream is not None:
            return 0.0 if stream.connections else time.monotonic() - stream.quiet_since
        return time.monotonic() - self.since

    def attach(self, connection: Connection, person: int, hello: said.Hello) -> None:
        """Greet a connection, and send what it missed, or everything."""
        stream = self.streams.get(person)
        if stream is None:
            stream = self.streams[person] = Stream()
            self.fill(stream, person)
        missed = stream.missed(hello.stream, hello.last) if hello.stream else None
        welcome = news.Welcome(
            seq=stream.seq if missed is None else hello.last,
            version=said.VERSION,
            stream=stream.id,
            resumed=missed is not None,
            table=self.desk.lobby.id,
            person=person,
            now=self.clock.now(),
        )
        newly = not stream.connections
        stream.connections.add(connection)
        rest = self.everything(stream, person) if missed is None else missed
        connection.send_first([news.encode(welcome), *rest])
        if newly or person == NAMELESS:
            self.presence_changed = True

    def detach(self, connection: Connection, person: int) -> None:
        """A connection ended."""
        stream = self.streams.get(person)
        if stream is None or connection not in stream.connections:
            return
        stream.connections.discard(connection)
        if not stream.connections:
            stream.quiet_since = time.monotonic()
        if not stream.connections or person == NAMELESS:
            self.presence_changed = True

    def gone(self, reason: str, persons: list[int] | None = None) -> None:
        """Tell everybody (or these) that they are no longer here, and hang up."""
        for person in list(self.streams) if persons is None else persons:
            stream = self.streams.pop(person, None)
            if stream is not None:
                stream.post(news.Gone(reason=reason))
                for connection in stream.connections:
                    connection.close(1000)

    def hang_up(self, code: int) -> None:
        """Close all lines: whoever was here may come again, and is then shown everything."""
        for stream in self.streams.values():
            for connection in stream.connections:
                connection.close(code)
        self.streams.clear()

    # Telling.

    def reply(self, person: int, message: news.FromServer) -> None:
        """To one person."""
        stream = self.streams.get(person)
        if stream is not None:
            stream.post(message)

    def tell(self, effects: Effects) -> None:
        """What has changed, to all whom it concerns."""
        if effects.sent_away:
            self.gone("the host has sent you away", effects.sent_away)
        if effects.unwatched and NAMELESS in self.streams:
            self.gone("the host has closed the table to nameless watchers", [NAMELESS])
            self.presence_changed = True
        self.drop_quiet()
        self.post(effects.posts)
        if effects.deleted:
            return
        if effects.seated and (effects.renewed or not effects.finished):
            self.tell_table()
        if effects.renewed:
            for stream in self.streams.values():
                stream.shown.clear()
        self.tell_views(effects)
        self.post(effects.last)
        if effects.seated and effects.finished:
            self.tell_table()

    def post(self, posts: list[tuple[list[int] | None, news.FromServer]]) -> None:
        """To these persons, or to everybody."""
        for persons, message in posts:
            for person in list(self.streams) if persons is None else dict.fromkeys(persons):
                self.reply(person, replace(message))

    def tell_table(self) -> None:
        """The table, if anything about it has changed."""
        plain = news.encode(self.table_state(set()))
        if plain != self.table:
            self.table = plain
            state = self.table_state(set(self.present()))
            for stream in self.streams.values():
                stream.post(replace(state))

    def tell_presence(self) -> None:
        """Who is connected."""
        self.presence_changed, self.presence_told = False, time.monotonic()
        people = sorted(set(self.present()) - {NAMELESS})
        for stream in self.streams.values():
            stream.post(news.Presence(people=people, watchers=self.watchers()))

    def presence_due(self) -> float | None:
        """When everybody is told again who is connected, by the monotonic clock: however many come and go, seldom."""
        return self.presence_told + self.config.presence_every if self.presence_changed else None

    def tell_views(self, effects: Effects) -> None:
        """To every stream what has changed for its viewers."""
        frame = self.frame()
        if effects.changed or frame != self.seen:
            self.now.clear()
        self.seen = frame
        known: Known = {}
        for person, stream in self.streams.items():
            viewers = self.viewers(person)
            stream.forget(viewers)
            for viewer in viewers:
                self.show(stream, viewer, effects.log_kept, known)

    def frame(self) -> tuple[str, dict[Seat, float]]:
        """What of the table beside the match a picture of it depends on."""
        return self.desk.lobby.phase, self.desk.deadlines()

    def show(self, stream: Stream, viewer: Viewer, log_kept: int | None, known: Known) -> None:
        """To one stream what has changed for one viewer."""
        assert self.desk.play is not None
        match, picture = self.desk.play.match, self.picture(viewer)
        shown = stream.shown.setdefault(viewer, Shown())
        cut = None
        if log_kept is not None and shown.read > log_kept:
            cut = seen_count(match, viewer, log_kept)
            shown.read = log_kept
        events = self.events(viewer, shown.read, picture.read) if shown.read < picture.read else []
        stream.show(viewer, picture, events, cut, known)

    # What there is to tell.

    def viewers(self, person: int) -> list[Viewer]:
        """Through whose eyes a person sees the match: their seats', else a watcher's where one may watch."""
        lobby = self.desk.lobby
        if self.desk.play is None:
            return []
        players = self.desk.play.match.record.setup.players
        watched: list[Viewer] = [None] if lobby.settings.watchers or lobby.phase != "playing" else []
        return [seat for seat in lobby.seats_of(person) if seat < players] or watched

    def events(self, viewer: Viewer, first: int, last: int) -> list[news.Told]:
        """What a viewer is told of a part of the log."""
        assert self.desk.play is not None
        match = self.desk.play.match
        return told_of(match, viewer, naming(match.game, self.names()), first, last) if first < last else []

    def names(self) -> list[str]:
        """What the seats are called."""
        return [self.desk.lobby.name_of(seat) for seat in range(self.desk.lobby.players)]

    def picture(self, viewer: Viewer) -> Picture:
        """The match as a viewer sees it now; drawn for all at once, as they see most of it alike."""
        if viewer not in self.now:
            eyes = {eye for person in self.streams for eye in self.viewers(person)} - set(self.now)
            self.draw({viewer} | eyes)
        return self.now[viewer]

    def draw(self, viewers: set[Viewer]) -> None:
        """Draw the present for these viewers; nobody is asked anything when it is not being played."""
        assert self.desk.play is not None
        match, (phase, deadlines) = self.desk.play.match, self.seen
        self.encoded.next_moment()
        states = states_of(match, viewers)
        for viewer, state in states.items():
            state.deadline = deadlines.get(viewer) if viewer is not None else None
            if phase == "playing":
                state.lesson = self.desk.play.teaching() if viewer == LEARNER else None
            else:
                state.question, state.may_act, state.free, state.undo, state.withdraw = None, [], [], False, False
            self.now[viewer] = Picture(state, len(match.log), self.encoded)

    def fill(self, stream: Stream, person: int) -> None:
        """Show a new stream everything, without sending it."""
        for viewer in self.viewers(person):
            picture = self.picture(viewer)
            assert self.desk.play is not None
            count = seen_count(self.desk.play.match, viewer, picture.read)
            stream.shown[viewer] = Shown(picture, picture.read, count)

    def everything(self, stream: Stream, person: int) -> list[bytes]:
        """All that a newcomer must be told, as of the last message of the stream."""
        desk, seq = self.desk, stream.seq
        messages: list[news.FromServer] = [self.table_state(set(self.present()))]
        for viewer, shown in stream.shown.items():
            if shown.picture is not None:
                messages.append(stream.whole(viewer, shown.picture, self.events(viewer, 0, shown.read)))
        messages += [replace(line) for line in desk.talk.heard_by(person)]
        if desk.pending is not None:
            pending = desk.pending
            name = desk.lobby.name_of(pending.seat)
            messages.append(news.UndoAsked(undo=pending.number, seat=pending.seat, name=name))
        if desk.handover.asking is not None:
            messages.append(desk.handover.asked(desk.lobby))
        for message in messages:
            message.seq = seq
        return [news.encode(message) for message in messages]

    def table_state(self, present: set[int]) -> news.TableState:
        """Everything about the table but the game."""
        lobby = self.desk.lobby
        seats = [
            news.SeatState(
                seat=seat,
                name=lobby.name_of(seat) if chair.taken else "",
                person=chair.person,
                bot=chair.bot,
                connected=chair.person in present,
                below=chair.bot is not None and seat in self.desk.form.below,
                character=self.desk.box.character_state(chair),
            )
            for seat, chair in enumerate(lobby.chairs)
        ]
        people = [
            news.Person(id=guest.id, name=guest.name, seats=lobby.seats_of(guest.id), connected=guest.id in present)
            for guest in lobby.people
        ]
        return news.TableState(
            id=lobby.id,
            game=lobby.game,
            title=lobby.rules().title,
            look=lobby.rules().look,
            phase=lobby.phase,
            paused=lobby.paused,
            host=lobby.host,
            players=lobby.players,
            options=lobby.options,
            settings=lobby.settings,
            packs=lobby.packs,
            campaign=self.desk.box.campaign_state(lobby),
            locked=bool(lobby.password),
            seats=seats,
            people=people,
            watchers=self.watchers() if present else 0,
            commitment=lobby.commitment(),
            match=lobby.match,
            outcome=lobby.outcome,
        )

    def watchers(self) -> int:
        """How many watch without a name."""
        stream = self.streams.get(NAMELESS)
        return len(stream.connections) if stream is not None else 0

    # Time.

    def drop_quiet(self) -> None:
        """Forget the streams of those who have been away for long."""
        before = time.monotonic() - self.config.keep_stream
        for person, stream in list(self.streams.items()):
            if not stream.connections and stream.quiet_since < before:
                del self.streams[person]
