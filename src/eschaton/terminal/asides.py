"""What a person may ask or wish beside the question: chances, why a card cannot be used, when to be asked."""

from __future__ import annotations

import re

from eschaton.kernel.ask import Seat
from eschaton.kernel.errors import Malformed
from eschaton.kernel.film import scene_of
from eschaton.kernel.match import Match
from eschaton.kernel.odds import in_words, odds_of
from eschaton.kernel.table import Threshold
from eschaton.kernel.view import Asked
from eschaton.kernel.why import why_not
from eschaton.terminal.draw import face_up_pieces

NEVER, ALWAYS = "never", "always"


def odds_lines(match: Match, seat: Seat, shown: Asked, words: str) -> list[str]:
    """The exact chances that the game knows of for the options, or for the cards of this name."""
    wanted = {option.key: option.label for option in shown.options}
    if words:
        wanted = pieces_called(match, seat, words)
    found = odds_of(match.game, match.table, seat, wanted)
    return [f"{wanted[key]}: {'; '.join(map(in_words, odds))}" for key, odds in found.items()]


def why_not_lines(match: Match, seat: Seat, words: str) -> list[str]:
    """Why cards with these words in their names cannot be used now."""
    found = pieces_called(match, seat, words)
    reasons = {key: why_not(match.table, match.question, seat, key) for key in found}
    lines = [f"{found[key]}: {reason or 'You can use it now.'}" for key, reason in reasons.items()]
    return list(dict.fromkeys(lines)) or [f"Nothing you can see is called {words!r}."]


def pieces_called(match: Match, seat: Seat, words: str) -> dict[str, str]:
    """The titles of the cards that a seat sees, by their keys, with these words in them."""
    scene = scene_of(match.game, match.table, seat)
    return {piece.id: piece.title for piece in face_up_pieces(scene) if words.lower() in piece.title.lower()}


def wish_lines(match: Match, seat: Seat) -> list[str]:
    """From when on this seat wishes to be asked, and how to say so."""
    said = match.table.wishes.get(seat, {})
    return [
        f"wish {threshold.timing} {wish_text(threshold, said.get(threshold.timing, 0))}: {threshold.title}"
        for threshold in match.table.thresholds
    ] or ["In this game everybody is asked whenever they can act."]


def wish_text(threshold: Threshold, wish: int) -> str:
    """A wish as it is typed."""
    return ALWAYS if wish == 0 else NEVER if wish > threshold.most else str(wish)


def read_wish(match: Match, words: str) -> tuple[str, int]:
    """The timing and the number of a wish that was typed."""
    timing, _, much = words.rpartition(" ")
    found = [threshold for threshold in match.table.thresholds if threshold.timing == timing.strip()]
    if not found or not re.fullmatch(rf"\d{{1,6}}|{ALWAYS}|{NEVER}", much):
        raise Malformed("type: wish TIMING always, never, or from how much at stake on; wish alone lists them")
    return found[0].timing, 0 if much == ALWAYS else found[0].most + 1 if much == NEVER else int(much)
