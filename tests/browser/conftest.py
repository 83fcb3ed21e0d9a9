"""Debian's Chromium, a server, and tables for the browser tests."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.seats import WAIT, Person, Server

CHROMIUM = shutil.which("chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
expect.set_options(timeout=1000 * WAIT)
STATIC = Path(__file__).parents[2] / "src/eschaton/server/static/index.html"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser on a busy machine may miss a beat: what fails here is tried once more, and the summary tells of it."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine (tests/browser/chromium.sh installs it for root)")
    if not STATIC.exists():
        pytest.skip("the browser client is not built (python hatch_build.py)")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("served"))
    yield running
    running.stop()


@pytest.fixture(scope="package")
def gallery(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the games of the gallery, each of which shows one kind of picture."""
    running = Server(tmp_path_factory.mktemp("gallery"), hung_up(tmp_path_factory.mktemp("rooms")))
    yield running
    running.stop()


def hung_up(folder: Path) -> Path:
    """A folder that brings the gallery along."""
    (folder / "pyproject.toml").write_text('[tool.eschaton]\ngames = ["tests.gallery"]\n', "utf-8")
    return folder


Visit = Callable[..., Person]


@pytest.fixture
def visit(browser: Browser, gallery: Server) -> Iterator[Visit]:
    """Ada at a table of the gallery."""
    here: list[Person] = []

    def sit(game: str, players: int = 1, typed_dice: bool = False, **context: Any) -> Person:
        names = ["Ada", "Bea", "Cyrus", "Dora"][:players]
        table, tokens = gallery.table(names, players, game)
        ada = Person(browser, gallery, table, tokens[0], **context)
        here.append(ada)
        if typed_dice:
            ada.page.get_by_label("We roll real dice and type them in").check()
        ada.page.get_by_role("button", name="Start the game").click()
        ada.page.mouse.move(1, 1)
        ada.page.wait_for_selector(".board :is(.face, .spot, .leaf)")
        return ada

    yield sit
    for person in here:
        person.close()


Seating = Callable[..., list[Person]]


@pytest.fixture
def seated(browser: Browser, server: Server) -> Iterator[Seating]:
    """People at a table that has started, of Cult unless said, with bots on the rest of its seats."""
    here: list[Person] = []

    def sit(names: list[str], players: int = 4, game: str = "cult", **context: Any) -> list[Person]:
        table, tokens = server.table(names, players, game)
        people = [Person(browser, server, table, token, **context) for token in tokens]
        here.extend(people)
        host = people[0].page
        if len(names) < players:
            host.get_by_label("How well bots play").select_option("thumb")  # no time to think
            host.get_by_role("button", name="Fill with bots").click()
        host.get_by_role("button", name="Start the game").click()
        for person in people:
            person.page.wait_for_selector(".board")
        return people

    yield sit
    for person in here:
        person.close()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a match that bots have finished."""
    path = tmp_path / "match.json"
    words = ["play", "cult", "--seats", "random,random,random,random", "--seed", "1", "--save", str(path)]
    subprocess.run([sys.executable, "-m", "eschaton", *words], check=True, capture_output=True)
    return path
