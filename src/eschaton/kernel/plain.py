"""Foreign text made safe to show: without characters that nobody sees, or that change how others are read."""

from __future__ import annotations

import re

_UNSEEN = (
    "\x00-\x1f\x7f-\x9f"  # control characters: a terminal obeys them
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # the direction of what follows
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f\u2800\u3164\ufeff\uffa0"
    "\u2028\u2029\ufff0-\ufffb\ud800-\udfff"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
UNSEEN = re.compile(f"[{_UNSEEN}]")
"""What has no width, changes direction, or is obeyed; spaces and emoji are none of it, what joins emoji is."""

_SPACES = re.compile(r"\s+")


def is_plain(text: str) -> bool:
    """Whether everything in a text can be seen."""
    return UNSEEN.search(text) is None


def cleaned(text: str) -> str:
    """A text on one line, of what can be seen in it."""
    return UNSEEN.sub("", _SPACES.sub(" ", text)).strip()


def visible(text: str) -> str:
    """A text for a terminal: line breaks and tabs stay, everything else that is not seen is spelt out."""
    return UNSEEN.sub(_spelt, text)


def _spelt(found: re.Match[str]) -> str:
    """A character by its number, as JSON has it; so JSON still says the same."""
    sign = found[0]
    if sign in "\n\t":
        return sign
    pair = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{int.from_bytes(pair[at : at + 2], 'big'):04x}" for at in range(0, len(pair), 2))
