"""What is typed at a terminal, and what is written there."""

import io
from typing import Any

from eschaton.kernel.game import Game
from eschaton.terminal.console import Console
from eschaton.terminal.play import play


def typed(*lines: object, width: int = 100) -> tuple[Console, io.StringIO]:
    """A terminal at which these lines are typed, and what it writes."""
    out = io.StringIO()
    console = Console(io.StringIO("".join(f"{line}\n" for line in lines)), out)
    console.width = width
    return console, out


def transcript(game: Game, *lines: object, width: int = 100, **how: Any) -> str:
    """What is written in a game in which these lines are typed."""
    console, out = typed(*lines, width=width)
    play(game, console, **how)
    return out.getvalue()
