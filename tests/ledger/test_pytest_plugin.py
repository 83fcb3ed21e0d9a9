"""The plugin: evidence, the baseline, whole and partial runs, alone and under xdist."""

import json
from pathlib import Path

import pytest

import eschaton
from eschaton.ledger.coverage import read_baseline

pytest_plugins = ["pytester"]

SUITE = """
    import pytest
    from eschaton.ledger import record, rule

    @rule("CD-1.1", "CD-EX-1")
    def test_one(): ...

    @rule("CD-1.2")
    class TestMany:
        @rule("CD-1.3")
        def test_inside(self): ...

    @pytest.mark.parametrize("number", [pytest.param(1, marks=pytest.mark.rule("HU-1.1")), 2])
    def test_each(number): ...

    def test_scenarios():
        record(["BB-R-1.1"], "good.toml", True)
        record(["BB-R-1.2"], "bad.toml", False)

    @rule("CD-1.4")
    @pytest.mark.xfail
    def test_expected_to_fail(): assert False

    @rule("CD-1.5")
    @pytest.mark.skip
    def test_skipped(): ...
"""
PROVEN = {"CD-1.1", "CD-EX-1", "CD-1.2", "CD-1.3", "HU-1.1", "BB-R-1.1"}
BROKEN = """
    import pytest
    from eschaton.ledger import rule

    @pytest.fixture
    def collapsing():
        yield
        raise RuntimeError

    @rule("CD-1.1")
    def test_broken(): assert False

    @rule("CD-1.2")
    def test_broken_afterwards(collapsing): ...
"""


