"""What a menu needs to know, and set-ups that do not fit."""

import pytest

from eschaton.kernel import game as games
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Switch, find_game, plain_name, register, registered, seats_in_words
from tests.kernel.small import GAME
from tests.toys import larder, ordeal


def test_a_set_up_is_filled_with_the_defaults():
    setup = larder.GAME.checked(3, {"short": True})
    assert setup.options == {"short": True, "peeking": "some", "order": "race"}
    assert GAME.checked(2, {}, {"chapter": 3}).campaign == {"chapter": 3}
    assert GAME.checked(2, {}).packs == {"core": "1f"}


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (1, {}, "players: Larder takes 2 to 4 players, not 1"),
        (True, {}, "players"),
        ("3", {}, "players"),
        (3, {"shorts": True}, "options.shorts: no such option; did you mean short?"),
        (3, {"zzz": True}, "options.zzz: no such option$"),
        (3, {"short": "yes"}, "options.short: expected true or false, got 'yes'"),
        (3, {"peeking": "all"}, "options.peeking: 'all' is not one of: some, none"),
    ],
)
def test_what_does_not_fit_is_named(players, options, words):
    with pytest.raises(BadSetup, match=words):
        larder.GAME.checked(players, options)


def test_a_game_may_refuse_options_that_do_not_go_together():
    with pytest.raises(BadSetup, match="options: a guide needs two heroes"):
        ordeal.GAME.checked(2, {"guide": True})
    assert ordeal.GAME.checked(3, {"guide": True}).options["guide"]


def test_games_are_found_by_id_and_the_nearest_is_named(monkeypatch):
    monkeypatch.setattr(games, "_games", {})
    with pytest.raises(BadSetup, match="there are: none"):
        find_game("small")
    register(GAME, larder.GAME)
    register(GAME)
    assert registered() == [GAME, larder.GAME]
    assert find_game("small") is GAME
    with pytest.raises(BadSetup, match=r"no game is called 'smal'; did you mean small\?"):
        find_game("smal")


def test_numbers_of_players_in_words():
    assert [seats_in_words(players) for players in [(4,), (2, 3, 4), (2, 4), (1, 2, 6)]] == [
        "4",
        "2 to 4",
        "2 or 4",
        "1, 2 or 6",
    ]


def test_values_are_named_plainly():
    assert plain_name("seat", 2) == "S2"
    assert plain_name("amount", 2) == "2"
    assert Switch(key="a", title="A").check(False) is False
