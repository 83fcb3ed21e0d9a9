"""Dice in a real browser: pools, nets, what they count for, and assignments that begin with what lies there."""

import re
from typing import Any

import msgspec
from playwright.sync_api import expect

from eschaton.kernel.scene import Scene
from eschaton.terminal.dice import die_text, still_needed
from tests.browser.conftest import Visit
from tests.browser.looks import WIDE, is_in_order_at_every_size, nothing_keeps_people_out
from tests.browser.seats import Person, until

COUNTS = re.compile(r"\(iron(, [\w ]+)*, for a Blade\)")


def scene_of(person: Person) -> Scene:
    return msgspec.convert(person.state["scene"], Scene)


def test_dice_lie_in_pools_and_say_what_they_show(visit: Visit) -> None:
    ada = visit("forge", 2)
    page = ada.page
    is_in_order_at_every_size(page)
    foe, tray = scene_of(ada).zones[:2]
    for die in tray.pieces:
        assert (page.locator(f"[data-piece={die.id}] button").get_attribute("aria-label") or "").startswith(
            die_text(die)
        )
    groups = page.locator(".pool").evaluate_all("(all) => all.map((each) => each.ariaLabel)")
    assert groups == ["Ada: iron", "Ada: gold", "Bea: gold", "Bea: iron"]
    expect(page.locator(".needs [role=status]")).to_have_text(f"Still needs: {still_needed(foe.needs)}")


def test_a_die_is_looked_at_from_all_sides_and_put_where_it_counts(visit: Visit) -> None:
    ada = visit("forge", 2, **WIDE)
    page = ada.page
    die = next(piece for piece in scene_of(ada).zones[1].pieces if piece.id == "d0")
    assert die.die is not None
    face = page.locator("[data-piece=d0] > button")
    face.focus()
    page.keyboard.press("Space")
    expect(page.locator(".zoom .net li")).to_have_count(6)
    expect(page.locator(".zoom .net li.up")).to_have_count(1)
    page.keyboard.press("Space")
    expect(page.locator(".zoom")).to_have_count(0)
    confirm = page.locator(".dock button.main")
    expect(confirm).to_have_text("Leave it so")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Strike", exact=True).press("Enter")
    expect(confirm).to_have_text("Confirm")
    confirm.press("Enter")
    until(lambda: page.wait_for_timeout(20) or scene_of(ada).zones[0].needs[1].met_by == "d0", "it does not count")
    expect(page.locator(".needs [role=status]")).to_have_text("Still needs: 2 and an Eye")
    expect(page.locator("[data-zone=blade] [data-piece=d0] > button")).to_have_attribute("aria-label", COUNTS)
    expect(confirm).to_have_text("Leave it so")
    confirm.press("Enter")
    until(lambda: page.wait_for_timeout(20) or len(answers(ada)) == 2, "nothing is answered")
    assert answers(ada)[1] == {"d0": "blade", "d1": "aside", "d2": "aside", "d3": "aside", "d4": "aside"}


def answers(person: Person) -> list[Any]:
    return [message["answer"] for message in person.sent if message["type"] == "answer"]


def test_dice_rolled_by_hand_are_chosen_by_picture_or_typed_in_words(visit: Visit) -> None:
    page = visit("forge", typed_dice=True, **WIDE).page
    dice = page.get_by_role("radiogroup")
    expect(dice).to_have_count(5)
    roll = page.get_by_role("button", name="That is the roll")
    page.get_by_label("In words").fill("3 5 1 2")
    page.get_by_label("In words").press("Enter")
    expect(page.get_by_text("5 faces are needed, not 4.")).to_be_visible()
    expect(roll).to_be_disabled()
    page.get_by_label("In words").fill("3 5 1 2 6")
    page.get_by_label("In words").press("Enter")
    dice.nth(4).get_by_role("radio", name="4").check()
    nothing_keeps_people_out(page)
    roll.click()
    expect(page.locator("[data-piece=d0] > button")).to_have_attribute("aria-label", re.compile(r"^2 \+ Blade \("))
    expect(page.locator("[data-piece=d4] > button")).to_have_attribute("aria-label", re.compile(r"^3 \+ Eye \("))
