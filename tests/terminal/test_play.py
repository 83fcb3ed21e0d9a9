"""The line client: what it shows, what it takes, and that a game can be played to its end from a pipe."""

import io
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from eschaton.kernel import record
from eschaton.kernel.ask import CHANCE, Ask, Choose, ChooseSome, Option, Roll
from eschaton.kernel.errors import BadSetup, Malformed
from eschaton.kernel.game import Advice, Game
from eschaton.kernel.match import resume
from eschaton.kernel.record import Entry
from eschaton.terminal.answers import one_of, question_lines, read_answer, read_roll
from eschaton.terminal.commands import hint_text, taken_in_words
from eschaton.terminal.console import Console
from eschaton.terminal.play import play, play_on
from tests.toys import GAMES
from tests.typed import transcript, typed

LARDER, PARLEY, ORDEAL = GAMES[:3]


def played(*lines: object, game: Game = LARDER, seed: str = "3", **how: Any) -> str:
    return transcript(game, *lines, seed=seed, **how)


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
@pytest.mark.parametrize("seats", ["you,bot", "you,you,random"])
def test_a_game_is_played_to_its_end_from_a_pipe(game: Game, seats: str) -> None:
    options = {switch.key: True for switch in game.options if switch.key == "short"}
    # The last two answer what "1" does not: a question for several things at once.
    text = played(*["1", "1 2", "1 1 2", "none", "1 2 3"] * 400, game=game, seats=seats, options=options)
    assert "The game is over" in text
    assert "Traceback" not in text


def test_the_end_of_input_ends_quietly() -> None:
    ending = "End of input: the game stops here. (not saved; next time: save FILE, or start with --save FILE)\n"
    assert played().endswith(ending)


def test_each_question_has_a_rule_and_numbered_options() -> None:
    text = played("quit", players=3)
    assert "S0: Play card [TOY-2.4]\n  1  the pocket\n  2  pass\nS0> quit\n" in text
    assert "You leave the table." in text


@pytest.mark.parametrize("line", ["9" * 5000, "²", "log ²", "log " + "9" * 5000, "save a\0b", "x" * 5000, "\x1b[A"])
def test_whatever_is_typed_is_answered_in_short(line: str) -> None:
    said = played(line, "quit", players=3).partition(f"S0> {line}\n")[2]
    assert said.endswith("You leave the table. (not saved; next time: save FILE, or start with --save FILE)\n")
    assert len(said) < 500


def test_of_things_called_the_same_the_next_is_meant() -> None:
    dice = [Option("d1", "blood"), Option("d2", "dagger"), Option("d3", "blood"), Option("d4", "dagger")]
    ask = ChooseSome(0, {option.key: 1 for option in dice}, 0, 4)
    assert read_answer(ask, dice, "blood, blood, dagger") == ["d1", "d3", "d2"]
    assert read_answer(ask, dice, "blood (2 of 2)") == ["d3"]
    assert one_of(dice, "dagger") == "d2"


def test_a_hint_has_one_stop_after_a_cards_words() -> None:
    assert hint_text("SCP-105: Look at 1 Situation.", "It pays.") == "Hint: SCP-105: Look at 1 Situation. It pays."


def test_nothing_hidden_is_shown() -> None:
    text = played(*["pass"] * 6, players=3)
    assert "S1 tastes something." in text
    assert "S1 draws a card." in text
    assert "players 1: seat 1" in text
    assert "hand: 3 × face-down card" in text


def test_the_whole_table_is_shown_once_a_turn_and_otherwise_what_changed() -> None:
    text = played("1", "quit", players=3)
    assert text.count("deck: ") == 1
    assert "\n* discards: pocket-1" in text.replace("* players", "\n* players")


def test_answers_by_key_number_and_name_and_what_is_wrong_with_others() -> None:
    text = played("pocket", "zzz", "9", "", "player 2", "quit", players=3)
    assert "'zzz' is neither an option nor a command" in text
    assert "there is no option 9; the numbers go from 1 to 2" in text
    assert "= the pocket" in text
    assert "= Player 2" in text
    assert "= pocket-1" not in text
    assert "= the pocket" in played("pocket-1", "quit", players=3)


