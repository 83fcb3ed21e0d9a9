"""Steps that verbs of the cards need and the rules do not have: rolling, choosing Assets, drawing for a card."""

from __future__ import annotations

from abc import abstractmethod

from eschaton.cardtext.perform import report
from eschaton.games.apollyon.box.components import AC, ASSETS, MEASURE, SEAT_KEYS, TC
from eschaton.games.apollyon.box.timings import BOUGHT
from eschaton.games.apollyon.language.agreeing import owners_of, put_to_others
from eschaton.games.apollyon.rules.assets import LoseAsset, destructible, gain, in_reach, pay
from eschaton.games.apollyon.rules.containment import has_free_field, to_temporary
from eschaton.games.apollyon.rules.damage import owners_alive
from eschaton.games.apollyon.rules.decks import Drawing, announce_refill, class_to_draw, draw
from eschaton.games.apollyon.rules.dice import rolling, successes
from eschaton.games.apollyon.rules.market import CarryOut
from eschaton.games.apollyon.rules.offers import Offer
from eschaton.games.apollyon.rules.resolve import TeamChoice
from eschaton.games.apollyon.rules.zones import vacate
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import EVERYONE, Ask, Choose, Option, Roll, Seat, keys
from eschaton.kernel.council import Joint
from eschaton.kernel.deck import anew, refill
from eschaton.kernel.phase import touch
from eschaton.kernel.pile import Pile
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

LOST_ASSET = "Which Asset is lost?"
STAYS = "stays"


class RollForSuccess(Step):
    """SA-8.2: dice rolled for a card; its text goes on with the successes."""

    dice: Open[int]
    measure: Open[int] = MEASURE

    def ask(self, table: Apollyon) -> Roll:
        return rolling("card", self.dice, "SA-8.2")

    def run(self, table: Apollyon, faces: list[int]) -> Follow:
        table.say("SA-8.2", "rolled", faces=faces, measure=self.measure)
        report(table, successes(faces, self.measure))
        return None


class DestroyAssets(Joint):
    """SA-7.13, SA-6.14: so many Assets of some kinds at some sites are Destroyed, as a player picks and those agree."""

    seat: Open[Seat]
    seats: Open[list[Seat]]
    kinds: Open[list[str]]
    many: Open[int]

    def ask(self, table: Apollyon) -> Ask | None:
        return None if self.decision else self.picking(table)

    def picking(self, table: Apollyon) -> Choose | None:
        """Which Asset is the next to go."""
        options = self.options(table)
        return Choose(self.seat, keys(options), rule="SA-7.13", prompt=LOST_ASSET) if options else None

    def options(self, table: Apollyon) -> dict[str, LoseAsset]:
        """What can be Destroyed."""
        return in_reach(table, self.seats, destructible(table, self.kinds)) if self.many > 0 else {}

    def must_agree(self, table: Apollyon, picked: list[str]) -> list[Seat]:
        """SA-6.14: whose Asset it is."""
        return owners_of(table, picked)

    def run(self, table: Apollyon, answer: str | None) -> Follow:
        question = self.picking(table)
        if question is None:
            return None
        agreeing = put_to_others(table, self, question, answer) if answer is not None else None
        if agreeing is not None:
            return Stay(agreeing)
        lost = self.options(table).get(answer or self.take_decision())
        if lost is None:  # it has gone meanwhile
            return Stay()
        self.many -= 1
        report(table, 1)
        return Stay(lost)


class TransferAnomaly(Joint):
    """SA-13.11, SA-Q-22: a text moves an anomaly without a roll, to a site whose player agrees; if none does, it stays.

    Its Containment Tokens stay behind (SA-13.12).
    """

    anomaly: Open[str]
    seat: Open[Seat]  # who offers it
    to: Open[Seat]  # to whom first
    offered: bool = False

    def run(self, table: Apollyon) -> Follow:
        what = table.anomalies.get(self.anomaly)
        if what is None or what.zone not in (AC, TC):
            return None
        if not self.offered:
            self.offered = True
            return Stay(*self.offer(table, what.seat))
        site = self.take_decision()
        if site not in SEAT_KEYS:
            table.say("SA-Q-22", "nobody takes it", anomaly=self.anomaly)
            return None
        vacate(table, self.anomaly)
        to_temporary(table, self.anomaly, SEAT_KEYS.index(site), "SA-13.11")
        report(table, 1)
        return None

    def offer(self, table: Apollyon, home: Seat) -> list[Step]:
        """The question to who is to have it, then to the others; none if no other site has room."""
        line = [self.to, *(seat for seat in table.around(self.seat) if seat != self.to)]
        sites = [SEAT_KEYS[seat] for seat in line if seat != home and has_free_field(table, seat)]
        if not sites:
            return []
        first = [SEAT_KEYS[self.to]] if SEAT_KEYS[self.to] in sites else []
        about = f"To which site is {table.describe(self.anomaly).label} moved?"
        return [Offer(sites, self.serial, [self.seat], [], about, "SA-Q-22", STAYS, proposal=first)]


class GainAssets(Step):
    """SA-7.1: Assets of kinds that their player chooses."""

    seat: Open[Seat]
    many: Open[int]

    def ask(self, table: Apollyon) -> Ask | None:
        return Choose(self.seat, keys(ASSETS), rule="SA-7.1", prompt="Which Asset do you gain?") if self.many else None

    def run(self, table: Apollyon, kind: str | None) -> Follow:
        if kind is None:
            return None
        gain(table, self.seat, {kind: 1})
        report(table, 1)
        self.many -= 1
        return Stay()


