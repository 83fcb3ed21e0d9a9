"""The arithmetic of engagements, Breach Checks and trials, worked out a second time beside what the engine plays.

Each case is a small random position, played with random answers and dice; what must come of it is then counted from
the dice and the rulebook's sums alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest

from eschaton.games.apollyon.box.components import AC, ASSETS, PUBLIC, SPACE, SUBDUED, TC
from eschaton.games.apollyon.rules.breach import Breach, BreachCheck
from eschaton.games.apollyon.rules.capture import Capture
from eschaton.games.apollyon.rules.site import SitePhase
from eschaton.kernel.ask import CHANCE, Roll
from eschaton.kernel.machine import answer
from eschaton.kernel.step import Step
from eschaton.ledger import rule
from tests.apollyon.driver import Driver
from tests.apollyon.yard import S0, Yard

CASES = 150
SKILLS = ("leader", "firepower", "expert", "defender", "tranquilizer", "sentinel")
MEASURES = {"safe": 6, "thaumiel": 6, "euclid": 5, "keter": 4, "apollyon": 2}


@dataclass
class Member:
    """A Character as its card and tokens say."""

    name: str
    threat: int
    subdue: int
    skills: dict[str, int]
    cogs: int
    medals: int
    minions: list[tuple[int, int]] = field(default_factory=list)

    def skill(self, name: str) -> int:
        return 0 if self.cogs else self.skills.get(name, 0)

    def dice(self, at_home: bool) -> int:
        own = 0 if self.cogs else self.threat + self.medals + 2 * (at_home and self.skill("sentinel"))
        return own + sum(threat for threat, _ in self.minions)


def minions(rng: Random) -> list[tuple[int, int]]:
    return [(rng.randint(0, 2), rng.randint(1, 2)) for _ in range(rng.choice([0, 0, 1, 2]))]


def member(rng: Random, at: int) -> Member:
    skills = {name: 1 if name in ("firepower", "sentinel") else rng.randint(1, 3) for name in rng.sample(SKILLS, 1)}
    cogs, medals = rng.choice([0, 0, 0, 1]), rng.choice([0, 0, 1])
    return Member(f"c{at}", rng.randint(0, 4), rng.randint(1, 4), skills, cogs, medals, minions(rng))


def played(game: Yard, rng: Random, *steps: Step) -> dict[str, object]:
    """Play steps to their end with random dice and answers; what was answered to Leaders and to Firepower."""
    said: dict[str, object] = {}
    game.begin(*steps)
    while (question := Driver.settle(game)) is not None:
        ask = question.ask
        given = [rng.randint(1, 6) for _ in range(ask.count)] if isinstance(ask, Roll) else ask.sample(rng)
        given = "leave" if "leave" in ask.keys() else given  # noqa: SIM118
        said[type(question.step).__name__] = given
        answer(game.table, question, ask.seat, given)
    return said


def faces(game: Yard, key: str) -> list[list[int]]:
    return [event["faces"] for event in game.events(key)]


def total(team: list[Member], skill: str) -> int:
    return sum(who.skill(skill) for who in team)


@rule("SA-18.2", "SA-18.3", "SA-18.13", "SA-26.2", "SA-26.4", "SA-33.2", "SA-33.3", "SA-33.5", "SA-33.7", "SA-33.18")
@pytest.mark.parametrize("seed", range(CASES))
def test_an_engagement(seed: int) -> None:
    rng = Random(seed)
    home = rng.random() < 0.5
    game, team = Yard(), [member(rng, at) for at in range(rng.randint(1, 4))]
    for who in team:
        words = " ".join(f"{name} {x}" for name, x in who.skills.items())
        has = {"cogs": who.cogs, "medals": who.medals, "minions": list(who.minions)}
        game.staff(who.name, f"{who.threat}/{who.subdue} {words}", zone="garrison" if home else "mtf-01", **has)
    personnel, threat, subdue, pack = rng.randint(0, 2) * home, rng.randint(0, 6), rng.randint(1, 6), minions(rng)
    game.pool(S0, personnel=personnel).holds("x", f"euclid {threat}/{subdue}", zone=TC if home else PUBLIC)
    game.what("x").minions = list(pack)
    said = played(game, rng, Breach("x") if home else Capture(["S0-mtf-01"], anomaly="x"))

    leads = said.get("Lead", {})
    given_up = said.get("GiveUpDice", 0)
    assert isinstance(leads, dict)
    assert isinstance(given_up, int)
    cogged = {who.name for who in team if who.cogs}
    led = sum(leader != "nobody" and led not in cogged for led, leader in leads.items())
    dice = sum(who.dice(home) for who in team) + personnel + led - given_up
    theirs = threat + sum(each for each, _ in pack) - max(0, total(team, "firepower") - 1) - given_up
    ours_rolled, theirs_rolled = faces(game, "team rolled"), faces(game, "anomaly rolled")
    assert len(ours_rolled[0] if ours_rolled else []) == dice
    assert len(theirs_rolled[0] if theirs_rolled else []) == max(0, theirs)

    hits = sum(face >= 3 for roll in ours_rolled for face in roll) + (total(team, "expert") if dice >= 2 else 0)
    struck = sum(face >= (4 if home else 3) for roll in theirs_rolled for face in roll)
    [exchange] = game.events("exchange")
    assert (exchange["ours"], exchange["theirs"]) == (hits, max(0, struck - total(team, "defender")))

    for _, endurance in sorted(pack, key=lambda minion: minion[1]):
        hits -= endurance if endurance <= hits else 0
    alive = [who for who in team if who.name in game.table.characters]
    subdued = bool(alive) and hits >= max(1, subdue - total(team, "tranquilizer"))
    sentinel = home and any(who.skill("sentinel") for who in alive)
    assert game.at("x") == ((TC if subdued or sentinel else PUBLIC) if home else SUBDUED if subdued else PUBLIC)
    pops = sum(face == 6 for roll in theirs_rolled for face in roll)
    assert game.story.count("fizzled") == pops * home, "at home each pop is a Cascade, elsewhere an extra die"
    assert home or len(theirs_rolled) == 0 or sum(map(len, theirs_rolled[1:])) == pops


@rule("SA-28.3", "SA-28.5", "SA-28.6", "SA-28.7", "SA-28.8", "SA-28.9", "SA-28.10", "SA-28.11", "SA-28.13", "SA-Q-58")
@pytest.mark.parametrize("seed", range(CASES))
def test_a_breach_check(seed: int) -> None:
    rng = Random(seed)
    name, threat = rng.choice(list(MEASURES)), rng.randint(0, 5)
    tokens = [rng.choice(ASSETS) for _ in range(rng.randint(0, 5))]
    game = Yard().holds("x", f"{name} {threat}/9", tokens=" ".join(tokens))
    played(game, rng, BreachCheck("x"))
    standing, kept = list(tokens), []
    for test in game.events("tested"):
        assert standing, "nothing is rolled once all have failed"
        if test["face"] >= MEASURES[name]:
            standing.remove(test["token"])
            always, never = name == "apollyon", name in ("safe", "thaumiel")
            gone = test["token"] != SPACE and not never and (always or test["face"] == 6)
            kept += [] if gone else [test["token"]]
    breaches = bool(threat) and not standing
    assert ("breach" in game.story) == breaches
    assert len(game.events("tested")) == threat or breaches
    left = game.assets(S0) if breaches else game.tokens("x")
    assert sorted(left.split()) == sorted([*standing, *kept])


@rule("SA-25.4", "SA-25.5", "SA-25.7", "SA-25.9", "SA-25.10", "SA-25.11", "SA-25.13", "SA-Q-50", "SA-Q-71")
@pytest.mark.parametrize("seed", range(CASES))
def test_a_trial(seed: int) -> None:
    rng = Random(seed)
    numbers, expert, study = [rng.randint(1, 3) for _ in range(rng.randint(1, 3))], rng.randint(0, 1), rng.randint(0, 3)
    threat, subdue, pack = rng.randint(0, 5), rng.randint(1, 5), minions(rng)
    game = Yard().staff("away", "1/2 neutralizer 3", zone="mtf-01").staff("dazed", "1/2 neutralizer 3", cogs=1)
    for at, number in enumerate(numbers):
        game.staff(f"c{at}", f"1/3 neutralizer {number}" + (" expert 1" if expert and not at else ""))
    game.holds("x", f"euclid {threat}/{subdue}", tokens="space resources", study=study)
    game.what("x").minions = list(pack)
    game.begin(SitePhase()).answers(S0, "trial:x")
    while (question := Driver.settle(game)) is not None and question.ask.seat == CHANCE:
        if type(question.step).__name__ != "Trial":
            break
        answer(game.table, question, CHANCE, [rng.randint(1, 6) for _ in range(question.ask.count)])  # type: ignore[attr-defined]

    ours = faces(game, "neutralizing")[0]
    theirs = [face for roll in faces(game, "anomaly rolled") for face in roll]
    assert len(ours) == sum(numbers) + 2 * study
    successes = sum(face >= 3 for face in ours) + (expert if len(ours) >= 2 else 0)
    won = successes >= threat + subdue + sum(sum(minion) for minion in pack)
    assert (game.at("x") == "discard") == won
    if not won:
        assert game.what("x").study == study + 2
        if game.waiting == "DestroyMinions":
            game.answers(S0, [])
        against = sum(face >= 3 for face in theirs) - ours.count(6)
        assert ("breach" in game.story) == (against > successes)
        assert game.at("x") == AC or game.assets(S0) == "resources space", "a trial's breach damages no token"
