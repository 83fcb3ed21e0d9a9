"""CD-22: the first of Faithful and Heretic to die possesses the automated High Priest. S4 is the High Priest."""

from __future__ import annotations

from typing import Any

import pytest

from eschaton.games.cult.box.components import ROLE_CARDS
from eschaton.kernel.ask import EVERYONE, ChooseSome
from eschaton.kernel.view import view
from eschaton.ledger import rule
from tests.cult.driver import B1, S0, S1, S3, Driver
from tests.cult.rules.test_21_four_players import FAITHFUL, FAR, HERETIC, HP, NEAR, four


def killed(cult: type[Driver], victim: int, by: int = NEAR, **life: int) -> Driver:
    """A player with 1 life is killed with a dagger in another's turn; the next turn begins."""
    return struck(four(cult, **{f"S{victim}": 1, **life}), victim, by)


def struck(game: Driver, victim: int, by: int = NEAR) -> Driver:
    """This player, at 1 life, is killed."""
    return game.turn(by).rolls("Dg Bl Bl Bl Bl").commits(Dg=victim).resolve()


@rule("CD-EX-63", "CD-22.1", "CD-22.2", "CD-22.3", "CD-22.4", "CD-22.5", "CD-22.6", "CD-9.19")
def test_the_first_to_die_plays_the_high_priest(cult: type[Driver]) -> None:
    game = four(cult, S0=1, S4=20).coins(S0="siren", S4="siren").kraken(S0=1, S4=2).keeper(S0="Sea Hydra")
    game.sigils(S0="Portents")
    priest = game.player(HP).character
    struck(game, FAITHFUL)
    table, player = game.table, game.player(FAITHFUL)
    assert game.keeper_of("Sea Hydra") == NEAR
    assert game.events("died")[-1] == {"who": FAITHFUL, "by": NEAR, "role": "faithful"}
    assert (table.priest, table.role(FAITHFUL), player.character) == (FAITHFUL, "high-priest", priest)
    assert (player.life, player.kraken, game.coins_of(FAITHFUL)) == (20, 2, ("siren", "siren"))
    assert player.sigil.cards == ("portents",)
    assert (player.alive, player.wraith) == (True, "")
    assert table.places == [NEAR, HERETIC, FAR, FAITHFUL]
    assert len(table.wraiths) == 6


@rule("CD-EX-63", "CD-22.7", "CD-22.8")
def test_the_possessed_high_priest_is_played_freely(cult: type[Driver]) -> None:
    game = killed(cult, FAITHFUL, by=FAR, S4=9)
    assert game.table.active == FAITHFUL
    assert game.question.ask.count == 6
    game.rolls("Dg Dg An Bl Bl Co")
    assert game.asked == FAITHFUL
    assert isinstance(game.question.ask, ChooseSome)
    game.rerolls("1", "Pa").commits(Dg=HERETIC, Co=B1, Bl=[S3, S3]).go("ResponsePhase")
    assert game.on(HERETIC) == ["Dg"]
    assert game.on(FAR) == ["Bl", "Bl"]


@rule("CD-22.8", "CD-21.23", "CD-21.20")
def test_the_possessed_high_priest_keeps_rituals_and_gains_chant_coins(cult: type[Driver]) -> None:
    game = killed(cult, FAITHFUL, by=FAR).board(3, "Ancient Chant", Pa=0, An=1)
    game.rolls("An Bl Bl Bl Bl Bl").commits(An="board3").resolve()
    assert game.keeper_of("Ancient Chant") == FAITHFUL
    assert game.coins_of(FAITHFUL) == ("chant",)


@rule("CD-EX-63", "CD-22.4", "CD-Q-82")
def test_the_empty_place_is_no_place_any_more(cult: type[Driver]) -> None:
    game = killed(cult, FAITHFUL, by=FAR).board(1, "Tribute to Nycen", own=1)
    lives = [game.life(seat) for seat in (NEAR, HERETIC, FAR, FAITHFUL)]
    game.rolls("Bl Bl Bl Bl Bl Bl").commits(Bl=[FAITHFUL] * 6).resolve()
    assert [game.life(seat) for seat in (NEAR, HERETIC, FAR, FAITHFUL)] == [
        lives[0] - 4,
        lives[1],
        lives[2] - 4,
        lives[3] + 6 - 4,
    ]
    assert game.table.active == NEAR
    assert game.table.n == 4


@rule("CD-EX-63", "CD-22.9")
def test_the_second_to_die_becomes_a_wraith(cult: type[Driver]) -> None:
    game = killed(cult, FAITHFUL, S2=1)
    struck(game, HERETIC, by=FAR)
    assert game.dead(HERETIC)
    assert game.player(HERETIC).wraith
    assert game.table.priest == FAITHFUL
    assert len(game.events("possessed")) == 1


