"""Where a rule lives: the code that cites it and the tests that prove it, found by reading the files."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from eschaton.ledger.coverage import NotACheckout, checkout
from eschaton.ledger.entry import Ledger, RuleEntry, natural

UNWRITTEN = "UNWRITTEN"
"""What a game calls its dictionary of rules that no line of code states, each with the reason."""
MODULE = "the module"


class CodePlace(NamedTuple):
    """A place that cites rules: a file, a line, and the function, class or test that the line belongs to."""

    path: str
    line: int
    name: str


class Whereabouts(NamedTuple):
    """All that is known of where a game's rules live, by id."""

    code: dict[str, list[CodePlace]]
    chapters: dict[str, list[CodePlace]]  # places that cite a whole section, by "CD-9"
    tests: dict[str, list[CodePlace]]
    unwritten: dict[str, str]  # rules that hold because nothing does otherwise, with the reason


def whereabouts(ledger: Ledger, start: Path | None = None) -> Whereabouts:
    """Read a game's sources and, inside the source tree, its tests."""
    package = Path(__file__).parent.parent
    found = Whereabouts({}, {}, {}, {})
    for path in sorted((package / "games" / ledger.game).rglob("*.py")):
        read_code(found, ledger, path, path.relative_to(package.parent.parent).as_posix())
    try:
        root = checkout(start)
    except NotACheckout:
        return found
    for path in sorted((root / "tests").rglob("*.py")):
        read_marks(found.tests, ledger, path, path.relative_to(root).as_posix())
    for path in sorted((root / "tests").rglob("*.toml")):
        read_scenario(found.tests, ledger, path, path.relative_to(root).as_posix())
    return found


def read_code(found: Whereabouts, ledger: Ledger, path: Path, shown: str) -> None:
    """Note every citation of a source file under the innermost function or class around it."""
    text = path.read_text("utf-8")
    if ledger.prefix not in text:
        return
    tree = ast.parse(text)
    reasons, lines = unwritten_in(tree)
    found.unwritten.update(reasons)
    spans = list(named_spans(tree))
    for line, cited in citations(ledger, text):
        if line not in lines:
            home = found.code if cited in ledger.by_id else found.chapters
            note(home, cited, CodePlace(shown, line, innermost(spans, line)))


def citations(ledger: Ledger, text: str) -> Iterator[tuple[int, str]]:
    """The ids and sections that a text cites, each with its line; "CD-2.6 to CD-2.10" cites all between."""
    one = rf"{ledger.prefix}-(?:[A-Z]+-)?D?\d+(?:\.\d+)?[a-z]?"
    between = re.compile(rf"\b({one})(?: to ((?:{ledger.prefix}-)?(?:[A-Z]+-)?D?\d+(?:\.\d+)?[a-z]?))?\b")
    for match in between.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        last = match[2] and (match[2] if match[2].startswith(ledger.prefix) else f"{ledger.prefix}-{match[2]}")
        for cited in expanded(ledger, match[1], last or match[1]):
            yield line, cited


def expanded(ledger: Ledger, first: str, last: str) -> list[str]:
    """All ids of the ledger from one to another, or the two sections named."""
    if first == last or first not in ledger.by_id or last not in ledger.by_id:
        return list(dict.fromkeys((first, last)))
    kind = ledger.by_id[first].kind
    return [
        entry.id
        for entry in ledger.entries
        if entry.kind == kind and natural(first) <= natural(entry.id) <= natural(last)
    ]


def unwritten_in(tree: ast.Module) -> tuple[dict[str, str], set[int]]:
    """The rules that a module declares unwritten, and the lines on which it does."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == UNWRITTEN:
            reasons: dict[str, str] = ast.literal_eval(node.value)
            return reasons, set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return {}, set()


def named_spans(tree: ast.AST, inside: str = "") -> Iterator[tuple[int, int, str]]:
    """The first and last line of every function and class, decorators included, with its name."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{inside}{node.name}"
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            yield first, node.end_lineno or node.lineno, name
            yield from named_spans(node, f"{name}.")


def innermost(spans: Iterable[tuple[int, int, str]], line: int) -> str:
    """The name of the innermost span around a line."""
    around = [(last - first, name) for first, last, name in spans if first <= line <= last]
    return min(around)[1] if around else MODULE


def read_marks(tests: dict[str, list[CodePlace]], ledger: Ledger, path: Path, shown: str) -> None:
    """Note the tests that a file marks with @rule."""
    text = path.read_text("utf-8")
    if f"{ledger.prefix}-" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                for cited in ids_in(decorator):
                    if cited in ledger.by_id:
                        note(tests, cited, CodePlace(shown, node.lineno, node.name))


def ids_in(decorator: ast.expr) -> list[str]:
    """The ids of an @rule mark; none of any other decorator."""
    if not (isinstance(decorator, ast.Call) and ast.unparse(decorator.func).split(".")[-1] == "rule"):
        return []
    return [arg.value for arg in decorator.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]


def read_scenario(tests: dict[str, list[CodePlace]], ledger: Ledger, path: Path, shown: str) -> None:
    """Note the rules that a scenario file says it proves."""
    try:
        cited = tomllib.loads(path.read_text("utf-8")).get("rules")
    except tomllib.TOMLDecodeError:
        return  # a file that is broken on purpose
    for entry_id in cited if isinstance(cited, list) else []:
        if entry_id in ledger.by_id:
            note(tests, entry_id, CodePlace(shown, 1, path.stem))


def note(home: dict[str, list[CodePlace]], cited: str, place: CodePlace) -> None:
    """Add a place; one name in one file is enough."""
    places = home.setdefault(cited, [])
    if not any((other.path, other.name) == (place.path, place.name) for other in places):
        places.append(place)


def where(entry: RuleEntry, found: Whereabouts) -> str:
    """Where an entry stands in the code and in the tests, in words."""
    chapter = entry.id.rpartition(".")[0]
    lines = section("Code", found.code.get(entry.id, []))
    if entry.id in found.unwritten:
        lines.insert(0, f"No code: {found.unwritten[entry.id]}")
    elif not lines and chapter in found.chapters:
        lines = [f"Not cited by itself; its chapter {chapter}:", *section("Code", found.chapters[chapter])]
    lines = lines or ["Cited nowhere in the code."]
    return "\n".join([*lines, *(section("Tests", found.tests.get(entry.id, [])) or ["No test marks it."])])


def section(title: str, places: list[CodePlace]) -> list[str]:
    """Places under a title, one to a line."""
    return [f"{title}:", *(f"  {place.path}:{place.line}  {place.name}" for place in places)] if places else []


def uncited(ledger: Ledger, found: Whereabouts) -> list[str]:
    """The rules that stand nowhere in the code and are not marked as unwritten."""
    return [
        entry.id for entry in ledger.to_prove("rule") if entry.id not in found.code and entry.id not in found.unwritten
    ]
