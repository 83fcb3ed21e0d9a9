"""Cards that are played: choices, costs, limits, conditions and durations, saved and restored in the middle."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from eschaton.cardtext import data as d
from eschaton.cardtext.card import Card
from eschaton.cardtext.errors import BadVocabulary
from eschaton.cardtext.parse import parse_power
from eschaton.cardtext.perform import Perform
from eschaton.cardtext.power import CarryOut, Ready, lasting, performing, powers_of
from eschaton.cardtext.vocabulary import Vocabulary
from eschaton.kernel.ask import Amount, Ask, Choose, ChooseSome
from eschaton.kernel.errors import RulesError
from eschaton.kernel.match import Match, resume
from eschaton.kernel.save import copy, load, save
from eschaton.kernel.view import observe
from eschaton.kernel.window import PASS, Use, as_steps
from tests.cardtext.ship import GAME, Idle, Ship, powers_on, speed_of, words

CREW = {
    "cook": [0, 2, "deck"],
    "surgeon": [0, 0, "deck"],
    "mutineer": [0, 1, "brig"],
    "cabin-boy": [1, 0, "deck"],
}


class Table:
    """A match in which one sentence after the other is carried out, saved and restored before every answer."""

    def __init__(self, *hands: list[str], crew: dict[str, Any] = CREW, players: int = 2) -> None:
        campaign = {"crew": crew, "hands": list(hands)}
        self.match = Match.new(GAME, players, seed="ship", campaign=campaign)

    @property
    def ship(self) -> Ship:
        assert isinstance(self.match.table, Ship)
        return self.match.table

    def says(self, text: str, seat: int = 0, source: str = "cook") -> Table:
        """Put a sentence on top of whatever is going on, by no power in particular."""
        power = parse_power(words, text)
        self.ship.push([performing(words, power.effect, seat=seat, source=source)])
        self.match.proceed()
        return self

    def ask(self, seat: int = 0) -> Ask:
        return self.match.asks()[seat]

    def answer(self, seat: int, given: Any) -> Table:
        """Answer, on a table that has been saved and loaded."""
        twin = load(type(self.ship), save(self.ship))
        assert save(twin) == save(self.ship)
        self.match.table = twin
        self.match.next_question()
        self.match.answer(seat, given)
        return self

    def watch(self) -> Table:
        """Let the round begin, to the first captain's watch."""
        self.answer(0, "on")
        while self.match.question and getattr(self.match.question.step, "timing", "") == "dawn":
            self.answer(next(iter(self.match.asks())), next(iter(self.ask(next(iter(self.match.asks()))).keys())))
        return self

    def goods(self, seat: int = 0) -> dict[str, int]:
        return self.ship.captains[seat].goods

    def hand(self, seat: int = 0) -> list[str]:
        return list(self.ship.captains[seat].hand.cards)

    def wounds(self) -> dict[str, int]:
        return {piece: crew.wounds for piece, crew in self.ship.crew.items()}


def test_what_is_said_again_of_a_verb_is_done_for_the_same_player() -> None:
    table = Table().says("Another player gains 4 Gold and 2 Rum.")
    assert table.goods(1) == {"Gold": 6, "Rum": 3}
    table = Table(players=3).says("1 player gains 4 Gold and 2 Rum.")
    table.answer(0, "S2")
    assert table.goods(2) == {"Gold": 6, "Rum": 3}
    assert isinstance(table.match.question.step, Idle)  # type: ignore[union-attr]


def test_prices_said_in_one_breath_are_paid_together_or_not_at_all() -> None:
    table = Table()
    table.ship.captains[0].goods = {"Gold": 2, "Rum": 1}
    for line, can in {
        "Spend 2 Gold and 1 Rum: draw 1 card.": True,
        "Spend 1 Gold and 2 Gold: draw 1 card.": False,
        "Spend 2 Gold and 2 Rum: draw 1 card.": False,
        "Spend X Gold and 1 Gold, where X is your Rum: draw 1 card.": True,
        "Spend X Gold and 1 Gold, where X is twice your Rum: draw 1 card.": False,
    }.items():
        (power,) = powers_of(words, parse_power(words, f"Watch - {line}"), key="k", source="cook")
        assert power.usable(table.ship, Use(0, "k")) is can, line
    (power,) = powers_of(words, parse_power(words, "Spend 2 Gold and 1 Rum: draw 1 card."), key="k", source="cook")
    table.ship.push([*as_steps(power.cost(table.ship, Use(0, "k"))), *as_steps(power.effect(table.ship, Use(0, "k")))])  # type: ignore[misc]
    table.match.proceed()
    assert table.goods() == {"Gold": 0, "Rum": 0}
    assert len(table.hand()) == 1


