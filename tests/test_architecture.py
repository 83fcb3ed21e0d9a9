"""The house rules that no linter knows: what the source may name, and what may be committed.

Each check is a function from text to the faults it finds, so each is shown both to pass the project and to fail.
"""

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Container, Iterator
from inspect import isfunction
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "eschaton"
GAMES = frozenset({"cult", "heart", "apollyon", "blasphemous", "apocrypha"})
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
NAMES_A_HOST = re.compile(r"://|^\s*(?:--(?:extra-)?index-url|-i|--find-links|-f|--trusted-host)\b")
MACHINE_PATH = re.compile(r"(?<![\w.~/-])/(?:work|root|home|Users)/")


def games_named(source: str) -> list[str]:
    """Identifiers, imports and strings of a module that name a game; prose (docstrings, comments) may."""
    nodes = list(ast.walk(ast.parse(source)))
    prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return [
        f"line {getattr(node, 'lineno', '?')}: {text!r}"
        for node in nodes
        if not (isinstance(node, ast.Constant) and id(node) in prose)
        for text in texts(node)
        if any(word.lower() in GAMES for word in WORD.findall(text))
    ]


def texts(node: ast.AST) -> Iterator[str]:
    """Every piece of text that belongs to this node itself: its names, or the value of a string."""
    for _, value in ast.iter_fields(node):
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, str):
                yield item
            elif isinstance(item, bytes):
                yield item.decode("latin-1")


def strangers_imported(source: str, allowed: frozenset[str]) -> list[str]:
    """Third-party packages that a module imports without leave."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            found.add(node.module.partition(".")[0])
    return sorted(found - allowed - {"eschaton"} - sys.stdlib_module_names)


def entered_elsewhere(source: str, functions: Container[str] = ()) -> list[str]:
    """Lines that change, while a module is imported, what another of ours has made: a rule that exists by an import.

    A plain function that decorates another gives back what it makes, and changes nothing.
    """
    tree = ast.parse(source)
    taken = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("eschaton")
        for alias in node.names
        if alias.name not in functions and (alias.name.islower() or alias.name.isupper())
    }
    found = []
    for node in tree.body:
        if isinstance(node, ast.Expr):
            changed = [node.value.func] if isinstance(node.value, ast.Call) else []
        elif isinstance(node, ast.Assign):
            changed = [target for target in node.targets if not isinstance(target, ast.Name)]
        elif isinstance(node, ast.AugAssign):
            changed = [node.target]
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            changed = [call.func for call in node.decorator_list if isinstance(call, ast.Call)]
        else:
            continue
        found += [f"line {node.lineno}: {root}" for root in map(root_name, changed) if root in taken]
    return found


def root_name(node: ast.AST) -> str:
    """The name that an expression begins with: `a` of `a.b[0].c`."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def hosts_in_requirements(text: str) -> list[str]:
    """Lines of a requirements file that say where to fetch from."""
    return [line for line in text.splitlines() if NAMES_A_HOST.search(line)]


def hosts_in_package_lock(text: str) -> list[str]:
    """Lines of an npm lock file that say where a package came from."""
    return [line for line in text.splitlines() if re.search(r'"resolved"\s*:', line)]


def machine_paths(text: str) -> list[str]:
    """Lines that name a place on somebody's machine."""
    return [line for line in text.splitlines() if MACHINE_PATH.search(line)]


def types_met_unprepared(source: str) -> list[str]:
    """Calls inside functions that may make msgspec learn a type, which two threads must not do together."""
    return [
        f"line {call.lineno}: {ast.unparse(call)}"
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for call in ast.walk(function)
        if isinstance(call, ast.Call)
        for kind in types_learnt(call)
        if not (isinstance(kind, ast.Call) and isinstance(kind.func, ast.Name) and kind.func.id == "prepared")
    ]


def types_learnt(call: ast.Call) -> list[ast.expr]:
    """The types that a call of msgspec must know all about."""
    name = ast.unparse(call.func)
    if name == "msgspec.convert" or re.fullmatch(r"msgspec\.\w+\.Decoder", name):
        return call.args[-1:]
    return [word.value for word in call.keywords if word.arg == "type" and re.fullmatch(r"msgspec\.\w+\.decode", name)]


