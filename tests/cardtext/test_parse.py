"""What can be said: every form of the language, its data, and its canonical English."""

from __future__ import annotations

import msgspec
import pytest

from eschaton.cardtext import data as d
from eschaton.cardtext.errors import BadCards
from eschaton.cardtext.explain import explain
from eschaton.cardtext.grammar import conflicts
from eschaton.cardtext.page import faulty_examples
from eschaton.cardtext.parse import parse_power, parse_text, readings
from eschaton.cardtext.vocabulary import Vocabulary
from tests.cardtext.ship import box, words

CREW = d.Group("crew")
YOURS = d.Group("crew", owner="your")
ONE_CARD = d.Act("draw", {"n": d.Number(1)})
GOLD = d.Act("gain", {"n": d.Number(1), "what": d.Word("goods", "Gold")})
FASTER = d.Lasts(d.Until("round"), d.Statement("changed_speed", {"what": d.Every(CREW), "by": d.Change(1)}))


def wounded(**more: object) -> d.Group:
    return d.Group("crew", adjectives=(d.Adjective("wounded"),), **more)  # type: ignore[arg-type]


def goods(n: int, what: str) -> dict[str, d.Arg]:
    return {"n": d.Number(n), "what": d.Word("goods", what)}


def needs(*items: int | str) -> dict[str, d.Arg]:
    return {"needs": d.Several(tuple(d.Number(i) if isinstance(i, int) else d.Word("edge", i) for i in items))}