def test_one_player_is_named_by_a_quality() -> None:
    table = Table()
    table.goods(1)["Gold"] = 5
    table.says("The rich player draws 2 cards.")
    assert (len(table.hand(0)), len(table.hand(1))) == (0, 2)
    table.goods(1)["Gold"] = 0
    table.says("The rich player draws 2 cards.")  # nobody is
    assert (len(table.hand(0)), len(table.hand(1))) == (0, 2)


def test_a_verb_gets_a_list_a_change_of_nothing_and_whether_it_pays() -> None:
    table = Table().says("Attack with 1, 2 and Blade. Test Wits 0 (Search). Turn the bone to 6.")
    told = [event.args for _, event in table.match.log if event.key in ("attacks", "tests", "turned")]
    assert told[0]["needs"] == [1, 2, "Blade"]
    assert told[1]["by"] == 0
    assert told[2] == {"side": "6", "paid": False}
    paid: list[bool] = []
    asked = Vocabulary("asked", default="now")
    asked.timing("now")

    @asked.verb("sigh", rule="", example="", able=lambda table, context: paid.append(context.pays) is None)
    def sigh(table: Any, context: Any) -> None:
        """Do nothing."""

    (power,) = powers_of(asked, parse_power(asked, "Sigh: you may sigh."), key="k", source="cook")
    assert power.usable(table.ship, Use(0, "k"))
    assert paid == [True]
    (cost,) = [performing(words, parse_power(words, "Turn the bone to 1.").effect, seat=0, source="cook", pays=True)]
    table.ship.push([cost])
    table.match.proceed()
    assert table.match.log[-1][1].args == {"side": "1", "paid": True}


def test_options_with_titles_are_shown_without_what_they_do() -> None:
    line = 'Watch: Choose 1: "Open the door": gain 3 Gold, or "Walk on": draw 1 card.'
    table = Table().says(line.removeprefix("Watch: "))
    seen = observe(table.ship, table.match.question, 0)
    assert "Gold" not in msgspec.json.encode(seen.question).decode()
    assert [option.label for option in seen.question.options] == ["Open the door", "Walk on"]  # type: ignore[union-attr]
    assert seen.question.prompt == 'Choose 1: "Open the door", or "Walk on"'  # type: ignore[union-attr]
    (power,) = powers_of(words, parse_power(words, line), key="k", source="cook")
    assert "Gold" not in power.label
    table.answer(0, "1")
    assert table.goods()["Gold"] == 5


def test_what_needs_no_choice_is_done_at_once() -> None:
    table = Table().says("Draw 2 cards. Gain 1 Gold, then raise the storm by 2.")
    assert len(table.hand()) == 2
    assert table.goods()["Gold"] == 3
    assert table.ship.storm == 2


def test_a_target_is_chosen_under_the_verbs_rule_and_is_then_in_hand() -> None:
    table = Table().says("Heal 1 wounded crew, then send it to the brig.")
    ask = table.ask()
    assert isinstance(ask, Choose)
    assert list(ask.options) == ["cook", "mutineer"]
    assert (ask.rule, ask.prompt) == ("SF-4.5", "Heal 1 wounded crew")
    table.answer(0, "cook")
    assert table.wounds()["cook"] == 1
    assert table.ship.crew["cook"].place == "brig"


def test_a_single_candidate_is_not_asked_for_unless_it_is_hidden() -> None:
    table = Table(["kraken"]).says("Heal 1 crew with 2 or more wounds.")
    assert table.wounds()["cook"] == 1
    table.says("Discard 1 of your cards in hand.")
    assert list(table.ask().keys()) == ["kraken"]


def test_too_few_candidates_do_what_they_can() -> None:
    table = Table().says("Heal 3 wounded crew. Draw that many cards.")
    assert table.wounds() == {"cook": 1, "surgeon": 0, "mutineer": 0, "cabin-boy": 0}
    assert len(table.hand()) == 2


