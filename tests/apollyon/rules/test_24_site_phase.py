"""SA-24: the Site Phase and containment."""

from __future__ import annotations

import pytest

from eschaton.games.apollyon.box.components import AC, PUBLIC, SUBDUED, TC
from eschaton.games.apollyon.rules.breach import BreachCheck
from eschaton.games.apollyon.rules.containment import Contain, rows_for_one_more
from eschaton.games.apollyon.rules.site import SitePhase
from eschaton.kernel.effect import Lasting
from eschaton.ledger import rule
from tests.apollyon.yard import S0, S1, S2, Yard


@rule("SA-24.1", "SA-24.4", "SA-Q-37")
def test_alone_a_subdued_anomaly_comes_home_at_once(yard: type[Yard]) -> None:
    game = yard().holds("ed", "euclid 2/3", zone=SUBDUED, mtf="S0-mtf-01").begin(SitePhase())
    assert game.at("ed") == TC
    assert game.what("ed").mtf == ""


@rule("SA-24.2", "SA-Q-37")
def test_another_site_may_take_it_if_its_player_agrees(yard: type[Yard]) -> None:
    game = yard(players=3).holds("ed", "euclid 2/3", seat=S1, zone=SUBDUED, mtf="S1-mtf-01").begin(SitePhase())
    assert game.asked == [S1]
    assert game.offers(S1) == ["S1", "S2", "S0"]
    game.answers(S1, "S2")
    assert game.asked == [S2]
    game.answers(S2, "refuse")
    assert game.events("offer refused") == [{"who": S2, "anomaly": "ed"}]
    assert game.offers(S1) == ["S1", "S0"]
    game.answers(S1, "S0").answers(S0, "agree")
    assert game.table.anomalies_in(TC, S0) == ["ed"]


@rule("SA-24.2")
def test_where_silence_is_consent_nobody_is_asked(yard: type[Yard]) -> None:
    game = yard(players=2, agree_by_silence=True).holds("ed", "euclid 2/3", seat=S1, zone=SUBDUED)
    game.begin(SitePhase()).answers(S1, "S0")
    assert game.table.anomalies_in(TC, S0) == ["ed"]


@rule("SA-24.2", "SA-Q-37")
def test_the_home_site_cannot_refuse(yard: type[Yard]) -> None:
    game = yard(players=2).holds("ed", "euclid 2/3", zone=SUBDUED).begin(SitePhase()).answers(S0, "S1")
    game.answers(S1, "refuse")
    assert game.table.anomalies_in(TC, S0) == ["ed"], "nobody else is left, so nobody is asked"
    assert game.waiting == "SitePhase"


@rule("SA-24.3")
def test_the_team_stays_away(yard: type[Yard]) -> None:
    game = yard().staff("ana", zone="mtf-01").holds("ed", "euclid 2/3", zone=SUBDUED, mtf="S0-mtf-01")
    game.begin(SitePhase()).answers(S0, "ready")
    assert game.at("ana") == "mtf-01"


@rule("SA-24.5", "SA-6.4", "SA-5.11", "SA-24.16")
def test_texts_are_on_by_zone(yard: type[Yard]) -> None:
    game = yard().holds("ed", "euclid 2/3", zone=TC)
    states = {}
    for zone in (TC, AC, SUBDUED, PUBLIC):
        game.what("ed").zone = zone
        states[zone] = game.table.speaks("ed")
    assert states == {TC: "", AC: "contained", SUBDUED: "", PUBLIC: "loose"}


@rule("SA-24.7", "SA-24.8", "SA-24.15", "SA-24.13")
def test_containing_takes_the_whole_cost_and_puts_it_on_the_card(yard: type[Yard]) -> None:
    game = yard().holds("ed", "euclid 2/3", zone=TC, cost="space personnel resources resources")
    game.pool(S0, space=1, personnel=2, resources=1).begin(SitePhase())
    assert game.offers(S0) == ["ready"], "one Resource short, and no part payments"
    game.pool(S0, resources=2)
    assert game.offers(S0) == ["contain:ed", "ready"]
    game.answers(S0, "contain:ed", "row1")
    assert game.at("ed") == AC
    assert game.tokens("ed") == "personnel resources resources space"
    assert game.assets(S0) == "personnel"
    assert game.offers(S0) == ["over-contain:ed", "ready"]


@rule("SA-24.14", "SA-Q-61")
def test_over_containment_takes_any_kind_and_stays(yard: type[Yard]) -> None:
    game = yard().holds("ed", "euclid 2/3", tokens="space").pool(S0, intel=1, resources=2).begin(SitePhase())
    game.answers(S0, "over-contain:ed")
    assert game.offers(S0) == ["resources", "intel", "done"]
    game.answers(S0, "intel", "resources", "done")
    assert game.tokens("ed") == "resources space intel"
    assert game.assets(S0) == "resources"
    assert game.waiting == "SitePhase"


@rule("SA-24.7", "SA-11.2", "SA-11.3", "SA-Q-88")
def test_all_act_at_once_and_may_take_ready_back(yard: type[Yard]) -> None:
    game = yard(players=2).holds("ed", "euclid 2/3").holds("kay", "keter 2/3", seat=S1)
    game.pool(S0, space=1).pool(S1, space=2).begin(SitePhase())
    assert game.asked == [S0, S1]
    game.answers(S1, "ready")
    assert game.asked == [S0]
    game.act(S1, "not-ready")
    assert game.asked == [S0, S1]
    game.answers(S1, "over-contain:kay", "space", "done").answers(S0, "ready")
    assert game.asked == [S1]
    game.answers(S1, "ready")
    assert game.done


