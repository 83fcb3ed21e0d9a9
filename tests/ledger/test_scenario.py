"""Scenario files: reading, performing, and the first difference."""

import re
from pathlib import Path

import pytest

from eschaton.kernel import game as games
from eschaton.kernel.ask import EVERYONE, Ask, Choose, keys
from eschaton.kernel.game import Game, Setup
from eschaton.kernel.pile import Pile, face_down, hand, move
from eschaton.kernel.step import End, Follow, Outcome, Step
from eschaton.kernel.table import Open, Table
from eschaton.ledger.paths import BadScenario
from eschaton.ledger.perform import Performance, perform
from eschaton.ledger.scenario import parse, read_scenario, scenario_files

DOCS = Path(__file__).resolve().parent.parent.parent / "docs" / "scenarios.md"
HEAD = 'game = "toy-larder"\nplayers = 3\nseed = "1"\n'
PARLEY = 'game = "toy-parley"\nplayers = 2\n'
HANDS = """
[set]
players.0.hand = ["coin-1", "thief-1"]
players.1.hand = ["guard-1"]
players.2.hand = ["coin-2"]
deck = { top = ["coin-3"] }
"""


def difference(text: str) -> str:
    found = perform(parse(HEAD + text))
    return "" if found is None else str(found)


def refusal(text: str) -> str:
    with pytest.raises(BadScenario) as caught:
        perform(parse(text if text.startswith(("game", "players")) else HEAD + text, "x.toml"))
    return str(caught.value)


def test_the_example_in_the_documentation_holds() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert perform(parse(example)) is None


def test_the_first_difference_names_path_expected_found_and_the_log() -> None:
    text = difference(
        HANDS + '[[do]]\nseat = 0\nanswer = "coin-1"\n[[expect]]\nplayers.0.life = 7\nplayers.1.life = 9\n'
    )
    assert text.splitlines()[0] == "scenario: expect[1]: players.0.life: expected 7, found 3"
    assert "the log so far:" in text
    assert "S0 plays coin-1.  [TOY-2.4]" in text


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('seat = 1\nanswer = "pass"', "do[1]: refused: WrongSeat"),
        ('seat = 0\nanswer = "coin-2"', "do[1]: refused: NotAnOption"),
        ("roll = [1]", "do[1].roll: nothing is asked of chance; PlayCard asks S0: coin-1 (the coin), coin-3"),
        ('auto = "until HandLimit"', "do[1].auto: came to a choice before 'HandLimit'"),
        ('refused = { seat = 0, answer = "pass" }', "do[1].refused: expected a refusal, but 'pass' was accepted"),
        ('refused = { seat = 0, answer = "x", error = "WrongSeat" }', "do[1].refused.error: expected 'WrongSeat'"),
        ('expect = { "players.0.hand.5" = "x" }', "expected 'x', found nothing there"),
        ('expect = { said = ["lost"] }', "said: expected ['lost'], found ['drew']"),
        ('expect = { "asked.step" = "Window" }', "asked.step: expected 'Window', found 'PlayCard'"),
        ("expect = { over = true }", "over: expected True, found False"),
        ('seat = 0\nfree = "dance"', "do[1]: refused: NotOpen"),
    ],
)
def test_play_that_goes_otherwise_is_a_difference(entry: str, message: str) -> None:
    assert message in difference(HANDS + f"[[do]]\n{entry}\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("players = 3", "x.toml: game: is missing"),
        ('game = "toy-lader"\nplayers = 3', "did you mean toy-larder?"),
        ('game = "toy-larder"\nplayers = 9', "players: Larder takes 2 to 4 players, not 9"),
        ('game = "toy-larder"\nplayers = "3"', "x.toml: players: Expected `int`, got `str`"),
        ("colour = 1", "colour: is no part of a scenario"),
        ("[do]\nseat = 1", "do: expected entries that begin with [[do]]"),
        ("[[do]]\nsaet = 1", "do[1].saet: is no part of it; did you mean set?"),
        ("[[do]]\nnote = 'x'", "do[1]: does nothing"),
        ("[[do]]\nseat = 1", "do[1]: does nothing"),
        ("[[do]]\nanswer = 'x'", "do[1].seat: is missing"),
        ("[[do]]\nseat = 1\nroll = [1]", "do[1].seat: roll belongs to no seat"),
        ("[[do]]\nseat = 1\nanswer = 1\nfree = 'x'", "do[1]: does answer and free at once"),
        ("[[expect]]\nafter = 3", "expect[1].after: expected a number of `do` entries from 0 to 0, got 3"),
        ("game = ", "x.toml: Invalid value"),
        (f"game = {'[' * 5000}", "x.toml: maximum recursion depth exceeded"),
        ('game = "toy-larder"\nplayers = 3\nseed = [1]', "x.toml: seed: Expected `str`, got `array`"),
        ("[[do]]\nrefused = { seat = 1 }", "do[1].refused: what is refused? write answer or free"),
        ("[set]\nplayers.0.lief = 1", "set.players.0.lief: Player has no 'lief'; did you mean life?"),
        ("[set]\nplayers.0.life = 'x'", "set.players.0.life: Expected `int`, got `str`"),
        ("[set]\nplayers.7.life = 1", "set.players.7: there are only 3"),
        ("[set]\nplayers.x.life = 1", "set.players.x: expected the number of a place in a list"),
        ("[set]\nrounds.0 = 1", "set.rounds: Expected `int`, got `object`"),
        ("[set]\ndeck = ['coin-9']", "set.deck: there is no card 'coin-9'; did you mean coin-"),
        ("[set]\ndeck = ['coin-1', 'coin-1']", "set.deck: a card is named twice"),
        ("[set]\ndeck = 3", "set.deck: expected a list of card names, got 3"),
        ("[set]\ndeck = { bottom = [] }", "set.deck: a pile is set by a list"),
        ("[set]\ndeck = { cards = [], known = 'me' }", 'set.deck.known: expected "everyone"'),
        ("[set]\ndiscards = { top = ['coin-1'] }", "set.discards: 1 cards on top of a pile of 0"),
        (
            "[set]\nplayers.0.hand = ['coin-1']\nplayers.1.hand = ['coin-1']",
            "set.players.1.hand: coin-1 lies at set.players.0.hand already; every card is one piece",
        ),
        ("start = 'Trun'", "start: no 'Trun' came before the first choice; PlayCard asks S0"),
        ("rules = ['ZZ-1.1']", "rules: no ledger defines ZZ-1.1; nearest: "),
        ("[[do]]\nrefused = { seat = 1, anser = 'x' }", "do[1].refused.anser: is no part of it; did you mean answer?"),
        ("[[expect]]\nplayers.0.lief = 1", "expect[1].players.0.lief: Player has no 'lief'"),
        ("[[do]]\nexpect = { lief = 1 }", "do[1].expect.lief: Larder has no 'lief'"),
    ],
)
def test_a_file_that_cannot_be_played_says_where(text: str, message: str) -> None:
    assert message in refusal(text)