def test_up_to_asks_for_a_number_or_for_some() -> None:
    table = Table().says("Draw up to 2 cards. Heal up to 2 crew. Heal any number of wounded crew.")
    ask = table.ask()
    assert isinstance(ask, Amount)
    assert (ask.least, ask.most) == (0, 2)
    some = table.answer(0, 1).ask()
    assert isinstance(some, ChooseSome)
    assert (some.least, some.most) == (0, 2)
    table.answer(0, ["cook"])
    table.answer(0, [])
    assert (len(table.hand()), table.wounds()["cook"]) == (1, 1)


def test_any_number_then_that_many() -> None:
    table = Table(["plain#20", "plain#21", "plain#22"])
    table.says(
        "You may discard any number of your cards in hand, then draw that many cards; if you do not, gain 1 Rum."
    )
    assert list(table.ask().keys()) == ["yes", "no"]
    table.answer(0, "yes").answer(0, ["plain#20", "plain#22"])
    assert len(table.hand()) == 3
    assert table.ship.discard.cards == ("plain#20", "plain#22")
    table.says("You may draw 1 card; if you do not, gain 1 Rum.").answer(0, "no")
    assert table.goods()["Rum"] == 2


def test_what_cannot_be_done_is_not_offered() -> None:
    table = Table().says("You may spend 3 Gold, then draw 1 card.")
    assert list(table.ask().keys()) == ["no"]
    table.answer(0, "no").says("Choose 1: spend 3 Gold, or spend 1 Rum, or send 9 crew to the brig.")
    assert list(table.ask().keys()) == ["2"]
    table.answer(0, "2").says("Choose 1: spend 3 Gold, or spend 3 Rum.")
    assert table.goods() == {"Gold": 2, "Rum": 0}


def test_options_are_described_by_what_they_say() -> None:
    table = Table().says("Choose 1: draw 2 cards, or gain 1 Gold, then raise the storm by 1.")
    step = table.match.question.step  # type: ignore[union-attr]
    assert [step.describe(table.ship, key).label for key in table.ask().keys()] == [  # noqa: SIM118
        "Draw 2 cards",
        "Gain 1 Gold, then raise the storm by 1",
    ]


def test_a_match_is_saved_and_resumed_in_the_middle_of_a_choice() -> None:
    table = Table(["any-port"]).watch().answer(0, "any-port/1")
    assert isinstance(table.ask(), ChooseSome)
    table.answer(0, ["1", "3"])
    record = table.match.saved()
    again = resume(GAME, record)
    assert save(again.table) == save(table.ship)
    for match in (table.match, again):
        assert match.asks()[0].rule == "SF-4.7"
        match.answer(0, ["surgeon"])
        assert isinstance(match.table, Ship)
        assert match.table.crew["surgeon"].place == "cabin 0"
        assert len(match.table.captains[0].hand.cards) == 2
    assert save(again.table) == save(table.match.table)


def test_a_table_in_the_middle_of_an_effect_can_be_copied() -> None:
    table = Table().says("For each wounded crew, choose 1: heal it, or wound it.")
    twin = copy(table.ship)
    assert twin == table.ship
    assert twin is not table.ship
    assert [type(step).__name__ for step in twin.stack].count("Perform") == 3


def test_for_each_has_its_thing_in_hand_and_skips_what_is_gone() -> None:
    table = Table().says(
        "For each wounded crew, if it has 2 or more wounds, heal it; otherwise, send it to your cabin."
    )
    assert table.wounds()["cook"] == 1
    assert table.ship.crew["mutineer"].place == "cabin 0"
    table.says("For each crew, choose 1: draw 1 card, or gain 1 Gold.")
    del table.ship.crew["surgeon"]
    table.answer(0, "1").answer(0, "1").answer(0, "1")
    assert len(table.hand()) == 3


def test_for_each_counts_what_was_rolled() -> None:
    table = Table().says("Roll 3 dice. For each success, gain 1 Gold. Draw that many cards.")
    lucky = sum(face >= 4 for face in table.ship.rolled)
    assert table.goods()["Gold"] == 2 + lucky
    assert len(table.hand()) == lucky  # that many is what "for each" gained


def test_if_takes_one_branch() -> None:
    table = Table().says("If a storm rages, draw 1 card; otherwise, raise the storm by 1.")
    table.says("If a storm rages, draw 1 card; otherwise, raise the storm by 1.")
    assert (table.ship.storm, len(table.hand())) == (1, 1)