FORMS: dict[str, d.Clause] = {
    "For 2 watches, each crew has +1 speed.": d.Lasts(d.Until("watch", 2), FASTER.statement),
    "For 1 watch, each crew has +1 speed.": d.Lasts(d.Until("watch", 1), FASTER.statement),
    "Until the end of your next watch, each crew has +1 speed.": d.Lasts(
        d.Until("watch", owner="your"), FASTER.statement
    ),
    "Gain 4 Gold and 1 Rum.": d.Act("gain", goods(4, "Gold"), (goods(1, "Rum"),)),
    "Each player gains 4 Gold and 1 Rum and 2 Gold.": d.By(
        d.Every(d.Group("player")), d.Act("gain", goods(4, "Gold"), (goods(1, "Rum"), goods(2, "Gold")))
    ),
    "The rich player gains 1 Gold.": d.By(
        d.The(d.Group("player", adjectives=(d.Adjective("rich"),))), d.Act("gain", goods(1, "Gold"))
    ),
    "The rich player may draw 1 card.": d.By(
        d.The(d.Group("player", adjectives=(d.Adjective("rich"),))), d.May((ONE_CARD,))
    ),
    "Attack with 1, 2 and Blade.": d.Act("attack", needs(1, 2, "Blade")),
    "Attack with Points and 12b.": d.Act("attack", needs("Point", "12B")),
    "Attack with 3.": d.Act("attack", needs(3)),
    "Test wits 0 ( search ).": d.Act(
        "test", {"what": d.Word("skill", "Wits"), "by": d.Change(0), "how": d.Word("way", "Search")}
    ),
    "Test Brawn -2 (Climb).": d.Act(
        "test", {"what": d.Word("skill", "Brawn"), "by": d.Change(-2), "how": d.Word("way", "Climb")}
    ),
    "Turn the bone to 6.": d.Act("turn_bone", {"side": d.Word("side", "6")}),
    "Turn the bone to skull.": d.Act("turn_bone", {"side": d.Word("side", "Skull")}),
    'Choose 1: "Open  the door": draw 1 card, or “Walk on”: gain 1 Gold.': d.ChooseAmong(
        d.Number(1), ((ONE_CARD,), (GOLD,)), ("Open the door", "Walk on")
    ),
    "Draw a card.": ONE_CARD,
    "draw 1 CARDS.": ONE_CARD,
    "Draw up to 2 cards.": d.Act("draw", {"n": d.UpTo(2)}),
    "Draw that many cards.": d.Act("draw", {"n": d.That()}),
    "Draw X cards, where X is twice your Rum.": d.Where(
        d.Twice(d.Reading("owned", {"what": d.Word("goods", "Rum")})), d.Act("draw", {"n": d.X()})
    ),
    "Draw X cards, where X is the number of wounded crew minus 1.": d.Where(
        d.Plus(d.Count(wounded()), -1), d.Act("draw", {"n": d.X()})
    ),
    "Draw X cards, where X is the wounds of this crew.": d.Where(
        d.Stat("wounds", d.This("crew")), d.Act("draw", {"n": d.X()})
    ),
    "Draw X cards, where X is half of the strength of the storm, rounded down.": d.Where(
        d.Half(d.Reading("storm"), up=False), d.Act("draw", {"n": d.X()})
    ),
    "Heal each crew.": d.Act("heal", {"what": d.Every(CREW)}),
    "Heal all of your crew.": d.Act("heal", {"what": d.Every(YOURS)}),
    "Heal another crew.": d.Act("heal", {"what": d.Some(d.Number(1), d.Group("crew", other=True))}),
    "Heal any number of your crew.": d.Act("heal", {"what": d.Some(d.AnyNumber(), YOURS)}),
    "Heal 2 random crew.": d.Act("heal", {"what": d.AtRandom(d.Number(2), CREW)}),
    "Heal this crew.": d.Act("heal", {"what": d.This("crew")}),
    "Heal the crew with the highest speed.": d.Act("heal", {"what": d.Extreme(CREW, "speed", most=True)}),
    "Heal the one of your crew with the fewest wounds.": d.Act(
        "heal", {"what": d.Extreme(YOURS, "wounds", most=False)}
    ),
    "Heal each crew with exactly 2 wounds.": d.Act(
        "heal", {"what": d.Every(d.Group("crew", which=(d.With("wounds", 2, 2),)))}
    ),
    "Heal each non-wounded crew in their cabin.": d.Act(
        "heal",
        {
            "what": d.Every(
                d.Group(
                    "crew",
                    adjectives=(d.Adjective("wounded", negated=True),),
                    which=(d.Which("standing_in", {"where": d.Place("cabin", "their")}),),
                )
            )
        },
    ),
    "You may draw a card and gain 1 Gold.": d.May((ONE_CARD, GOLD)),
    "You may draw 1 card; if you do not, gain 1 Gold.": d.May((ONE_CARD,), (GOLD,)),
    "Choose 1: draw 1 card, or until the end of the round, each crew has +1 speed, then gain 1 Gold.": d.ChooseAmong(
        d.Number(1), ((ONE_CARD,), (FASTER, GOLD))
    ),
    "You may until the end of the round, each crew has +1 speed; if you do not, draw 1 card.": d.May(
        (FASTER,), (ONE_CARD,)
    ),
    "Each player chooses 1: draw 1 card, or gain 1 Gold.": d.By(
        d.Every(d.Group("player")), d.ChooseAmong(d.Number(1), ((ONE_CARD,), (GOLD,)))
    ),
    "2 players choose any number: draw 1 card, or gain 1 Gold.": d.By(
        d.Some(d.Number(2), d.Group("player")), d.ChooseAmong(d.AnyNumber(), ((ONE_CARD,), (GOLD,)))
    ),
    "Choose up to 2: draw 1 card; or gain 1 Gold, or heal it.": d.ChooseAmong(
        d.UpTo(2), ((ONE_CARD,), (GOLD,), (d.Act("heal", {"what": d.It()}),))
    ),
    "If a storm rages, draw 1 card, then gain 1 Gold; otherwise, gain 1 Gold.": d.If(
        d.Holds("rages"), (ONE_CARD, GOLD), (GOLD,)
    ),
    "If there are no wounded crew and it is not wounded, draw 1 card.": d.If(
        d.AllOf((d.Exists(wounded(), 0, 0), d.Is(d.It(), d.Adjective("wounded", negated=True)))), (ONE_CARD,)
    ),
    "If your Gold is 3 or more or this crew has 2 or fewer wounds, draw 1 card.": d.If(
        d.AnyOf(
            (
                d.Compares(d.Reading("owned", {"what": d.Word("goods", "Gold")}), 3),
                d.Has(d.This("crew"), "wounds", 0, 2),
            )
        ),
        (ONE_CARD,),
    ),
    "For each success, gain 1 Gold.": d.ForEach(d.Reading("success"), (GOLD,)),
    "For each of your wounded crew, if it is wounded, draw 1 card.": d.ForEach(
        wounded(owner="your"), (d.If(d.Is(d.It(), d.Adjective("wounded")), (ONE_CARD,)),)
    ),
    "Each other player draws 1 card.": d.By(d.Every(d.Group("player", other=True)), ONE_CARD),
    "2 players draw 1 card.": d.By(d.Some(d.Number(2), d.Group("player")), ONE_CARD),
    "Another player may draw 1 card; if they do not, gain 1 Gold.": d.By(
        d.Some(d.Number(1), d.Group("player", other=True)), d.May((ONE_CARD,), (GOLD,))
    ),
    "Until the end of the round, 1 crew has −1 speed.": d.Lasts(
        d.Until("round"),
        d.Statement("changed_speed", {"what": d.Some(d.Number(1), CREW), "by": d.Change(-1)}),
    ),
    "For the rest of the game, each crew has +1 speed.": d.Lasts(
        d.Until(), d.Statement("changed_speed", {"what": d.Every(CREW), "by": d.Change(1)})
    ),
    "Do: the kraken wakes.": d.Named("kraken"),
}


