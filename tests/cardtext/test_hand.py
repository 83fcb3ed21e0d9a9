"""Cards played from hidden hands: leaving the hand, paying, being answered and cancelled, and what others may think."""

from __future__ import annotations

from pathlib import Path

import pytest

from eschaton.cardtext.errors import BadCards
from eschaton.kernel.ask import EVERYONE, only
from eschaton.kernel.match import Match
from eschaton.kernel.pile import move
from eschaton.kernel.table import piles
from eschaton.kernel.window import PASS, Use
from tests.toys.contraband import BOXES, DUSK, GAME, TURN, Contraband, with_packs

MINE = """
[pack]
id = "mine"
name = "Mine"
version = "1"
author = "Eschaton"
licence = "CC0-1.0"
game = "toy-contraband"
base = "contraband"

[[card]]
name = "Coin"
replace = true
text = "Turn: gain 7 Gold."
"""


class Play:
    """A match in which seat 1 is about to play, with hands as said."""

    def __init__(self, *hands: list[str], game=GAME) -> None:
        self.match = Match.new(game, 2, seed="hands")
        for seat, cards in enumerate(hands):
            self.deal(seat, cards)
        self.match.answer(1, "earn")

    def deal(self, seat: int, cards: list[str]) -> None:
        """Exactly these cards are in a hand."""
        table = self.table
        own = table.players[seat].hand
        while own.cards:
            move(own, table.deck, bottom=True)
        for card in cards:
            pile = next(pile for pile in piles(table) if card in pile.cards)
            move(pile, own, list(pile.cards).index(card), to=only(seat))
        table.forget()

    @property
    def table(self) -> Contraband:
        assert isinstance(self.match.table, Contraband)
        return self.match.table

    def offers(self, seat: int = 1) -> list[str]:
        asked = self.match.asks().get(seat)
        return list(asked.keys()) if asked is not None else []

    def gold(self, seat: int = 1) -> int:
        return self.table.players[seat].gold


def test_a_card_never_pays_for_itself() -> None:
    play = Play([], ["bribe", "coin"])
    assert play.offers() == ["coin/1", PASS]  # the Bribe is the only red card
    play = Play([], ["bribe", "bribe#2", "coin"])
    assert play.offers() == ["bribe/1", "bribe#2/1", "coin/1", PASS]
    play.match.answer(1, "bribe/1")
    assert play.offers() == ["bribe#2"]
    assert "bribe" in play.table.discards


def test_a_price_hands_on_how_much_it_was_through_the_announcement() -> None:
    play = Play(["customs"], ["barter", "coin", "coin#2", "stash"])
    play.match.answer(1, "barter/1")
    play.match.answer(1, ["coin", "stash"])
    assert play.offers(0) == ["customs/1", PASS]
    assert play.gold() == 2, "nothing has come of it yet"
    play.match.answer(0, PASS)
    assert play.gold() == 2 + 3


def test_a_cancelled_card_is_gone_and_paid_for_and_does_nothing() -> None:
    play = Play(["customs"], ["barter", "coin", "coin#2", "stash"])
    play.match.answer(1, "barter/1")
    play.match.answer(1, ["coin", "stash"])
    play.match.answer(0, "customs/1")
    assert play.gold() == 2
    assert set(play.table.discards.cards) >= {"barter", "coin", "stash", "customs"}
    assert play.offers() == ["coin#2/1", PASS]


def test_an_answer_can_be_answered() -> None:
    play = Play(["customs"], ["coin", "customs#2"])
    play.match.answer(1, "coin/1")
    play.match.answer(0, "customs/1")
    assert play.offers() == ["customs#2/1", PASS]
    play.match.answer(1, "customs#2/1")
    assert play.gold() == 2 + 1


def test_who_could_act_is_seen_by_no_hidden_card() -> None:
    seen = []
    for hand in (["fence", "bribe"], ["fence"], ["coin"]):
        table = Play([], hand).table
        might = [power for power in table.possible_powers(1, TURN) if power.possible(table, Use(1, power.key))]
        seen.append([power.key for power in might])
    assert seen[0] == seen[1] == seen[2]
    assert {"bribe/1", "barter/1", "stash/1"} <= set(seen[0])
    assert not Play([], []).table.possible_powers(1, TURN)


def test_a_card_that_all_have_seen_is_the_only_one_it_can_be() -> None:
    play = Play([], ["coin"])
    play.table.players[1].hand.show(EVERYONE)
    assert [power.key for power in play.table.possible_powers(1, TURN)] == ["coin/1"]
    assert play.table.possible_powers(1, DUSK) == []


def test_what_lies_open_is_in_no_hand() -> None:
    play = Play([], ["coin", "lantern"])
    assert "bribe/1" in {power.key for power in play.table.possible_powers(1, TURN)}
    bribe = list(play.table.deck.cards).index("bribe")
    move(play.table.deck, play.table.discards, bribe, to=EVERYONE)
    assert "bribe/1" not in {power.key for power in play.table.possible_powers(1, TURN)}


def test_holders_are_those_who_really_have_something() -> None:
    play = Play(["lantern"], ["coin"])
    assert play.table.holders(DUSK) == {0}
    assert play.table.holders(TURN) == {1}


def test_two_matches_with_other_packs_play_their_own_cards(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(MINE, "utf-8")
    first = Play([], ["coin"])
    second = Play([], ["coin"], game=with_packs([tmp_path / "mine.toml"]))
    assert first.table.cards != second.table.cards
    for play, told in ((first, 1), (second, 7), (first, 0)):
        if told:
            play.match.answer(1, "coin/1")
            assert play.gold() == 2 + told
        assert BOXES.box(play.table.cards).powers["coin/1"].label == f"Turn: Gain {7 if play is second else 1} Gold."


def test_a_pack_for_hands_is_checked_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(MINE.replace("gain 7 Gold", "gain 0 Gold"), "utf-8")
    with pytest.raises(BadCards, match="out of range"):
        with_packs([tmp_path / "mine.toml"])
