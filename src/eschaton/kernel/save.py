"""Saving, loading and copying tables: a typed round trip through msgpack. The only module that encodes tables."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, TypeVar, Union

import msgspec

from eschaton.kernel import copying
from eschaton.kernel.errors import BadRecord, RulesError
from eschaton.kernel.once import once, prepared
from eschaton.kernel.step import Step
from eschaton.kernel.table import Table

TableT = TypeVar("TableT", bound=Table)

_encode = msgspec.msgpack.Encoder().encode


def all_steps(kind: type[Step] = Step) -> list[type[Step]]:
    """Every step class there is, subclasses of subclasses included."""
    found: list[type[Step]] = []
    for sub in kind.__subclasses__():
        found += [sub, *all_steps(sub)]
    return found


def steps_of(package: str) -> list[type[Step]]:
    """The step classes of a game's package, and the kernel's own."""
    homes = (package, "eschaton.kernel")
    return [step for step in all_steps() if any((step.__module__ + ".").startswith(home + ".") for home in homes)]


@once
def loadable(table: type[TableT]) -> type[TableT]:
    """The table class with its stack typed by the steps of its game, so that it can be decoded."""
    package = getattr(table, "home", "") or table.__module__.rpartition(".")[0] or table.__module__
    found = steps_of(package)
    steps = {step.__name__: step for step in found}
    for step in found:
        if steps[step.__name__] is not step:
            raise RulesError(f"{package}: two steps are called {step.__name__}; a saved step is found by its name")
    union: Any = Union[tuple(found)]  # noqa: UP007
    fields: list[Any] = [("stack", list[union], msgspec.field(default_factory=list))]
    made: Any = msgspec.defstruct(table.__name__, fields, bases=(table,), kw_only=True, module=table.__module__)
    return made  # type: ignore[no-any-return]


@once
def _decoder(table: type[Table]) -> Callable[[bytes], Any]:
    return msgspec.msgpack.Decoder(prepared(table)).decode


def normal(table: TableT) -> TableT:
    """A table fresh from set-up as the kernel keeps it: plain data of the loadable class."""
    try:
        kept: TableT = load(loadable(type(table)), save(table))
    except BadRecord as error:
        home = getattr(table, "home", "") or "its package"
        raise RulesError(f"{type(table).__name__}: {error} (its steps are looked for in {home}; see `home`)") from None
    first, kept.stack = kept.stack, []
    kept.push(first[::-1])  # serial 0 is the whole game: no step may have it
    return kept


def save(table: Table) -> bytes:
    """The table as bytes."""
    return _encode(table)


def load(kind: type[TableT], data: bytes) -> TableT:
    """The table that `save` wrote."""
    try:
        table: TableT = _decoder(kind)(data)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise BadRecord(f"the saved table does not fit these rules: {error}") from None
    if table.effects or table.given or table.standing:
        table.note_ends()
    return table


def copy(table: TableT) -> TableT:
    """A copy that shares nothing with the original but what cannot change."""
    twin: TableT | None = copying.copied(table)
    if twin is None:
        twin = _decoder(type(table))(_encode(table))
    return twin


def digest(table: Table) -> str:
    """A short fingerprint of the table."""
    return digest_of(save(table))


def digest_of(saved: bytes) -> str:
    """The fingerprint of a table that has been saved."""
    return hashlib.blake2b(saved, digest_size=12).hexdigest()
