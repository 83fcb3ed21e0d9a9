"""SA-TA: the licence of the pack, what each card is after, and what must not be used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from eschaton.cardtext.credits import credits_page
from eschaton.games.apollyon.box.cards import BOX, CARDS
from eschaton.games.apollyon.language import WORDS
from eschaton.ledger import rule
from tests.apollyon.cards.stage import STACK

ROOT = Path(__file__).resolve().parents[3]
PICTURES = {".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"}
AFTER_ARTICLES = [id_ for id_, card in STACK.cards.items() if card.name.startswith("SCP-")]


@rule("SA-TA-1")
def test_the_pack_is_under_the_licence_of_its_sources() -> None:
    heading = BOX.read_text()
    assert 'licence = "CC-BY-SA-3.0"' in heading
    for name in ("Cary Reese", "The Prismatic Forge", "SCP Wiki"):
        assert name in heading


@rule("SA-TA-1")
@pytest.mark.parametrize("card", AFTER_ARTICLES)
def test_a_card_after_an_article_names_it_and_says_that_it_is_an_adaptation(card: str) -> None:
    facts = STACK.cards[card]
    assert facts.name in facts.attribution
    assert re.search(r"by .+: https://scp-wiki\.wikidot\.com/\S+", facts.attribution)
    assert "CC BY-SA 3.0" in facts.attribution
    assert "of this card are ours" in facts.attribution


@rule("SA-TA-1")
def test_the_page_of_credits_is_what_the_cards_say() -> None:
    page = ROOT / "docs" / "cards" / "apollyon-credits.md"
    assert page.read_text() == credits_page(WORDS), "write it anew: eschaton cards credits apollyon"
    assert all(STACK.cards[card].attribution in page.read_text() for card in AFTER_ARTICLES)


@rule("SA-TA-3")
def test_the_pack_has_no_pictures() -> None:
    assert [file for file in CARDS.parent.rglob("*") if file.suffix.lower() in PICTURES] == []


@rule("SA-TA-4")
def test_works_that_the_rulebook_quotes_are_not_used() -> None:
    written = "\n".join(f"{card.text}\n{card.flavour}" for card in STACK.cards.values()).lower()
    for word in ("qntm", "antimemetics", "mrklay"):
        assert word not in written


@rule("SA-TA-5")
def test_some_articles_are_left_out() -> None:
    assert not {"scp-231", "scp-166"} & set(STACK.cards)
