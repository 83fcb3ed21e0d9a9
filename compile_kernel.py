"""Compiles the kernel's busiest modules with Cython, as they are: `python compile_kernel.py`.

It needs a C compiler and the headers of Python. Without them nothing is lost but speed, so it says so and that is all.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from eschaton.kernel import COMPILED, NATIVE, SOURCES, compiled_home

CYTHON = (sys.executable, "-m", "cython", "-3", "--directive", "annotation_typing=False,infer_types=False")
"""Annotations are for readers and mypy: taken as types of C, they would change what the sources mean."""
C_FLAGS = ("-O2", "-fPIC", "-fwrapv", "-DNDEBUG", "-w")

BEING_MADE = "making-"


class CannotCompile(Exception):
    """What is missing, or what a tool said."""


def linker() -> list[str]:
    """The command that makes a module from C, as this Python was made."""
    command = shlex.split(sysconfig.get_config_var("LDSHARED") or "")
    if not command or not shutil.which(command[0]):
        raise CannotCompile("there is no C compiler")
    if not (Path(sysconfig.get_paths()["include"]) / "Python.h").exists():
        raise CannotCompile("the headers of Python are not installed")
    return command


def run(*command: str) -> None:
    """Run a tool quietly."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotCompile(f"{command[0]} failed:\n{done.stdout}{done.stderr}")


def compile_module(name: str, folder: Path, command: list[str]) -> None:
    """Put a module, compiled, into a folder."""
    if name in NATIVE:
        compile_c(SOURCES / f"{name}.c", folder, command)
        return
    written = folder / f"{name}.c"
    run(*CYTHON, "--module-name", f"eschaton.kernel.{name}", str(SOURCES / f"{name}.py"), "-o", str(written))
    compile_c(written, folder, command)
    written.unlink()


def compile_c(source: Path, folder: Path, command: list[str]) -> None:
    """Put a module that is written in C, compiled, into a folder."""
    made = folder / f"{source.stem}{sysconfig.get_config_var('EXT_SUFFIX')}"
    run(*command, *C_FLAGS, "-I", sysconfig.get_paths()["include"], str(source), "-o", str(made))


def main() -> None:
    """Compile what is not compiled yet; sources compiled earlier are thrown away."""
    home = compiled_home()
    if (home / f"{COMPILED[0]}{sysconfig.get_config_var('EXT_SUFFIX')}").exists():
        return
    home.parent.mkdir(exist_ok=True)
    try:
        compile_into(home)
    except CannotCompile as error:
        print(f"The kernel runs as plain Python, slower than compiled (copies several times): {error}", file=sys.stderr)


def compile_into(home: Path) -> None:
    """Compile all modules into a folder that comes into being when they are there; others beside it go."""
    command = linker()
    with (
        tempfile.TemporaryDirectory(dir=home.parent, prefix=BEING_MADE) as made,
        ThreadPoolExecutor(os.cpu_count()) as workers,
    ):
        folder = Path(made) / home.name
        folder.mkdir()
        list(workers.map(lambda name: compile_module(name, folder, command), (*COMPILED, *NATIVE)))
        for old in home.parent.iterdir():
            if not old.name.startswith(BEING_MADE):
                shutil.rmtree(old, ignore_errors=True)
        folder.rename(home)


if __name__ == "__main__":
    main()