def test_conditions_read_the_table() -> None:
    true = [
        "there are 2 or more wounded crew",
        "there is a crew in the brig",
        "there are exactly 3 of your crew",
        "this crew has 2 or fewer wounds",
        "this crew is wounded",
        "your Gold is exactly 2 and there are no crew in your cabin",
        "a storm rages or the strength of the storm is exactly 0",
    ]
    false = ["this crew is not wounded", "there are no crew", "a storm rages", "your Rum is 2 or more", "it is wounded"]
    table = Table()
    for text in (*true, *false):
        before = len(table.hand())
        table.says(f"If {text}, draw 1 card.")
        assert (len(table.hand()) - before == 1) == (text in true), text


def test_numbers_are_read_when_they_are_used() -> None:
    table = Table().says("Gain 1 Gold. Draw X cards, where X is half of your Gold, rounded up.")
    assert len(table.hand()) == 2
    table.says("Draw X cards, where X is twice the number of crew in the brig.")
    assert len(table.hand()) == 4
    table.says("Draw X cards, where X is the wounds of this crew plus 1.")
    assert len(table.hand()) == 7


def test_the_most_is_found_and_ties_are_broken_by_the_player() -> None:
    table = Table().says("Heal the crew with the most wounds.")
    assert table.wounds()["cook"] == 1
    table.says("Heal the crew with the most wounds.")
    assert list(table.ask().keys()) == ["cook", "mutineer"]
    table.answer(0, "mutineer")
    assert table.wounds()["mutineer"] == 0


def test_chance_picks_at_random() -> None:
    table = Table().says("Send 2 random crew to your cabin.")
    assert sum(crew.place == "cabin 0" for crew in table.ship.crew.values()) == 2
    assert not table.match.asks().keys() - {0}


def test_each_player_acts_and_chooses_for_themselves() -> None:
    table = Table(["plain#20"], ["plain#21", "plain#22"]).says("Each player discards 1 of their cards in hand.")
    assert list(table.match.asks()) == [0]
    table.answer(0, "plain#20")
    assert list(table.match.asks()) == [1]
    table.answer(1, "plain#22")
    assert table.ship.discard.cards == ("plain#20", "plain#22")


def test_another_player_may_decline() -> None:
    table = Table(players=3).says("Another player may draw 2 cards; if they do not, gain 1 Rum.")
    assert list(table.ask().keys()) == ["S1", "S2"]
    table.answer(0, "S2").answer(2, "no")
    assert table.goods(2)["Rum"] == 2
    table.says("Give up to 2 Gold to another player.").answer(0, 1).answer(0, "S1")
    assert (table.goods(0)["Gold"], table.goods(1)["Gold"]) == (1, 3)


def test_for_each_player_names_seats() -> None:
    table = Table().says("For each player, give 1 Gold to it.")
    assert [table.goods(seat)["Gold"] for seat in (0, 1)] == [1, 3]


@pytest.mark.parametrize(
    ("text", "seat", "during"),
    [
        ("For 1 watch, each crew has +1 speed.", 0, [True, False, False]),
        ("For 2 watches, each crew has +1 speed.", 0, [True, True, False]),
        ("For 3 watches, each crew has +1 speed.", 0, [True, True, True]),
        ("Until the end of your next watch, each crew has +1 speed.", 0, [True, True, True]),
        ("Until the end of your next watch, each crew has +1 speed.", 1, [True, True, False]),
        ("Until the end of the watch, each crew has +1 speed.", 0, [True, False, False]),
    ],
)
def test_turns_are_counted_whoevers_they_are_or_ones_own(text: str, seat: int, during: list[bool]) -> None:
    crew = {"cook": [0, 0, "deck"]}
    table = Table(["grog-for-all"], ["grog-for-all#2"], crew=crew).watch()
    before = speed_of(table.ship, "cook")
    table.says(text, seat=seat)
    found = [speed_of(table.ship, "cook") > before]
    for passing in (0, 1):
        table.answer(passing, PASS)
        found.append(speed_of(table.ship, "cook") > before)
    assert found == during


def test_a_duration_ends_with_its_scope() -> None:
    table = Table(["grog-for-all", "fair-wind"]).watch()
    assert speed_of(table.ship, "cook") == 1  # 2, and the Mutineer slows the wounded
    table.answer(0, "grog-for-all/1")
    assert speed_of(table.ship, "cook") == 3
    assert table.ship.effects[0].source == "grog-for-all"
    table.answer(0, "fair-wind/1").answer(0, "cook")
    assert speed_of(table.ship, "cook") == 4
    for _ in range(8):
        if not table.match.question:
            break
        seat = next(iter(table.match.asks()))
        table.answer(seat, PASS)
    assert speed_of(table.ship, "cook") == 2  # the round is over; the fair wind goes on


