"""The sequential test: it finds who is better, seldom errs, and a duel gives both the same luck."""

from collections.abc import Iterator
from itertools import islice
from math import comb, exp
from pathlib import Path
from random import Random

import msgspec
import pytest

from eschaton.cardtext.carried import PackFile
from eschaton.cli import main
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import register
from eschaton.lab.duel import Duel, on_side, pair, played, results, told
from eschaton.lab.sequential import BETTER, OPEN, WORSE, SequentialTrial, at_most, log_evidence, tried
from tests.lab.brew import GAME as BREW
from tests.toys import GAMES

LARDER, PARLEY, ORDEAL, *_ = (game.id for game in GAMES)


def flips(share: float, seed: int, most: int = 400) -> Iterator[tuple[bool, bool]]:
    """Pairs of which some tell something, and of those the first wins a share."""
    rng = Random(seed)
    for _ in range(most):
        if rng.random() < 0.5:
            same = rng.random() < 0.5
            yield same, same
        else:
            one = rng.random() < share
            yield one, not one


def test_who_is_clearly_better_is_found() -> None:
    trials = [tried(flips(0.75, seed)) for seed in range(50)]
    assert all(trial.verdict() == BETTER for trial in trials)
    assert sum(trial.pairs for trial in trials) / 50 < 150
    assert all(tried(flips(0.25, seed)).verdict() == WORSE for seed in range(50))


def test_of_equals_hardly_anybody_is_found_better() -> None:
    verdicts = [tried(flips(0.5, seed, 150)).verdict() for seed in range(100)]
    assert verdicts.count(BETTER) <= 5
    assert verdicts.count(WORSE) <= 5
    assert verdicts.count(OPEN) >= 90


def test_the_evidence_is_a_fair_bet() -> None:
    """Its mean over all results of fair tosses is 1, after any number of them: that is what makes looking harmless."""
    for many in (1, 2, 5, 12):
        mean = sum(comb(many, wins) * exp(log_evidence(wins, many - wins)) for wins in range(many + 1)) / 2**many
        assert mean == pytest.approx(1.0)


def test_heads_are_counted_right() -> None:
    assert at_most(1, 3) == pytest.approx(0.5)
    assert at_most(0, 4) == pytest.approx(1 / 16)
    assert at_most(900, 1000) == pytest.approx(1.0)


def test_a_summary_states_games_rates_and_intervals() -> None:
    trial = SequentialTrial()
    for one, other in [(True, True), (True, False), (False, False), (True, False)]:
        trial.count(one, other)
    found = trial.summary()
    assert found["pairs"] == 4
    assert (found["one"]["wins"], found["other"]["wins"]) == (3, 1)
    assert (found["only_one"], found["only_other"]) == (2, 0)
    assert found["difference"] == 0.5
    assert found["low"] < 0.5 < found["high"]
    assert "may be better or worse" in told(trial, Duel(game=LARDER, players=2, one="a", other="b"))


def test_a_bot_against_itself_wins_and_loses_the_same_games() -> None:
    duel = Duel(game=PARLEY, players=3, one="random", other="random", pairs=12)
    assert all(one == other for one, other in results(duel))


def test_search_beats_chance_on_a_toy_by_the_sequential_test(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duel", PARLEY, "search:40", "random", "--among", "random", "--players", "2", "--pairs", "60"]) == 0
    assert "search:40 is better than random" in capsys.readouterr().out


def test_a_side_is_named_and_played_as_a_whole() -> None:
    duel = Duel(game="cult", players=5, one="random", other="random", among="random", side="Cabalist")
    table = played(duel, "random", 3, [])
    seats = on_side(duel, 3, table)
    assert {table.side(seat) for seat in seats} == {"Cabalist"}
    assert len(seats) == 2
    with pytest.raises(BadSetup, match="nobody plays 'Cabal' at this table; there are: Cabalist, Faithful"):
        on_side(msgspec.structs.replace(duel, side="Cabal"), 3, table)


def test_workers_change_nothing() -> None:
    duel = Duel(game=LARDER, players=2, one="search:4", other="random", among="random", pairs=2)
    alone = list(islice(results(duel), 2))
    assert alone == [pair((duel, 0)), pair((duel, 1))]


def test_a_team_is_judged_as_one() -> None:
    duel = Duel(game=ORDEAL, players=2, one="random", other="random", pairs=3)
    assert all(one == other for one, other in results(duel))


def test_a_duel_is_fought_with_a_designers_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a sip worth nothing the host gains nothing by drinking."""
    monkeypatch.setattr("eschaton.kernel.game._games", {game.id: game for game in GAMES})
    register(BREW)
    (tmp_path / "stale.toml").write_text("sip = 0\n", "utf-8")
    words = ["duel", "brew", "thumb", "random", "--players", "2", "--among", "thumb", "--pairs", "40"]
    assert main(words) == 0
    assert main([*words, "--pack", str(tmp_path / "stale.toml")]) == 0
    usual, stale = capsys.readouterr().out.splitlines()
    assert usual != stale
    with pytest.raises(BadSetup, match="packs: "):
        list(results(Duel(game=LARDER, players=2, one="random", other="random", packs=(PackFile("a.toml", ""),))))


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"one": "serch"}, "did you mean search"),
        ({"one": "search:many"}, "expected a number of tries"),
        ({"pairs": 0}, "pairs: play at least one"),
        ({"players": 99}, "players"),
    ],
)
def test_wrong_duels_are_refused(wrong: dict[str, object], why: str) -> None:
    usual: dict[str, object] = {"game": LARDER, "players": 2, "one": "random", "other": "random"}
    with pytest.raises(BadSetup, match=why):
        list(results(Duel(**{**usual, **wrong})))  # type: ignore[arg-type]
