"""What a viewer sees is an allow-list declared beside the fields."""

import msgspec
import pytest

from eschaton.kernel.ask import ALL_SEEING, only
from eschaton.kernel.effect import Lasting
from eschaton.kernel.event import Event
from eschaton.kernel.machine import answer, settle
from eschaton.kernel.view import breadcrumb, observe, plain, view
from eschaton.kernel.window import Window
from tests.kernel.small import Add, Question, Several, Within, small
from tests.toys import larder


def test_open_fields_are_for_all_owned_ones_for_their_player_and_the_rest_for_nobody():
    table = small()
    for viewer, sees in [(1, {1}), (None, set()), (ALL_SEEING, {0, 1, 2})]:
        seen = view(table, viewer)["sitters"]
        assert {sitter["seat"] for sitter in seen if "plan" in sitter} == sees
        assert all(sitter["life"] == 3 for sitter in seen)
        assert not any("mood" in sitter for sitter in seen)


def test_what_is_not_declared_is_never_sent():
    seen = view(small(Add(5, secret=3)), ALL_SEEING)
    assert {"held", "possible", "counts", "given", "standing", "next_serial", "events"} & set(seen) == set()
    assert seen["stack"] == [{"step": "Add", "title": "Add", "rule": "TOY-0.3", "amount": 5, "seat": 0}]


def test_a_pile_shows_its_back_and_the_faces_a_viewer_knows():
    table = small()
    table.deck.look(1, 1)
    assert view(table, 1)["deck"] == {"back": "card", "cards": [None] * 5 + ["f"]}
    table.deck.shuffled(list("fedcba"))
    assert view(table, 1)["deck"] == {"back": "card", "cards": [None] * 6, "contents": ["f"]}
    assert view(table, 0)["deck"] == {"back": "card", "cards": [None] * 6}


def test_lasting_effects_are_seen_without_their_serials():
    table = small()
    table.last(Lasting("dice", "add", 1, on=2, source="charm", until=4))
    (seen,) = view(table, None)["effects"]
    lasts = {"condition": "", "turns": 0, "whose": None}
    assert seen == {"name": "dice", "how": "add", "amount": 1, "on": 2, "source": "charm"} | lasts


def test_a_seat_is_shown_its_question_with_labels_pieces_and_rule():
    table = larder.GAME.table(larder.GAME.checked(2, {}))
    table.players[0].hand.put("coin-1", only(0))
    table.stack.clear()
    table.push([larder.PlayCard(0)])
    question = settle(table)
    told = observe(table, question, 0, given=4)
    assert told.question.rule == "TOY-2.4"
    assert told.question.prompt == "Play card"
    assert told.question.id == question.ask.id(4)
    assert [(option.key, option.label, option.pieces) for option in told.question.options] == [
        ("coin-1", "the coin", ("coin-1",)),
        ("pass", "pass", ()),
    ]
    assert observe(table, question, 1).question is None
    assert observe(table, question, 1).may_act == [0]


def test_an_option_tells_the_rule_of_its_power_where_that_differs_from_the_questions():
    table = small(Window("add", [0], rule="TOY-0.3"), held={0: ["soften", "cheer"]})
    options = observe(table, settle(table), 0).question.options
    assert [(option.key, option.rule) for option in options] == [("soften", "TOY-0.11"), ("cheer", ""), ("pass", "")]


def test_limits_travel_with_the_question():
    table = small(Several("sealed", [0, 1]))
    told = observe(table, settle(table), 1)
    assert told.question.limits == {"least": 0, "most": 9}


def test_who_has_sealed_an_answer_is_asked_no_more_and_nobody_else_can_tell():
    table = small(Several("sealed", [0, 1, 2]))
    before = [msgspec.json.encode(observe(table, settle(table), viewer)) for viewer in (0, 1, None)]
    answer(table, settle(table), 1, 5)
    question = settle(table)
    assert observe(table, question, 1).question is None
    after = [msgspec.json.encode(observe(table, question, viewer)) for viewer in (0, 1, None)]
    assert (before[0], before[2]) == (after[0], after[2])


def test_free_actions_and_events_are_told():
    table = small(Question(1, ["on"]))
    event = Event("drew", "", {"who": 1}, secret={"card": "x"}, to=only(0))
    told = observe(table, settle(table), 0, events=[event, Event("hid", audience=only(1))])
    assert [(option.key, option.rule) for option in told.free] == [("shout", "TOY-0.2")]
    assert [event.args for event in told.events] == [{"who": 1, "card": "x"}]
    assert observe(table, settle(table), None).free == []


def test_the_way_to_the_question_can_be_told():
    table = small(Within([Question(1, ["on"])]))
    settle(table)
    assert breadcrumb(table) == [Within, Question]


def test_a_gap_in_a_list_hides_the_rest_no_less():
    sitter, pile = small().sitters[1], small().deck
    seen = plain([None, sitter, pile], [0], None)
    assert seen[1:] == [plain(sitter, [0], None), plain(pile, [0], None)]
    assert not {"mood", "plan"} & set(seen[1])
    assert seen[2]["cards"] == [None] * 6


def test_a_table_holds_plain_data_only():
    with pytest.raises(TypeError, match="plain data only"):
        plain({1, 2}, [0], None)


def test_those_who_come_later_see_what_was_answered_in_turn_but_not_what_was_sealed():
    for mode, sees in [("turn", {"0": 4}), ("sealed", None)]:
        table = small(Several(mode, [0, 1, 2]))
        answer(table, settle(table), 0, 4)
        for viewer in (1, 2, None):
            assert view(table, viewer)["stack"][-1].get("answers") == sees
