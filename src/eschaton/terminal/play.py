"""Starting and resuming play at a terminal."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from eschaton.kernel import record
from eschaton.kernel.ask import Ask, Roll
from eschaton.kernel.chance import Chance, Seeded, Typed
from eschaton.kernel.errors import BadRecord, BadSetup, Refused
from eschaton.kernel.game import Game, find_game
from eschaton.kernel.match import Match, chance_of, resume
from eschaton.terminal.answers import read_roll
from eschaton.terminal.campaigns import named, record_end
from eschaton.terminal.characters import bring_home, brought, let_go, take_along
from eschaton.terminal.client import Client
from eschaton.terminal.console import Console, EndOfInput, Quit
from eschaton.terminal.keep import misplaced
from eschaton.terminal.replay import require_same_rules
from eschaton.terminal.seats import chairs_for, players_for, seat_words, seats_in_record, words_of


class TypedDice:
    """Dice that people roll at a real table and type in, by the marks or the names of their faces."""

    def __init__(self, console: Console, game: Game) -> None:
        self.console = console
        self.game = game
        self.client: Client | None = None

    def __call__(self, ask: Ask) -> Any:
        """What was rolled."""
        assert isinstance(ask, Roll)
        if self.client is not None and self.client.at is not None:
            self.client.news(self.client.at)
        names = {face: self.game.name("face", face) for face in ask.faces}
        dice = [ask.faces_of(place) for place in range(ask.count)] if ask.dice else [ask.faces]
        faces = "; ".join(in_words(faces, names) for faces in dice)
        each = ", in this order" if ask.dice else ""
        while True:
            line = self.console.ask(f"Roll {ask.count} for {ask.purpose}{each} ({faces}):")
            if line.lower() in ("quit", "exit"):
                raise Quit
            if line in ("", "?", "help"):
                self.console.say("Type the faces that lie on your table, with spaces or commas between; or: quit.")
                continue
            try:
                return read_roll(ask, line, names)
            except Refused as error:
                self.console.say(f"Not a roll: {error}")


def in_words(faces: Iterable[Any], names: Mapping[Any, str]) -> str:
    """The faces of a die, each once: its mark, and its name where that is another one."""
    marks = dict.fromkeys(faces)
    return ", ".join(f"{face}" if str(face) == names[face] else f"{face} {names[face]}" for face in marks)


def play(
    game: Game,
    console: Console,
    *,
    seats: str | None = None,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: str = "",
    hand_dice: bool = False,
    keep: Path | None = None,
    campaign: str | None = None,
    characters: Sequence[str] = (),
) -> None:
    """Play a new game, on its own or as the next of a campaign, with the characters that people bring."""
    if keep is not None and (wrong := misplaced(keep)):
        raise BadSetup(f"save: {keep}: {wrong}")
    words = words_of(seats) if seats is not None else None
    many = players_for(game, words, players)
    so_far = named(campaign, game).state if campaign else {}
    along = brought(characters, game)
    states = {seat: one.state for seat, one in along.items()}
    setup = game.checked(many, options or {}, so_far, states)
    table = game.table(setup)
    seated = seat_words(table, words)
    chairs = chairs_for(game, table, seated)
    seed = seed or secrets.token_hex(16)
    dice = TypedDice(console, game)
    try:
        chance: Chance | None = Typed(dice, Seeded(seed)) if hand_dice else None
        match = Match.new(
            game, many, options, seed=seed, chance=chance, campaign=so_far, characters=states, names=seated
        )
    except (EndOfInput, Quit):
        console.say("The game has not begun.")
        return
    match.record.deal.typed = hand_dice
    dice.client = Client(match, chairs, console, keep)
    take_along(along, match)
    at_table(dice.client, campaign)


def at_table(client: Client, campaign: str | None) -> None:
    """Play as long as people want to; what a finished game has changed goes into its campaign and its characters."""
    client.run()
    match = client.match
    if campaign and match.over:
        client.console.note(record_end(campaign, match))
    if match.over:
        for line in bring_home(match):
            client.console.note(line)
    elif client.on_disk < 0:
        let_go(match)  # nobody can go on with it


def play_on(
    path: Path, console: Console, *, game: Game | None = None, seats: str | None = None, campaign: str | None = None
) -> None:
    """Go on with a saved game; it is saved again in the same file."""
    saved = record.read(path)
    found = find_game(saved.game)
    if campaign:
        named(campaign, found)  # a wrong name is found before anybody plays
    if game is not None and game.id != found.id:
        raise BadSetup(f"game: {path} is a game of {found.id!r}, not of {game.id!r}")
    dice = TypedDice(console, found)
    deal = saved.deal
    if deal.commitment and not deal.secret:
        raise BadRecord("deal.secret: is not revealed, so chance cannot go on here")
    chance: Chance | None = Typed(dice, chance_of(deal)) if deal.typed else None
    if saved.version == found.version:
        require_same_rules(found, saved)
    match = resume(found, saved, chance)
    chosen = words_of(seats) if seats is not None else seats_in_record(saved.names, match.table)
    words = seat_words(match.table, chosen)
    match.record.names = words
    if saved.version != found.version:
        console.say(
            f"This game was played with version {saved.version} of the rules. It goes on with version {found.version}"
            " from where it was saved; what came before cannot be taken back."
        )
    dice.client = Client(match, chairs_for(found, match.table, words), console, path)
    at_table(dice.client, campaign)
