"""Where a game may be saved: found out before it is played, not when it is over."""

from __future__ import annotations

import os
from pathlib import Path

from eschaton.kernel import record
from eschaton.kernel.errors import BadRecord


def misplaced(path: Path) -> str:
    """Why a game cannot be saved in this file; empty if it can. What is no saved game is never written over."""
    if "\0" in str(path):
        return "is no name for a file"
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    if path.is_dir():
        return "is a folder"
    if not os.access(path.parent, os.W_OK):
        return f"nothing can be written in {path.parent}"
    if not path.exists():
        return ""
    try:
        record.read(path)
    except BadRecord:
        return "exists and is not a saved game; choose another name"
    return ""
