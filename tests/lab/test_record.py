"""What is kept of a game: cards that a seat holds, is shown or uses, and measures round by round."""

from collections import Counter

import msgspec
import pytest

from eschaton.games.apollyon import GAME as APOLLYON
from eschaton.games.cult import GAME as CULT
from eschaton.kernel.game import Game, Setup, register
from eschaton.kernel.pile import face_down, face_up, hand, move
from eschaton.kernel.step import Step
from eschaton.kernel.table import Open, Pile, Table
from eschaton.lab.holdings import held, leads
from eschaton.lab.record import Recorder, Rows, play_game
from tests.lab.brew import GAME as BREW
from tests.toys import GAMES

LARDER = GAMES[0]


class Purse(msgspec.Struct):
    coins: Open[Pile]


class Owner(msgspec.Struct):
    seat: Open[int]
    hand: Open[Pile]
    purses: Open[dict[str, Purse]] = {}


class Chest(Table):
    home = __name__

    owners: Open[list[Owner]]
    hands: Open[list[Pile]]
    deck: Open[Pile]
    maybe: Open[Pile | None] = None


class Idle(Step):
    """Nothing happens."""


def chest() -> Chest:
    owners = [Owner(seat, hand("card", seat), {"left": Purse(face_up("coin"))}) for seat in (0, 1)]
    return Chest(owners=owners, hands=[hand("card", 1)], deck=face_down("card", ["a", "b", "c"]), stack=[Idle()])


def test_cards_are_held_in_hands_and_in_all_that_has_a_seat() -> None:
    table = chest()
    assert list(held(table)) == []
    move(table.deck, table.owners[0].hand)
    move(table.deck, table.owners[1].purses["left"].coins)
    move(table.deck, table.hands[0])
    assert sorted((seat, list(cards)) for seat, cards in held(table)) == [(0, ["c"]), (1, ["a"]), (1, ["b"])]


def test_a_card_is_seen_once_however_long_it_is_held_and_used_each_time() -> None:
    table = chest()
    recorder = Recorder(LARDER, 0, 5)
    move(table.deck, table.owners[0].hand)
    recorder(table)
    recorder(table)
    table.say("", "uses", who=1, power="eye:again")
    table.say("", "played", who=0, card="c")
    table.say("", "lost", who=0, amount=1)
    recorder(table)
    found = [(row.index, row.decision, row.kind, row.seat, row.name) for row in recorder.rows]
    assert found == [
        (5, 0, "seen", 0, "c"),
        (5, 2, "seen", 1, "eye"),
        (5, 2, "used", 1, "eye"),
        (5, 2, "used", 0, "c"),
    ]


def test_what_is_told_in_secret_is_seen_by_the_one_who_is_told() -> None:
    table = chest()
    recorder = Recorder(LARDER, 0, 0)
    table.tell(1 << 1, "", "drew", {"card": "b"}, who=1)
    recorder(table)
    assert [(row.kind, row.seat, row.name) for row in recorder.rows] == [("seen", 1, "b")]


def test_measures_are_taken_at_the_beginning_of_each_round_and_at_the_end() -> None:
    rows = Rows()
    play_game(BREW, BREW.checked(2, {}), ["thumb", "thumb"], "s", (0, 0), rows)
    (game,) = rows.games
    drunk = [(row.clock, row.value) for row in rows.events if row.kind == "measure" and row.seat == 0]
    assert [clock for clock, _ in drunk] == [0, 1, 2, 3]
    assert drunk[0] == (0, 0)
    assert [value for _, value in drunk] == sorted(value for _, value in drunk)
    assert (game.decisions, game.clock, game.sides) == (6, 3, ["host", "guest"])
    used = Counter((row.seat, row.name) for row in rows.events if row.kind == "used")
    assert used == {(0, "host's cup"): 3, (1, "guest's cup"): 3}


def test_the_fingerprint_of_the_answers_tells_games_apart() -> None:
    rows = Rows()
    setup = LARDER.checked(2, {})
    for index, seed in enumerate(("s", "s", "t")):
        play_game(LARDER, setup, ["random", "random"], seed, (0, index), rows)
    same, again, other = (game.answers for game in rows.games)
    assert same == again != other


def fails(setup: Setup) -> Table:
    raise KeyError("no such table")


def test_a_game_that_fails_is_a_row_with_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eschaton.kernel.game._games", {})
    broken = Game(id="broken", title="Broken", version=1, players=(2,), setup=fails)
    register(broken)
    rows = Rows()
    play_game(broken, Setup(2), ["random", "random"], "s", (0, 0), rows)
    assert rows.games[0].error == "KeyError: 'no such table'"
    assert (rows.games[0].winners, rows.games[0].won, rows.events) == ([], False, [])


def test_cards_of_a_real_game_go_by_their_names() -> None:
    rows = Rows()
    play_game(CULT, CULT.checked(6, {}), ["random"] * 6, "s", (0, 0), rows)
    seen = {row.name for row in rows.events if row.kind == "seen"}
    assert any(name.startswith("Sigil of") for name in seen)
    life = [row for row in rows.events if row.name == "life"]
    assert {row.seat for row in life} == set(range(6))
    assert {row.clock for row in life} == set(range(rows.games[0].clock + 1))


class Ring(msgspec.Struct):
    """Leads to many others, and each of them to all."""

    links: list["Ring | Chain | Hoop"] = []


class Chain(msgspec.Struct):
    links: list["Ring | Chain | Hoop"] = []
    cards: Pile | None = None


class Hoop(msgspec.Struct):
    links: list["Ring | Chain | Hoop"] = []


def test_types_that_lead_to_each_other_in_circles_are_found_to_hold_piles_or_not() -> None:
    assert leads(list[Ring], set())
    assert leads(Hoop, {Ring})
    assert not leads(Hoop, {Ring, Chain})


def test_the_line_of_a_text_that_is_used_counts_as_its_card() -> None:
    rows = Rows()
    play_game(APOLLYON, APOLLYON.checked(1, {}), ["thumb"], "lines", (0, 0), rows)
    used = {row.name for row in rows.events if row.kind == "used"}
    assert used
    assert not [name for name in used if "/" in name]
    assert used <= {APOLLYON.name("card", card) for card in APOLLYON.cards}
