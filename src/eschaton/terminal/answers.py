"""Questions as numbered lines, typed lines as answers, and answers in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from eschaton.kernel.ask import Amount, Ask, Assign, Choose, ChooseSome, Option, Order, Roll
from eschaton.kernel.errors import Malformed
from eschaton.kernel.scene import Scene
from eschaton.terminal.draw import every_zone

MANY = 9  # options that are too many for a line each
COMMON = 3  # words that options have in common if they belong together
LONGEST = 40  # characters of what was typed that are said back
NONE = ("none", "nothing", "-")
NOWHERE: Mapping[str, str] = {}


def lying_now(scene: Scene, ask: Ask, options: Sequence[Option]) -> dict[str, str]:
    """Where the items of an assignment lie already, among the places they may go to, as far as there is room."""
    if not isinstance(ask, Assign):
        return {}
    first = {option.key: option.pieces[0] for option in options if option.pieces}
    under = {piece.id: piece.on or zone.id for zone in every_zone(scene.zones) for piece in zone.pieces}
    found: dict[str, str] = {}
    for item, places in items_of(ask):
        there = under.get(first.get(item, ""))
        place = next((place for place in places if there and first.get(place) == there), None)
        if place is not None and list(found.values()).count(place) < ask.most.get(place, len(ask.places)):
            found[item] = place
    return found


def question_lines(ask: Ask, options: Sequence[Option], now: Mapping[str, str] = NOWHERE) -> list[str]:
    """The options of a question, numbered, and how to answer if that is not plain; `now` is where items lie already."""
    if isinstance(ask, Amount):
        return [f"  a number from {ask.least} to {ask.most}"]
    if isinstance(ask, Assign):
        return assign_lines(ask, labels(options), now)
    shown = shown_names(options)
    lines = [f"  {number}  {name}" for number, name in enumerate(shown, 1)]
    if len(lines) > MANY:
        lines = ranged(shown) or bundled(shown)
    return [*lines, *how_to(ask, len(options))]


def shown_names(options: Sequence[Option]) -> list[str]:
    """What the options are called, numbered where several are called the same."""
    names = [label(option) for option in options]
    many = Counter(names)
    so_far: Counter[str] = Counter()
    shown = []
    for name in names:
        so_far[name] += 1
        shown.append(f"{name} ({so_far[name]} of {many[name]})" if many[name] > 1 else name)
    return shown


def ranged(names: Sequence[str]) -> list[str]:
    """Options in which an amount counts up, one line for each row of amounts; none if there is no such row."""
    rows: list[list[int]] = []
    for at, name in enumerate(names):
        if rows and counts_on(names[rows[-1][-1]], name):
            rows[-1].append(at)
        else:
            rows.append([at])
    longest = max(rows, key=len)
    if len(longest) <= COMMON:
        return []
    lines = [row_line(row, names) for row in rows]
    return [*lines, f"  (by number, or in words, as in: {names[longest[1]]})"]


def row_line(row: Sequence[int], names: Sequence[str]) -> str:
    """One option, or a row of amounts from its first to its last."""
    first, last = row[0], row[-1]
    if first == last:
        return f"  {first + 1}  {names[first]}"
    return f"  {first + 1} to {last + 1}  {names[first]} … {names[last]}"


def counts_on(name: str, following: str) -> bool:
    """Whether an option says the same as the one before it with an amount that is greater by 1."""
    amount, more = (re.search(r"\d+", text) for text in (name, following))
    if amount is None or more is None or int(more[0]) != int(amount[0]) + 1:
        return False
    before, after = name.replace(amount[0], "#", 1), following.replace(more[0], "#", 1)
    return after in (before, f"{before}s")


def bundled(names: Sequence[str]) -> list[str]:
    """Many options: neighbours that begin with the same words are bundled on one line, each with its number."""
    bundles: list[list[int]] = []
    for at, name in enumerate(names):
        if bundles and common([names[bundles[-1][0]], name]) >= COMMON:
            bundles[-1].append(at)
        else:
            bundles.append([at])
    lines = []
    for bundle in bundles:
        if len(bundle) == 1:
            lines.append(f"  {bundle[0] + 1}  {names[bundle[0]]}")
            continue
        same = common([names[at] for at in bundle])
        ends = [f"{at + 1} {' '.join(names[at].split()[same:]) or 'this'}" for at in bundle]
        lines.append(f"  {' '.join(names[bundle[0]].split()[:same])} … {', '.join(ends)}")
    return lines


def common(names: Sequence[str]) -> int:
    """How many words these names begin with in common."""
    same = 0
    for words in zip(*(name.split() for name in names), strict=False):
        if len(set(words)) > 1:
            break
        same += 1
    return same


def label(option: Option) -> str:
    """An option's label, or its key if it has none."""
    return option.label or option.key


