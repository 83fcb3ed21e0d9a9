"""Whether what a line says makes sense on its card. Words may be well placed and yet speak of nothing there.

A card that is played but does nothing is worse than one that is refused: so a timing at which cards of this kind never
speak, a state they are never in, "this character" on an anomaly, an "it" that stands for nothing, and words for what is
never there at that timing (`course.py`) are all faults. So is what could be used again and again without end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from lark import Token, Tree

from eschaton.cardtext import data as d
from eschaton.cardtext.card import Card
from eschaton.cardtext.course import IT, Amiss, Course
from eschaton.cardtext.errors import Fault
from eschaton.cardtext.grammar import grammar_of
from eschaton.cardtext.phrase import Phrase, Said, Spelling, When
from eschaton.cardtext.vocabulary import Vocabulary


def senseless(words: Vocabulary, kind: str, power: d.PowerData, line: str) -> list[Fault]:
    """What makes no sense about a power on a card of this kind; without a kind, on any card."""
    found = [wrong_heading(words, kind, power, line), wrong_self(words, kind, power, line)] if kind else []
    found += [wrong_state(words, kind, power, line), not_open(words, kind, power, line)]
    heading = next((fault for fault in found if fault is not None), None)
    return [heading] if heading is not None else amiss(words, kind, power, line)


def never_due(
    words: Vocabulary, facts: Mapping[str, Any], powers: tuple[d.PowerData, ...], text: str
) -> Iterator[tuple[int, Fault]]:
    """Timings that never come on a card, since it does nothing that they are due to; each with where it stands."""
    verbs = {node.verb for power in powers for node in d.nodes(power) if isinstance(node, d.Act)}
    for timing in dict.fromkeys(timing.name for power in powers for timing in power.when):
        when = words.timings[timing]
        cause = when.due_to
        if cause is None or cause.verb in verbs or facts.get(cause.field) == cause.value:
            continue
        for heading in re.finditer(r"^[^:\n]*", text, re.MULTILINE):
            said = spelled(when).search(heading.group())
            if said is not None:
                expected = (f'{cause.field} = "{cause.value}"', f'"{words.verbs[cause.verb].shown()}" in its text')
                yield heading.start(), fault(heading.group(), said.span(), f"never comes: {cause.about}", expected)


def amiss(words: Vocabulary, kind: str, power: d.PowerData, line: str) -> list[Fault]:
    """Words that could never mean anything, at the first of the power's timings at which there are any."""
    for timing in timings_named(words, kind, power) or (None,):
        found = Course(words, kind, power, timing).walk()
        if found:
            return [fault(line, place_of(words, line, wrong), wrong.message, wrong.expected) for wrong in found]
    return []


def place_of(words: Vocabulary, line: str, wrong: Amiss) -> tuple[int, int] | None:
    """Where a word stands in a line, by parsing it again."""
    places = [tree.meta for tree in spoken(grammar_of(words).lalr.parse(line)) if sort_of(str(tree.data)) == wrong.word]
    return (places[wrong.nth].start_pos, places[wrong.nth].end_pos) if wrong.nth < len(places) else None


def sort_of(rule: str) -> str:
    """What a tree is, whichever way it is said: "that crew" is "it", a verb in the third person the same verb."""
    return IT if rule == "that_one" else f"act__{rule.removeprefix('does__')}" if rule.startswith("does__") else rule


def spoken(tree: Tree[Token]) -> Iterator[Tree[Token]]:
    """All parts of a line that mean something by themselves, in the order in which they are written."""
    yield tree
    for child in tree.children:
        if isinstance(child, Tree) and str(tree.data) != "that_one":
            yield from spoken(child)


def wrong_heading(words: Vocabulary, kind: str, power: d.PowerData, line: str) -> Fault | None:
    """A state, a timing, or the lack of one, that cards of this kind do not have."""
    for state in power.states:
        if not words.states[state].fits(kind):
            return not_on(words, words.states, words.states[state], kind, line)
    for timing in power.when:
        if not words.timings[timing.name].fits(kind):
            return not_on(words, words.timings, words.timings[timing.name], kind, line)
    if power.standing:
        message = f'is so only while the card lies in play, and "{kind}" cards never do'
        expected = ('"Until the end of the …, "', '"For the rest of the game, "')
        return fault(line, None, message, expected) if kind in words.passing else None
    default = words.timings.get(words.defaults.get(kind) or words.default)
    if not power.when and default is not None and not default.fits(kind):
        others = said_on(words.timings, kind)
        message = "needs a timing on this card" if others else f'is never used: "{kind}" cards do nothing by their text'
        return fault(line, None, message, others or (no_text(words, kind),))
    free = all(may_be_nothing(clause) for clause in power.cost)
    if not power.limit and free and any(when.endless for when in timings_of(words, kind, power)):
        return fault(
            line,
            None,
            "could be used without end",
            ('", once per …" in its heading', '" - " and a cost in it, not one that may be nothing'),
        )
    return None


