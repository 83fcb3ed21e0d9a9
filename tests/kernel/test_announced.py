"""A window on an announced step is opened in sight of that step."""

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


def test_nothing_to_change_needs_no_window() -> None:
    table = GAME.table(GAME.checked(2, {}))
    (loss,) = before(table, Window("loss", [1, 0]), Loss(1, 0, 2))
    assert isinstance(loss, Loss)
