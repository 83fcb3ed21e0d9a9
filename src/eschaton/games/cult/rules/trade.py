"""CD-18.16 to CD-18.22, CD-Q-52: Merchant II's binding trades: an offer, counter-offers, an acceptance."""

from __future__ import annotations

from eschaton.games.cult.box.components import SEAT_KEYS
from eschaton.games.cult.powers import ANY, CHANT, SIREN, Abilities
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Ask, Choose, ChooseSome, Option, Options, Seat
from eschaton.kernel.effect import Lasting
from eschaton.kernel.fit import Limit
from eschaton.kernel.step import Follow, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use

abilities = Abilities()

LIFE = "life"
COINS = (SIREN, CHANT)
KINDS = (*COINS, LIFE)
PHASES = ("BeforeRoll", "CommitPhase", "ResponsePhase")
MOST_OFFERS = 2  # per phase (CD-Q-52)
MOST_COUNTERS = 3  # per offer (CD-18.22)
GIVE, TAKE, NONE = "give", "take", "none"
REFUSED = "refused a trade"  # what everybody has heard, for the rest of that phase: it binds nobody
PARTNERS = {f"trade:{key}": seat for seat, key in enumerate(SEAT_KEYS)}

Terms = dict[str, int]  # how many of each kind


def stock(table: Cult, seat: Seat, to: Seat) -> Terms:
    """What one player could give another: coins; between the living also life, but never the last (CD-Q-52)."""
    player = table.players[seat]
    life = player.life - 1 if player.alive and table.players[to].alive else 0
    found = {SIREN: player.siren, CHANT: player.chant, LIFE: life}
    return {kind: many for kind, many in found.items() if many > 0}


def could_trade(table: Cult, one: Seat, other: Seat) -> bool:
    """CD-18.17, CD-18.18: both have something, and it is not life for life."""
    mine, theirs = stock(table, one, other), stock(table, other, one)
    return bool(mine) and bool(theirs) and any(kind in mine or kind in theirs for kind in COINS)


def tradable(table: Cult, one: Seat, other: Seat) -> tuple[Terms, Terms]:
    """What each could give in a trade of the two: life only to one who has coins to give for it."""
    mine, theirs = stock(table, one, other), stock(table, other, one)
    for given, taken in ((mine, theirs), (theirs, mine)):
        if not any(kind in taken for kind in COINS):
            given.pop(LIFE, None)
    return mine, theirs


def covers(held: Terms, wanted: Terms) -> bool:
    """Whether this much can be given."""
    return all(held.get(kind, 0) >= many for kind, many in wanted.items())


def trading_phase(table: Cult) -> int:
    """CD-Q-52: the serial of the part of a turn in which trades are made; 0 when none is going on."""
    for step in reversed(table.stack):
        if step.step_name in PHASES:
            return int(step.serial)
    return 0


def may_offer(table: Cult, use: Use) -> bool:
    """CD-Q-52: before a Roll phase, in a Commit or in a Response phase, at most twice each."""
    partner = PARTNERS[use.power]
    if partner == use.seat or partner not in table.places or partner in table.automata:
        return False
    if not could_trade(table, use.seat, partner):
        return False
    phase = trading_phase(table)
    return phase > 0 and table.used(phase, use.seat, "offer") < MOST_OFFERS


def begin_offer(table: Cult, use: Use) -> Follow:
    """CD-18.17: Merchant II turns to a partner."""
    table.count(trading_phase(table), use.seat, "offer")
    return Propose(use.seat, PARTNERS[use.power])


for power_key, partner_seat in PARTNERS.items():
    abilities.power(
        "merchant-2",
        ANY,
        rule="CD-18.17",
        label=f"Offer {SEAT_KEYS[partner_seat]} a trade",
        key=power_key,
        condition=may_offer,
    )(begin_offer)


