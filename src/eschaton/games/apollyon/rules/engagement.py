"""SA-18: an engagement: contact effects, choices before the dice, both rolls, damage, outcome."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import (
    DEFENDER,
    EXPERT,
    FIREPOWER,
    LEADER,
    MEASURE,
    ONLY_POPS,
    PERSONNEL,
    TRANQUILIZER,
    WOUND,
)
from eschaton.games.apollyon.box.timings import ENGAGED, EVERY_CONTACT, FIRST_CONTACT, SUBDUES
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.damage import alive, owners_alive, speaker
from eschaton.games.apollyon.rules.dice import pops, rolling, successes
from eschaton.games.apollyon.rules.placing import PlaceTokens
from eschaton.games.apollyon.rules.ratings import measure, minions_threat, read_for_all, skill, subdue, threat
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Amount, Ask, Assign, Choose, Option, Roll, Seat, keys
from eschaton.kernel.council import Joint, others_concerned, put_to_all
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

NOBODY = "nobody"
ROLL, STOP = "roll", "stop"
ENGAGE, HIDE = "engage", "hide"


class Encounter(Joint, kw_only=True):
    """A step in which a team meets an anomaly: the engagement reports to it how it went."""

    anomaly: Open[str] = ""
    subdued: Open[bool] = False
    cascades: Open[int] = 0  # pops of a breaching anomaly (SA-26.4)


class Engagement(Step):
    """SA-18, SA-6.16, SA-18.15: a team and an anomaly roll against each other once. `to` is the serial of the
    Encounter it belongs to.

    A breach sets `site` (whose Personnel fight), `anomaly_measure` and `cascading`; a Retreat sets `retreat`.
    """

    anomaly: Open[str]
    team: Open[list[str]]
    seat: Open[Seat]  # who leads the team
    to: int
    first: bool = False  # the anomaly has just been found (SA-Q-97)
    retreat: Open[bool] = False
    site: Open[Seat] = -1
    cascading: Open[bool] = False
    anomaly_measure: Open[int] = MEASURE
    stage: Open[int] = 0
    led: Open[dict[str, str]] = {}  # who is led by whom (SA-33.7)
    given_up: Open[int] = 0  # dice given up for Firepower (SA-33.4)
    tranquilized: Open[int] = 0
    endured: Open[int] = 0  # the Subdue Rating of the anomaly when its Wounds were placed
    team_dice: Open[list[int]] = []
    extra: int = 0  # how many of them pops have added
    anomaly_dice: Open[list[int]] = []
    team_hits: Open[int] = 0
    anomaly_hits: Open[int] = 0

    def run(self, table: Apollyon) -> Follow:
        if self.anomaly not in table.anomalies or self.stage == len(PARTS):
            return None
        self.stage += 1
        return PARTS[self.stage - 1](self, table)

    def contact(self, table: Apollyon) -> Follow:
        """SA-6.8: First Contact! and Every Contact! come before anything else; then what speaks of engagements.

        Whoever speaks for the team is the "you" of the anomaly's text, as of the Situation's.
        """
        forms = (FIRST_CONTACT, EVERY_CONTACT) if self.first else (EVERY_CONTACT,)
        you = self.speaker(table)
        met = [announce(table, form, about=self.serial, sources=[self.anomaly], seat=you) for form in forms]
        return Stay(*(step for steps in met for step in steps), *announce(table, ENGAGED, about=self.serial))

    def left_alone(self, table: Apollyon) -> Follow:
        """SA-26.7: where Personnel have no Garrison with them, or none any more, they may stay out of it."""
        alone = self.personnel(table) and not alive(table, self.team)
        return Stay(PersonnelAlone(self.serial)) if alone else Stay()

    def choices(self, table: Apollyon) -> Follow:
        """SA-Q-42: Leaders and Firepower are settled after contact effects and before the dice."""
        team = alive(table, self.team)
        self.tranquilized = sum(skill(table, piece, TRANQUILIZER) for piece in team)
        steps: list[Step] = []
        if not self.retreat:
            if any(skill(table, piece, LEADER) for piece in team):
                steps.append(Lead(self.serial))
            if firepower(table, team):
                steps.append(GiveUpDice(self.serial))
        return Stay(*steps)

    def rolls(self, table: Apollyon) -> Follow:
        """SA-18.2: both roll; neither's dice depend on the other's damage (SA-18.7)."""
        steps: list[Step] = []
        ours = 0 if self.retreat else self.dice_of_team(table)
        if ours:
            steps += [TeamRoll(self.serial, ours), RerollDice(self.serial)]
        theirs = self.dice_of_anomaly(table)
        if theirs and (self.fighters(table) or self.cascading):
            steps.append(AnomalyRoll(self.serial, theirs))
        return Stay(*steps)

    def hits(self, table: Apollyon) -> Follow:
        """SA-Q-12: flat successes after all dice, then cancellations; the anomaly's hits are placed on the team."""
        team = alive(table, self.team)
        self.team_hits = self.hits_of_team(table)
        self.anomaly_hits = successes(self.anomaly_dice, self.measure_of_anomaly(table))
        kind = table.box.anomalies[self.anomaly].damage
        taken = self.anomaly_hits
        if kind == WOUND:
            taken -= min(taken, sum(skill(table, piece, DEFENDER) for piece in team))  # SA-33.2
        table.say("SA-18.6", "exchange", anomaly=self.anomaly, ours=self.team_hits, theirs=taken)
        self.wound_anomaly(table)
        self.endured = self.endurance(table)
        if not taken:
            return Stay()
        return Stay(PlaceTokens(kind, taken, list(self.team), self.seat, self.anomaly, self.site))

    def outcome(self, table: Apollyon) -> Follow:
        """SA-18.13: subdued if it has Wounds enough and a Character of the team is still alive."""
        encounter = table.pending(self.to)
        encounter.cascades = pops(self.anomaly_dice) if self.cascading else 0
        encounter.subdued = self.is_subdued(table)
        self.heal_anomaly(table, encounter.subdued)
        key = "subdued" if encounter.subdued else "not subdued"
        table.say("SA-18.13", key, anomaly=self.anomaly)
        return Stay(*announce(table, SUBDUES, about=self.serial)) if encounter.subdued else None

    def speaker(self, table: Apollyon) -> Seat:
        """Who decides for the team, or proposes first."""
        return speaker(table, self.team, self.seat)

    # Numbers.

    def read(self, table: Apollyon, name: str, base: int) -> int:
        """SA-15.8, SA-20.7: a number of the team: it is the team of everybody who has a Character in it."""
        return read_for_all(table, name, owners_alive(table, self.team) or [self.seat], base)

    def measure_of_team(self, table: Apollyon) -> int:
        """SA-18.2."""
        return self.read(table, "measure team", MEASURE)

    def hits_of_team(self, table: Apollyon) -> int:
        """SA-18.6: the team's successes as its dice lie now, with what Experts add (SA-Q-71)."""
        found = successes(self.team_dice, self.measure_of_team(table))
        if self.starting_dice >= 2:
            found += sum(skill(table, piece, EXPERT) for piece in alive(table, self.team))
        return found

    def has_hits_enough(self, table: Apollyon) -> bool:
        """Whether further hits can do nothing: the anomaly has no Minions to absorb any, and keeps no Wounds."""
        what, options = table.anomalies[self.anomaly], table.options
        if options["anomaly_wounds_persist"] or (what.minions and options["minions_absorb_first"]):
            return False
        return what.wounds + self.hits_of_team(table) >= self.endurance(table)

    def fighters(self, table: Apollyon) -> bool:
        """Whether anybody stands against the anomaly."""
        return bool(alive(table, self.team)) or self.personnel(table) > 0

    def personnel(self, table: Apollyon) -> int:
        """SA-26.3: Personnel of the site that fight as 1/1 Minions."""
        return table.sites[self.site].pool.get(PERSONNEL, 0) if self.site >= 0 else 0

    @property
    def starting_dice(self) -> int:
        """How many dice the team began with: all but those that pops added."""
        return len(self.team_dice) - self.extra

    def dice_of_team(self, table: Apollyon) -> int:
        """SA-18.3: Threat of members and Minions, led ones one more; twice it, if so said; less what was given up."""
        team = alive(table, self.team)
        table.stand_still(True)
        total = sum(threat(table, piece) + minions_threat(table, piece) for piece in team) + self.personnel(table)
        table.stand_still(False)
        total += sum(can_be_led(table, led) for led in self.led)
        return max(0, total * self.read(table, "dice per threat", 1) - self.given_up)

    def dice_of_anomaly(self, table: Apollyon) -> int:
        """Its Threat with its Minions, less Firepower: what was given up, and 1 for each further one (SA-33.5)."""
        team = alive(table, self.team)
        base = threat(table, self.anomaly) + minions_threat(table, self.anomaly)
        further = max(0, firepower(table, team) - 1)
        return max(0, table.read(f"anomaly dice:{self.anomaly}", None, base) - further - self.given_up)

    def measure_of_anomaly(self, table: Apollyon) -> int:
        """SA-18.2, SA-19.4, SA-26.2."""
        return ONLY_POPS if self.retreat else measure(table, "anomaly", self.anomaly_measure, piece=self.anomaly)

    def endurance(self, table: Apollyon) -> int:
        """SA-33.18, SA-Q-74: the Subdue Rating that counts here."""
        return max(1, subdue(table, self.anomaly) - self.tranquilized)

    def wound_anomaly(self, table: Apollyon) -> None:
        """SA-Q-68: the anomaly's Minions absorb first, the smallest first, as long as a whole one can be Destroyed."""
        what = table.anomalies[self.anomaly]
        left = self.team_hits
        if table.options["minions_absorb_first"]:
            for minion in sorted(what.minions, key=lambda minion: minion[1]):
                if minion[1] <= left:
                    what.minions.remove(minion)
                    left -= minion[1]
        what.wounds += left

    def heal_anomaly(self, table: Apollyon, subdued: bool = False) -> None:
        """SA-Q-38: its Wounds go when the engagement ends, be it cancelled."""
        if self.anomaly in table.anomalies and (subdued or not table.options["anomaly_wounds_persist"]):
            table.anomalies[self.anomaly].wounds = 0

    def is_subdued(self, table: Apollyon) -> bool:
        """SA-18.13, SA-18.14; whoever retreats subdues nothing (SA-19.6).

        Both sides place their tokens at once (SA-18.7): who falls by them has still made the anomaly weaker.
        """
        enough = table.anomalies[self.anomaly].wounds >= min(self.endured, self.endurance(table))
        return enough and not self.retreat and bool(alive(table, self.team))


