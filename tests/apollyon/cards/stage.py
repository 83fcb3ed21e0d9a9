"""A stage on which a card is played twice, once with its text and once without: the difference is what it does.

The scene is always the same: two sites, S0's card in the middle of it. S0 has Ana, Bo and Gus (who bears a cog) in the
Garrison, Cy and Di in MTF-01, Lou Lost; S1 has Ed in the Garrison and Flo in MTF-01. S0 contains the Doll and a Clock,
a Crate and S1's Cage are in Temporary Containment, the Beast is loose. Three Situations lie in slots. Every pool has
three Assets of each kind; of each class of anomaly a small one lies on a big one.

    played("scp-207", "public", monthly) == {"M": -1}

`asks` answers what the text asks; dice that the text rolls are scripted, all others show the same faces in both plays.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import msgspec

from eschaton.cardtext.box import opened
from eschaton.cardtext.parse import parse_power
from eschaton.cardtext.power import performing
from eschaton.cardtext.stack import load_stack
from eschaton.games.apollyon.box.cards import BOXES, ApollyonBox
from eschaton.games.apollyon.box.components import ASSETS, SKILLS
from eschaton.games.apollyon.box.timings import (
    APPEARS,
    BOUGHT,
    CAPTURED,
    DESTROYED,
    END_OF_TURN,
    EVENT,
    EVENT_PHASE,
    GROWTH_PHASE,
    LOST_EFFECT,
    MONTHLY,
    SET_UP,
    SITE_PHASE,
    START_OF_TURN,
    SUBDUES,
)
from eschaton.games.apollyon.language import WORDS
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.breach import Breach
from eschaton.games.apollyon.rules.capture import Capture
from eschaton.games.apollyon.rules.damage import alive
from eschaton.games.apollyon.rules.engagement import AnomalyRoll, Engagement, TeamRoll
from eschaton.games.apollyon.rules.market import CarryOut
from eschaton.games.apollyon.rules.ratings import (
    containment_cost,
    intel_price,
    masquerade_cost,
    may,
    measure,
    price,
    skill,
    subdue,
    threat,
)
from eschaton.games.apollyon.rules.resolve import Resolve
from eschaton.games.apollyon.rules.scouting import Met, Scouting
from eschaton.games.apollyon.rules.zones import minions_of, place_anomaly
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Choose, Pick, Roll, Shuffle, may_see
from eschaton.kernel.machine import Question
from eschaton.kernel.pile import Pile, move
from eschaton.kernel.step import Step
from eschaton.kernel.window import Use
from tests.apollyon.driver import S0, S1, Driver

STACK = load_stack(WORDS, WORDS.packs)
QUIET = 1  # what dice show that no text asks for

Act = Callable[["Stage", str], None]


@functools.cache
def whole_box() -> ApollyonBox:
    return BOXES.box(f"{BOXES.lay(STACK, WORDS)}:2")


class Stage(Driver):
    """The scene, with or without the text of one card."""

    def __init__(
        self, mute: str = "", asks: tuple[Any, ...] = (), dice: tuple[str, ...] = (), players: int = 2, **options: Any
    ) -> None:
        self.mute = mute
        super().__init__(players, **options)
        self.plan(S0, *asks)
        self.dice(*dice)
        self.end: list[str] = []
        self.faces: dict[str, int] = {}
        self.scene()

    def lay_out(self, players: int) -> None:
        super().lay_out(players)
        for site in self.table.sites:
            site.director = ""

    def scene(self) -> None:
        self.character("Ana", S0, "2/3", "amnestics 1", "firepower").character(
            "Bo", S0, "1/2", "neutralizer 1", "leader 1"
        )
        self.character("Cy", S0, "2/2", "scout").character("Di", S0, "3/3", "firepower", "defender 1", medals=1)
        self.character("Gus", S0, "2/4", "defender 2", cogs=1, study=1)
        self.character("Lou", S0, "1/2", zone="lost", source="gone", measure=4)
        self.character("Ed", S1, "2/2", "tranquilizer 1").character("Flo", S1, "1/1", "expert 1")
        self.team(S0, "mtf-01", "Cy", "Di").team(S1, "mtf-01", "Flo")
        self.anomaly("Doll", "safe", "1/2", zone="ac", seat=S0, tokens="space resources", masquerade_cost=1, study=1)
        self.anomaly("Clock", "euclid", "2/3", zone="ac", seat=S0, row=1, tokens="space personnel", masquerade_cost=1)
        self.anomaly("Crate", "safe", "1/1", zone="tc", seat=S0, masquerade_cost=1)
        self.anomaly("Cage", "euclid", "2/2", zone="tc", seat=S1, masquerade_cost=1)
        self.anomaly("Beast", "euclid", "3/4", zone="public", masquerade_cost=2)
        for number, (kind, danger) in enumerate((("safe", 1), ("euclid", 3), ("keter", 5)), 1):
            self.situation(f"slot.{number}", kind, cost=number, danger=danger)
        for kind in ("euclid", "keter", "safe"):
            self.situation("top", kind)
        for seat in (S0, S1):
            self.pool(seat, **dict.fromkeys(ASSETS, 3))
        move(self.table.decks["apollyon"], self.table.apollyon)
        for kind in ("false-alarm", "safe", "euclid", "keter", "thaumiel"):
            self.next_anomaly(f"Big {kind}", kind, "5/5").next_anomaly(f"Small {kind}", kind, "2/3")

    # Cards of the box.

    def take(self, piece: str) -> None:
        """Take a card of the box from wherever it lies, and let it say what it says."""
        whole = whole_box()
        for shelf in whole.shelves:
            if piece in getattr(whole, shelf):
                getattr(self.box, shelf)[piece] = getattr(whole, shelf)[piece]
        self.box.names |= whole.names
        if piece == self.mute:
            return
        self.box.for_all |= whole.for_all
        self.box.in_passing |= whole.in_passing
        self.box.about = opened(whole.about)
        for side, theirs in whole.texts.items():
            if piece in theirs:
                self.box.texts[side][piece] = opened(theirs[piece])
                self.box.powers.update({p.key: p for powers in theirs[piece].powers.values() for p in powers})

    def put(self, piece: str, zone: str) -> Stage:
        """Lay a card of the box where it is to be."""
        self.take(piece)
        table: Apollyon = self.table
        if piece in self.box.directors:
            table.sites[S0].director = piece
        elif piece in self.box.characters:
            card = self.box.characters[piece]
            self.character(piece, S0, f"{card.threat}/{card.subdue}", zone=zone)
            self.box.characters[piece] = card
            table.characters[piece].minions = minions_of(card.minions)
        elif piece in self.box.anomalies:
            if zone == "met":
                table.decks[self.box.anomalies[piece].object_class].put(piece)
            else:
                place_anomaly(table, piece, zone, S0, row=1)
                table.anomalies[piece].tokens = containment_cost(table, piece, S0) if zone == "ac" else {}
        elif piece in self.box.situations:
            pile = Pile(self.box.situations[piece].unknown)
            pile.put(piece)
            table.situations["slot.1"].card = pile
        return self

    def prepare(
        self,
        piece: str,
        counters: int = 0,
        marks: tuple[str, ...] = (),
        away: bool = False,
        alone: bool = False,
        first: bool = False,
        full: bool = False,
        broken: bool = False,
        minions: int = 0,
        masquerade: int = 0,
    ) -> None:
        """Counters on the card, its tokens on others, nobody at home, nobody else or all others after it in the team,
        all cells of S0 in use; a broken Masquerade; Minions on the card; another M."""
        table: Apollyon = self.table
        if counters:
            table.anomalies[piece].counters = counters
        for other in marks:
            (table.characters.get(other) or table.anomalies[other]).marks[piece] = 1
        for who in table.characters.values():
            if away and who.zone == "garrison":
                who.zone = "mtf-02"
        for other in ("cy", "di"):
            if alone and (piece in table.characters or other == "di"):
                table.characters[other].zone = "garrison"
            if first:
                table.characters[other] = table.characters.pop(other)
        table.broken = broken or bool(masquerade)
        table.masquerade = masquerade or table.masquerade
        if minions:
            table.anomalies[piece].minions = [(1, 1)] * minions
        if full:
            place_anomaly(table, "crate", "ac", S0)

    # Playing.

    def by_chance(self, ask: Any) -> Any:
        if isinstance(ask, Roll) and ask.purpose != "card":
            return [self.faces.get(ask.purpose, QUIET)] * ask.count
        if isinstance(ask, Pick):
            return next(iter(ask.options))
        return ask.default() if isinstance(ask, Shuffle) else self.script.popleft()

    def play_on(self, until: str = "") -> Stage:
        """To the end, or until one of these steps asks."""
        self.advance(lambda question: self.waiting in (*self.end, until))
        return self

    def by_default(self, question: Question, ask: Any) -> Any:
        """The first answer where none is neutral."""
        return ask.default() if getattr(ask, "neutral", True) else next(iter(ask.keys()))

    # Reading.

    def facts(self) -> dict[str, int | str]:
        """Everything a text might change, by name."""
        table: Apollyon = self.table
        found: dict[str, Any] = {
            "M": table.masquerade,
            "over": "" if table.outcome is None else str(table.outcome.winners),
        }
        for site in table.sites:
            found |= {f"S{site.seat} {kind}": site.pool.get(kind, 0) for kind in ASSETS}
        for piece, who in table.characters.items():
            found |= {
                f"{piece} is": who.zone,
                f"{piece} wounds": who.wounds,
                f"{piece} cogs": who.cogs,
                f"{piece} deflected": who.deflected,
                f"{piece} medals": who.medals,
                f"{piece} counters": who.counters,
                f"{piece} minions": len(who.minions),
                f"{piece} promotions": len(who.promotions),
                f"{piece} marked": len(who.marks),
                f"{piece} threat": threat(table, piece),
                f"{piece} subdue": subdue(table, piece),
                f"{piece} vacation": may(table, "vacation", who.seat, piece),
            }
            found |= {f"{piece} {name}": skill(table, piece, name) for name in SKILLS if who.zone != "lost"}
        for piece, what in table.anomalies.items():
            found |= {
                f"{piece} is": f"{what.zone} {what.seat}",
                f"{piece} counters": what.counters,
                f"{piece} study": what.study,
                f"{piece} minions": len(what.minions),
                f"{piece} marked": len(what.marks),
                f"{piece} tokens": sum(what.tokens.values()),
                f"{piece} threat": threat(table, piece),
                f"{piece} subdue": subdue(table, piece),
                f"{piece} cost": masquerade_cost(table, piece),
                f"{piece} breach": may(table, "breach", piece=piece),
            }
        return found | self.more_facts()

    def more_facts(self) -> dict[str, Any]:
        """What lies on the table, what is known, what rolls need, and what is allowed."""
        table: Apollyon = self.table
        found: dict[str, Any] = {}
        for place, lying in table.situations.items():
            known = lying.card.known[0]
            seen = "shown" if may_see(known, S1) else "seen" if may_see(known, S0) else "unseen"
            found[f"{place} is"] = f"{seen} {lying.tokens}"
        decks = {**table.decks, "next": table.next_situation, "apollyon": table.apollyon}
        for name, pile in decks.items():
            found[f"{name} seen"] = sum(may_see(known, S0) for known in pile.known)
        found |= {f"{name} discarded": len(pile) for name, pile in table.discards.items()}
        if table.next_situation.cards:
            found["next"] = table.box.situations[table.next_situation.cards[-1]].object_class
        for roll in (
            "intel check",
            "recovery check",
            "amnestics",
            "scouting",
            "trial",
            "transfer",
            "breach check",
            "team",
        ):
            found |= {f"{roll} S{seat}": measure(table, roll, 0, seat) for seat in (S0, S1)}
        for what in ("retreat", "buy characters", "buy intel cards", "event", "cascade", "row 1", "row 2"):
            found[f"may {what}"] = "".join(str(int(may(table, what, seat))) for seat in (S0, S1))
        for name in ("draw pile", "situations", "trials", "row capacity", "space price", "rerolls"):
            found |= {f"{name} S{seat}": table.read(name, seat, 0) for seat in (S0, S1)}
        for piece in table.market_characters.cards[:1]:
            found |= {f"hire S{seat}": sum(price(table, piece, seat).values()) for seat in (S0, S1)}
        for piece in table.market_intel.cards[:1]:
            found |= {f"intel S{seat}": intel_price(table, piece, seat) for seat in (S0, S1)}
        for step in table.stack:
            if isinstance(step, Engagement):
                found |= {"team": " ".join(alive(table, step.team)), "enemy": step.anomaly}
                found["enemy measure"] = step.measure_of_anomaly(table)
            if isinstance(step, TeamRoll):
                found["dice"] = step.dice
            if isinstance(step, AnomalyRoll):
                found["enemy dice"] = step.dice
        found["checks"] = " ".join(event["anomaly"] for event in self.events("breach check"))
        found["cascades"] = " ".join(f"S{event['who']}" for event in (*self.events("cascade"), *self.events("fizzled")))
        return found


def played(piece: str, zone: str, act: Act, *asks: Any, dice: str = "", **before: Any) -> dict[str, Any]:
    """What the text of a card does: the facts that differ from the same play without it, numbers as differences."""
    rolls = tuple(roll for roll in dice.split(";") if roll)
    with_text, without = Stage("", asks, rolls), Stage(piece, asks, rolls)
    facts = []
    for stage in (with_text, without):
        stage.put(piece, zone)
        stage.prepare(piece, **before)
        act(stage, piece)
        facts.append(stage.facts())
    return difference(*reversed(facts))


def said(text: str, *asks: Any, dice: str = "", **before: Any) -> dict[str, Any]:
    """What a line does that is on no card: S0 carries it out on behalf of the Doll."""
    stage = Stage("", asks, tuple(roll for roll in dice.split(";") if roll))
    stage.prepare("doll", **before)
    facts = stage.facts()
    stage.play(performing(WORDS, parse_power(WORDS, text).effect, seat=S0, source="doll"))
    return difference(facts, stage.facts())


def difference(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What has changed: a number by how much, anything else to what it is now."""
    found: dict[str, Any] = {}
    for name in dict.fromkeys((*before, *after)):
        old, new = before.get(name), after.get(name)
        there = f"{name.partition(' ')[0]} is"
        elsewhere = name != there and (there in before or there in after) and not (name in before and name in after)
        if old != new and not elsewhere:
            numbers = isinstance(old, int) and isinstance(new, int) and not isinstance(new, bool)
            found[name] = new - old if numbers else new  # type: ignore[operator]
    return found


