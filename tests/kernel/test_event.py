"""Events: who sees what of them, and the sentence each viewer reads."""

from eschaton.kernel.ask import ALL_SEEING, only
from eschaton.kernel.event import Event, told
from eschaton.kernel.game import plain_name
from tests.kernel.small import small

TEXTS = {"drew": "{who:seat} draws {card|a card}.", "lost": "{who:seat} loses {amount}."}


def read(event, viewer):
    seen = event.seen_by(viewer)
    return None if seen is None else told(seen, TEXTS, plain_name)


def test_each_viewer_reads_what_they_may_know():
    table = small()
    table.tell(only(1), "TOY-1", "drew", {"card": "Lamia"}, who=1)
    (event,) = table.events
    assert event.rule == "TOY-1"
    assert read(event, 1) == read(event, ALL_SEEING) == "S1 draws Lamia."
    assert read(event, 0) == read(event, None) == "S1 draws a card."


def test_a_viewer_is_not_even_told_that_there_is_a_secret():
    seen = Event("drew", "TOY-1", {"who": 1}, secret={"card": "Lamia"}, to=only(1)).seen_by(0)
    assert (seen.args, seen.secret, seen.to) == ({"who": 1}, {}, 0)


def test_some_events_are_for_a_few_only():
    table = small()
    table.tell(only(1), "TOY-1", "drew", {"card": "Lamia"}, audience=only(1, 2), who=1)
    assert read(table.events[0], 2) == "S1 draws a card."
    assert read(table.events[0], 0) is None
    assert read(table.events[0], None) is None


def test_what_is_said_is_heard_by_all():
    table = small()
    table.say("TOY-2", "lost", who=0, amount=3)
    assert {read(table.events[0], viewer) for viewer in (0, 1, None)} == {"S0 loses 3."}


def test_an_event_without_a_text_or_an_argument_still_reads():
    assert told(Event("rained", args={"who": 1, "much": 3}), TEXTS, plain_name) == "rained: who 1 much 3"
    assert told(Event("rained"), TEXTS, plain_name) == "rained"
    assert told(Event("lost", args={"who": 1}), TEXTS, plain_name) == "S1 loses something."
