"""`eschaton lab fit`: weights are found again, tested on games left out, and written where they stand."""

from pathlib import Path

import msgspec
import numpy as np
import pytest

from eschaton.cli import main
from eschaton.games.cult import GAME as CULT
from eschaton.kernel.errors import BadSetup, RulesError
from eschaton.kernel.game import register
from eschaton.kernel.outlook import ANY_TABLE, Outlook, read_weights, written
from eschaton.lab.fit import Fit, FitPosition, file_of, fit, fitted, outlook_of

FEATURES = ("life", "gold", "luck", "sigils")
TRUE = np.array([0.5, 1.5, -2.0, 0.0, 0.3])


def outlook(file: Path = Path("none.toml")) -> Outlook:
    return Outlook(
        file=file,
        features=FEATURES,
        columns=("all",),
        read=lambda table: [],
        cases=lambda table: {},
        judged=frozenset({"sigils"}),
        weights={"all": (0.0, 0.0, 0.0, 0.0, 0.3)},
    )


def positions(games: int) -> list[FitPosition]:
    """Five positions of each game, whose result is drawn from the chance that the true weights give."""
    rng = np.random.default_rng(7)
    found = []
    for game in range(games):
        for _ in range(5):
            read = rng.normal(size=4)
            chance = 1 / (1 + np.exp(-(TRUE[0] + TRUE[1:] @ read)))
            found.append(FitPosition(game, tuple(read), {"all": bool(rng.random() < chance)}))
    return found


def test_weights_are_found_again_and_what_is_judged_stays() -> None:
    weights, quality = fitted(outlook(), "all", positions(3000))
    assert np.abs(np.array(weights) - TRUE).max() < 0.1
    assert weights[4] == 0.3
    assert quality.positions == 15_000
    assert quality.loss < 0.8 * quality.loss_of_the_mean
    assert quality.loss < quality.loss_in_force
    assert quality.told > 0.75


def test_noise_gets_no_weight() -> None:
    rng = np.random.default_rng(1)
    blind = [FitPosition(game, tuple(rng.normal(size=4)), {"all": game % 2 == 0}) for game in range(60)]
    weights, quality = fitted(outlook(), "all", blind)
    assert quality.loss > 0.97 * quality.loss_of_the_mean
    assert max(map(abs, weights)) < 1


def test_a_file_reads_back_and_a_wrong_row_is_named(tmp_path: Path) -> None:
    rows = (ANY_TABLE, "life", "gold")
    file = tmp_path / "outlook.toml"
    file.write_text(written(["made of", "nothing"], rows, {"us": (0.5, -0.004, 1.25), "them": (-0.5, 2, 0)}))
    assert file.read_text().startswith("# made of\n# nothing\n")
    assert "-0.00" not in file.read_text()
    assert read_weights(file, rows, ("us", "them")) == {"us": (0.5, 0.0, 1.25), "them": (-0.5, 2.0, 0.0)}
    with pytest.raises(RulesError, match="columns: expected"):
        read_weights(file, rows, ("them", "us"))
    with pytest.raises(RulesError, match="'silver' does not fit"):
        read_weights(file, (ANY_TABLE, "life", "silver"), ("us", "them"))
    file.write_text(file.read_text().replace("[0.50, -0.50]", "[0.50]"))
    with pytest.raises(RulesError, match="'any table' has 1 numbers for 2 columns"):
        read_weights(file, rows, ("us", "them"))


def test_a_real_game_is_fitted_and_its_file_fits_what_it_reads(tmp_path: Path) -> None:
    job = Fit(game="cult", players=(4, 5), games=6, workers=1)
    found = fit(job)
    assert found.weights.keys() == set(outlook_of(CULT).columns)
    file = tmp_path / "outlook.toml"
    file.write_text(file_of(CULT, job, found))
    again = msgspec.structs.replace(outlook_of(CULT), file=file).loaded()
    assert again.weights == found.weights
    assert "eschaton lab fit cult --players 4,5 --games 6 --seed fit" in file.read_text()
    assert fit(msgspec.structs.replace(job, workers=2)).weights == found.weights


def test_what_cannot_be_fitted_is_refused() -> None:
    with pytest.raises(BadSetup, match="has no outlook"):
        fit(Fit(game="toy-larder", players=(2,)))
    with pytest.raises(BadSetup, match="games: 4 is too few"):
        fit(Fit(game="cult", players=(4,), games=4))
    with pytest.raises(BadSetup, match="players: "):
        fit(Fit(game="cult", players=(3,), games=5))


def test_the_command_writes_the_weights_where_they_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "outlook.toml"
    moved = msgspec.structs.replace(CULT, outlook=msgspec.structs.replace(outlook_of(CULT), file=file))
    monkeypatch.setattr("eschaton.lab.entry.every_game", lambda: register(moved))
    try:
        command = ["lab", "fit", "cult", "--players", "4", "--games", "5", "--workers", "1"]
        assert main([*command, "--show"]) == 0
        assert "[weights]" in capsys.readouterr().out
        assert not file.exists()
        assert main(command) == 0
        assert capsys.readouterr().out == f"{file}: written\n"
        assert read_weights(file, (ANY_TABLE, *outlook_of(CULT).features), outlook_of(CULT).columns)
    finally:
        register(CULT)
    assert main(["lab", "fit", "cult", "--players", "four"]) == 2
    assert "players: expected numbers" in capsys.readouterr().err
