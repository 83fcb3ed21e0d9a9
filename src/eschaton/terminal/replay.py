"""Saved games as text: the story of a record, the table at any moment, and what its chance proves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eschaton.kernel import film
from eschaton.kernel.ask import ALL_SEEING, Viewer
from eschaton.kernel.errors import BadRecord, BadSetup, EschatonError
from eschaton.kernel.game import Game, find_game
from eschaton.kernel.match import Match, begun, require_setup, resume, verify
from eschaton.kernel.record import Record
from eschaton.kernel.step import Outcome
from eschaton.kernel.story import story
from eschaton.terminal.draw import drawing


def viewer_named(word: str, record: Record) -> Viewer:
    """The viewer that a word names: a seat's number (or S0), "spectator", or "all"."""
    if word in ("all", "spectator"):
        return ALL_SEEING if word == "all" else None
    number = word.removeprefix("S")
    if number.isdigit() and int(number) < record.setup.players:
        return int(number)
    raise BadSetup(f"view: {word!r} is not a seat (0 to {record.setup.players - 1}), spectator or all")


@contextmanager
def about(file: Path) -> Iterator[None]:
    """Say which file it is that something is wrong with."""
    try:
        yield
    except BadRecord as error:
        raise BadRecord(f"{file}: {str(error).removeprefix(f'{file}: ')}") from None


def require_same_rules(game: Game, record: Record) -> None:
    """BadRecord unless these rules, with these cards and a set-up they allow, made the record."""
    if record.version != game.version:
        raise BadRecord(f"version: made by version {record.version} of {game.title}, but {game.version} is installed")
    if record.setup.packs != game.packs:
        raise BadRecord("packs: the cards have changed since, or its packs were not named (--pack FILE)")
    require_setup(game, record)


def replay_text(record: Record, viewer: Viewer, at: int | None = None) -> str:
    """What happened, as a viewer may know it, and the table after `at` answers (the last one unless said)."""
    end = len(record.entries)
    moment = end if at is None else at
    if not 0 <= moment <= end:
        raise BadSetup(f"at: {moment} is not between 0 and {end}, the number of answers on record")
    game = find_game(record.game)
    filmed = record.version != game.version and bool(record.films)
    lines = film_lines(record, viewer, moment) if filmed else played_lines(game, record, viewer, moment)
    over = [outcome_text(game, record.outcome)] if record.outcome is not None and moment == end else []
    return "\n".join([f"{game.title}, {record.setup.players} players, {end} answers", "", *lines, *over])


def played_lines(game: Game, record: Record, viewer: Viewer, moment: int) -> list[str]:
    """The story of a record of these rules, played again."""
    match = played_until(game, record, moment)
    lines = [f"{line.at:5}  {line.text}{f'  [{line.rule}]' if line.rule else ''}" for line in story(match, viewer)]
    scene = film.scene_of(game, match.table, viewer)
    return [*lines, "", f"After {moment} answers:", drawing(scene)]


def played_until(game: Game, record: Record, moment: int) -> Match:
    """The match after so many answers; nothing is drawn beyond them."""
    require_same_rules(game, record)
    if moment < record.floor:
        raise BadRecord(f"at: the first {record.floor} answers were played by other rules and cannot be shown")
    match = begun(game, record)
    try:
        for _ in match.replay(record.entries[record.floor : moment]):
            pass
    except EschatonError as error:
        raise BadRecord(f"entries[{len(match.record.entries)}]: {error}") from None
    return match


def film_lines(record: Record, viewer: Viewer, moment: int) -> list[str]:
    """The story as it was filmed, for a record of other rules."""
    frames = [frame for frame in film.show(record, viewer) if frame.at <= moment]
    lines = [f"{frame.at:5}  {text}{f'  [{rule}]' if rule else ''}" for frame in frames for rule, text in frame.log]
    return [*lines, "", f"After {moment} answers (as filmed):", drawing(frames[-1].scene) if frames else ""]


def outcome_text(game: Game, outcome: Outcome) -> str:
    """How it ended."""
    won = ", ".join(game.name("seat", seat) for seat in outcome.winners) or "nobody"
    why = f": {outcome.reason}" if outcome.reason else ""
    return f"The game is over{why}. Won by: {won}."


def differences(record: Record) -> list[str]:
    """Everything in which playing a record again differs from what it says."""
    game = find_game(record.game)
    require_same_rules(game, record)
    try:
        match = resume(game, record)
    except BadRecord as error:
        return [str(error)]
    wrong = []
    if match.record.outcome != record.outcome:
        wrong.append(f"outcome: expected {record.outcome}, found {match.record.outcome}")
    return wrong


def proof(record: Record) -> tuple[str, list[str]]:
    """What the chance of a record proves, in a sentence, and everything wrong with it."""
    game = find_game(record.game)
    require_same_rules(game, record)
    try:
        wrong = verify(game, record)
    except EschatonError as error:
        wrong = [f"entries: {error}"]
    draws = sum(entry.seat < 0 for entry in record.entries)
    if record.deal.typed:
        return f"{draws} results of chance; dice were typed in by people, so they prove nothing", wrong
    if record.deal.commitment:
        seats = len(record.deal.contributions)
        return f"{draws} results of chance, all from the committed secret and the numbers of {seats} seats", wrong
    return f"{draws} results of chance, all from the seed; no fair deal: whoever chose the seed could choose it", wrong