PARTS = (
    Engagement.contact,
    Engagement.left_alone,
    Engagement.choices,
    Engagement.rolls,
    Engagement.hits,
    Engagement.outcome,
)


class PersonnelAlone(Step):
    """SA-26.7: with Personnel but no Garrison, the player says whether the Personnel engage."""

    fight: int

    def ask(self, table: Apollyon) -> Ask:
        fight = table.pending(self.fight)
        prompt = f"Do your Personnel engage {table.describe(fight.anomaly).label}?"
        return Choose(fight.site, keys([ENGAGE, HIDE]), HIDE, rule="SA-26.7", prompt=prompt)

    def run(self, table: Apollyon, answer: str) -> Follow:
        if answer == HIDE:
            table.pending(self.fight).site = -1
        return None

    def describe(self, table: Apollyon, key: str) -> Option:
        return Option(key, "They engage" if key == ENGAGE else "They hide")


def firepower(table: Apollyon, team: list[str]) -> int:
    """How many of a team have Firepower that works."""
    return sum(skill(table, piece, FIREPOWER) for piece in team)


def can_be_led(table: Apollyon, member: str) -> int:
    """What a Leader adds to a member: nothing to one with a cog (SA-Q-72)."""
    who = table.characters.get(member)
    return 0 if who is not None and who.cogs else 1


