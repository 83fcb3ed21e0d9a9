"""SA-24: the Site Phase: subdued anomalies are delivered; then all contain, over-contain and try as they like."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import AC, APOLLYON, SEAT_KEYS, SUBDUED, TC
from eschaton.games.apollyon.box.timings import SITE_PHASE
from eschaton.games.apollyon.labels import power_in_words
from eschaton.games.apollyon.rules.containment import Contain, OverContain, can_contain, to_temporary
from eschaton.games.apollyon.rules.offers import Offer
from eschaton.games.apollyon.rules.study import study_moves
from eschaton.games.apollyon.rules.trials import Trial, may_try
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Ask, Option, Options, Seat
from eschaton.kernel.council import Decide, Joint
from eschaton.kernel.phase import Simultaneous
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use


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


class Deliver(Joint):
    """SA-24.1, SA-24.2, SA-18.17: a subdued anomaly comes to its home site, or to another whose player agrees.

    The home site cannot refuse it (SA-Q-37); a joint team has agreed already which of its own it is (SA-Q-26). Where
    that comes which the giant engagement subdued, all decide together; else it is the Administrator's (SA-Q-102).
    """

    anomaly: Open[str]
    asked: bool = False

    def run(self, table: Apollyon) -> Follow:
        if not self.asked and table.players_count > 1:
            self.asked = True
            return Stay(self.deciding(table))
        what = table.anomalies[self.anomaly]
        site = self.take_decision()
        to_temporary(table, self.anomaly, SEAT_KEYS.index(site) if site else what.seat, "SA-24.4")
        return None

    def deciding(self, table: Apollyon) -> Decide:
        """The question to which site it is delivered."""
        what = table.anomalies[self.anomaly]
        seats = [seat for seat in table.around(what.seat) if seat == what.seat or seat not in what.agreed]
        sites = [SEAT_KEYS[seat] for seat in seats]
        about = f"To which site is {table.describe(self.anomaly).label} delivered?"
        if not what.mtf and table.box.anomalies[self.anomaly].object_class == APOLLYON:
            return Decide(sites, self.serial, seats, seats, about, "SA-Q-102", sites[0])
        return Offer(sites, self.serial, [what.seat], [], about, "SA-24.2", sites[0])