class Row(msgspec.Struct, frozen=True):
    """A line of a card's text: where the card lies, what happens, what it does. `before` is for `Stage.prepare`."""

    card: str
    zone: str
    act: Act
    does: dict[str, Any]
    asks: tuple[Any, ...] = ()
    dice: str = ""
    before: dict[str, Any] = {}

    def played(self) -> dict[str, Any]:
        """What it really does."""
        return played(self.card, self.zone, self.act, *self.asks, dice=self.dice, **self.before)

    def __str__(self) -> str:
        return f"{self.card}-{self.act.__name__}"


# What happens on the stage.


class Waits(Step):
    """Stands for a step that texts are about."""

    character: str = ""
    anomaly: str = ""
    team: list[str] = []
    mtfs: list[str] = []

    def ask(self, table: Apollyon) -> Choose:
        return Choose(S0, {"on": None, "off": None})


def lies(stage: Stage, piece: str) -> None:
    """The card is just there."""
    stage.table.market_characters.put(stage.table.decks["character"].cards[-1], -1)
    stage.table.market_intel.put(stage.table.decks["intel"].cards[-1], -1)


def at(timing: str, phase: str = "") -> Act:
    """All texts of a timing speak."""

    def act(stage: Stage, piece: str) -> None:
        stage.table.phase = phase
        stage.play(*announce(stage.table, timing))

    act.__name__ = timing.replace(" ", "_")
    return act