def how_to(ask: Ask, many: int) -> list[str]:
    """How a question that takes several options is answered."""
    if isinstance(ask, Order):
        return ["  (all of them in order, as in: " + " ".join(map(str, range(many, 0, -1))) + "; or: same)"]
    if isinstance(ask, ChooseSome):
        most = min(ask.most, many)
        count = f"{most}" if ask.least == most else f"{ask.least} to {most}"
        limits = [f"; {limit.reason}" for limit in ask.limits if limit.reason]
        return [f"  (choose {count}, as in: 1 2{'; or: none' if not ask.least else ''}{''.join(limits)})"]
    return []


def assign_lines(ask: Assign, names: dict[str, str], now: Mapping[str, str] = NOWHERE) -> list[str]:
    """Each item with where it lies now and the places it may go to, numbered."""
    lines = []
    for number, (item, places) in enumerate(items_of(ask), 1):
        where = ", ".join(f"{at} {names.get(place, place)}" for at, place in enumerate(places, 1))
        lies = f" (now {names.get(now[item], now[item])})" if item in now else ""
        lines.append(f"  {number}  {names.get(item, item)}{lies}: {where}")
    limits = [f"at most {most} on {names.get(place, place)}" for place, most in ask.most.items()]
    return [
        *lines,
        *([f"  ({'; '.join(limits)})"] if limits else []),
        "  (a place for each in order, as in: 1 2; or item=place, as in: 1=2 2=1; or: each, to be asked one by one)",
        *(["  (what is not named stays where it lies; or: same, to leave all of it so)"] if now else []),
    ]


def items_of(ask: Assign) -> list[tuple[str, tuple[str, ...]]]:
    """The items that must be put somewhere."""
    return [(item, places) for item, places in ask.places.items() if places]


def labels(options: Sequence[Option]) -> dict[str, str]:
    """The label of every key."""
    return {option.key: label(option) for option in options}


def read_answer(ask: Ask, options: Sequence[Option], line: str, now: Mapping[str, str] = NOWHERE) -> Any:
    """The answer that a line means; raises Malformed, saying what would be right, if it means none."""
    if isinstance(ask, Amount):
        return number(line)
    if isinstance(ask, Choose):
        return one_of(options, line)
    if isinstance(ask, Assign):
        return read_assign(ask, options, line, now)
    if isinstance(ask, Order) and line == "same":
        return [option.key for option in options]
    if line.lower() in NONE:
        return []
    if isinstance(ask, ChooseSome) and line == "all":
        return [option.key for option in options]
    return some_of(options, words(options, line))


def some_of(options: Sequence[Option], named: Sequence[str]) -> list[str]:
    """The options that these words mean, one after the other; a name that several have means the next of them."""
    given: list[str] = []
    for word in named:
        left = [option for option in options if option.key not in given]
        alike = [option.key for option in left if word.strip().lower() == option.label.lower()]
        given.append(alike[0] if alike else one_of(options, word))
    return given


def number(word: str) -> int:
    """A whole number."""
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", word):
        raise Malformed(f"expected a number, not {quoted(word)}")
    return int(word)


def quoted(word: str) -> str:
    """What was typed, said back; much of it in short."""
    return repr(word if len(word) <= LONGEST else f"{word[:LONGEST]}…")


def words(options: Sequence[Option], line: str) -> list[str]:
    """The parts of a line: at commas if it has any, else at spaces, unless the whole line is one option."""
    if any(line in (option.key, option.label) for option in options) or line in shown_names(options):
        return [line]
    return [word for word in (line.split(",") if "," in line else line.split()) if word.strip()]


