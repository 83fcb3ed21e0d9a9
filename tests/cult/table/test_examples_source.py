"""The worked examples of the source (CD-EX-1 to CD-EX-9), dice and all."""

from __future__ import annotations

import pytest

from eschaton.ledger import rule
from tests.cult.driver import B1, B2, S0, S1, S2, S3, S4, S5, Driver

JON, KIM, KEVIN = S1, S2, S3


@rule("CD-EX-1", "CD-5.1", "CD-5.3", "CD-5.4", "CD-5.5", "CD-5.6")
def test_re_rolling(cult: type[Driver]) -> None:
    game = cult(players=5).turn(KIM).rolls("Pa Pa Pa Dg Co")
    assert game.asked == KIM
    game.rerolls("3 5", "DD DD")
    game.rerolls("1 2", "Bl Bl")
    assert game.faces() == "Bl Bl DD Dg DD"
    assert game.refused(KIM, ["d1"])
    assert game.waiting == "Commit"


def jons_turn(cult: type[Driver]) -> Driver:
    game = cult(players=5).symbols(S1="An").characters(S3="Tidecaller").with_life(S1=10, S2=12, S3=9)
    game.board(1, "Ancient Chant", Pa=1, An=0)
    game.turn(JON).rolls("An Bl DD Bl Pa").commits(An=JON, Bl=[JON, KEVIN], DD=KIM, Pa=B1)
    return game.chance(["Dg"]).respond(KEVIN, "Tidecaller", "Bl@S1")


@rule("CD-EX-2", "CD-7.5", "CD-7.7", "CD-Q-19", "CD-6.5")
def test_a_changed_die_is_committed_again(cult: type[Driver]) -> None:
    game = jons_turn(cult)
    game.go(until="Commit")
    assert game.asked == JON
    assert sorted(game.offers(JON)) == ["S0", "S2", "S3", "S4", "d2"]
    game.answer(JON, {"Dg": KIM})
    assert game.on(KIM) == ["Dg", "DD"]
    assert game.on(JON) == ["An"]


@rule("CD-EX-3", "CD-8.3", "CD-8.4", "CD-8.5", "CD-8.6", "CD-9.1", "CD-9.4", "CD-9.5", "CD-9.12", "CD-17.18")
def test_the_die_that_completes_a_ritual_makes_a_keeper(cult: type[Driver]) -> None:
    game = jons_turn(cult).go(until="Commit").answer(JON, {"Dg": KIM})
    game.deck("Sirens").resolve("An@S1 Dg@S2 DD@S2 Bl@S3")
    assert [game.life(seat) for seat in (JON, KIM, KEVIN)] == [11, 9, 10]
    assert game.coins_of(JON) == ("chant",)
    assert game.keeper_of("Ancient Chant") == JON
    assert game.ritual(1) == "sirens"
    assert game.track(1, "Co") == 5


