"""Abilities as code: what no sentence can say, by card. Each file of a game has its own, and the game joins them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from eschaton.kernel.step import Follow
from eschaton.kernel.window import Power, Use

Effect = Callable[[Any, Use], Follow]
Condition = Callable[[Any, Use], bool]


class Abilities:
    """Powers that are written as functions, by the id of the card that gives them, in the order of the files."""

    def __init__(self, *parts: Abilities) -> None:
        self.by_card: dict[str, list[Power]] = {}
        for part in parts:
            for card, powers in part.by_card.items():
                self.by_card.setdefault(card, []).extend(powers)

    def power(
        self, card: str, when: str, *also: str, rule: str, label: str, key: str = "", **more: Any
    ) -> Callable[[Effect], Effect]:
        """The decorated function is what a card's power does at these timings; `more` are other fields of a `Power`.

        A card with several abilities gives each a `key`.
        """

        def known(effect: Effect) -> Effect:
            for timing in (when, *also):
                made = Power(key=key or card, when=timing, effect=effect, rule=rule, label=label, **more)
                self.by_card.setdefault(card, []).append(made)
            return effect

        return known

    def of(self, card: str, piece: str) -> Iterator[Power]:
        """The powers that a piece has by its card."""
        for power in self.by_card.get(card, ()):
            own = f"{piece}{power.key.removeprefix(card)}" if power.key.startswith(card) else f"{piece}:{power.key}"
            yield power if own == power.key else msgspec.structs.replace(power, key=own)
