"""Campaigns by name: kept between games in the user's data folder, and continued with every game that is finished.

The folder is `$ESCHATON_DATA`, or `$XDG_DATA_HOME/eschaton`, or `~/.local/share/eschaton`; each campaign is a file.
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

from eschaton.kernel.campaign import Campaign, come_back, load, save
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game
from eschaton.kernel.match import Match
from eschaton.terminal.menu import as_json

NAME = re.compile(r"[\w][\w -]{0,59}")  # what is a file name everywhere
SUFFIX = ".json"


def folder() -> Path:
    """Where campaigns are kept."""
    chosen = os.environ.get("ESCHATON_DATA")
    if chosen:
        return Path(chosen) / "campaigns"
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "eschaton" / "campaigns"


def file_of(name: str) -> Path:
    """The file of a campaign; BadSetup if it cannot be called so."""
    if not NAME.fullmatch(name):
        raise BadSetup(f"campaign: {name!r} is no name; use letters, digits, spaces, - and _, at most 60 of them")
    return folder() / f"{name}{SUFFIX}"


def named(name: str, game: Game) -> Campaign:
    """The campaign of this name; a new one if there is none."""
    file = file_of(name)
    if not file.exists():
        return Campaign(name=name, game=game.id)
    found = load(file)
    if found.game != game.id:
        raise BadSetup(f"campaign: {name!r} is a campaign of {found.game}, not of {game.id}")
    return found


def record_end(name: str, match: Match) -> str:
    """Enter a finished match into its campaign, as it stands by now, and say so; the same match counts only once."""
    before = named(name, match.game)
    after = come_back(before, match)
    if after is before:
        return f"This game is in the campaign {name!r} already."
    file = file_of(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    save(after, file)
    return f"Campaign {name!r}: {games_played(after)}; kept in {file}."


def games_played(campaign: Campaign) -> str:
    """How many games a campaign has seen."""
    many = len(campaign.patches)
    return f"{many} game{'' if many == 1 else 's'} played"


def every_campaign() -> list[Campaign]:
    """All campaigns there are, by name."""
    return [load(file) for file in sorted(folder().glob(f"*{SUFFIX}"))]


def campaigns_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton campaigns`."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="show this one")


def run_campaigns(given: argparse.Namespace) -> int:
    """List the campaigns, or show one."""
    if given.name:
        if not file_of(given.name).exists():
            raise BadSetup(f"campaign: there is none called {given.name!r}")
        print(as_json(load(file_of(given.name))))
        return 0
    found = [f"{campaign.name}: {campaign.game}, {games_played(campaign)}" for campaign in every_campaign()]
    print("\n".join(found) or "There are no campaigns yet; begin one with: eschaton play GAME --campaign NAME")
    return 0
