"""A bot may be any program: it plays by the messages of a web seat, and cannot stop a table."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

import pytest

from eschaton.bots import Sight, make_bot, make_bots
from eschaton.bots.process import ProcessBot
from eschaton.kernel.ask import Ask, Choose
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.table import Table
from eschaton.lab.playout import Playout
from eschaton.lab.simulate import Job, simulate
from tests.bots.tables import positions
from tests.toys import GAMES

LARDER, PARLEY, ORDEAL = GAMES[:3]
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "first_option.py"
PROGRAM = f"process:{sys.executable} {EXAMPLE}"
HELLO = 'print(\'{"type": "hello", "version": 2}\', flush=True)\n'


def written(folder: Path, source: str) -> str:
    """A program with this source, as the name of a bot."""
    file = folder / "bot.py"
    file.write_text(source, "utf-8")
    return f"process:{sys.executable} {file}"


def some_question(kind: type[Ask] = Choose) -> tuple[Table, Ask]:
    """A question with a choice."""
    for table, ask in positions(LARDER, 2, "program"):
        if isinstance(ask, kind) and len(list(ask.keys())) > 1:
            return table, ask
    raise AssertionError("no such question")


def given_by(name: str, times: int = 1, patience: float = 20.0) -> tuple[list[object], Ask, ProcessBot]:
    """What a program answers to the same question, several times."""
    table, ask = some_question()
    kind, _, command = name.partition(":")
    assert kind == "process"
    bot = ProcessBot(LARDER, command, patience)
    given = [bot.answer(Sight(LARDER, table, ask.seat), ask, Random(0)) for _ in range(times)]
    return given, ask, bot


@pytest.mark.parametrize("game", [LARDER, PARLEY, ORDEAL], ids=lambda game: game.id)
def test_the_example_plays_whole_games(game: object, capfd: pytest.CaptureFixture[str]) -> None:
    assert game in GAMES
    playing = next(toy for toy in GAMES if toy is game)
    seats = len(playing.table(playing.checked(2, {})).people())
    bots = make_bots([PROGRAM, *["random"] * (seats - 1)], playing)
    played = Playout(playing, playing.checked(2, {}), bots, "example")
    played.run()
    assert played.table.outcome is not None
    assert "did not answer" not in capfd.readouterr().err


def test_the_example_takes_the_first_option() -> None:
    given, ask, _ = given_by(PROGRAM)
    assert given == [next(iter(ask.keys()))]


def test_a_program_is_seated_like_any_bot() -> None:
    report = simulate(Job(game=LARDER.id, players=2, games=1, bots=(PROGRAM, "random")))
    assert not report.errors


def test_a_dead_program_stops_no_table(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    given, ask, bot = given_by(written(tmp_path, HELLO + "raise SystemExit(3)"), times=3)
    assert given == [ask.default()] * 3
    warned = [line for line in capfd.readouterr().err.splitlines() if "did not answer" in line]
    assert len(warned) == 1
    assert "it has ended" in warned[0]
    assert bot.program is not None
    assert bot.program.process.poll() is not None


def test_a_slow_program_stops_no_table(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    began = time.monotonic()
    given, ask, bot = given_by(written(tmp_path, HELLO + "import time\ntime.sleep(600)"), times=5, patience=0.2)
    assert given == [ask.default()] * 5
    assert time.monotonic() - began < 15
    assert "took too long; it is asked no more" in capfd.readouterr().err
    assert bot.program is not None
    assert bot.program.process.poll() is not None


def test_a_program_that_never_reads_stops_no_table(tmp_path: Path) -> None:
    given, ask, bot = given_by(written(tmp_path, HELLO + "import time\ntime.sleep(600)"), patience=0.1)
    assert bot.program is not None
    bot.strikes = -1000
    table, _ = some_question()
    for _ in range(60):  # far more than a pipe holds
        given.append(bot.answer(Sight(LARDER, table, ask.seat), ask, Random(0)))
        bot.patience = 0.0
    assert set(map(str, given)) == {str(ask.default())}


@pytest.mark.parametrize(
    "babble",
    [
        "while True: print('tide', flush=True)",
        'while True: print(\'{"type": "say", "text": "tide"}\', flush=True)',
        'while True: print(\'{"type": "answer", "seat": 0, "ask": "", "answer": 1}\', flush=True)',
        "while True: print('x' * 100000, end='', flush=True)",
    ],
)
def test_a_babbling_program_stops_no_table(tmp_path: Path, babble: str, capfd: pytest.CaptureFixture[str]) -> None:
    given, ask, bot = given_by(written(tmp_path, HELLO + babble), times=2)
    assert given == [ask.default()] * 2
    assert "it babbles; it is asked no more" in capfd.readouterr().err
    assert bot.program is not None
    assert bot.program.process.poll() is not None


def test_a_program_must_greet_in_the_right_version(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    given, ask, _ = given_by(written(tmp_path, HELLO.replace('"version": 2', '"version": 99')))
    assert given == [ask.default()]
    assert "not a hello of version 2" in capfd.readouterr().err


def test_an_illegal_answer_is_refused_and_may_be_mended(tmp_path: Path) -> None:
    source = EXAMPLE.read_text("utf-8").replace("return keys[0]", "return keys[0] if tried else 'nonsense'")
    source = source.replace('say({"type": "hello"', 'tried = False\nlast = None\nsay({"type": "hello"')
    source = source.replace(
        "        print(f\"refused: {message['message']}\", file=sys.stderr)",
        "        assert message['code'] == 'illegal' and message['field'] == 'answer'\n        tried = True\n"
        "        say({**last, 'answer': answer(question)})",
    ).replace(
        "        question = message",
        "        last = {'type': 'answer', 'seat': message['seat'], "
        "'ask': message['state']['question']['id']}\n        question = message",
    )
    given, ask, _ = given_by(written(tmp_path, source))
    assert given == [next(iter(ask.keys()))]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("process:", "there is no such program"),
        ("process:no-such-program-anywhere", "there is no such program"),
        ("process:'unclosed", "No closing quotation"),
    ],
)
def test_a_command_that_cannot_be_run_is_refused_before_the_game(name: str, why: str) -> None:
    with pytest.raises(BadSetup, match=why):
        make_bot(name, LARDER)
