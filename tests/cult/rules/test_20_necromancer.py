"""CD-20: the Necromancer variant: both set-ups, and how it changes who wins."""

from __future__ import annotations

import pytest

from eschaton.games.cult import GAME
from eschaton.games.cult.rules.setup import DrawCharacter
from eschaton.ledger import rule
from tests.cult.driver import BASE, S0, S1, S2, S3, S4, S5, Driver

FIVE = ["Guardian", "Assassin", "Tidecaller", "Sorceress", "Librarian"]


@rule("CD-1.9", "CD-20.1")
@pytest.mark.parametrize(("option", "among"), [("aside", False), ("shuffled", True), ("high-priest", False)])
def test_the_necromancer_is_dealt_only_in_the_first_set_up(option: str, among: bool) -> None:
    table = GAME.table(GAME.checked(5, {"necromancer": option}))
    assert ("necromancer" in table.characters) == among
    assert ("necromancer" in table.aside) != among
    assert len(table.characters) == (19 if among else 18)


@rule("CD-20.1")
def test_set_up_one_may_deal_it_to_anybody(cult: type[Driver]) -> None:
    names = ["Guardian", "Necromancer", "Assassin", "Tidecaller", "Sorceress"]
    game = cult.dealt(5, {"necromancer": "shuffled"}, roles=["high-priest"], characters=names)
    assert game.player(S1).character == "necromancer"
    assert game.player(S1).life == BASE.characters["necromancer"].life
    game = cult.dealt(5, {"necromancer": "shuffled"}, roles=["high-priest"], characters=FIVE)
    assert "necromancer" in game.table.characters


@rule("CD-20.2", "CD-Q-56")
def test_set_up_two_gives_it_to_the_high_priest(cult: type[Driver]) -> None:
    game = cult.dealt(5, {"necromancer": "high-priest"}, roles=["faithful-1", "high-priest"], characters=FIVE)
    assert game.player(S1).character == "necromancer"
    assert game.life(S1) == BASE.characters["necromancer"].life + 6
    assert "assassin" in game.table.characters
    assert [game.player(seat).character for seat in (S0, S2)] == ["guardian", "tidecaller"]


def necromancer(cult: type[Driver], seat: int, players: int = 5) -> Driver:
    """A game in which this player is the Necromancer."""
    return cult(players, necromancer="shuffled").characters(**{f"S{seat}": "Necromancer"})


@rule("CD-20.3", "CD-20.4", "CD-14.14", "CD-15.22")
def test_a_dead_necromancer_plays_like_a_wraith_and_keeps_the_card(cult: type[Driver]) -> None:
    game = necromancer(cult, S2).with_life(S2=1)
    game.turn(S0).rolls("Dg Bl Bl Bl Bl").commits(Dg=S2).plan(S2, "drowned-choir").resolve()
    assert game.player(S2).character == "necromancer"
    assert game.player(S2).wraith == "drowned-choir"
    game.turn(S1).rolls("Bl Bl Bl Bl Bl").commits().respond(S2, "Drowned Choir", "Bl")
    assert game.dice_of(S2) == "Pa An"
    game.answer(S1, {"d6": S1}).resolve()
    assert game.table.active == S2
    assert game.player(S2).necromancy == 1  # the ability of the Character goes on beside the Wraith's


@rule("CD-20.4", "CD-20.5", "CD-20.6", "CD-20.7", "CD-18.47")
def test_a_revived_necromancer_is_a_living_player_again(cult: type[Driver]) -> None:
    game = necromancer(cult, S2).wraith(S2="Undertow")
    game.player(S2).necromancy = 4
    game.plan(S2, "revive").turn(S2).rolls("Dg Bl Bl Bl Bl")
    assert not game.dead(S2)
    assert game.life(S2) == 5
    assert "undertow" in game.table.wraiths
    assert game.player(S2).wraith == ""
    assert game.player(S2).role.known == (-1,)
    assert len(game.table.dice) == 5


@rule("CD-20.4", "CD-20.12")
def test_a_necromancer_may_stay_a_wraith(cult: type[Driver]) -> None:
    game = necromancer(cult, S2).wraith(S2="Undertow")
    game.player(S2).necromancy = 4
    game.turn(S2)
    assert game.waiting == "Revive"
    assert game.offers(S2) == ["stay", "revive"]
    game.answer(S2, "stay")
    assert game.dead(S2)
    assert game.player(S2).necromancy == 5


@rule("CD-Q-36", "CD-20.4", "CD-20.5", "CD-18.47", "CD-3.4")
@pytest.mark.parametrize(("coins", "revives"), [(3, True), (3, False), (2, False)])
def test_a_necromancer_killed_by_kraken_dice_is_a_wraith_before_that_roll_phase(
    cult: type[Driver], coins: int, revives: bool
) -> None:
    game = necromancer(cult, S2).with_life(S2=1).kraken(S2=1).plan(S2, "k1", "accept", "undertow").chance([2], [3])
    game.player(S2).necromancy = coins
    game.turn(S2)
    game.advance(lambda question: game.waiting in ("Revive", "RollPhase"))
    assert game.dead(S2)
    assert game.player(S2).necromancy == coins + 1
    assert (game.waiting == "Revive") == (coins == 3)
    if coins == 3:
        game.answer(S2, "revive" if revives else "stay").go(until="RollPhase")
    assert (game.life(S2), game.player(S2).necromancy) == ((5, 0) if revives else (0, coins + 1))
    assert game.question.ask.count == (5 if revives else 2), "the dice lost to the Kraken no longer matter"


