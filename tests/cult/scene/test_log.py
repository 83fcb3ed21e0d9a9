"""What happened, in words: who did it, to whom, and with what."""

from eschaton.games.cult import GAME
from eschaton.kernel.story import sentence
from tests.cult.driver import B1, S0, S1, S2, S3, S4, Driver


def told(game: Driver, *keys: str) -> list[str]:
    """What was told so far of these kinds."""
    return [sentence(GAME, event) for event in game.log if event.key in keys]


def test_a_loss_and_a_death_name_who_dealt_them(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=2).board(1, "Ancient Shadow", An=3)
    game.turn(S2).rolls("DD An Bl Bl Bl").commits(DD=S3, An=B1, Bl=[S2, S2, S0]).resolve()
    assert told(game, "committed")[:2] == ["A double dagger goes to S3.", "An ancient goes to Altar 1."]
    assert told(game, "lost", "died") == ["S3 loses 2 life (by S2).", "S3 dies, killed by S2: Cabalist."]


def test_what_nobody_dealt_names_nobody(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S1=1).board(1, "Ancient Shadow").turn(S0).rolls("Bl Bl Bl Bl Bl").resolve()
    assert "S1 loses 1 life." in told(game, "lost")
    assert told(game, "died") == ["S1 dies: Faithful."]


def test_a_transmutation_names_both_symbols_though_no_die_shows_them(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Transmutation").turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S3)
    game.respond(S1, "transmutation", "Co", "DD")
    assert told(game, "transmuted", "die changed") == [
        "Until the end of this turn every cosmos of S2 counts as double dagger."
    ]


def test_a_pair_of_dice_is_spent_one_by_one(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4=("Pale Usher", "Dg Dg Pa")).turn(S2).rolls("Pa Bl Bl Bl Bl").commits()
    game.respond(S4, "pale-usher", "give:Dg")
    assert told(game, "wraith die spent") == ["S4 spends a die: dagger."] * 2


def test_what_comes_of_portents_later_is_told(cult: type[Driver]) -> None:
    game = cult(players=5).sigils(S1="Portents").chance(["An", "An", "An"]).turn(S2).rolls("Bl Bl Bl Bl Bl")
    game.respond(S1, "portents").resolve()
    assert told(game, "die to come") == ["S1 will roll one die more in their next Roll phase."] * 3


def test_kraken_dice_that_go_with_the_kraken_are_told(cult: type[Driver]) -> None:
    game = cult(players=5).sigils(S1="Unmaking").board(1, "Kraken").kraken(S0=2, S3=1).deck("Sirens")
    game.turn(S2).rolls("Bl Bl Bl Bl Bl").respond(S1, "unmaking", B1)
    assert told(game, "kraken dice gone") == ["S0 is rid of all Kraken dice.", "S3 is rid of all Kraken dice."]


def test_a_gained_die_that_fits_nowhere_is_told(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Transmutation").turn(S2).rolls("Co Bl Bl Bl Bl").commits(Co=B1).resolve()
    assert told(game, "die lost") == ["S2 gains a die that no other ritual takes: it is lost."]
