"""SA-9, SA-10: laying out the box. All decks are shuffled first, then the players set up, then the rest (SA-Q-4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eschaton.cardtext.box import name_of
from eschaton.games.apollyon.box.cards import BOXES
from eschaton.games.apollyon.box.components import (
    AC,
    APOLLYON,
    ASSETS,
    CLASSES,
    FALSE_ALARM,
    SEAT_KEYS,
    SLOT_COVERS,
    STARTING_ASSETS,
    STARTING_CHARACTERS,
    STARTING_CLASSES,
    TURN_DIE,
    slots_for,
    starting_masquerade,
)
from eschaton.games.apollyon.box.timings import SET_UP
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.decks import DrawAnomaly, draw, turn_up_next, unknown_side_up
from eschaton.games.apollyon.rules.offers import everybody
from eschaton.games.apollyon.rules.ratings import containment_cost
from eschaton.games.apollyon.rules.turn import Turn
from eschaton.games.apollyon.rules.zones import gain_character, place_anomaly
from eschaton.games.apollyon.state import Apollyon, Site
from eschaton.kernel.ask import EVERYONE, Ask, Choose, Options, Seat, keys, race
from eschaton.kernel.council import Decide, Joint
from eschaton.kernel.game import Setup
from eschaton.kernel.pile import Pile, face_down, face_up, move
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

DECKS = ("character", "asset", "intel", "event", *CLASSES, "situation")


def setup(setup: Setup) -> Apollyon:
    """The table before the first shuffle."""
    return laid_out(setup, BOXES.key(setup.packs, setup.players))


def laid_out(setup: Setup, cards: str) -> Apollyon:
    """SA-1.2, SA-9.1: the table with the cards of this box, before the first shuffle."""
    seats = list(range(setup.players))
    box = BOXES.box(cards)
    pieces: dict[str, list[str]] = {
        "character": list(box.characters),
        "asset": list(box.assets),
        "intel": list(box.intel),
        "event": list(box.events),
        **box.by_class(),
        "situation": list(box.situations),
    }
    pieces[APOLLYON] = unbeaten(pieces[APOLLYON], setup.campaign)
    return Apollyon(
        players_count=len(seats),
        places=seats,
        cards=cards,
        options=dict(setup.options),
        masquerade=starting_masquerade(len(seats)),
        turn_tracker=TURN_DIE,
        sites=[Site(seat, "", dict(STARTING_ASSETS)) for seat in seats],
        decks={deck: face_down(deck, pieces[deck]) for deck in DECKS},
        discards={deck: face_up(deck) for deck in DECKS},
        next_situation=Pile("situation"),
        market_characters=face_up("character"),
        market_intel=face_up("intel"),
        draw_pile=face_up("asset"),
        apollyon=face_down(APOLLYON),
        unused=face_down(APOLLYON),
        covers=face_down(FALSE_ALARM),
        directors=face_up("director", box.directors),
        aside=face_up("aside"),
        stack=[SetUp()],
    )


def unbeaten(apollyons: list[str], campaign: Mapping[str, Any]) -> list[str]:
    """SA-10.3, SA-34.1: the Apollyons that this campaign has not beaten yet."""
    beaten = campaign.get("beaten", {})
    return [piece for piece in apollyons if piece not in beaten]


def chronicle(names: Mapping[str, str], campaign: Mapping[str, Any]) -> list[str]:
    """SA-34.1: what a campaign has come to, for everybody to read."""
    beaten = [name_of(piece, names) for piece in campaign.get("beaten", {})]
    return [f"Beaten: {', '.join(beaten)}."] if beaten else []


def refuse(setup: Setup) -> str | None:
    """Why this game cannot be laid out: a pack may have taken too much away, or a campaign be over."""
    box = BOXES.box(BOXES.key(setup.packs, setup.players))
    apollyons = box.of_class(APOLLYON)
    if not apollyons:
        return "these packs have no Apollyon"
    if len(box.directors) < setup.players:
        return f"these packs have {len(box.directors)} Site Directors for {setup.players} players"
    if not unbeaten(apollyons, setup.campaign):
        return f"this campaign is over: all {len(apollyons)} Apollyons are beaten"
    return None


class SetUp(Joint):
    """SA-10: the Administrator is named; decks; players; slot covers; the Apollyon; then the first turn."""

    stage: Open[int] = 0

    def run(self, table: Apollyon) -> Follow:
        self.stage += 1
        match self.stage:
            case 1:
                return Stay(*self.naming(table))
            case 2:
                table.administrator = SEAT_KEYS.index(self.take_decision() or SEAT_KEYS[0])
                table.say("SA-10.1", "administrator", who=table.administrator)
                return Stay(*(ShuffleDeck(deck) for deck in DECKS))
            case 3:
                cover_slots(table)
                top: list[Step] = [ChooseTop()] if table.options["choose_top_situation"] else []
                return Stay(*top, PickDirectors(), PickClasses())
            case 4:
                return Stay(SetAside())
        return [*announce(table, SET_UP), Turn()]

    def naming(self, table: Apollyon) -> list[Step]:
        """SA-10.1: in any way they like: they decide together."""
        if table.players_count == 1:
            return []
        seats = list(table.places)
        names = [SEAT_KEYS[seat] for seat in seats]
        about = "Who is the Administrator?"
        return [Decide(names, self.serial, seats, seats, about, "SA-10.1", names[0])]


class ShuffleDeck(Step):
    """SA-10.2, SA-10.4: a deck is shuffled; of the Situations the top one is seen from its Unknown side."""

    deck: Open[str]

    def ask(self, table: Apollyon) -> Ask:
        return table.decks[self.deck].asking(f"{self.deck} deck")

    def run(self, table: Apollyon, order: list[str]) -> Follow:
        table.decks[self.deck].shuffled(order)
        if self.deck == "situation":
            turn_up_next(table)
        return None


def cover_slots(table: Apollyon) -> None:
    """SA-10.5, SA-Q-106: with few players two False Alarms, unseen, lie over slots 7 and 8."""
    if slots_for(table.players_count) < slots_for(6):
        for _ in range(min(SLOT_COVERS, len(table.decks[FALSE_ALARM]))):
            move(table.decks[FALSE_ALARM], table.covers)


class ChooseTop(Step):
    """SA-Q-5: the Administrator may put one Situation on top, chosen by its Unknown side."""

    def ask(self, table: Apollyon) -> Ask:
        options: Options = {"leave": None}
        for piece in sorted(table.decks["situation"].cards):
            options.setdefault(table.box.situations[piece].unknown, table.box.situations[piece].unknown)
        return Choose(table.administrator, options, "leave", rule="SA-Q-5", prompt="Which Situation lies on top?")

    def run(self, table: Apollyon, unknown: str | None) -> Follow:
        if unknown is not None:
            deck = table.decks["situation"]
            facts = table.box.situations
            at = next(at for at, piece in enumerate(deck.cards) if facts[piece].unknown == unknown)
            piece, known = deck.take(at)
            old, seen = table.next_situation.take()
            deck.put(old, seen)
            table.next_situation = unknown_side_up(table, piece, known)
        return None


class PickDirectors(Step):
    """SA-9.2, SA-9.5: each player picks a Site Director, and gets two Characters."""

    def ask(self, table: Apollyon) -> Ask | None:
        waiting = [site.seat for site in table.sites if not site.director]
        return race(waiting, "SA-9.2") if waiting and table.directors.cards else None

    def ask_of(self, table: Apollyon, seat: Seat) -> Ask | None:
        if table.sites[seat].director:
            return None
        return Choose(seat, keys(table.directors.cards), rule="SA-9.2", prompt="Who directs your site?")

    def run(self, table: Apollyon, answer: tuple[Seat, str] | None) -> Follow:
        if answer is not None:
            seat, director = answer
            table.directors.take(table.directors.cards.index(director))
            table.sites[seat].director = director
            table.forget()
            table.say("SA-9.2", "director", who=seat, card=director)
            return Stay()
        for _ in range(STARTING_CHARACTERS):
            for seat in everybody(table):
                piece = draw(table, "character")
                if piece:
                    gain_character(table, piece, seat)
        return None


class PickClasses(Step):
    """SA-9.6: each player chooses the class of the anomaly the site begins with."""

    chosen: Open[list[Seat]] = []

    def ask(self, table: Apollyon) -> Ask | None:
        waiting = [seat for seat in table.places if seat not in self.chosen]
        return race(waiting, "SA-9.6") if waiting else None

    def ask_of(self, table: Apollyon, seat: Seat) -> Ask | None:
        if seat in self.chosen:
            return None
        return Choose(seat, keys(STARTING_CLASSES), rule="SA-9.6", prompt="Of which class is your first anomaly?")

    def run(self, table: Apollyon, answer: tuple[Seat, str] | None) -> Follow:
        if answer is None:
            return None
        seat, object_class = answer
        self.chosen.append(seat)
        return Stay(FirstAnomaly(seat, object_class))


class FirstAnomaly(Step):
    """SA-9.7, SA-9.8, SA-9.9: it is placed in Active Containment with its full cost on it, free of charge."""

    seat: Open[Seat]
    object_class: Open[str]
    anomaly: Open[str] = ""
    drew: bool = False

    def run(self, table: Apollyon) -> Follow:
        if not self.drew:
            self.drew = True
            return Stay(DrawAnomaly(self.object_class, self.serial))
        if self.anomaly:
            place_anomaly(table, self.anomaly, AC, self.seat, rule="SA-9.7")
            cost = containment_cost(table, self.anomaly, self.seat)
            table.anomalies[self.anomaly].tokens = {kind: cost[kind] for kind in ASSETS if cost.get(kind)}
        return None


class SetAside(Joint):
    """SA-10.9, SA-34.2: one Apollyon, unseen, is set aside; in the easier game the players pick it, face up."""

    asked: bool = False

    def run(self, table: Apollyon) -> Follow:
        deck = table.decks[APOLLYON]
        if not deck.cards:
            return None
        if table.options["easier"] and not self.asked:
            self.asked = True
            seats = everybody(table)
            return Stay(Decide(sorted(deck.cards), self.serial, seats, seats, "Which Apollyon?", "SA-34.2"))
        picked = self.take_decision()
        if picked:
            move(deck, table.apollyon, deck.cards.index(picked), to=EVERYONE)
            table.say("SA-34.2", "apollyon known", anomaly=picked)
        else:
            move(deck, table.apollyon)
        while deck.cards:  # SA-10.10
            move(deck, table.unused)
        return None