@rule("CD-20.13", "CD-18.47")
def test_necromancer_coins_are_the_necromancers(cult: type[Driver]) -> None:
    game = necromancer(cult, S2).with_life(S3=1)
    game.turn(S0).rolls("Dg Bl Bl Bl Bl").commits(Dg=S3).resolve()
    assert [player.necromancy for player in game.table.players] == [0, 0, 2, 0, 0]
    game = cult(players=5).with_life(S3=1)
    game.turn(S0).rolls("Dg Bl Bl Bl Bl").commits(Dg=S3).resolve()
    assert [player.necromancy for player in game.table.players] == [0] * 5


@rule("CD-20.8", "CD-20.9", "CD-EX-21", "CD-16.15")
def test_a_dead_high_priest_necromancer_wins_by_a_faithful(cult: type[Driver]) -> None:
    game = necromancer(cult, S0).with_life(S0=1)
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    assert not game.over
    assert game.player(S0).wraith
    assert game.player(S0).character == "necromancer"
    game.with_dead(S3, S4).with_life(S2=1)
    game.turn(S1).rolls("Dg Bl Bl Bl Bl").commits(Dg=S2).resolve()
    assert game.winners == (S0, S1)


@rule("CD-20.8", "CD-EX-21", "CD-Q-57", "CD-16.3", "CD-16.15")
@pytest.mark.parametrize("heretic_dead", [False, True])
def test_it_is_lost_when_the_high_priest_and_all_faithful_are_dead(cult: type[Driver], heretic_dead: bool) -> None:
    game = necromancer(cult, S0).with_dead(S0).with_life(S1=1)
    if heretic_dead:
        game.with_dead(S4)
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S1).resolve()
    assert game.winners == ((S2, S3, S4) if heretic_dead else (S2, S3))


@rule("CD-20.8", "CD-20.9")
def test_a_living_high_priest_necromancer_needs_no_faithful(cult: type[Driver]) -> None:
    game = necromancer(cult, S0).with_life(S1=1)
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S1).resolve()
    assert not game.over
    game.with_dead(S3, S4).with_life(S2=1)
    game.turn(S0).rolls("Dg Bl Bl Bl Bl").commits(Dg=S2).resolve()
    assert game.winners == (S0, S1)


@rule("CD-20.8", "CD-2.3")
def test_any_other_high_priest_falls_at_once(cult: type[Driver]) -> None:
    game = necromancer(cult, S1).with_life(S0=1)
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    assert game.winners == (S2, S3)


@rule("CD-20.8", "CD-16.15")
def test_with_two_faithful_both_must_die(cult: type[Driver]) -> None:
    game = necromancer(cult, S0, 7).with_dead(S0).with_life(S1=1, S2=1)
    game.turn(S3).rolls("Dg Bl Bl Bl Bl").commits(Dg=S1).resolve()
    assert not game.over
    game.turn(S3).rolls("Dg Bl Bl Bl Bl").commits(Dg=S2).resolve()
    assert game.winners == (S3, S4, S5)


@rule("CD-20.10")
@pytest.mark.parametrize("priest_lives", [True, False])
def test_a_faithful_necromancer_wins_with_the_living_high_priest_only(cult: type[Driver], priest_lives: bool) -> None:
    game = necromancer(cult, S1).with_dead(S1, S3, S4).with_life(S2=1, S0=1)
    if priest_lives:
        game.turn(S0).rolls("Dg Bl Bl Bl Bl").commits(Dg=S2).resolve()
        assert game.winners == (S0, S1)
    else:
        game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
        assert game.winners == (S2, S3, S4)


@rule("CD-EX-9", "CD-20.6", "CD-20.11", "CD-20.12", "CD-2.22")
@pytest.mark.parametrize(("choice", "winners"), [("stay", (S2, S3, S4)), ("revive", (S2, S3))])
def test_a_vengeful_necromancer_chooses_by_staying_dead(
    cult: type[Driver], choice: str, winners: tuple[int, ...]
) -> None:
    game = necromancer(cult, S4).wraith(S4="Undertow").with_life(S0=1)
    game.player(S4).necromancy = 4
    game.turn(S4).answer(S4, choice).rolls("Bl Bl Bl Bl Bl" if choice == "revive" else "Bl Bl").resolve()
    assert game.dead(S4) == (choice == "stay")
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    assert game.winners == winners


@rule("CD-20.6", "CD-20.11")
def test_a_revived_cabalist_counts_as_alive(cult: type[Driver]) -> None:
    game = necromancer(cult, S2).wraith(S2="Undertow").with_dead(S3, S1).with_life(S4=1)
    game.player(S2).necromancy = 4
    game.turn(S2).answer(S2, "revive").rolls("Bl Bl Bl Bl Bl").resolve()
    game.turn(S0).rolls("Dg Bl Bl Bl Bl").commits(Dg=S4).resolve()
    assert not game.over


@rule("CD-Q-74")
def test_the_automated_high_priest_never_gets_it() -> None:
    table = GAME.table(GAME.checked(4, {"necromancer": "shuffled"}))
    ask = DrawCharacter(4).ask(table)
    assert "necromancer" not in ask.options
    assert len(ask.options) == 18
    assert "necromancer" in table.characters
