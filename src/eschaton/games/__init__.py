"""The games, one package each, with the ledger of its rules beside the code."""

from __future__ import annotations

import importlib
import pkgutil
import sys
import tomllib
from pathlib import Path
from typing import Any

from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game, register, registered

KEY = "tool.eschaton.games"

_origins: dict[str, str] = {}


def installed() -> list[Game]:
    """Register every game that has a package here, in alphabetical order."""
    found = []
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        game = getattr(importlib.import_module(f"{__name__}.{module.name}"), "GAME", None)
        if isinstance(game, Game):
            found.append(game)
    register(*found)
    return found


def brought_along(folder: Path) -> list[Game]:
    """Register the games of the modules that the folder's pyproject.toml names under [tool.eschaton] games."""
    names = modules_named(folder / "pyproject.toml")
    if names and str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    return [game for name in names for game in from_module(name)]


def modules_named(project: Path) -> list[str]:
    """The modules that a pyproject.toml names; none if there is no such file or key."""
    try:
        settings: Any = tomllib.loads(project.read_text("utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSetup(f"pyproject.toml: cannot be read: {error}") from None
    for key in KEY.split("."):
        settings = settings.get(key, {}) if isinstance(settings, dict) else {}
    if not settings:
        return []
    if not isinstance(settings, list) or not all(isinstance(name, str) for name in settings):
        raise BadSetup(f"pyproject.toml: {KEY}: expected a list of module names, got {settings!r}")
    return settings


def from_module(name: str) -> list[Game]:
    """Register the GAMES of one module."""
    try:
        games = importlib.import_module(name).GAMES
    except Exception as error:
        raise BadSetup(f"pyproject.toml: {KEY}: {name!r} cannot be used: {type(error).__name__}: {error}") from error
    if not isinstance(games, list | tuple):
        raise BadSetup(f"pyproject.toml: {KEY}: {name}.GAMES must be a list of games, not {type(games).__name__}")
    for game in games:
        if not isinstance(game, Game):
            raise BadSetup(f"pyproject.toml: {KEY}: {name}.GAMES holds {game!r}, which is not a game")
        if any(known.id == game.id for known in registered()) and _origins.get(game.id) != name:
            raise BadSetup(f"pyproject.toml: {KEY}: {name} brings a second game with the id {game.id!r}")
        _origins[game.id] = name
    register(*games)
    return list(games)


def every_game() -> list[Game]:
    """Register and list the installed games, then those that the present directory brings along."""
    return [*installed(), *brought_along(Path.cwd())]


def origin(game: Game) -> str:
    """The module that brought a game along; empty for an installed one."""
    return _origins.get(game.id, "")