@rule("CD-22.1", "CD-22.10")
def test_a_heretic_may_possess_and_a_cabalist_never(cult: type[Driver]) -> None:
    game = killed(cult, FAR, S2=1)
    assert game.player(FAR).wraith
    assert game.table.priest == HP
    struck(game, HERETIC)
    assert game.table.priest == HERETIC
    assert not game.player(HERETIC).wraith


@rule("CD-Q-59")
@pytest.mark.parametrize(
    ("roles", "first"),
    [({"S0": "faithful", "S1": "cabalist", "S2": "repentant"}, S0), ({"S0": "repentant", "S1": "faithful"}, S0)],
)
def test_of_two_the_nearer_to_the_left_possesses(cult: type[Driver], roles: dict[str, str], first: int) -> None:
    game = four(cult, S4=22).roles(**roles)
    both = [seat for seat in range(4) if game.table.role(seat) in ("faithful", "repentant")]
    game.with_life(**{f"S{seat}": 1 for seat in both})
    game.turn(S3).rolls("Dg Dg Bl Bl Bl").commits(Dg=both).resolve()
    assert game.table.priest == first
    other = next(seat for seat in both if seat != first)
    assert game.player(other).wraith


@rule("CD-Q-59", "CD-16.4")
def test_a_high_priest_who_dies_at_that_check_ends_the_game(cult: type[Driver]) -> None:
    game = four(cult, S0=1, S4=1)
    game.turn(NEAR).rolls("Dg Dg Bl Bl Bl").commits(Dg=[FAITHFUL, HP]).resolve()
    assert game.winners == (NEAR, FAR)
    assert game.events("possessed") == []


@rule("CD-Q-59", "CD-2.2", "CD-16.2")
def test_a_heretic_in_the_high_priests_place_wins_with_the_faithful(cult: type[Driver]) -> None:
    game = killed(cult, HERETIC).with_dead(FAR).with_life(S1=1)
    game.turn(FAITHFUL).rolls("Dg Bl Bl Bl Bl").commits(Dg=NEAR).resolve()
    assert game.winners == (FAITHFUL, HERETIC)


@rule("CD-Q-59")
def test_a_possessor_loses_with_the_high_priest_whatever_they_were(cult: type[Driver]) -> None:
    game = killed(cult, HERETIC).with_dead(NEAR, FAR).with_life(S2=1)
    assert ROLE_CARDS[game.player(HP).role.cards[0]] == "repentant"
    game.turn(FAITHFUL).rolls("Dg Bl Bl Bl Bl").commits(Dg=HERETIC).resolve()
    assert game.winners == (NEAR, FAR)


@rule("CD-2.2", "CD-21.2")
def test_an_automated_high_priest_wins_too(cult: type[Driver]) -> None:
    game = four(cult, S3=1).with_dead(NEAR, HERETIC)
    game.turn(FAITHFUL).rolls("Dg Bl Bl Bl Bl").commits(Dg=FAR).resolve()
    assert game.winners == (FAITHFUL, HERETIC, HP)


@rule("CD-22.4", "CD-Q-36", "CD-Q-82")
@pytest.mark.parametrize(("victim", "following"), [(FAITHFUL, NEAR), (HERETIC, FAR)])
def test_who_dies_before_their_own_roll_possesses_and_the_next_place_rolls(
    cult: type[Driver], victim: int, following: int
) -> None:
    game = four(cult, **{f"S{victim}": 1}).kraken(**{f"S{victim}": 1}).board(1, "Kraken")
    game.chance([3]).turn(victim).go(until="RollPhase")
    assert (game.table.priest, game.table.active) == (victim, following)
    assert (game.player(victim).wraith, game.life(victim)) == ("", 22)


@rule("CD-22.4", "CD-Q-82")
@pytest.mark.parametrize(("seat", "following"), [(FAITHFUL, NEAR), (HERETIC, FAR)])
def test_whoever_dies_at_the_end_of_their_own_turn_is_followed_by_their_neighbour(
    cult: type[Driver], seat: int, following: int
) -> None:
    game = four(cult, **{f"S{seat}": 2}).board(1, "Tribute to Nycen", own=1).turn(seat)
    game.rolls("Pa Pa Pa Pa Pa").commits(Pa=["board2"] * 5).plan(seat, *["S1", "S3"] * 5).resolve()
    assert game.table.priest == seat
    assert game.table.active == following


@rule("CD-22.4", "CD-22.1")
def test_possession_in_the_high_priests_own_turn(cult: type[Driver]) -> None:
    game = four(cult, S0=2, S1=1, S2=1, S3=1).turn(HP).rolls("DD Bl Bl Bl Bl Bl").resolve()
    assert game.dead(HP)
    assert game.table.priest == FAITHFUL
    assert game.table.active == NEAR


