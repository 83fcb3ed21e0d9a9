"""The grammar of one game: the core with the game's phrases filled in, and the parsers made from it."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from lark import Lark, logger
from lark.exceptions import GrammarError

from eschaton.cardtext.errors import BadVocabulary
from eschaton.cardtext.phrase import NUMBERS, Part, Phrase, Slot, Spelling, Verb
from eschaton.cardtext.tokens import ALSO, CHANGE, NUMBER, TITLE, UNKNOWN, Terminals
from eschaton.cardtext.vocabulary import Vocabulary
from eschaton.kernel.once import once

QUOTED = re.compile(r'"([^"]+)"')
COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
NEVER = "NEVER"  # stands for a list of phrases that a game leaves empty


class Grammar:
    """The grammar of a vocabulary: its text, its terminals, and parsers."""

    def __init__(self, words: Vocabulary) -> None:
        words.check()
        self.words = words
        self.terminals = Terminals()
        self.text = self.assembled()

    def assembled(self) -> str:
        """The core grammar with the game's phrases, every word a terminal."""
        core = COMMENT.sub("", files(__package__).joinpath("grammar.lark").read_text("utf-8"))
        for name, alternatives in self.phrases().items():
            never = f"{NEVER}_{name.upper()}"
            core = core.replace(f"<{name}>", "\n  | ".join(alternatives or [never]))
        core += "".join([*self.word_sets(), *self.lists()])
        core = QUOTED.sub(lambda match: self.terminals.sequence(match[1]), core)
        nevers = re.findall(rf"{NEVER}_\w+", core)
        declared = " ".join([*sorted(self.terminals.texts), NUMBER, CHANGE, TITLE, UNKNOWN, ALSO, *nevers])
        return f"{core}\n%declare {declared}\n"

    def phrases(self) -> dict[str, list[str]]:
        """The alternatives of every list of phrases that the core leaves open."""
        words = self.words
        own = [place for place in words.places.values() if place.owned]
        free = [place for place in words.places.values() if not place.owned]
        shelves: dict[str, tuple[str, Iterable[Phrase]]] = {
            "timings": ("timing", words.timings.values()),
            "states": ("state", words.states.values()),
            "statements": ("statement", words.statements.values()),
            "conditions": ("holds", words.conditions.values()),
            "values": ("reading", words.values.values()),
            "tallies": ("tally", words.tallies.values()),
            "nouns": ("noun", words.nouns.values()),
            "adjectives": ("quality", words.adjectives.values()),
            "measures": ("measure", words.measures.values()),
            "whiches": ("which", words.whiches.values()),
            "own_places": ("place", own),
            "open_places": ("place", free),
            "scopes": ("scope", words.scopes.values()),
            "named": ("ability", words.named_powers.values()),
        }
        made = {
            name: [f"{self.expansion(phrase.parts, kind)} -> {alias(kind, phrase)}" for phrase in shelf]
            for name, (kind, shelf) in shelves.items()
        }
        verbs = words.verbs.values()
        made["verbs"] = [f"{self.said(verb.parts, verb)} -> {alias('act', verb)}" for verb in verbs]
        made["third"] = [f"{self.said(in_third(verb), verb)} -> {alias('does', verb)}" for verb in verbs]
        return made

    def said(self, parts: Iterable[Part], verb: Verb) -> str:
        """A verb, with what can be said of it again after an "and"."""
        if not verb.tail:
            return self.expansion(parts)
        self.note_listed(verb.tail_slots[0])
        return f"{self.expansion(parts)} ({ALSO} {self.expansion(verb.tail)})*"

    def note_listed(self, slot: Slot) -> None:
        """An "and" before what this slot takes goes on with a list."""
        self.terminals.counts |= bool(NUMBERS & {*slot.kinds})
        for kind in slot.kinds:
            for spelled in self.words.sets.get(kind, {}).values():
                self.terminals.listed |= {spelled[0].one.lower(), spelled[0].many.lower()}

    def expansion(self, parts: Iterable[Part], kind: str = "") -> str:
        """The parts of a phrase as a grammar writes them."""
        said: list[str] = []
        for part in parts:
            if isinstance(part, Spelling) and part.one == part.many and said and said[-1].startswith('"'):
                said[-1] = f'{said[-1][:-1]} {part.one}"'  # together, so that "or more" is one token here too
            else:
                said.append(self.part(part, kind))
        return " ".join(said)

    def part(self, part: Part, kind: str) -> str:
        """A word in both its numbers, or what a slot takes."""
        if isinstance(part, Spelling):
            return f'"{part.one}"' if part.one == part.many else f'("{part.one}" | "{part.many}")'
        # After a noun only simple things can stand, or nobody could tell what the next phrase describes.
        target = "simple" if kind == "which" else "target"
        if part.several:
            return list_of(part)
        rules = [rule_of(part, kind, self.words, target) for kind in part.kinds]
        unique = list(dict.fromkeys(rules))
        return unique[0] if len(unique) == 1 else f"({' | '.join(unique)})"

    def word_sets(self) -> Iterable[str]:
        """A rule for every set of words; which of the numbers among them it is, is asked later."""
        for kind, listed in self.words.sets.items():
            spelled = {at: self.expansion(words) for at, words in enumerate(listed.values())}
            each = [f"{word} -> word__{kind}__{at}" for at, word in spelled.items() if not word.strip('"').isdecimal()]
            each += [f"{NUMBER} -> numeral__{kind}"] if len(each) < len(listed) else []
            alternatives = "\n  | ".join(each)
            yield f"\nset_{kind}: {alternatives}\n"

    def lists(self) -> Iterable[str]:
        """A rule for every kind of list that a verb takes."""
        slots = {list_of(slot): slot for verb in self.words.verbs.values() for slot in verb.slots if slot.several}
        for name, slot in slots.items():
            self.note_listed(slot)
            kinds = [f"set_{kind}" for kind in slot.kinds if kind != "number"]
            items = " | ".join([*kinds, *(["plain_number"] if "number" in slot.kinds else [])])
            yield f'\n{name}: ({items}) ("," ({items}))* [{ALSO} ({items})]\n'
        if any("number" in slot.kinds for slot in slots.values()):
            yield f"\nplain_number: {NUMBER} -> number\n"

    def parser(self, **options: Any) -> Lark:
        """A parser of this grammar."""
        try:
            return Lark(
                self.text,
                lexer=self.terminals.lexer(),
                propagate_positions=True,
                maybe_placeholders=True,
                **options,
            )
        except GrammarError as error:
            raise BadVocabulary(f"the phrases of {self.words.title} collide: {error}") from None

    @property
    def lalr(self) -> Lark:
        """The parser of the product: fast, and exact about where a text goes wrong."""
        return parser_of(self, "lalr")

    @property
    def earley(self) -> Lark:
        """The parser of the tests: it finds every reading, so that an ambiguous card is noticed."""
        return parser_of(self, "earley")


