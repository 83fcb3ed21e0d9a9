"""Moot: companions decide together where to go, get ready all at once, and are tried one after the other.

TOY-41 set-up, TOY-42 the day, TOY-43 arms, TOY-44 the trial, TOY-45 cards, TOY-46 the end. A trial is a roll of two
different dice; cards from hidden hands are used by priority, in two stages, and can be denied before they take effect.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import msgspec

from eschaton.kernel.ask import EVERYONE, Ask, Assign, Choose, Face, Option, Options, Seat, keys, only, roll_each
from eschaton.kernel.council import Council
from eschaton.kernel.effect import Lasting
from eschaton.kernel.game import Game, Odds, Setup, Switch
from eschaton.kernel.phase import NOT_READY, Simultaneous, TakeBack, taking_back
from eschaton.kernel.pile import Pile, face_down, face_up, hand, move
from eschaton.kernel.step import End, Follow, Outcome, Stay, Step
from eschaton.kernel.table import Open, Table, Threshold
from eschaton.kernel.window import Happened, Played, Power, Use, Window, after, before

SIDES: dict[str, tuple[int, ...]] = {"iron": (1, 1, 2, 2, 3, 3), "bone": (0, 0, 0, 4, 4, 4), "glass": (2, 2)}
HANDS = ("left", "right")
COPIES = {"rally": 10, "curb": 8, "deny": 9, "banner": 5}
CARDS = [f"{kind}-{number}" for kind, many in COPIES.items() for number in range(1, many + 1)]
KIND = {card: card.partition("-")[0] for card in CARDS}
TARGET = {"hill": 5, "ford": 4}
STAGES = ("first", "last")


class Member(msgspec.Struct):
    """One companion: a hidden hand, arms, and what was won."""

    seat: Open[Seat]
    hand: Open[Pile]
    banners: Open[Pile]
    arms: Open[dict[str, str]]
    deeds: Open[int] = 0
    visit: int = 0


class Moot(Table):
    """The table."""

    home = __name__
    thresholds = (Threshold("first", "A trial is hard", 6), Threshold("played", "A card is played"))

    members: Open[list[Member]]
    deck: Open[Pile]
    discards: Open[Pile]
    days: Open[int]
    day: Open[int] = 0
    place: Open[str] = ""

    def free(self, seat: Seat) -> dict[str, Step]:
        """TOY-43.1: arm anew at any time, twice a day; TOY-42.4: be not ready after all, twice."""
        day = self.scope("Day")
        found: dict[str, Step] = {}
        if day and self.used(day, "arm", seat) < 2:
            found["arm"] = Arm(seat)
        if taking_back(self, seat) and self.used(day, "unready", seat) < 2:
            found[NOT_READY] = Unready(seat)
        return found

    def scope_of(self, name: str, seat: Seat) -> int:
        """TOY-45.4: a visit is a member's own, and lasts until they come to another place."""
        return self.members[seat].visit if name == "Visit" else super().scope_of(name, seat)

    def power(self, key: str) -> Power:
        return POWERS[key]

    def powers(self, seat: Seat, timing: str) -> list[Power]:
        held = {KIND[card] for card in self.members[seat].hand.cards}
        return [power for power in AT[timing] if power.key not in COPIES or power.key in held]

    def possible_powers(self, seat: Seat, timing: str) -> list[Power]:
        unseen = bool(self.members[seat].hand.cards)
        return [power for power in AT[timing] if power.key not in COPIES or unseen]

    def powers_of(self, seat: Seat, piece: str) -> list[Power]:
        return [POWERS[KIND[piece]]] if piece in self.members[seat].hand else []

    def announced(self, use: Use) -> Window | None:
        """TOY-45.1: a card can be denied before it takes effect."""
        if use.power not in COPIES:
            return None
        return Window("played", self.clockwise(use.seat), order="priority", rule="TOY-45.1")

    def played(self, played: Played) -> Follow:
        """TOY-45.2: whoever has played a card draws one, whether it took effect or not."""
        return Draw(played.seat) if played.power in COPIES else None

    def at_stake(self, seat: Seat, window: Any) -> int:
        step = self.find(window.about)
        return step.target if isinstance(step, Trial) else 0

    def silent(self) -> str:
        """TOY-44.4: nobody speaks while somebody is tried."""
        return "TOY-44.4" if self.scope("Trial") else ""

    def derived_effects(self, name: str) -> Iterable[Lasting]:
        """TOY-45.5: of all banners that fly only the best counts."""
        for member in self.members:
            for card in member.banners.cards:
                yield Lasting("target", "best", -(1 + int(card[-1]) % 2), source=card)

    def describe(self, key: str) -> Option:
        return Option(key, key.replace(":", " ").replace("-", " "), (key,) if key in CARDS else ())

    def discard(self, seat: Seat, kind: str) -> str:
        """Lay a card of this kind from a hand onto the discards."""
        held = self.members[seat].hand
        card = min(card for card in held.cards if KIND[card] == kind)
        return move(held, self.discards, held.cards.index(card), to=EVERYONE)


