"""Dice in words: pools, needs, sides; and assignments that begin with what lies there now."""

import io

import pytest

from eschaton.kernel.ask import Assign, Option
from eschaton.kernel.errors import Malformed
from eschaton.kernel.scene import Die, Need, Piece, Scene, Side, Zone
from eschaton.terminal.answers import lying_now, question_lines, read_answer
from eschaton.terminal.console import Console
from eschaton.terminal.draw import drawing, look
from eschaton.terminal.play import play
from tests.gallery import forge


def test_dice_lie_in_pools_and_say_what_has_become_of_them() -> None:
    sides = [Side(number=3, symbols=["Blade"]), Side(drops=2), Side()]
    dice = [
        Piece(id="a", kind="die", owner=0, die=Die(colour="iron", shows=sides[0], now=2, sides=sides)),
        Piece(id="b", kind="die", owner=1, die=Die(colour="gold", shows=sides[1], crossed=True), on="slot"),
        Piece(id="c", kind="die", owner=0, die=Die(colour="iron")),
    ]
    needs = [Need(title="2", met_by="b"), Need(title="a Blade"), Need(title="an Eye")]
    zones = [
        Zone(id="slot", kind="row", title="Parry", needs=needs),
        Zone(id="t", kind="tray", title="Dice", pieces=dice),
    ]
    scene = Scene(title="T", zones=zones)
    assert drawing(scene).splitlines() == [
        "Parry: there: 2; still needs: a Blade and an Eye",
        "Dice: S0 iron: 3 + Blade (lowered to 2), not rolled, S1 gold: 2 drops on Parry (crossed out)",
    ]
    assert look(scene, "blade") == ["3 + Blade (iron, lowered to 2); its sides: 3 + Blade | 2 drops | blank"]


def test_an_assignment_begins_with_what_lies_there_now() -> None:
    ask = Assign(0, {"a": ("tray", "slot"), "b": ("tray", "slot"), "c": ("slot", "other")}, most={"slot": 1})
    options = [Option(key, key.title(), (key,)) for key in ("a", "b", "c", "tray", "slot", "other")]
    pieces = [Piece(id="a", kind="die"), Piece(id="b", kind="die", on="slot"), Piece(id="c", kind="die", on="slot")]
    scene = Scene(title="T", zones=[Zone(id="tray", kind="tray", pieces=pieces)])
    now = lying_now(scene, ask, options)
    assert now == {"a": "tray", "b": "slot"}, "there is no room for a second one on the slot"
    assert question_lines(ask, options, now)[0] == "  1  A (now Tray): 1 Tray, 2 Slot"
    assert read_answer(ask, options, "c=other", now) == {"a": "tray", "b": "slot", "c": "other"}
    assert read_answer(ask, options, "3=other 2=1 1=2", now) == {"a": "slot", "b": "tray", "c": "other"}
    with pytest.raises(Malformed, match="nothing is said of C"):
        read_answer(ask, options, "same", now)


def test_dice_are_left_or_moved_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("2=2\nsame\n1=4\n"))
    play(forge.GAME, Console(), seats="you", seed="1")
    said = capsys.readouterr().out
    assert "(what is not named stays where it lies; or: same, to leave all of it so)" in said
    assert "die 2 (now 2):" in said
    assert "there: 2; still needs: a Blade and an Eye" in said
    assert "The game is over" in said
