"""Small studies of the toys."""

from collections.abc import Callable
from pathlib import Path

import pytest

Written = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Write a study file: lines above the first `[[play]]`, then one for each further text."""

    def write(top: str, *plays: str, name: str = "study") -> Path:
        path = tmp_path / f"{name}.toml"
        path.write_text("\n".join([top, *(f"[[play]]\n{play}" for play in plays)]), "utf-8")
        return path

    return write
