"""What of a power everybody can test: its condition and cost without what hidden cards decide.

A seat is shown as one who may act when it could as far as everybody knows. So who could use a power is asked of this
part alone, while the whole is asked of who really has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from eschaton.cardtext import data as d
from eschaton.cardtext.phrase import Phrase
from eschaton.cardtext.vocabulary import Vocabulary


def is_public(words: Vocabulary, said: Any) -> bool:
    """Whether nothing that is said depends on what not everybody sees."""
    return not any(phrase.hidden for node in d.nodes(said) for phrase in spoken(words, node))


def public_condition(words: Vocabulary, condition: d.Condition | None) -> d.Condition | None:
    """What everybody can test of a condition; None if that is nothing."""
    if isinstance(condition, d.AllOf):
        parts = [part for part in condition.of if is_public(words, part)]
        return d.AllOf(tuple(parts)) if len(parts) > 1 else parts[0] if parts else None
    return condition if is_public(words, condition) else None


def public_clauses(words: Vocabulary, clauses: tuple[Any, ...]) -> tuple[Any, ...]:
    """The clauses of which everybody can test whether they can be carried out."""
    return tuple(clause for clause in clauses if is_public(words, clause))


def spoken(words: Vocabulary, node: Any) -> Iterator[Phrase]:
    """The phrases of the vocabulary that a piece of what a card says names itself."""
    match node:
        case d.Group() | d.This():
            yield words.nouns[node.noun]
        case d.Adjective():
            yield words.adjectives[node.name]
        case d.Which():
            yield words.whiches[node.name]
        case d.With() | d.Stat() | d.Has() | d.Extreme():
            yield words.measures[node.measure]
        case d.Reading():
            yield (words.values.get(node.name) or words.tallies[node.name])
        case d.Holds():
            yield words.conditions[node.name]
        case d.Act():
            yield words.verbs[node.verb]
