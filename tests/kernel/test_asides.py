"""Beside the question: wishes when to be asked, why a card cannot be used, exact chances, and silence."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace as replaced

from eschaton.kernel.ask import Together
from eschaton.kernel.errors import Illegal, NotOpen, RulesError
from eschaton.kernel.game import Odds
from eschaton.kernel.knowledge import resample
from eschaton.kernel.machine import Question, answer, settle
from eschaton.kernel.match import Match, resume, stand, wish
from eschaton.kernel.odds import in_words, odds_of
from eschaton.kernel.record import from_bytes, to_bytes
from eschaton.kernel.save import save
from eschaton.kernel.undo import plan
from eschaton.kernel.view import observe
from eschaton.kernel.why import why_not
from eschaton.kernel.window import Power, Window, before
from tests.toys import larder
from tests.toys.larder import GAME, Larder, Loss
from tests.typed import transcript


def losing(amount: int, *held: str, players: int = 3, **window) -> Larder:
    """Seat 1, who holds these cards, is about to lose so much life."""
    table = GAME.table(GAME.checked(players, {}))
    table.stack.clear()
    for card in held:
        dealt(table, card)
    table.push(before(table, Window("loss", [1, 0, 2], rule="TOY-4.2", **window), Loss(1, 0, amount)))
    return table


def dealt(table: Larder, card: str, seat: int = 1) -> None:
    table.deck.take(table.deck.cards.index(card))
    table.players[seat].hand.put(card, 1 << seat)


def asked(table: Larder) -> list[int]:
    question = settle(table)
    return [] if question is None else list(question.asks(table))


@pytest.mark.parametrize(("least", "amount", "is_asked"), [(0, 1, True), (2, 1, False), (2, 2, True), (3, 2, False)])
def test_a_seat_is_asked_when_as_much_is_at_stake_as_it_wishes(least, amount, is_asked):
    table = losing(amount, "guard-1")
    wish(table, 1, ["loss", least])
    assert asked(table) == ([1] if is_asked else [])


def test_who_wishes_not_to_be_asked_is_shown_as_one_who_may_act_all_the_same():
    seen = []
    for least in (0, 3):
        table = losing(2, "guard-1")
        wish(table, 1, ["loss", least])
        question = settle(table, lambda idle: True)
        seen.append([observe(table, question, viewer) for viewer in (0, 2, None)])
    assert seen[0] == seen[1]
    assert seen[0][0].wishes == {}


def test_a_wish_is_its_own_seats_alone():
    table = losing(2, "guard-1")
    wish(table, 1, ["loss", 2])
    assert observe(table, settle(table), 1).wishes == {"loss": 2}
    assert resample(table, 0, Random(1)).wishes == {}
    assert resample(table, 1, Random(1)).wishes == {1: {"loss": 2}}
    wish(table, 1, ["loss", 0])
    assert table.wishes == {}


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        (["nap", 1], NotOpen),
        (["loss", 4], Illegal),
        (["loss", -1], Illegal),
        (["loss", True], Illegal),
        ("loss", Illegal),
        (["draw", 2], Illegal),
    ],
)
def test_what_cannot_be_wished_is_refused(wanted, error):
    table = losing(2)
    before = save(table)
    with pytest.raises(error):
        wish(table, 1, wanted)
    with pytest.raises(Illegal):
        wish(table, 9, ["loss", 1])
    assert save(table) == before


def test_a_wish_is_part_of_the_record_and_nobody_is_named_for_it():
    match = Match.new(GAME, 2, seed="w")
    seat, at = match.question.ask.seat, len(match.record.entries)
    match.wish(seat, "loss", 1)
    match.wish(1 - seat, "loss", 2)
    assert [entry.how for entry in match.record.entries[at:]] == ["wish", "wish"]
    assert save(resume(GAME, from_bytes(to_bytes(match.saved()))).table) == save(match.table)
    assert plan(match, seat).needs == set()


class Must(Larder):
    """A table on which a guard must be used."""

    def powers(self, seat, timing):
        return [Power(key="guard", when="loss", effect=larder.guard, mandatory=True)] if seat == 1 else []


def test_what_must_be_used_is_asked_for_whatever_is_wished():
    plain = losing(1, "guard-1")
    table = Must(**{name: getattr(plain, name) for name in plain.__struct_fields__})
    wish(table, 1, ["loss", 3])
    assert asked(table) == [1]


# Why not.


def why(table: Larder, card: str, seat: int = 1) -> str:
    return why_not(table, settle(table, lambda idle: True), seat, card)


def test_a_card_says_why_it_cannot_be_used():
    table = losing(2, "guard-1", "tax-1", "coin-1", "mirror-1")
    assert why(table, "guard-1") == ""
    assert why(table, "tax-1") == "It can be used at “draw”."
    assert why(table, "coin-1") == "It has nothing that you could use."
    table.pending(table.stack[-1].about).seat = 0
    assert why(table, "mirror-1") == "What it needs is not so now."


def test_it_tells_nothing_of_cards_that_one_does_not_see():
    table = losing(2, "guard-1", "ward-1")
    unknown = "You see no such card."
    assert [why(table, card, seat=0) for card in ("guard-1", "ward-2", "no such card")] == [unknown] * 3
    table.discard(1, "ward-1")
    assert why(table, "ward-1", seat=0) == "It has nothing that you could use."


def test_a_limit_a_pass_and_a_wish_are_named():
    table = losing(2, "guard-1", "guard-2")
    wish(table, 1, ["loss", 3])
    assert why(table, "guard-1") == "Less is at stake than you wish to be asked for."
    stand(table, 1, ["Window", False])
    assert why(table, "guard-1") == "You pass for the time being."
    table.standing, table.wishes = {}, {}
    dealt(table, "guard-3", 2)
    table.push([Window("loss", [0, 2], about=table.stack[0].serial)])
    assert why(table, "guard-1") == "You take no part in what is going on."
    table.stack.pop()
    answer(table, settle(table), 1, "pass")
    assert why(table, "guard-1") == "You have passed here."


def test_how_often_it_can_be_used_is_said():
    table = GAME.table(GAME.checked(2, {}))
    table.stack.clear()
    dealt(table, "tax-1")
    table.push([larder.Turn(0)])
    window = Window("draw", [1])
    table.count(table.scope("Turn"), "1:tax")
    question = Question(window, "race", Together("race", []), [])
    assert why_not(table, question, 1, "tax-1") == "It can be used once in each turn, and has been."


def test_a_power_may_say_itself_what_it_lacks(monkeypatch):
    never = Power(
        key="guard", when="loss", effect=larder.guard, condition=lambda *_: False, why=lambda *_: "No shield."
    )
    monkeypatch.setitem(larder.POWERS, "guard", never)
    assert why(losing(2, "guard-1"), "guard-1") == "No shield."


def test_in_a_frozen_window_what_came_later_cannot_be_used():
    table = losing(2, "ward-1", frozen=True)
    dealt(table, "guard-1")
    assert why(table, "guard-1") == "You did not have it when this began."
    assert why(table, "ward-1") == ""


# Odds.


def odds(view, seat, key):
    return [Odds("to be a coin", 8, 37)] if key == "S1" else []


LUCKY = replaced(GAME, id="lucky", odds=odds)


def test_chances_are_worked_out_on_request_only_and_exactly():
    table = LUCKY.table(LUCKY.checked(2, {}))
    assert odds_of(LUCKY, table, 0, ["S1", "S2"]) == {"S1": [Odds("to be a coin", 8, 37)]}
    assert odds_of(GAME, table, 0, ["S1"]) == {}
    assert in_words(Odds("to win", 19, 54)) == "to win: 35.2 % (19/54)"
    assert in_words(Odds("to win", 1, 4)) == "to win: 25 % (1/4)"
    assert in_words(Odds("to win", 4, 4)) == "to win: 100 %"


@pytest.mark.parametrize("wrong", [Odds("x", 3, 2), Odds("x", -1, 2), Odds("x", 0, 0)])
def test_what_is_no_chance_is_a_defect(wrong):
    game = replaced(LUCKY, odds=lambda *_: [wrong])
    with pytest.raises(RulesError, match="is no chance"):
        odds_of(game, game.table(game.checked(2, {})), 0, ["S1"])


# At a terminal.


def test_all_this_can_be_asked_at_a_terminal():
    seen = transcript(
        GAME,
        "odds",
        "wish",
        "wish loss 2",
        "wish draw never",
        "wish nap 1",
        "why thief",
        "why nobody",
        "quit",
        seed="3",
    )
    assert "No chances are known of what you may choose." in seen
    assert "wish loss always: Life that is lost" in seen
    assert "wish loss 2: Life that is lost" in seen
    assert "wish draw never: A card is drawn" in seen
    assert "type: wish TIMING always, never, or from how much at stake on" in seen
    assert "Nothing you can see is called 'nobody'." in seen
    lucky = replaced(LUCKY, odds=lucky_pass)
    assert "pass: to regret it: 50 % (1/2)" in transcript(lucky, "odds", "quit", seed="3")


def lucky_pass(view, seat, key):
    return [Odds("to regret it", 1, 2)] if key == "pass" else []


class Hushed(Larder):
    """A table at which nobody may talk while life is lost."""

    def silent(self) -> str:
        return "TOY-4.9" if self.scope("Loss") else ""


def test_silence_and_its_rule_are_part_of_what_is_observed():
    plain = losing(2, "guard-1")
    table = Hushed(**{name: getattr(plain, name) for name in plain.__struct_fields__})
    assert observe(table, settle(table), None).silent == "TOY-4.9"
    assert observe(plain, settle(plain), None).silent == ""
