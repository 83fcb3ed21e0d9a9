"""A window on an announced step is opened in sight of that step."""

from eschaton.kernel.machine import settle
from eschaton.kernel.window import Window, before
from tests.toys.larder import GAME, Loss


def test_powers_that_look_at_what_is_announced_keep_their_window() -> None:
    table = GAME.table(GAME.checked(2, {}))
    for player in table.players:  # type: ignore[attr-defined]
        player.hand.put("guard-1")
    pending = list(table.stack)
    window, loss = before(table, Window("loss", [1, 0]), Loss(1, 0, 2))
    assert isinstance(window, Window)
    assert window.about == loss.serial
    assert table.stack == pending


def test_a_window_over_which_nothing_can_be_changed_is_over_at_once() -> None:
    table = GAME.table(GAME.checked(2, {}))
    table.push(before(table, Window("loss", [1, 0]), Loss(1, 0, 2)))
    settle(table)
    assert table.players[1].life == 1  # type: ignore[attr-defined]
