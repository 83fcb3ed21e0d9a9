"""Real life: a lost network, one screen for two, a game broken off, a laptop's window, a link from a stranger."""

import json
from typing import Any

from playwright.sync_api import Browser, Page, Response, expect

from tests.browser.conftest import Seating
from tests.browser.seats import Person, Server, play_some, play_until, settled, until


def welcomes(person: Person) -> list[Any]:
    return [message for message in map(json.loads, person.frames) if message["type"] == "welcome"]


def decisions(person: Person) -> int:
    """How many events the page's log has."""
    return person.page.locator("[role=log] p").count()


def test_a_browser_that_loses_the_network_heals_by_itself_and_loses_nothing(seated: Seating) -> None:
    ada, bea = seated(["Ada", "Bea"])
    play_until([bea], lambda: ada.asked, "Ada is never asked")
    settled([ada, bea])
    question = ada.question
    ada.context.set_offline(True)
    expect(ada.page.get_by_role("status").filter(has_text="Connection lost")).to_be_visible()
    ada.act()  # what is decided now is kept, and said when the network is back
    for _ in range(6):
        ada.act()
    assert ada.question == question, "nothing can have come"
    ada.context.set_offline(False)
    expect(ada.page.get_by_text("Connected")).to_be_visible()
    first, *again = [each["resumed"] for each in welcomes(ada)]
    assert not first
    assert again
    assert all(again)  # on a busy machine the line may be lost once more
    play_until([ada, bea], lambda: ada.question != question, "what was decided is lost")
    play_some([ada, bea], 6)
    kept = decisions(ada)
    ada.page.reload()
    until(lambda: decisions(ada) >= kept, "the log is shorter than what was seen")
    assert not [frame for frame in ada.frames if '"problem"' in frame and '"stale"' not in frame]


def test_two_people_share_a_screen_where_nothing_is_secret_between_them(browser: Browser, server: Server) -> None:
    host = server.post("/api/tables", {"game": "apollyon", "name": "Ada", "players": 3})
    ada = Person(browser, server, host["table"], host["token"])
    page = ada.page
    page.get_by_role("button", name="Here too").first.click()
    page.get_by_label("Who plays here").fill("Bea")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("list").get_by_text("Bea")).to_be_visible()
    page.get_by_role("button", name="Fill with bots").click()
    page.get_by_role("button", name="Start the game").click()
    seats = page.get_by_role("group", name="Which seat")
    expect(seats.get_by_role("button")).to_have_count(2)
    answered: set[str] = set()

    def both() -> bool:
        if ada.asked:
            answered.add(str(seats.locator("[aria-pressed=true]").inner_text()).split(" ")[0])
        return answered == {"Ada", "Bea"}

    play_until([ada], both, "the screen does not follow whoever is asked")
    seats.get_by_role("button", name="Bea").click()
    expect(page.locator(".panel.mine").get_by_text("Bea", exact=True)).to_be_visible()
    ada.close()


def test_a_game_that_is_broken_off_says_so_and_can_be_played_again_with_other_seats(seated: Seating) -> None:
    ada, bea = seated(["Ada", "Bea"])
    page = ada.page
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Break the game off").click()
    page.get_by_role("button", name="Really break it off?").click()
    for person in (ada, bea):
        expect(person.page.get_by_text("The host has broken the game off.")).to_be_visible()
        expect(person.page.get_by_text("The game is over.")).to_be_visible()
    bea.page.get_by_role("button", name="Seats and options").click()
    bea.page.get_by_role("button", name="Get up").click()
    page.get_by_role("button", name="Change seats or options").click()
    page.get_by_role("button", name="Fill with bots").click()
    page.get_by_role("button", name="Play again").click()
    ada.page.wait_for_selector(".board")
    bea.page.wait_for_selector(".board")
    play_some([ada], 4)
    assert not bea.asked


def test_in_a_game_with_secrets_nobody_sits_twice(browser: Browser, server: Server) -> None:
    table, [token] = server.table(["Ada"], 4)
    ada = Person(browser, server, table, token)
    ada.page.get_by_role("button", name="Start the game").wait_for()
    assert ada.page.get_by_role("button", name="Here too").count() == 0
    ada.close()


def overflow(person: Person) -> int:
    """By how many pixels the table is higher than the room for it, once it has settled."""
    person.page.wait_for_timeout(200)
    return int(
        person.page.evaluate(
            "() => { const it = document.querySelector('.scroll'); return it.scrollHeight - it.clientHeight }"
        )
    )


def test_a_table_for_six_is_seen_whole_on_a_laptop(seated: Seating) -> None:
    [ada] = seated(["Ada"], players=6, viewport={"width": 1440, "height": 900})
    for _ in range(5):
        play_some([ada], 3)
        for width, height in ((1440, 900), (1280, 800)):
            ada.page.set_viewport_size({"width": width, "height": height})
            until(lambda: ada.over or overflow(ada) <= 1, f"something is out of sight at {width} x {height}", 20)


def fetched(page: Page, address: str) -> list[Response]:
    """What a page fetches until it is quiet."""
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(address)
    page.get_by_role("heading", name="Cult of the Deep").wait_for()
    page.wait_for_load_state("networkidle")
    return answers


