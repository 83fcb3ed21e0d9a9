"""Cult at a terminal: what a person reads there, and how little they have to type."""

import io
import re
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from eschaton.games.cult import GAME
from eschaton.kernel import record
from eschaton.kernel.event import Event
from eschaton.kernel.machine import same_moment
from eschaton.kernel.match import resume
from eschaton.ledger import rule
from eschaton.terminal.client import Client
from eschaton.terminal.console import Console
from eschaton.terminal.passing import HeldPass, Passing
from eschaton.terminal.play import play, play_on
from tests.cult.driver import S0, S1, S2, S3, Driver
from tests.typed import transcript, typed

BOTS = "you,bot,bot,bot,bot"


def played(*lines: str, seed: str = "5", seats: str = BOTS) -> str:
    return transcript(GAME, *lines, width=200, seats=seats, seed=seed)


@pytest.fixture(scope="module")
def whole_game() -> str:
    return played(*["follow"] * 700)


def test_dice_lie_on_altars_by_the_name_the_board_has_everywhere(whole_game: str) -> None:
    assert re.search(r"\* Dice of S\d: .*on Altar \d", whole_game)
    assert not re.search(r"\bboard\d", whole_game)


def test_only_what_changed_before_a_player_is_told(whole_game: str) -> None:
    assert re.search(r"^\* S\d: life \d+$", whole_game, re.MULTILINE)
    assert "face-down role (role)" not in whole_game


def test_what_happened_by_one_rule_stands_in_one_line(whole_game: str) -> None:
    assert re.search(r"^- S0 \(you\) is the \S.*\. S1 is the \S.*\. S4 is the \S.*\.$", whole_game, re.MULTILINE)
    assert re.search(r"gains 1 life \(\d times\)\.", whole_game)
    assert not re.search(r"^(- .*)\n\1$", whole_game, re.MULTILINE)


def test_what_is_asked_is_not_offered_unasked_as_well(whole_game: str) -> None:
    for question in re.split(r"^S0: ", whole_game, flags=re.MULTILINE)[1:]:
        asked = re.findall(r"^  \d+  (.+)$", question, re.MULTILINE)
        assert not [line for line in re.findall(r"^  [a-z]  (.+) \(unasked\)$", question, re.M) if line in asked]


def test_at_the_end_everybody_is_told_who_was_what(whole_game: str) -> None:
    sides = re.search(r"^Sides: S0 \(you\) High Priest, (.+)\.$", whole_game, re.MULTILINE)
    assert sides is not None
    assert sorted(side.split(" ", 1)[1] for side in sides[1].split(", ")) == [
        "Cabalist", "Cabalist", "Faithful", "Vengeful Heretic",
    ]  # fmt: skip


def test_all_dice_are_resolved_with_one_word() -> None:
    # Re-roll twice, no power, commit as advised, then all dice in the order shown.
    text = played("none", "pass", "follow", "rest", "follow", "quit")
    turn = text.partition("the turn of S1.")[0]
    assert turn.count("S0: Which die do you resolve?") == 1
    assert turn.count("(as you said)") >= 2


def test_standing_passes_are_offered_where_one_may_pass(whole_game: str) -> None:
    window = whole_game.partition("do you respond? [CD-7.2]\n")[2]
    assert window.startswith("  1  ")
    assert "  (or: pass phase; pass turn; pass until touched)\n" in window.partition("S0> ")[0]


def test_a_person_is_told_once_what_their_cards_and_those_on_offer_say(whole_game: str) -> None:
    told = re.findall(r"^    (\S.*?)(?: \(.*?\))?: .+$", whole_game, re.MULTILINE)
    first = whole_game.partition("S0> ")[0]
    assert {"High Priest", "Bloodletter II", "Sigil of the Tithe"} <= set(told)
    assert all(f"    {card}" in first for card in ("High Priest", "Bloodletter II", "Sigil of the Tithe"))
    assert "Transmutation" in told, "a ritual, when a die may first go there"
    assert len(told) == len(set(told))


def test_who_becomes_a_wraith_reads_what_each_can_do() -> None:
    text = played(*["follow"] * 300, seed="11")
    assert re.search(r"Which Wraith do you become\?.*?    Undertow \(dice dagger, blood\): Discard: ", text, re.DOTALL)


def test_who_passes_until_touched_is_left_alone_for_more_than_a_turn() -> None:
    text = played("pass until touched", "quit", seed="7")  # S0's Sigil could be used in every Response phase
    before, _, after = text.partition("You pass until something touches you.")
    assert "S0: The dice lie on their targets: do you respond?" in before
    assert "It is the turn of S3." in after
    assert re.findall(r"^S0: (\w.*\?)", after, re.MULTILINE) == ["Which dice do you roll again?"]


NOTHING_ASKED = "S0: Nothing is asked of you. Do you do anything? (Enter goes on; "
MERCHANT = "8"  # a seed with which S0 is the Merchant II


