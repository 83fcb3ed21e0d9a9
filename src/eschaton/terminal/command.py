"""`eschaton games`, `play`, `replay` and `verify`."""

from __future__ import annotations

import argparse
from pathlib import Path

from eschaton.bots import bots_in_words
from eschaton.games import every_game
from eschaton.kernel import record
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import find_game
from eschaton.terminal.console import Console
from eschaton.terminal.menu import add_options, add_packs, as_json, game_facts, game_text, options_typed, with_packs
from eschaton.terminal.play import play, play_on
from eschaton.terminal.replay import about, differences, proof, replay_text, viewer_named


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
    parser.add_argument("--seats", help=f"who sits where, as in you,bot,hard; bots: bot, {bots_in_words()}")
    parser.add_argument("--players", type=int, help="how many play (default: as many as --seats, or as few as can)")
    add_options(parser)
    add_packs(parser)
    parser.add_argument("--campaign", metavar="NAME", help="begin or go on with a campaign: what is won stays won")
    parser.add_argument(
        "--character", action="append", default=[], metavar="SEAT=NAME", help="who comes along from earlier games"
    )
    parser.add_argument("--seed", default="", help="where chance comes from (default: a secret one)")
    parser.add_argument("--hand-dice", action="store_true", help="dice are rolled at your table and typed in")
    parser.add_argument("--save", type=Path, metavar="FILE", help="save the game here, again and again while you play")
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved game")


def run_play(given: argparse.Namespace) -> int:
    """Play."""
    found = every_game()
    game = find_game(given.game) if given.game else None
    if given.load:
        if given.players or given.options or given.seed or given.hand_dice or given.save or given.character:
            message = (
                "a saved game keeps its players, options, seed, dice, file and characters;"
                " name only --seats, --pack, --campaign"
            )
            raise BadSetup(f"load: {message}")
        if given.pack:
            with_packs(game or find_game(record.read(given.load).game), given.pack)
        with about(given.load):
            play_on(given.load, Console(), game=game, seats=given.seats, campaign=given.campaign)
        return 0
    if game is None and not found:
        raise BadSetup("game: no games are installed")
    game = with_packs(game or found[0], given.pack)
    play(
        game,
        Console(),
        seats=given.seats,
        players=given.players,
        options=options_typed(game, given.options),
        seed=given.seed,
        hand_dice=given.hand_dice,
        keep=given.save,
        campaign=given.campaign,
        characters=given.character,
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
    add_packs(parser)


def run_replay(given: argparse.Namespace) -> int:
    """Replay."""
    with about(given.file):
        found = recorded(given)
        if not given.verify:
            print(replay_text(found, viewer_named(given.view, found), given.at))
            return 0
        return verdict(given.file, f"{len(found.entries)} answers play out the same", differences(found))


def verify_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton verify`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a saved game")
    add_packs(parser)


def run_verify(given: argparse.Namespace) -> int:
    """Verify."""
    with about(given.file):
        return verdict(given.file, *proof(recorded(given)))


def recorded(given: argparse.Namespace) -> record.Record:
    """A saved game, once the cards it was played with are known."""
    every_game()
    found = record.read(given.file)
    if given.pack:
        with_packs(find_game(found.game), given.pack)
    return found


def verdict(file: Path, proven: str, wrong: list[str]) -> int:
    """Say what is proven, or everything that is wrong."""
    for fault in wrong:
        print(f"{file}: {fault}")
    if not wrong:
        print(f"{file}: {proven}")
    return 1 if wrong else 0