class SpendAssets(Step):
    """SA-7.3: Assets of kinds that their player chooses are given back."""

    seat: Open[Seat]
    many: Open[int]

    def ask(self, table: Apollyon) -> Ask | None:
        held = [kind for kind in ASSETS if table.sites[self.seat].pool.get(kind)] if self.many else []
        return Choose(self.seat, keys(held), rule="SA-7.3", prompt="Which Asset do you spend?") if held else None

    def run(self, table: Apollyon, kind: str | None) -> Follow:
        if kind is None:
            return None
        pay(table, self.seat, {kind: 1})
        report(table, 1)
        self.many -= 1
        return Stay()


class AddTokens(Step):
    """SA-24.14: Assets of the bank become Containment Tokens; without a kind the player chooses it."""

    seat: Open[Seat]
    anomaly: Open[str]
    many: Open[int]
    kind: Open[str] = ""

    def ask(self, table: Apollyon) -> Ask | None:
        return None if self.kind else Choose(self.seat, keys(ASSETS), rule="SA-24.14", prompt="Which Asset holds it?")

    def run(self, table: Apollyon, chosen: str | None) -> Follow:
        kind = chosen or self.kind
        tokens = table.anomalies[self.anomaly].tokens
        tokens[kind] = tokens.get(kind, 0) + self.many
        touch(table, table.anomalies[self.anomaly].seat)
        table.say("SA-24.14", "over-contained", anomaly=self.anomaly, kind=kind, many=self.many)
        report(table, self.many)
        return None


class ReadIntel(Drawing):
    """SA-22.2, SA-Q-9: an Intel Card is drawn and takes effect at once at no cost."""

    seat: Open[Seat]

    def deck(self, table: Apollyon) -> str:
        return "intel"

    def drawn(self, table: Apollyon) -> Follow:
        piece = draw(table, "intel")
        if not piece:
            return None
        table.aside.put(piece, EVERYONE)
        return CarryOut("intel", piece, BOUGHT, self.seat)


class FreePromotion(Step):
    """SA-20.5: a Character gets a Promotion at no cost."""

    character: Open[str]

    def ask(self, table: Apollyon) -> Ask | None:
        who = table.characters.get(self.character)
        if who is None:
            return None
        return Choose(
            who.seat,
            keys(table.box.promotions),
            rule="SA-20.5",
            prompt=f"Which Promotion for {table.describe(self.character).label}?",
        )

    def run(self, table: Apollyon, promotion: str | None) -> Follow:
        if promotion is not None:
            table.characters[self.character].promotions.append(promotion)
            touch(table, table.characters[self.character].seat)
            table.say("SA-20.5", "promoted", character=self.character, promotion=promotion)
        return None


def deck_ahead(table: Apollyon) -> str:
    """The deck from which the Situation under way will draw its anomaly; empty if there is none."""
    mission = table.resolving()
    return "" if mission is None else class_to_draw(table, mission.situation(table).object_class)


def to_top(deck: Pile, at: int) -> None:
    """A card of a deck, known to whom it is known, is laid on top."""
    card, known = deck.cards[at], deck.known[at]
    deck.take(at)
    deck.put(card, known)


class Ahead(Step):
    """SA-16.4, SA-Q-79: the next anomalies of a deck; if it has fewer, its discard is shuffled and laid beneath it."""

    resolve: int
    deck: Open[str]
    many: Open[int]

    def ask(self, table: Apollyon) -> Ask | None:
        deck, discard = table.decks[self.deck], table.discards[self.deck]
        return anew(deck, discard, f"{self.deck} deck", "SA-Q-79", wanted=self.many)

    def run(self, table: Apollyon, order: list[str] | None) -> Follow:
        if order is not None:
            refill(table.decks[self.deck], table.discards[self.deck], order)
            announce_refill(table, self.deck)
        return self.found(table, table.decks[self.deck])

    @abstractmethod
    def found(self, table: Apollyon, deck: Pile) -> Follow:
        """Go on: they are on top of the deck."""


class FaceStrongest(Ahead):
    """SA-16.4: the one with the highest Threat is drawn first, of several the topmost."""

    def found(self, table: Apollyon, deck: Pile) -> Follow:
        ahead = range(max(0, len(deck) - self.many), len(deck))
        to_top(deck, max(ahead, key=lambda at: (table.box.anomalies[deck.cards[at]].threat, at)))
        report(table, len(ahead))
        return None


class LookAhead(Ahead):
    """SA-16.4: all players of the team see them, and decide which is drawn first."""

    seat: Open[Seat]  # who sees them if nobody is left

    def found(self, table: Apollyon, deck: Pile) -> Follow:
        mission = table.pending(self.resolve)
        for seat in owners_alive(table, table.team(mission.mtfs)) or [self.seat]:
            deck.look(seat, self.many)
        return PickNext(self.resolve, self.deck, self.many)


class PickNext(TeamChoice):
    """SA-16.4, SA-6.14: a team has seen the next anomalies of a deck and decides which of them it meets.

    What is proposed is a place in the deck: that tells nobody outside the team what lies there.
    """

    deck: Open[str]
    many: Open[int]

    def question(self, table: Apollyon) -> Choose:
        seat = table.pending(self.resolve).speaker(table)
        return Choose(seat, keys(self.ahead(table)), rule="SA-16.4", prompt="Which anomaly does the team meet?")

    def ahead(self, table: Apollyon) -> dict[str, int]:
        """Where the anomalies lie that were seen, the topmost first."""
        many = len(table.decks[self.deck])
        return {f"next{at}": many - at for at in range(1, min(self.many, many) + 1)}

    def describe(self, table: Apollyon, key: str) -> Option:
        piece = table.decks[self.deck].cards[self.ahead(table)[key]]
        return Option(key, table.describe(piece).label, (piece,))

    def carried(self, table: Apollyon, key: str) -> Follow:
        to_top(table.decks[self.deck], self.ahead(table)[key])
        return None
