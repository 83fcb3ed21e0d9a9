"""People in prose. A text that is sent names a seat by one token; each client puts the name in when it is shown."""

from __future__ import annotations

import re
from collections.abc import Callable

from eschaton.kernel.ask import Seat

TOKEN = re.compile("\ue000S(\\d+)\ue001")
"""A seat in prose, between two characters that no name, card or chat can hold (`kernel.plain`)."""


def seat_key(seat: Seat) -> str:
    """A seat as a key: of options and zones, and for people who play without names."""
    return f"S{seat}"


def seat_token(seat: Seat) -> str:
    """A seat inside a text that is sent to somebody."""
    return f"\ue000S{seat}\ue001"


def with_names(text: str, name: Callable[[Seat], str] = seat_key) -> str:
    """A text with everybody in it by name."""
    return TOKEN.sub(lambda found: name(int(found[1])), text)
