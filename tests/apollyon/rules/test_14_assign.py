"""Sections 14 and 15: assignments and missions."""

from __future__ import annotations

from eschaton.games.apollyon.rules.assignments import MTFPhase
from eschaton.games.apollyon.rules.missions import Missions
from eschaton.ledger import rule
from tests.apollyon.driver import S0, S1, S2, Driver


def assigning(game: Driver) -> Driver:
    """Up to the assignments."""
    game.table.phase = "mtf"
    return game.begin(MTFPhase())


@rule("SA-14.1", "SA-14.2", "SA-14.4", "SA-14.10", "SA-14.13", "SA-4.9", "SA-Q-105")
def test_characters_are_sent_in_the_order_of_the_line(apollyon: type[Driver]) -> None:
    game = assigning(apollyon().character("Ana", S0, "1/1").character("Bo", S0, "1/1").character("Cy", S0, "1/1"))
    assert game.offers(S0, "send:ana") == ["send:ana:mtf-01", "send:ana:mtf-02", "send:ana:vacation"]
    game.answer(S0, "send:cy:mtf-01").answer(S0, "send:ana:mtf-01")
    assert game.at("Cy") == "garrison"  # until assignments close
    game.answer(S0, "ready")
    assert game.table.in_zone(S0, "mtf-01") == ["cy", "ana"]
    assert game.at("Bo") == "garrison"


@rule("SA-14.5", "SA-14.6", "SA-14.8", "SA-14.16", "SA-14.17", "SA-32.6", "SA-EX-54")
def test_a_vacation_clears_one_cog(apollyon: type[Driver]) -> None:
    from eschaton.games.apollyon.rules.ratings import skill

    game = assigning(apollyon().character("Ana", S0, "1/1", "scout", cogs=2).character("Bo", S0, "1/1", "scout"))
    game.answer(S0, "send:ana:vacation").answer(S0, "send:bo:vacation").answer(S0, "ready")
    assert (game.at("Ana"), game.who("Ana").cogs) == ("vacation", 1)
    assert skill(game.table, "bo", "scout") == 0
    assert not game.table.active_characters()


@rule("SA-14.11", "SA-15.1", "SA-15.4", "SA-15.5", "SA-Q-24")
def test_only_a_manned_mtf_takes_a_mission(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "1/1").situation("slot.2", "safe").anomaly("Thing", "safe", "1/1")
    assigning(game)
    assert not game.offers(S0, "assign")
    game.answer(S0, "send:ana:mtf-02")
    begin = "assign:S0-mtf-02:"
    assert game.offers(S0, "assign") == [
        f"{begin}slot.2", f"{begin}thing", f"{begin}scouting", f"{begin}intercept.1"
    ]  # fmt: skip
    game.answer(S0, f"{begin}scouting").answer(S0, "send:ana:garrison").answer(S0, "ready")
    assert game.waiting == ""
    assert not game.table.missions