@rule("SA-EX-44", "SA-24.9", "SA-24.10", "SA-24.11", "SA-24.12", "SA-Q-35")
def test_rows(yard: type[Yard]) -> None:
    game = yard()
    for piece in "abcdefgh":
        game.holds(piece, "safe 0/2", zone=TC)
    table = game.table

    def contain(piece: str, *row: str) -> None:
        game.begin(Contain(piece, S0)).answers(S0, *row)
        assert game.done

    contain("a", "row1")
    contain("b")
    contain("c", "row1")
    assert game.rows() == [["a", "c"], ["b"]]
    table.anomalies["c"].row, table.anomalies["b"].row = 1, 0
    assert game.rows() == [["a", "b"], ["c"]]
    contain("d")
    assert game.rows() == [["a", "b"], ["c", "d"]]
    contain("e", "row1")
    contain("f")
    assert game.rows() == [["a", "b", "e"], ["c", "d", "f"]]
    contain("g")
    assert game.rows()[2] == ["g"]
    for piece in "gc":
        table.anomalies[piece].zone = TC
    assert game.rows() == [["a", "b", "e"], ["d", "f"]], "row 3 has disappeared, and the gap closed to the left"
    contain("h")
    assert game.rows()[1] == ["d", "f", "h"]


@rule("SA-24.11")
def test_rows_without_limit_and_always_the_emptiest(yard: type[Yard]) -> None:
    game = yard(row_capacity="2")
    for at in range(7):
        game.holds(f"x{at}", "safe 0/2", row=at // 2)
    assert [len(row) for row in game.rows()] == [2, 2, 2, 1]
    assert rows_for_one_more(game.table, S0) == [3]
    game.holds("y", "safe 0/2", row=3)
    assert rows_for_one_more(game.table, S0) == [4]


@rule("SA-24.12")
def test_an_empty_extra_row_between_others_waits_until_the_earlier_ones_are_full(yard: type[Yard]) -> None:
    game = yard(row_capacity="2").holds("a", "safe 0/2").holds("b", "safe 0/2", row=3)
    game.holds("c", "safe 0/2", row=1)
    assert rows_for_one_more(game.table, S0) == [0, 1, 3], "the third is not there; these hold one each"
    for at, piece in enumerate("defg"):
        game.holds(piece, "safe 0/2", row=at % 2)
    assert rows_for_one_more(game.table, S0) == [2], "needed again"


@rule("SA-Q-34")
def test_fields_of_temporary_containment_are_unlimited_unless_the_table_says_so(yard: type[Yard]) -> None:
    for options, ends in [({}, TC), ({"tc_fields": "2"}, PUBLIC)]:
        game = yard(**options)
        for piece in ("a", "b"):
            game.holds(piece, "safe 0/2", zone=TC)
        game.holds("c", "safe 0/2", zone=SUBDUED).begin(SitePhase())
        assert game.at("c") == ends


def test_a_text_in_the_site_phase_is_one_of_the_things_to_do(yard: type[Yard]) -> None:
    game = yard().holds("ed", "euclid 2/3")
    used: list[str] = []
    game.says("ed", "site phase", lambda table, use: used.append(use.power), contained=True, may=True)
    game.begin(SitePhase())
    (text,) = [key for key in game.offers(S0) if key.startswith("ed/")]
    game.answers(S0, text, "ready")
    assert used == [text]


def test_a_text_may_lengthen_the_rows(yard: type[Yard]) -> None:
    game = yard(row_capacity="2")
    for at in range(4):
        game.holds(f"x{at}", "safe 0/2", row=at // 2)
    assert rows_for_one_more(game.table, S0) == [2]
    game.table.last(Lasting("row capacity", "add", 1, on=S0))
    assert rows_for_one_more(game.table, S0) == [0, 1]


def test_a_text_may_close_a_row(yard: type[Yard]) -> None:
    game = yard()
    game.table.last(Lasting("may row 1", "forbid", on=S0))
    assert rows_for_one_more(game.table, S0) == [1]


@pytest.mark.parametrize("zone", [TC, AC])
def test_nobody_contains_what_is_elsewhere(yard: type[Yard], zone: str) -> None:
    game = yard(players=2).holds("ed", "euclid 2/3", zone=zone, seat=S1).pool(S0, space=1).begin(SitePhase())
    assert game.offers(S0) == ["ready"]


@rule("SA-24.14", "SA-Q-61", "SA-28.7")
def test_a_full_row_takes_more_tokens_and_intel_is_destroyed_like_others(yard: type[Yard]) -> None:
    game = yard().pool(S0, space=1, intel=1)
    for number in range(6):
        game.holds(f"a{number}", "euclid 1/9", tokens="space", row=number // 3)
    game.begin(SitePhase()).answers(S0, "over-contain:a2", "intel", "space")
    assert game.tokens("a2") == "space space intel"
    game.begin(BreachCheck("a2")).answers(S0, "intel").rolls(6)
    assert (game.at("a2"), game.tokens("a2")) == (AC, "space space")
