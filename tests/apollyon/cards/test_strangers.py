"""Cards of strangers: the pack that docs/cards/README.md explains is played; twenty mistakes get twenty answers."""

import re
from pathlib import Path

import pytest

from eschaton.cardtext.errors import BadCards
from eschaton.cardtext.stack import check_stack, load_stack
from eschaton.cli import main
from eschaton.games.apollyon.box.cards import BOX, BOXES
from eschaton.games.apollyon.language import WORDS
from eschaton.games.apollyon.rules.events import EventEffects
from eschaton.games.apollyon.rules.recovery import RecoveryPhase
from eschaton.games.apollyon.state import Anomaly, Character
from eschaton.kernel import game as games
from eschaton.kernel import record
from eschaton.kernel.ask import CHANCE
from eschaton.kernel.game import Game, find_game
from eschaton.lab.packs import read_packs
from eschaton.lab.simulate import Job, simulate
from tests.apollyon.driver import S0, Driver

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "docs" / "cards" / "examples" / "night-shift.toml"
MISTAKES = Path(__file__).parents[1] / "packs" / "mistakes.toml"
NAN, UMBRELLA = "nan-okafor", "the-borrowed-umbrella"
Printed = pytest.CaptureFixture[str]

# The name of the card: the line below it, the words complained of, a part of the message, what is suggested.
TWENTY = {
    "No Threat": (-1, "", "threat is missing", ""),
    "Too Strong": (1, "100", "threat: expected a whole number from 0 to 99, not 100", ""),
    "Unknown Field": (3, "treat", "there is no such field", "threat"),
    "Unknown Skill": (4, "leeder", 'skills: "leeder" is not known', "leader"),
    "Paid in Gold": (3, "gold", 'cost: "gold" is not known', ""),
    "No Such Kind": (-1, "", 'no kind of card "charakter"', "character"),
    "Misspelt Verb": (1, "Gian", "not a word that cards use", "gain"),
    "Number in Letters": (1, "two", "not a word that cards use", "2"),
    "No Full Stop": (1, "", "not finished", ""),
    "Misspelt Asset": (1, "Persnonel", "not a word that cards use", "personnel"),
    "Nobody Does It": (1, ".", "not expected here", "place <amount> <token> on"),
    "SCP-9001": (5, "Mothly", "not a word that cards use", "monthly"),
    "SCP-9002": (5, "Each member has +1 Threat", "takes no timing", ""),
    "SCP-9003": (3, "fire", 'damage: "fire" is not known', ""),
    "SCP-9004": (3, "Heal", "not a word that cards use", ""),
    "SCP-9005": (3, "1 anomaly", "is about character or member", ""),
    "Danger Six": (1, "6", "danger: expected a whole number from 1 to 5, not 6", ""),
    "Wrong Class": (3, "apollyon", 'object_class: "apollyon" is not known', ""),
    "Gain as a Price": (2, "Gain 1 Intel", "cannot be a cost", ""),
    "An Unwritten Ability": (2, "End the World", "nothing that the authors of this game have written", ""),
}


