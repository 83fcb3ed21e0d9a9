"""The engine: a table, a stack of steps, and the questions they ask. Knows no game.

`compile_kernel.py`, which `make` runs, compiles the modules that every decision goes through. What it made is used only
while the sources are the very ones it was made from, and never with ESCHATON_PURE=1: else the sources themselves run,
which do the same, a fifth slower.
"""

import hashlib
import os
from pathlib import Path

SOURCES = Path(__file__).parent
COMPILED = ("ask", "chance", "effect", "machine", "pile", "step", "table", "view", "window")
NATIVE = ("copier",)
"""What is written in C; `copying.py` can do without it."""


def compiled_home(sources: Path = SOURCES) -> Path:
    """Where these sources lie compiled, if they have been: a folder named after all that stands in them."""
    content = hashlib.blake2b(digest_size=8)
    for source in (*(f"{name}.py" for name in COMPILED), *(f"{name}.c" for name in NATIVE)):
        content.update((sources / source).read_bytes())
    return SOURCES / "compiled" / content.hexdigest()


if os.environ.get("ESCHATON_PURE") != "1" and (SOURCES / "compiled").is_dir():
    __path__.insert(0, str(compiled_home()))