@rule("SA-14.12", "SA-Q-105")
def test_plans_may_be_made_early_without_commitment(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/1", cogs=1).situation("slot.1", "safe").growth()
    game.act(S0, "send:ana:vacation")
    assert (game.at("Ana"), game.who("Ana").cogs) == ("garrison", 1)
    game.act(S0, "send:ana:mtf-01").act(S0, "assign:S0-mtf-01:slot.1")
    assert game.table.missions == {"slot.1": ["S0-mtf-01"]}
    game.act(S0, "send:ana:garrison")
    assert game.who("Ana").plan == ""


@rule("SA-15.2", "SA-15.3", "SA-Q-25")
def test_interceptions_are_set_aside_when_assignments_close(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).situation("top", "safe", cost=2).situation("top", "safe", cost=3)
    game.character("Ana", S0, "1/1").character("Bo", S1, "1/1").character("Cy", S1, "1/1")
    assigning(game)
    game.answer(S0, "send:ana:mtf-01").answer(S0, "assign:S0-mtf-01:intercept.1")
    game.answer(S1, "send:bo:mtf-01").answer(S1, "send:cy:mtf-02")
    game.answer(S1, "assign:S1-mtf-01:intercept.1").answer(S1, "assign:S1-mtf-02:intercept.2")
    game.answer(S0, "ready").answer(S1, "ready")
    assert game.waiting == "Decide"
    assert game.m == 19
    backs = {place: lying.card.back for place, lying in game.table.situations.items()}
    assert backs == {"intercept.1": "situation 1/3 #1", "intercept.2": "situation 1/2 #1"}
    assert game.seen(S0)["situations"]["intercept.1"]["card"]["cards"] == [None]
    assert all(lying.tokens == 0 for lying in game.table.situations.values())
    assert game.table.missions["intercept.1"] == ["S0-mtf-01", "S1-mtf-01"]


def three_missions(apollyon: type[Driver], players: int = 1) -> Driver:
    game = apollyon(players=players).anomaly("Thing", "safe", "0/9")
    game.situation("slot.1", "false-alarm").situation("slot.2", "false-alarm")
    for name, seat, mtf, mission in (
        ("Ana", S0, "mtf-01", "slot.2"), ("Bo", S0, "mtf-02", "slot.1"), ("Cy", players - 1, "mtf-01", "thing"),
    ):  # fmt: skip
        game.character(name, seat, "0/1").team(seat, mtf, name)
        game.table.missions.setdefault(mission, []).append(f"S{seat}-{mtf}")
    return game


@rule("SA-15.6", "SA-15.7")
def test_missions_in_the_suggested_order_or_as_one_likes(apollyon: type[Driver]) -> None:
    from eschaton.games.apollyon.rules.missions import Missions

    game = three_missions(apollyon)
    game.table.missions = {"slot.2": ["S0-mtf-01"], "slot.1": ["S0-mtf-02"]}
    game.play(Missions())
    assert [event["mission"] for event in game.events("mission")] == ["slot.1", "slot.2"]
    game = three_missions(apollyon)
    game.table.missions = {"slot.2": ["S0-mtf-01"], "slot.1": ["S0-mtf-02"]}
    game.plan(S0, "slot.2").play(Missions())
    assert [event["mission"] for event in game.events("mission")] == ["slot.2", "slot.1"]


@rule("SA-15.7")
def test_captures_come_first_then_scouting_then_slots_clockwise(apollyon: type[Driver]) -> None:
    from eschaton.games.apollyon.rules.missions import suggested_order

    game = apollyon().anomaly("Thing", "euclid", "1/2").anomaly("A Other", "euclid", "1/2")
    places = ["intercept.10", "intercept.2", "slot.4", "scouting", "slot.1", "thing", "a-other"]
    game.table.missions = {place: ["S0-mtf-01"] for place in places}
    assert suggested_order(game.table) == [
        "thing",
        "a-other",
        "scouting",
        "slot.1",
        "slot.4",
        "intercept.2",
        "intercept.10",
    ]


@rule("SA-15.6", "SA-6.14")
def test_those_on_missions_agree_on_the_order(apollyon: type[Driver]) -> None:
    from eschaton.games.apollyon.rules.missions import Missions

    game = three_missions(apollyon, players=3).begin(Missions())
    assert game.offers(S0) == ["in-order", "thing", "slot.1", "slot.2"]
    game.answer(S0, "slot.2")
    assert set(game.question.asks(game.table)) == {S2}  # S1 has no team out
    game.answer(S2, "refuse")
    assert game.question.ask.seat == S2  # who does not agree proposes
    game.answer(S2, "thing").answer(S0, "agree")
    assert game.events("mission")[0]["mission"] == "thing"


@rule("SA-15.9", "SA-15.8")
def test_all_scouts_are_one_team(apollyon: type[Driver]) -> None:
    from eschaton.games.apollyon.rules.missions import Missions

    game = apollyon(players=2).character("Ana", S0, "1/1").character("Bo", S1, "1/1")
    game.team(S0, "mtf-01", "Ana").team(S1, "mtf-02", "Bo")
    game.table.missions = {"scouting": ["S0-mtf-01", "S1-mtf-02"]}
    game.dice("3 3").play(Missions())
    assert game.events("scouting") == [{"faces": [3, 3]}]


@rule("SA-15.10", "SA-Q-27")
def test_who_joins_in_the_mtf_phase_is_on_vacation(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "9/9").team(S0, "mtf-01", "Ana")
    game.situation("slot.1", "safe", rewards={"characters": 1}).next_anomaly("Thing", "safe", "0/1")
    game.table.phase = "mtf"
    game.dice("3 1 1 1 1 1 1 1 1").investigate("slot.1")
    new = next(piece for piece in game.table.characters if piece != "ana")
    assert game.at(new) == "vacation"
    assert game.who(new).seat == S0


@rule("SA-14.12", "SA-Q-105", "SA-6.1")
def test_a_vacation_planned_early_may_have_become_impossible(apollyon: type[Driver]) -> None:
    game = apollyon().character("Bo", S0, "2/2", cogs=1).anomaly("Dark", "keter", "1/1")
    game.growth().act(S0, "send:bo:vacation")
    game.text("dark", "Each character cannot go on vacation.", "keter").play(MTFPhase())
    assert (game.at("bo"), game.who("bo").cogs) == ("garrison", 1)


@rule("SA-15.11", "SA-6.1", "SA-33.6")
def test_what_is_captured_first_says_nothing_in_the_missions_after_it(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "3/2").character("Kit", S0, "3/2", "firepower")
    game.anomaly("Jumper", "euclid", "1/1").text("jumper", "Firepower does not work.").anomaly("Other", "euclid", "2/9")
    game.team(S0, "mtf-01", "Ana").team(S0, "mtf-02", "Kit")
    game.table.missions = {"jumper": ["S0-mtf-01"], "other": ["S0-mtf-02"]}
    game.begin(Missions()).answer(S0, "in-order").roll("3 1 1").roll("1")
    assert game.at("jumper") == "subdued"
    assert game.waiting == "GiveUpDice", "Firepower works again"