@pytest.fixture
def night_shift(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game with the pack; the plain game is registered again afterwards."""
    plain = find_game("apollyon")
    monkeypatch.setitem(games._games, plain.id, plain)
    assert plain.with_packs is not None
    return plain.with_packs([EXAMPLE])


def test_twenty_mistakes_get_twenty_answers() -> None:
    lines = MISTAKES.read_text().splitlines()
    _, faults = check_stack(WORDS, [MISTAKES])
    assert len(faults) == len(TWENTY) == 20
    for fault, (name, (below, said, message, near)) in zip(faults, TWENTY.items(), strict=True):
        assert fault.line == lines.index(f'name = "{name}"') + 1 + below, name
        assert fault.words == said, name
        assert message in fault.message, name
        assert near in fault.nearest, name
        assert fault.words == "" or lines[fault.line - 1][fault.column - 1 :].startswith(said), name
        assert "NEVER" not in str(fault), "people read this"
        assert "enum" not in str(fault), "people read this"


def test_what_could_have_been_written_is_listed() -> None:
    _, faults = check_stack(WORDS, [MISTAKES])
    assert next(fault for fault in faults if fault.words == "gold").expected[:2] == ("any", "intel")
    assert '"personnel"' in next(fault for fault in faults if fault.words == "Persnonel").expected


def test_a_pack_with_mistakes_is_not_played(capsys: Printed) -> None:
    assert main(["play", "apollyon", "--pack", str(MISTAKES)]) == 2
    told = capsys.readouterr().err
    assert f"{MISTAKES}:12:1: threat is missing. And 19 more: eschaton cards check {MISTAKES}" in told
    assert main(["simulate", "apollyon", "--pack", str(MISTAKES)]) == 2
    assert "packs: mistakes.toml:12:1: threat is missing. And 19 more: eschaton cards check" in capsys.readouterr().err
    with pytest.raises(BadCards):
        load_stack(WORDS, [MISTAKES])


def test_the_example_checks(capsys: Printed) -> None:
    assert main(["cards", "check", str(EXAMPLE)]) == 0
    assert "Pack night-shift" in capsys.readouterr().out


def test_the_page_for_designers_shows_the_example_as_it_is() -> None:
    page = (ROOT / "docs" / "cards" / "README.md").read_text()
    shown = "".join(re.findall(r"```toml\n(.*?)```", page, re.DOTALL))
    for line in EXAMPLE.read_text().splitlines():
        assert line.startswith("#") or line in shown, line


@pytest.fixture
def shift() -> Driver:
    """A game at 12 M in which Nan is Garrisoned and the umbrella is in the box."""
    stack = load_stack(WORDS, [BOX, EXAMPLE])
    game = Driver(players=1).masquerade(12)
    for card in (NAN, UMBRELLA):
        game.box.add(card, stack.cards[card])
        game.text(card, stack.cards[card].text, stack.kinds[card])
    game.table.characters[NAN] = Character(S0)
    return game


def test_the_example_gains_m_when_it_is_low(shift: Driver) -> None:
    assert shift.play(EventEffects()).m == 13
    assert shift.play(EventEffects()).m == 13, "only at 12 or fewer"


def test_the_example_fights_better_in_company(shift: Driver) -> None:
    shift.character("Ana", S0, "2/2").team(S0, "mtf-01", NAN, "Ana")
    shift.situation("slot.1", "euclid").next_anomaly("Thing", "euclid", "0/9")
    shift.dice("1 1 1 1 1").investigate("slot.1")
    assert shift.events("team rolled") == [{"faces": [1, 1, 1, 1, 1]}]


def test_the_example_harms_while_loose_and_helps_once_contained(shift: Driver) -> None:
    shift.table.anomalies[UMBRELLA] = Anomaly("public")
    shift.begin(RecoveryPhase()).answer(CHANCE, NAN)
    assert shift.at(NAN) == "vacation"
    shift.table.anomalies[UMBRELLA] = Anomaly("ac", S0, tokens={"space": 1})
    shift.who(NAN).zone = "garrison"
    shift.character("Bo", S0, "2/2", cogs=2).pool(S0, resources=1).growth()
    shift.answer(S0, f"use:{UMBRELLA}/2").answer(S0, "bo")
    assert shift.who("bo").cogs == 1
    assert shift.pool_of(S0) == {}
    assert shift.offers(S0, "use:") == [], "once per turn"


def test_the_box_with_the_pack_has_its_cards(night_shift: Game) -> None:
    setup = night_shift.checked(2, {})
    table = night_shift.table(setup)
    assert NAN in table.decks["character"].cards
    assert UMBRELLA in table.decks["safe"].cards
    assert NAN not in BOXES.box(BOXES.key(find_game("apollyon").packs, 2)).characters


def test_it_is_played_saved_and_told_with_its_pack(tmp_path: Path, capsys: Printed, night_shift: Game) -> None:
    file = tmp_path / "game.json"
    pack = ["--pack", str(EXAMPLE)]
    assert main(["play", "apollyon", "--seats", "random", "--seed", "1", "--save", str(file), *pack]) == 0
    assert "The game is over" in capsys.readouterr().out
    assert list(record.read(file).setup.packs) == ["apollyon", "night-shift"]
    assert main(["verify", str(file), *pack]) == 0
    assert main(["replay", str(file), *pack]) == 0
    assert "SCP: Apollyon, 1 players" in capsys.readouterr().out


def test_it_is_simulated_with_its_pack() -> None:
    packs = read_packs(EXAMPLE.parent, [EXAMPLE.name])
    report = simulate(Job(game="apollyon", players=1, games=2, packs=packs))
    assert report.errors == []
    assert report.games == 2
    assert "--pack night-shift.toml" in Job(game="apollyon", players=1, packs=packs).again(0)
