"""SA-27: Breach Cascades."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import AC, TC
from eschaton.games.apollyon.rules.breach import Cascade
from eschaton.kernel.effect import Lasting
from eschaton.ledger import rule
from tests.apollyon.yard import S0, S1, Yard


def two_rows(yard: type[Yard]) -> Yard:
    """Row 1: ann, bob; row 2: cat. None of them has dice, so that every check holds."""
    game = yard().holds("ann", "safe 0/2").holds("bob", "euclid 0/3")
    return game.holds("cat", "safe 0/2", row=1)


def hit(game: Yard) -> str:
    """The anomaly on which the last count ended."""
    found: str = game.events("cascade")[-1]["anomaly"]
    return found


@rule("SA-27.1")
def test_the_sites_player_chooses_the_row(yard: type[Yard]) -> None:
    game = yard(players=2).holds("ann", "safe 0/2", seat=S1).holds("bob", "safe 0/2", seat=S1, row=1)
    game.holds("cat", "safe 0/2").begin(Cascade(S1))
    assert game.asked == [S1]
    assert game.offers(S1) == ["row1", "row2"]
    game.answers(S1, "row2").rolls(1)
    assert hit(game) == "bob"


@rule("SA-27.4", "SA-27.6")
def test_the_count_goes_along_the_row_and_round_again(yard: type[Yard]) -> None:
    for face, ends in [(1, "ann"), (2, "bob"), (3, "ann"), (6, "bob")]:
        game = two_rows(yard).begin(Cascade(S0)).answers(S0, "row1").rolls(face)
        assert hit(game) == ends
        assert game.events("breach check") == [{"anomaly": ends, "who": S0}]
        assert game.done


@rule("SA-27.2", "SA-Q-57")
def test_a_row_where_nothing_can_breach_is_not_offered(yard: type[Yard]) -> None:
    game = two_rows(yard)
    game.what("cat").breached = True
    game.begin(Cascade(S0)).rolls(1)
    assert hit(game) == "ann", "row 2 has nothing that can still breach, so row 1 it is"


@rule("SA-27.3")
def test_without_any_row_it_fizzles(yard: type[Yard]) -> None:
    game = yard().holds("ed", "euclid 2/3", zone=TC).holds("sal", "safe 2/2", can_breach=False)
    game.begin(Cascade(S0))
    assert game.done
    assert game.story == ["fizzled"]


@rule("SA-27.5", "SA-Q-57")
def test_those_that_breached_this_turn_are_skipped(yard: type[Yard]) -> None:
    game = two_rows(yard).holds("dan", "safe 0/2")
    game.what("ann").breached = True
    game.begin(Cascade(S0)).answers(S0, "row1").rolls(2)
    assert hit(game) == "dan"


@rule("SA-EX-64", "SA-Q-57", "SA-27.2")
def test_what_cannot_breach_is_counted_all_the_same(yard: type[Yard]) -> None:
    for face, checks in [(3, []), (4, ["bob"])]:
        game = yard().holds("ned", "safe 2/2", can_breach=False).holds("bob", "euclid 0/3")
        game.begin(Cascade(S0)).rolls(face)
        assert hit(game) == ("bob" if checks else "ned")
        assert [check["anomaly"] for check in game.events("breach check")] == checks
        assert game.done
        assert game.at("ned") == AC


@rule("SA-27.7")
def test_anomalies_in_temporary_containment_are_never_hit(yard: type[Yard]) -> None:
    game = yard().holds("ed", "euclid 0/3", zone=TC).holds("bob", "euclid 0/3")
    game.begin(Cascade(S0)).rolls(2)
    assert hit(game) == "bob"


def test_a_text_may_spare_a_site_its_cascades(yard: type[Yard]) -> None:
    game = two_rows(yard)
    game.table.last(Lasting("may cascade", "forbid", on=S0))
    assert game.begin(Cascade(S0)).done
    assert game.story == ["fizzled"]
