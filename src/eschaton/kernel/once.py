"""What threads share and nobody has built before: it is built once, by one of them, while the others wait."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, overload

import msgspec

P = ParamSpec("P")
T = TypeVar("T")


def once(build: Callable[P, T]) -> Callable[P, T]:
    """Like `functools.cache`, also when threads ask together: one builds, and all get the very same thing."""
    turn = threading.RLock()  # a builder may need itself, for a part of what it builds
    built = functools.cache(build)

    def in_turn(*args: P.args, **kwargs: P.kwargs) -> T:
        with turn:
            return built(*args, **kwargs)  # type: ignore[arg-type]

    return functools.update_wrapper(functools.cache(in_turn), build)  # type: ignore[return-value]


@once
def prepared(kind: type[T]) -> type[T]:
    """The same type, of which msgspec now knows all it needs: two threads that make it learn this together crash."""
    msgspec.msgpack.Decoder(kind)
    return kind


@overload
def convert(value: Any, kind: type[T]) -> T: ...
@overload
def convert(value: Any, kind: Any) -> Any: ...
def convert(value: Any, kind: Any) -> Any:
    """`msgspec.convert` for types that may be met here for the first time, in any thread."""
    return msgspec.convert(value, prepared(kind))
