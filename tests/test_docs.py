"""What the documentation says is so: links lead somewhere, commands can be typed, names are names in the code."""

from __future__ import annotations

import re
import runpy
import shlex
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from eschaton.cli import parser
from eschaton.kernel.ask import Together
from eschaton.kernel.game import Game, Setup
from eschaton.kernel.scene import Scene, Zone
from eschaton.kernel.step import Step
from eschaton.kernel.table import Table
from eschaton.terminal.draw import drawing

ROOT = Path(__file__).resolve().parent.parent
MADE = ROOT / "docs" / "reference"
WRITTEN = [page for page in (ROOT / "docs").rglob("*.md") if MADE not in page.parents]
PAGES = sorted([*ROOT.glob("*.md"), *WRITTEN])
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[\w-]*)?\)")
FENCED = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^ *(?:\$ )?eschaton (?P<words>.+?)(?: {2,}.*)?$", re.MULTILINE)
CODE: dict[str, Any] = {
    "Table": Table, "Step": Step, "GAME": Game, "Setup": Setup, "Together": Together, "Scene": Scene, "Zone": Zone
}  # fmt: skip

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text("utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


def commands() -> list[list[str]]:
    """Every command line that a page shows on a line of its own; words in capitals stand for something."""
    shown = []
    for page in PAGES:
        text = page.read_text("utf-8")
        blocks = [*FENCED.findall(text), *re.findall(r"^ {4}.*$", text, re.MULTILINE)]
        shown += [match["words"] for block in blocks for match in COMMAND.finditer(block)]
    return [shlex.split(re.sub(r"\[.*?\]", "", words)) for words in shown if "…" not in words]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_commands_can_be_typed(words: list[str]) -> None:
    assert callable(parser().parse_args(words).run)


def test_there_are_commands_to_type() -> None:
    assert len(commands()) > 10


def test_make_knows_the_targets_of_the_readme() -> None:
    targets = re.findall(r"^ {4}make (\w+)", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert "play" in targets
    assert set(targets) <= set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


@each_page
def test_names_are_names_in_the_code(page: Path) -> None:
    named = re.findall(rf"`({'|'.join(CODE)})\.(\w+)", page.read_text("utf-8"))
    assert [f"{owner}.{name}" for owner, name in named if not hasattr(CODE[owner], name)] == []


@pytest.mark.parametrize(("owner", "file", "ends"), [("Table", "table.py", "# Reading."), ("Step", "step.py", "cited")])
def test_everything_that_a_game_may_override_is_named(owner: str, file: str, ends: str) -> None:
    page = (ROOT / "docs" / "writing-a-game.md").read_text("utf-8")
    source = (ROOT / "src" / "eschaton" / "kernel" / file).read_text("utf-8")
    hooks = re.findall(r"^    def ([a-z]\w+)", source.partition(f"class {owner}(")[2].partition(ends)[0], re.MULTILINE)
    assert len(hooks) > 5
    assert [hook for hook in hooks if not re.search(rf"`(?:{owner}\.)?{hook}\b", page)] == []


def test_what_a_game_imports_can_be_imported() -> None:
    page = (ROOT / "docs" / "writing-a-game.md").read_text("utf-8")
    (block,) = [block for block in FENCED.findall(page) if block.startswith("from eschaton")]
    found: dict[str, Any] = {}
    exec(block, found)
    assert {"Open", "Table", "Window", "before", "only", "Outcome"} <= found.keys()


def pictures_with_words() -> list[tuple[str, str]]:
    """Every example of the page about scenes that is followed by what a terminal says of it."""
    page = (ROOT / "docs" / "scenes.md").read_text("utf-8")
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (_, imports), *rest = blocks
    return [(imports + code, said) for (_, code), (kind, said) in pairwise(rest) if kind == "text"]


@pytest.mark.parametrize(
    ("code", "said"), pictures_with_words(), ids=lambda text: text.split('"')[1] if '"' in text else ""
)
def test_scenes_are_told_as_the_page_says(code: str, said: str) -> None:
    made: dict[str, Any] = {}
    exec(code, made)
    scene = made.get("scene") or Scene(title="Any", zones=[made["zone"]])
    assert drawing(scene) == said.rstrip("\n")


def test_there_are_scenes_to_tell() -> None:
    assert len(pictures_with_words()) == 6


@each_page
def test_files_of_the_code_exist(page: Path) -> None:
    named = re.findall(r"`((?:src/eschaton|tests|docs)/[\w/.-]+\.(?:py|md|toml|lark|sh))`", page.read_text("utf-8"))
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("room", ["kernel", "cardtext"])
def test_the_reading_path_names_every_file_of_a_room(room: str) -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    files = [path.name for path in (ROOT / "src" / "eschaton" / room).iterdir() if path.suffix in (".py", ".lark")]
    assert [name for name in sorted(files) if name != "__init__.py" and f"`{name}`" not in page] == []


def test_the_reference_is_made_from_the_docstrings() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "make_reference.py"))["pages"]()
    assert "- `class Window(Step)`  \n  A timing at which powers may be used." in made["kernel.md"]
    assert "copy(table: TableT) -> TableT" in made["kernel.md"]
    assert all(f"({page})" in made["README.md"] for page in made if page != "README.md")
    assert "_decoder" not in made["kernel.md"]


def test_the_workflow_runs_the_readmes_own_test_command() -> None:
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")
    assert re.search(r"^      - run: make test\b", workflow, re.MULTILINE)
    assert re.search(r"^    make test\b", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
