"""SA-24: the Site Phase: subdued anomalies are delivered; then all contain, over-contain and try as they like."""

from __future__ import annotations

from eschaton.games.apollyon.components import AC, SEAT_KEYS, SUBDUED, TC
from eschaton.games.apollyon.containment import Contain, OverContain, can_contain, to_temporary
from eschaton.games.apollyon.labels import power_in_words
from eschaton.games.apollyon.phases import Simultaneous
from eschaton.games.apollyon.state import Apollyon
from eschaton.games.apollyon.timings import SITE_PHASE
from eschaton.games.apollyon.tokens import study_moves
from eschaton.games.apollyon.trials import Trial, may_try
from eschaton.kernel.ask import Ask, Choose, Option, Options, Seat
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use

ACCEPT, REFUSE = "accept", "refuse"


class SitePhase(Simultaneous):
    """SA-24.7: after deliveries, players contain, over-contain and run trials in any order."""

    delivered: Open[bool] = False

    def ask(self, table: Apollyon) -> Ask | None:
        return super().ask(table) if self.delivered else None

    def run(self, table: Apollyon, answer: tuple[Seat, Step | None] | None) -> Follow:
        if self.delivered:
            return super().run(table, answer)
        self.delivered = True
        return Stay(*(Deliver(piece) for piece in table.anomalies_in(SUBDUED)))

    def actions(self, table: Apollyon, seat: Seat) -> Options:
        found: Options = {}
        rich = any(table.sites[seat].pool.values())
        trial = None
        for piece, what in table.anomalies.items():
            if what.seat != seat:
                continue
            if what.zone == TC:
                if can_contain(table, piece, seat):
                    found[f"contain:{piece}"] = Contain(piece, seat)
            elif what.zone == AC:
                if rich:
                    found[f"over-contain:{piece}"] = OverContain(piece, seat)
                if trial is None:
                    trial = may_try(table, seat)
                if trial:
                    found[f"trial:{piece}"] = Trial(piece, seat)
        found.update(study_moves(table, seat))
        for power in table.powers(seat, SITE_PHASE):
            use = Use(seat, power.key)
            if power.usable(table, use):
                found[power.key] = use
        return found

    def describe(self, table: Apollyon, key: str) -> Option:
        power = table.box.powers.get(key)
        if power is None:
            return super().describe(table, key)
        return Option(key, power_in_words(table, key), (key.rpartition("/")[0],))

    def prompt(self, table: Apollyon) -> str:
        return "Your site: contain, study, neutralize. What do you do?"


class Deliver(Step):
    """SA-24.1, SA-24.2: a subdued anomaly comes to its home site, or to another whose player agrees.

    The home site cannot refuse it (SA-Q-37); what the giant engagement subdued has the Administrator's (SA-Q-102).
    """

    anomaly: Open[str]
    offered: Open[Seat] = -1  # the site whose player is asked
    refused: Open[list[Seat]] = []

    def ask(self, table: Apollyon) -> Ask:
        home = table.anomalies[self.anomaly].seat
        if self.offered >= 0:
            options: Options = {ACCEPT: True, REFUSE: False}
            return Choose(self.offered, options, ACCEPT, rule="SA-24.2")
        sites: Options = {SEAT_KEYS[seat]: seat for seat in table.around(home) if seat not in self.refused}
        return Choose(home, sites, SEAT_KEYS[home], rule="SA-24.2")

    def prompt(self, table: Apollyon) -> str:
        named = table.describe(self.anomaly).label
        return f"Do you take {named} to your site?" if self.offered >= 0 else f"To which site is {named} delivered?"

    def run(self, table: Apollyon, answer: Seat | bool) -> Follow:
        if self.offered >= 0:
            return self.answered(table, bool(answer))
        if answer == table.anomalies[self.anomaly].seat or table.options["agree_by_silence"]:
            return self.arrive(table, answer)
        self.offered = answer
        return Stay()

    def answered(self, table: Apollyon, accepted: bool) -> Follow:
        """The other player takes it, or it must go elsewhere."""
        seat, self.offered = self.offered, -1
        if accepted:
            return self.arrive(table, seat)
        self.refused.append(seat)
        table.say("SA-24.2", "offer refused", who=seat, anomaly=self.anomaly)
        return Stay()

    def arrive(self, table: Apollyon, seat: Seat) -> Follow:
        """SA-24.4: into TC at once."""
        to_temporary(table, self.anomaly, seat, "SA-24.4")
        return None

    def describe(self, table: Apollyon, key: str) -> Option:
        if key in (ACCEPT, REFUSE):
            return Option(key, "Take it" if key == ACCEPT else "No", (self.anomaly,))
        return super().describe(table, key)
