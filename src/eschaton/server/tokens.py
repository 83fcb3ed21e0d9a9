"""Identity without accounts: a signed token is a person at a table."""

from __future__ import annotations

import hashlib
import hmac

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from itsdangerous import BadData, URLSafeSerializer

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


class Tokens:
    """Makes and reads tokens with the server's own key."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.key = key
        self.serializer = URLSafeSerializer(key, salt="eschaton seat")

    def give(self, table: str, person: int) -> str:
        """The token of a person at a table."""
        return str(self.serializer.dumps([table, person]))

    def read(self, token: str, table: str) -> int | None:
        """The person a token stands for at this table, or None."""
        try:
            found = self.serializer.loads(token)
        except (BadData, ValueError, UnicodeError):
            return None
        if isinstance(found, list) and len(found) == 2 and found[0] == table and type(found[1]) is int:
            return found[1]
        return None

    def mark(self, table: str, browser: str) -> str:
        """By what a table knows a browser again, and nobody else does; empty if the browser says nothing of itself."""
        if not browser:
            return ""
        return hmac.new(self.key.encode(), f"{table} {browser}".encode(), hashlib.sha256).hexdigest()[:32]


def hashed(password: str) -> str:
    """A password as it is stored; empty for none. Slow on purpose: call it off the event loop."""
    return _hasher.hash(password) if password else ""


def fits(stored: str, password: str) -> bool:
    """Whether a password opens the table. Slow on purpose: call it off the event loop."""
    if not stored:
        return True
    try:
        return _hasher.verify(stored, password)
    except (Argon2Error, InvalidHashError):
        return False
