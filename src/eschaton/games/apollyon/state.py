"""What lies on the table, and who may see it.

The contract, for every file that builds on this one:

- **Pieces.** A card is known by its piece id; its facts are in `table.box`, never on the table. A Character
  in play is an entry of `table.characters`, an anomaly one of `table.anomalies`; both are dicts in the order of the
  lines and rows in which the cards stand, so whoever is moved goes to the end (SA-4.9, SA-Q-35). Everything not in
  play lies in a `Pile`: `decks` and `discards` (by kind: "character", "situation", "asset", "intel", "event" and the
  six classes), `market_characters` and `market_intel` (the Black Market), `draw_pile`, `covers`, `unused`,
  `directors`, and `aside` while it is carried out: at every question each card lies in exactly one place.
- **Zones.** `Character.zone` is garrison, mtf-01, mtf-02, vacation or lost, at the site of `Character.seat`;
  `Anomaly.zone` is met, public, subdued, tc or ac, the last three at the site of `Anomaly.seat`; in ac with its `row`.
  Only `zones.py` moves them: `gain_character`, `move_character`, `transfer_character`, `destroy_character`,
  `lose_character`; `meet_anomaly`, `place_anomaly`, `discard_anomaly`, `vacate`.
- **Situations.** `table.situations` is keyed by place: slot.1 to slot.8, intercept.1 and on. The First Contact side is
  hidden; the Unknown side is the back of its pile. The top card of the deck lies apart in `next_situation`, since all
  see its Unknown side (SA-Q-81). Only `situations.py` deals and draws them.
- **Missions.** `table.missions` maps a mission (a place, the id of an anomaly, "scouting") to its MTFs in the order in
  which they were assigned; an MTF is a key of `components.TEAMS`.
- **Assets.** `Site.pool` has all four kinds; `Anomaly.tokens` holds Containment Tokens. `assets.py`: `gain`, `pay`,
  `can_pay`.
- **Masquerade.** `tracker.py`: `pay_masquerade` and `gain_masquerade`; the thresholds fire by themselves (SA-2.6,
  SA-2.8), as does whatever else is due by the game's `Rules`.
- **Ratings** are read by `ratings.py` (`threat`, `subdue`, `skill`, `masquerade_cost`, `containment_cost`, `price`,
  `measure` …), each through `table.read("<rating>:<piece>", …)`, so that texts and lasting effects can change them.
- **Texts.** `announce(table, timing, about=…, sources=…)` (announce.py) gives the steps in which all cards in play
  that say something at this timing do so; `[]`, quickly, when there are none. `table.speaks(piece)` says which of its
  texts are on; `in_force.py` finds all that are, and keeps them.
- **Simultaneous phases** (SA-11.2) are steps with a list `ready` (kernel/phase.py); whoever is ready is asked no more,
  and takes it back unasked. Decisions of all players together are made by kernel/council.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from typing import Any, ClassVar, Final

import msgspec

from eschaton.cardtext.box import Boxes, Texts
from eschaton.cardtext.in_force import CardTable
from eschaton.games.apollyon import in_force
from eschaton.games.apollyon.box.cards import BOXES, ApollyonBox
from eschaton.games.apollyon.box.components import (
    AC,
    ACTIVE,
    APOLLYON,
    GARRISON,
    LOST,
    PRINTED_ROWS,
    PUBLIC,
    TEAMS,
)
from eschaton.games.apollyon.labels import described
from eschaton.kernel.ask import Option, Seat, Viewer, may_see
from eschaton.kernel.effect import Lasting
from eschaton.kernel.pile import Pile
from eschaton.kernel.table import Natural, Open

Minion = tuple[int, int]
"""Threat and Subdue (SA-32.21)."""

PASSING: dict[str, frozenset[str]] = {
    "Resolve": frozenset({"Resolve", "Capture", "Scouting", "Met", "Breach", "GiantEngagement"}),
    "Engagement": frozenset({"Engagement"}),
}
"""Stretches of the game that cards speak of and that need not be there, and the steps that stand for them."""

OF_THE_TEAM: Final = "of the team"
"""The condition of an effect on a number of the team: it is the team of the mission or engagement it was said for."""


class Character(msgspec.Struct, array_like=True, gc=False):
    """A Character in play. `plan` is where it is to go when assignments close (SA-Q-105)."""

    seat: Open[Seat]
    zone: Open[str] = GARRISON
    plan: Open[str] = ""
    wounds: Open[Natural] = 0
    cogs: Open[Natural] = 0
    deflected: Open[Natural] = 0  # cogs kept off it this turn (SA-33.9)
    medals: Open[Natural] = 0
    study: Open[Natural] = 0
    counters: Open[Natural] = 0
    minions: Open[list[Minion]] = []
    promotions: Open[list[str]] = []
    marks: Open[dict[str, Natural]] = {}  # Anomaly Tokens of other cards (SA-32.35)
    source: Open[str] = ""  # in what it was Lost
    measure: Open[Natural] = 0  # its Recovery Measure there
    lost_wounds: Open[Natural] = 0  # of its Wounds and cogs, those gathered while it was Lost (SA-32.19)
    lost_cogs: Open[Natural] = 0


class Anomaly(msgspec.Struct, array_like=True, gc=False):
    """An anomaly in play. `tokens` are its Containment Tokens; `mtf` is the MTF that carries it when subdued."""

    zone: Open[str] = PUBLIC
    seat: Open[Seat] = -1
    row: Open[Natural] = 0
    mtf: Open[str] = ""
    wounds: Open[Natural] = 0
    study: Open[Natural] = 0
    counters: Open[Natural] = 0
    tokens: Open[dict[str, Natural]] = {}
    minions: Open[list[Minion]] = []
    marks: Open[dict[str, Natural]] = {}
    breached: Open[bool] = False  # this turn (SA-Q-57)
    moved: Open[bool] = False  # bears a transfer Counter (SA-13.10, SA-Q-95)
    agreed: Open[list[Seat]] = []  # subdued by several players: who have agreed whose MTF brings it in


class Situation(msgspec.Struct, array_like=True, gc=False):
    """A Situation in a slot, or intercepted, with the Masquerade Tokens on it (SA-2.11)."""

    card: Open[Pile]
    tokens: Open[Natural] = 0

    @property
    def piece(self) -> str:
        """The card; for the rules, never for showing."""
        return self.card.cards[0]


class Site(msgspec.Struct, array_like=True, gc=False):
    """A player's site: director and Asset Pool. Its Characters and anomalies are those with this seat."""

    seat: Open[Seat]
    director: Open[str] = ""
    pool: Open[dict[str, Natural]] = {}


