"""A window on an announced step is opened in sight of that step."""

import pytest

from eschaton.kernel.ask import Seat
from eschaton.kernel.machine import settle
from eschaton.kernel.window import Power, Window, before
from tests.toys.larder import GAME, Larder, Loss


class Wary(Larder):
    """Guards help only while a loss is pending."""

    def powers(self, seat: Seat, timing: str) -> list[Power]:
        return super().powers(seat, timing) if self.nearest("Loss") else []


@pytest.mark.parametrize("frozen", [False, True])
def test_powers_may_look_at_what_is_announced(frozen: bool) -> None:
    plain = GAME.table(GAME.checked(2, {}))
    table = Wary(**{name: getattr(plain, name) for name in plain.__struct_fields__})
    table.players[1].hand.put("guard-1", 2)
    pending = list(table.stack)
    window, loss = before(table, Window("loss", [1, 0], frozen=frozen), Loss(1, 0, 2))
    assert isinstance(window, Window)
    assert window.about == loss.serial
    assert table.stack == pending
    table.push([window, loss])
    question = settle(table)
    assert question is not None
    assert list(question.asks(table)) == [1]


def test_a_window_over_which_nothing_can_be_changed_is_over_at_once() -> None:
    table = GAME.table(GAME.checked(2, {}))
    table.push(before(table, Window("loss", [1, 0]), Loss(1, 0, 2)))
    settle(table)
    assert table.players[1].life == 1  # type: ignore[attr-defined]
