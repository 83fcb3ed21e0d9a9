"""What is refused: where exactly, which words, what was expected, what was probably meant."""

from __future__ import annotations

import pytest

from eschaton.cardtext.errors import BadCards, Fault
from eschaton.cardtext.parse import LONGEST_LINE, parse_power, parse_text
from tests.cardtext.ship import words


def fault(line: str) -> Fault:
    with pytest.raises(BadCards) as refused:
        parse_power(words, line)
    assert len(refused.value.faults) == 1
    return refused.value.faults[0]


# line: (column, the words, a part of the message, the nearest known, one thing that was expected)
REFUSED: dict[str, tuple[int, str, str, str, str]] = {
    "For 2 rounds, each crew has +1 speed.": (1, "For 2 rounds", "not counted", "", '"for 2 watches"'),
    "For 2 game, each crew has +1 speed.": (1, "For 2 game", "not counted", "", '"for the rest of the game"'),
    "For 0 watches, each crew has +1 speed.": (1, "For 0 watches", "lasts no time", "", "1 or more"),
    "Until the end of your next round, each crew has +1 speed.": (
        1,
        "Until the end of your next round",
        "it is nobody's",
        "",
        '"your next watch"',
    ),
    "You gain 1 Gold.": (1, "You", "what names nobody is done by you", "", "the same without it"),
    "The player gains 1 Gold.": (1, "The player", "does not say which", "", '"the rich player"'),
    "The crew gains 1 Gold.": (1, "The crew", "only players", "", '"the rich player"'),
    "Gain 1 Gold and 1 player draws 1 card.": (19, "player", "not expected", ", then 1 player", '"gold"'),
    "Gain 1 Gold and 0 Rum.": (17, "0", "out of range", "", "a number: 1 or more"),
    "Draw 1 card and 2 Gold.": (13, "and", "not expected here", ", then", '"and"'),
    "Attack with 9 and Blade.": (13, "9 and Blade", "out of range", "", "a number: 1 to 6"),
    "Attack with Rum.": (13, "Rum", "not expected here", "attack with <number or edge, …>", '"blade"'),
    "Test Wits 2 (Search).": (11, "2", "lacks its sign", "+2", '"-2"'),
    "Test Wits +4 (Search).": (11, "+4", "out of range", "", "a change: -3 to 3"),
    "Turn the bone to 5.": (18, "5", "is none of these", "", '"Skull"'),
    'Choose 1: "Open": gain 1 Gold, or draw 1 card.': (35, "draw 1 card", "has no title", "", "before none"),
    'Choose 1: "A": gain 1 Gold, or "A": draw 1 card.': (11, '"A": gain 1 Gold', "told from another", "", "of its own"),
    '"Open": gain 1 Gold.': (1, '"Open"', "not expected here", "", '"choose"'),
    "Drow 2 cards.": (1, "Drow", "not a word that cards use", "draw", '"draw"'),
    "Draw two cards.": (6, "two", "not a word that cards use", "2", "a number"),
    "Draw 2.": (7, ".", "not expected here", "draw <amount> card(s)", '"cards"'),
    "Draw 2 cards": (13, "", "not finished", "", '"."'),
    "Heal a wonded crew.": (8, "wonded", "not a word", "wounded", '"wounded"'),
    "Send it to teh brig.": (12, "teh", "not a word", "the", '"the"'),
    "Draw 1 card then gain 1 Gold.": (13, "then", "not", ", then", '", then"'),
    "Choose 1: draw 1 card.": (22, ".", "not expected here", "", '", or"'),
    "If a storm rages draw 1 card.": (18, "draw", "not expected here", "", '","'),
    "Watch once per round: draw 1 card.": (7, "once", "not expected here", "", '","'),
    "Do: The Kraken Walks.": (16, "Walks", "not a word", "wakes", '"wakes"'),
    "Dawn: each crew has +1 speed.": (7, "each crew has +1 speed", "takes no timing", "", "Until the end"),
    "Draw 1 card. Each crew has +1 speed.": (14, "Each crew has +1 speed", "another line", "", ""),
    "Each crew has +1 speed. Until the end of the round, each crew has +1 speed.": (
        25,
        "Until the end of the round, each crew has +1 speed",
        "another line",
        "",
        "",
    ),
    "Each crew has +1 speed. 1 crew has +1 speed.": (25, "1 crew has +1 speed", "nothing in it can be chosen", "", ""),
    "Draw 1 card. Dusk: draw 1 card.": (14, "Dusk", "not expected here", "dusk: … on a line of its own", ""),
    "1 crew has +1 speed.": (1, "1 crew has +1 speed", "nothing in it can be chosen", "", '"each …"'),
    "Gain 1 Gold: draw 1 card.": (1, "Gain 1 Gold", "cannot be a cost", "", "spend <amount> <goods>"),
    "Heal 1 card in hand.": (6, "1 card in hand", 'is card in hand, but "heal <crew>" is about crew', "", "crew"),
    "Heal 1 rich crew.": (8, "rich", "is not said of crew", "", "wounded"),
    "Each crew draws 1 card.": (1, "Each crew", "only players", "", '"each player"'),
    "Choose 3: draw 1 card, or gain 1 Gold.": (8, "3", "of 2 options", "", "up to 2"),
    "Roll up to 2 dice.": (6, "up to 2", "is no number for", "", "a number"),
    "Draw any number of cards.": (6, "any number of", "is no number for", "", "up to …"),
    "Wound up to 2 random crew.": (7, "up to 2", "no number for chance", "", "a number"),
    "If each crew is wounded, draw 1 card.": (4, "each crew", "one thing that is already known", "", '"it"'),
    "Heal each crew in 1 crew.": (19, "1", "not expected here", "heal <crew>", '"the"'),
    "Draw 2 cards, where X is your Gold.": (1, "Draw 2 cards", 'has no "X"', "", ""),
    "Dawn, dusk: draw 1 card.": (7, "dusk", "is a second timing", "", ""),
    "Watch, 0 times per round: draw 1 card.": (8, "0 times per round", "is no limit", "", "once per …"),
    "Draw 1000 cards.": (6, "1000", "above 999", "", ""),
    "If this card in hand is wounded, draw 1 card.": (25, "wounded", "is not said of card in hand", "", ""),
    "Wound the card in hand with the most speed.": (38, "speed", "is not said of card in hand", "", ""),
    "Draw X cards.": (6, "X", "nothing in this clause names", "", ", where X is"),
    "Watch - spend X Rum: draw 1 card.": (15, "X", "nothing in this clause names", "", "a number"),
    "Draw 1 card!": (12, "!", "not expected here", "", '"."'),
    "Slap 1 crew.": (1, "Slap", "not a word that cards use", "wound <crew>", ""),
    "If there are at least 2 crew, draw 1 card.": (14, "at", "not", "2 or more", "a number"),
    "If there are more than 2 crew, draw 1 card.": (14, "more", "not", "3 or more", "a number"),
    "Draw 1 card for each crew.": (
        13,
        "for",
        "not expected here",
        "For each …, at the beginning of the sentence",
        '"."',
    ),
    "At the dusk, draw 1 card.": (1, "At", "not", "", ""),
    "Juggle 1 crew.": (1, "Juggle", "not a word that cards use", "", '"gain"'),
    "Each crew has speed +1.": (15, "speed", "not expected here", "<crew> has/have <change> speed", "+1"),
    "Spend 1 Rum and each crew has +1 speed: draw 1 card.": (
        17,
        "each crew has +1 speed",
        "says what is so",
        "",
        "a line of its own",
    ),
    "Choose 1: draw 1 card, or each crew has +1 speed.": (27, "each crew has +1 speed", "what is so", "", "Until the"),
    "Draw 1 card, then each crew has +1 speed.": (19, "each crew has +1 speed", "says what is so", "", "Until the end"),
    "Do: Fly Away.": (5, "Fly Away", "nothing that the authors", "", 'a sentence without "Do:"'),
    "Do: Kraken Wakes.": (5, "Kraken Wakes", "nothing that the authors", "The Kraken Wakes", '"The Kraken Wakes"'),
    "Draw 0 cards.": (6, "0", 'out of range in "draw <amount> card(s)"', "", "a number: 1 or more"),
    "Draw up to 0 cards.": (6, "up to 0", "out of range", "", "a number: 1 or more"),
    "Roll 7 dice.": (6, "7", "out of range", "", "a number: 1 to 6"),
    "Heal 0 crew.": (6, "0", "chooses nothing", "", "1 or more"),
    "Heal up to 0 crew.": (6, "up to 0", "chooses nothing", "", "1 or more"),
    "Heal 0 random crew.": (6, "0", "chooses nothing", "", "1 or more"),
    "Each crew has +0 speed.": (15, "+0", "changes nothing", "", "+1"),
    "Heal each crew with 0 or more wounds.": (21, "0 or more", "is always so", "", "a number: 1 or more"),
    "If the strength of the storm is 10 or more, draw 1 card.": (33, "10 or more", "never so", "", "1 to 9"),
    "If the strength of the storm is 9 or fewer, draw 1 card.": (33, "9 or fewer", "always so", "", "0 to 8"),
    "If there are exactly 5 players, draw 1 card.": (14, "exactly 5", "never so: it can be 2 to 4", "", "2 to 4"),
    "Watch - until the end of the round, each crew has +1 speed: draw 1 card.": (
        9,
        "until the end of the round, each crew has +1 speed",
        "cannot be a cost",
        "",
        "spend",
    ),
    "": (1, "", "not finished", "", '"draw"'),
    "@#!": (1, "@", "not expected here", "", '"draw"'),
}


