"""Copies by fields: the same as through msgpack, sharing only what cannot change."""

import enum
from random import Random
from typing import Any, Literal

import msgspec
import pytest

from eschaton.kernel import copying
from eschaton.kernel import save as saving
from eschaton.kernel.copying import DEEP, FLAT, FRESH, SHARE, cannot_change, how_copied
from eschaton.kernel.pile import face_down
from eschaton.kernel.save import copy, load, save
from eschaton.kernel.step import Outcome
from eschaton.kernel.table import Kept
from tests.kernel.small import Note, Question, Within, small
from tests.laws.play import World, play
from tests.laws.register import Case, games

IS_NATIVE = copying.copied is not copying.not_at_all
native = pytest.mark.skipif(not IS_NATIVE, reason="the kernel is not compiled here")


class Colour(enum.Enum):
    """A colour."""

    RED = "red"


class Leaf(msgspec.Struct, frozen=True):
    """Cannot change."""

    name: str
    inner: "tuple[Leaf, ...]" = ()


class Bud(msgspec.Struct, frozen=True):
    """Frozen, but what it holds can change."""

    names: list[str]


class Twig(msgspec.Struct, weakref=True):
    """Is laid out otherwise than by its fields."""

    name: str = ""


class Found(Kept):
    """Something found."""


@pytest.mark.parametrize(
    ("declared", "how"),
    [
        (int, SHARE),
        (str | None, SHARE),
        (Literal["a"], SHARE),
        (tuple[str, ...], SHARE),
        (tuple[tuple[int, str], ...], SHARE),
        (frozenset[str], SHARE),
        (Colour, SHARE),
        (Leaf, SHARE),
        (list[int], FLAT),
        (dict[str, Leaf], FLAT),
        (dict[str, list[int]], DEEP),
        (tuple[list[int], ...], DEEP),
        (tuple, DEEP),
        (list[Bud], DEEP),
        (Bud, DEEP),
        (Outcome, DEEP),
        (list[Any], DEEP),
        (Any, DEEP),
        (Kept, FRESH),
        (Found, FRESH),
    ],
)
def test_declared_types_say_how_a_field_is_copied(declared, how):
    assert how_copied(declared) == how
    assert cannot_change(declared) == (how == SHARE)


@native
def test_what_cannot_change_is_shared_and_nothing_else():
    table = small(Within([Question(1, ["a"]), Note("after")]))
    table.deck = face_down("red", "abc")
    twin = copy(table)
    assert twin == table
    assert twin.deck.cards is table.deck.cards
    assert twin.deck is not table.deck
    assert twin.stack[0] is not table.stack[0]
    assert twin.kept is not table.kept
    assert twin.kept == type(table.kept)()


@native
@pytest.mark.parametrize(
    "value",
    [
        [1, "a", None, 2.5, True, b"x"],
        {"a": [1], 2: {"b": (1, [2])}},
        ((1, 2), "a"),
        [Leaf("a", (Leaf("b"),)), Bud(["c"]), Colour.RED, frozenset({1})],
        Outcome((1,), scores={"S0": 1}),
        (),
    ],
)
def test_any_plain_value_is_copied(value):
    twin = copying.copied(value)
    assert twin == value
    assert type(twin) is type(value)


@native
def test_what_can_change_inside_what_cannot_is_copied():
    for value in (([1], 2), Bud(["a"]), {"a": ([1],)}):
        assert copying.copied(value) == value
        assert copying.copied(value) is not value
    whole = ("a", (1, 2), Leaf("b"))
    assert copying.copied(whole) is whole


@native
def test_what_is_not_known_goes_through_msgpack_or_is_refused():
    for strange in (object(), Twig("a"), {1, 2}, [Twig("a")], bytearray(b"a")):
        assert copying.copied(strange) is None
    circle: list[Any] = []
    circle.append(circle)
    with pytest.raises(RecursionError):
        copying.copied(circle)


@native
def test_a_class_that_is_laid_out_otherwise_is_not_learnt():
    from eschaton.kernel import copier

    for kind, names, hows in ((Twig, ("name",), b"\0"), (Leaf, ("name",), b"\0"), (Leaf, ("name", "name"), b"\0\0")):
        with pytest.raises(copier.CannotCopy, match="laid out otherwise"):
            copier.learn(kind, names, hows)
    with pytest.raises(copier.CannotCopy, match="laid out otherwise"):
        copier.learn(Leaf, ("name", "inner"), b"\0\7")
    with pytest.raises(AttributeError):
        copier.learn(Leaf, ("name", "other"), b"\0\0")


@native
def test_a_field_that_was_never_set_is_no_reason_to_crash():
    table = small()
    del table.deck
    with pytest.raises(AttributeError):
        copy(table)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_copies_are_the_same_compiled_or_not(game, monkeypatch):
    world = World.new(Case(game, game.players[-1], {}), 1)
    for number in range(6):
        play(world, Random(number), 7)
        table = world.table
        by_fields = copy(table)
        with monkeypatch.context() as plain:
            plain.setattr(saving.copying, "copied", copying.not_at_all)
            through_msgpack = copy(table)
        assert by_fields == through_msgpack == table
        assert save(by_fields) == save(through_msgpack) == save(load(type(table), save(table)))
        assert type(by_fields) is type(through_msgpack)
