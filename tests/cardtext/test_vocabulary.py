"""Vocabularies that cannot work are refused when the game is imported, and say why."""

from __future__ import annotations

import re
from typing import Any

import pytest

from eschaton.cardtext.errors import BadCards, BadVocabulary
from eschaton.cardtext.explain import explain
from eschaton.cardtext.grammar import grammar_of
from eschaton.cardtext.parse import parse_power
from eschaton.cardtext.phrase import Spelling, spelling, third_person
from eschaton.cardtext.vocabulary import Vocabulary, vocabularies, vocabulary_of
from eschaton.kernel.errors import BadSetup
from tests.cardtext.ship import words


def test_a_function_must_take_the_slots_of_its_template() -> None:
    fresh = Vocabulary("fresh")
    with pytest.raises(BadVocabulary, match=r"heal: the template has the slots \['what'\], but"):

        @fresh.verb("heal {what:crew}", rule="", example="")
        def heal(table: Any, context: Any) -> None:
            """Nothing."""


def test_two_phrases_may_not_share_a_name() -> None:
    fresh = Vocabulary("fresh")
    fresh.timing("dawn")
    with pytest.raises(BadVocabulary, match="dawn: declared twice"):
        fresh.timing("dawn")


def test_slots_and_qualities_must_be_of_known_kinds() -> None:
    fresh = Vocabulary("fresh")

    @fresh.verb("greet {who:plaier}", rule="", example="")
    def greet(table: Any, context: Any, who: Any) -> None:
        """Hello."""

    with pytest.raises(BadVocabulary, match="greet: no slot kind 'plaier'; did you mean 'player'"):
        grammar_of(fresh)
    other = Vocabulary("other")

    @other.adjective("tall", of=["tree"])
    def tall(table: Any, context: Any, thing: str) -> bool:
        """High."""
        return True

    with pytest.raises(BadVocabulary, match="tall: no noun 'tree'; there are: player"):
        grammar_of(other)


def test_phrases_that_collide_are_refused() -> None:
    fresh = Vocabulary("fresh")

    @fresh.verb("greet {who:player}", rule="", example="")
    def greet(table: Any, context: Any, who: Any) -> None:
        """Hello."""

    @fresh.verb("greet {them:player}", rule="", example="")
    def hail(table: Any, context: Any, them: Any) -> None:
        """Hello again."""

    with pytest.raises(BadVocabulary, match="the phrases of fresh collide"):
        parse_power(fresh, "Greet each player.")


@pytest.mark.parametrize(
    ("template", "again", "told"),
    [
        ("go to 2 places {n:number}", "", "'2' is a number, and numbers stand in slots"),
        ("go {n:number|side}", "", "6 could be a number or that word of a set"),
        ("go {n:player+}", "", "only verbs take lists, of numbers and sets of words"),
        ("go {n:player}", "n", "again='n' must be a slot for a number or for a word of a set"),
        ("go {n:number}", "m", "again='m' must be a slot"),
    ],
)
def test_words_and_slots_of_which_nobody_could_tell_what_is_meant_are_refused(
    template: str, again: str, told: str
) -> None:
    fresh = Vocabulary("fresh", default="now")
    fresh.timing("now")
    fresh.words("side", ["6", "Skull"])

    @fresh.verb(template, rule="", example="", again=again)
    def go(table: Any, context: Any, n: Any) -> None:
        """Go."""

    with pytest.raises(BadVocabulary, match=re.escape(told)):
        parse_power(fresh, "Now: go.")


def test_words_may_begin_with_a_digit_or_be_one() -> None:
    fresh = Vocabulary("fresh", default="now")
    fresh.timing("3rd bell")
    fresh.words("side", ["6", "2nd", "4x4 Skull(s)"])

    @fresh.verb("show {side:side}", rule="", example="")
    def show(table: Any, context: Any, side: str) -> None:
        """A side."""

    for side in ("6", "2nd", "4x4 Skull"):
        line = f"3rd bell: Show {side}."
        assert explain(fresh, parse_power(fresh, line)) == line


def test_words_have_numbers_and_persons() -> None:
    assert spelling("card(s)") == Spelling("card", "cards")
    assert spelling("penny/pennies") == Spelling("penny", "pennies")
    assert [third_person(verb) for verb in ("draw", "pass", "carry", "play", "go")] == [
        "draws",
        "passes",
        "carries",
        "plays",
        "goes",
    ]


def test_a_vocabulary_is_found_by_its_game() -> None:
    assert vocabulary_of("ship") is words
    assert words in vocabularies()
    with pytest.raises(BadSetup, match="no game with cards is called 'shipp'; did you mean ship"):
        vocabulary_of("shipp")


def test_a_smaller_vocabulary_leaves_the_core_whole() -> None:
    small = Vocabulary("small", default="now")
    small.timing("now")

    @small.verb("rest", rule="", example="Rest.")
    def rest(table: Any, context: Any) -> None:
        """Do nothing."""

    assert parse_power(small, "Now, once per game: You may rest, then rest.").limit is not None
    with pytest.raises(BadCards, match='"nap" is not a word'):
        parse_power(small, "Now: nap.")