@rule("CD-Q-52", "CD-18.17")
def test_a_merchant_has_a_moment_before_each_roll_and_in_each_response_phase() -> None:
    text = played(*["follow"] * 60, seed=MERCHANT)
    turns = [turn.partition("It is the turn of")[0] for turn in text.split("It is the turn of S")[1:-1]]
    quiet = [turn for turn in turns if "S0 (you): offer" not in turn]
    assert all(turn.count(NOTHING_ASKED) <= 2 for turn in quiet), "once at each of them, unless there is more to trade"
    of_another = next(turn for turn in quiet if not turn.startswith("0"))
    assert of_another.count(NOTHING_ASKED) == 2
    rolling = of_another.index(" rolls ")
    assert of_another.index(NOTHING_ASKED) < rolling < of_another.rindex(NOTHING_ASKED)


@rule("CD-Q-52", "CD-18.17", "CD-18.20")
def test_a_merchant_trades_unasked() -> None:
    text = played("a", "give 1 Chant coin, take 1 life", "quit", seed=MERCHANT)
    asked = text.index("S0: What do you give, and take? [CD-18.20]")
    assert text.index(NOTHING_ASKED) < asked < text.index("S0 (you) offers S1 1 Chant coin for 1 life.")


@rule("CD-Q-52")
@pytest.mark.parametrize(("said", "moments"), [("", 2), ("pass turn", 1), ("pass phase", 2)])
def test_who_passes_for_a_turn_is_not_waited_for(said: str, moments: int) -> None:
    first = played(said, "", seed=MERCHANT).split("It is the turn of S")[1]
    assert first.count(NOTHING_ASKED) == moments


def test_nobody_is_waited_for_who_has_nothing_to_do_unasked(whole_game: str) -> None:
    assert "Sigil of the Tithe" in whole_game, "which is no reason either: its holder is asked in Response phases"
    assert NOTHING_ASKED not in whole_game.partition("Keeper of Kraken")[0]


