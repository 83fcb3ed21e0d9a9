"""The box: one for each choice of packs and number of players, closed, with texts and code side by side."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from eschaton.cardtext.abilities import Abilities
from eschaton.cardtext.box import Box, Boxes, Shelf, card_of
from eschaton.cardtext.card import Card
from eschaton.cardtext.pack import Stack
from eschaton.cardtext.parse import parse_text
from eschaton.cardtext.usage import AtWork, Shows
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.event import Event
from eschaton.kernel.window import Use
from tests.cardtext.ship import Crew, Trick, box, words


class Hold(Box):
    """The cards of the ship."""

    sides = ("state_brig",)
    passing = ("trick",)

    crew: Shelf[Crew]
    tricks: Shelf[Trick]


abilities = Abilities()


@abilities.power("cook", "watch", "dusk", rule="SF-9", label="Stir the pot", limit=1, per="Round")
def stir(table: Any, use: Use) -> None:
    """Nothing comes of it."""


@abilities.power("cook", "watch", rule="SF-9", label="Taste", key="cook:taste")
def taste(table: Any, use: Use) -> None:
    """Nor of this."""


def laid(players: int = 2) -> Hold:
    boxes = Boxes(Hold)
    return boxes.box(boxes.key(box().packs, players) if boxes.lay(box(), words, abilities) else "")


def test_texts_and_code_stand_in_the_same_box() -> None:
    found = laid()
    said = found.texts[""]["cook"].powers
    assert {"cook", "cook:taste"} <= {power.key for power in said["watch"]}
    assert "cook" in {power.key for power in said["dusk"]}
    assert any(key.startswith("cook/") for key in found.powers)
    assert found.powers["cook"].limit == 1
    assert "cook" in found.at("dusk")
    assert found.at("never") == frozenset()


def test_a_copy_has_its_own_powers() -> None:
    many = msgspec.structs.replace(box().cards["cook"], copies=2)
    stack = msgspec.structs.replace(box(), cards={**box().cards, "cook": many})
    found = Hold("two:2", 2, words).fill(stack, abilities)
    assert {"cook", "cook#2", "cook:taste", "cook#2:taste"} <= found.powers.keys()
    assert found.crew["cook#2"] is found.crew["cook"] is many
    assert found.name_of("cook#2") == many.name
    assert card_of("cook#2/1") == card_of("cook#2") == "cook"


def test_shelves_hold_the_facts_of_their_kind() -> None:
    found = laid()
    assert set(found.crew) | set(found.tricks) == set(found.cards)
    assert all(isinstance(card, Crew) for card in found.crew.values())
    assert found.kinds["cook"] == "crew"
    with pytest.raises(TypeError, match="stone is no card of this game"):
        Hold("x:2", 2, words).add("stone", Card(name="Stone", id="stone"))


def test_what_names_a_state_with_a_side_stands_on_that_side() -> None:
    found = laid()
    aside = {piece for piece, texts in found.texts["state_brig"].items() if texts.powers or texts.standing}
    named = {piece for piece, powers in box().powers.items() if any("state_brig" in power.states for power in powers)}
    assert aside == named
    assert aside


def test_what_cards_say_in_passing_is_known() -> None:
    found = laid()
    timings = {about for about, pieces in found.about.items() if pieces & set(found.tricks)}
    assert found.in_passing == timings


def test_a_box_is_made_once_and_closed() -> None:
    boxes = Boxes(Hold)
    boxes.lay(box(), words)
    one = boxes.box(boxes.key(box().packs, 2))
    assert boxes.box(boxes.key(box().packs, 2)) is one
    assert boxes.box(boxes.key(box().packs, 3)) is not one
    for change in (
        lambda: one.crew.__setitem__("x", None),  # type: ignore[attr-defined]
        lambda: one.powers.update({}),
        lambda: one.for_all.add("x"),
        lambda: one.texts[""]["cook"].powers.clear(),
    ):
        with pytest.raises((AttributeError, TypeError)):
            change()
    own = one.opened("mine")
    own.add("extra", box().cards["cook"])
    own.say("extra", "crew", box().powers["cook"])
    assert "extra" in own.crew
    assert "extra" not in one.crew
    assert not any("extra" in pieces for pieces in one.about.values())


def test_packs_that_are_not_known_here_are_refused() -> None:
    with pytest.raises(BadSetup, match="packs: not known here: mine"):
        Boxes(Hold).key({"mine": "0f"}, 2)


def test_cards_depend_on_the_number_of_players_where_they_say_so() -> None:
    class Tide(Crew, frozen=True, kw_only=True):
        def laid(self, players: int) -> Crew:
            return msgspec.structs.replace(self, speed=players)

    tide = Tide(name="Tide", id="tide", speed=0)
    stack = Stack(cards={"tide": tide}, kinds={"tide": "crew"}, powers={"tide": ()}, packs={"p": "1"})
    assert [Hold("k", many, words).fill(stack).crew["tide"].speed for many in (2, 3)] == [2, 3]


def test_an_event_shows_a_card_at_work() -> None:
    shows = [Shows("played", "card"), Shows("came", "crew", ""), Shows("went", "crew", "state_brig", ("to", "brig"))]
    texts = {
        "speaks": "Dusk: gain 1 Gold.\nEach crew has +1 speed.",
        "stands": "Each crew has +1 speed.",
        "plain": "",
        "locked": "Dusk: gain 1 Gold.\nIn the brig: each crew has +1 speed.",
    }
    said = {card: parse_text(words, text) for card, text in texts.items()}
    stack = Stack(cards={}, kinds={}, powers=said, packs={})
    usage = AtWork(stack, shows, ["state_brig"])
    speaks, stands = "speaks", "stands"
    assert usage.works(Event("uses", "", {"power": f"{speaks}#2/1"})) == [speaks]
    assert usage.works(Event("played", "", {"card": speaks})) == [speaks]
    assert usage.works(Event("came", "", {"crew": speaks})) == []
    assert usage.works(Event("went", "", {"crew": stands, "to": "sea"})) == []
    assert usage.works(Event("came", "", {"crew": stands})) == [stands]
    assert usage.works(Event("came", "", {"crew": "plain"})) == ["plain"]
    assert usage.works(Event("came", "", {"crew": "locked"})) == []
    assert usage.works(Event("went", "", {"crew": "locked", "to": "brig"})) == ["locked"]
