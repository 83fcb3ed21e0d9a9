"""SA-7: Assets as Containment Tokens, and what becomes of Space."""

from __future__ import annotations

import pytest

from eschaton.games.apollyon.box.timings import MONTHLY
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.breach import BreachCheck
from eschaton.games.apollyon.rules.containment import Contain
from eschaton.games.apollyon.rules.market import shopping
from eschaton.games.apollyon.rules.masquerade import BrokenMasquerade
from eschaton.games.apollyon.rules.site import SitePhase
from eschaton.kernel.pile import face_up
from eschaton.ledger import rule
from tests.apollyon.yard import S0, Yard


@rule("SA-7.5")
def test_what_is_spent_on_containment_lies_on_the_anomaly(yard: type[Yard]) -> None:
    game = yard().holds("kay", "keter 4/5", zone="tc", cost="space personnel").pool(S0, space=1, personnel=2, intel=1)
    game.begin(Contain("kay", S0)).answers(S0, "row1")
    assert game.tokens("kay") == "personnel space"
    assert game.assets(S0) == "personnel intel"


@rule("SA-7.6")
def test_a_containment_token_cannot_be_spent(yard: type[Yard]) -> None:
    game = yard().holds("ed", "euclid 3/4", tokens="personnel resources resources")
    game.holds("kay", "keter 4/5", zone="tc", cost="personnel")
    game.character("cy", -1, "2/2", cost={"personnel": 1}).table.market_characters = face_up("character", ["cy"])
    assert shopping(game.table, S0) == {}
    assert game.begin(SitePhase()).offers(S0, "contain:") == []
    game.pool(S0, personnel=1, resources=2)
    assert list(shopping(game.table, S0)) == ["buy:cy", "buy:space"]
    assert game.offers(S0, "contain:") == ["contain:kay"]


@rule("SA-7.8")
@pytest.mark.parametrize(("eats", "left"), [(False, "space space"), (True, "space")])
def test_space_withstands_a_breach_check_unless_the_card_says_otherwise(
    yard: type[Yard], eats: bool, left: str
) -> None:
    game = yard().holds("kay", "keter 2/5", tokens="space space", destroys_space=eats)
    game.begin(BreachCheck("kay")).rolls(6, 1)
    assert game.tokens("kay") == left


@rule("SA-7.9")
def test_space_is_destroyed_by_other_things(yard: type[Yard]) -> None:
    game = yard().pool(S0, space=2, intel=4)
    game.begin(BrokenMasquerade()).settle()  # all alike: nobody is asked which
    assert game.assets(S0) == "space intel intel intel intel"
    game.holds("thing", "euclid 1/2", zone="public").text("thing", "Monthly: Each player loses 1 Space.")
    game.begin(*announce(game.table, MONTHLY))
    assert game.assets(S0) == "intel intel intel intel"
