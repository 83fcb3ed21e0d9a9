"""What `copier.c` offers where it is compiled."""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

class CannotCopy(Exception):
    """There is something that it is not known how to copy."""

def ask(planner: Callable[[type], object], /) -> None: ...
def learn(kind: type, fields: tuple[str, ...], hows: bytes, /) -> None: ...
def share(kind: type, /) -> None: ...
def copied(value: T, /) -> T: ...
