"""How a table looks, measured by a script, at three sizes of the window."""

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

MEASURE = (Path(__file__).parent / "measure.js").read_text()
WIDE = {"viewport": {"width": 1440, "height": 900}}
LAPTOP = {"viewport": {"width": 1280, "height": 720}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIZES = pytest.mark.parametrize("size", [WIDE, LAPTOP, PHONE], ids=["1440x900", "1280x720", "390x844"])


def measured(page: Page, what: str) -> Any:
    """What the script finds on the page once it has come to rest."""
    page.evaluate("() => document.fonts.ready")
    page.wait_for_timeout(400)
    return page.evaluate(f"() => ({MEASURE}).{what}()")


def overlapping(boxes: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """The texts of labels that lie on one another."""

    def touch(a: dict[str, Any], b: dict[str, Any]) -> bool:
        across = min(a["right"], b["right"]) - max(a["left"], b["left"])
        down = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
        return bool(across > 0.5 and down > 0.5)

    return [(a["text"], b["text"]) for a, b in combinations(boxes, 2) if touch(a, b)]


def is_in_order_at_every_size(page: Page) -> None:
    """At three sizes of the window: nothing is written too small, what is asked for is seen, and axe finds nothing."""
    for size in (WIDE, LAPTOP, PHONE):
        page.set_viewport_size(size["viewport"])
        assert measured(page, "tiny") == [], size
        assert size is PHONE or page.evaluate(f"() => ({MEASURE}).below()") == [], size
        if size is not LAPTOP:
            nothing_keeps_people_out(page)


def nothing_keeps_people_out(page: Page) -> None:
    """As far as axe can tell."""
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