def test_the_first_page_is_light_and_asks_nobody_else(browser: Browser, server: Server) -> None:
    page = browser.new_page()
    answers = fetched(page, server.base)
    assert all(answer.url.startswith(server.base) for answer in answers)
    assert all("frame-ancestors 'none'" in answer.headers["content-security-policy"] for answer in answers)
    sizes = {answer.url: int(answer.headers["content-length"]) for answer in answers}
    drawings = sum(size for url, size in sizes.items() if "icons" in url)
    scripts = sum(size for url, size in sizes.items() if url.endswith((".js", ".css"))) - drawings
    assert scripts < 50_000, f"what is needed before anything can be seen: {sizes}"
    assert sum(sizes.values()) < 400_000, sizes
    assert all(answer.headers.get("content-encoding") == "gzip" for answer in answers if answer.url.endswith(".js"))
    page.close()


def test_a_bad_line_forgets_no_place_and_the_menu_comes_back_by_itself(browser: Browser, server: Server) -> None:
    table, [token] = server.table(["Ada"], 4)
    page = browser.new_page()
    for broken in (f"**/api/tables/{table}", "**/api/games"):
        page.route(broken, lambda asked: asked.abort())
    page.goto(f"{server.base}/t/{table}#{token}")
    page.get_by_role("button", name="Start the game").wait_for()
    page.reload()
    page.get_by_role("button", name="Start the game").wait_for()
    page.goto(server.base)
    expect(page.get_by_role("status")).to_contain_text("Trying again")
    page.unroute("**/api/games")
    page.get_by_role("heading", name="Cult of the Deep").wait_for()
    page.close()


def test_a_foreign_link_does_not_take_my_place_away(browser: Browser, server: Server) -> None:
    table, [mine, other] = server.table(["Ada", "Bea"], 4)
    ada = Person(browser, server, table, mine)
    ada.page.get_by_role("button", name="Start the game").wait_for()
    ada.page.goto(f"{server.base}/t/{table}#{other}")
    ada.page.reload()
    ada.page.goto(f"{server.base}/t/{table}#{other}")
    ada.page.get_by_role("button", name="Stay Ada").click()
    ada.page.get_by_role("button", name="Start the game").wait_for()
    assert other not in ada.page.url
    ada.close()


def test_real_dice_are_typed_in_behind_a_password(browser: Browser, server: Server) -> None:
    wanted = {"game": "cult", "name": "Ada", "players": 4, "password": "kraken", "settings": {"typed_dice": True}}
    host = server.post("/api/tables", wanted)
    ada = Person(browser, server, host["table"], host["token"])
    bea = Person(browser, server, host["table"])
    expect(bea.page.get_by_text("Ada")).to_have_count(0)
    bea.page.get_by_label("Your name").fill("Bea")
    for password, right in (("squid", False), ("kraken", True)):
        bea.page.get_by_label("Password of the table").fill(password)
        bea.page.get_by_role("button", name="Sit down").click()
        refused = bea.page.get_by_text("that is not the password of this table")
        expect(bea.page.get_by_text("Waiting for Ada to start.") if right else refused).to_be_visible()
    ada.page.get_by_role("button", name="Fill with bots").click()
    ada.page.get_by_role("button", name="Start the game").click()
    roll = ada.page.get_by_role("group", name="and say what shows")
    play_until([ada, bea], lambda: roll.count() > 0, "nobody rolls")
    dice = roll.get_by_role("radiogroup")
    offered = [each.get_attribute("title") for each in dice.first.locator("label").all()]
    assert offered in (["0", "1", "2", "3"], ["dagger", "double dagger", "blood", "parchment", "ancient", "cosmos"])
    for die in dice.all():
        die.get_by_role("radio").nth(1).check()
    shown = len(ada.scenes)
    roll.get_by_role("button", name="That is the roll").click()
    until(lambda: ada.page.wait_for_timeout(20) or len(ada.scenes) > shown, "the roll is not taken")
    ada.close()
    bea.close()


NOTICES = """() => {
    window.notes = []
    window.Notification = class {
        static permission = 'granted'
        static requestPermission = async () => 'granted'
        constructor(title, more) { window.notes.push([title, more.body]) }
    }
    Object.defineProperty(document, 'hidden', { get: () => true })
}"""


def test_a_page_out_of_sight_says_whose_turn_it_is(seated: Seating) -> None:
    [ada] = seated(["Ada"])
    until(lambda: ada.asked, "Ada is never asked")
    expect(ada.page).to_have_title("● Your turn: Cult of the Deep · Eschaton")
    ada.page.evaluate(NOTICES)
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_role("checkbox", name="desktop notification").check()
    ada.page.get_by_role("button", name="Close").click()
    asked = ada.question
    play_until([ada], lambda: ada.question not in ("", asked), "Ada is not asked again")
    until(lambda: ada.page.evaluate("() => notes.length"), "no notification")
    [title, body] = ada.page.evaluate("() => notes.at(-1)")
    assert title == "Cult of the Deep"
    assert body
