"""Collects which rules a test run proves and holds it against the baseline. Only pytest loads this module."""

import os
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from eschaton.kernel.once import prepared
from eschaton.ledger.coverage import BASELINE, Verdict, compare, read_baseline, write_baseline
from eschaton.ledger.marks import MarkRecord, UnknownRule, checked, rules_of, take_records
from eschaton.ledger.paths import BadScenario
from eschaton.ledger.perform import perform
from eschaton.ledger.scenario import is_pack, read_scenario

CITED = "rules"
RECORDED = "rules recorded"
DESELECTED = "eschaton deselected"
FINISHED = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)


class Proofs:
    """What one test session has proven; under xdist the controller hears it from the reports."""

    def __init__(self, config: pytest.Config) -> None:
        """Start with nothing proven."""
        self.config = config
        self.cited: dict[str, list[str]] = {}
        self.failed: set[str] = set()
        self.recorded: list[tuple[str, MarkRecord]] = []
        self.deselected = 0
        self.notes: list[str] = []

    @property
    def is_worker(self) -> bool:
        """Whether this process only runs tests for a controller."""
        return hasattr(self.config, "workerinput")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note what a test records while it runs."""
        take_records()
        try:
            return (yield)
        finally:
            for record in take_records():
                item.user_properties.append((RECORDED, msgspec.json.encode(record).decode()))

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        """Count what was left out."""
        self.deselected += len(items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """Hear from a worker how much it left out."""
        self.deselected += getattr(node, "workeroutput", {}).get(DESELECTED, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember what passed, what failed and what each cites."""
        if report.failed:
            self.failed.add(report.nodeid)
        if report.when != "call" or hasattr(report, "wasxfail"):
            return
        for name, value in report.user_properties:
            if name == CITED and report.passed:
                self.cited[report.nodeid] = str(value).split()
            elif name == RECORDED:
                self.recorded.append((report.nodeid, msgspec.json.decode(str(value), type=prepared(MarkRecord))))

    def proofs(self) -> dict[str, list[str]]:
        """The passed tests that prove each id."""
        shown = defaultdict(set)
        for test, ids in self.cited.items():
            for entry_id in ids if test not in self.failed else ():
                shown[entry_id].add(test)
        for test, record in self.recorded:
            for entry_id in record.ids if record.passed else ():
                shown[entry_id].add(f"{test} {record.test_name}")
        return {entry_id: sorted(tests) for entry_id, tests in sorted(shown.items())}

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Hold a run of the whole suite against the baseline."""
        if self.is_worker:
            self.config.workeroutput[DESELECTED] = self.deselected  # type: ignore[attr-defined]
            return
        proofs = self.proofs()
        if evidence := self.config.getoption("proofs"):
            Path(evidence).write_bytes(msgspec.json.format(msgspec.json.encode(proofs), indent=2) + b"\n")
        mode = self.config.getoption("proven")
        if mode == "off" or exitstatus not in FINISHED:
            return
        if partial := why_partial(self.config, session, self.deselected):
            if mode != "auto":
                self.fail(session, f"--proven={mode} needs the whole suite, but {partial}.")
            return
        if cache := getattr(self.config, "cache", None):
            cache.set("eschaton/proofs", proofs)
        self.judge(session, mode, proofs)

    def judge(self, session: pytest.Session, mode: str, proofs: dict[str, list[str]]) -> None:
        """Fail if something is no longer proven; take in, or under CI refuse, what is newly proven."""
        path = self.config.rootpath / BASELINE
        verdict = compare(read_baseline(path), proofs)
        passed = session.exitstatus == pytest.ExitCode.OK
        if mode == "update" and passed:
            write_baseline(path, proofs)
            self.notes.append(f"{BASELINE.as_posix()} rewritten: {len(proofs)} ids proven.")
            self.notes += [f"no longer in it: {' '.join(verdict.lost)}"] if verdict.lost else []
        elif verdict.lost:
            self.fail(session, f"No passing test proves these any more: {' '.join(verdict.lost)}")
            self.notes.append("Restore their tests; if the loss is meant, run `make proven` and commit the file.")
        elif verdict.gained and passed:
            self.take_in(session, mode, path, verdict, proofs)

    def take_in(
        self, session: pytest.Session, mode: str, path: Path, verdict: Verdict, proofs: dict[str, list[str]]
    ) -> None:
        """Newly proven ids go into the baseline, which under CI must already hold them."""
        ids = " ".join(verdict.gained)
        if mode == "check" or os.environ.get("CI", "").lower() in ("1", "true"):
            self.fail(
                session, f"{BASELINE.as_posix()} lacks ids that are proven; run `make proven` and commit it: {ids}"
            )
        else:
            write_baseline(path, proofs)
            self.notes.append(f"{BASELINE.as_posix()} updated, commit it; newly proven: {ids}")

    def fail(self, session: pytest.Session, message: str) -> None:
        """Let the session fail with a message."""
        self.notes.append(message)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print what was found."""
        if self.notes:
            terminalreporter.section("rules ledger")
            for note in self.notes:
                terminalreporter.line(note)


