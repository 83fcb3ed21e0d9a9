"""What happens at a table: takes a person's message, changes lobby and match, and says what must be written and told.

No clock, socket or database in here: the actor round it does the waiting.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from eschaton.kernel.ask import Seat
from eschaton.kernel.machine import Act
from eschaton.kernel.once import prepared
from eschaton.kernel.plain import cleaned
from eschaton.server import news
from eschaton.server import protocol as said
from eschaton.server.box import Box
from eschaton.server.characters import write_release
from eschaton.server.effects import Effects
from eschaton.server.errand import Errand
from eschaton.server.form import Form
from eschaton.server.handover import Handover
from eschaton.server.heard import Heard
from eschaton.server.lobby import Lobby, Refusal
from eschaton.server.play import Change, Play
from eschaton.server.shelf import Laid
from eschaton.server.storage import delete_table, write_change, write_lobby, write_match, write_person
from eschaton.server.talk import Talk

GRACE = 30.0
"""Whoever was asked when the server came back has at least so many seconds, unless the time limit is shorter."""


class Pending(msgspec.Struct):
    """An undo that waits for the others' consent."""

    number: int
    seat: Seat
    person: int
    agreed: set[int] = set()


class Desk:
    """A table's lobby, match and chat."""

    def __init__(
        self,
        lobby: Lobby,
        match: Play | None = None,
        talk: Talk | None = None,
        opened: float = 0.0,
        box: Box | None = None,
        heard: Heard | None = None,
    ) -> None:
        self.lobby = lobby
        self.play = match
        self.opened = opened  # when it came from the disk, by the clock on the wall
        self.talk = talk or Talk()
        self.box = box or Box(Laid(lobby.rules()))
        self.pending: Pending | None = None
        self.undos = 0
        self.heard = heard or Heard()
        self.handover = Handover()
        self.form = Form()
        self.here: set[int] = set()  # who was connected when the message came that is carried out
        self.effects = Effects()
        self.errand = Errand()  # what was fetched for the message that is carried out
        self.now = 0.0

    # One message.

    def carry_out(self, person: int, message: said.ClientMessage, now: float) -> Effects:
        """Do what a person says; a Refusal leaves everything as it was."""
        self.effects = effects = Effects()
        self.now = now
        before = msgspec.msgpack.encode(self.lobby)
        try:
            self.dispatch(person, message)
        except BaseException:
            self.restore(before)
            raise
        self.wind_clocks()
        self.note_lobby(before)
        if not effects.deleted and not isinstance(message, said.AskHint):
            effects.jobs += self.heard.noted(self.lobby.id, person, message.ref)
        return effects

    def note_lobby(self, before: bytes) -> None:
        """Have the lobby written and told if it has changed."""
        if not self.effects.deleted and msgspec.msgpack.encode(self.lobby) != before:
            self.effects.seated = True
            self.effects.jobs.append(write_lobby(self.lobby))

    def admit(self, name: str, seat: Seat | None, watch: bool, number: str, mark: str = "") -> tuple[int, Effects]:
        """Let a new person in; their number. A seat with secrets they get when the others agree."""
        self.effects = effects = Effects()
        before = msgspec.msgpack.encode(self.lobby)
        lobby = self.lobby
        try:
            if watch and not lobby.settings.watchers:
                raise Refusal("forbidden", "watch", "nobody may watch at this table")
            guest = lobby.admit(name, mark, self.here)
            self.tell("joined", f"{guest.name} is here.")
            if not watch:
                self.sit(guest.id, seat, number)
        except BaseException:
            self.restore(before)
            raise
        effects.seated = True
        effects.jobs += [write_person(lobby.id, guest.id), write_lobby(lobby)]
        return guest.id, effects

    def sit(self, person: int, seat: Seat | None, number: str, name: str = "") -> None:
        """Give a person a seat; in mid-game, one with secrets only if the others agree."""
        lobby = self.lobby
        if lobby.phase != "playing" or lobby.rules().shared:
            lobby.sit(person, seat, number, name)
        else:
            self.announce(self.handover.ask(lobby, person, seat, self.here))

    def announce(self, messages: list[news.FromServer]) -> None:
        """Tell everybody."""
        self.effects.posts += [(None, message) for message in messages]

    def restore(self, lobby: bytes) -> None:
        """The lobby as it was."""
        self.lobby = msgspec.msgpack.decode(lobby, type=prepared(Lobby))

    def dispatch(self, person: int, message: said.ClientMessage) -> None:
        """To whom it concerns."""
        lobby = self.lobby
        match message:
            case said.GiveAnswer() | said.Act() | said.Withdraw() | said.Stand() | said.TypeDice():
                self.enter(person, message)
            case said.AskUndo() | said.Consent():
                self.undo(person, message)
            case said.Say():
                silent = lobby.phase == "playing" and self.play is not None and bool(self.play.match.table.silent())
                self.effects.add(self.talk.say(lobby, person, message, silent, self.now))
            case said.AskHint():
                self.hint(person, message)
            case said.Concede(seat=seat):
                self.concede(person, seat)
            case said.Sit(seat=seat, number=number, name=name):
                self.sit(person, seat, number, name)
            case said.Allow():
                self.announce(self.handover.answer(lobby, person, message, self.here))
            case said.Contribute(commitment=committed, number=number):
                lobby.contribute(person, committed, number)
            case said.Leave(seat=seat):
                lobby.leave(person, seat)
                self.count_consent()
            case said.Rename(name=name):
                lobby.rename(person, name)
            case said.Claim():
                self.claim(person)
            case said.BringCharacter(seat=seat, link=link):
                self.box.bring_character(lobby, person, seat, link, self.errand)
            case said.Hello() | said.Ping():
                raise Refusal("conflict", "type", "you have said hello already")
            case _:
                lobby.need_host(person)
                self.host(message)

    def claim(self, person: int) -> None:
        """Somebody must be able to go on when the host does not come back."""
        if not self.lobby.seats_of(person):
            raise Refusal("forbidden", "type", "only players can become the host")
        if not self.errand.host_away:
            raise Refusal("conflict", "type", "the host is here, or was a moment ago")
        self.hand_over(person)

    def hand_over(self, person: int) -> None:
        """Make somebody the host, for all to know."""
        self.lobby.hand_over(person)
        self.tell("host", f"{self.lobby.called(person)} is the host now.")

    def set_bot(self, seat: Seat, bot: said.BotKind | None) -> None:
        """Let a bot play a seat, or give the seat back; whose seat it is, and all others, are told during a match."""
        lobby = self.lobby
        before = lobby.chair(seat).bot
        lobby.set_bot(seat, bot)
        if lobby.phase == "playing" and lobby.chair(seat).person is not None and (before is None) != (bot is None):
            name = lobby.name_of(seat)
            self.tell("bot", f"A bot plays for {name} now." if bot else f"{name} plays again.")

    def host(self, message: said.ClientMessage) -> None:
        """What only the host may do."""
        lobby = self.lobby
        match message:
            case said.Configure():
                self.box.configure(lobby, message, self.errand)
                self.effects.unwatched = not lobby.open_to_watchers()
            case said.PlayCampaign(id=campaign, name=name):
                self.effects.jobs += self.box.play_campaign(lobby, campaign, cleaned(name), self.errand)
            case said.Arrange(order=order):
                lobby.arrange(order)
            case said.Fill(bot=bot):
                lobby.fill(bot)
            case said.SetBot(seat=seat, bot=bot):
                self.set_bot(seat, bot)
                self.count_consent()
            case said.Remove(person=person):
                name = lobby.called(person)
                lobby.remove(person)
                self.effects.sent_away.append(person)
                self.tell("removed", f"The host has sent {name} away.")
                self.count_consent()
            case said.Start():
                lobby.need_phase("lobby")
                self.start()
            case said.Rematch():
                lobby.need_phase("over")
                lobby.teaches = False
                self.start()
            case said.Pause(paused=paused):
                lobby.pause(paused, self.now)
                self.count_consent()
            case said.EndMatch():
                lobby.need_phase("playing")
                self.close_undo(False)
                lobby.finish(None)
                self.effects.jobs.append(write_release(lobby.match))
                self.count_consent()
            case said.HandOver(person=person):
                self.hand_over(person)
            case said.Delete():
                self.effects.deleted = True
                self.effects.jobs.append(delete_table(lobby.id))
            case _:
                raise Refusal("malformed", "type", "not a message that a client may send")

    # Playing.

    def start(self) -> None:
        """Deal."""
        self.lobby.ready()
        self.pending = None
        self.handover.asking = None
        self.form = Form()
        self.play = self.box.deal(self.lobby, self.errand)
        record = self.play.match.record
        self.lobby.begin()
        self.lobby.match = record.id
        self.effects.renewed = True
        self.effects.jobs += [write_match(record, self.lobby.id), write_change(record.id, self.play.everything(), 0)]
        self.effects.jobs += self.box.take_along(self.lobby, self.play.match)
        self.effects.jobs += self.errand.booked()
        self.after_change()

    def running(self) -> Play:
        """The match being played, else a refusal."""
        self.lobby.need_phase("playing")
        if self.lobby.paused:
            raise Refusal("conflict", "type", "the game is paused")
        if self.play is None:
            raise Refusal("unavailable", "type", "this match cannot be played on by the rules installed here")
        return self.play

    def enter(
        self, person: int, message: said.GiveAnswer | said.Act | said.Withdraw | said.Stand | said.TypeDice
    ) -> None:
        """An answer, or something else that goes into the record."""
        match = self.running()
        if isinstance(message, said.TypeDice):
            if not self.lobby.seats_of(person):
                raise Refusal("forbidden", "faces", "only players roll")
            self.changed(lambda: match.dice(message.faces))
            return
        self.lobby.need_seat(person, message.seat)
        match message:
            case said.GiveAnswer(seat=seat, ask=ask, answer=answer):
                self.changed(lambda: match.answer(seat, ask, answer))
            case said.Act(seat=seat, key=key):
                self.changed(lambda: match.act(seat, key))
            case said.Withdraw(seat=seat):
                self.changed(lambda: match.withdraw(seat))
            case said.Stand(seat=seat, until=until, touched=touched, openly=openly):
                self.changed(lambda: match.stand(seat, until, touched, openly))
        if self.pending is not None and self.pending.seat == message.seat:
            self.close_undo(False)

    def enter_for(self, seat: Seat, ask: str, answer: object, now: float) -> Effects:
        """The answer of a bot, or of the clock."""
        match = self.running()
        return self.unasked(lambda: match.answer(seat, ask, answer), now)

    def act_for(self, seat: Seat, key: Act, now: float) -> Effects:
        """What a bot does unasked."""
        match = self.running()
        return self.unasked(lambda: match.act(seat, key), now)

    def go_on(self, now: float) -> Effects:
        """Leave a moment at which nobody could act after all."""
        return self.unasked(self.running().go_on, now)

    def note_form(self, seat: Seat, below: bool, known: bool) -> Effects:
        """Note whether a bot could think as its level says; all are told where all know that it was asked."""
        effects = Effects(seated=self.form.note(seat, below, known))
        if effects.seated and below:
            text = f"{self.lobby.name_of(seat)} plays below its level for now: it had no time to think."
            effects.last.append((None, news.Notice(key="below", text=text)))
        return effects

    def unasked(self, do: Callable[[], Change], now: float) -> Effects:
        """A change of the match that no message asked for."""
        self.effects, self.now = Effects(), now
        before = msgspec.msgpack.encode(self.lobby)
        self.changed(do)
        self.wind_clocks()
        self.note_lobby(before)
        return self.effects

    def changed(self, do: Callable[[], Change]) -> None:
        """Change the match, and note what must be written."""
        match = self.running()
        last = len(match.match.record.entries)
        change = do()
        if change.keep < last:
            self.effects.log_kept = change.log_kept
        if change.entries or change.snapshots or change.keep < last:
            self.effects.jobs.append(write_change(match.match.record.id, change, last))
        self.after_change()

    def after_change(self) -> None:
        """The match has changed; if that was the end, say so."""
        self.effects.changed = True
        if self.play is not None and self.play.outcome is not None:
            self.close_undo(False, self.effects.last)
            self.effects.finished = True
            self.lobby.finish(self.play.outcome)
            self.announce(self.handover.settle(self.lobby, self.here))
            if told := self.form.summary([self.lobby.name_of(seat) for seat in range(self.lobby.players)]):
                self.effects.last.append((None, news.Notice(key="below", text=told)))
            self.effects.jobs.append(write_match(self.play.match.record, self.lobby.id, new=False))
            self.effects.jobs += self.box.came_back(self.lobby, self.play.match)

    # Time.

    def bots_asked(self) -> list[Seat]:
        """The seats that bots must answer for now."""
        bots = self.lobby.bots()
        return [seat for seat in self.play.match.asks() if seat in bots] if bots and self.play is not None else []

    def wind_clocks(self) -> None:
        """Note who has been asked what since when, where answers have a time limit."""
        lobby, play = self.lobby, self.play
        if play is None or lobby.phase != "playing" or not lobby.settings.time_limit:
            lobby.clocks = {}
        else:
            lobby.wind({seat: play.match.ask_id(seat) or "" for seat in play.match.asks()}, self.now)

    def deadlines(self) -> dict[Seat, float]:
        """When each person's question answers itself, by the clock on the wall; nobody's while the game is paused."""
        lobby, limit = self.lobby, self.lobby.settings.time_limit
        if lobby.paused or lobby.phase != "playing" or not limit:
            return {}
        earliest = self.opened + min(limit, GRACE)
        return {seat: max(clock.since + limit, earliest) for seat, clock in lobby.clocks.items()}

    def concede(self, person: int, seat: Seat) -> None:
        """Give up as the game's rules say, or leave the seat to a bot."""
        match = self.running()
        self.lobby.need_seat(person, seat)
        if "concede" in match.match.table.free(seat):
            self.changed(lambda: match.act(seat, "concede"))
        else:
            self.tell("concede", f"{self.lobby.name_of(seat)} gives up; a bot plays on.")
            self.lobby.leave(person, seat)
            self.count_consent()

    def hint(self, person: int, message: said.AskHint) -> None:
        """What a sensible player would do."""
        match = self.running()
        self.lobby.need_seat(person, message.seat)
        ask, answer, reason = match.hint(message.seat)
        self.effects.replies.append(news.Hint(re=message.ref, seat=message.seat, ask=ask, answer=answer, reason=reason))

    # Undo.

    def undo(self, person: int, message: said.AskUndo | said.Consent) -> None:
        """Ask to take something back, or agree to it."""
        if isinstance(message, said.AskUndo):
            self.ask_undo(person, message.seat)
        elif self.pending is None or self.pending.number != message.undo:
            raise Refusal("stale", "undo", "no such undo is open")
        elif person not in self.concerned() and (message.agree or person != self.pending.person):
            raise Refusal("forbidden", "undo", "you are not asked")
        elif message.agree:
            self.pending.agreed.add(person)
            self.count_consent()
        else:
            self.close_undo(False)

    def ask_undo(self, person: int, seat: Seat) -> None:
        """Undo at once if nobody has learnt anything; else ask all, so that nobody learns who has."""
        match = self.running()
        self.lobby.need_seat(person, seat)
        if not self.lobby.settings.undo:
            raise Refusal("forbidden", "type", "nothing is taken back at this table")
        if self.pending is not None:
            raise Refusal("conflict", "type", "another undo is being decided")
        planned = match.plan_undo(seat)
        if not planned.needs:
            self.changed(lambda: match.undo(planned))
            return
        self.undos += 1
        self.pending = Pending(self.undos, seat, person)
        asked = news.UndoAsked(undo=self.undos, seat=seat, name=self.lobby.name_of(seat))
        self.effects.posts.append((None, asked))
        self.count_consent()

    def concerned(self) -> set[int]:
        """The persons who must agree to the open undo."""
        assert self.pending is not None
        return {chair.person for chair in self.lobby.chairs if chair.person is not None and chair.bot is None} - {
            self.pending.person
        }

    def count_consent(self) -> None:
        """Carry out the open undo, and give the seat that is asked for, if everybody who is left has agreed."""
        self.announce(self.handover.settle(self.lobby, self.here))
        pending = self.pending
        waits = self.lobby.phase != "playing" or self.lobby.paused
        if pending is None or waits or self.concerned() - pending.agreed:
            return
        match = self.running()
        planned = match.plan_undo(pending.seat)
        self.close_undo(True)
        self.changed(lambda: match.undo(planned))

    def close_undo(self, done: bool, posts: list[tuple[list[int] | None, news.FromServer]] | None = None) -> None:
        """Tell how an undo ended."""
        if self.pending is not None:
            closed = news.UndoClosed(undo=self.pending.number, seat=self.pending.seat, done=done)
            (self.effects.posts if posts is None else posts).append((None, closed))
            self.pending = None

    def tell(self, key: str, text: str) -> None:
        """Tell everybody something in one sentence."""
        self.effects.posts.append((None, news.Notice(key=key, text=text)))