class SetUp(Step):
    """TOY-41.1: shuffle, deal two cards each."""

    def ask(self, table: Moot) -> Ask:
        return table.deck.asking("deck")

    def run(self, table: Moot, order: list[str]) -> Follow:
        table.deck.shuffled(order)
        return [*(Draw(seat) for seat in table.places for _ in range(2)), Day()]


class Draw(Step):
    """TOY-41.2: draw a card, if there is one left."""

    seat: Open[Seat]

    def run(self, table: Moot) -> Follow:
        if table.deck.cards:
            move(table.deck, table.members[self.seat].hand, to=only(self.seat))
        return None


class Day(Step):
    """TOY-42.1: decide together, get ready, and be tried one after the other."""

    phase: Open[int] = 0

    def run(self, table: Moot) -> Follow:
        self.phase += 1
        if self.phase == 1:
            return Stay(Route(), Packing())
        if self.phase - 2 < len(table.places):
            seat = table.places[self.phase - 2]
            return Stay(Tried(seat))
        table.day += 1
        return End(outcome(table)) if table.day >= table.days else Day()


class Route(Council):
    """TOY-42.2: all agree on where to go; whoever refuses proposes something else."""

    def question(self, table: Moot) -> Choose | None:
        return Choose(table.places[0], keys(TARGET), "hill", rule="TOY-42.2", prompt="Where do you go?")

    def concerned(self, table: Moot) -> Iterable[Seat]:
        return table.places

    def carried(self, table: Moot, key: str) -> Follow:
        if key != table.place:
            table.place = key
            for member in table.members:
                if member.visit:
                    table.finish(member.visit)
                member.visit = table.take_serial()
        table.say("TOY-42.2", "went", place=key)
        return None


class Packing(Simultaneous):
    """TOY-42.3: everybody may change a card, all at once, until all are ready."""

    def actions(self, table: Moot, seat: Seat) -> Options:
        if table.used(self.serial, "change", seat):
            return {}
        return {
            f"change:{kind}": Change(seat, kind) for kind in sorted({*map(KIND.get, table.members[seat].hand.cards)})
        }


class Change(Step):
    """TOY-42.3: a card for another one."""

    seat: Open[Seat]
    kind: Open[str]

    def run(self, table: Moot) -> Follow:
        table.count(table.scope("Packing"), "change", self.seat)
        table.discard(self.seat, self.kind)
        return Draw(self.seat)


class Unready(TakeBack):
    """TOY-42.4: not ready after all."""

    def run(self, table: Moot) -> Follow:
        table.count(table.scope("Day"), "unready", self.seat)
        return super().run(table)


