"""SA-28: Breach Checks."""

from __future__ import annotations

import pytest

from eschaton.games.apollyon.box.components import AC, PUBLIC, TC
from eschaton.games.apollyon.rules.breach import BreachCheck
from eschaton.kernel.effect import Lasting
from eschaton.ledger import rule
from tests.apollyon.yard import S0, Yard


@rule("SA-EX-32", "SA-28.3", "SA-28.4", "SA-28.7", "SA-28.12", "SA-28.13", "SA-28.14")
def test_a_check_that_holds(yard: type[Yard]) -> None:
    game = yard().holds("ed", "euclid 3/4", tokens="space resources personnel")
    game.begin(BreachCheck("ed")).rolls(5, 6, 4)
    assert game.offers(S0) == ["personnel", "resources", "space"]
    game.answers(S0, "space", "resources")
    assert game.done, "the third die stands against the only token left"
    assert game.at("ed") == AC
    assert game.tokens("ed") == "personnel space"
    assert game.story[-1] == "held"


@rule("SA-EX-35", "SA-5.8", "SA-28.9", "SA-28.10", "SA-Q-59")
def test_an_apollyon_destroys_on_every_success_but_no_space(yard: type[Yard]) -> None:
    game = yard().holds("end", "apollyon 5/9", tokens="space space personnel personnel resources resources")
    game.begin(BreachCheck("end")).rolls(2, 1, 3, 6, 2)
    game.answers(S0, "resources", "personnel", "personnel", "space", "space")
    assert game.done
    assert game.at("end") == AC
    assert game.tokens("end") == "personnel resources space space"


@rule("SA-Q-59")
def test_a_card_may_say_that_it_destroys_space(yard: type[Yard]) -> None:
    game = yard().holds("end", "apollyon 1/9", tokens="space space", destroys_space=True)
    game.begin(BreachCheck("end")).rolls(2)
    assert game.tokens("end") == "space"


@rule("SA-EX-45", "SA-24.14")
def test_extra_tokens_stand_like_the_others(yard: type[Yard]) -> None:
    game = yard().holds("ed", "euclid 3/4", tokens="space personnel resources resources")
    game.begin(BreachCheck("ed")).rolls(5, 5, 5).answers(S0, "resources", "resources", "space")
    assert game.done
    assert game.at("ed") == AC
    assert game.tokens("ed") == "personnel resources resources space"


@rule("SA-28.5", "SA-5.4", "SA-5.5", "SA-5.6", "SA-5.7")
@pytest.mark.parametrize(
    ("named", "measure"), [("safe", 6), ("thaumiel", 6), ("euclid", 5), ("keter", 4), ("apollyon", 2)]
)
def test_the_measure_depends_on_the_class(yard: type[Yard], named: str, measure: int) -> None:
    for face in (measure - 1, measure):
        game = yard().holds("it", f"{named} 1/4", tokens="space")
        game.begin(BreachCheck("it")).rolls(face)
        assert game.what("it").breached == (face == measure)


@rule("SA-28.8", "SA-Q-93", "SA-5.4", "SA-5.7")
@pytest.mark.parametrize("named", ["safe", "thaumiel"])
def test_safe_and_thaumiel_never_destroy(yard: type[Yard], named: str) -> None:
    game = yard().holds("it", f"{named} 2/4", tokens="resources resources resources")
    game.begin(BreachCheck("it")).rolls(6, 6)
    assert game.done
    assert game.tokens("it") == "resources resources resources"


@rule("SA-28.6", "SA-28.11", "SA-Q-60", "SA-26.13")
def test_when_every_token_has_failed_it_breaches_and_what_is_left_goes_to_the_pool(yard: type[Yard]) -> None:
    game = yard().holds("kay", "keter 4/5", tokens="resources personnel space")
    game.begin(BreachCheck("kay")).rolls(6, 4, 5).answers(S0, "resources")
    assert game.waiting == "BreachCheck"
    assert game.offers(S0) == ["personnel", "space"]
    game.answers(S0, "space")
    assert game.assets(S0) == "personnel space", "the Resources were Destroyed, and no fourth die is rolled"
    assert game.waiting == "PersonnelAlone"
    assert game.events("breach") == [{"anomaly": "kay", "who": S0}]


@rule("SA-28.2", "SA-24.6")
def test_in_temporary_containment_it_breaches_without_a_roll(yard: type[Yard]) -> None:
    game = yard().holds("sal", "safe 0/2", zone=TC)
    game.begin(BreachCheck("sal"))
    assert game.done
    assert game.at("sal") == PUBLIC
    assert "tested" not in game.story


@rule("SA-28.1", "SA-Q-58")
def test_a_check_of_what_is_not_contained_does_nothing(yard: type[Yard]) -> None:
    for zone in ("public", "subdued"):
        game = yard().holds("kay", "keter 4/5", zone=zone)
        game.begin(BreachCheck("kay"))
        assert game.done
        assert game.at("kay") == zone
        assert not game.story
    assert yard().begin(BreachCheck("nobody")).done


@rule("SA-Q-58")
def test_without_dice_it_holds_and_without_tokens_it_breaches(yard: type[Yard]) -> None:
    game = yard().holds("sal", "safe 0/2").begin(BreachCheck("sal"))
    assert game.done
    assert game.at("sal") == AC
    game = yard().holds("sal", "safe 1/2").begin(BreachCheck("sal")).rolls(2)
    assert game.done
    assert game.at("sal") == PUBLIC
    assert "tested" not in game.story


@rule("SA-Q-58")
def test_minions_add_dice(yard: type[Yard]) -> None:
    game = yard().holds("ed", "euclid 1/3", tokens="space space space", minions=[(2, 1)])
    game.begin(BreachCheck("ed")).rolls(5, 5)
    assert game.waiting == "BreachCheck", "a third die is to come"
    game.rolls(1)
    assert game.done
    assert game.at("ed") == AC


@rule("SA-28.4", "SA-Q-58")
def test_the_measure_token_may_be_another_for_each_die(yard: type[Yard]) -> None:
    game = yard().holds("ed", "euclid 2/3", tokens="space personnel").begin(BreachCheck("ed")).rolls(1, 1)
    game.answers(S0, "space")
    assert game.offers(S0) == ["personnel", "space"], "Space has held, and may stand again or not"
    game.answers(S0, "personnel")
    assert game.done


@rule("SA-28.15")
def test_a_check_that_holds_changes_no_place(yard: type[Yard]) -> None:
    game = yard().holds("ed", "euclid 1/3", tokens="space").holds("kay", "keter 1/3", tokens="space")
    game.begin(BreachCheck("ed")).rolls(1)
    assert game.rows()[0] == ["ed", "kay"]


@rule("SA-Q-104")
@pytest.mark.parametrize("zone", [AC, TC])
def test_what_cannot_breach_is_never_checked(yard: type[Yard], zone: str) -> None:
    game = yard().holds("sal", "safe 3/2", zone=zone, can_breach=False).begin(BreachCheck("sal"))
    assert game.done
    assert game.at("sal") == zone
    assert not game.story


def test_texts_change_the_measure_for_all_and_for_one(yard: type[Yard]) -> None:
    for name in ("measure breach check", "measure breach check:ed"):
        game = yard().holds("ed", "euclid 1/3", tokens="space")
        game.table.last(Lasting(name, "add", -1))
        assert game.begin(BreachCheck("ed")).rolls(4).what("ed").breached
