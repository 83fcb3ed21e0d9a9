"""A card as a pack writes it: facts as typed fields, powers as text."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

ID = r"^[a-z0-9][a-z0-9-]*$"
Id = Annotated[str, msgspec.Meta(pattern=ID)]

MOST_COPIES = 99


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every card has. A game's kinds of card are subclasses with their own facts.

    Without an `id` a card is known by its name in small letters. `copies` is how many of it are in the box. `said_in`
    names the fields that hold powers.
    """

    said_in: ClassVar[tuple[str, ...]] = ("text",)

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    id: Annotated[str, msgspec.Meta(pattern=ID, description="left out: the name in small letters with hyphens")] = ""
    text: Annotated[str, msgspec.Meta(description="what the card does, one power a line")] = ""
    flavour: Annotated[str, msgspec.Meta(description="words that do nothing")] = ""
    attribution: Annotated[str, msgspec.Meta(description="whose work the card builds on")] = ""
    copies: Annotated[int, msgspec.Meta(ge=1, le=MOST_COPIES, description="how many of it are in the box")] = 1

    def laid(self, players: int) -> Card:
        """The card as it is with so many players, where that makes a difference."""
        return self