class Lead(Step):
    """SA-33.7: each Leader X leads up to X others, Characters or Minions; nobody is led twice (SA-33.8).

    Where nobody would have anything of it (SA-Q-72), nobody is asked.
    """

    fight: int

    def ask(self, table: Apollyon) -> Ask | None:
        fight = table.pending(self.fight)
        team = alive(table, fight.team)
        leaders = {piece: many for piece in team if (many := skill(table, piece, LEADER))}
        places = {
            member: (*(leader for leader in leaders if leader != member), NOBODY)
            for member in self.members(table, fight, team)
        }
        if not any(len(free) > 1 and can_be_led(table, member) for member, free in places.items()):
            return None
        neutral = best_led(table, places, leaders)
        prompt = "Whom do your Leaders lead?"
        return Assign(fight.speaker(table), places, dict(leaders), neutral, rule="SA-33.7", prompt=prompt)

    def members(self, table: Apollyon, fight: Engagement, team: list[str]) -> list[str]:
        """Everybody who can be led: Characters, their Minions, and Personnel that fight (SA-Q-54, SA-Q-100)."""
        found = list(team)
        for piece in team:
            found += [f"{piece}~{at}" for at in range(1, len(table.characters[piece].minions) + 1)]
        return found + [f"{PERSONNEL}~{at}" for at in range(1, fight.personnel(table) + 1)]

    def run(self, table: Apollyon, answer: dict[str, str] | None) -> Follow:
        led = answer or {}
        table.pending(self.fight).led = {member: leader for member, leader in led.items() if leader != NOBODY}
        return None


def best_led(table: Apollyon, places: dict[str, tuple[str, ...]], leaders: dict[str, int]) -> dict[str, str]:
    """As many led as can be, those first who have something of it."""
    room = dict(leaders)
    given: dict[str, str] = {}
    for member in sorted(places, key=lambda member: (-can_be_led(table, member), len(places[member]))):
        free = [leader for leader in places[member] if room.get(leader)]
        given[member] = max(free, key=lambda leader: room[leader]) if free else NOBODY
        if free:
            room[given[member]] -= 1
    return {member: given[member] for member in places}


