"""The credits of a game's cards as a page: each pack with its author and licence, each card with what it is after."""

from __future__ import annotations

from eschaton.cardtext.pack import Heading
from eschaton.cardtext.stack import load_stack, read_files
from eschaton.cardtext.vocabulary import Vocabulary


def credits_page(words: Vocabulary) -> str:
    """Everybody whose work the cards of a game's own packs build on."""
    packs = [pack.heading for file in words.packs if (pack := read_files(words, file)[0]) is not None]
    cards = load_stack(words, words.packs).cards.values()
    credited = [f"- **{card.name}**: {card.attribution}" for card in cards if card.attribution]
    lines = [f"# Credits of the cards of {words.title}", "", *map(pack_credit, packs), ""]
    lines += [f"Of {len(cards)} cards, {len(credited)} are after the work of others:", "", *credited]
    return "\n".join(lines) + "\n"


def pack_credit(heading: Heading) -> str:
    """A pack, by whom it is, and its licence."""
    return f"- {heading.name}: by {heading.author}; licence {heading.licence}"
