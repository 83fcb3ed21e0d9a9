"""What the command line says about rules: texts in, texts out. Wrong use raises LedgerError."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import fill

import msgspec

from eschaton.ledger.coverage import BASELINE, Coverage, checkout, coverage_of_all, read_baseline
from eschaton.ledger.entry import Ledger, LedgerError, RuleEntry
from eschaton.ledger.search import SOME_WORDS, RuleFound, search
from eschaton.ledger.shelf import ledger, ledgers, nearest_ids
from eschaton.ledger.where import Whereabouts, uncited, where, whereabouts

WIDTH = 110


def list_ledgers() -> str:
    """The ledgers there are, one to a line."""
    rows = [["game", "ids", "title", "rules", "examples", "rulings"]]
    for found in ledgers().values():
        counts = [str(len(found.of_kind(kind))) for kind in ("rule", "example", "ruling")]
        rows.append([found.game, found.prefix, found.title, *counts])
    return table(rows)


def show(game: str, words: Sequence[str] = (), limit: int = 25, width: int = WIDTH) -> str:
    """A ledger's contents, or the entries that answer the words."""
    found = ledger(game)
    return answer(search(found, words), words, limit, width) if words else contents(found)


def contents(found: Ledger) -> str:
    """The sections of a ledger, with how many entries each has."""
    lines = [f"{found.title} ({found.prefix})", ""]
    for section in found.sections:
        count = sum(entry.section == section for entry in found.entries)
        lines.append("  " * len(section.path) + section.title + (f"  ({count})" if count else ""))
    return "\n".join(lines)


def answer(found: RuleFound, words: Sequence[str], limit: int, width: int) -> str:
    """The best hits with their texts, or what the words might have meant."""
    whole = [hit.entry for hit in found.hits if hit.rank < SOME_WORDS]
    shown = whole or [hit.entry for hit in found.hits]
    lines = [] if whole else [f"No entry has all of: {' '.join(words)}."]
    lines += [f"Did you mean, for {word}: {', '.join(near)}?" for word, near in found.nearest.items() if near]
    if lines and shown:
        lines.append("")
    lines.append(entries_text(shown[:limit], width))
    if len(shown) > limit:
        lines.append(f"\n… and {len(shown) - limit} more; add a word to narrow it down.")
    return "\n".join(lines).rstrip()


def entries_text(entries: Iterable[RuleEntry], width: int) -> str:
    """Entries under the names of their sections."""
    blocks = []
    for name, group in groupby(entries, key=lambda entry: entry.section.name):
        blocks.append("\n".join([name, *(entry_text(entry, width) for entry in group)]))
    return "\n\n".join(blocks)


def entry_text(entry: RuleEntry, width: int) -> str:
    """One entry: its id, then its text, wrapped."""
    mark = " (struck)" if entry.struck else ""
    first, *rest = entry.text.splitlines()
    wrapped = [fill(f"{entry.id}{mark}  {first}", width, initial_indent="  ", subsequent_indent="    ")]
    wrapped += [fill(line, width, initial_indent="    ", subsequent_indent="    ") for line in rest]
    return "\n".join(wrapped)


def where_report(game: str, words: Sequence[str], width: int = WIDTH) -> str:
    """A rule, the code that states it and the tests that prove it; without an id, the rules no code states."""
    found = ledger(game)
    known = whereabouts(found)
    if len(words) > 1:
        raise LedgerError("--where takes one id")
    if words:
        entry = named_entry(found, words[0])
        return f"{entry_text(entry, width)}\n\n{where(entry, known)}"
    return count_of_cited(found, known)


def count_of_cited(found: Ledger, known: Whereabouts) -> str:
    """How many rules stand in the code, and which stand nowhere."""
    rules, missing, unwritten = found.to_prove("rule"), uncited(found, known), known.unwritten
    line = f"{len(rules) - len(missing) - len(unwritten)} of {len(rules)} rules stand in the code"
    lines = [f"{line}; {len(unwritten)} more hold without a line of code, for a reason that is given."]
    return "\n".join([*lines, *([f"Nowhere: {', '.join(ranges(missing))}"] if missing else [])])


def named_entry(found: Ledger, word: str) -> RuleEntry:
    """The entry with this id, with or without the prefix."""
    for given in (word, f"{found.prefix}-{word}"):
        for entry in found.entries:
            if entry.id.casefold() == given.casefold():
                return entry
    near = [entry_id for entry_id in nearest_ids(f"{found.prefix}-{word}") if entry_id in found.by_id]
    raise LedgerError(f"{found.title} has no entry {word!r}" + (f"; nearest: {', '.join(near)}" if near else ""))


def switches_report(game: str) -> str:
    """The table options that a game's rulings name."""
    found = ledger(game).switches()
    if not found:
        return "No ruling of this game names a switch."
    return "\n".join(f"{switch.name}: {switch.default}  ({ruling})" for ruling, switch in found.items())


def coverage_report(json: bool = False, start: Path | None = None) -> str:
    """What the tests of this source tree prove, per game."""
    covered = coverage_of_all(read_baseline(checkout(start) / BASELINE))
    if json:
        return msgspec.json.format(msgspec.json.encode(covered), indent=2).decode()
    return coverage_text(covered)


def coverage_text(covered: dict[str, Coverage]) -> str:
    """A table of counts, then what is missing, in ranges."""
    rows = [["game", "rules", "proven", "examples", "golden", "rulings", "proven", "missing"]]
    for game, found in covered.items():
        pairs = (found.rules, found.proven, found.examples, found.golden, found.rulings, found.rulings_proven)
        rows.append([game, *map(str, pairs), str(len(found.missing))])
    lines = [table(rows)]
    for game, found in covered.items():
        if found.missing:
            text = f"{game}, not proven: " + ", ".join(ranges(found.missing))
            lines += ["", fill(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)]
    return "\n".join(lines)


def ranges(ids: Sequence[str]) -> list[str]:
    """Runs of neighbouring ids as first..last."""
    runs: list[list[str]] = []
    for entry_id in ids:
        if runs and follows(runs[-1][-1], entry_id):
            runs[-1].append(entry_id)
        else:
            runs.append([entry_id])
    return [run[0] if len(run) == 1 else f"{run[0]}..{last_number(run[-1])[1]}" for run in runs]


def follows(before: str, after: str) -> bool:
    """Whether two ids differ by one in their last number."""
    (stem, number), (next_stem, next_number) = last_number(before), last_number(after)
    return stem == next_stem and next_number == number + 1


def last_number(entry_id: str) -> tuple[str, int]:
    """An id without its last number, and that number; a letter after it keeps ids apart."""
    found = re.fullmatch(r"(.*?)(\d+)(\D*)", entry_id)
    return (found[1] + found[3], int(found[2])) if found else (entry_id, 0)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows with aligned columns, numbers to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    aligned = [
        [
            cell.rjust(width) if rows[-1][at].isdigit() else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        for row in rows
    ]
    return "\n".join("  ".join(row).rstrip() for row in aligned)
