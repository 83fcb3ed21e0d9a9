"""What a host does: a campaign that goes on, a pack of cards, mistakes and all, a bot for the absent, a pause."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.conftest import Seating
from tests.browser.seats import Person, Server, play_until, settled
from tests.browser.test_pages import check

EXAMPLE = Path("docs/cards/examples/night-shift.toml")


def lobby(browser: Browser, server: Server, name: str = "Ada") -> Person:
    """Somebody who has opened a table for one."""
    table, [token] = server.table([name], 1, "apollyon")
    return Person(browser, server, table, token)


def test_a_campaign_goes_on_at_the_next_table(browser: Browser, server: Server) -> None:
    ada = lobby(browser, server)
    page = ada.page
    page.get_by_role("combobox", name="Campaign").select_option("begin a new one…")
    page.get_by_label("Name of the campaign").fill("Long winter")
    page.get_by_role("button", name="Begin it").click()
    expect(page.get_by_text("begins with this match")).to_be_visible()
    check(page, "lobby with a campaign")
    page.get_by_role("button", name="Play a single game instead").click()
    page.get_by_role("combobox", name="Campaign").select_option("go on with Long winter")
    page.get_by_role("button", name="Play it on").click()
    expect(page.get_by_text("begins with this match")).to_be_visible()
    table, [token] = server.table(["Ada"], 1, "apollyon")
    page.goto(f"{server.base}/t/{table}#{token}")
    page.get_by_role("combobox", name="Campaign").select_option("go on with Long winter")
    page.get_by_role("button", name="Play it on").click()
    expect(page.get_by_role("group", name="Campaign").get_by_text("Long winter")).to_be_visible()
    ada.close()


def test_a_pack_is_mended_where_its_mistakes_are_shown_and_then_played(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    ada = lobby(browser, server)
    page, mine = ada.page, tmp_path / "night-shift.toml"
    mine.write_text(EXAMPLE.read_text().replace("Send 1 random", "Sned 1 random"))
    line = next(at for at, text in enumerate(mine.read_text().splitlines(), 1) if "Sned" in text)
    choose = page.get_by_label("Bring a pack")
    choose.set_input_files(mine)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(f"Line {line}, column 10:")
    expect(alert).to_contain_text("Did you mean “send”?")
    expect(page.get_by_text("Only the cards of the box.")).to_be_visible()
    check(page, "lobby with a pack that has mistakes")
    mine.write_text(EXAMPLE.read_text())
    choose.set_input_files(mine)
    expect(page.get_by_text("The Night Shift version 1, by A designer")).to_be_visible()
    expect(alert).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the pack").click()
    assert download.value.path().read_text() == EXAMPLE.read_text()
    page.get_by_role("button", name="Take away").click()
    expect(page.get_by_text("Only the cards of the box.")).to_be_visible()
    page.get_by_role("button", name="Lay The Night Shift").click()  # the browser has kept it
    expect(page.get_by_role("button", name="Take away")).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    page.locator(".board").wait_for()
    page.get_by_role("button", name="Table", exact=True).click()
    expect(page.get_by_role("dialog").get_by_text("The Night Shift version 1")).to_be_visible()
    ada.close()


def test_who_is_replaced_or_paused_is_told_why_nothing_can_be_done(seated: Seating) -> None:
    ada, bea = seated(["Ada", "Bea"])
    menu = ada.page.get_by_role("button", name="Table", exact=True)
    menu.click()
    ada.page.get_by_role("button", name="Let a bot play").nth(1).click()
    expect(bea.page.get_by_text("A bot plays for Bea now.")).to_be_visible()
    ada.page.get_by_role("button", name="Close").click()
    expect(bea.page.get_by_text("A bot plays for you until the host gives you the seat back.")).to_be_visible()
    play_until([ada], lambda: ada.question, "Ada is never asked")
    settled([ada])
    menu.click()
    ada.page.get_by_role("button", name="Give the seat back").click()
    ada.page.get_by_role("button", name="Pause").click()
    ada.page.get_by_role("button", name="Close").click()
    expect(ada.page.get_by_text("The host has paused the game: answers are taken when it goes on.")).to_be_visible()
    expect(bea.page.get_by_text("A bot plays for you")).to_have_count(0)
    ada.page.get_by_role("button", name="Go on").click()
    expect(ada.page.get_by_text("The host has paused the game")).to_have_count(0)


def test_who_gives_up_watches_from_then_on(seated: Seating) -> None:
    """Neither what was theirs nor a question is left on the page; and the table goes when its host deletes it."""
    ada, bea = seated(["Ada", "Bea"])
    bea.page.get_by_role("button", name="Table", exact=True).click()
    for name in ("Give up", "Really give up?"):
        bea.page.get_by_role("button", name=name).click()
    expect(ada.page.get_by_text("Bea gives up; a bot plays on.")).to_be_visible()
    expect(bea.page.locator(".panel.mine")).to_have_count(0)
    expect(bea.page.locator(".dock.asked")).to_have_count(0)
    expect(bea.page.locator(".board .panel")).to_have_count(5)
    ada.page.get_by_role("button", name="Table", exact=True).click()
    for name in ("Delete the table", "Really delete everything?"):
        ada.page.get_by_role("button", name=name).click()
    expect(bea.page.get_by_role("heading", name="The table was deleted")).to_be_visible()


def test_seats_are_called_by_name_everywhere(seated: Seating) -> None:
    """Also the seat of the automated High Priest, and in the titles of what lies on the table."""
    [ada] = seated(["Ada"], 4)
    expect(ada.page.get_by_role("region", name="High Priest").first).to_be_visible()
    play_until([ada], lambda: "rolls" in ada.page.locator("[role=log]").inner_text(), "nobody rolls")
    expect(ada.page.locator("[data-zone=dice] .title")).to_have_text(re.compile(r"Dice of (Ada|Bot \d|High Priest)"))
    words = ada.page.locator(".table").inner_text()
    assert not re.findall(r"\bS\d\b|\bSeat \d\b", words), words


def test_a_stranger_asks_for_a_bots_seat_and_has_it_when_all_who_play_allow_it(
    seated: Seating, browser: Browser, server: Server
) -> None:
    ada, bea = seated(["Ada", "Bea"])
    table = ada.page.url.rsplit("/", 1)[-1].partition("#")[0]
    cleo = Person(browser, server, table)
    cleo.page.get_by_label("Your name").fill("Cleo")
    cleo.page.get_by_role("button", name="Watch").click()
    cleo.page.get_by_role("button", name="Table", exact=True).click()
    cleo.page.get_by_role("button", name="Ask for this seat").first.click()
    expect(cleo.page.get_by_text("You asked to play on for")).to_be_visible()
    for person in (ada, bea):
        expect(cleo.page.locator(".panel.mine")).to_have_count(0)
        expect(person.page.get_by_text("Cleo would like to play on for")).to_be_visible()
        person.page.get_by_role("button", name="I allow it").click()
    expect(cleo.page.get_by_text("The seat is yours.")).to_be_visible()
    expect(cleo.page.locator(".panel.mine")).not_to_have_count(0)
    expect(ada.page.get_by_text("would like to play on for")).to_have_count(0)
    sent = [message for message in ada.sent if message["type"] == "number"]
    assert sent, "a number was added to the deal after its secret was fixed"
    cleo.close()
