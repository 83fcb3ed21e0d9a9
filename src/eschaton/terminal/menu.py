"""The games as a menu shows them, options as people type them, and what all commands share."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from eschaton.cardtext.errors import BadCards
from eschaton.games import origin
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game, Switch, register, seats_in_words

YES_OR_NO = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def game_facts(game: Game) -> dict[str, Any]:
    """A game as plain data; `seats` are the numbers of players it takes."""
    facts = {name: getattr(game, name) for name in ("id", "title", "version", "summary", "minutes", "packs")}
    return {**facts, "seats": game.players, "options": game.options, "from": origin(game)}


def game_text(game: Game) -> str:
    """A game in a few lines."""
    brought = origin(game)
    notes = [f"{seats_in_words(game.players)} players", *([f"{game.minutes} minutes"] if game.minutes else [])]
    notes += [f"{'toy, ' if 'toy' in brought else ''}from {brought}"] if brought else []
    lines = [f"{game.id}: {game.title} ({', '.join(notes)})", *([f"  {game.summary}"] if game.summary else [])]
    lines += [switch_text(switch) for switch in game.options]
    return "\n".join([*lines, *([f"  packs: {', '.join(game.packs)}"] if game.packs else [])])


def switch_text(switch: Switch) -> str:
    """An option: what it can be, and what it is unless said."""
    default = switch.default if isinstance(switch.default, str) else str(switch.default).lower()
    return f"  option {switch.key}={'|'.join(switch.choices) or 'true|false'}, default {default}: {switch.title}"


def options_typed(game: Game, pairs: Sequence[str]) -> dict[str, Any]:
    """Options from KEY=VALUE: yes or no where the game has a plain switch, otherwise the word."""
    chosen: dict[str, Any] = {}
    plain = {switch.key for switch in game.options if not switch.choices}
    for pair in pairs:
        key, equals, word = pair.partition("=")
        if not equals:
            raise BadSetup(f"options: expected KEY=VALUE, got {pair!r}")
        chosen[key] = YES_OR_NO.get(word.lower(), word) if key in plain else word
    return chosen


def add_options(parser: argparse.ArgumentParser) -> None:
    """The argument that sets options of a game."""
    parser.add_argument(
        "--options", nargs="+", action="extend", default=[], metavar="KEY=VALUE", help="options of the game"
    )


def add_packs(parser: argparse.ArgumentParser) -> None:
    """The argument that lays packs of cards on a game's own."""
    parser.add_argument(
        "--pack",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="a pack of cards laid on the game's own; may be given more than once",
    )


def with_packs(game: Game, files: Sequence[Path]) -> Game:
    """The game with these packs laid on its own; from now on it is the one that goes by its id."""
    if not files:
        return game
    if game.with_packs is None:
        raise BadSetup(f"pack: {game.title} takes no packs beside its own")
    try:
        laid = game.with_packs(files)
    except BadCards as error:
        raise BadSetup(f"pack: {error.brief}") from None
    register(laid)
    return laid


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Say which extra is missing if something is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "eschaton").partition(".")[0] == "eschaton":
            raise
        raise BadSetup(f"{error.name} is not installed; install eschaton[{name}]") from None


def as_json(value: Any) -> str:
    """JSON for programs."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