def laid(text: str, head: str = HEAD) -> Performance:
    performance = Performance(parse(head + text))
    performance.begin()
    return performance


class Drawing(Table):
    """One pile and one hand."""

    home = __name__

    deck: Open[Pile]
    hand: Open[Pile]


class Mix(Step):
    """The set-up is one shuffle."""

    def ask(self, table: Drawing) -> Ask:
        return table.deck.asking("deck")

    def run(self, table: Drawing, order: list[str]) -> Follow:
        table.deck.shuffled(order)
        return Turn()


class Turn(Step):
    """Draw at once, before anybody is asked."""

    def run(self, table: Drawing) -> Follow:
        table.say("", "drew", card=move(table.deck, table.hand, to=EVERYONE))
        return Rest()


class Rest(Step):
    """Something is asked at last."""

    def ask(self, table: Drawing) -> Ask:
        return Choose(0, keys(["on"]))

    def run(self, table: Drawing, key: str) -> Follow:
        return End(Outcome((0,)))


def drawing(setup: Setup) -> Drawing:
    cards = ["a", "b", "c"]
    return Drawing(players_count=1, places=[0], deck=face_down("card", cards), hand=hand("card", 0), stack=[Mix()])


@pytest.mark.parametrize("shuffle", ["", '[[do]]\nshuffle = ["c", "b", "a"]\nexpect = { "deck.size" = 3 }\n'])
def test_a_turn_that_asks_nobody_does_not_begin_before_the_position_is_laid(
    shuffle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(games._games, "drawing", Game(id="drawing", title="D", version=1, players=(1,), setup=drawing))
    head = 'game = "drawing"\nplayers = 1\n[set]\ndeck = { top = ["b"] }\n'
    assert perform(parse(f'{head}{shuffle}[[do]]\nauto = "until Rest"\nexpect = {{ hand = ["b"] }}\n')) is None


def test_cards_that_are_laid_are_taken_from_elsewhere() -> None:
    before = laid("").match.table
    after = laid('[set]\nplayers.0.hand = ["thief-1"]\ndiscards = ["coin-1", "coin-2"]\n').match.table
    assert after.inventory() == before.inventory()
    assert after.players[0].hand.cards == ("thief-1",)  # type: ignore[attr-defined]
    assert after.discards.cards == ("coin-1", "coin-2")  # type: ignore[attr-defined]


def test_who_knows_a_laid_card_follows_from_the_pile() -> None:
    table = laid(
        '[set]\nplayers.1.hand = ["thief-1"]\ndiscards = ["coin-1"]\ndeck = { top = ["coin-2"] }\n'
    ).match.table
    assert table.players[1].hand.known == (2,)  # type: ignore[attr-defined]
    assert table.discards.known == (-1,)  # type: ignore[attr-defined]
    assert set(table.deck.known) == {0}  # type: ignore[attr-defined]
    shown = laid('[set]\ndeck = { cards = ["coin-2"], known = [0, 2] }\n').match.table
    assert shown.deck.known == (5,)  # type: ignore[attr-defined]


def test_dicts_are_set_by_key_or_whole() -> None:
    table = laid('[set]\nsupply.wood = 4\n"traders.0.goods" = { stone = 2 }\ntraders.1.goods.wheat = 1\n', PARLEY).match
    assert table.table.supply["wood"] == 4  # type: ignore[attr-defined]
    assert [trader.goods for trader in table.table.traders] == [{"stone": 2}, {"wheat": 1}]  # type: ignore[attr-defined]
    assert "there is no 'gold'" in refusal(PARLEY + "[set]\nsupply.gold = 1\n")
    assert "set.supply.wood: Expected `int`" in refusal(PARLEY + "[set]\nsupply.wood = 'x'\n")


def test_a_sealed_answer_can_be_withdrawn_and_something_done_unasked() -> None:
    text = PARLEY + (
        '[set]\n"traders.0.goods" = { stone = 1 }\n"traders.1.goods" = { wood = 1 }\n'
        "[[do]]\nroll = ['wood', 'wood', 'stone']\n"
        "[[do]]\nseat = 0\nanswer = 3\nexpect = { 'asked.seats' = [1] }\n"
        "[[do]]\nseat = 0\nwithdraw = true\nexpect = { 'asked.seats' = [0, 1] }\n"
        "[[do]]\nseat = 0\nfree = 'offer:S1:stone:wood'\nexpect = { 'asked.step' = 'Offer' }\n"
    )
    found = perform(parse(text))
    assert found is None, found


def test_a_failure_of_the_rules_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.toys import larder

    monkeypatch.setattr(larder.Coin, "run", lambda self, table: 1 / 0)
    text = difference(HANDS + '[[do]]\nseat = 0\nanswer = "coin-1"\n')
    assert "do[1]: the rules failed: ZeroDivisionError" in text


def test_auto_to_the_end() -> None:
    assert "came to a choice before 'end'" in difference('[[do]]\nauto = "until end"\n')
    assert difference('[[do]]\nauto = true\nexpect = { "asked.step" = "PlayCard" }\n') == ""


def test_folders_are_searched(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.toml").touch()
    (tmp_path / "b.toml").touch()
    assert scenario_files([tmp_path, Path("c.toml")]) == [
        tmp_path / "b.toml",
        tmp_path / "deep" / "a.toml",
        Path("c.toml"),
    ]
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadScenario, match="empty: there are no scenarios"):
        scenario_files([tmp_path / "empty"])


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(HEAD, "utf-8-sig")
    assert read_scenario(tmp_path / "a.toml").game == "toy-larder"


def test_auto_waits_for_a_step_that_has_begun_since_the_entry_before() -> None:
    turn = HANDS + '[[do]]\nseat = 0\nanswer = "pass"\n[[do]]\nauto = "until Turn"\n'
    assert difference(turn + 'expect = { "asked.seats" = [1], "asked.step" = "PlayCard" }\n') == ""
    assert difference(turn + '[[do]]\nauto = "until Turn"\nexpect = { "stack.Turn.seat" = 2 }\n') == ""


def test_auto_names_what_was_probably_meant() -> None:
    difference = perform(parse(HEAD + "[[do]]\nauto = 'until PlayCrad'\n"))
    assert "came to a choice before 'PlayCrad' (did you mean 'PlayCard'?)" in str(difference)


def test_a_scenario_brings_cards_from_beside_its_file(tmp_path):
    brought = Path(__file__).parents[1] / "apollyon" / "scenarios" / "brought_card.toml"
    assert perform(read_scenario(brought)) is None
    without = brought.read_text("utf-8").replace('packs = ["fixtures.toml"]\n', "")
    with pytest.raises(BadScenario, match=r"set.characters.lamp-trimmer|there is no piece 'lamp-trimmer'"):
        perform(parse(without))


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ('game = "toy-larder"\nplayers = 2\npacks = ["a.toml"]', "packs: Larder takes no packs"),
        ('game = "apollyon"\nplayers = 1\npacks = ["a.toml"]', "packs: a.toml:1:1: cannot be read"),
        ('game = "apollyon"\nplayers = 1\npacks = "a.toml"', "packs: Expected `array`, got `str`"),
    ],
)
def test_cards_that_cannot_be_brought_are_told(head, told):
    with pytest.raises(BadScenario, match=re.escape(told)):
        perform(parse(head))


def test_cards_in_a_folder_of_scenarios_are_no_scenario():
    folder = Path(__file__).parents[1] / "apollyon" / "scenarios"
    assert "fixtures.toml" not in [path.name for path in scenario_files([folder])]