@pytest.mark.parametrize("line", REFUSED)
def test_a_line_is_refused_at_the_exact_word(line: str) -> None:
    column, said, message, near, expected = REFUSED[line]
    found = fault(line)
    assert (found.line, found.column, found.words) == (1, column, said)
    assert message in found.message
    assert found.nearest == near
    assert expected in found.expected or not expected or expected in " ".join(found.expected)


def test_a_refusal_shows_the_words_in_their_line() -> None:
    assert str(fault("Dawn: heal a wonded crew.")) == (
        'text:1:14: "wonded" is not a word that cards use.\n'
        "  Dawn: heal a wonded crew.\n"
        "               ^^^^^^\n"
        '  Did you mean "wounded"?  (expected: "wounded", "card", "cards", "crew", "its", "non-", "of", "other", '
        '"player", …)'
    )


def test_all_lines_of_a_text_are_checked() -> None:
    with pytest.raises(BadCards) as refused:
        parse_text(words, "Drow 1 card.\nDraw 1 card.\n\n  Hael it.")
    assert [(found.line, found.column) for found in refused.value.faults] == [(1, 1), (4, 3), (4, 8)]


# line: where its mistakes are, and the words
SEVERAL = {
    "Dawn, once per ruond - spend 1 Rum draw 1 card.": [(16, "ruond"), (36, "draw")],
    "Wacth: draw 1 card, hael 1 crew.": [(1, "Wacth"), (19, ",")],
    "Hael 1 crew. Draw 0 cards.": [(1, "Hael"), (19, "0")],
    "Hael 1 crew.": [(1, "Hael")],
    "Each carp: draw 1 card.": [(6, "carp")],
    "Juggle 1 crew. Hael 1 crew.": [(1, "Juggle"), (16, "Hael")],
}