class GiveUpDice(Joint):
    """SA-33.4, SA-33.6: the team may give up Threat dice to remove as many from the enemy (SA-Q-73)."""

    fight: int

    def ask(self, table: Apollyon) -> Ask | None:
        if self.decision:
            return None
        fight = table.pending(self.fight)
        seat = fight.speaker(table)
        if others_concerned(table, seat, owners_alive(table, fight.team)):
            return None
        most = self.most(table)
        return Amount(seat, 0, most, rule="SA-33.4", prompt=self.prompt(table)) if most else None

    def most(self, table: Apollyon) -> int:
        """How many dice can be given up."""
        fight: Engagement = table.pending(self.fight)
        return min(fight.dice_of_team(table), fight.dice_of_anomaly(table))

    def prompt(self, table: Apollyon) -> str:
        fight = table.pending(self.fight)
        ours, theirs = fight.dice_of_team(table), fight.dice_of_anomaly(table)
        return f"Firepower: how many of your {ours} dice do you give up, for as many of its {theirs}?"

    def run(self, table: Apollyon, answer: int | None) -> Follow:
        fight = table.pending(self.fight)
        if answer is None and not self.decision and (most := self.most(table)):
            numbers = Choose(fight.speaker(table), keys(map(str, range(most + 1))), "0", rule="SA-33.4")
            return Stay(put_to_all(numbers, self.serial, owners_alive(table, fight.team)))
        fight.given_up = answer or int(self.take_decision() or 0)
        return None


class TeamRoll(Step):
    """SA-18.2, SA-19.3, SA-33.3: the team rolls its Threat."""

    fight: int
    dice: Open[int]

    def ask(self, table: Apollyon) -> Roll:
        return rolling("team threat", self.dice, "SA-18.2")

    def run(self, table: Apollyon, faces: list[int]) -> Follow:
        table.pending(self.fight).team_dice += faces
        table.say("SA-18.2", "team rolled", faces=faces)
        popped = pops(faces)
        return ExtraDice(self.fight, popped) if popped else None


class ExtraDice(Step):
    """SA-18.5, SA-8.10, SA-8.12: the players may roll an extra die for every pop, or decline; nobody is asked where
    it does nothing."""

    fight: int
    dice: Open[int]

    def ask(self, table: Apollyon) -> Ask | None:
        fight = table.pending(self.fight)
        if fight.has_hits_enough(table):
            return None
        seat = fight.speaker(table)
        dice = "1 extra die" if self.dice == 1 else f"{self.dice} extra dice"
        return Choose(seat, keys([ROLL, STOP]), ROLL, rule="SA-18.5", prompt=f"Roll {dice}?")

    def run(self, table: Apollyon, answer: str | None) -> Follow:
        if answer == STOP:
            return None
        table.pending(self.fight).extra += self.dice
        return TeamRoll(self.fight, self.dice)


class RerollDice(Step):
    """SA-6.17: where a text allows it, so many failed dice of the team may be rolled again."""

    fight: int

    def ask(self, table: Apollyon) -> Ask | None:
        fight = table.pending(self.fight)
        allowed = fight.read(table, "rerolls", 0)
        if allowed and fight.has_hits_enough(table):
            return None
        wanted = fight.measure_of_team(table) if allowed else 0
        most = min(allowed, len(fight.team_dice) - successes(fight.team_dice, wanted)) if allowed else 0
        prompt = "How many failed dice do you roll again?"
        return Amount(fight.speaker(table), 0, most, rule="SA-6.17", prompt=prompt) if most else None

    def run(self, table: Apollyon, many: int | None) -> Follow:
        if not many:
            return None
        fight = table.pending(self.fight)
        fight.team_dice = sorted(fight.team_dice)[many:]
        return TeamRoll(self.fight, many)


class AnomalyRoll(Step):
    """SA-18.2, SA-18.4: the anomaly rolls its Threat; its pops give extra dice unless it retreats or breaches
    (SA-8.11)."""

    fight: int
    dice: Open[int]

    def ask(self, table: Apollyon) -> Roll:
        return rolling("anomaly threat", self.dice, "SA-18.2")

    def run(self, table: Apollyon, faces: list[int]) -> Follow:
        fight = table.pending(self.fight)
        fight.anomaly_dice += faces
        table.say("SA-18.2", "anomaly rolled", anomaly=fight.anomaly, faces=faces)
        popped = pops(faces)
        adds = not fight.retreat and (not fight.cascading or table.options["breach_pop_adds_die"])
        return AnomalyRoll(self.fight, popped) if popped and adds else None