def committed() -> list[Path]:
    """Every file under version control; skips the test outside a checkout."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("git cannot list the files")
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def report(faults: dict[Path, list[str]]) -> str:
    return "\n".join(f"{path.relative_to(ROOT)}: {fault}" for path, found in faults.items() for fault in found)


def test_nothing_outside_games_names_a_game() -> None:
    modules = [path for path in SOURCE.rglob("*.py") if path.relative_to(SOURCE).parts[0] != "games"]
    assert modules
    assert not report({path: games_named(path.read_text("utf-8")) for path in modules})
    assert not [path for path in modules if GAMES & set(path.relative_to(SOURCE).with_suffix("").parts)]


@pytest.mark.parametrize(
    "source",
    [
        "import eschaton.games.cult",
        "from eschaton.games import heart as pulse",
        "from eschaton.games.apollyon.state import Site",
        "if game == 'blasphemous': pass",
        "title = f'{n} players of Apocrypha'",
        "class CultTable: pass",
        "HEART_DIE = 6",
        "def deal(cult_deck): pass",
        "table.apollyon = 1",
        "play(apocrypha=True)",
        "key = b'cult'",
    ],
)
def test_naming_a_game_is_found(source: str) -> None:
    assert games_named(source)


@pytest.mark.parametrize(
    "source",
    [
        "heartbeat = 'occult culture'",
        '"""As in Heart: the later wins."""',
        "def f():\n    'Cult asks the killer.'\n    return 1  # as in apocrypha",
    ],
)
def test_prose_and_other_words_are_not_games(source: str) -> None:
    assert not games_named(source)


def test_the_kernel_imports_only_msgspec() -> None:
    modules = (SOURCE / "kernel").rglob("*.py")
    assert not report({path: strangers_imported(path.read_text("utf-8"), frozenset({"msgspec"})) for path in modules})


def test_a_stranger_in_the_kernel_is_found() -> None:
    source = [
        "import json, msgspec.json, lark.lexer",
        "from numpy import array",
        "from . import step",
        "import eschaton",
    ]
    assert strangers_imported("\n".join(source), frozenset({"msgspec"})) == ["lark", "numpy"]


def test_nothing_of_a_game_is_entered_by_importing_a_file() -> None:
    found = {}
    for path in (SOURCE / "games").rglob("*.py"):
        name = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")
        functions = {name for name, value in vars(importlib.import_module(name)).items() if isfunction(value)}
        if lines := entered_elsewhere(path.read_text(), functions):
            found[name] = lines
    assert found == {}


@pytest.mark.parametrize(
    "line",
    [
        "DUE.append(fallen)",
        "WAITED[CARD] = last_call",
        "words |= {'a': 1}",
        "@answers('Growth')\ndef growth(): ...",
        "@words.verb('gain {n}')\ndef gain(): ...",
        "words.scope('turn')",
    ],
)
def test_a_rule_entered_by_an_import_is_found(line: str) -> None:
    assert entered_elsewhere(f"from eschaton.games.some.state import CARD, DUE, WAITED, answers, words\n{line}\n")
    assert not entered_elsewhere(f"words = answers = DUE = WAITED = made()\n{line}\n")


def test_types_are_prepared_before_threads_meet_them() -> None:
    modules = [path for path in SOURCE.rglob("*.py") if path != SOURCE / "kernel" / "once.py"]
    assert not report({path: types_met_unprepared(path.read_text("utf-8")) for path in modules})


@pytest.mark.parametrize(
    "call",
    ["msgspec.convert(raw, File)", "msgspec.json.Decoder(File).decode(raw)", "msgspec.toml.decode(raw, type=File)"],
)
def test_a_type_that_is_not_prepared_is_found(call: str) -> None:
    assert types_met_unprepared(f"def read(raw):\n    return {call}")
    assert not types_met_unprepared(call)
    assert not types_met_unprepared(f"def read(raw):\n    return {call.replace('File', 'prepared(File)')}")
    assert not types_met_unprepared("def read(raw):\n    return msgspec.json.decode(raw)")


def test_no_lock_file_names_a_host() -> None:
    requirements = list(ROOT.glob("requirements*.txt"))
    assert requirements
    faults = {path: hosts_in_requirements(path.read_text("utf-8")) for path in requirements}
    for path in (ROOT / "package-lock.json", ROOT / "web" / "package-lock.json"):
        if path.exists():
            faults[path] = hosts_in_package_lock(path.read_text("utf-8"))
    assert not report(faults)


def test_every_requirement_is_pinned_and_hashed() -> None:
    entries = re.split(r"\n(?=[A-Za-z0-9])", (ROOT / "requirements.txt").read_text("utf-8"))
    assert not [entry for entry in entries if "==" not in entry or "--hash=sha256:" not in entry]


@pytest.mark.parametrize(
    "line",
    [
        "--index-url somewhere",
        "--extra-index-url=somewhere",
        "-i somewhere",
        "--find-links wheels",
        "--trusted-host somewhere",
        "lark @ https://example.org/lark.whl",
    ],
)
def test_a_host_in_requirements_is_found(line: str) -> None:
    assert hosts_in_requirements(f"httpx==1.0 \\\n    --hash=sha256:00\n{line}\n") == [line]


def test_a_host_in_a_package_lock_is_found() -> None:
    assert hosts_in_package_lock(
        '{"a": {\n"resolved": "https://example.org/a.tgz",\n"funding": "https://example.org"\n}}'
    )
    assert not hosts_in_package_lock('{"a": {"version": "1.0", "funding": "https://example.org"}}')


def test_no_lock_format_that_names_hosts_is_committed() -> None:
    assert not {path.name for path in committed()} & {"uv.lock", "pylock.toml", "poetry.lock", "pdm.lock", "yarn.lock"}


def test_no_committed_file_names_a_path_of_one_machine() -> None:
    assert not report({path: machine_paths(path.read_text("utf-8", errors="replace")) for path in committed()})


@pytest.mark.parametrize("place", ["work", "root", "home", "Users"])
def test_a_path_of_one_machine_is_found(place: str) -> None:
    assert machine_paths(f"fine\nsee /{place}/somebody/file\n") == [f"see /{place}/somebody/file"]
    assert machine_paths(f'"/{place}/x"')
    assert not machine_paths(f"src/{place}/x ../{place}/x https://example.org/{place}/x")


def test_a_game_of_shared_parts_is_small() -> None:
    """Hidden hands of text cards, a map, different dice, exact odds, an announced card and a joint decision."""
    source = (ROOT / "tests" / "toys" / "contraband.py").read_text("utf-8")
    assert len(source.splitlines()) < 350
    assert all(part in source for part in ("HandTable", 'kind="map"', "roll_each(", "Odds(", "announced", "Council"))


def classes_by_name(root: Path) -> dict[str, list[str]]:
    """Where each class name is defined."""
    found: dict[str, list[str]] = {}
    for path in sorted(root.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(path.relative_to(root).as_posix())
    return found


def named_twice(found: dict[str, list[str]]) -> dict[str, list[str]]:
    """Classes that share a name, unless they are pieces of different games."""
    return {
        name: places
        for name, places in found.items()
        if len(places) > 1
        and not (all(place.startswith("games/") for place in places) and len({*map(game_at, places)}) == len(places))
    }


def game_at(place: str) -> str:
    """The game whose package holds a file."""
    return place.split("/")[1]


STILL_TWICE = frozenset(
    {
        *("Abilities", "Act", "Box", "CarryOut", "Change", "Claim", "Clock", "Die", "Done", "Entry", "Found", "Frame"),
        *("Guest", "Health", "Limit", "Number", "Observation", "Order", "Perform", "Piece", "Place", "Play"),
        *("Said", "Shown", "Spot", "State", "Stream", "Tally", "Told", "Where", "Words"),
    }
)
"""Names that the server, the card language and scenes still share; none may be added."""


def test_no_class_name_is_used_twice() -> None:
    twice = named_twice(classes_by_name(SOURCE))
    assert {name: places for name, places in twice.items() if name not in STILL_TWICE} == {}
    assert twice.keys() == STILL_TWICE, "what has a name of its own is listed no more"


def test_a_class_name_used_twice_is_found() -> None:
    assert named_twice({"Play": ["lab/study.py", "server/play.py"]})
    assert named_twice({"Play": ["games/cult/a.py", "games/cult/b.py"]})
    assert not named_twice({"Turn": ["games/cult/turn.py", "games/apollyon/turn.py"], "Box": ["cardtext/box.py"]})