@rule("CD-EX-3", "CD-9.1")
def test_a_track_above_zero_completes_nothing(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Ancient Chant", Pa=2, An=0)
    game.turn(JON).rolls("Pa Bl Bl Bl Bl").commits(Pa=B1).resolve()
    assert game.track(1, "Pa") == 1
    assert game.coins_of(JON) == ("chant",)
    assert game.keeper_of("Ancient Chant") is None
    assert game.ritual(1) == "ancient-chant"


@rule("CD-EX-4", "CD-12.1", "CD-12.3", "CD-12.6", "CD-15.12", "CD-15.14", "CD-15.10")
def test_a_wraith_spends_a_chant_coin(cult: type[Driver]) -> None:
    alicia = S4
    game = cult(players=5).wraith(S4="Drowned Choir").coins(S4="chant")
    game.turn(alicia).rolls("Bl Bl Pa").rerolls("1 3", "Dg Pa").rerolls("3", "Co")
    assert game.dice_of(alicia) == "Dg Bl Co"
    game.respond(alicia, "chant", "w3")
    assert game.refused(alicia, "DD")
    game.answer(alicia, "Dg")
    assert game.dice_of(alicia) == "Dg Bl Dg"
    assert game.coins_of(alicia) == ()
    assert game.waiting != "Commit"


@rule("CD-EX-6", "CD-17.39", "CD-17.40", "CD-17.41", "CD-17.43", "CD-17.45", "CD-17.46", "CD-Q-71")
def test_astral_rift(cult: type[Driver]) -> None:
    game = cult(players=6).board(1, "Astral Rift", Co=5).board(2, "Blood Rites", Pa=4)
    game.turn(KIM).rolls("Co Co Bl Bl Bl").commits(Co=[B1, B1], Bl=[S0, S0, S0])
    game.with_life(S0=7)  # so that the three blood dice, resolved first, bring it to 10
    game.chance(["DD"], ["Co"], ["Pa", "Dg"]).plan(KIM, "Pa", f"Pa>{B2}", "decline")
    game.resolve("Bl Bl Bl")
    assert game.track(1, "Co") == 3
    assert [game.life(seat) for seat in range(6)] == [7] * 6
    assert game.track(2, "Pa") == 3
    assert not game.plans[KIM]


@rule("CD-EX-7", "CD-24.6", "CD-17.22", "CD-17.23", "CD-17.24", "CD-17.27", "CD-17.21", "CD-Q-16a")
def test_altar_sacrifice_counts_all_players_of_the_game(cult: type[Driver]) -> None:
    game = cult(players=6).with_dead(S3, S4).with_life(S2=1).board(1, "Altar Sacrifice").deck("Sirens")
    game.turn(S1).rolls("Dg Bl Bl Bl Bl").commits(Dg=S2, Bl=[S5] * 4)
    game.go(until="AltarSacrifice")
    assert game.asked == S1
    assert game.offers(S1) == ["S0", "S1", "S5"]
    game.answer(S1, [S0, S1]).resolve()
    assert (game.life(S0), game.life(S1)) == (16, 16)
    assert game.ritual(1) == "sirens"
    assert "altar-sacrifice" in game.table.discard


@rule("CD-EX-8", "CD-1.27", "CD-17.8", "CD-Q-32")
def test_a_kraken_at_set_up_gives_one_die(cult: type[Driver]) -> None:
    game = cult.dealt(5, roles=["high-priest"], characters=["Guardian", "Assassin"], rituals=["Sirens", "Kraken"])
    assert game.ritual(2) == "kraken"
    assert game.asked == -1
    assert game.waiting in ("KrakenDice", "RollPhase")
    assert len(game.events("kraken die")) == 1


@rule("CD-EX-8", "CD-17.1", "CD-17.9")
@pytest.mark.parametrize("seat", [S2, S0])
def test_a_kraken_revealed_in_play_gives_one_die_at_once(cult: type[Driver], seat: int) -> None:
    game = cult(players=5).with_life(S3=20).board(2, "Sirens", Co=1).deck("Kraken")
    game.turn(seat).rolls("Co Bl Bl Bl Bl").commits(Co=B2).resolve()
    assert [event["who"] for event in game.events("kraken die")] == [S3]


@rule("CD-EX-8", "CD-17.10", "CD-17.2")
def test_a_kraken_revealed_before_the_high_priests_turn_gives_two_dice(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=20, S2=19).board(2, "Sirens", Co=1).deck("Kraken")
    game.turn(S4).rolls("Co Bl Bl Bl Bl").commits(Co=B2).resolve()
    assert game.table.active == S0
    assert [event["who"] for event in game.events("kraken die")] == [S3, S2]


@rule("CD-EX-9", "CD-20.11", "CD-20.12", "CD-20.6", "CD-2.19", "CD-2.21", "CD-2.22")
@pytest.mark.parametrize(("choice", "winners"), [("stay", (S2, S3, S4)), ("revive", (S2, S3))])
def test_a_necromancer_is_judged_by_the_state_they_are_in(
    cult: type[Driver], choice: str, winners: tuple[int, ...]
) -> None:
    game = cult(players=5).characters(S4="Necromancer").with_dead(S4).with_life(S0=1)
    game.player(S4).necromancy = 4
    game.turn(S4).answer(S4, choice)
    assert game.dead(S4) == (choice == "stay")
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    assert game.winners == winners
