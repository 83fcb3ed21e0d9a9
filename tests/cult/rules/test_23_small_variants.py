"""CD-23: the four small variants, and which options go together (CD-Q-74)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from eschaton.games.cult import GAME
from eschaton.games.cult.box.components import ROLE_CARDS
from eschaton.kernel.errors import BadSetup
from eschaton.ledger import rule
from tests.cult.driver import B1, B2, S0, S1, S2, S3, S4, S5, S6, S7, Driver


def kinds(players: int, **options: Any) -> list[str]:
    """The kinds of role in a game."""
    return sorted(ROLE_CARDS[card] for card in GAME.table(GAME.checked(players, options)).roles.cards)


# Truly a High Priest

TRULY = {"truly_a_high_priest": True}


@rule("CD-EX-68", "CD-23.1", "CD-23.2", "CD-Q-63")
def test_the_high_priest_may_replace_a_ritual_before_play(cult: type[Driver]) -> None:
    game = cult.dealt(5, TRULY, roles=["high-priest"], rituals=["Kraken", "Sirens", "Lamia", "Sea Hydra"])
    assert game.asked == S0
    assert game.offers(S0) == ["keep", "board1", "board2", "board3"]
    game.answer(S0, B1)
    assert game.ritual(1) == "sea-hydra"
    assert (game.track(1, "An"), game.track(1, "Co")) == (5, 5)
    assert "kraken" in game.table.deck
    assert game.waiting == "ShuffleDeck"
    game.go("RollPhase")
    assert game.events("kraken die") == []
    assert not any(game.table.deck.known)


@rule("CD-23.1")
def test_it_need_not(cult: type[Driver]) -> None:
    game = cult.dealt(5, TRULY, roles=["high-priest"], rituals=["Kraken", "Sirens", "Lamia", "Sea Hydra"])
    game.answer(S0, "keep")
    assert [game.ritual(board) for board in (1, 2, 3)] == ["kraken", "sirens", "lamia"]
    assert game.waiting != "ShuffleDeck"


@rule("CD-Q-63", "CD-1.26")
def test_it_comes_before_marks_and_before_the_kraken_gives(cult: type[Driver]) -> None:
    names = ["Faceless II", "Assassin", "Guardian", "Tidecaller", "Librarian"]
    game = cult.dealt(
        5, TRULY, roles=["high-priest"], characters=names, rituals=["Sirens", "Lamia", "Sea Hydra", "Kraken"]
    )
    assert game.waiting == "ReplaceRitual"
    assert len(game.events("character")) == 5
    game.answer(S0, B2).advance(lambda question: game.waiting == "MarkPlayer")
    assert game.ritual(2) == "kraken"
    assert game.events("kraken die") == []
    game.answer(S0, S1)
    assert len(game.events("kraken die")) == 1


@rule("CD-23.1")
def test_without_the_option_nothing_is_asked(cult: type[Driver]) -> None:
    game = cult.dealt(5, roles=["high-priest"], characters=["Guardian", "Assassin", "Tidecaller"])
    assert game.waiting == "RollPhase"


# Don't Be So Selfish


@rule("CD-23.3", "CD-Q-60")
@pytest.mark.parametrize(("selfish", "life"), [(True, 7), (False, 10)])
def test_the_last_faithfuls_death_costs_the_high_priest_three(cult: type[Driver], selfish: bool, life: int) -> None:
    game = cult(players=5, dont_be_so_selfish=selfish).with_life(S1=1)
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S1).resolve()
    assert game.life(S0) == life


@rule("CD-23.3")
def test_all_faithful_must_be_dead(cult: type[Driver]) -> None:
    game = cult(players=7, dont_be_so_selfish=True).with_life(S1=1, S2=1)
    game.turn(S3).rolls("Dg Bl Bl Bl Bl").commits(Dg=S1).resolve()
    assert game.life(S0) == 10
    game.turn(S3).rolls("Dg Bl Bl Bl Bl").commits(Dg=S2).resolve()
    assert game.life(S0) == 7


@rule("CD-23.3", "CD-Q-60", "CD-14.4")
def test_the_death_check_is_repeated_at_once(cult: type[Driver]) -> None:
    game = cult(players=5, dont_be_so_selfish=True).with_life(S0=3, S1=1).keeper(S0="Lamia")
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S1).resolve()
    assert game.dead(S0)
    assert game.killer_of(S0) is None
    assert "lamia" in game.table.discard
    assert game.winners == (S2, S3)
    assert not game.player(S1).wraith


@rule("CD-Q-60", "CD-Q-7")
def test_it_comes_before_the_victory_check(cult: type[Driver]) -> None:
    game = cult(players=5, dont_be_so_selfish=True).with_dead(S3, S4).with_life(S0=3, S1=1, S2=1)
    game.turn(S0).rolls("Dg Dg Pa Pa Pa").commits(Dg=[S1, S2]).resolve()
    assert game.dead(S0)
    assert game.winners == (S2, S3, S4)  # everyone is dead; without the loss the High Priest would have won


@rule("CD-23.4")
def test_only_once_a_game(cult: type[Driver]) -> None:
    game = cult(5, necromancer="shuffled", dont_be_so_selfish=True).characters(S1="Necromancer").with_life(S1=1)
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S1).resolve()
    assert game.life(S0) == 7
    game.player(S1).necromancy = 4
    game.turn(S1).answer(S1, "revive").rolls("Bl Bl Bl Bl Bl").resolve()
    game.with_life(S1=1).turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S1).resolve()
    assert game.dead(S1)
    assert game.life(S0) == 7


# Merchant of Death


@rule("CD-23.5", "CD-EX-55")
@pytest.mark.parametrize(
    ("players", "merchant", "bonus"),
    [(4, True, 4), (5, True, 4), (6, True, 6), (7, True, 6), (8, True, 8), (6, False, 9), (8, False, 12)],
)
def test_the_bonus(cult: type[Driver], players: int, merchant: bool, bonus: int) -> None:
    options = {"merchant_of_death": merchant}
    game = cult.dealt(players, options, roles=["high-priest"] if players > 4 else [], characters=["Guardian"])
    assert game.events("bonus") == [{"who": game.table.priest, "life": bonus}]
    if players == 6:
        game = cult.dealt(6, options, roles=["high-priest"], characters=["Assassin"])
        assert game.life(S0) == (22 if merchant else 25)


@rule("CD-EX-56", "CD-23.6", "CD-Q-61")
@pytest.mark.parametrize(("merchant", "life"), [(True, 12), (False, 10)])
def test_a_new_wraith_feeds_the_high_priest(cult: type[Driver], merchant: bool, life: int) -> None:
    game = cult(players=5, merchant_of_death=merchant).with_life(S3=1)
    game.turn(S1).rolls("Dg Bl Bl Bl Bl").commits(Dg=S3).go("BecomeWraith")
    assert game.life(S0) == 10
    game.resolve()
    assert game.life(S0) == life


@rule("CD-EX-56", "CD-Q-61")
def test_nothing_if_the_death_ends_the_game(cult: type[Driver]) -> None:
    game = cult(players=5, merchant_of_death=True).with_dead(S3, S4).with_life(S2=1)
    game.turn(S1).rolls("Dg Bl Bl Bl Bl").commits(Dg=S2).resolve()
    assert game.over
    assert game.life(S0) == 10


@rule("CD-Q-61", "CD-15.1", "CD-23.6")
def test_each_death_of_a_necromancer_counts_and_a_dead_high_priest_gains_nothing(cult: type[Driver]) -> None:
    game = cult(5, necromancer="shuffled", merchant_of_death=True).characters(S2="Necromancer").with_life(S2=1)
    game.turn(S1).rolls("Dg Bl Bl Bl Bl").commits(Dg=S2).resolve()
    game.player(S2).necromancy = 4
    game.turn(S2).answer(S2, "revive").rolls("Bl Bl Bl Bl Bl").resolve()
    game.with_life(S2=1).turn(S1).rolls("Dg Bl Bl Bl Bl").commits(Dg=S2).resolve()
    assert game.life(S0) == 14
    game = cult(5, necromancer="high-priest", merchant_of_death=True).with_life(S0=1)
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    assert game.dead(S0)
    assert game.life(S0) == 0


# Heresy!


@rule("CD-23.7", "CD-23.8", "CD-23.9", "CD-23.10")
@pytest.mark.parametrize(("players", "faithful", "cabalists"), [(6, 1, 2), (7, 1, 3), (8, 2, 3)])
def test_both_heretics_are_dealt(players: int, faithful: int, cabalists: int) -> None:
    roles = ["cabalist"] * cabalists + ["faithful"] * faithful + ["high-priest", "repentant", "vengeful"]
    assert kinds(players, heresy=True) == roles
    assert len(kinds(players)) == players
    assert kinds(players).count("repentant") + kinds(players).count("vengeful") == 1


@rule("CD-23.7", "CD-Q-74")
@pytest.mark.parametrize("players", [4, 5])
def test_heresy_needs_six_players(players: int) -> None:
    with pytest.raises(BadSetup, match="Heresy! needs 6 to 8 players"):
        GAME.checked(players, {"heresy": True})


def heresy(cult: type[Driver]) -> Driver:
    """Six players: S0 High Priest, S1 Faithful, S2 and S3 Cabalists, S4 Repentant, S5 Vengeful."""
    return cult(6, heresy=True)


@rule("CD-23.11")
def test_if_everyone_dies_both_heretics_win(cult: type[Driver]) -> None:
    game = heresy(cult).with_dead(S1, S2, S3, S4).with_life(S0=2, S5=2).board(1, "Astral Rift", Co=5)
    game.symbols(S5="Pa").turn(S5).chance(["DD"]).rolls("Co Co Co Co Co").rerolls("2 3 4 5", "An An An An")
    game.commits(Co=B1).resolve()
    assert game.winners == (S2, S3, S4, S5)


@rule("CD-23.12", "CD-Q-10")
def test_if_the_heretics_are_the_last_alive_both_win(cult: type[Driver]) -> None:
    game = heresy(cult).with_dead(S1, S2, S3).with_life(S0=1)
    game.turn(S4).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    assert game.winners == (S2, S3, S4, S5)


@rule("CD-Q-62", "CD-2.14", "CD-2.19")
@pytest.mark.parametrize(("survivor", "winners"), [(S5, (S2, S3, S4, S5)), (S4, (S2, S3, S4))])
def test_one_heretic_left_wins_and_the_dead_other_by_their_own_card(
    cult: type[Driver], survivor: int, winners: tuple[int, ...]
) -> None:
    other = S4 if survivor == S5 else S5
    game = heresy(cult).with_dead(S1, S2, S3, other).with_life(S0=1)
    game.turn(survivor).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    assert game.winners == winners


@rule("CD-23.13", "CD-Q-62")
def test_the_high_priest_needs_both_heretics_dead(cult: type[Driver]) -> None:
    game = heresy(cult).with_dead(S2, S4).with_life(S3=1, S5=1)
    game.turn(S0).rolls("Dg Bl Bl Bl Bl").commits(Dg=S3).resolve()
    assert not game.over  # all Cabalists and the Repentant Heretic are dead, the Vengeful one lives
    game.turn(S0).rolls("Dg Bl Bl Bl Bl").commits(Dg=S5).resolve()
    assert game.winners == (S0, S1, S4)


@rule("CD-23.13", "CD-2.19")
def test_other_conditions_are_unchanged(cult: type[Driver]) -> None:
    game = heresy(cult).with_dead(S5).with_life(S0=1)
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    assert game.winners == (S2, S3, S5)


@rule("CD-23.7")
@pytest.mark.parametrize(("players", "boards", "bonus"), [(6, 3, 6), (7, 4, 9), (8, 4, 9)])
def test_boards_and_bonus_follow_the_row_of_the_table(
    cult: type[Driver], players: int, boards: int, bonus: int
) -> None:
    game = cult.dealt(players, {"heresy": True}, roles=["high-priest"])
    assert len(game.table.altars) == boards
    assert game.events("bonus")[0]["life"] == bonus
    assert {S6, S7} >= set(game.table.people()) - {S0, S1, S2, S3, S4, S5}


# Together

CHOICES = {switch.key: switch.choices or (False, True) for switch in GAME.options}
COMBINATIONS = [dict(zip(CHOICES, values, strict=True)) for values in product(*CHOICES.values())]


@rule("CD-Q-74")
@pytest.mark.parametrize("players", GAME.players)
def test_every_combination_that_makes_sense_is_taken_and_no_other(players: int) -> None:
    for options in COMBINATIONS:
        senseless = (options["heresy"] and players < 6) or (players == 4 and options["necromancer"] == "high-priest")
        if senseless:
            with pytest.raises(BadSetup, match=r"options: (heresy: .*CD-23\.7|necromancer: .*CD-Q-74)"):
                GAME.checked(players, options)
        else:
            assert GAME.checked(players, options).options == options


@rule("CD-Q-74")
def test_every_option_names_its_rule() -> None:
    assert [switch.rule for switch in GAME.options] == ["CD-20.1", "CD-23.1", "CD-23.3", "CD-23.5", "CD-23.7"]


@rule("CD-Q-60", "CD-23.3", "CD-14.2")
def test_a_last_breath_saves_the_high_priest_from_the_lack_of_faith(cult: type[Driver]) -> None:
    game = cult(players=5, dont_be_so_selfish=True).sigils(S0="Last Breath").with_life(S0=3, S1=1).symbols(S2="An")
    game.turn(S2).rolls("Dg Pa Pa Pa Pa").commits(Dg=S1).plan(S0, "last-breath").resolve()
    assert not game.over
    assert (game.life(S0), game.dead(S1)) == (1, True)