class Arm(Step):
    """TOY-43.1: which dice lie in the hands, and which in the bag."""

    seat: Open[Seat]
    at_once = True

    def ask(self, table: Moot) -> Ask:
        return Assign(
            self.seat, dict.fromkeys(SIDES, (*HANDS, "bag")), dict.fromkeys((*HANDS, "bag"), 1), rule="TOY-43.1"
        )

    def run(self, table: Moot, arms: dict[str, str]) -> Follow:
        table.count(table.scope("Day"), "arm", self.seat)
        table.members[self.seat].arms = {place: sides for sides, place in arms.items()}
        table.say("TOY-43.1", "armed", who=self.seat)
        return None


class Tried(Step):
    """TOY-44.1: roll the dice in the hands, all at once; then others may meddle."""

    seat: Open[Seat]

    def ask(self, table: Moot) -> Ask:
        arms = table.members[self.seat].arms
        return roll_each("trial", [SIDES[arms[place]] for place in HANDS], rule="TOY-44.1")

    def run(self, table: Moot, faces: list[Face]) -> Follow:
        target = table.read("target", self.seat, base=TARGET[table.place])
        trial = Trial(self.seat, [int(face) for face in faces], target)
        seats = [self.seat, *table.clockwise(self.seat)]
        return before(
            table, Window("trial", seats, stages=STAGES, order="priority", frozen=True, rule="TOY-44.2"), trial
        )


class Trial(Step):
    """TOY-44.3: the dice against the target. A rally that was called in the first stage lifts a die in the last."""

    seat: Open[Seat]
    faces: Open[list[int]]
    target: Open[int]
    rallies: Open[list[Seat]] = []

    def offers(self, table: Moot, seat: Seat, timing: str) -> dict[str, Step]:
        if timing != "last" or seat not in self.rallies:
            return {}
        return {f"lift:{place}": Lift(seat, self.serial, place) for place in range(len(self.faces))}

    def in_words(self, table: Moot) -> str:
        return f"{sum(self.faces)} against {self.target}."

    def run(self, table: Moot) -> Follow:
        margin = sum(self.faces) - self.target
        table.say("TOY-44.3", "won" if margin >= 0 else "failed", who=self.seat, margin=margin)
        table.members[self.seat].deeds += margin >= 0
        table.turn_over(self.seat)
        window = Window("told", [self.seat, *table.clockwise(self.seat)], order="priority", rule="TOY-45.6")
        return after(table, window, Told(self.seat, margin))


class Lift(Step):
    """TOY-45.3: a die is one higher."""

    seat: Open[Seat]
    about: int
    place: Open[int]

    def run(self, table: Moot) -> Follow:
        trial = table.pending(self.about)
        trial.rallies.remove(self.seat)
        trial.faces[self.place] += 1
        return None


class Told(Happened):
    """TOY-44.5: somebody was tried."""

    seat: Open[Seat]
    margin: Open[int]


def pay(table: Moot, use: Use) -> Follow:
    """TOY-45.1: a card that is used is discarded; one that has left the hand meanwhile costs nothing."""
    if use.power in {KIND[card] for card in table.members[use.seat].hand.cards}:
        table.discard(use.seat, use.power)
    return None


def rally(table: Moot, use: Use) -> Follow:
    """TOY-45.3: called now, done in the last stage."""
    table.pending(use.about).rallies.append(use.seat)
    return None


def curb(table: Moot, use: Use) -> Follow:
    """TOY-45.3: the target is one higher, and for its owner until the end of their next turn."""
    table.amend(use.about, "TOY-45.3", target=table.pending(use.about).target + 1)
    table.last(Lasting("target", "add", 1, on=use.seat, source="curb", turns=1, whose=use.seat))
    return None


def deny(table: Moot, use: Use) -> Follow:
    """TOY-45.1: the card does not take effect."""
    table.cancel(use.about, "TOY-45.1")
    return None


def raise_banner(table: Moot, use: Use) -> Follow:
    """TOY-45.5: the banner flies for the rest of the game."""
    lying = [place for place, card in enumerate(table.discards.cards) if KIND[card] == "banner"]
    if lying:
        table.enters_play(move(table.discards, table.members[use.seat].banners, lying[-1]))
    return None


