"""CD-1: set-up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from eschaton.games.cult import GAME
from eschaton.games.cult.box.components import BOX, ROLE_CARDS, ROLES
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import CHANCE, Shuffle, Viewer
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.machine import answer, settle
from eschaton.kernel.match import Match
from eschaton.kernel.pile import Pile
from eschaton.ledger import rule
from tests.cult.driver import B1, BASE, S0, S1, S2, S3, S4, Driver

SET_UP = (
    # players, Faithful, Cabalists, Heretic, Altar Boards
    (5, 1, 2, "vengeful", 3),
    (6, 1, 3, "repentant", 3),
    (7, 2, 3, "vengeful", 4),
    (8, 2, 4, "repentant", 4),
)


def shuffles(players: int) -> tuple[Cult, dict[str, list[str]]]:
    """The table before play, and what was shuffled on the way."""
    table = GAME.table(GAME.checked(players, {}))
    shuffled: dict[str, list[str]] = {}
    while (question := settle(table)) is not None and isinstance(question.ask, Shuffle):
        shuffled[question.ask.purpose] = list(question.ask.items)
        answer(table, question, CHANCE, question.ask.items[::-1])
    return table, shuffled


def viewers(table: Cult) -> list[Viewer]:
    return [None, *range(table.players_count)]


def who_sees(pile: Pile, table: Cult) -> list[Any]:
    """The viewers who see some card of a pile."""
    return [viewer for viewer in viewers(table) if any(pile.seen_by(viewer))]


@rule("CD-1.1")
def test_four_to_eight_may_play() -> None:
    for players in (4, 5, 6, 7, 8):
        assert len(GAME.table(GAME.checked(players, {})).people()) == players
    for players in (3, 9):
        with pytest.raises(BadSetup):
            GAME.checked(players, {})


@rule("CD-1.2", "CD-1.3", "CD-1.4", "CD-1.5", "CD-2.1")
@pytest.mark.parametrize(("players", "faithful", "cabalists", "heretic", "boards"), SET_UP)
def test_roles_and_boards_by_players(players: int, faithful: int, cabalists: int, heretic: str, boards: int) -> None:
    table, _ = shuffles(players)
    kinds = Counter(table.role(player.seat) for player in table.players)
    assert kinds == {"high-priest": 1, "faithful": faithful, "cabalist": cabalists, heretic: 1}
    assert len(table.altars) == boards


@rule("CD-1.6", "CD-1.8", "CD-1.10", "CD-1.14", "CD-1.9")
@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_what_is_shuffled_and_dealt(players: int) -> None:
    table, shuffled = shuffles(players)
    assert sorted(shuffled["roles"]) == sorted(ROLES[players])
    assert len(shuffled["sigils"]) == 14
    assert len(shuffled["characters"]) == 18
    assert "necromancer" not in shuffled["characters"]
    assert len(shuffled["ritual deck"]) == 11
    assert not table.roles.cards
    for player in table.players:
        assert len(player.role) == len(player.sigil) == len(player.card) == 1
    assert len(table.sigils) == 14 - players
    assert len(table.characters) == 18 - players


@rule("CD-1.7", "CD-1.8", "CD-1.18", "CD-Q-73")
def test_a_player_sees_the_own_role_and_sigil_only() -> None:
    table, _ = shuffles(6)
    for player in table.players:
        assert who_sees(player.sigil, table) == [player.seat]
        seen = who_sees(player.role, table)
        assert seen == (viewers(table) if player.seat == table.priest else [player.seat])


@rule("CD-1.7", "CD-14.6")
def test_a_role_is_seen_by_all_when_its_holder_dies(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S2=1)
    game.turn(S1).rolls("Dg Co Co Co Co").commits(Dg=S2)
    assert who_sees(game.player(S2).role, game.table) == [S2]
    game.resolve()
    assert who_sees(game.player(S2).role, game.table) == viewers(game.table)


@rule("CD-1.10", "CD-1.18", "CD-1.19")
def test_characters_and_the_high_priest_are_shown_only_after_all_is_dealt() -> None:
    table = GAME.table(GAME.checked(5, {}))
    for _ in range(4):
        question = settle(table)
        assert question is not None
        for player in table.players:
            assert who_sees(player.card, table) == []
            assert who_sees(player.role, table) in ([], [player.seat])
        answer(table, question, CHANCE, question.ask.default())
    settle(table)
    for player in table.players:
        assert who_sees(player.card, table) == viewers(table)
    shown = [event.key for event in table.events if event.key in ("high priest", "character")]
    assert shown == ["high priest", *["character"] * 5]


@rule("CD-1.11", "CD-1.14", "CD-Q-73")
def test_what_is_not_dealt_is_seen_by_nobody() -> None:
    table, _ = shuffles(5)
    for pile in (table.sigils, table.characters, table.deck):
        assert pile.cards
        assert who_sees(pile, table) == []


@rule("CD-1.12", "CD-15.20")
def test_all_six_wraiths_lie_aside() -> None:
    table, _ = shuffles(8)
    assert sorted(table.wraiths) == sorted(BASE.wraiths)
    assert len(table.wraiths) == 6
    assert not any(player.wraith for player in table.players)


@rule("CD-1.13", "CD-1.15")
@pytest.mark.parametrize(("players", "boards"), [(5, 3), (8, 4)])
def test_boards_lie_in_order_each_with_a_ritual_face_up(players: int, boards: int) -> None:
    table, shuffled = shuffles(players)
    assert [altar.board for altar in table.altars] == list(range(1, boards + 1))
    assert [altar.ritual for altar in table.altars] == shuffled["ritual deck"][:boards]
    assert len(table.deck) == 11 - boards
    for altar in table.altars:
        assert who_sees(altar.card, table) == viewers(table)


@rule("CD-1.16", "CD-17.20", "CD-Q-30")
@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_tracks_start_at_the_number_of_players(cult: type[Driver], players: int) -> None:
    game = cult(players=players)
    for card, ritual in BASE.rituals.items():
        game.board(1, card)
        start = 1 if card == "altar-sacrifice" else players
        assert set(game.table.altars[0].tracks.values()) == {start}
        assert set(game.table.altars[0].tracks) - {"own"} == set(ritual.tracks)


@rule("CD-1.17", "CD-Q-33", "CD-11.11", "CD-17.28")
def test_coins_come_from_a_supply_all_share(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Sirens").coins(S0=" ".join(["siren"] * 6), S2=" ".join(["siren"] * 4))
    game.turn(S1).rolls("Co Dg Dg Dg Dg").commits(Co=B1).resolve()
    assert game.coins_of(S1) == ()  # all ten are taken
    game.turn(S1).rolls("Co Dg Dg Dg Dg").commits(Co=B1, Dg=[S3] * 4).respond(S2, "siren", "Dg", S4).resolve()
    assert game.coins_of(S1) == ("siren",)  # the one that S2 has spent


@rule("CD-1.20", "CD-1.21", "CD-1.22")
@pytest.mark.parametrize(("players", "bonus"), [(5, 6), (6, 9), (7, 9), (8, 12)])
def test_life_is_as_printed_and_the_high_priest_has_more(players: int, bonus: int) -> None:
    table, _ = shuffles(players)
    for player in table.players:
        printed = BASE.characters[player.character].life
        assert player.life == printed + (bonus if player.seat == table.priest else 0)


@rule("CD-1.23", "CD-8.9")
def test_life_may_rise_above_its_beginning(cult: type[Driver]) -> None:
    game = cult.dealt(5, roles=["high-priest"], characters=["Guardian"], rituals=["Sirens", "Lamia", "Blood Rites"])
    game.rolls("Bl Bl Bl Bl Bl").commits(Bl=[S1] * 5).resolve()
    assert game.life(S1) == BASE.characters[game.player(S1).character].life + 5


@rule("CD-1.24", "CD-3.2", "CD-1.25", "CD-3.3")
def test_turns_begin_with_the_high_priest_and_go_to_the_left(cult: type[Driver]) -> None:
    game = cult.dealt(5, roles=["cabalist-1", "cabalist-2", "high-priest"], rituals=["Sirens", "Lamia", "Blood Rites"])
    assert game.asked == -1
    assert game.table.priest == S2
    game.wraith(S4="Undertow")  # a Wraith keeps its place
    turns = []
    for _ in range(6):
        turns.append(game.table.active)
        game.rolls("Dg Dg" if game.dead(game.table.active) else "Bl Bl Bl Bl Bl").go()
    assert turns == [S2, S3, S4, S0, S1, S2]


@rule("CD-1.26", "CD-18.16", "CD-18.42")
def test_what_happens_at_the_start_comes_after_the_reveal_and_before_the_first_turn(cult: type[Driver]) -> None:
    game = cult.dealt(5, roles=["high-priest"], characters=["Guardian", "Merchant II", "Faceless II"])
    assert game.waiting == "MarkPlayer"
    assert game.asked == S2
    assert len(game.events("character")) == 5
    assert not game.events("turn")
    assert game.coins_of(S1) == ("siren", "siren", "chant", "chant")
    game.answer(S2, S1)
    assert game.table.marked == S1


@rule("CD-1.6")
def test_every_card_is_there_from_the_first_moment() -> None:
    match = Match.new(GAME, 7, seed="box")
    assert match.table.inventory() == shuffles(7)[0].inventory()
    assert set(ROLES[7]) <= set(ROLE_CARDS)


@rule("CD-1.28")
def test_there_is_a_reference_card_for_every_player() -> None:
    assert BOX["reference card"] == max(GAME.players) == 8
