"""What happened, in words: who did it, to whom, and with what."""

from eschaton.games.cult import GAME
from eschaton.kernel.story import sentence
from tests.cult.driver import B1, S0, S2, S3, Driver


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
