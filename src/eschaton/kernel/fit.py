"""What fits: limits on a choice as data, the smallest choice within them, and items on places with little room."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec


class Limit(msgspec.Struct, frozen=True):
    """A constraint as data: among these keys, the chosen weights (1 each unless said) add up to least to most."""

    keys: tuple[str, ...]
    most: int
    least: int = 0
    weights: tuple[int, ...] = ()
    reason: str = ""

    def weigh(self, chosen: Iterable[str]) -> int:
        """The total weight of the chosen keys that this limit names."""
        among = set(chosen)
        if not self.weights:
            return sum(key in among for key in self.keys)
        return sum(weight for key, weight in zip(self.keys, self.weights, strict=True) if key in among)

    def allows(self, chosen: Iterable[str]) -> bool:
        """Whether the chosen keys keep to the limit."""
        return self.least <= self.weigh(chosen) <= self.most


def smallest_subset(names: list[str], least: int, most: int, limits: tuple[Limit, ...]) -> list[str] | None:
    """Depth-first search for the smallest subset between least and most that keeps to all limits."""
    for size in range(least, most + 1):
        found = extend([], names, size, limits)
        if found is not None:
            return found
    return None


def extend(chosen: list[str], rest: list[str], size: int, limits: tuple[Limit, ...]) -> list[str] | None:
    """The chosen keys with `size` more from the rest, keeping to all limits, or None."""
    if size == 0:
        return chosen if all(limit.allows(chosen) for limit in limits) else None
    for place in range(len(rest) - size + 1):
        longer = [*chosen, rest[place]]
        # Only an upper bound can rule out a partial choice, and only while no weight is negative.
        if all(limit.weigh(longer) <= limit.most or min(limit.weights, default=0) < 0 for limit in limits):
            found = extend(longer, rest[place + 1 :], size - 1, limits)
            if found is not None:
                return found
    return None


def place_all(places: Mapping[str, tuple[str, ...]], most: Mapping[str, int]) -> dict[str, str] | None:
    """Every item on a place, none above its limit: bipartite matching by augmenting paths."""
    given: dict[str, str] = {}

    def put(item: str, tried: set[str]) -> bool:
        for place in places[item]:
            if place in tried:
                continue
            tried.add(place)
            there = [other for other, target in given.items() if target == place]
            if len(there) < most.get(place, len(places)) or any(put(other, tried) for other in there):
                given[item] = place
                return True
        return False

    return (
        {item: given[item] for item in places if item in given}
        if all(put(i, set()) for i in places if places[i])
        else None
    )
