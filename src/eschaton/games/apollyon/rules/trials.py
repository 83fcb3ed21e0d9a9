"""SA-25: Neutralization Trials."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import EXPERT, GARRISON, MEASURE, NEUTRALIZER, STUDY_DICE
from eschaton.games.apollyon.box.timings import NEUTRALIZED
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.breach import Breach, can_breach
from eschaton.games.apollyon.rules.dice import pops, rolling, successes
from eschaton.games.apollyon.rules.ratings import measure, minions_threat, skill, subdue, threat
from eschaton.games.apollyon.rules.zones import discard_anomaly
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Ask, ChooseSome, Option, Seat
from eschaton.kernel.fit import Limit
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

STUDY_FOR_FAILURE = 2  # SA-25.13
TRIALS = 1  # SA-25.2
PHASE = "SitePhase"


def neutralizers(table: Apollyon, seat: Seat) -> dict[str, int]:
    """SA-33.10: the Garrisoned Characters that can try an anomaly, and their numbers (SA-25.3, SA-Q-49)."""
    found = ((piece, skill(table, piece, NEUTRALIZER)) for piece in table.in_zone(seat, GARRISON))
    return {piece: number for piece, number in found if number}


def may_try(table: Apollyon, seat: Seat) -> bool:
    """SA-25.2, SA-Q-51: whether a site may run another trial this turn."""
    allowed = table.read("trials", seat, TRIALS)
    return table.used(table.scope(PHASE), seat, "trial") < allowed and bool(neutralizers(table, seat))


def neutralize_rating(table: Apollyon, seat: Seat, piece: str) -> int:
    """SA-25.4: the Neutralizers' numbers and two dice for each Study Token on the anomaly."""
    base = sum(neutralizers(table, seat).values()) + STUDY_DICE * table.anomalies[piece].study
    return max(0, table.read("neutralize", seat, base))


def target_rating(table: Apollyon, piece: str) -> int:
    """SA-25.5, SA-5.12, SA-32.28: Threat and Subdue, with those of its Minions."""
    minions = table.anomalies[piece].minions
    return threat(table, piece) + subdue(table, piece) + sum(sum(minion) for minion in minions)


class Trial(Step):
    """SA-25, SA-5.13, SA-25.16: the players roll to neutralize an anomaly in their AC, and it rolls back."""

    anomaly: Open[str]
    seat: Open[Seat]
    stage: Open[int] = 0
    experts: Open[int] = 0
    ours: Open[int] = 0
    theirs: Open[int] = 0
    cancelled: Open[int] = 0
    extra: Open[int] = 0  # dice that its pops have added

    def ask(self, table: Apollyon) -> Ask | None:
        if self.stage == 1:
            dice = neutralize_rating(table, self.seat, self.anomaly)
            return rolling("trial", dice, "SA-25.6") if dice else None
        if self.stage == 2:
            dice = self.extra or threat(table, self.anomaly) + minions_threat(table, self.anomaly)
            return rolling("anomaly threat", dice, "SA-25.9") if dice else None
        return None

    def run(self, table: Apollyon, faces: list[int] | None) -> Follow:
        if self.anomaly not in table.anomalies:
            return None
        return (self.begin, self.we_roll, self.it_rolls, self.compare)[self.stage](table, faces or [])

    def begin(self, table: Apollyon, _: list[int]) -> Follow:
        """Count the trial (SA-25.2) and who takes part in it."""
        table.count(table.scope(PHASE), self.seat, "trial")
        table.say("SA-25.1", "trial", anomaly=self.anomaly, who=self.seat, target=target_rating(table, self.anomaly))
        self.experts = sum(skill(table, piece, EXPERT) for piece in neutralizers(table, self.seat))
        self.stage = 1
        return Stay()

    def we_roll(self, table: Apollyon, faces: list[int]) -> Follow:
        """SA-25.6: each of our pops will cancel a success of the anomaly (SA-25.10); no extra dice."""
        self.ours = successes(faces, measure(table, "trial", MEASURE, self.seat))
        if len(faces) > 1:
            self.ours += self.experts  # SA-Q-71
        self.cancelled = pops(faces)
        table.say("SA-25.6", "neutralizing", who=self.seat, faces=faces, successes=self.ours)
        self.stage = 2
        return Stay()

    def it_rolls(self, table: Apollyon, faces: list[int]) -> Follow:
        """SA-25.9: its pops give extra dice."""
        self.theirs += successes(faces, measure(table, "anomaly", MEASURE, piece=self.anomaly))
        table.say("SA-25.9", "anomaly rolled", anomaly=self.anomaly, faces=faces)
        self.extra = pops(faces)
        self.stage = 2 if self.extra else 3
        return Stay()

    def compare(self, table: Apollyon, _: list[int]) -> Follow:
        """SA-Q-50: success first; else two Study Tokens, then the comparison, then its Minions suffer."""
        if self.ours >= target_rating(table, self.anomaly):
            return self.neutralized(table)
        table.anomalies[self.anomaly].study += STUDY_FOR_FAILURE
        table.say("SA-25.13", "trial failed", anomaly=self.anomaly, who=self.seat)
        follow: list[Step] = [DestroyMinions(self.anomaly, self.seat, self.ours // 2)]
        if self.theirs - self.cancelled > self.ours and can_breach(table, self.anomaly):
            follow.append(Breach(self.anomaly))  # SA-25.11, SA-25.12
        return follow

    def neutralized(self, table: Apollyon) -> Follow:
        """SA-25.7, SA-25.8: the card is discarded, its Containment Tokens come back."""
        discard_anomaly(table, self.anomaly, "SA-25.7")
        speaking = announce(table, NEUTRALIZED, about=self.serial)
        return Stay(*speaking) if speaking else None


class DestroyMinions(Step):
    """SA-25.15, SA-Q-52: every 2 successes may Destroy 1 Subdue's worth of the anomaly's Minions, whole ones only."""

    anomaly: Open[str]
    seat: Open[Seat]
    points: Open[int]

    def ask(self, table: Apollyon) -> Ask | None:
        minions = table.anomalies[self.anomaly].minions
        if not any(minion[1] <= self.points for minion in minions):
            return None
        options = {f"minion{at}": at for at in range(1, len(minions) + 1)}
        reason = f"their Subdue may add up to {self.points}"
        limit = Limit(tuple(options), self.points, weights=tuple(minion[1] for minion in minions), reason=reason)
        prompt = "Which Minions are Destroyed?"
        return ChooseSome(self.seat, dict(options), limits=(limit,), rule="SA-25.15", prompt=prompt)

    def run(self, table: Apollyon, chosen: list[int] | None) -> Follow:
        minions = table.anomalies[self.anomaly].minions
        for at in sorted(chosen or [], reverse=True):
            del minions[at - 1]
        return None

    def describe(self, table: Apollyon, key: str) -> Option:
        minion = table.anomalies[self.anomaly].minions[int(key.removeprefix("minion")) - 1]
        return Option(key, f"Minion {minion[0]}/{minion[1]}", (self.anomaly,))