def test_commands_that_change_nothing() -> None:
    text = played("?", "help", "table", "why", "hint", "log", "log 1", "rules thief", "free", "save", "pass x", "quit")
    for part in (
        "this help",
        "TOY-2.4  play one card that can be played, or none.",
        "This game gives no hints.",
        "- S0 (you) draws eye-3.  [TOY-2.2]",
        "There is no ledger of 'toy-larder'.",
        "There is nothing you may do unasked now.",
        "Type: save FILE.",
        "Type: pass turn, pass until touched, or pass off.",
    ):
        assert part in text
    assert text.count("S0: Play card") == 1


def test_undo_takes_back_my_last_real_choice_and_bots_agree() -> None:
    text = played("undo", "1", "undo", "log", "quit")
    assert "You have nothing to take back." in text
    assert "Taken back: " in text
    assert "S1 agree" in text
    assert text.rstrip().splitlines()[-3] == "- S0 (you) draws eye-3.  [TOY-2.2]"


def test_other_people_are_asked_before_an_undo() -> None:
    start = ["1", "1", "pass"]
    refused = played(*start, "undo", "no", "quit", players=2, seats="you,you")
    assert "do you agree? (yes or no) no" in refused
    assert "does not agree" in refused
    agreed = played(*start, "undo", "yes", "quit", players=2, seats="you,you")
    assert "Taken back" in agreed


def test_several_people_take_turns_at_the_terminal() -> None:
    text = played("pass", "pass", "pass", players=2, seats="you,you")
    assert "--- S1, you are next. ---" in text
    assert "S1> pass" in text


def test_standing_passes() -> None:
    text = played("pass turn", "pass until touched", "pass off", "quit", players=3)
    assert "You pass every response for now." in text
    assert "You pass until something touches you." in text
    assert "You are asked again from now on." in text


def test_a_standing_pass_spares_the_questions_of_windows() -> None:
    asked = played(*["pass"] * 3, players=3, seed="3")
    spared = played("pass", "pass turn", "pass", players=3, seed="3")
    assert "Response to draw (seat 1, amount 1) [TOY-4.3]" in asked
    assert spared.count("Response to draw") <= asked.count("Response to draw")


def test_who_has_just_saved_is_not_told_that_it_is_not_saved(tmp_path: Path) -> None:
    assert played(f"save {tmp_path / 'a.json'}", "quit").endswith("You leave the table.\n")
    assert "(not saved" in played(f"save {tmp_path / 'a.json'}", "pass", "quit", players=3)


