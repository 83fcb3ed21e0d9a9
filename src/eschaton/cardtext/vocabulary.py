"""A game's vocabulary: plain declarations from which its grammar, its interpreter and its handbook are made.

Each file of a game's words declares its own, and the game joins them:

    words = Words()

    @words.verb("heal {what:crew}", rule="SF-4.2", example="Heal 1 wounded crew.")
    def heal(table, context, what): ...

    WORDS = Vocabulary("ship", "Ship of Fools", words=[crew.words, voyage.words])

Functions get the table, the `Context`, and their slots by name, already resolved: numbers as int, things as a list of
keys, players as a list of seats, places as whatever the place's function returns, words as str, durations as a `Span`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from eschaton.cardtext.data import Statement, Word
from eschaton.cardtext.errors import BadVocabulary, nearest
from eschaton.cardtext.phrase import COUNTED, FIXED_KINDS, NUMBERS, Phrase, Range, Spelling, Verb
from eschaton.cardtext.words import ANY_WORD, PerformT
from eschaton.cardtext.words import Words as Words
from eschaton.kernel.errors import BadSetup

PLAYER = "player"


class Vocabulary(Words):
    """Everything the cards of one game can say: the words of its files, joined, and those that all games have."""

    def __init__(
        self,
        game: str,
        title: str = "",
        *,
        default: str = "",
        packs: Iterable[Path] = (),
        players: Range = COUNTED,
        words: Iterable[Words] = (),
    ) -> None:
        super().__init__()
        self.noun("player(s)", name=PLAYER, owner=lambda table, thing: int(thing[1:]), range=players)(all_players)
        self.scope("game", about="The whole game.")
        for part in words:
            self.learn(part)
        self.game = game
        self.title = title or game
        self.default = default  # the timing of powers that name none
        self.packs = tuple(packs)
        _vocabularies[game] = self

    def learn(self, part: Words) -> None:
        """Take over what one file declares."""
        for shelf, declared in vars(part).items():
            mine = getattr(self, shelf)
            if isinstance(declared, dict):
                for name in declared.keys() & mine.keys():
                    raise BadVocabulary(f"{name}: declared twice")
                mine.update(declared)
            elif isinstance(declared, set):
                mine |= declared
        if part.step is not None:
            self.performing(part.step)

    def performing(self, step: PerformT) -> PerformT:
        """The game's own `Perform` step; it carries out what these words say."""
        step.words = self
        return super().performing(step)

    def changed_by(self, statement: Statement) -> tuple[str, ...]:
        """The ratings for which alone a statement must be read; empty if for all."""
        by_word = self.statements[statement.name].changes
        said = (arg.word for arg in statement.args.values() if isinstance(arg, Word))
        return next((by_word[word] for word in said if word in by_word), by_word.get(ANY_WORD, ()))

    def check(self) -> None:
        """Refuse slots of unknown kinds and other words that are not declared; done when the grammar is made."""
        kinds = {*FIXED_KINDS, *self.nouns, *self.sets}
        for phrase in self.phrases():
            for slot in phrase.slots:
                known(phrase.name, "slot kind", slot.kinds, kinds)
            self.sayable(phrase)
            for field, (what, shelf) in self.references().items():
                said = getattr(phrase, field, ())
                known(phrase.name, what, [said] if isinstance(said, str) else said, shelf)
        for when in self.timings.values():
            known(when.name, "kind of card", when.gives, self.kinds)
            known(when.name, "setting", when.settings(""), self.settings)
        for verb in self.verbs.values():
            known(verb.name, "setting", verb.gives, self.settings)
        for kind, nouns in self.this.items():
            known(kind, "noun", nouns or (), self.nouns)
        for kind, fitting in self.set_nouns.items():
            known(kind, "word", fitting, self.sets[kind])
            for nouns in fitting.values():
                known(kind, "noun", nouns, self.nouns)

    def sayable(self, phrase: Phrase) -> None:
        """Refuse numbers among the words of a template, and lists of which nobody could tell the end."""
        for part in phrase.parts:
            if isinstance(part, Spelling) and {part.one, part.many} & {*filter(str.isdecimal, (part.one, part.many))}:
                message = f"{part.one!r} is a number, and numbers stand in slots"
                raise BadVocabulary(f"{phrase.name}: {message}: {{n:number {part.one}..{part.one}}}")
        for slot in phrase.slots:
            if slot.several and not (isinstance(phrase, Verb) and {*slot.kinds} <= {"number", *self.sets}):
                raise BadVocabulary(f"{phrase.name}: {slot.name}: only verbs take lists, of numbers and sets of words")
            numerals = [word for kind in slot.kinds for word in self.sets.get(kind, ()) if word.isdecimal()]
            if numerals and NUMBERS & {*slot.kinds}:
                message = f"{numerals[0]} could be a number or that word of a set; take one of the two"
                raise BadVocabulary(f"{phrase.name}: {slot.name}: {message}")
        if isinstance(phrase, Verb) and phrase.again:
            kinds = phrase.tail_slots[0].kinds if phrase.tail_slots else ()
            if not kinds or not {*kinds} <= {*NUMBERS, *self.sets}:
                message = f"again={phrase.again!r} must be a slot for a number or for a word of a set"
                raise BadVocabulary(f"{phrase.name}: {message}")

    def references(self) -> dict[str, tuple[str, Iterable[str]]]:
        """The fields in which phrases name other words: what those are, and all that there are."""
        return {
            "of": ("noun", self.nouns),
            "also": ("noun", self.nouns),
            "brings": ("noun", self.nouns),
            "makes": ("noun", self.nouns),
            "on": ("kind of card", self.kinds),
            "needs": ("setting", self.settings),
            "only": ("adjective", self.adjectives),
            "without": ("adjective", self.adjectives),
            "excludes": ("adjective", self.adjectives),
            "means": ("adjective", self.adjectives),
            "silent": ("timing", self.timings),
            "state": ("state", self.states),
        }

    def fingerprint(self) -> str:
        """What is declared beside the words of the grammar and decides whether a line is understood."""
        fields = ("template", *self.references(), "range", "unowned", "cost", "turns")
        said = [[str(getattr(phrase, field, "")) for field in fields] for phrase in self.phrases()]
        return f"{said}{self.set_nouns}"

    def shelves(self) -> dict[str, Mapping[str, Phrase]]:
        """All phrases by what they are, in the order of a handbook."""
        return {
            "Timings": self.timings,
            "States": self.states,
            "Verbs": self.verbs,
            "Statements": self.statements,
            "Conditions": self.conditions,
            "Numbers": self.values,
            "Tallies": self.tallies,
            "Nouns": self.nouns,
            "Adjectives": self.adjectives,
            "Phrases after a noun": self.whiches,
            "Measures": self.measures,
            "Places": self.places,
            "Stretches of the game": self.scopes,
            "Named powers": self.named_powers,
        }

    def phrases(self) -> list[Phrase]:
        """Every phrase there is."""
        return [phrase for shelf in self.shelves().values() for phrase in shelf.values()]