def test_standing_powers_hold_while_their_condition_does() -> None:
    table = Table(crew={"boatswain": [0, 0, "deck"], "cook": [0, 0, "deck"], "cabin-boy": [1, 0, "deck"]})
    assert (speed_of(table.ship, "cook"), speed_of(table.ship, "cabin-boy")) == (3, 5)
    table.ship.crew["boatswain"].wounds = 1
    assert speed_of(table.ship, "cook") == 2
    power = parse_power(words, "In the brig: each crew has +1 speed.")
    assert lasting(words, power, table.ship, seat=0, source="cook") == []
    table.ship.crew["cook"].place = "brig"
    assert {effect.name for effect in lasting(words, power, table.ship, seat=0, source="cook")} == {
        "speed:boatswain",
        "speed:cook",
        "speed:cabin-boy",
    }
    assert powers_of(words, power, key="cook/1", source="cook") == []
    assert lasting(words, parse_power(words, "Draw 1 card."), table.ship, seat=0, source="cook") == []


def test_a_cost_is_paid_first_and_only_if_it_can_be() -> None:
    table = Table().watch()
    assert "surgeon/1" in list(table.ask().keys())
    table.answer(0, "surgeon/1")
    assert table.goods()["Rum"] == 0
    assert table.wounds()["cook"] == 1
    assert len(table.hand()) == 1
    assert "surgeon/1" not in list(table.ask().keys())


def test_a_limit_counts_uses_in_its_scope() -> None:
    table = Table().watch()
    table.goods()["Rum"] = 3
    table.answer(0, "surgeon/1")
    assert table.goods()["Rum"] == 2
    assert "surgeon/1" not in list(table.ask().keys())


def test_what_the_cost_took_is_in_hand_for_the_effect() -> None:
    table = Table(["plain#20", "plain#21"])
    power = parse_power(words, "Discard any number of your cards in hand: draw that many cards, then draw 1 card.")
    made = powers_of(words, power, key="x/1", source="cook")[0]
    use = Use(seat=0, power="x/1")
    assert made.usable(table.ship, use)
    assert made.cost is not None
    table.ship.push([made.cost(table.ship, use), made.effect(table.ship, use)])  # type: ignore[list-item]
    table.match.proceed()
    table.answer(0, ["plain#20", "plain#21"])
    assert len(table.hand()) == 3


def test_a_timing_with_arguments_is_tested_against_what_happens() -> None:
    table = Table(["marlinspike"], crew={**CREW, "cabin-boy#2": [0, 0, "deck"]}).watch()
    table.answer(0, "marlinspike/1").answer(0, "cook")
    assert list(table.match.asks()) == [1]  # "each other player": not the hurt captain's own Cabin Boy
    table.answer(1, "cabin-boy/1")
    table.answer(1, PASS)
    assert len(table.hand(1)) == 1
    assert table.wounds()["cook"] == 3
    assert table.ship.crew["cook"].place == "brig"


def test_one_power_for_each_timing() -> None:
    found = powers_on("weather-eye")
    assert [(power.key, power.when, power.mandatory) for power in found] == [
        ("weather-eye/1", "dawn", True),
        ("weather-eye/1", "dusk", False),
        ("weather-eye/2", "dusk", False),
    ]


def test_a_power_without_a_timing_has_that_of_its_kind_of_card() -> None:
    kinds = Vocabulary("kinds", default="dawn")
    kinds.timing("dawn")
    kinds.timing("dusk")
    kinds.kind("late", Card, default="dusk")
    said = d.PowerData(effect=(d.ChooseAmong(d.Number(1), ((), ())),))
    assert [powers_of(kinds, said, key="x", source="x", kind=kind)[0].when for kind in ("", "late")] == ["dawn", "dusk"]


def test_conditions_costs_and_effects_are_callable_data() -> None:
    power = powers_on("surgeon")[0]
    for part, kind in ((power.condition, Ready), (power.cost, CarryOut), (power.effect, CarryOut)):
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(part), type=kind) == part
    assert power.label.startswith("Watch, once per round - spend 1 Rum: ")
    assert (power.limit, power.per) == (1, "Round")


def test_named_powers_are_carried_out() -> None:
    table = Table().says("Do: The Kraken Wakes. Do: Swap the Captains' Hats, then draw that many cards.")
    assert table.ship.crew["cook"].place == "the sea"
    assert len(table.hand()) == 2