class Project:
    """A project of its own in an empty folder, with the plugin on."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.baseline = pytester.path / "tests" / "proven.json"
        self.write("pytest.ini", "[pytest]\ntestpaths = tests\n")
        self.write("tests/test_suite.py", SUITE)

    def write(self, name: str, text: str) -> None:
        path = self.pytester.path / name
        path.parent.mkdir(exist_ok=True)
        lines = text.strip("\n").splitlines()
        path.write_text("\n".join(line.removeprefix("    ") for line in lines) + "\n")

    def prove(self, *ids: str) -> None:
        self.baseline.write_text(json.dumps({"any": ids}))

    def run(self, *options: str) -> pytest.RunResult:
        plugin = ("-p", "eschaton.ledger.pytest_plugin")
        return self.pytester.runpytest_subprocess(*plugin, "-p", "no:hypothesispytest", *options)


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.setenv("PYTHONPATH", str(Path(eschaton.__file__).parents[1]))
    return Project(pytester)


@pytest.mark.parametrize("options", [(), ("-n", "2"), ("tests",), (".",)])
def test_a_whole_run_takes_in_what_is_newly_proven(project: Project, options: tuple[str, ...]) -> None:
    result = project.run(*options)
    assert result.ret == 0
    assert read_baseline(project.baseline) == PROVEN
    result.stdout.fnmatch_lines(["tests/proven.json updated, commit it; newly proven: BB-R-1.1 CD-1.1 CD-1.2 *"])


def test_the_baseline_is_sorted_and_holds_ids_only(project: Project) -> None:
    project.run()
    assert json.loads(project.baseline.read_text()) == {
        "apocrypha": [],
        "apollyon": [],
        "blasphemous": ["BB-R-1.1"],
        "cult": ["CD-1.1", "CD-1.2", "CD-1.3", "CD-EX-1"],
        "heart": ["HU-1.1"],
    }


def test_a_run_that_proves_what_is_known_says_and_writes_nothing(project: Project) -> None:
    project.prove(*PROVEN)
    before = project.baseline.read_bytes()
    result = project.run()
    assert (result.ret, project.baseline.read_bytes()) == (0, before)
    result.stdout.no_fnmatch_line("*rules ledger*")


@pytest.mark.parametrize("options", [(), ("-n", "2"), ("--proven", "check")])
def test_an_id_no_longer_proven_fails_the_session(project: Project, options: tuple[str, ...]) -> None:
    project.prove(*PROVEN, "CD-1.5", "AP-1.1")
    before = project.baseline.read_bytes()
    result = project.run(*options)
    assert (result.ret, project.baseline.read_bytes()) == (1, before)
    result.stdout.fnmatch_lines(["No passing test proves these any more: AP-1.1 CD-1.5"])


def test_failing_tests_and_failing_teardowns_prove_nothing(project: Project) -> None:
    project.write("tests/test_suite.py", BROKEN)
    project.prove("CD-1.1", "CD-1.2")
    result = project.run()
    assert result.ret == 1
    result.stdout.fnmatch_lines(["No passing test proves these any more: CD-1.1 CD-1.2"])


def test_a_run_with_failures_takes_nothing_in(project: Project) -> None:
    project.write("tests/test_broken.py", BROKEN)
    assert project.run().ret == 1
    assert not project.baseline.exists()


def test_under_ci_the_baseline_must_already_hold_what_is_proven(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    project.prove(*PROVEN - {"CD-1.3"})
    before = project.baseline.read_bytes()
    result = project.run()
    assert (result.ret, project.baseline.read_bytes()) == (1, before)
    result.stdout.fnmatch_lines(["*lacks ids that are proven; run `make proven` and commit it: CD-1.3"])


@pytest.mark.parametrize(
    "options",
    [
        ("-k", "one"),
        ("-m", "not slow"),
        ("tests/test_suite.py",),
        ("tests/test_suite.py::test_one",),
        ("--deselect", "tests/test_suite.py::test_one"),
        ("-n", "2", "-k", "one"),
        ("--proven", "off"),
    ],
)
def test_a_partial_run_is_not_held_against_the_baseline(project: Project, options: tuple[str, ...]) -> None:
    project.prove("AP-1.1")
    before = project.baseline.read_bytes()
    result = project.run(*options)
    assert (result.ret, project.baseline.read_bytes()) == (0, before)


@pytest.mark.parametrize("options", [(), ("-n", "2")])
def test_a_run_from_which_a_conftest_deselects_is_partial(project: Project, options: tuple[str, ...]) -> None:
    project.write(
        "tests/conftest.py",
        """
    def pytest_collection_modifyitems(config, items):
        config.hook.pytest_deselected(items=[items.pop()])
    """,
    )
    project.prove("AP-1.1")
    assert project.run(*options).ret == 0


def test_marks_that_the_project_calls_whole_are_whole(project: Project) -> None:
    project.write(
        "pytest.ini",
        """
    [pytest]
    testpaths = tests
    markers = long
    addopts = -m "not long"
    whole_suite_marks = not long
    """,
    )
    project.prove(*PROVEN, "AP-1.1")
    assert project.run().ret == 1
    assert project.run("-m", "long").ret != 1


def test_update_rewrites_the_baseline(project: Project) -> None:
    project.prove("AP-1.1")
    result = project.run("--proven", "update")
    assert result.ret == 0
    assert read_baseline(project.baseline) == PROVEN
    result.stdout.fnmatch_lines(["tests/proven.json rewritten: 6 ids proven.", "no longer in it: AP-1.1"])


def test_update_refuses_a_partial_run_and_a_failing_one(project: Project) -> None:
    project.prove("AP-1.1")
    result = project.run("--proven", "update", "-k", "one")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["--proven=update needs the whole suite, but the option keyword was given."])
    project.write("tests/test_broken.py", BROKEN)
    assert project.run("--proven", "update").ret == 1
    assert read_baseline(project.baseline) == {"AP-1.1"}


def test_evidence_names_the_tests(project: Project) -> None:
    project.run("--proofs", "proofs.json", "-k", "one or scenarios")
    assert json.loads(Path(project.pytester.path / "proofs.json").read_text()) == {
        "BB-R-1.1": ["tests/test_suite.py::test_scenarios good.toml"],
        "CD-1.1": ["tests/test_suite.py::test_one"],
        "CD-EX-1": ["tests/test_suite.py::test_one"],
    }


@pytest.mark.parametrize("options", [(), ("-n", "2")])
@pytest.mark.parametrize("mark", ["rule", "pytest.mark.rule"])
def test_an_unknown_id_is_an_error_at_collection(project: Project, mark: str, options: tuple[str, ...]) -> None:
    project.write(
        "tests/test_wrong.py",
        f"""
    import pytest
    from eschaton.ledger import rule

    @{mark}("CD-9.99")
    def test_wrong(): ...
    """,
    )
    result = project.run(*options)
    assert result.ret not in (0, 5)
    result.stdout.fnmatch_lines(["*no ledger defines CD-9.99; nearest: CD-9.9*", "ERROR tests/test_wrong.py*"])
    assert not project.baseline.exists()


GAME = """
    from eschaton.kernel.ask import Choose, keys
    from eschaton.kernel.game import Game, register
    from eschaton.kernel.step import Stay, Step
    from eschaton.kernel.table import Table

    class Coins(Table):
        home = __name__
        heads: int = 0

    class Flip(Step):
        def ask(self, table):
            return Choose(0, keys(["heads", "tails"]))

        def run(self, table, face):
            table.heads += face == "heads"
            return Stay()

    def setup(setup):
        return Coins(players_count=1, places=[0], stack=[Flip()])

    register(Game(id="coins", title="Coins", version=1, players=(1,), setup=setup))
"""
SCENARIO = 'game = "coins"\nplayers = 1\n{}\n[[do]]\nseat = 0\nanswer = "heads"\n[[expect]]\nheads = {}\n'


def test_scenario_files_are_tests(project: Project) -> None:
    project.write("conftest.py", GAME)
    project.write("tests/scenarios/good.toml", SCENARIO.format('rules = ["CD-1.1"]', 1))
    project.write("tests/scenarios/bad.toml", SCENARIO.format('rules = ["CD-1.2"]', 2))
    project.write("tests/elsewhere.toml", "not a scenario")
    result = project.run("tests/scenarios", "--proofs", "proofs.json")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*bad.toml: expect?1?: heads: expected 2, found 1", "the log so far:"])
    assert json.loads((project.pytester.path / "proofs.json").read_text()) == {
        "CD-1.1": ["tests/scenarios/good.toml::good"]
    }


def test_a_scenario_file_that_cannot_be_read_or_cites_an_unknown_rule_is_an_error(project: Project) -> None:
    project.write("tests/scenarios/wrong.toml", "game = 1")
    project.write("tests/scenarios/unknown.toml", SCENARIO.format('rules = ["CD-99.99"]', 1))
    result = project.run("tests/scenarios")
    result.assert_outcomes(errors=2)
    result.stdout.fnmatch_lines_random(["*wrong.toml: players: is missing*", "*no ledger defines CD-99.99*"])
