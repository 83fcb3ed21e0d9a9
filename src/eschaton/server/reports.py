"""`eschaton reports`: what players have reported, for whoever runs the server, also while a match is still on."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import msgspec

from eschaton.kernel.errors import BadSetup
from eschaton.server.app import database_url
from eschaton.server.database import engine_for
from eschaton.server.storage import Store

SHOWN = 60
"""So many characters of a report's text stand in the list."""


def open_store(data: Path, database: str | None) -> Store:
    """The database of a server, which may be running; BadSetup if there is none."""
    if not database and not (data / "eschaton.db").is_file():
        raise BadSetup(f"data: there is no eschaton.db in {data}")
    return Store(engine_for(database_url(data, database)))


def listed(store: Store) -> str:
    """Every report in one line: its id, when, which game at which table, and what was said."""
    found = [msgspec.json.decode(body) | {"id": report} for report, body in store.reports()]
    lines = [line(each) for each in sorted(found, key=lambda each: each["report"]["at"])]
    return "\n".join(lines) or "Nothing has been reported."


def line(found: dict[str, Any]) -> str:
    """One report."""
    about = found["report"]
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(about["at"]))
    words = " ".join(about["text"].split())
    said = words if len(words) <= SHOWN else f"{words[: SHOWN - 1]}…"
    return f"{found['id']}  {when}  {found['game']} at {about['table']}, moment {about['moment']}: {said}"


def fetch(store: Store, report: str, out: Path | None) -> str:
    """Write a report to a file that `eschaton replay` reads; says where."""
    found = store.report(report)
    if found is None:
        raise BadSetup(f"report: there is no report {report!r}")
    path = out or Path(f"report-{report}.json")
    path.write_bytes(found[1])
    return f"{path}: eschaton replay {path}"