monthly, event_phase = at(MONTHLY, "recovery"), at(EVENT_PHASE, "event")
start_of_turn, end_of_turn = at(START_OF_TURN, "intel"), at(END_OF_TURN, "recovery")
appears, set_up = at(APPEARS, "intel"), at(SET_UP)
somebody_dies = at(DESTROYED)


def uses(timing: str, times: int = 1) -> Act:
    """S0 uses the text so many times."""

    def act(stage: Stage, piece: str) -> None:
        for _ in range(times):
            for power in list(stage.table.powers(S0, timing)):
                use = Use(S0, power.key)
                if power.usable(stage.table, use):
                    stage.play(use)

    act.__name__ = timing.replace(" ", "_")
    return act


growth, site = uses(GROWTH_PHASE), uses(SITE_PHASE)


def captured(stage: Stage, piece: str) -> None:
    """The team goes after the card; up to the dice."""
    stage.end = ["TeamRoll"]
    stage.play(Capture(["S0-mtf-01"], anomaly=piece))


def fights(stage: Stage, piece: str) -> None:
    """The team, the card among it, goes after the Beast; up to the dice."""
    stage.end = ["TeamRoll"]
    stage.play(Capture(["S0-mtf-01"], anomaly="beast"))


def captures(stage: Stage, piece: str) -> None:
    """The team has captured the Beast."""
    about(stage, Waits(anomaly="beast", team=["cy", "di"], mtfs=["S0-mtf-01"]), CAPTURED)


