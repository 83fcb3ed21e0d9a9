"""The open question as a scenario meets it: its names, who is asked what, and answers by their labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from eschaton.kernel.ask import CHANCE, Ask, Choose, Option, Seat
from eschaton.kernel.chance import purpose_of
from eschaton.kernel.forced import forced_answer, is_forced
from eschaton.kernel.machine import Question
from eschaton.kernel.match import Match
from eschaton.kernel.window import PASS, Window

MANY = 40


def names_of(question: Question) -> set[str]:
    """Everything that an open question may be called by."""
    step, ask = question.step, question.ask
    names = {step.step_name, step.title(), step.cited(), type(ask).__name__, ask.rule, ask.prompt}
    if ask.seat == CHANCE and not question.idle:
        names.add(purpose_of(ask))
    if isinstance(step, Window):
        names.add(step.timing)
    return names - {""}


def obvious(question: Question, ask: Ask) -> Any:
    """What `auto` answers: a pass in a window, a forced answer, or None for a real choice."""
    if isinstance(question.step, Window) and isinstance(ask, Choose) and PASS in ask.options:
        return PASS
    return forced_answer(ask) if is_forced(ask) else None


def asked(match: Match) -> dict[str, Any]:
    """The open question as an expectation sees it."""
    question = match.question
    if question is None:
        return {"seats": [], "step": "", "timing": "", "rule": "", "kind": "", "options": []}
    ask, step = question.ask, question.step
    return {
        "seats": sorted(question.asks(match.table)),
        "step": step.step_name,
        "timing": step.timing if isinstance(step, Window) else "",
        "rule": ask.rule or step.cited(),
        "kind": type(ask).__name__,
        "options": list(ask.keys()),
    }


def asked_text(match: Match) -> str:
    """Who is asked what, in a sentence."""
    question = match.question
    if question is None:
        return "the game is over"
    asks = question.asks(match.table)
    what = {seat: options_text(match, question, ask) for seat, ask in sorted(asks.items())}
    alike: dict[str, list[str]] = {}
    for seat, text in what.items():
        alike.setdefault(text, []).append("chance" if seat == CHANCE else f"S{seat}")
    each = [f"{', '.join(who)}: {text}" for text, who in alike.items()]
    return f"{name_of(question)} asks {'; '.join(each) or 'nobody'}"


def name_of(question: Question) -> str:
    """The step that asks; a window with its timing."""
    step = question.step
    return f"Window {step.timing!r}" if isinstance(step, Window) else step.step_name


def options_text(match: Match, question: Question, ask: Ask) -> str:
    """What may be answered: the keys, each with its label where that says more."""
    keys = list(ask.keys())
    if ask.seat == CHANCE or not keys:
        return ", ".join(keys[:MANY]) or type(ask).__name__
    shown = [with_label(question.step.describe(match.table, key)) for key in keys[:MANY]]
    return ", ".join([*shown, *([f"… {len(keys) - MANY} more"] if len(keys) > MANY else [])])


def with_label(option: Option) -> str:
    """A key, and its label unless that is the same in other letters."""
    return option.key if plainer(option.label) == plainer(option.key) else f"{option.key} ({option.label})"


def plainer(text: str) -> str:
    """A key or label without what only makes it look nice."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def understood(match: Match, seat: Seat, answer: Any) -> Any:
    """An answer with keys in place of labels; what is no option's label stays as it is."""
    question = match.question
    ask = question.asks(match.table).get(seat) if question is not None else None
    if question is None or ask is None or not isinstance(answer, str | list | dict):
        return answer
    known = set(ask.keys())
    if {word for word in words_in(answer) if isinstance(word, str)} <= known:
        return answer
    labels = {key: plainer(question.step.describe(match.table, key).label) for key in known}
    return translated(answer, known, unambiguous(labels) | unambiguous({key: plainer(key) for key in known}))


def unambiguous(names: dict[str, str]) -> dict[str, str]:
    """The keys by their names, where only one has that name."""
    many = Counter(names.values())
    return {name: key for key, name in names.items() if many[name] == 1}


def words_in(answer: Any) -> Iterable[Any]:
    """All keys that an answer names."""
    if isinstance(answer, dict):
        return [*answer, *answer.values()]
    return answer if isinstance(answer, list) else [answer]


def translated(answer: Any, known: set[str], named: dict[str, str]) -> Any:
    """An answer with every name replaced by the key it stands for."""
    if isinstance(answer, dict):
        return {translated(item, known, named): translated(place, known, named) for item, place in answer.items()}
    if isinstance(answer, list):
        return [translated(item, known, named) for item in answer]
    if not isinstance(answer, str) or answer in known:
        return answer
    return named.get(plainer(answer), answer)
