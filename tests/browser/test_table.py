"""Taking back with consent, watching, a phone, and a keyboard alone."""

import json

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Seating
from tests.browser.seats import Person, Server, play, play_until, until
from tests.browser.test_secrets import check_scenes


def answer_to(person: Person, kind: str) -> str:
    """What came of the message of this kind: a problem, or the first news after the server's word that it is done."""
    person.page.wait_for_timeout(20)  # frames are heard only while the page is waited for
    refs = [message["ref"] for message in person.sent if message["type"] == kind]
    news = [json.loads(frame) for frame in person.frames]
    heard = [at for at, message in enumerate(news) if message.get("re") in refs]
    after = [message["type"] for message in news[heard[0] :]] if heard else []
    return next((each for each in after if each in ("undo-asked", "observation", "problem")), "")


def test_an_undo_that_somebody_learnt_from_needs_consent(seated: Seating) -> None:
    ada, bea = seated(["Ada", "Bea"])
    dock = ada.page.locator(".dock.asked")
    play_until([ada, bea], lambda: "roll again" in ada.asked, "Ada never rolls", leave="roll again")
    rolling = ada.question
    dock.locator(".toggle").first.click()
    dock.locator("button.main").click()  # all see what the die shows now
    play_until([bea], lambda: ada.question not in ("", rolling), "Ada is not asked again")
    ada.sent.clear()
    ada.page.get_by_role("button", name="Undo").click()
    assert until(lambda: answer_to(ada, "undo"), "the undo is not answered") == "undo-asked"
    assert ada.question != rolling
    bea.page.get_by_role("button", name="I agree").click()
    ada.page.get_by_text("The decision was taken back.").wait_for()
    until(lambda: "roll again" in ada.asked, "Ada is not asked again")


def test_a_spectator_sees_what_everybody_sees(seated: Seating, browser: Browser, server: Server) -> None:
    [ada] = seated(["Ada"])
    table = ada.page.url.split("/t/")[1].split("#")[0]
    walter = Person(browser, server, table)
    walter.page.get_by_label("Your name").fill("Walter")
    walter.page.get_by_role("button", name="Watch").click()
    walter.page.wait_for_selector(".board")
    play([ada], lambda: len(walter.scenes) > 5, 30)
    assert not walter.asked
    assert walter.page.locator("[data-glow]").count() == 0
    check_scenes(walter, None)
    walter.close()


def test_a_phone_shows_the_board_and_the_question(seated: Seating) -> None:
    [ada] = seated(["Ada"], viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    seen = set()
    for _ in range(8):
        until(lambda: ada.asked or ada.over, "Ada is never asked")
        dock = ada.page.locator(".dock").bounding_box()
        assert dock is not None
        assert dock["height"] <= 740 * 0.46, f"the dock covers the board: {ada.asked}"
        assert dock["y"] + dock["height"] <= 741
        assert ada.page.evaluate("() => document.documentElement.scrollWidth") <= 360
        seen.add(ada.asked)
        before = ada.asked
        play([ada], lambda asked=before: ada.asked != asked, 10)  # type: ignore[misc]
    assert len(seen) > 2


def test_a_phone_shows_log_notes_and_rules_on_a_sheet_of_their_own(seated: Seating) -> None:
    ada, bea = seated(["Ada", "Bea"], 5, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    button = ada.page.get_by_role("button", name="Log")
    for tab, inside in (("Log", "[role=log]"), ("Notes", ".notes"), ("Rules", ".rules"), ("Talk", ".chat")):
        button.click()
        ada.page.get_by_role("tab", name=tab).click()
        box = ada.page.locator(f".side {inside}").bounding_box()
        assert box is not None
        assert box["height"] > 300, f"{tab} is {box['height']} high"
        button.click()
    bea.page.get_by_role("button", name="Log").click()
    bea.page.get_by_role("tab", name="Talk").click()
    bea.page.get_by_label("Say something").fill("Is anybody there?")
    bea.page.keyboard.press("Enter")
    expect(button.locator(".unread")).to_contain_text("1")
    button.click()
    ada.page.get_by_role("tab", name="Talk").click()
    expect(button.locator(".unread")).to_have_count(0)
    button.click()
    crumb = ada.page.locator("nav[aria-label='Where we are'] li:last-child")
    seen, step = (each.bounding_box() for each in (crumb.locator(".."), crumb))
    assert seen is not None
    assert step is not None
    assert seen["x"] - 1 <= step["x"], "the beginning of the step is cut off"


def tab_to(page: Page, which: str) -> bool:
    """Press Tab until something in the dock that fits is focused."""
    for _ in range(150):
        page.keyboard.press("Tab")
        if page.evaluate("(which) => document.activeElement.matches(which)", f".dock :is({which})"):
            return True
    return False


def answer_by_keyboard(page: Page) -> None:
    """Answer the open question with Tab, arrows and Enter alone."""
    kind = page.locator(".dock").get_attribute("data-kind")
    if kind == "Choose":
        tab_to(page, ".options button:last-of-type")
    elif kind == "Assign" and page.locator(".dock button.main").is_disabled():
        if page.locator(".dock li select").count() == 0:
            tab_to(page, "[aria-expanded=false]")
            page.keyboard.press("Enter")
        for _ in range(2 * page.locator(".dock li select").count()):
            waiting = page.locator(".dock button.main").is_disabled() and tab_to(page, "li select")
            if waiting and not page.evaluate("() => document.activeElement.value"):
                page.keyboard.press("ArrowDown")
        tab_to(page, "button.main")
    elif kind:
        tab_to(page, "button.main")
    page.keyboard.press("Enter")


def test_turns_are_played_with_a_keyboard_alone(seated: Seating) -> None:
    [ada] = seated(["Ada"])
    ada.page.get_by_role("link", name="To the question").focus()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#question")).to_be_focused()
    answered = set()
    for _ in range(60):
        until(lambda: ada.asked or ada.over, "Ada is never asked")
        kind, question = ada.page.locator(".dock").get_attribute("data-kind"), ada.question
        answer_by_keyboard(ada.page)
        until(lambda asked=question: ada.over or ada.question != asked, f"{kind}: not answered")  # type: ignore[misc]
        answered.add(kind)
        if ada.over or {"Choose", "ChooseSome", "Assign"} <= answered:
            break
    assert {"ChooseSome", "Assign"} <= answered
