"""What can be wrong with an answer, a record or a set-up: one precise type each. Raising one changes nothing."""

from __future__ import annotations

import traceback


class EschatonError(Exception):
    """Base of every error that a user can cause."""


class Refused(EschatonError):
    """An answer was not accepted; the table is untouched."""


class GameOver(Refused):
    """The game has ended; there is no question to answer."""


class WrongSeat(Refused):
    """The open question is not put to this seat."""


class NotOpen(Refused):
    """What is answered, done unasked, taken back or waited for is not there, or not any more."""


class Malformed(Refused):
    """The answer does not have the shape the question asks for."""


class NotAnOption(Refused):
    """The answer, or a part of it, is not among the options."""


class BreaksLimit(Refused):
    """Every part of the answer is an option, but not all of them together."""


class Illegal(Refused):
    """The rules forbid this at the moment."""


class BadSetup(EschatonError):
    """The number of players, an option or a pack does not fit the game; the message names the field."""


class BadRecord(EschatonError):
    """A record is damaged, or belongs to other rules than those installed."""


class BadNotation(EschatonError):
    """A text does not describe a table, step, ask or answer."""


class RulesError(EschatonError):
    """Rules code broke a promise of the kernel; a defect of the game, never of the player."""


def traced(error: Exception) -> str:
    """An error in words, with the line where it arose if nobody foresaw it: for the author of the rules."""
    frames = [] if isinstance(error, EschatonError) else traceback.extract_tb(error.__traceback__)
    where = f" ({frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"