def why_partial(config: pytest.Config, session: pytest.Session, deselected: int) -> str | None:
    """Why this run is not a run of the whole suite; nothing if it is."""
    usual = config.getini("whole_suite_marks")
    for option in ("keyword", "lf", "deselect", "ignore", "ignore_glob", "stepwise", "collectonly"):
        if config.getoption(option, None):
            return f"the option {option} was given"
    if config.getoption("markexpr", "") != usual:
        return f"the tests were chosen by the marks {config.getoption('markexpr', '')!r}"
    if deselected and not usual:
        return f"{deselected} tests were deselected"
    if session.shouldstop or (session.shouldfail and config.getoption("maxfail", 0)):
        return "it was stopped early"
    tests = config.rootpath / BASELINE.parent
    places = [(config.invocation_params.dir / place).resolve() for place in config.args if "::" not in place]
    if not any(tests.is_relative_to(place) for place in places):
        return f"only {' '.join(config.args)} was run"
    return None


def cited_by(item: pytest.Item) -> list[str]:
    """The ids an item cites: on its function, on its class, or by a `rule` mark."""
    marks = [entry_id for mark in item.iter_markers("rule") for entry_id in checked(mark.args)]
    function = rules_of(getattr(item, "function", None))
    return list(dict.fromkeys((*function, *rules_of(getattr(item, "cls", None)), *marks)))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Send the ids of every item along with its reports; an unknown id is an error of its file."""
    report = yield
    for item in report.result or ():
        if isinstance(item, pytest.Item):
            try:
                cited = cited_by(item)
            except UnknownRule as error:
                return pytest.CollectReport(collector.nodeid, "failed", f"{item.nodeid}: {error}", [])
            if cited:
                item.user_properties.append((CITED, " ".join(cited)))
    return report


class ScenarioFile(pytest.File):
    """A scenario file in a folder called scenarios: one test."""

    def collect(self) -> Iterator[pytest.Item]:
        """The test, marked with the rules it cites."""
        try:
            scenario = read_scenario(self.path)
        except BadScenario as error:
            raise self.CollectError(str(error)) from None
        item = ScenarioItem.from_parent(self, name=self.path.stem)
        if scenario.rules:
            item.add_marker(pytest.mark.rule(*scenario.rules))
        yield item


class ScenarioItem(pytest.Item):
    """Plays a scenario. The games it may name are those that the test suite has registered."""

    def runtest(self) -> None:
        """Fail on the first difference."""
        difference = perform(read_scenario(self.path))
        if difference is not None:
            pytest.fail(str(difference), pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands."""
        return self.path, 0, f"scenario {self.name}"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """Scenario files are tests."""
    if file_path.suffix == ".toml" and file_path.parent.name == "scenarios" and not is_pack(file_path):
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options about proofs."""
    group = parser.getgroup("rules ledger")
    group.addoption(
        "--proven",
        choices=["auto", "check", "update", "off"],
        default="auto",
        help="after a run of the whole suite: auto (fail on lost ids, take in new ones, refuse them under CI), "
        "check (as under CI), update (rewrite the baseline), off",
    )
    group.addoption("--proofs", metavar="FILE", help="write which passed tests prove which ids, of any run")
    parser.addini("whole_suite_marks", "the -m expression under which a run still counts as whole", default="")


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark and this session's collector."""
    config.addinivalue_line("markers", "rule(*ids): the test proves these rules; the same as @rule")
    config.pluginmanager.register(Proofs(config), "eschaton proofs")