def test_save_and_load(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    text = played("pass", f"save {file}", "quit", players=3, seats="you,random,bot")
    assert f"Saved. Go on with: eschaton play --load {file}" in text
    assert record.read(file).names == ["you", "random", "bot"]
    console, out = typed("log", "quit")
    play_on(file, console)
    assert "S0 you, S1 random, S2 random" in out.getvalue()
    assert f"Saved in {file}." in out.getvalue()
    console, out = typed()
    play_on(file, console, seats="random,you,you")
    assert "S1 you, S2 you" in out.getvalue()


def test_a_game_whose_readers_have_gone_is_kept(tmp_path: Path) -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            if "S0>" in text:
                raise BrokenPipeError
            return len(text)

    file = tmp_path / "game.json"
    with pytest.raises(BrokenPipeError):
        play(LARDER, Console(io.StringIO("1\n"), Closed()), seed="1", keep=file)
    assert resume(LARDER, record.read(file)).question is not None


def test_a_game_is_kept_before_every_question_whatever_becomes_of_the_terminal(tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    class Terminal(io.StringIO):
        def readline(self, *size: Any) -> str:
            line = super().readline(*size)
            if not line:
                raise Killed
            return line

    file = tmp_path / "game.json"
    with pytest.raises(Killed):
        play(LARDER, Console(Terminal("1\n"), io.StringIO()), seed="1", keep=file)
    kept = resume(LARDER, record.read(file))
    assert any(entry.seat == 0 for entry in kept.record.entries)
    assert kept.question is not None


def test_a_pass_is_understood_in_capitals_too() -> None:
    assert "You pass every response for now." in played("PASS TURN", "quit")


def test_a_game_of_other_rules_goes_on_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played("pass", f"save {file}", "quit")
    record.write(msgspec.structs.replace(record.read(file), version=LARDER.version + 1), file)
    console, out = typed("undo", "quit")
    play_on(file, console)
    assert f"This game was played with version {LARDER.version + 1} of the rules." in out.getvalue()
    assert "S0> " in out.getvalue()


def test_saving_never_overwrites_something_else(tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("dear diary")
    text = played(f"save {file}", f"save {tmp_path}/no/where", "quit")
    assert "exists and is not a saved game" in text
    assert f"Not saved: {tmp_path}/no/where: there is no folder {tmp_path}/no." in text
    assert file.read_text() == "dear diary"


def test_where_a_game_cannot_be_saved_it_does_not_begin(tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("dear diary")
    for file, reason in {
        diary: "not a saved game",
        tmp_path: "is a folder",
        tmp_path / "no" / "x": "no folder",
    }.items():
        with pytest.raises(BadSetup, match=f"save: .*{reason}"):
            played("quit", keep=file)


def test_ctrl_c_at_a_question_leaves_the_table_and_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    console, out = typed("pass")

    def interrupted() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(console.source, "readline", interrupted)
    play(LARDER, console, seed="1", keep=file)
    assert f"You leave the table. Saved in {file}." in out.getvalue()
    assert resume(LARDER, record.read(file)).question is not None


def test_a_finished_game_keeps_its_films(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played(seats="random,random", options={"short": True}, keep=file)
    saved = json.loads(file.read_text())
    assert saved["outcome"]
    assert set(saved["films"]) == {"0", "1", "spectator", "all"}
    console, out = typed()
    play_on(file, console)
    assert "The game is over" in out.getvalue()


def test_dice_from_a_real_table(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    lines = ["1", "7 7 7 7", "1 2", "6 6 5 5", "quit"]
    text = played(*lines, game=ORDEAL, hand_dice=True, keep=file)
    assert "Roll 4 for pool (1, 2, 3, 4, 5, 6): 7 7 7 7\nNot a roll: '7' is not one of: 1, 2, 3, 4, 5, 6" in text
    assert "Not a roll: expected 4 of them, not 2" in text
    saved = record.read(file)
    assert saved.deal.typed
    assert [6, 6, 5, 5] in [entry.answer for entry in saved.entries]
    console, out = typed("quit")
    play_on(file, console)
    assert "6, 6, 5, 5" in out.getvalue()


def test_quitting_while_dice_are_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    text = played("1", "?", "quit", game=ORDEAL, hand_dice=True, keep=file)
    assert "Type the faces that lie on your table" in text
    assert f"You leave the table. Saved in {file}." in text
    console, out = typed("6 6 5 5", "quit")
    play_on(file, console)
    assert "Roll 4 for pool" in out.getvalue()
    assert "6, 6, 5, 5" in out.getvalue()


def test_faces_are_typed_by_mark_or_name() -> None:
    ask = Roll("dice", ("Dg", "DD", "Bl"), 3)
    names = {"Dg": "dagger", "DD": "double dagger", "Bl": "blood"}
    assert read_roll(ask, "dg BLOOD dag", names) == ["Dg", "Bl", "Dg"]
    assert read_roll(ask, "double dagger, b,dagger", names) == ["DD", "Bl", "Dg"]
    with pytest.raises(Malformed, match="'d' is not one of: Dg, DD, Bl"):
        read_roll(ask, "d d d", names)


def parley(*lines: object) -> str:
    return played("1", "2", *lines, "quit", game=PARLEY, seats="you,you")


def test_free_actions_have_letters() -> None:
    text = parley("1 2 1", "free", "a")
    assert text.count("  a  Offer S0 wheat for stone (unasked)") == 2
    assert "S0: Offer" in text


def test_a_number_is_checked() -> None:
    text = played("x", "9", "3", "quit", game=PARLEY, seats="you,you")
    assert "Not accepted: expected a number, not 'x'" in text
    assert "Not accepted: 9 is not between 0 and 8" in text
    assert "S0> 3\n= 3\n" in text


@pytest.mark.parametrize(
    "lines", [["1 2 1"], ["1=1 2=2 3=1"], ["wheat#0=S0, wheat#1=S1, stone#2=S0"], ["each", 1, 2, 1]]
)
def test_items_are_assigned_by_numbers_names_or_one_by_one(lines: list[object]) -> None:
    assert "= wheat#0 to Player 0, wheat#1 to Player 1, stone#2 to Player 0" in parley(*lines)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1 2", "expected 3 places, one for each item in order, not 2"),
        ("1=1", "nothing is said of wheat#1, stone#2; everything that can go somewhere must"),
        ("1 1 1", "at most 2 on S0"),
        ("9=1", "there is no option 9"),
        ("1=S7", "'S7' is neither an option nor a command"),
    ],
)
def test_wrong_assignments_say_why(line: str, message: str) -> None:
    assert f"Not accepted: {message}" in parley(line)


def test_hints_and_the_rule_of_thumb_come_from_the_games_advice() -> None:
    def advice(table: object, ask: Ask, rng: object) -> Advice:
        assert "mirror-3" not in str(table)  # a card that nobody holds yet
        return Advice(ask.default(), "It tells nothing.")

    advised = msgspec.structs.replace(LARDER, advice=advice)
    text = played("hint", "pass", "quit", game=advised)
    assert "Larder: S0 you, S1 thumb." in text
    assert "Hint: pass. It tells nothing." in text


def test_a_bot_that_thinks_gives_a_hint_which_can_be_followed() -> None:
    text = played("hint search:8", "follow", "quit", game=LARDER)
    assert "Hint: " in text
    assert "tries" in text
    hinted = text.split("Hint: ")[1].split(". Expected")[0]
    assert f"= {hinted}" in text
    assert "no bot is called 'nobody'" in played("hint nobody", "quit", game=LARDER)


def test_bots_tell_their_reasons_only_where_nobody_has_secrets() -> None:
    assert "bots keep theirs" in played("why bots", "quit", game=LARDER)
    shared = msgspec.structs.replace(LARDER, shared=True)
    assert "No bot has answered yet" in played("why bots", "quit", game=shared)
    lines = ["pass", "pass", "pass", "why bots", "quit"]
    assert "S1: It may be answered." in played(*lines, game=shared)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seats": "you,robot"}, "no bot is called 'robot'"),
        ({"seats": "you,thumb"}, "has no advice"),
        ({"players": 7}, "takes 2 to 4 players"),
        ({"options": {"long": True}}, "options.long: no such option"),
    ],
)
def test_wrong_seats_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(BadSetup, match=message):
        played(**options)


def test_an_option_is_named_by_how_it_begins_not_by_a_word_within() -> None:
    options = [Option("siren", "Spend a Siren coin to move a die"), Option("pass", "Pass")]
    assert one_of(options, "spend") == one_of(options, "Spend a S") == one_of(options, "sir") == "siren"
    for word in ("a", "coin", "d"):
        with pytest.raises(Malformed, match="neither an option nor a command"):
            one_of(options, word)


def test_amounts_that_count_up_stand_in_one_line() -> None:
    labels = ["No trade", "give 1 coin", *(f"give {many} coins" for many in range(2, 9)), "take 1 life", "take 3 life"]
    options = [Option(f"k{at}", label) for at, label in enumerate(labels)]
    lines = question_lines(Choose(0, {option.key: None for option in options}), options)
    assert lines == [
        "  1  No trade",
        "  2 to 9  give 1 coin … give 8 coins",
        "  10  take 1 life",
        "  11  take 3 life",
        "  (by number, or in words, as in: give 2 coins)",
    ]


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ((0,), "1 answer of yours"),
        ((0, 1, 2), "1 answer of yours"),
        ((0, 1, 0), "2 answers of yours"),
        ((0, CHANCE), "1 answer of yours, and what chance answered"),
    ],
)
def test_of_what_was_taken_back_only_ones_own_is_counted(seats: tuple[int, ...], words: str) -> None:
    """Who else was asked, and passed, tells what they hold."""
    assert taken_in_words([Entry(seat, None) for seat in seats], 0) == words