@rule("CD-Q-52", "CD-Q-73")
def test_only_what_everybody_knows_is_waited_for(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Merchant II").coins(S1="siren", S3="chant").sigils(S0="Tithe", S4="Ebb")
    game.turn(S2)
    assert game.waiting == "Window"
    assert "tithe" in game.table.free(S0)
    assert [seat for seat in range(5) if game.table.waits_for(seat)] == [S1]
    game.table.removed.put("ebb", -1)
    assert game.question.may_act(game.table) == [S1], "the Merchant may act, though nobody can hold the Ebb"


def test_a_game_in_which_somebody_acted_unasked_is_replayed(tmp_path: Path) -> None:
    lines = ["", "a", "give 1 Chant coin, take 1 life", "follow", "", "quit"]
    transcript(GAME, *lines, seats=BOTS, seed=MERCHANT, keep=tmp_path / "game")
    saved = record.read(tmp_path / "game")
    assert any(entry.how == "free" and entry.idle for entry in saved.entries)
    assert same_moment(resume(GAME, saved).table, saved.snapshots[-1].table)


def test_amounts_of_a_trade_stand_in_one_line_each() -> None:
    text = played("a", "quit", seed=MERCHANT).partition("What do you give, and take? [CD-18.20]\n")[2]
    lines = text.partition("S0> ")[0].splitlines()
    assert "  2 to 3  give 1 Siren coin … give 2 Siren coins" in lines
    assert len(lines) <= 8


def test_dice_are_placed_one_by_one_with_help_between() -> None:
    # Re-roll nothing, no power; then every die on its first place.
    text = played("none", "pass", "each", "hint", "undo", "no such place", "1", "1", "1", "1", "1", "quit")
    between = text.partition("S0> each\n")[2]
    assert "Hint: " in between
    assert "That must wait until everything has a place; or: stop, to begin again." in between
    assert "Not accepted: 'no such place' is neither an option nor a command" in between
    assert re.search(r"^= .+ to .+, .+ to ", between, re.MULTILINE), "and all dice are committed"
    assert "Not accepted: nothing was placed" in played("none", "pass", "each", "stop", "quit")


@rule("CD-5.2")
def test_a_question_says_what_goes_on_and_never_how_a_step_is_stored() -> None:
    text = played(*["follow"] * 80, seed="9")  # S0 holds the Sigil of Quickening
    assert "S0: The dice have been rolled: do you change anything? [CD-5.2]" in text
    assert "Response to" not in text


@rule("CD-1.19")
def test_what_everybodys_character_can_do_is_read_out_once() -> None:
    first = played("quit").partition("S0> ")[0]
    for card in ("Sorceress II", "Librarian II", "Tidecaller", "Guardian II", "Ancient Shadow"):
        assert len(re.findall(rf"^    {card} \(.+?\): ", first, re.MULTILINE)) == 1


def test_a_game_that_goes_on_begins_with_what_happened_last(tmp_path: Path) -> None:
    file = tmp_path / "cult.json"
    transcript(GAME, *["follow"] * 60, seats=BOTS, seed="5", keep=file)
    console, out = typed("log 999", "quit")
    play_on(file, console)
    before, _, log = out.getvalue().partition("S0> log 999\n")
    assert "What happened last (log 999 tells more):\n- " in before
    assert "S0 (you) is the High Priest." not in before
    assert "S0 (you) is the High Priest." in log


def test_who_sits_down_next_does_not_read_the_secrets_of_the_one_before() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out = io.StringIO()
    console = Console(Terminal("\nnone\n" + "follow\n" * 3 + "rest\n\nquit\n"), out)
    play(GAME, console, seats="you,you,bot,bot,bot", seed="5")
    first, away, rest = out.getvalue().partition("--- S0, you are next. ---\nPress Enter when the others look away.")
    assert away
    assert "Sigil of" not in first
    before = rest.partition("--- S1, you are next. ---\nPress Enter when the others look away.")[0]
    assert before.endswith("\n" * 20)


@rule("CD-5.3")
def test_it_is_said_how_often_dice_can_be_rolled_again() -> None:
    asked = re.findall(r"^S0: (Which dice.*) \[", played("1", "1", "quit"), re.MULTILINE)
    assert asked == ["Which dice do you roll again? (and once more after that)", "Which dice do you roll again?"]


TIDE = "s0"  # a seed with which S0 holds the Sigil of the Turning Tide
RESOLVING = "S0: The dice are being resolved: do you do anything?"


@rule("CD-8.11", "CD-13.6")
def test_who_passes_before_the_first_die_is_asked_again_only_if_something_unforeseen_happens() -> None:
    text = played(*["follow"] * 120, seed=TIDE)
    turns = [turn for turn in text.split("It is the turn of S")[1:-1] if RESOLVING in turn]
    assert len(turns) >= 5
    quiet = [turn for turn in turns if not re.search(r"re-roll|rolls |S\d: |gains a die", turn.partition(RESOLVING)[2])]
    assert quiet
    assert {turn.count(RESOLVING) for turn in quiet} == {1}


@rule("CD-8.11")
def test_ones_own_choices_are_foreseen_and_those_of_others_are_not(cult: type[Driver]) -> None:
    """Whom Lamia robs is nothing new to who chooses it: their pass in this phase holds, and nobody else's."""
    game = cult(players=5).board(1, "Lamia", Pa=4, An=4).turn(S0).rolls("Pa Bl Bl Bl Bl").commits(Pa="board1")
    game.go(until="LamiaSteal")
    client = SimpleNamespace(step=game.question.step, match=SimpleNamespace(table=game.table))
    passing = Passing(cast(Client, client))
    for seat, still in ((S0, {S0}), (S1, {S1}), (None, set())):
        passing.held = dict.fromkeys((S0, S1), HeldPass(1, "resolve", 0, 0))
        passing.saw("S2", seat)
        assert passing.held.keys() == still


@rule("CD-8.11", "CD-Q-41")
def test_who_waits_is_asked_before_every_die() -> None:
    own_turn = ["pass turn", *["follow"] * 8]
    waited = played(*own_turn, *["wait"] * 12, "quit", seed=TIDE)
    passed = played(*own_turn, *["pass"] * 12, "quit", seed=TIDE)
    assert "wait, to be asked again in this phase whatever happens" in waited
    assert waited.count(RESOLVING) > passed.count(RESOLVING) >= 1


@rule("CD-18.33", "CD-Q-41", "CD-8.11")
def test_what_an_assassin_weighs_is_unforeseen_when_somebody_loses_life(cult: type[Driver]) -> None:
    game = (
        cult(players=5).characters(S1="Assassin", S3="Guardian").turn(S2).rolls("Dg Dg Bl Bl Bl").commits(Dg=[S0, S0])
    )
    game.advance(lambda question: "assassin" in game.offers(S1))
    window = game.table.stack[-1]
    assert game.table.can_decide_now(S1, window)
    assert not game.table.can_decide_now(S3, window), "a shield comes before the loss"
    lost = Event("lost", "CD-8.3", {"who": S0, "life": 1, "by": S2})
    assert [game.table.unforeseen(seat, lost) for seat in (S1, S3)] == [True, False]
    game.table.dice.clear()
    assert not game.table.can_decide_now(S1, window), "the last call"


@rule("CD-Q-63")
def test_a_pass_for_the_turn_said_before_the_first_one_is_not_for_the_whole_game() -> None:
    text = transcript(
        GAME, "pass turn", *["follow"] * 30, width=200, seats=BOTS, seed="5", options={"truly_a_high_priest": True}
    )
    before, _, after = text.partition("You pass every response for now.")
    assert "Do you replace a ritual?" in before
    assert "do you respond? [CD-7.2]" in after
