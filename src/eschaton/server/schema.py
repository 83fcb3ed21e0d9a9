"""The JSON Schema of the protocol, from which the browser's types are made: `python -m eschaton.server.schema`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from eschaton.kernel.once import once
from eschaton.server.news import ServerMessage
from eschaton.server.protocol import VERSION, ClientMessage
from eschaton.server.web import BODIES


def schema() -> dict[str, Any]:
    """Every message and body, by name."""
    kinds: list[Any] = [ClientMessage, ServerMessage, *BODIES]
    (client, server, *_), components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Eschaton web table",
        "version": VERSION,
        "$defs": {**components, "ClientMessage": client, "ServerMessage": server},
    }


@once
def text() -> str:
    """The schema as it is committed."""
    return msgspec.json.format(msgspec.json.encode(schema(), order="sorted"), indent=2).decode() + "\n"


def main(arguments: list[str]) -> None:
    """Write the schema to the named file, or print it."""
    if arguments:
        Path(arguments[0]).write_text(text(), "utf-8")
    else:
        sys.stdout.write(text())


if __name__ == "__main__":
    main(sys.argv[1:])
