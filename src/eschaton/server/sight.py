"""What one viewer is shown: the kernel's observation made ready for the wire. Nothing else of a match is ever sent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from eschaton.kernel.ask import CHANCE, EVERYONE, Roll, Viewer
from eschaton.kernel.event import Event, Namer
from eschaton.kernel.film import scene_of
from eschaton.kernel.game import Game
from eschaton.kernel.machine import SECRET, Question
from eschaton.kernel.match import Match
from eschaton.kernel.story import sentence
from eschaton.kernel.view import Observation, observe_all
from eschaton.kernel.window import Window
from eschaton.server.news import Crumb, DiceWanted, State, Told


def states_of(match: Match, viewers: Iterable[Viewer]) -> dict[Viewer, State]:
    """The match as each of these viewers may know it now."""
    given = {viewer: match.given.get(viewer, 0) if viewer is not None else 0 for viewer in viewers}
    seen = observe_all(match.table, match.question, given)
    return {viewer: state_of(match, viewer, one) for viewer, one in zip(given, seen, strict=True)}


def state_of(match: Match, viewer: Viewer, seen: Observation) -> State:
    """An observation laid out."""
    seat, question = viewer if viewer is not None and viewer >= 0 else None, match.question
    return State(
        scene=scene_of(match.game, match.table, viewer),
        breadcrumb=[Crumb(step=s["step"], title=s["title"], rule=s["rule"]) for s in seen.view["stack"]],
        may_act=seen.may_act,
        passing=seen.passing,
        question=seen.question,
        free=seen.free,
        withdraw=may_withdraw(match, question, seat),
        standing=standing_until(match, seat),
        touch=match.table.tells_touch(),
        undo=seat is not None and match.given.get(seat, 0) > 0,
        dice=dice_wanted(match, question),
        outcome=match.table.outcome,
    )


def may_withdraw(match: Match, question: Question | None, seat: Viewer) -> bool:
    """Whether this seat has given a sealed answer that it may take back."""
    return question is not None and question.mode in SECRET and seat in match.table.answered(question.step)


def standing_until(match: Match, seat: Viewer) -> str | None:
    """The name of the step until whose end this seat passes; none once it has been touched, if that ends the pass."""
    table = match.table
    if seat is None or not table.standing:
        return None
    window = match.question.step if match.question is not None else None
    standing = table.passes(seat, window) if isinstance(window, Window) else table.standing.get(seat)
    step = table.find(standing.until) if standing else None
    return step.step_name if step is not None else None


def dice_wanted(match: Match, question: Question | None) -> DiceWanted | None:
    """The dice that people must roll and type in, if the match waits for them."""
    ask = question.ask if question is not None and question.ask.seat == CHANCE else None
    if not isinstance(ask, Roll) or ask.audience != EVERYONE:
        return None
    faces = list(dict.fromkeys(ask.faces))
    names = [match.table.describe(face).label if isinstance(face, str) else str(face) for face in faces]
    return DiceWanted(purpose=ask.purpose, faces=faces, names=names, count=ask.count, rule=ask.rule)


def told_of(match: Match, viewer: Viewer, name: Namer, first: int = 0, last: int | None = None) -> list[Told]:
    """The events of the log between two places, in words, as far as the viewer may see them."""
    seen = (event.seen_by(viewer) for _, event in match.log[first:last])
    return [in_words(match, event, name) for event in seen if event is not None]


def in_words(match: Match, event: Event, name: Namer) -> Told:
    """One event in words."""
    return Told(text=sentence(match.game, event, name), rule=event.rule, key=event.key, args=event.args)


def seen_count(match: Match, viewer: Viewer, until: int) -> int:
    """How many of the first events of the log a viewer sees."""
    return sum(event.seen_by(viewer) is not None for _, event in match.log[:until])


def naming(game: Game, names: list[str]) -> Namer:
    """Values named as the game does it, but seats by who sits there."""

    def name(kind: str, value: Any) -> str:
        if kind == "seat" and type(value) is int and 0 <= value < len(names):
            return names[value]
        return game.name(kind, value)

    return name