def test_due_ends_the_game_in_the_middle_of_an_effect() -> None:
    table = Table().says("Raise the storm by 9. Draw 1 card.")
    assert table.match.over
    assert not table.hand()


def test_wounds_are_steps_of_their_own_and_report_back() -> None:
    table = Table(crew={"cook": [0, 0, "deck"], "surgeon": [0, 0, "deck"]})
    table.says("Wound each crew. Draw that many cards.")
    assert len(table.hand()) == 2


def test_a_verb_may_not_stay() -> None:
    from eschaton.cardtext.perform import continued
    from eschaton.kernel.step import End, Outcome, Stay, Unwind

    end, unwind = End(Outcome(())), Unwind(3)
    assert continued(end) is end
    assert continued(unwind) is unwind
    with pytest.raises(RulesError, match="a verb may return"):
        continued(Stay())


def test_a_vocabulary_without_a_perform_step_is_refused() -> None:
    mute = Vocabulary("mute")
    with pytest.raises(BadVocabulary, match="declares no Perform step"):
        performing(mute, (d.Named("x"),), seat=0, source="x")
    with pytest.raises(BadVocabulary, match="no default timing"):
        powers_of(mute, d.PowerData(effect=(d.ChooseAmong(d.Number(1), ((), ())),)), key="x", source="x")


def test_the_games_own_step_is_used() -> None:
    step = performing(words, (), seat=1, source="cook")
    assert type(step) is not Perform
    assert step.cited() == "SF-3"


def test_a_duration_is_one_of_the_options() -> None:
    """What is so for a while may be chosen, and is not offered where there is nothing of which it is so."""
    line = "Choose 1: draw 1 card, or until the end of the round, 1 of your wounded crew has +2 speed."
    table = Table().watch().says(line)
    before = speed_of(table.ship, "cook")
    assert list(table.ask().keys()) == ["1", "2"]
    table.answer(0, "2").answer(0, "cook")
    assert speed_of(table.ship, "cook") == before + 2
    assert table.hand() == []
    while table.match.question and table.ship.scope("Round"):
        seat = next(iter(table.match.asks()))
        table.answer(seat, table.ask(seat).default())
    assert speed_of(table.ship, "cook") == before
    healthy = Table(crew={"cook": [0, 0, "deck"]}).says(line)
    assert list(healthy.ask().keys()) == ["1"]


def test_a_duration_may_be_had_or_not() -> None:
    line = (
        "You may spend 1 Rum, then until the end of the game, each of your crew has +1 speed; "
        "if you do not, draw 1 card."
    )
    table = Table()
    before = speed_of(table.ship, "cook")
    table.says(line).answer(0, "no")
    assert (speed_of(table.ship, "cook"), len(table.hand())) == (before, 1)
    table.says(line).answer(0, "yes")
    assert (speed_of(table.ship, "cook"), speed_of(table.ship, "surgeon") > 0) == (before + 1, True)
    assert table.goods()["Rum"] == 0


def test_what_was_given_a_duration_is_in_hand() -> None:
    table = Table().says("Gain 1 Rum, then until the end of the game, 1 crew has +1 speed, then wound it.")
    before = table.wounds()["surgeon"]
    table.answer(0, "surgeon")
    while table.match.question and not isinstance(table.match.question.step, Idle):
        seat = next(iter(table.match.asks()))
        table.answer(seat, PASS)
    assert table.wounds()["surgeon"] == before + 1


def test_each_player_chooses_for_themselves() -> None:
    table = Table().says("Each player chooses 1: gain 1 Gold, or draw 1 card, then gain 1 Rum.")
    assert list(table.match.asks()) == [0]
    table.answer(0, "1")
    assert list(table.match.asks()) == [1]
    assert table.match.question is not None
    step = table.match.question.step
    labels = [step.describe(table.ship, key).label for key in ("1", "2")]
    assert labels == ["Gain 1 Gold", "Draw 1 card, then gain 1 Rum"]
    table.answer(1, "2")
    assert (table.goods(0), table.goods(1)) == ({"Gold": 3, "Rum": 1}, {"Gold": 2, "Rum": 2})
    assert (len(table.hand(0)), len(table.hand(1))) == (0, 1)


def test_others_choose_any_number() -> None:
    table = Table().says("Another player chooses any number: gain 1 Gold, or gain 1 Rum.")
    table.answer(1, ["1", "2"])
    assert table.goods(1) == {"Gold": 3, "Rum": 2}