class Apollyon(CardTable, kw_only=True):
    """The table."""

    kept: in_force.Found = msgspec.field(default_factory=in_force.Found)
    options: Open[dict[str, Any]] = {}
    administrator: Open[Seat] = 0
    turn: Open[Natural] = 0
    phase: Open[str] = ""
    turn_tracker: Open[Natural] = 0  # 0: discarded
    masquerade: Open[Natural] = 0
    broken: Open[bool] = False
    sites: Open[list[Site]] = []
    characters: Open[dict[str, Character]] = {}
    anomalies: Open[dict[str, Anomaly]] = {}
    situations: Open[dict[str, Situation]] = {}
    missions: Open[dict[str, list[str]]] = {}
    decks: Open[dict[str, Pile]] = {}
    discards: Open[dict[str, Pile]] = {}
    next_situation: Open[Pile]
    market_characters: Open[Pile]  # on offer at the Black Market
    market_intel: Open[Pile]
    draw_pile: Open[Pile]
    apollyon: Open[Pile]  # set aside until the Turn Tracker runs out
    unused: Open[Pile]  # the other Apollyons
    covers: Open[Pile]  # False Alarms laid over slots 7 and 8
    directors: Open[Pile]
    aside: Open[Pile]  # cards that are just being carried out

    boxes: ClassVar[Boxes[ApollyonBox]] = BOXES
    together: ClassVar[str] = "SA-6.14"
    asks_the_obvious: ClassVar[bool] = False  # what anybody is asked follows from what all see

    # Reading.

    @property
    def box(self) -> ApollyonBox:
        return BOXES.made.get(self.cards) or BOXES.make(self.cards)

    def in_zone(self, seat: Seat, zone: str) -> list[str]:
        """The Characters of a site in a zone, in line."""
        return [piece for piece, who in self.characters.items() if who.seat == seat and who.zone == zone]

    def team(self, mtfs: Iterable[str]) -> list[str]:
        """The Characters of these MTFs, in the order of the MTFs and in line."""
        return [piece for mtf in mtfs for piece in self.in_zone(*TEAMS[mtf])]

    def characters_of(self, seat: Seat) -> list[str]:
        """All Characters of a site that are not Lost (SA-32.9)."""
        return [piece for piece, who in self.characters.items() if who.seat == seat and who.zone != LOST]

    def active_characters(self) -> list[str]:
        """SA-23.10: every Character in an MTF or a Garrison."""
        return [piece for piece, who in self.characters.items() if who.zone in ACTIVE]

    def anomalies_in(self, zone: str, seat: Seat = -1) -> list[str]:
        """The anomalies in a zone, of one site or (seat -1) of all."""
        if seat < 0:
            return [piece for piece, what in self.anomalies.items() if what.zone == zone]
        return [piece for piece, what in self.anomalies.items() if what.zone == zone and what.seat == seat]

    def rows(self, seat: Seat) -> list[list[str]]:
        """The rows of Active Containment, each from the left: two printed ones, and as many more as are in use."""
        found: list[list[str]] = [[] for _ in range(PRINTED_ROWS)]
        for piece, what in self.anomalies.items():
            if what.seat == seat and what.zone == AC:
                while len(found) <= what.row:
                    found.append([])
                found[what.row].append(piece)
        return found

    def mission_of(self, mtf: str) -> str:
        """The mission of an MTF; empty if it has none."""
        for mission, mtfs in self.missions.items():
            if mtf in mtfs:
                return mission
        return ""

    def scope(self, name: str) -> int:
        """As the kernel finds it, but a mission may be of any kind (SA-15).

        What a card says for a mission or an engagement where there is none holds for the turn, not for good.
        """
        alike = PASSING.get(name)
        if alike is None:
            return super().scope(name)
        nearest = (step.serial for step in reversed(self.stack) if step.step_name in alike)
        return next(nearest, super().scope("Turn"))

    def holds(self, effect: Lasting) -> bool:
        """SA-3.11: what was said of a team until the end of its mission does not reach a breach meanwhile."""
        if effect.condition != OF_THE_TEAM:
            return super().holds(effect)
        step = self.find(effect.until) if effect.until else None
        if step is None or not any(step.step_name in alike for alike in PASSING.values()):
            return True
        mission: int = step.to if step.step_name == "Engagement" else step.serial
        return mission == self.scope("Resolve")

    def agrees_by_silence(self) -> bool:
        return bool(self.options["agree_by_silence"])

    def around(self, seat: Seat) -> list[Seat]:
        """Everybody in the order of seats, from this player on."""
        return [seat, *self.clockwise(seat)]

    def holder(self, piece: str) -> Seat:
        """Who acts for a card: its owner or its site's player; the Administrator for what belongs to nobody."""
        if piece in self.characters:
            return self.characters[piece].seat
        if piece in self.anomalies:
            return self.keeper(piece)
        for site in self.sites:
            if site.director == piece:
                return site.seat
        mission = self.resolving()
        return int(mission.speaker(self)) if mission is not None else self.administrator

    def keeper(self, piece: str) -> Seat:
        """Who acts for an anomaly: its site; if it is engaged, who decides for the team; else the Administrator."""
        seat = self.anomalies[piece].seat
        if seat >= 0:
            return seat
        for step in reversed(self.stack):
            if step.step_name == "Engagement" and step.anomaly == piece:
                return int(step.speaker(self))
        return self.administrator

    # Texts.

    def speaks(self, piece: str) -> str:
        """Which texts of a card are on: "loose" (all that stand outside the Contained box), "contained", or none.

        SA-5.11, SA-6.4, SA-14.6, SA-24.5, SA-32.3; a Situation speaks while it is resolved, whatever else is announced
        by name speaks then.
        """
        who = self.characters.get(piece)
        if who is not None:
            return in_force.of_character(who.zone, who.cogs)
        what = self.anomalies.get(piece)
        if what is not None:
            return in_force.of_anomaly(what.zone)
        if piece in self.box.situations:
            mission = self.resolving()
            return "loose" if mission is not None and self.situations[mission.place].piece == piece else ""
        return "loose" if any(site.director == piece for site in self.sites) else ""

    def resolving(self) -> Any:
        """The step that resolves a Situation now, if any."""
        return in_force.resolving(self)

    def listen(self, passing: str) -> dict[str, Texts]:
        return in_force.listen(self, passing)

    def speaks_in_passing(self) -> str:
        """SA-16: the Situation that is resolved."""
        return in_force.situation(self)

    def forget_texts(self, piece: str) -> None:
        """A Character has moved, or has got or lost a cog: if it has any texts, they may be on now, or off."""
        if piece in self.box.loose:
            self.forget()

    def forget_order(self, piece: str) -> None:
        """A Character stands elsewhere in line: if it is one of several with texts, they speak in another order."""
        loose = self.box.loose
        if piece in loose and len(loose.keys() & self.characters.keys()) > 1:
            self.forget()

    # What the kernel asks.

    def describe(self, key: str) -> Option:
        return described(self, key)

    def patch(self) -> dict[str, Any]:
        """SA-31.9, SA-34.1: a won game enters its Apollyon among those the campaign has beaten."""
        if self.outcome is None or not self.outcome.winners:
            return {}
        met = [*self.anomalies, *self.discards[APOLLYON].cards]
        return {"beaten": {piece: True for piece in met if self.box.anomalies[piece].object_class == APOLLYON}}

    def kind_of(self, back: str) -> str:
        return "situation" if "#" in back else back

    def laid(self, holder: Any) -> None:
        """SA-Q-81: a Situation laid by hand shows its own Unknown side."""
        lying = [*(situation.card for situation in self.situations.values()), self.next_situation]
        for pile in lying:
            if pile.cards:
                side = self.box.situations[pile.cards[0]].unknown
                taken = {other.back for other in lying if other is not pile}
                if not pile.back.startswith(f"{side} #"):
                    pile.back = unused_back(side, taken)

    def inventory(self) -> Counter[str]:
        """Every card, of Situations both sides; tokens are unlimited (SA-Q-80)."""
        found = super().inventory()
        found.update(self.box.unknown_sides)
        found.update([*self.characters, *self.anomalies])
        found.update(site.director for site in self.sites if site.director)
        return found

    def imagine(self, viewer: Viewer, rng: Any) -> None:
        """A Situation of which one sees the Unknown side may be any that looks alike, those in the deck included."""
        deck, facts = self.decks["situation"], self.box.situations
        lying = [*(situation.card for situation in self.situations.values()), self.next_situation]
        shown = [pile for pile in lying if pile.cards and not may_see(pile.known[0], viewer)]
        places = [place for place in range(len(deck)) if not may_see(deck.inside[place], viewer)]
        cards = sorted([*(pile.cards[0] for pile in shown), *(deck.cards[place] for place in places)])
        rng.shuffle(cards)
        for pile in shown:
            card = next(card for card in cards if pile.back.startswith(f"{facts[card].unknown} #"))
            cards.remove(card)
            pile.exchange({0: card})
        deck.exchange(dict(zip(places, cards, strict=True)))


def unused_back(side: str, taken: Container[str]) -> str:
    """Unknown sides that look alike are told apart by a number; it says nothing of the other side."""
    return next(back for number in range(1, 100) if (back := f"{side} #{number}") not in taken)