def may_be_nothing(cost: d.Clause | d.Statement) -> bool:
    """Whether a cost can be paid with nothing: so much as one likes, or each where there may be none."""
    if not isinstance(cost, d.Act):
        return isinstance(cost, d.Where)
    paid = [[getattr(arg, "amount", arg) for arg in each.args.values()] for each in cost.each()]
    return all(any(isinstance(amount, d.UpTo | d.AnyNumber | d.Every) for amount in amounts) for amounts in paid)


def no_text(words: Vocabulary, kind: str) -> str:
    """That such a card has no text, and the fields that say what it does."""
    own = [field for field in words.kinds[kind].__struct_fields__ if field not in Card.__struct_fields__]
    return f"no text; its fields say what it does: {', '.join(own)}" if own else "no text"


def timings_named(words: Vocabulary, kind: str, power: d.PowerData) -> tuple[d.Timing, ...]:
    """The timings at which a power is used; none for what is so all the time, and for what may stand on any card."""
    default = words.defaults.get(kind) or words.default
    if power.standing or power.when or not kind or default not in words.timings:
        return power.when
    return (d.Timing(default),)


def timings_of(words: Vocabulary, kind: str, power: d.PowerData) -> list[When]:
    """The same, as the vocabulary declares them."""
    return [words.timings[timing.name] for timing in timings_named(words, kind, power)]


def wrong_state(words: Vocabulary, kind: str, power: d.PowerData, line: str) -> Fault | None:
    """A timing that never comes while the card is in the state that the line counts in, or only in one it lacks."""
    for when in timings_of(words, kind, power):
        if kind and when.state and when.state not in power.states and words.states[when.state].fits(kind):
            said = words.states[when.state].plain()
            message = f"comes only while a card of this kind is {said}"
            return fault(line, span(spelled(when).search(line)), message, (f'"{said}, " before it',))
    for state in map(words.states.__getitem__, power.states):
        for when in timings_of(words, kind, power):
            if when.name in state.silent:
                others = [
                    other for other in words.timings.values() if other.fits(kind) and other.name not in state.silent
                ]
                message = f"never comes while a card is {state.plain()}"
                return fault(line, span(spelled(when).search(line)), message, tuple(other.shown() for other in others))
    return None


def not_open(words: Vocabulary, kind: str, power: d.PowerData, line: str) -> Fault | None:
    """ "Any player" where it is not left to the players."""
    said = span(re.search(r"\bany\s+player\b", line, re.IGNORECASE))
    if power.who != "anyone":
        return None
    if power.standing:
        return fault(line, said, "uses nothing: the line says what is so", ('no "any player"',))
    for when in timings_of(words, kind, power):
        if not when.open:
            others = tuple(other.shown() for other in words.timings.values() if other.fits(kind) and other.open)
            return fault(line, said, f'is not asked at "{when.shown()}"', others or ('no "any player"',))
    return None


def not_on(words: Vocabulary, shelf: Mapping[str, Said], phrase: Said, kind: str, line: str) -> Fault:
    """A phrase of the heading that belongs on other cards."""
    message = f'is not said on "{kind}" cards, only on: {", ".join(phrase.on)}'
    expected = said_on(shelf, kind) or said_on(words.timings, kind) or (no_text(words, kind),)
    return fault(line, span(spelled(phrase).search(line)), message, expected)


def said_on(shelf: Mapping[str, Said], kind: str) -> tuple[str, ...]:
    """What cards of this kind can say instead."""
    return tuple(phrase.shown() for phrase in shelf.values() if phrase.fits(kind))


def wrong_self(words: Vocabulary, kind: str, power: d.PowerData, line: str) -> Fault | None:
    """ "This …" with a noun that the card is not."""
    nouns = words.this.get(kind)
    if nouns is None:
        return None
    for node in d.nodes(power):
        if isinstance(node, d.This) and node.noun not in nouns:
            said = re.search(rf"\bthis\s+{spelled(words.nouns[node.noun]).pattern}", line, re.IGNORECASE)
            noun = words.nouns[node.noun].plain()
            own = tuple(f'"this {words.nouns[noun].plain()}"' for noun in nouns)
            others = (f'"each {noun}"',) if power.standing else (f'"1 {noun}"', f'"each {noun}"')
            message = f'is not what cards of kind "{kind}" can call themselves'
            return fault(line, span(said), message, own or others)
    return None


def spelled(phrase: Phrase) -> re.Pattern[str]:
    """Finds a phrase in a line, up to its first slot."""
    found: list[str] = []
    for part in phrase.parts:
        if not isinstance(part, Spelling):
            break
        found.append(f"(?:{re.escape(part.many)}|{re.escape(part.one)})")
    return re.compile(r"\b" + r"\s+".join(found) + r"\b", re.IGNORECASE)


def span(found: re.Match[str] | None) -> tuple[int, int] | None:
    """Where words were found."""
    return found.span() if found is not None else None


def fault(line: str, place: tuple[int, int] | None, message: str, expected: tuple[str, ...] = ()) -> Fault:
    """A fault at these words, or at the whole line."""
    first, last = line.lstrip(), line.rstrip()
    start, end = place or (len(line) - len(first), len(last))
    said = line[start:end]
    return Fault(message=f'"{said}" {message}.', column=start + 1, words=said, excerpt=line, expected=expected)
