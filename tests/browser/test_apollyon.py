"""SCP: Apollyon at a table of three: two browsers and a bot, from the set-up to the end of the world."""

import json
import re
import time
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seating
from tests.browser.seats import Person, until
from tests.browser.test_pages import check

GROWTH = "Growth: draw"
KEYS = re.compile(r"[#[{]|slot\.|mtf-0|-deck")
FOLLOW = """() => setInterval(() => {
    const buttons = [...document.querySelectorAll('.dock.asked button')]
    const named = (word) => buttons.find((each) => each.innerText.trim() === word)
    ;(named('Do that') ?? named('Hint'))?.click()
}, 55)"""
READY, TAKE_BACK = "I am ready", "Not ready after all"


def pieces(zones: Iterable[Any]) -> Iterable[Any]:
    """All pieces of a scene's zones."""
    for zone in zones:
        yield from zone.get("pieces", ())
        yield from pieces(zone.get("zones", ()))


def prompts(person: Person) -> str:
    """Every question that was ever sent to somebody."""
    return "".join(person.frames)


def play_to(people: list[Person], words: str) -> None:
    """All click until everybody is asked this."""
    end = time.monotonic() + 150
    waiting = list(people)
    while waiting:
        assert time.monotonic() < end, f"never asked {words!r}"
        asked = {person: person.asked for person in waiting}
        waiting = [person for person, what in asked.items() if words not in what]
        for person in waiting:
            if asked[person]:
                person.act(leave=words)
        people[0].page.wait_for_timeout(20)


def check_nothing_is_an_id(person: Person) -> None:
    """No line of the log, no label and no title shows the keys that answers are made of."""
    for event in person.told:
        assert not KEYS.search(event["text"]), event
    for scene in person.scenes[-3:]:
        assert not [piece["title"] for piece in pieces(scene["zones"]) if "#" in piece.get("title", "")]


def check_no_problems(person: Person) -> None:
    """The server refused nothing but what came too late."""
    messages = [json.loads(frame) for frame in person.frames]
    assert not [each for each in messages if each["type"] == "problem" and each["code"] not in ("stale", "conflict")]


@pytest.mark.timeout(600)
def test_two_browsers_and_a_bot_play_a_whole_game(seated: Seating) -> None:
    people = ada, bea = seated(["Ada", "Bea"], players=3, game="apollyon")
    play_to(people, GROWTH)
    assert "do you agree?" in prompts(ada) + prompts(bea)  # who the Administrator is was proposed and agreed

    ada.page.get_by_role("button", name=READY).click()  # ready, and not ready after all, while Bea still thinks
    take_back = ada.page.get_by_role("button", name=TAKE_BACK)
    take_back.click()
    until(lambda: ada.asked.startswith(GROWTH), "Ada cannot take it back")
    expect(take_back).to_have_count(0)

    for person in people:
        person.play_alone()
    until(lambda: all(person.over for person in people), "the game does not end", 400)
    assert ada.state["outcome"] == bea.state["outcome"]  # the words differ when they win: each with the other
    assert sum(message["type"] in ("answer", "act") for person in people for message in person.sent) > 20
    for person in people:
        check_nothing_is_an_id(person)
        check_no_problems(person)


def test_a_character_is_sent_by_touching_it_and_then_a_place(seated: Seating) -> None:
    [ada] = seated(["Ada"], players=1, game="apollyon")
    play_to([ada], GROWTH)
    mine = ada.page.locator(".panel.mine")
    character = mine.locator("[data-zone$=garrison] .card > button").first
    name = str(character.get_attribute("aria-label")).partition(".")[0]
    character.click()  # before its time, without commitment: nobody has asked
    mine.get_by_role("button", name="MTF-01").click()
    expect(mine.locator("[data-zone$=mtf-01]")).to_contain_text(name)
    ada.page.get_by_role("button", name=READY).click()
    until(lambda: ada.asked.startswith("Where do your Characters"), "there are no Assignments")
    mine.get_by_role("button", name="MTF-01").click()
    ada.page.locator(
        "[data-zone=situations] [data-glow=target] .choose, [data-zone=situations] [data-glow=target] button"
    ).first.click()
    expect(mine.locator("[data-zone$=mtf-01]")).to_contain_text("Slot 1")


def test_what_is_folded_away_can_be_looked_at_and_unfolds_when_it_is_needed(seated: Seating) -> None:
    [ada] = seated(["Ada"], players=1, game="apollyon")
    play_to([ada], "Of which class")
    expect(ada.page.locator("[data-zone=safe-deck]")).to_be_visible()  # its class can be chosen there
    play_to([ada], GROWTH)
    expect(ada.page.locator("[data-zone=safe-deck]")).to_have_count(0)
    ada.page.get_by_role("button", name="Decks and discards").click()
    expect(ada.page.locator("[data-zone=safe-deck]")).to_be_visible()
    check(ada.page, "the table")
    ada.page.get_by_role("button", name="Decks and discards").click()
    expect(ada.page.locator("[data-zone=safe-deck]")).to_have_count(0)


def test_advice_stays_when_somebody_else_changes_the_question(seated: Seating) -> None:
    people = ada, bea = seated(["Ada", "Bea"], players=2, game="apollyon")
    play_to(people, GROWTH)
    ada.page.get_by_role("button", name="Hint").click()
    do_that = ada.page.get_by_role("button", name="Do that")
    expect(do_that).to_be_visible()
    before = ada.question
    bea.page.get_by_role("button", name="Hint").click()
    bea.page.get_by_role("button", name="Do that").click()
    until(lambda: ada.asked and ada.question not in ("", before), "what Bea takes is still on offer")
    expect(do_that).to_be_visible()
    now = ada.question
    do_that.click()
    until(lambda: ada.asked is not None and ada.question != now, "the advice was about something else")
    expect(do_that).to_have_count(0)


@pytest.mark.long
def test_a_whole_game_is_played_by_the_advice(seated: Seating) -> None:
    """Both people ask for a hint and do that: a game that is played well, and so a long one."""
    people = seated(["Ada", "Bea"], players=3, game="apollyon")
    for person in people:
        person.page.evaluate(FOLLOW)
    until(lambda: all(person.over for person in people), "the game does not end", 900)
    for person in people:
        check_nothing_is_an_id(person)
        check_no_problems(person)
