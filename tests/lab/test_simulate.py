"""Simulations: what is counted, the same seed gives the same games, and what fails can be seen again."""

import io

import msgspec
import pytest

from eschaton.bots import Bot, RandomBot, default_bot, make_bot, seated
from eschaton.kernel.ask import Ask, Choose, keys
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.event import Event
from eschaton.kernel.game import Advice, Game, Setup, register
from eschaton.kernel.pile import Pile, face_up
from eschaton.kernel.step import End, Follow, Outcome, Stay, Step
from eschaton.kernel.table import Open, Table
from eschaton.lab.playout import Playout
from eschaton.lab.report import Bar, report_text
from eschaton.lab.simulate import Job, Report, simulate
from eschaton.lab.tally import GameTally
from tests.toys import GAMES

TOYS = [game.id for game in GAMES]


class Trap(Table):
    """A game that fails when somebody chooses to."""

    home = __name__

    cards: Open[Pile]


class Dare(Step):
    """Fail, lose a card, go on for ever, or end."""

    def ask(self, table: Trap) -> Ask:
        return Choose(0, keys(["fail", "lose", "end"]))

    def run(self, table: Trap, chosen: str) -> Follow:
        if chosen == "fail":
            raise KeyError("trap")
        if chosen == "lose" and table.cards.cards:
            table.cards.take()
        return End(Outcome((0,), reason="dared")) if chosen == "end" else Stay()


class Forever(Step):
    """Never ends."""

    def ask(self, table: Trap) -> Ask:
        return Choose(0, keys(["on"]))

    def run(self, table: Trap, chosen: str) -> Follow:
        return Stay()


def advice(table: object, ask: Ask, rng: object) -> Advice:
    return Advice("end", "It is over then.")


def trap(step: type[Step], id: str) -> Game:
    def setup(setup: Setup) -> Trap:
        return Trap(players_count=1, places=[0], stack=[step()], cards=face_up("card", ["a"]))

    return Game(id=id, title=id, version=1, players=(1,), setup=setup, limit=50, advice=advice)


TRAP, ENDLESS = trap(Dare, "trap"), trap(Forever, "endless")


@pytest.fixture(autouse=True)
def _traps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eschaton.kernel.game._games", {game.id: game for game in GAMES})
    register(TRAP, ENDLESS)


def outcome_of(report: Report) -> tuple[int, int, object, object]:
    return report.games, report.decisions, report.outcomes, report.errors


@pytest.mark.parametrize("game", TOYS)
def test_a_simulation_counts_every_game(game: str) -> None:
    report = simulate(Job(game=game, players=3, games=12, check=True))
    assert report.errors == []
    assert sum(report.outcomes["reasons"].values()) == sum(report.outcomes["winners"].values()) == 12
    assert report.decisions > 12


def test_the_keys_are_those_promised() -> None:
    report = msgspec.to_builtins(simulate(Job(game=TOYS[0], players=2, games=2)))
    assert list(report) == [
        "game", "players", "games", "decisions", "seconds", "decisions_per_second", "games_per_second", "outcomes",
        "errors",
    ]  # fmt: skip


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_workers() -> None:
    job = Job(game=TOYS[1], players=3, games=20, seed="same")
    alone = simulate(job)
    assert outcome_of(simulate(msgspec.structs.replace(job, workers=2))) == outcome_of(alone)
    assert outcome_of(simulate(msgspec.structs.replace(job, seed="other"))) != outcome_of(alone)


def test_a_simulation_in_parts_is_the_same_as_whole() -> None:
    whole = simulate(Job(game=TOYS[0], players=2, games=10))
    parts = [simulate(Job(game=TOYS[0], players=2, games=5, first=first)) for first in (0, 5)]
    assert whole.decisions == sum(part.decisions for part in parts)


def test_a_game_that_fails_is_reported_and_can_be_seen_again() -> None:
    report = simulate(Job(game="trap", players=1, games=30, seed="s"))
    failed = [fault for fault in report.errors if fault.error.startswith("KeyError: 'trap' (test_simulate.py:")]
    assert failed
    assert report.games == 30
    fault = failed[0]
    assert fault.seed == f"s/{fault.index}"
    assert fault.again == f"eschaton simulate trap --players 1 --seed s --first {fault.index} --games 1 --bots random"
    again = simulate(Job(game="trap", players=1, games=1, first=fault.index, seed="s"))
    assert again.errors == [fault]
    assert f"game {fault.index} failed after {fault.decisions} decisions: KeyError" in report_text(report, "Trap")


def lost_in(job: Job) -> dict[int, tuple[str, int]]:
    """The games in which a piece was missed, with the words and after how many decisions."""
    faults = [fault for fault in simulate(job).errors if "not conserved" in fault.error]
    return {fault.index: (fault.error, fault.decisions) for fault in faults}


