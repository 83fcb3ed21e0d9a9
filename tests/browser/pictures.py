"""Takes the pictures in docs/images anew: `python -m tests.browser.pictures [FOLDER]`, for people to look at."""

import base64
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import ARGUMENTS, CHROMIUM, hung_up
from tests.browser.seats import Person, Server, play, until

PALETTE = (Path(__file__).parent / "palette.js").read_text()
NAMES = ["Ada", "Bea", "Cyrus", "Dora", "Egon", "Fenna"]
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 800}
PATIENCE = 150.0


class Camera:
    """Where pictures go, and how they are taken: when everything has come to rest."""

    def __init__(self, browser: Browser, server: Server, folder: Path) -> None:
        self.browser, self.server, self.folder = browser, server, folder
        self.darkroom = browser.new_page()

    def shoot(self, page: Page, name: str) -> None:
        page.evaluate("() => document.querySelectorAll('[aria-label=Dismiss]').forEach((each) => each.click())")
        page.mouse.move(2, 2)
        page.wait_for_timeout(1800)
        self.keep(page, name)

    def keep(self, page: Page, name: str) -> None:
        """Put the page on file, in few colours, since all pictures lie in the repository."""
        found = self.darkroom.evaluate(PALETTE, base64.b64encode(page.screenshot()).decode())
        size, pixels = (found["width"], found["height"]), base64.b64decode(found["pixels"])
        (self.folder / f"{name}.png").write_bytes(png(*size, bytes(found["palette"]), pixels))
        print(name)

    def page(self, viewport: dict[str, int] = WIDE) -> Page:
        return self.browser.new_page(viewport=viewport, reduced_motion="reduce")  # type: ignore[arg-type]

    def home(self) -> None:
        page = self.page()
        page.goto(self.server.base)
        page.get_by_role("heading", name="Cult of the Deep").wait_for()
        self.shoot(page, "home")
        page.close()

    def seat(self, **context: Any) -> Person:
        """Ada's place at a table of six that has begun, the others played by bots under their own names."""
        table, tokens = self.server.table(NAMES, 6)
        ada = Person(self.browser, self.server, table, tokens[0], **{"viewport": WIDE, **context})
        ada.page.get_by_role("button", name="Start the game").click()
        ada.page.locator(".board").wait_for()
        self.leave_it_to_bots(ada)
        return ada

    def leave_it_to_bots(self, ada: Person, seats: int = len(NAMES)) -> None:
        ada.page.get_by_role("button", name="Table", exact=True).click()
        buttons = ada.page.get_by_role("button", name="Let a bot play")
        for number in range(seats - 1, 0, -1):
            buttons.nth(number).click()
        ada.page.get_by_role("button", name="Close").click()

    def lobby(self) -> None:
        table, tokens = self.server.table(NAMES[:5], 6)
        people = [Person(self.browser, self.server, table, token, viewport=WIDE) for token in tokens]
        people[1].page.get_by_label("Say something").fill("Fenna is on her way.")
        people[1].page.keyboard.press("Enter")
        people[0].page.get_by_text("Fenna is on her way.").wait_for()
        self.shoot(people[0].page, "lobby")
        for person in people:
            person.close()

    def phases(self, ada: Person) -> None:
        """The table in every phase, whichever comes first, once the game has got going."""
        wanted: dict[str, Callable[[], bool]] = {
            "table-roll": lambda: kind(ada) == "ChooseSome",
            "table-place": lambda: kind(ada) == "Assign" and placed(ada),
            "table-respond": lambda: "respond" in ada.asked,
            "table-resolve": lambda: "resolve?" in ada.asked,
        }
        play([ada], lambda: turns(ada) >= 5, PATIENCE)
        while wanted and not ada.over:
            play([ada], lambda: ada.over or any(now() for now in wanted.values()), PATIENCE)
            for name in [name for name, now in wanted.items() if now()]:
                self.shoot(ada.page, name)
                del wanted[name]

    def notes_and_zoom(self, ada: Person) -> None:
        ada.page.get_by_role("tab", name="Notes").click()
        for number in (0, 2, 2, 4):
            ada.page.locator(".notes .kind").nth(number).click()
        ada.page.locator(".notes textarea").fill("Cyrus healed me twice. Too kind?\nDora has not struck anybody yet.")
        self.shoot(ada.page, "notes")
        ada.page.get_by_role("tab", name="Log").click()
        ada.page.locator(".great .piece.card > button").first.hover()
        ada.page.locator(".zoom").wait_for()
        ada.page.wait_for_timeout(900)
        self.keep(ada.page, "zoom")

    def end(self, ada: Person) -> None:
        ada.play_alone(0)
        until(lambda: ada.over, "the game does not end", 300)
        self.shoot(ada.page, "table-end")

    def lesson(self) -> None:
        page = self.page()
        page.goto(self.server.base)
        page.get_by_role("article", name="Cult of the Deep").get_by_role("button", name="Learn by playing").click()
        page.get_by_label("Your name").fill("Ada")
        page.get_by_role("button", name="Begin the lesson").click()
        for number in (1, 2):
            page.get_by_text(f"Lesson, {number} of").wait_for()
            page.get_by_role("button", name="Do it for me").click()
        page.get_by_text("Lesson, 3 of").wait_for()
        self.shoot(page, "lesson")
        page.close()

    def apollyon(self) -> None:
        """A site and the world after a month or two: all shop at once; and something is agreed upon."""
        table, tokens = self.server.table(NAMES[:3], 3, "apollyon")
        ada = Person(self.browser, self.server, table, tokens[0], viewport=WIDE)
        ada.page.get_by_role("button", name="Start the game").click()
        ada.page.locator(".board").wait_for()
        self.leave_it_to_bots(ada, 3)
        for name, wanted in (("apollyon-growth", "Growth:"), ("apollyon-agree", "do you agree?")):
            follow(ada, lambda words=wanted: turns(ada) >= 2 and words in ada.asked)  # type: ignore[misc]
            ada.page.evaluate("() => document.querySelector('.scroll').scrollTo(0, 0)")
            self.shoot(ada.page, name)
        ada.close()

    def replay(self, ada: Person) -> None:
        """The match that has just ended, some way in, through all-seeing eyes."""
        ada.page.get_by_role("link", name="Replay").click()
        ada.page.wait_for_selector(".replay .board", timeout=1000 * PATIENCE)
        ada.page.goto(ada.page.url.split("#")[0] + "#150")
        ada.page.wait_for_selector(".replay .board", timeout=1000 * PATIENCE)
        self.shoot(ada.page, "replay")


