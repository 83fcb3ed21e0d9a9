"""Pages of a book, and the bar of a sequence, in a real browser."""

import msgspec
from playwright.sync_api import Browser, expect

from eschaton.kernel.scene import Scene
from eschaton.terminal.draw import drawing
from tests.browser.conftest import Visit
from tests.browser.looks import LAPTOP, PHONE, is_in_order_at_every_size
from tests.browser.seats import Person, Server, until
from tests.gallery import book

VOICE = """
window.spoken = []
const voice = {
  getVoices: () => [{ name: 'Anna' }],
  speak: (words) => window.spoken.push(words.text),
  cancel: () => {},
  addEventListener: () => {},
}
Object.defineProperty(window, 'speechSynthesis', { value: voice })
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text } }
"""


def test_a_page_is_read_and_chosen_from(visit: Visit) -> None:
    ada = visit("book")
    page = ada.page
    is_in_order_at_every_size(page)
    shown = page.locator(".leaf").inner_text() + page.locator(".sequence").inner_text()
    told = drawing(msgspec.convert(ada.state["scene"], Scene))
    words = [line.strip().removeprefix("choice: ") for line in told.splitlines() if line.startswith("  ")]
    facts = [part for line in words for part in line.replace(": (closed)", "").split(": ") if part != "choice"]
    assert len(facts) > 8
    assert [fact for fact in facts if fact.lower() not in " ".join(shown.split()).lower()] == []
    assert float(page.locator(".words p").first.evaluate("(p) => parseFloat(getComputedStyle(p).fontSize)")) >= 19
    current = page.locator(".sequence [aria-current=step]")
    expect(current).to_have_text("Choose")
    page.locator("[data-piece=second]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".entry:not(.closed)")).to_contain_text("at forty-one it stops to breathe")
    expect(page.locator(".leaf [aria-live]")).to_contain_text("at forty-one it stops to breathe")
    expect(page.locator(".leaf [aria-live]")).not_to_contain_text("Forty steps")
    expect(current).to_have_text("Turn the page")
    box, bar = current.bounding_box(), page.locator(".sequence").bounding_box()
    assert box is not None
    assert bar is not None
    assert box["x"] + box["width"] <= bar["x"] + bar["width"] + 1, "the present step is in sight"


def test_a_page_is_read_aloud_where_there_is_a_voice(visit: Visit) -> None:
    ada = visit("book", **LAPTOP)
    page = ada.page
    page.add_init_script(VOICE)
    page.reload()
    page.get_by_role("button", name="Read aloud").click()
    assert page.evaluate("() => window.spoken") == ["The Drowned Stair, 117", *book.PAGES[0][2]]
    page.locator("[data-piece=first]").click()
    until(lambda: page.evaluate("() => window.spoken.length") > 4, "what is opened is not read")
    assert page.evaluate("() => window.spoken").pop() == book.ENTRIES["first"]
    assert page.locator(".leaf [aria-live]").inner_text() == "", "nobody is told twice"
    large = page.locator(".words p").first
    before = large.evaluate("(p) => parseFloat(getComputedStyle(p).fontSize)")
    page.get_by_role("button", name="Larger type").click()
    assert large.evaluate("(p) => parseFloat(getComputedStyle(p).fontSize)") > before


def test_another_person_reads_to_you(browser: Browser, gallery: Server) -> None:
    table, tokens = gallery.table(["Ada", "Bea"], 2, "book")
    ada, bea = (Person(browser, gallery, table, token, **PHONE) for token in tokens)
    ada.page.get_by_role("button", name="Start the game").click()
    expect(ada.page.locator(".reader")).to_have_text("Bea reads this to you.")
    expect(bea.page.locator(".reader")).to_have_text("You read this to the others.")
    expect(bea.page.locator(".leaf")).to_contain_text("Forty steps")
    assert not any("Forty steps" in frame for frame in ada.frames)
    ada.page.locator("[data-piece=first]").tap()
    expect(bea.page.locator(".entry:not(.closed)")).to_contain_text("The water opens like a book.")
    assert not any("The water opens" in frame for frame in ada.frames)
    for person in (ada, bea):
        person.close()