class Propose(Step):
    """CD-18.20: a player names what they give and what they take; any numbers; `counters` is how many went before."""

    seat: Open[Seat]
    to: Open[Seat]
    counters: Open[int] = 0

    def ask(self, table: Cult) -> Ask | None:
        if not could_trade(table, self.seat, self.to):
            return None
        options, limits = terms_as_options(*tradable(table, self.seat, self.to))
        return ChooseSome(
            self.seat, options, 1, 2 * len(KINDS), limits, rule="CD-18.20", prompt="What do you give, and take?"
        )

    def run(self, table: Cult, chosen: list[tuple[str, str, int]] | None) -> Follow:
        give = {kind: many for side, kind, many in chosen or () if side == GIVE}
        take = {kind: many for side, kind, many in chosen or () if side == TAKE}
        if not give:
            table.say("CD-Q-52", "no trade", who=self.seat, whom=self.to)
            return None
        table.say("CD-18.17", "offered", who=self.seat, whom=self.to, give=give, take=take)
        return Offer(self.to, self.seat, give, take, self.counters)

    def describe(self, table: Cult, key: str) -> Option:
        if key == NONE:
            return Option(key, "No trade")
        side, kind, many = key.split(":")
        giver = self.seat if side == GIVE else self.to
        return Option(key, f"{side} {in_words({kind: int(many)})}", (SEAT_KEYS[giver],))


def terms_as_options(mine: Terms, theirs: Terms) -> tuple[Options, tuple[Limit, ...]]:
    """Amounts of each kind to give and to take, at most one amount of each; or none, to trade nothing after all."""
    options: Options = {NONE: (NONE, "", 0)}
    by_side: dict[str, list[str]] = {GIVE: [], TAKE: []}
    limits: list[Limit] = []
    for side, held in ((GIVE, mine), (TAKE, theirs)):
        for kind, most in held.items():
            amounts = [f"{side}:{kind}:{many}" for many in range(1, most + 1)]
            options |= {key: (side, kind, many) for many, key in enumerate(amounts, 1)}
            by_side[side] += amounts
            limits.append(Limit(tuple(amounts), 1, reason=f"one amount of {kind} to {side}"))
    life = tuple(key for key in options if f":{LIFE}:" in key)
    limits.append(Limit(life, 1, reason="life is not traded for life"))
    for side, keys in by_side.items():
        weights = (*(1 for _ in keys), len(KINDS) + 1)
        limits.append(
            Limit((*keys, NONE), len(KINDS) + 1, 1, weights, reason=f"something to {side}, or no trade at all")
        )
    return options, tuple(limits)


class Offer(Step):
    """CD-18.19, CD-Q-52: an offer lies open; accepted, it binds at once; one that cannot be met is withdrawn."""

    seat: Open[Seat]
    by: Open[Seat]
    give: Open[Terms]
    take: Open[Terms]
    counters: Open[int] = 0

    def can_be_met(self, table: Cult) -> bool:
        """Whether both still have what they would give."""
        return covers(stock(table, self.by, self.seat), self.give) and covers(
            stock(table, self.seat, self.by), self.take
        )

    def ask(self, table: Cult) -> Ask | None:
        if not self.can_be_met(table):
            return None
        answers = ["refuse", "accept", "counter"] if self.counters < MOST_COUNTERS else ["refuse", "accept"]
        prompt = f"{in_words(self.give)} for {in_words(self.take)}?"
        return Choose(self.seat, {key: key for key in answers}, "refuse", rule="CD-18.19", prompt=prompt)

    def run(self, table: Cult, answer: str | None) -> Follow:
        if answer is None:
            table.say("CD-Q-52", "offer withdrawn", who=self.by, whom=self.seat)
            return None
        if answer == "accept":
            exchange(table, self.by, self.seat, self.give, self.take)
            return None
        if answer == "counter":
            return Propose(self.seat, self.by, self.counters + 1)
        table.say("CD-18.19", "no trade", who=self.seat, whom=self.by)
        phase = trading_phase(table)
        table.last(Lasting(REFUSED, "set", 1, on=self.seat, source=SEAT_KEYS[self.by], until=phase))
        return None


def exchange(table: Cult, one: Seat, other: Seat, give: Terms, take: Terms) -> None:
    """CD-18.19: both sides change hands at once; who passed before may think again (CD-7.4)."""
    for source, target, terms in ((one, other, give), (other, one, take)):
        for kind, many in terms.items():
            giver, taker = table.players[source], table.players[target]
            setattr(giver, kind, getattr(giver, kind) - many)
            setattr(taker, kind, getattr(taker, kind) + many)
    table.forget()
    table.say("CD-18.19", "traded", who=one, whom=other, give=give, take=take)
    table.reopen()


def in_words(terms: Terms) -> str:
    """Terms as a person reads them."""
    return " and ".join(
        f"{many} life" if kind == LIFE else f"{many} {kind.title()} coin{'s' if many > 1 else ''}"
        for kind, many in terms.items()
    )