def met(stage: Stage, piece: str) -> None:
    """The team finds the card; up to the dice."""
    stage.end = ["TeamRoll"]
    stage.play(Met(["S0-mtf-01"], stage.box.anomalies[piece].object_class))


def lost_in(stage: Stage, piece: str) -> None:
    """Lou stays Lost in the card."""
    stage.table.characters["lou"].source = piece
    about(stage, Waits("lou"), LOST_EFFECT, [piece])


def about(stage: Stage, subject: Step, timing: str, sources: list[str] | None = None) -> None:
    """Texts speak about a step."""
    stage.end = ["Waits", "Resolve"]
    stage.begin(subject)
    stage.table.push(announce(stage.table, timing, about=subject.serial, sources=sources))
    stage.play_on()


def drawn(stage: Stage, piece: str) -> None:
    """The Event is drawn."""
    stage.table.phase = "event"
    stage.play(*announce(stage.table, EVENT, sources=[piece], seat=S0))


def bought(stage: Stage, piece: str) -> None:
    """S0 has bought the Intel Card."""
    stage.table.aside.put(piece, -1)
    stage.play(CarryOut("intel", piece, BOUGHT, S0))


def is_subdued(stage: Stage, piece: str) -> None:
    """The card has just been subdued."""
    about(stage, Waits(anomaly=piece), SUBDUES)