def all_players(table: Any, context: Any) -> list[str]:
    """The players, by seat."""
    return [f"S{seat}" for seat in table.people()]


def known(name: str, what: str, said: Iterable[str], shelf: Iterable[str]) -> None:
    """Refuse words that are not on their shelf."""
    listed = {*shelf, ""}
    for word in said:
        if word not in listed:
            raise BadVocabulary(f"{name}: no {what} {word!r}; {near(word, listed - {''})}")


def near(word: str, known: Iterable[str]) -> str:
    """A hint for the game's author."""
    listed = sorted(known)
    found = nearest(word, listed)
    return f"did you mean {found!r}?" if found else f"there are: {', '.join(listed)}"


_vocabularies: dict[str, Vocabulary] = {}


def vocabularies() -> list[Vocabulary]:
    """All vocabularies of the games that have been imported."""
    return list(_vocabularies.values())


def vocabulary_of(game: str) -> Vocabulary:
    """The vocabulary of a game; refused with the nearest name if there is none."""
    if game not in _vocabularies:
        meant = nearest(game, _vocabularies)
        there_are = f"did you mean {meant}?" if meant else f"there are: {', '.join(_vocabularies) or 'none'}"
        raise BadSetup(f"game: no game with cards is called {game!r}; {there_are}")
    return _vocabularies[game]
