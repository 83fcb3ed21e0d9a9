"""Differences between two JSON documents, as few and small as is cheap to find."""

from __future__ import annotations

from typing import Any

from eschaton.server.news import PatchOp


def difference(old: Any, new: Any, path: str = "") -> list[PatchOp]:
    """The operations that turn the old document into the new one, to be applied in order."""
    if type(old) is not type(new):
        return [PatchOp(op="replace", path=path, value=new)]
    if isinstance(new, dict):
        return between_objects(old, new, path)
    if isinstance(new, list):
        return between_lists(old, new, path)
    return [] if old == new else [PatchOp(op="replace", path=path, value=new)]


def between_objects(old: dict[str, Any], new: dict[str, Any], path: str) -> list[PatchOp]:
    """Keys taken away, changed and added."""
    ops = [PatchOp(op="remove", path=f"{path}/{escaped(key)}") for key in old if key not in new]
    for key, value in new.items():
        if key not in old:
            ops.append(PatchOp(op="add", path=f"{path}/{escaped(key)}", value=value))
        elif old[key] != value:
            ops += difference(old[key], value, f"{path}/{escaped(key)}")
    return ops


def between_lists(old: list[Any], new: list[Any], path: str) -> list[PatchOp]:
    """What both begin and end with stays; the middle is changed in place if it is as long as before, else renewed."""
    shorter = min(len(old), len(new))
    front = 0
    while front < shorter and same_item(old[front], new[front]):
        front += 1
    back = 0
    while back < shorter - front and same_item(old[-1 - back], new[-1 - back]):
        back += 1
    ops: list[PatchOp] = []
    gone, come = old[front : len(old) - back], new[front : len(new) - back]
    if len(gone) == len(come):
        for place, (before, after) in enumerate(zip(gone, come, strict=True), front):
            ops += difference(before, after, f"{path}/{place}")
    else:
        ops += [PatchOp(op="remove", path=f"{path}/{front}")] * len(gone)
        ops += [PatchOp(op="add", path=f"{path}/{place}", value=item) for place, item in enumerate(come, front)]
    kept = [*zip(range(front), old, strict=False)]
    kept += [(len(new) - back + step, item) for step, item in enumerate(old[len(old) - back :])]
    for place, before in kept:
        if before != new[place]:
            ops += difference(before, new[place], f"{path}/{place}")
    return ops


def same_item(old: Any, new: Any) -> bool:
    """Whether two items of a list are the same thing, perhaps changed inside: by their id if they have one."""
    if isinstance(old, dict) and isinstance(new, dict) and "id" in old:
        return bool(old["id"] == new.get("id"))
    return bool(old == new)


def escaped(key: str) -> str:
    """A key as a part of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def apply(document: Any, ops: list[PatchOp]) -> Any:
    """The document after the operations; the document itself is used up."""
    for op in ops:
        if not op.path:
            document = op.value
            continue
        *parents, last = [part.replace("~1", "/").replace("~0", "~") for part in op.path[1:].split("/")]
        holder = document
        for part in parents:
            holder = holder[int(part)] if isinstance(holder, list) else holder[part]
        change(holder, last, op)
    return document


def change(holder: Any, key: str, op: PatchOp) -> None:
    """Carry out one operation on the object or list it concerns."""
    if isinstance(holder, list):
        place = int(key)
        if op.op == "add":
            holder.insert(place, op.value)
        elif op.op == "remove":
            del holder[place]
        else:
            holder[place] = op.value
    elif op.op == "remove":
        del holder[key]
    else:
        holder[key] = op.value
