"""Performs a scenario on a table and reports the first difference."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from eschaton.kernel.ask import CHANCE, Ask, Pick, Roll, Seat, Shuffle
from eschaton.kernel.errors import BadSetup, EschatonError, GameOver, NotAnOption, Refused, traced
from eschaton.kernel.game import Game, find_game
from eschaton.kernel.machine import Question, advance
from eschaton.kernel.match import Match
from eschaton.kernel.record import Deal, Entry, Record
from eschaton.kernel.save import digest
from eschaton.kernel.step import Step
from eschaton.kernel.story import story
from eschaton.kernel.table import Table
from eschaton.kernel.window import PASS, Window
from eschaton.ledger.asking import asked, asked_text, names_of, obvious, understood
from eschaton.ledger.paths import BadScenario, NothingThere, leaves, look, plainly, same
from eschaton.ledger.position import lay
from eschaton.ledger.scenario import Do, ExpectedRefusal, Scenario, read_scenario, scenario_files

CHANCES: dict[str, type[Ask]] = {"roll": Roll, "shuffle": Shuffle, "pick": Pick}
UNTIL = "until "
END = "end"
STARTS = frozenset({"Turn", "Round"})
SHOWN = 40
AUTO = "auto"
STAYS = frozenset({"free", "refused", "set", "stand", ""})
"""What is done at the moment at which `auto` has stopped though nobody is asked; anything else goes on from there."""


class Differs(EschatonError):
    """Play did not go as a scenario says."""


class Difference(msgspec.Struct, frozen=True):
    """The first difference between a scenario and what happened, with the log so far."""

    message: str
    log: tuple[str, ...]

    def __str__(self) -> str:
        shown = self.log[-SHOWN:]
        left_out = [f"  … {len(self.log) - SHOWN} lines earlier"] if len(self.log) > SHOWN else []
        return "\n".join([self.message, "the log so far:", *left_out, *(f"  {line}" for line in shown)])


def perform(scenario: Scenario) -> Difference | None:
    """Play a scenario; the first difference, or None. BadScenario if it cannot be played at all."""
    performance = Performance(scenario)
    try:
        performance.run()
    except Differs as error:
        return Difference(f"{scenario.name}: {error}", performance.told())
    except (BadScenario, BadSetup) as error:
        raise BadScenario(f"{scenario.name}: {error}") from None
    return None


def performed(paths: Iterable[Path]) -> Iterator[tuple[str, Difference | EschatonError | None]]:
    """Play all scenario files, and those in folders: what differs, what is wrong with the file, or None."""
    for path in scenario_files(paths):
        try:
            yield path.as_posix(), perform(read_scenario(path))
        except EschatonError as error:
            yield path.as_posix(), error


def with_packs(game: Game, scenario: Scenario) -> Game:
    """The game with the cards that a scenario brings, from files named as seen from its own."""
    if not scenario.packs:
        return game
    if game.with_packs is None:
        raise BadScenario(f"{scenario.name}: packs: {game.title} takes no packs")
    try:
        return game.with_packs([scenario.folder / name for name in scenario.packs])
    except EschatonError as error:
        raise BadScenario(f"{scenario.name}: packs: {error}") from None


class Performance:
    """One scenario being played. Chance that is not scripted comes from the seed."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        try:
            game = with_packs(find_game(scenario.game), scenario)
            setup = game.checked(scenario.players, scenario.options)
        except BadSetup as error:
            raise BadScenario(f"{scenario.name}: {error}") from None
        deal = Deal(seed=scenario.seed)
        self.match = Match(game, Record(id="scenario", game=game.id, version=game.version, setup=setup, deal=deal))
        self.seen = 0
        self.begun_before: set[int] | None = None  # the steps that the next `auto` does not wait for
        self.passed: dict[int, str] = {}  # the windows that `auto` passed, by the number of the entry
        self.stays = False  # whether `auto` has stopped where nobody is asked, but somebody is waited for

    def told(self) -> tuple[str, ...]:
        """The log so far, with the moments that `auto` has passed over."""
        lines = []
        for line in story(self.match):
            passed = self.passed.pop(line.at, "") if not line.rule else ""
            note = f"  [{line.rule}]" if line.rule else f"  (auto: {passed})" if passed else ""
            lines.append(f"{line.text}{note}")
        return tuple(lines)

    def run(self) -> None:
        """Set up, then do and expect in order."""
        done = self.begin()
        self.check_after(done)
        for number, do in enumerate(self.scenario.do[done:], done + 1):
            self.seen = len(self.match.log)
            self.leave_moment(do.action)
            before = self.serials()
            self.guarded(do, f"do[{number}]")
            self.begun_before = self.serials() if do.action == AUTO else before
            self.expect(do.expect, f"do[{number}].expect")
            self.check_after(number)

    def begin(self) -> int:
        """Play the set-up, with the shuffles and picks that `do` begins with, and lay what `set` says."""
        done = 0
        while (kind := self.set_up_step()) is not None:
            do = self.scenario.do[done] if done < len(self.scenario.do) else None
            if do is not None and CHANCES.get(do.action) is kind:
                done += 1
                self.set_up_chance(getattr(do, do.action), f"do[{done}]")
                self.expect(do.expect, f"do[{done}].expect", go_on=False)
            else:
                self.draw()
        self.require_start()
        lay(self.match.table, self.scenario.set, "set")
        self.match.hold = True
        return done

    def set_up_chance(self, result: Any, place: str) -> None:
        """Let chance answer as written while the game is set up."""
        try:
            self.match.play(Entry(CHANCE, result))
        except Refused as error:
            raise Differs(f"{place}: refused: {type(error).__name__}: {error}") from None

    def require_start(self) -> None:
        """The step that the set-up should end before must have come, if one was named."""
        table, start = self.match.table, self.scenario.start.removeprefix(UNTIL)
        if start and start not in [step.step_name for step in table.stack[-1:]]:
            self.question()
            raise BadScenario(f"start: no {start!r} came before the first choice; {asked_text(self.match)}")

    def set_up_step(self) -> type[Ask] | None:
        """Run the set-up up to its next shuffle or pick, and say which; None when the set-up is over."""
        table, start = self.match.table, self.scenario.start.removeprefix(UNTIL)
        while table.stack and table.stack[-1].step_name not in ({start} if start else STARTS):
            step: Step = table.stack[-1]
            ask = step.ask(table) if step.asks else None
            if ask is None:
                advance(table, step)
                self.match.collect()
            elif isinstance(ask, Shuffle | Pick) or (start and isinstance(ask, Roll)):
                self.match.next_question()
                return type(ask)
            elif not start or not (self.take_obvious() or self.take_neutral()):
                return None
        return None

    def take_neutral(self) -> bool:
        """Let a seat answer neutrally what it is asked while the game is set up; not once turns have begun."""
        question = self.match.question
        if question is None or STARTS & {step.step_name for step in self.match.table.stack}:
            return False
        self.match.play(Entry(question.ask.seat, question.ask.default()))
        return True

    def leave_moment(self, action: str) -> None:
        """Go on from a moment at which nobody is asked, unless something may be done there."""
        question = self.match.question
        self.stays = self.stays and action in STAYS
        if question is not None and question.idle and action not in (AUTO, *STAYS):
            self.question()

    def check_after(self, number: int) -> None:
        """Look at what must hold after so many entries of `do`."""
        for expect in self.scenario.expect:
            if expect.after == number:
                self.expect(expect.values, expect.place)

    def guarded(self, do: Do, place: str) -> None:
        """Do one entry; whatever the rules refuse or break is a difference."""
        try:
            self.perform(do, place)
        except (Differs, BadScenario):
            raise
        except Refused as error:
            now = "" if isinstance(error, NotAnOption | GameOver) else f"; {asked_text(self.match)}"
            raise Differs(f"{place}: refused: {type(error).__name__}: {error}{now}") from None
        except Exception as error:
            raise Differs(f"{place}: the rules failed: {traced(error)}") from error

    def perform(self, do: Do, place: str) -> None:
        """Do one entry."""
        match do.action:
            case "roll" | "shuffle" | "pick":
                self.script(do.action, getattr(do, do.action), place)
            case "auto":
                self.auto(do.auto.removeprefix(UNTIL) if isinstance(do.auto, str) else "", f"{place}.auto")
            case "refused":
                assert isinstance(do.refused, ExpectedRefusal)
                self.refuse(do.refused, f"{place}.refused")
            case "set":
                lay(self.match.table, do.set or {}, f"{place}.set")
            case "answer" | "free" | "stand" | "withdraw":
                self.open_to(do, place)
                self.match.play(self.entry_of(do))
                self.match.next_question()

    def entry_of(self, do: Do | ExpectedRefusal) -> Entry:
        """The record entry for something a seat does."""
        assert isinstance(do.seat, int)
        seat: Seat = do.seat
        if do.free is not msgspec.UNSET:
            question = self.match.question
            return Entry(seat, do.free, "free", self.match.left + 1 if question is not None and question.idle else 0)
        if isinstance(do, Do) and do.action == "withdraw":
            return Entry(seat, None, "withdraw")
        if isinstance(do, Do) and do.action == "stand":
            return Entry(seat, do.stand or None, "stand")
        return Entry(seat, understood(self.match, seat, do.answer))

    # Chance.

    def question(self) -> Question | None:
        """The open question, chance's included; a moment when nobody is asked goes by, unless `auto` stays there."""
        question = self.match.next_question()
        while question is not None and question.idle and not self.stays:
            question = self.match.leave()
        return question

    def chance_asked(self) -> Ask | None:
        """What chance is asked, if it is chance that is asked."""
        question = self.question()
        asked = question is not None and not question.idle and question.ask.seat == CHANCE
        return question.ask if question is not None and asked else None

    def draw(self) -> None:
        """Let the seed answer for chance."""
        self.match.play(Entry(CHANCE, self.match.draw()))

    def script(self, action: str, result: Any, place: str) -> None:
        """Let chance answer as written; chance of other kinds before it comes from the seed."""
        while (ask := self.chance_asked()) is not None and not isinstance(ask, CHANCES[action]):
            self.draw()
        if ask is None:
            raise Differs(f"{place}.{action}: nothing is asked of chance; {asked_text(self.match)}")
        self.match.play(Entry(CHANCE, result))
        self.question()

    def open_to(self, do: Do | ExpectedRefusal, place: str) -> None:
        """Go on until seats are asked; not where nobody is, but the one who acts unasked is waited for."""
        question = self.match.question
        unasked = do.free is not msgspec.UNSET and question is not None and question.idle
        if not (unasked and isinstance(do.seat, int) and self.match.table.waits_for(do.seat)):
            self.open_to_seats(place)

    def open_to_seats(self, place: str) -> Question:
        """Let chance answer until seats are asked."""
        while self.chance_asked() is not None:
            self.draw()
        if self.match.question is None:
            raise Differs(f"{place}: the game is over")
        return self.match.question

    # Going on by itself.

    def auto(self, target: str, place: str) -> None:
        """Pass windows and take forced answers until the target asks; any other real choice is a difference.

        In a window in which nobody is asked, but somebody is waited for, it stops by the window's timing.
        """
        pending = self.serials() if self.begun_before is None else self.begun_before
        for _ in range(self.match.game.limit):
            question = self.match.next_question()
            if question is not None and question.idle:
                self.stays = isinstance(question.step, Window) and question.step.timing == target and self.waits()
                if self.stays:
                    return
                self.match.leave()
                continue
            if question is None:
                if target in ("", END):
                    return
                raise Differs(f"{place}: the game ended before {target!r}")
            if target and self.reached(question, target, pending):
                return
            if question.ask.seat == CHANCE:
                self.draw()
                continue
            if not self.take_obvious():
                if not target:
                    return
                raise Differs(
                    f"{place}: came to a choice before {target!r}{self.meant(target)}; {asked_text(self.match)}"
                )
        raise Differs(f"{place}: {target!r} never came")

    def waits(self) -> bool:
        """Whether somebody may act unasked at this moment, and should have the time to."""
        table = self.match.table
        return any(table.waits_for(seat) for seat in table.people())

    def serials(self) -> set[int]:
        """The pending steps."""
        return {step.serial for step in self.match.table.stack}

    def meant(self, target: str) -> str:
        """What was probably meant by a name that did not come."""
        known = {step.step_name for step in self.match.table.stack}
        known |= names_of(self.match.question) if self.match.question else set()
        near = difflib.get_close_matches(target, sorted(name for name in known - {target} if name.isalpha()), 1)
        return f" (did you mean {near[0]!r}?)" if near else ""

    def take_obvious(self) -> bool:
        """Pass a window or take a forced answer; not if anybody who is asked has a real choice."""
        question = self.question()
        if question is None:
            return False
        moves = {seat: obvious(question, ask) for seat, ask in question.asks(self.match.table).items()}
        if None in moves.values():
            return False
        seat = next(iter(moves))
        if moves[seat] == PASS:
            self.passed[len(self.match.record.entries) + 1] = asked_text(self.match)
        self.match.play(Entry(seat, moves[seat]))
        return True

    def reached(self, question: Question, target: str, pending: set[int]) -> bool:
        """Whether the target is what asks now, or a step of that name that has begun meanwhile."""
        begun = {other.step_name for other in under_way(self.match.table) if other.serial not in pending}
        return target in names_of(question) | begun

    # What must be refused, and what must hold.

    def refuse(self, refusal: ExpectedRefusal, place: str) -> None:
        """Try something that must be refused and change nothing."""
        self.open_to(refusal, place)
        before = digest(self.match.table)
        entry = self.entry_of(refusal)
        try:
            self.match.play(entry)
        except Refused as error:
            if refusal.error not in type(error).__name__ and refusal.error not in str(error):
                found = f"{type(error).__name__}: {error}"
                raise Differs(f"{place}.error: expected {refusal.error!r}, found {found!r}") from None
            if digest(self.match.table) != before:
                raise Differs(f"{place}: refused, but the table has changed") from None
            return
        raise Differs(f"{place}: expected a refusal, but {entry.answer!r} was accepted")

    def expect(self, values: Mapping[str, Any], place: str, go_on: bool = True) -> None:
        """Compare what lies on the table, path by path; unless the game is still set up, once somebody is asked."""
        if not values:
            return
        if go_on:
            self.question()
        for path, expected in leaves(values):
            try:
                found = self.found(path)
            except NothingThere:
                raise Differs(f"{place}: {path}: expected {expected!r}, found nothing there") from None
            except BadScenario as error:
                raise BadScenario(f"{place}.{error}") from None
            if path == "said":
                missing = [key for key in wanted_list(expected) if key not in found]
                if missing:
                    raise Differs(f"{place}: said: expected {missing!r}, found {found!r}")
            elif not same(found, expected):
                now = f" ({asked_text(self.match)})" if path.startswith("asked") else ""
                raise Differs(f"{place}: {path}: expected {expected!r}, found {plainly(found)!r}{now}")

    def found(self, path: str) -> Any:
        """What a path of an expectation leads to: the open question, what was said, or the table."""
        root, _, rest = path.partition(".")
        if root == "asked":
            return look(asked(self.match), rest) if rest else asked(self.match)
        if root == "said":
            return [event.key for _, event in self.match.log[self.seen :]]
        if root == "over":
            return self.match.question is None
        return look(self.match.table, path)


def under_way(table: Table) -> list[Step]:
    """The steps that have begun: all above them came later. What waits its turn below a step came later than it."""
    found: list[Step] = []
    for step in reversed(table.stack):
        if not found or step.serial < found[-1].serial:
            found.append(step)
    return found


def wanted_list(expected: Any) -> list[Any]:
    """One or several."""
    return expected if isinstance(expected, list) else [expected]
