"""Characters: campaigns of single people, each a file, brought to a game by name and in one game at a time.

They lie beside the campaigns (`campaigns.folder`). What a finished game makes of all who were in it is written down as
a whole before any file changes, so that it reaches all of them, whatever happens in between.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from eschaton.kernel.ask import Seat
from eschaton.kernel.campaign import (
    Campaign,
    Place,
    come_home,
    from_json,
    load,
    released,
    require_descent,
    require_whole,
    save,
    taken,
)
from eschaton.kernel.errors import BadSetup, Illegal
from eschaton.kernel.game import Game
from eschaton.kernel.match import Match
from eschaton.kernel.once import prepared
from eschaton.kernel.record import write_bytes
from eschaton.terminal import campaigns
from eschaton.terminal.campaigns import NAME, SUFFIX, games_played
from eschaton.terminal.menu import as_json

Brought = Mapping[Seat, Campaign]


def folder() -> Path:
    """Where characters are kept."""
    return campaigns.folder().parent / "characters"


def journal() -> Path:
    """What is being written to several files: there only while that is under way."""
    return folder() / "coming-home"


def file_of(name: str) -> Path:
    """The file of a character; BadSetup if it cannot be called so."""
    if not NAME.fullmatch(name):
        raise BadSetup(f"character: {name!r} is no name; use letters, digits, spaces, - and _, at most 60 of them")
    return folder() / f"{name}{SUFFIX}"


def everybody() -> list[Campaign]:
    """All characters there are, by name, as they are now that nothing is left half written."""
    if journal().exists():
        write_all(msgspec.json.decode(journal().read_bytes(), type=prepared(list[Campaign])))
        journal().unlink()
    return [load(file) for file in sorted(folder().glob(f"*{SUFFIX}"))]


def write_all(characters: Sequence[Campaign]) -> None:
    """Put characters on disk, one after the other."""
    folder().mkdir(parents=True, exist_ok=True)
    for character in characters:
        save(character, file_of(character.name))


def write_together(characters: Sequence[Campaign]) -> None:
    """Put all of these characters on disk, or, if that is broken off, let it be done by whoever looks next."""
    folder().mkdir(parents=True, exist_ok=True)
    write_bytes(msgspec.json.encode(characters), journal())
    write_all(characters)
    journal().unlink()


def named(name: str, game: Game) -> Campaign:
    """The character of this name; a new one if there is none."""
    file_of(name)
    found = next((one for one in everybody() if one.name == name), None)
    if found is None:
        return Campaign(name=name, game=game.id)
    if found.game != game.id:
        raise BadSetup(f"character: {name!r} is a character of {found.game}, not of {game.id}")
    return found


def brought(words: Sequence[str], game: Game) -> Brought:
    """The characters that come to a new game, each said as SEAT=NAME; BadSetup if one cannot come."""
    found: dict[Seat, Campaign] = {}
    for word in words:
        seat, equals, name = word.partition("=")
        if not equals or not seat.isdecimal():
            raise BadSetup(f"character: expected SEAT=NAME, as in 0=Anna, not {word!r}")
        character = named(name.strip(), game)
        if int(seat) in found or character.name in {other.name for other in found.values()}:
            raise BadSetup(f"character: {word!r} names a seat or a character twice")
        if character.at is not None:
            raise BadSetup(
                f"character: {character.name!r} is in another game; finish that,"
                f" or give it up: eschaton characters {character.name!r} --release"
            )
        found[int(seat)] = character
    return found


def take_along(characters: Brought, match: Match) -> None:
    """Let characters be in a match from now on, and in no other."""
    if characters:
        write_together([taken(one, Place(match.record.id, seat)) for seat, one in characters.items()])


def bring_home(match: Match) -> list[str]:
    """Enter a finished match into all characters that were in it, together, and say so."""
    home = come_home(everybody(), match)
    if home:
        write_together(home)
    return [f"Character {one.name!r}: {games_played(one)}; kept in {file_of(one.name)}." for one in home]


def let_go(match: Match) -> None:
    """A match will not be finished: who was in it is as before, and free."""
    left = [released(one, match.record.id) for one in everybody() if one.at and one.at.match == match.record.id]
    if left:
        write_together(left)


def characters_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton characters`."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="show this one")
    parser.add_argument("--release", action="store_true", help="take it out of a game that will not be finished")
    parser.add_argument("--import", dest="file", type=Path, metavar="FILE", help="take in a character from elsewhere")


def run_characters(given: argparse.Namespace) -> int:
    """List the characters, show one, free it, or take one in."""
    if given.file:
        print(take_in(given.file))
        return 0
    if not given.name:
        found = [described(one) for one in everybody()]
        print("\n".join(found) or "There are no characters yet; bring one: eschaton play GAME --character SEAT=NAME")
        return 0
    one = next((one for one in everybody() if one.name == given.name), None)
    if one is None:
        raise BadSetup(f"character: there is none called {given.name!r}")
    if given.release:
        if one.at is None:
            raise BadSetup(f"character: {one.name!r} is in no game")
        write_together([released(one, one.at.match)])
        print(f"{one.name} is free again.")
        return 0
    print(as_json(one))
    return 0


def described(character: Campaign) -> str:
    """A character in one line."""
    return f"{character.name}: {character.game}, {games_played(character)}{', in a game' if character.at else ''}"


def take_in(file: Path) -> str:
    """Take in a character that was played elsewhere, if it is new or has only been played on."""
    try:
        given = from_json(file.read_bytes())
    except OSError as error:
        raise BadSetup(f"import: {file}: {error.strerror}") from None
    require_whole(given)
    file_of(given.name)
    for known in everybody():
        if known.id == given.id:
            require_descent(known, given)
            if known.name != given.name:
                raise Illegal(f"character: it is called {known.name!r} here, not {given.name!r}")
        elif known.name == given.name:
            raise Illegal(f"character: another one is called {given.name!r} here")
    write_together([msgspec.structs.replace(given, at=None)])
    return described(given)