PARSERS: dict[str, dict[str, str]] = {"lalr": {}, "earley": {"ambiguity": "explicit"}}
"""The kinds of parser, and what is asked of each."""


@once
def parser_of(grammar: Grammar, kind: str) -> Lark:
    """The parser of a grammar, made once: that takes longer than all else."""
    return grammar.parser(parser=kind, **PARSERS[kind])


def in_third(verb: Verb) -> tuple[Part, ...]:
    """A verb in the third person."""
    return Spelling(verb.third, verb.third), *verb.parts[1:]


def list_of(slot: Slot) -> str:
    """The grammar rule for a list."""
    return f"list__{'__'.join(slot.kinds)}"


def rule_of(slot: Slot, kind: str, words: Vocabulary, target: str) -> str:
    """The grammar rule for what a slot takes of one of its kinds."""
    change = "change_or_none" if slot.may_be_zero else "change"
    fixed = {"amount": "quantity", "number": "quantity", "duration": "until", "place": "place", "change": change}
    if kind in fixed:
        return fixed[kind]
    return target if kind in words.nouns else f"set_{kind}"


def alias(kind: str, phrase: Phrase) -> str:
    """The name of a phrase in the tree: its kind and its own name."""
    return f"{kind}__{phrase.name}"


def grammar_of(words: Vocabulary) -> Grammar:
    """The grammar of a vocabulary, made once; anew when the vocabulary has grown."""
    return grown(words, len(words.phrases()))


@once
def grown(words: Vocabulary, size: int) -> Grammar:
    """The grammar of a vocabulary with so many phrases."""
    return Grammar(words)


def conflicts(words: Vocabulary) -> list[str]:
    """Places where the parser had to choose between going on with a phrase and ending it; there should be none."""
    heard = io.StringIO()
    handlers, level = logger.handlers, logger.level
    logger.handlers = [logging.StreamHandler(heard)]
    logger.setLevel(logging.DEBUG)
    try:
        grammar_of(words).parser(parser="lalr", debug=True)
    finally:
        logger.handlers = handlers
        logger.setLevel(level)
    found = re.findall(r"conflict for terminal (\w+):.*\n \* (.+)", heard.getvalue())
    return [f"{terminal} may go on with a phrase or end {rule}" for terminal, rule in found]