def one_of(options: Sequence[Option], word: str) -> str:
    """The option that a word means: its key, its number, its label, or the only one that begins so."""
    word = word.strip()
    keys = [option.key for option in options]
    if word in keys:
        return word
    if re.fullmatch(r"[0-9]+", word):
        if len(word) <= LONGEST and 1 <= int(word) <= len(keys):
            return keys[int(word) - 1]
        raise Malformed(f"there is no option {quoted(word)[1:-1]}; the numbers go from 1 to {len(keys)}")
    low = word.lower()
    apart = shown_names(options)
    whole = [
        option.key
        for option, shown in zip(options, apart, strict=True)
        if low in (option.key.lower(), option.label.lower(), shown.lower())
    ]
    begin = [option.key for option in options if low and begins(option, low)]
    found = whole or begin
    named = {option.key: label(option) for option in options}
    if len({named[key] for key in found}) == 1:
        return found[0]
    if found:
        raise Malformed(f"{quoted(word)} may be any of: {', '.join(named[key] for key in found)}; use the number")
    raise Malformed(f"{quoted(word)} is neither an option nor a command; type a number, or ? for help")


def begins(option: Option, low: str) -> bool:
    """Whether an option's key or its label begins so; a word in the middle of a label says too little."""
    return option.key.lower().startswith(low) or option.label.lower().startswith(low)


def read_assign(ask: Assign, options: Sequence[Option], line: str, now: Mapping[str, str] = NOWHERE) -> dict[str, str]:
    """Places for items: "item=place" with names or numbers, or only places, in the order of the items.

    What is not named stays where it lies now; "same" leaves everything there.
    """
    items = items_of(ask)
    line = "" if now and line == "same" else line
    named = labels(options)
    given: dict[str, str] = {}
    parts = [part for part in re.split(r"[\s,]+", line) if part]
    if parts and not any("=" in part for part in parts):
        if len(parts) != len(items):
            raise Malformed(f"expected {len(items)} places, one for each item in order, not {len(parts)}")
        parts = [f"{at}={place}" for at, place in enumerate(parts, 1)]
    for part in parts:
        item_word, _, place_word = part.partition("=")
        item = one_of([Option(key, named.get(key, key)) for key, _ in items], item_word)
        given[item] = one_of([Option(key, named.get(key, key)) for key in ask.places[item]], place_word)
    for item, places in items:
        if item in now or len(places) == 1:
            given.setdefault(item, now.get(item, places[0]))
    missing = [named.get(item, item) for item, _ in items if item not in given]
    if missing:
        raise Malformed(f"nothing is said of {', '.join(missing)}; everything that can go somewhere must")
    return given


def read_roll(ask: Roll, line: str, names: Mapping[Any, str] | None = None) -> list[Any]:
    """The faces that a line names, each by its mark or name, or the beginning of one."""
    words = list(filter(None, re.split(r"\s*,\s*" if "," in line else r"\s+", line.strip().lower())))
    if len(words) != ask.count:
        raise Malformed(f"expected {ask.count} of them, not {len(words)}")
    return [read_face(ask.faces_of(place), word, names or {}) for place, word in enumerate(words)]


def read_face(faces: Iterable[Any], word: str, names: Mapping[Any, str]) -> Any:
    """The face of one die that a word means."""
    spoken = {names.get(face, str(face)).lower(): face for face in faces} | {str(face).lower(): face for face in faces}
    near = {face for name, face in spoken.items() if name == word} or {
        face for name, face in spoken.items() if name.startswith(word)
    }
    if len(near) != 1:
        raise Malformed(f"{word!r} is not one of: {', '.join(map(str, dict.fromkeys(faces)))}")
    return near.pop()


def answer_words(given: Any, names: dict[str, str]) -> str:
    """An answer in the words of its options."""
    if isinstance(given, list):
        return ", ".join(names.get(key, str(key)) for key in given) or "none"
    if isinstance(given, dict):
        return ", ".join(f"{names.get(item, item)} to {names.get(place, place)}" for item, place in given.items())
    return names.get(given, str(given))
