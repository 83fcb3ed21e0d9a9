"""The compiled kernel: it is the sources and nothing else, and gives way to them as soon as they change."""

import importlib.machinery
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import compile_kernel
from eschaton.kernel import COMPILED, SOURCES, compiled_home, machine
from eschaton.kernel.game import registered

IS_COMPILED = machine.__file__.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES))
WHERE = "import sys; sys.path.insert(0, {!r}); from eschaton.kernel import {name}; print({name}.__file__)"


def played(game: str, **environment: str) -> dict[str, object]:
    command = [sys.executable, "-m", "eschaton", "simulate", game, "--games", "3", "--seed", "compiled", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **environment})
    found: dict[str, object] = json.loads(done.stdout)
    return {key: found[key] for key in ("decisions", "outcomes", "errors")}


def found_in(tree: Path, name: str, **environment: str) -> str:
    """The file that a kernel module is taken from, in another copy of the sources."""
    command = [sys.executable, "-c", WHERE.format(str(tree), name=name)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **environment})
    return done.stdout.strip()


def copied(tree: Path) -> Path:
    """The package as far as the kernel needs it, what was compiled included."""
    (tree / "eschaton").mkdir()
    shutil.copy(SOURCES.parent / "__init__.py", tree / "eschaton")
    shutil.copytree(SOURCES, tree / "eschaton" / "kernel")
    return tree


@pytest.mark.skipif(not IS_COMPILED, reason="the kernel is not compiled here")
@pytest.mark.parametrize("game", [game.id for game in registered()])
def test_compiled_or_not_the_same_games_are_played(game: str) -> None:
    assert played(game) == played(game, ESCHATON_PURE="1")


@pytest.mark.skipif(not IS_COMPILED, reason="the kernel is not compiled here")
@pytest.mark.parametrize("name", COMPILED)
def test_a_module_is_compiled_until_any_of_the_sources_changes(tmp_path: Path, name: str) -> None:
    tree = copied(tmp_path)
    assert found_in(tree, name).endswith(".so")
    assert found_in(tree, name, ESCHATON_PURE="1").endswith(f"{name}.py")
    with (tree / "eschaton" / "kernel" / "pile.py").open("a") as source:
        source.write("# changed\n")
    assert found_in(tree, name).endswith(f"{name}.py")


def test_without_a_compiler_nothing_is_lost_but_speed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compile_kernel, "compiled_home", lambda: tmp_path / "compiled" / "anew")
    monkeypatch.setenv("PATH", "")
    compile_kernel.main()
    assert "runs as plain Python" in capsys.readouterr().err
    assert list((tmp_path / "compiled").iterdir()) == []


def test_every_source_counts(tmp_path: Path) -> None:
    homes = {compiled_home()}
    for name in COMPILED:
        shutil.copytree(SOURCES, tmp_path / name, ignore=shutil.ignore_patterns("compiled"))
        with (tmp_path / name / f"{name}.py").open("a") as source:
            source.write("\n")
        homes.add(compiled_home(tmp_path / name))
    assert len(homes) == 1 + len(COMPILED)