def camp(table: Moot, use: Use) -> Follow:
    """TOY-45.4: the target is one lower, once in each visit."""
    table.amend(use.about, "TOY-45.4", target=table.pending(use.about).target - 1)
    return None


def boast(table: Moot, use: Use) -> Follow:
    """TOY-45.6: whoever wins by two may boast of it."""
    table.members[use.seat].deeds += 1
    table.say("TOY-45.6", "boasted", who=use.seat)
    return None


def mine(table: Moot, use: Use) -> bool:
    """It is my own trial."""
    step = table.find(use.about)
    return step is not None and step.seat == use.seat


def by_two(table: Moot, use: Use) -> bool:
    """I have won by two."""
    return mine(table, use) and bool(table.find(use.about).margin >= 2)


def pending(table: Moot, use: Use) -> bool:
    """It has not been denied yet."""
    return table.find(use.about) is not None


POWERS = {
    power.key: power
    for power in (
        Power(key="rally", when="first", effect=rally, cost=pay, limit=1, per="Window", rule="TOY-45.3", label="Rally"),
        Power(key="curb", when="first", effect=curb, cost=pay, limit=1, per="Window", rule="TOY-45.3", label="Curb"),
        Power(
            key="banner",
            when="first",
            effect=raise_banner,
            condition=mine,
            cost=pay,
            limit=1,
            per="Window",
            rule="TOY-45.5",
            label="Banner",
        ),
        Power(key="deny", when="played", effect=deny, condition=pending, cost=pay, rule="TOY-45.1", label="Deny"),
        Power(
            key="camp", when="last", effect=camp, condition=mine, limit=1, per="Visit", rule="TOY-45.4", label="Camp"
        ),
        Power(key="boast", when="told", effect=boast, condition=by_two, limit=1, per="Day", rule="TOY-45.6"),
    )
}
AT = {when: [power for power in POWERS.values() if power.when == when] for when in (*STAGES, "played", "told")}


def odds(table: Moot, seat: Seat, key: str) -> list[Odds]:
    """TOY-42.2: how likely one is to pass a trial at a place, with the dice in one's hands and nobody meddling."""
    if key not in TARGET:
        return []
    arms = table.members[seat].arms
    rolls = list(product(*(SIDES[arms[place]] for place in HANDS)))
    return [Odds("to pass the trial there", sum(sum(roll) >= TARGET[key] for roll in rolls), len(rolls))]


def outcome(table: Moot) -> Outcome:
    """TOY-46.1: the most deeds win."""
    most = max(member.deeds for member in table.members)
    won = tuple(member.seat for member in table.members if member.deeds == most)
    return Outcome(won, "TOY-46.1", "deeds", {f"S{member.seat}": member.deeds for member in table.members})


def setup(setup: Setup) -> Moot:
    """TOY-41: the table before the deal."""
    seats = list(range(setup.players))
    arms = {"left": "iron", "right": "bone", "bag": "glass"}
    return Moot(
        players_count=len(seats),
        places=seats,
        members=[Member(seat, hand("card", seat), face_up("card"), dict(arms)) for seat in seats],
        deck=face_down("card", CARDS),
        discards=face_up("card"),
        days=2 if setup.options["short"] else 4,
        stack=[SetUp()],
    )


GAME = Game(
    id="toy-moot",
    title="Moot",
    version=1,
    players=(2, 3, 4),
    setup=setup,
    options=(Switch(key="short", title="Two days"),),
    summary="Deciding together, being ready, and cards that are denied.",
    texts={
        "went": "All go to the {place}.",
        "armed": "{who:seat} arms anew.",
        "won": "{who:seat} passes by {margin}.",
        "failed": "{who:seat} fails by {margin}.",
        "boasted": "{who:seat} boasts.",
        "not agreed": "{who:seat} does not agree with {to:seat}.",
    },
    odds=odds,
    limit=2_000,
)
