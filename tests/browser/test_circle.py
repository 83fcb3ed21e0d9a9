"""Hands, halos, arrows between seats and decks that say what is known of them, in a real browser."""

import msgspec
from playwright.sync_api import expect

from eschaton.kernel.scene import Scene
from eschaton.terminal.draw import drawing
from tests.browser.conftest import Visit
from tests.browser.looks import is_in_order_at_every_size


def test_a_hand_is_folded_and_a_seat_framed(visit: Visit) -> None:
    ada = visit("circle", 3)
    page = ada.page
    hand = page.locator("[data-zone=hand]")
    expect(hand.locator(".card.piece")).to_have_count(3)
    folded = hand.get_by_role("button", expanded=False)
    assert [" ".join(text.split()) for text in folded.all_inner_texts()] == [
        "good luck 6 3 to play",
        "bad luck 6",
        "artefact 6",
        "memory 6",
    ]
    is_in_order_at_every_size(page)
    ties = page.get_by_role("list", name="Between players").get_by_role("listitem")
    assert ties.all_inner_texts() == ["Bea can help Ada", "Cyrus can help Ada"]
    expect(page.locator("svg.ties path.tie")).to_have_count(2)
    told = drawing(msgspec.convert(ada.state["scene"], Scene))
    assert "between players: S1 can help S0, S2 can help S0" in told
    assert "Halo: Saint 1 (north 2, east 3, south 1, west 4); north Vow: 1 × Vow" in told
    frame = page.locator("[data-zone=halo0]")
    assert "north 2, east 3, south 1, west 4" in (frame.locator(".card > button").get_attribute("aria-label") or "")
    north, saint = frame.get_by_role("group", name="north", exact=True), frame.locator(".card.piece")
    above, middle = north.bounding_box(), saint.bounding_box()
    assert above is not None
    assert middle is not None
    assert above["y"] + above["height"] <= middle["y"] + 1
    expect(page.locator("[data-zone=deck]")).to_contain_text("9 cards: 2 omens, the master is not here")
    folded.nth(3).focus()
    page.keyboard.press("Enter")
    expect(hand.locator(".card.piece")).to_have_count(9)
    hand.locator("[data-piece='good luck.1'] > button").press("Enter")
    expect(page.get_by_role("heading", name="Do you play a card of bad luck?")).to_be_visible()
