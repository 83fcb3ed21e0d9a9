"""The same move has the same number wherever it can, and every move has one."""

import pytest

from eschaton.adapters.actions import DONE, FIXED, HOLD, MORE, Move, Numbering
from eschaton.kernel.errors import BadSetup


def moves(many: int) -> list[Move]:
    return [Move("pick", f"card-{n}") for n in range(many)]


def test_fixed_moves_have_the_first_numbers():
    assert Numbering(8).numbered([DONE, HOLD]) == {0: HOLD, 1: DONE}


def test_numbers_are_the_same_on_every_machine():
    found = Numbering(512).numbered([Move("pick", "pass"), Move("pick", "S1"), Move("free", "S1")])
    assert {str(move): number for number, move in found.items()} == {"pick pass": 330, "pick S1": 131, "free S1": 263}


def test_a_move_keeps_its_number_whatever_else_is_offered():
    numbering = Numbering(512)
    alone = {move: next(iter(numbering.numbered([move]))) for move in moves(40)}
    together = {move: number for number, move in numbering.numbered(moves(40)).items()}
    assert sum(alone[move] == together[move] for move in alone) > 35


def test_the_order_in_which_moves_are_offered_does_not_matter():
    numbering = Numbering(16)
    assert numbering.numbered(moves(12)) == numbering.numbered(moves(12)[::-1])


def test_every_move_has_a_number_even_when_all_are_taken():
    found = Numbering(16).numbered(moves(13))
    assert sorted(found) == list(range(3, 16))
    assert set(found.values()) == set(moves(13))


def test_more_moves_than_numbers_come_page_by_page():
    numbering = Numbering(16)
    offered = [*moves(30), DONE]
    assert numbering.pages(offered) == 3
    found = [numbering.numbered(offered, page) for page in range(3)]
    assert all(page[1] == DONE and page[2] == MORE for page in found)
    assert {move for page in found for move in page.values() if move not in FIXED} == set(moves(30))


@pytest.mark.parametrize("size", [7, 0, "many", 8.0])
def test_too_few_numbers_are_refused(size):
    with pytest.raises(BadSetup, match="actions: expected a whole number of at least 8"):
        Numbering(size)
