"""`eschaton games`, `play`, `replay` and `verify`."""

from __future__ import annotations

import argparse
from pathlib import Path

from eschaton.bots import bot_names
from eschaton.games import every_game
from eschaton.kernel import record
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import find_game
from eschaton.terminal.console import Console
from eschaton.terminal.menu import add_options, as_json, game_facts, game_text, options_typed
from eschaton.terminal.play import play, play_on
from eschaton.terminal.replay import differences, proof, replay_text, viewer_named


def games_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton games`."""
    parser.add_argument("--json", action="store_true", help="as JSON")


def run_games(given: argparse.Namespace) -> int:
    """List the games."""
    found = every_game()
    text = "\n".join(map(game_text, found)) or "No games are installed."
    print(as_json([game_facts(game) for game in found]) if given.json else text)
    return 0


def play_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton play`."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="which game (see: eschaton games)")
    parser.add_argument("--seats", help=f"who sits where, as in you,bot,bot; bots: bot, {', '.join(bot_names())}")
    parser.add_argument("--players", type=int, help="how many play (default: as many as --seats, or as few as can)")
    add_options(parser)
    parser.add_argument("--seed", default="", help="where chance comes from (default: a secret one)")
    parser.add_argument("--hand-dice", action="store_true", help="dice are rolled at your table and typed in")
    parser.add_argument("--save", type=Path, metavar="FILE", help="save the game here when you leave or it ends")
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved game")


def run_play(given: argparse.Namespace) -> int:
    """Play."""
    found = every_game()
    game = find_game(given.game) if given.game else None
    if given.load:
        if given.players or given.options or given.seed or given.hand_dice or given.save:
            raise BadSetup("load: a saved game keeps its players, options, seed, dice and file; name only --seats")
        play_on(given.load, Console(), game=game, seats=given.seats)
        return 0
    if game is None and not found:
        raise BadSetup("game: no games are installed")
    game = game or found[0]
    play(
        game,
        Console(),
        seats=given.seats,
        players=given.players,
        options=options_typed(game, given.options),
        seed=given.seed,
        hand_dice=given.hand_dice,
        keep=given.save,
    )
    return 0


def replay_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton replay`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a saved game")
    parser.add_argument("--verify", action="store_true", help="only check that playing it again gives the same tables")
    parser.add_argument("--at", type=int, metavar="N", help="the moment after N answers (default: the end)")
    parser.add_argument(
        "--view", default="all", metavar="SEAT", help="through whose eyes: a seat, spectator, all (default)"
    )


def run_replay(given: argparse.Namespace) -> int:
    """Replay."""
    every_game()
    found = record.read(given.file)
    if not given.verify:
        print(replay_text(found, viewer_named(given.view, found), given.at))
        return 0
    return verdict(given.file, f"{len(found.entries)} answers play out the same", differences(found))


def verify_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton verify`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a saved game")


def run_verify(given: argparse.Namespace) -> int:
    """Verify."""
    every_game()
    return verdict(given.file, *proof(record.read(given.file)))


def verdict(file: Path, proven: str, wrong: list[str]) -> int:
    """Say what is proven, or everything that is wrong."""
    for fault in wrong:
        print(f"{file}: {fault}")
    if not wrong:
        print(f"{file}: {proven}")
    return 1 if wrong else 0
