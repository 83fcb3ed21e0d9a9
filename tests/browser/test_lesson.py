"""Learning by playing, private notes, and reporting a problem."""

import urllib.error
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from eschaton.games import installed
from eschaton.kernel.game import Game
from eschaton.ledger.lesson import lesson_of
from tests.browser.conftest import Seating
from tests.browser.seats import Person, Server, play_some, until
from tests.browser.test_pages import check

LESSON = lesson_of("cult")
assert LESSON is not None


def learn(browser: Browser, server: Server, title: str = "Cult of the Deep") -> Page:
    page = browser.new_page(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    page.goto(server.base)
    box = page.get_by_role("article", name=title)
    box.get_by_role("button", name="Learn by playing").click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Begin the lesson").click()
    page.locator(".lesson").wait_for()
    return page


@pytest.mark.parametrize("game", [game for game in installed() if lesson_of(game.id)], ids=lambda game: game.id)
def test_the_first_game_is_learnt_by_playing_it(browser: Browser, server: Server, game: Game) -> None:
    lesson = lesson_of(game.id)
    assert lesson is not None
    page = learn(browser, server, game.title)
    heard: list[str] = []
    words = page.locator(".lesson")
    for _ in range(60):
        page.locator(".lesson button").first.wait_for()
        count = words.locator(".count").inner_text()
        if "over" in count:
            break
        heard += [count] if count not in heard[-1:] else []
        before = page.locator(".table").inner_text()
        page.get_by_role("button", name="Do it for me").click()
        until(lambda old=before: page.locator(".table").inner_text() != old, f"stuck at {count}")  # type: ignore[misc]
    assert heard == [f"Lesson, {number} of {len(lesson.moment)}" for number in range(1, len(lesson.moment) + 1)]
    assert lesson.end[:40] in words.inner_text()
    page.get_by_role("button", name="Play on").click()
    expect(words).to_have_count(0)
    expect(page.locator(".dock.asked")).to_be_visible()
    page.close()


def test_another_answer_is_asked_about_once_and_then_taken(browser: Browser, server: Server) -> None:
    page = learn(browser, server)
    expect(page.locator(".sign.advised")).to_have_count(2)  # the two dice that the lesson would roll again
    page.get_by_role("button", name="Confirm: none").click()
    expect(page.locator(".lesson")).to_contain_text("Both are legal")
    check(page, "lesson")
    page.get_by_role("button", name="Do mine").click()
    page.locator(".dock[data-kind=Assign]").wait_for()  # no second re-roll: it goes on with what is asked now
    expect(page.locator(".lesson .count")).to_have_text(f"Lesson, 3 of {len(LESSON.moment)}")
    page.get_by_role("button", name="Undo").click()
    page.locator(".dock[data-kind=ChooseSome]").wait_for()
    expect(page.locator(".lesson .count")).to_have_text(f"Lesson, 1 of {len(LESSON.moment)}")
    page.close()


def test_notes_follow_the_person_and_nobody_else(seated: Seating, browser: Browser, server: Server) -> None:
    ada, bea = seated(["Ada", "Bea"])
    ada.page.get_by_role("tab", name="Notes").click()
    mark = ada.page.locator(".notes .kind").first
    mark.click()
    expect(mark).to_contain_text("?")
    mark.click()
    expect(mark).to_contain_text("!")
    expect(ada.page.locator(".panel .suspicions").first).to_be_visible()
    ada.page.get_by_label("Your notes").last.fill("Never trust a tidecaller.")
    expect(ada.page.locator(".notes [role=status]")).to_have_text("Only you can read this.")
    check(ada.page, "notes")
    table = ada.page.url.split("/t/")[1]
    elsewhere = Person(browser, server, table, ada.token)
    elsewhere.page.get_by_role("tab", name="Notes").click()
    expect(elsewhere.page.locator(".notes textarea")).to_have_value("Never trust a tidecaller.")
    expect(elsewhere.page.locator(".notes .kind").first).to_contain_text("!")
    elsewhere.close()
    bea.page.get_by_role("tab", name="Notes").click()
    expect(bea.page.locator(".notes textarea")).to_have_value("")
    assert "tidecaller." not in "".join(bea.frames)
    assert bea.page.locator(".suspicions").count() == 0


def test_a_problem_is_reported_and_the_file_waits_for_the_end(seated: Seating, server: Server) -> None:
    [ada] = seated(["Ada"])
    play_some([ada], 5)
    ada.page.get_by_role("button", name="Report a problem").click()
    ada.page.get_by_label("What is wrong").fill("The dagger went to the wrong altar.")
    check(ada.page, "report")
    ada.page.get_by_role("button", name="Send the report").click()
    link = ada.page.get_by_role("link", name="report")
    address = str(link.get_attribute("href"))
    with pytest.raises(urllib.error.HTTPError, match="409"):
        server.get(address)  # it holds everybody's secrets
    ada.page.get_by_role("button", name="Close").click()
    ada.page.get_by_role("button", name="Table", exact=True).click()
    for name in ("Break the game off", "Really break it off?"):
        ada.page.get_by_role("button", name=name).click()
    found = until(lambda: fetched(server, address), "the file cannot be had after the end")
    assert found["report"]["text"] == "The dagger went to the wrong altar."
    assert "faults" in found["report"]["page"]
    assert found["report"]["moment"] == len(found["entries"]) > 0


def fetched(server: Server, address: str) -> Any:
    try:
        return server.get(address)
    except urllib.error.HTTPError:
        return None