class Gallery(Camera):
    """What a table can draw, for the page about scenes."""

    def sit(self, game: str, players: int, **context: Any) -> Person:
        table, tokens = self.server.table(NAMES[:players], players, game)
        ada = Person(self.browser, self.server, table, tokens[0], **{"viewport": WIDE, **context})
        ada.page.get_by_role("button", name="Start the game").click()
        ada.page.wait_for_selector(".board :is(.face, .spot, .leaf)")
        return ada

    def charts(self) -> None:
        ada = self.sit("charts", 3)
        ada.page.locator("[data-place=p34]").hover()
        ada.page.wait_for_timeout(1800)
        self.keep(ada.page, "scenes-map")
        ada.close()
        ada = self.sit("charts", 1)
        ada.page.locator("[data-place=p23]").click()
        ada.page.get_by_role("button", name="Enter the arena").click()
        ada.page.locator("[data-place=n1]").click()
        ada.page.wait_for_selector(".place.offer [data-place=n2]")
        self.shoot(ada.page, "scenes-arena")
        ada.close()
        ada = self.sit("charts", 3, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
        ada.page.locator("[data-place=p23]").tap()
        ada.page.wait_for_timeout(1800)
        self.keep(ada.page, "scenes-map-phone")
        ada.close()

    def book(self) -> None:
        ada = self.sit("book", 1)
        ada.page.locator("[data-piece=first]").click()
        ada.page.wait_for_selector(".entry:not(.closed)")
        self.shoot(ada.page, "scenes-page")
        ada.close()

    def dice(self) -> None:
        ada = self.sit("forge", 2)
        ada.page.locator("[data-piece=d2] > button").click()
        ada.page.get_by_role("button", name="Strike", exact=True).click()
        ada.page.locator("[data-piece=d0] > button").click()
        ada.page.locator("[data-piece=d4] > button").hover()
        ada.page.locator(".zoom .net").wait_for()
        ada.page.wait_for_timeout(1800)
        self.keep(ada.page, "scenes-dice")
        ada.close()

    def circle(self) -> None:
        ada = self.sit("circle", 4)
        self.shoot(ada.page, "scenes-circle")
        ada.close()


def png(width: int, height: int, palette: bytes, pixels: bytes) -> bytes:
    """A picture with a palette as a file."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(b"\0" + pixels[at : at + width] for at in range(0, len(pixels), width))
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = (chunk(b"IHDR", head), chunk(b"PLTE", palette), chunk(b"IDAT", zlib.compress(rows, 9)), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def kind(person: Person) -> str:
    return person.page.locator(".dock").get_attribute("data-kind") or ""


def placed(person: Person) -> bool:
    """Whether some dice lie on their targets already, and others do not."""
    return person.page.locator(".riders .die").count() in (2, 3)


def turns(person: Person) -> int:
    return sum(event.get("key") == "turn" for event in person.told)


def follow(person: Person, done: Callable[[], bool]) -> None:
    """Do what the advice says until it is done."""
    hint = person.page.get_by_role("button", name="Hint")
    while not (person.over or (until(lambda: person.asked or person.over, "nobody is asked") and done())):
        asked = person.question
        hint.click()
        person.page.get_by_role("button", name="Do that").click()
        until(lambda before=asked: person.over or person.question != before, "the advice is not taken")  # type: ignore[misc]


def take_gallery(browser: Browser, data: Path, folder: Path) -> None:
    """The pictures of the page about scenes, with a server of their own."""
    rooms = data / "rooms"
    rooms.mkdir()
    server = Server(data / "gallery", folder=hung_up(rooms))
    camera = Gallery(browser, server, folder)
    try:
        camera.charts()
        camera.book()
        camera.dice()
        camera.circle()
    finally:
        server.stop()


def main(folder: Path) -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as data:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        take_gallery(browser, Path(data), folder)
        server = Server(Path(data), folder=Path(data))  # without the games that this folder brings along
        camera = Camera(browser, server, folder)
        try:
            camera.home()
            camera.lobby()
            camera.lesson()
            camera.apollyon()
            ada = camera.seat()
            camera.phases(ada)
            camera.notes_and_zoom(ada)
            camera.end(ada)
            camera.replay(ada)
            phone = camera.seat(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
            play([phone], lambda: turns(phone) >= 6 and kind(phone) == "Assign" and placed(phone), PATIENCE)
            phone.page.evaluate("() => document.querySelector('.great').scrollIntoView()")
            camera.shoot(phone.page, "phone")
        finally:
            server.stop()
            browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/images"))
