"""Writes the API reference from the docstrings: `python docs/make_reference.py`, a page for each room of the code.

It reads the sources and imports nothing. What begins with an underscore is left out, and so is what has no docstring.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / "docs" / "reference"
ROOMS = ("kernel", "cardtext", "ledger", "bots", "lab", "adapters")
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def pages() -> dict[str, str]:
    """Every page of the reference, by the name of its file."""
    found = {f"{room}.md": page(room) for room in ROOMS}
    rooms = "\n".join(f"- [{room}]({room}.md): {purpose(room)}" for room in ROOMS)
    head = "# API reference\n\nMade from the docstrings by `make reference`; what to read first is said in "
    return {"README.md": f"{head}[Architecture](../architecture.md).\n\n{rooms}\n", **found}


def purpose(room: str) -> str:
    """What a room is for, by the first line of its package."""
    return first_line(ast.parse((ROOT / "src" / "eschaton" / room / "__init__.py").read_text("utf-8")))


def page(room: str) -> str:
    """All modules of a room, in alphabetical order."""
    folder = ROOT / "src" / "eschaton" / room
    parts = [f"# eschaton.{room}\n\n{purpose(room)}\n"]
    for path in sorted(folder.rglob("*.py")):
        if path.name != "__init__.py" and "compiled" not in path.parts:
            module = ".".join(path.relative_to(folder).with_suffix("").parts)
            parts.append(section(f"eschaton.{room}.{module}", ast.parse(path.read_text("utf-8"))))
    return "\n".join(parts)


def section(module: str, tree: ast.Module) -> str:
    """One module: what it is, then its classes and functions."""
    lines = [f"## {module}\n", f"{first_line(tree)}\n"]
    for node in public(tree):
        lines.append(f"- `{signature(node)}`  \n  {first_line(node)}")
        if isinstance(node, ast.ClassDef):
            lines += [f"  - `{signature(method)}`: {first_line(method)}" for method in public(node)]
    return "\n".join(lines) + "\n"


def public(node: ast.Module | ast.ClassDef) -> Iterator[Definition]:
    """The documented classes and functions of a module, or methods of a class, that anybody may use."""
    for inner in node.body:
        if isinstance(inner, Definition) and not inner.name.startswith("_") and ast.get_docstring(inner):
            yield inner


def first_line(node: ast.Module | Definition) -> str:
    """The first paragraph of a docstring, in one line, with what would be markup escaped."""
    text = (ast.get_docstring(node) or "").split("\n\n")[0]
    return re.sub(r"(?<![`\w])([*_<])", r"\\\1", " ".join(text.split()))


def signature(node: Definition) -> str:
    """A name with its arguments or its bases."""
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(ast.unparse(base) for base in node.bases)
        return f"class {node.name}({bases})" if bases else f"class {node.name}"
    arguments = ast.unparse(node.args).removeprefix("self, ").removeprefix("cls, ")
    arguments = "" if arguments in ("self", "cls") else arguments
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({arguments}){result}"


def main() -> None:
    """Write all pages."""
    HOME.mkdir(exist_ok=True)
    for name, text in pages().items():
        (HOME / name).write_text(text, "utf-8")
    print(f"{HOME.relative_to(ROOT)}/README.md")


if __name__ == "__main__":
    main()