@pytest.mark.parametrize("line", SEVERAL)
def test_what_is_wrong_behind_a_mistake_is_told_too(line: str) -> None:
    with pytest.raises(BadCards) as refused:
        parse_text(words, line)
    assert [(found.column, found.words) for found in refused.value.faults] == SEVERAL[line]


def test_an_endless_line_is_refused() -> None:
    assert fault("Draw 1 card. " * LONGEST_LINE).column == LONGEST_LINE + 1


def test_a_refusal_says_what_could_be_written() -> None:
    """Every refusal of this file names something that was expected."""
    assert [line for line in REFUSED if not fault(line).expected] == []


def test_advice_can_be_followed() -> None:
    """What is so cannot be a cost, for however long; among options it can stand with a duration."""
    assert fault("Spend 1 Rum and each crew has +1 speed: draw 1 card.").expected == ("a line of its own",)
    advice = fault("Choose 1: draw 1 card, or each crew has +1 speed.").expected
    assert advice == ('"Until the end of the …, " before it', "a line of its own")
    parse_power(words, "Choose 1: draw 1 card, or until the end of the round, each crew has +1 speed.")


OTHERWISE = {
    "Draw 1 card if a storm rages.": "If …, …, at the beginning of the sentence",
    "Unless a storm rages, draw 1 card.": "If …, …; otherwise, …",
    "Each crew has +1 speed until the end of the round.": "Until the end of the …, …, at the beginning of the sentence",
    "Draw 1 card, then you may draw 1 card.": "You may …, a sentence of its own",
    "Draw 1 card or heal 1 crew.": "Choose 1: …, or …",
    "Dusk, draw 1 card.": ": draw",
}


@pytest.mark.parametrize("line", OTHERWISE)
def test_how_cards_say_it_is_told(line: str) -> None:
    with pytest.raises(BadCards) as refused:
        parse_text(words, line)
    assert [found.nearest for found in refused.value.faults] == [OTHERWISE[line]]


def test_a_long_line_is_shown_around_the_mistake() -> None:
    with pytest.raises(BadCards) as refused:
        parse_text(words, "Draw 1 card. " * 50 + "Drow 1 card. " + "Draw 1 card. " * 50)
    code, mark = str(refused.value).splitlines()[1:3]
    assert len(code) < 250
    assert code.startswith("  …")
    assert code.endswith("…")
    assert code[mark.index("^") :].startswith("Drow")
    assert mark.strip() == "^^^^"


def test_a_tab_takes_one_column() -> None:
    with pytest.raises(BadCards) as refused:
        parse_text(words, "Draw\t1 card.\tDrow 1 card.")
    code, mark = str(refused.value).splitlines()[1:3]
    assert code[mark.index("^") :].startswith("Drow")