@rule("CD-22.1", "CD-Q-45")
def test_possession_by_a_victim_of_the_ancient_shadow(cult: type[Driver]) -> None:
    game = four(cult, S2=1).board(1, "Ancient Shadow").turn(HP).rolls("Bl Bl Bl Bl Bl Bl").resolve()
    assert game.table.priest == HERETIC
    assert game.life(HERETIC) == 22 + 6 - 1
    assert game.table.active == FAITHFUL
    assert game.table.places == [FAITHFUL, NEAR, FAR, HERETIC]


@rule("CD-Q-83")
def test_a_necromancer_possesses_all_the_same(cult: type[Driver]) -> None:
    game = cult(players=4, necromancer="shuffled").characters(S0="Necromancer").with_life(S0=1)
    game.player(S0).necromancy = 6
    before = game.table.inventory()
    game.turn(S1).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    assert game.table.priest == S0
    assert game.player(S0).character != "necromancer"
    assert game.player(S0).necromancy == 0
    assert game.table.aside.cards == ("necromancer",)
    assert game.table.inventory() == before


@rule("CD-Q-60", "CD-Q-61", "CD-23.3")
def test_possession_is_the_faithfuls_death_but_makes_no_wraith(cult: type[Driver]) -> None:
    game = cult(players=4, dont_be_so_selfish=True, merchant_of_death=True).with_life(S4=20, S0=1)
    game.turn(S1).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    assert game.table.priest == S0
    assert game.life(S0) == 17


@rule("CD-22.5", "CD-1.7", "CD-Q-73")
def test_who_sees_what_after_a_possession(cult: type[Driver]) -> None:
    game = four(cult, S0=1).sigils(S0="Portents")
    struck(game, FAITHFUL)
    own: Any = view(game.table, FAITHFUL)["players"][FAITHFUL]
    others: Any = view(game.table, NEAR)["players"][FAITHFUL]
    assert own["sigil"]["cards"] == ["portents"]
    assert others["sigil"]["cards"] == [None]
    assert others["role"]["cards"] == ["high-priest"]
    assert view(game.table, None)["players"][HP]["role"]["cards"] == ["faithful-1"]
    assert game.player(FAITHFUL).role.known == (EVERYONE,)
    assert game.table.people() == [0, 1, 2, 3]
    assert game.table.automata == []


@rule("CD-22.3", "CD-18.45")
def test_the_faceless_token_stays_on_the_high_priests_character(cult: type[Driver]) -> None:
    game = four(cult, S0=1).characters(S3="Faceless II").marks(HP)
    struck(game, FAITHFUL)
    assert game.table.marked == FAITHFUL


@rule("CD-22.1", "CD-Q-59", "CD-22.10", "CD-Q-45", "CD-17.17")
def test_the_shadow_takes_three_and_one_of_them_possesses(cult: type[Driver]) -> None:
    game = four(cult, S0=1, S2=1, S1=1).coins(S0="chant").board(1, "Ancient Shadow").keeper(S0="Sea Hydra")
    game.turn(HP).rolls("Bl Bl Bl Bl Bl Bl").resolve()
    assert (game.table.priest, game.table.places) == (FAITHFUL, [NEAR, HERETIC, FAR, FAITHFUL])
    assert [game.player(seat).wraith != "" for seat in (FAITHFUL, NEAR, HERETIC, FAR)] == [False, True, True, False]
    assert game.keeper_of("Sea Hydra") is None
    assert (game.coins_of(FAITHFUL), game.table.active) == (("chant",), NEAR)


@rule("CD-23.3", "CD-23.6", "CD-22.9", "CD-Q-61")
def test_the_faithful_dies_after_the_heretic_has_possessed(cult: type[Driver]) -> None:
    game = cult(players=4, dont_be_so_selfish=True, merchant_of_death=True)
    game.roles(S0="faithful", S1="cabalist", S2="repentant", S3="cabalist").with_life(S4=20, S2=1, S0=1)
    struck(game, HERETIC)
    assert (game.table.priest, game.life(HERETIC)) == (HERETIC, 20)
    struck(game, FAITHFUL, by=FAR)
    assert game.player(FAITHFUL).wraith
    assert game.life(HERETIC) == 20 - 3 + 2, "no Faithful is left; a Wraith more"


@rule("CD-18.39", "CD-22.3", "CD-Q-54")
def test_a_face_borrowed_before_the_possession_does_not_use_up_the_high_priests_own(cult: type[Driver]) -> None:
    game = four(cult, S0=1).characters(S4="Faceless", S0="Faceless II").marks(HP)
    game.turn(NEAR).rolls("Dg Bl Bl Bl Bl").act(FAITHFUL, "faceless").answer(FAITHFUL, "Sorceress")
    assert "faceless" not in game.table.free(FAITHFUL)
    game.commits(Dg=FAITHFUL).resolve()
    assert game.table.priest == FAITHFUL
    assert "faceless" in game.table.free(FAITHFUL)
    game.go(until="RollPhase").rolls("Bl Bl Bl Bl Bl").act(FAITHFUL, "faceless").answer(FAITHFUL, "Guardian")
    assert "faceless" not in game.table.free(FAITHFUL), "once"
