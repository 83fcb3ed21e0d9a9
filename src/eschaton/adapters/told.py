"""What a seat is told, as structured data and as text: the kernel's observation, and the decision it has to make."""

from __future__ import annotations

import msgspec

from eschaton.adapters import draft
from eschaton.adapters.actions import DONE, HOLD, MORE, Move
from eschaton.adapters.play import GamePlay
from eschaton.kernel.ask import Amount, Viewer
from eschaton.kernel.film import scene_of
from eschaton.kernel.story import names, sentence
from eschaton.kernel.view import Observation, observe
from eschaton.terminal.draw import drawing

WORDS = {HOLD: "Do nothing", DONE: "That is all", MORE: "Show more"}


class Action(msgspec.Struct, frozen=True):
    """An action that is offered: its number, the move it stands for, and how that reads."""

    number: int
    what: str
    key: str
    label: str


class AgentTold(msgspec.Struct):
    """Everything a viewer is told: the observation, whether it decides, what it has picked so far, what it may do."""

    observation: Observation
    decides: bool
    chosen: list[str]
    item: str
    actions: list[Action]


def told(play: GamePlay, viewer: Viewer) -> AgentTold:
    """What a viewer is told now; a seat also what has happened since it last decided."""
    table, seat = play.table, viewer if viewer is not None and viewer >= 0 else None
    since = play.read.get(seat, 0) if seat is not None else len(play.log)
    given = play.given.get(seat, 0) if seat is not None else 0
    decides = seat is not None and seat == play.seat
    ask = play.ask if decides else None
    return AgentTold(
        observation=observe(table, play.question, viewer, given, play.log[since:]),
        decides=decides,
        chosen=list(play.chosen) if decides else [],
        item=draft.item_asked(ask, play.chosen) if ask is not None else "",
        actions=[Action(n, *move, label_of(play, move)) for n, move in play.actions().items()] if decides else [],
    )


def label_of(play: GamePlay, move: Move) -> str:
    """How a move reads to the seat that decides."""
    if move in WORDS:
        return WORDS[move]
    if move.what == "free" or play.question is None:
        return play.table.describe(move.key).label or move.key
    if isinstance(play.ask, Amount):
        return move.key
    step = play.table.free(play.seat)[play.acting] if play.acting else play.question.step
    return step.describe(play.table, move.key).label or move.key


def as_json(play: GamePlay, viewer: Viewer) -> bytes:
    """What a viewer is told, as JSON."""
    return msgspec.json.encode(told(play, viewer))


def as_text(play: GamePlay, viewer: Viewer) -> str:
    """What a viewer is told, as lines to read: what happened, the table, the question, the actions by number."""
    found = told(play, viewer)
    seen = found.observation
    naming = names(play.game, viewer)
    scene = scene_of(play.game, play.table, viewer)
    lines = [sentence(play.game, event, naming) for event in seen.events]
    lines.append(drawing(scene))
    if seen.question is not None:
        lines.append(f"{seen.question.prompt} ({seen.question.rule})" if seen.question.rule else seen.question.prompt)
    if found.item:
        lines.append(f"Where does {found.item} go?")
    if found.chosen:
        lines.append(f"So far: {', '.join(found.chosen)}")
    lines += [f"  {action.number}  {action.label}" for action in found.actions]
    outcome = play.table.outcome
    if outcome is not None:
        winners = ", ".join(play.game.name("seat", winner) for winner in outcome.winners) or "nobody"
        lines.append(f"The game is over ({outcome.reason}). Winners: {winners}.")
    return "\n".join(lines)