def breaks_out(stage: Stage, piece: str) -> None:
    """An anomaly of S0's breaches."""
    stage.play(Breach("clock"))


def resolved(stage: Stage, piece: str) -> None:
    """The team resolves the Situation; up to the dice."""
    stage.end = ["TeamRoll"]
    stage.plan(S0, "engage")
    stage.play(Resolve("slot.1", ["S0-mtf-01"]))


def before_the_draw(stage: Stage, piece: str) -> None:
    """The team resolves the Situation; up to the Retreat Order."""
    stage.end = ["RetreatOrder"]
    stage.play(Resolve("slot.1", ["S0-mtf-01"]))


def retreats(stage: Stage, piece: str) -> None:
    """The team retreats from what is behind the Situation, which rolls nothing but 6."""
    stage.faces["anomaly threat"] = 6
    stage.plan(S0, "retreat")
    stage.play(Resolve("slot.1", ["S0-mtf-01"]))


def won(stage: Stage, piece: str) -> None:
    """The team resolves the Situation and wins."""
    stage.faces["team threat"] = 5
    stage.plan(S0, "engage")
    stage.play(Resolve("slot.1", ["S0-mtf-01"]))


def scouts(stage: Stage, piece: str) -> None:
    """Cy and Di go Scouting, and roll nothing but 6."""
    stage.faces["scouting"] = 6
    stage.play(Scouting(["S0-mtf-01"]))
