"""Every page has nothing that keeps people out, as far as axe can tell; replays are stepped through and shared."""

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Seating
from tests.browser.seats import Server, play_some


def check(page: Page, where: str) -> None:
    """Nothing serious or critical."""
    found = Axe().run(page).response["violations"]
    bad = [(each["id"], each["nodes"][0]["html"][:200]) for each in found if each["impact"] in ("serious", "critical")]
    assert not bad, f"{where}: {bad}"


def test_home_and_lobby_keep_nobody_out(browser: Browser, server: Server) -> None:
    page = browser.new_page(reduced_motion="reduce")
    page.goto(server.base)
    page.get_by_role("heading", name="Cult of the Deep").wait_for()
    check(page, "home")
    page.get_by_role("button", name="Settings").click()
    check(page, "settings")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Credits").click()
    check(page, "credits")
    page.keyboard.press("Escape")
    page.get_by_role("article", name="Cult of the Deep").get_by_role("button", name="New table").click()
    check(page, "new table")
    page.keyboard.press("Escape")
    table, tokens = server.table(["Ada", "Bea"], 4)
    page.goto(f"{server.base}/t/{table}")
    page.get_by_label("Your name").wait_for()
    check(page, "invitation")
    page.goto(f"{server.base}/t/{table}#{tokens[0]}")
    page.get_by_role("button", name="Start the game").wait_for()
    check(page, "lobby")
    page.goto(f"{server.base}/nowhere")
    check(page, "nowhere")


def test_somebody_new_is_taught_first_and_needs_no_name(browser: Browser, server: Server) -> None:
    page = browser.new_page(reduced_motion="reduce")
    page.goto(server.base)
    box = page.get_by_role("article", name="Cult of the Deep")
    expect(box.locator(".doors button").first).to_contain_text("Learn by playing")
    expect(page.get_by_role("heading", name="New here? Learn by playing")).to_be_in_viewport()
    box.get_by_role("button", name="Play with bots now").click()
    expect(page.get_by_text("How it is played")).to_be_hidden()
    given = page.get_by_label("Your name").get_attribute("placeholder")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.get_by_label(f"{given}, you")).to_be_visible()
    faces = page.locator(".panel:not(.mine) [data-face]")
    drawn = faces.evaluate_all("(all) => all.map((each) => each.innerHTML + each.getAttribute('style'))")
    names = faces.evaluate_all("(all) => all.map((each) => each.dataset.face)")
    assert len(drawn) == len(set(drawn)) == len(set(names)) == 5
    assert not any(name.startswith(("Bot", "Seat")) for name in names)
    page.goto(server.base)
    expect(box.locator(".doors button").first).to_contain_text("Play with bots now")
    page.close()


def test_games_without_a_playing_time_stand_behind_the_others(browser: Browser, server: Server) -> None:
    page = browser.new_page(reduced_motion="reduce")
    page.goto(server.base)
    page.get_by_role("heading", name="Cult of the Deep").wait_for()
    sketch = page.get_by_role("article", name="Larder")
    expect(sketch).to_be_hidden()
    page.get_by_text("Sketches:").click()
    expect(sketch).to_be_visible()
    check(page, "home with sketches")
    page.close()


def test_the_table_keeps_nobody_out(seated: Seating) -> None:
    [ada] = seated(["Ada"])
    play_some([ada], 5)
    check(ada.page, "table")
    ada.page.get_by_role("tab", name="Talk").click()
    check(ada.page, "talk")
    ada.page.get_by_role("tab", name="Rules").click()
    check(ada.page, "rules")
    ada.page.get_by_role("button", name="Table", exact=True).click()
    check(ada.page, "the host's menu")
    ada.page.get_by_role("button", name="Close").click()
    ada.page.locator("nav").get_by_role("button").first.click()
    ada.page.get_by_role("dialog").wait_for()
    check(ada.page, "a rule")


def test_a_record_is_brought_watched_from_several_eyes_and_shared(
    browser: Browser, server: Server, record: Path
) -> None:
    page = browser.new_page(reduced_motion="reduce")
    page.goto(server.base)
    page.locator("input[type=file]").set_input_files(record)
    page.wait_for_selector(".replay .board")
    moment = page.get_by_role("slider", name="Moment")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    assert int(moment.input_value()) > 1
    assert page.url.endswith(f"#{moment.input_value()}")
    hidden = page.locator(".panel .face-down")
    assert hidden.count() == 0, "all-seeing eyes see every role"
    page.get_by_role("combobox", name="Eyes").select_option("1")
    expect(hidden.first).to_be_visible()
    check(page, "replay")
    other = browser.new_page(reduced_motion="reduce")
    other.goto(page.url)
    other.wait_for_selector(".replay .board")
    expect(other.get_by_role("slider", name="Moment")).to_have_value(moment.input_value())
    expect(other.get_by_role("combobox", name="Eyes")).to_have_value("1")
    with other.expect_download() as download:
        other.get_by_role("link", name="Record").click()
    assert download.value.path().read_bytes()[:1] == b"{"
    other.keyboard.press("End")
    expect(other.get_by_role("slider", name="Moment")).not_to_have_value(moment.input_value())