@pytest.mark.parametrize("text", FORMS)
def test_every_form_of_clause_is_the_data_it_says(text: str) -> None:
    assert parse_power(words, text).effect == (FORMS[text],)
    assert readings(words, text) == 1


def test_a_heading_says_who_when_how_often_if_and_at_what_price() -> None:
    text = "Any player, in the brig, dawn or dusk, 3 times per round, if a storm rages - spend 1 Rum: Draw 1 card."
    power = parse_power(words, text)
    assert power == d.PowerData(
        who="anyone",
        states=("state_brig",),
        when=(d.Timing("dawn"), d.Timing("dusk")),
        limit=d.Limit(3, "round"),
        condition=d.Holds("rages"),
        cost=(d.Act("spend", {"n": d.Number(1), "what": d.Word("goods", "Rum")}),),
        effect=(ONE_CARD,),
    )
    assert explain(words, power) == text


def test_a_cost_alone_is_a_heading() -> None:
    assert parse_power(words, "Spend 1 Rum: draw 1 card.").cost
    assert parse_power(words, "Spend 1 Rum.").cost == ()


def test_sentences_and_chains_are_the_same_sequence() -> None:
    said = [parse_power(words, f"Draw 1 card{joint}ain 1 Gold.") for joint in (". G", ", then g", " and g")]
    assert said[0] == said[1] == said[2]
    assert explain(words, said[0]) == "Draw 1 card. Gain 1 Gold."


def test_one_line_is_one_power() -> None:
    said = parse_text(words, "\nDawn: draw 1 card.\n\n  Dusk: gain 1 Gold.\n")
    assert [power.when[0].name for power in said] == ["dawn", "dusk"]


def test_what_is_not_counted_is_high_or_low() -> None:
    line = "Wound the crew with the highest speed. Wound the crew with the fewest wounds."
    assert explain(words, parse_power(words, line)) == line


def test_statements_hold_and_clauses_happen() -> None:
    assert parse_power(words, "While a storm rages: each crew has -1 speed.").standing
    assert not parse_power(words, "Until the end of the watch, each crew has -1 speed.").standing


def test_the_grammar_has_no_conflicts() -> None:
    assert conflicts(words) == []


def test_the_examples_of_the_vocabulary_are_understood() -> None:
    assert faulty_examples(words) == []


@pytest.mark.parametrize("card", box().powers)
def test_every_card_reads_one_way_and_prints_back(card: str) -> None:
    for power in box().powers[card]:
        line = explain(words, power)
        assert parse_power(words, line) == power
        assert explain(words, parse_power(words, line)) == line
        assert readings(words, line) == 1


def test_powers_are_plain_data() -> None:
    for powers in box().powers.values():
        for power in powers:
            for codec in (msgspec.json, msgspec.msgpack):
                assert codec.decode(codec.encode(power), type=d.PowerData) == power


def test_an_ambiguous_line_would_be_noticed() -> None:
    loose = Vocabulary("loose")

    @loose.noun("box(es)")
    def boxes(table: object, context: object) -> list[str]:
        return []

    @loose.which("near {what:boxes}", of=["boxes"])
    def near(table: object, context: object, thing: str, what: list[str]) -> bool:
        return True

    @loose.verb("open {what:boxes}", rule="", example="Open 1 box.")
    def open_(table: object, context: object, what: list[str]) -> None:
        return None

    assert conflicts(loose) == []
    assert readings(loose, "Open 1 box near each box near this box.") == 1

    @loose.verb("put {what:boxes} near {other:boxes}", rule="", example="Put 1 box near this box.")
    def put(table: object, context: object, what: list[str], other: list[str]) -> None:
        return None

    assert readings(loose, "Put 1 box near each box near each box.") == 2
    assert any(found.startswith("_NEAR may go on with a phrase or end <whiches") for found in conflicts(loose))


def test_the_line_must_be_read_by_both_parsers() -> None:
    with pytest.raises(BadCards, match="only one of the two parsers"):
        readings(words, "Draw.")