def test_a_lost_piece_is_found_at_the_end_or_at_once_where_every_decision_is_checked() -> None:
    at_once = lost_in(Job(game="trap", players=1, games=30, check=True))
    in_the_end = lost_in(Job(game="trap", players=1, games=30))
    assert {words for words, _ in (at_once | in_the_end).values()} == {"RulesError: pieces are not conserved: a 1 -> 0"}
    assert in_the_end
    assert in_the_end.keys() <= at_once.keys()
    assert all(at_once[index][1] <= in_the_end[index][1] for index in in_the_end)


def test_a_game_that_does_not_end_is_an_error() -> None:
    (fault,) = simulate(Job(game="endless", players=1, games=1)).errors
    assert fault.error == "RulesError: not over after 50 decisions, the limit of endless"


def test_the_rule_of_thumb_bot_takes_advice() -> None:
    report = simulate(Job(game="trap", players=1, games=3, bots=("thumb",)))
    assert (report.decisions, report.errors) == (3, [])
    assert default_bot(TRAP) == "thumb"
    assert default_bot(GAMES[0]) == "random"


@pytest.mark.parametrize(
    ("job", "message"),
    [
        (Job(game="nothing", players=1), "game: no game is called 'nothing'"),
        (Job(game=TOYS[0], players=9), "players: Larder takes 2 to 4 players, not 9"),
        (Job(game=TOYS[0], players=2, bots=("rando",)), "no bot is called 'rando'; did you mean random?"),
        (Job(game=TOYS[0], players=2, bots=("random",) * 3), "bots: name one for all or 2"),
        (Job(game=TOYS[0], players=2, bots=("thumb",)), "bots: Larder has no advice"),
        (Job(game=TOYS[0], players=2, options={"shrt": True}), "options.shrt: no such option; did you mean short?"),
        (Job(game=TOYS[0], players=2, games=0), "games: 0 is too few; play at least 1"),
    ],
)
def test_wrong_jobs_are_refused(job: Job, message: str) -> None:
    with pytest.raises(BadSetup, match=message.replace("?", r"\?").replace(".", r"\.")):
        simulate(job)


def test_a_random_bot_never_looks() -> None:
    def look() -> dict[str, object]:
        raise AssertionError("looked")

    bot: Bot = RandomBot(GAMES[0])
    from random import Random

    assert bot.answer(look, Choose(0, keys("ab")), Random(1)) in ("a", "b")


def test_random_bots_do_things_unasked() -> None:
    game = GAMES[1]
    acted = 0
    for number in range(20):
        playout = Playout(game, game.checked(3, {}), [make_bot("random", game)], str(number))
        inner = playout.unasked

        def counted(rng: object, inner: object = inner) -> bool:
            nonlocal acted
            done = inner(rng)  # type: ignore[operator]
            acted += done
            return bool(done)

        playout.unasked = counted  # type: ignore[method-assign]
        playout.run()
    assert acted


def test_one_bot_may_play_all_seats() -> None:
    bot = RandomBot(GAMES[0])
    assert seated([bot], [0, 1, 2]) == {0: bot, 1: bot, 2: bot}


def test_reports_read_well() -> None:
    report = simulate(Job(game=TOYS[0], players=2, games=4))
    text = report_text(report, "Larder")
    assert text.startswith("Larder, 2 players: 4 games, ")
    assert "how it ended" in text
    assert text.endswith("no errors")


class Show(Step):
    """A card comes up; half of the time it does something."""

    def ask(self, table: Trap) -> Ask:
        return Choose(0, keys(["use", "leave"]))

    def run(self, table: Trap, chosen: str) -> Follow:
        table.say("", "drawn", card="ace#2")
        table.say("", "drawn", card="blank")
        if chosen == "use":
            table.say("", "uses", who=0, power="ace#2/1")
        return End(Outcome((0,), reason="shown"))


def test_cards_that_never_come_up_or_never_do_anything_are_named() -> None:
    listed = frozenset({"ace", "blank", "joker"})
    register(msgspec.structs.replace(trap(Show, "show"), cards=listed, works=used))
    report = simulate(Job(game="show", players=1, games=30))
    assert report.cards == {"cards": 3, "never_drawn": ["joker"], "never_effective": ["blank"]}
    assert "never drawn: joker" in report_text(report, "Show")


def used(event: Event) -> list[str]:
    return ["ace"] if event.key == "uses" else []


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_only_a_person_sees_the_progress_bar() -> None:
    watched, piped = Tty(), io.StringIO()
    for stream in (watched, piped):
        bar = Bar(10, stream)
        bar(GameTally(games=5, decisions=100))
        bar.clear()
    assert "5/10 games" in watched.getvalue()
    assert piped.getvalue() == ""
