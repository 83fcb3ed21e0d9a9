"""SA-16.5: what a won Situation gives, and to whom."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import ASSET_CARDS, ASSETS, CHARACTERS, SEAT_KEYS
from eschaton.games.apollyon.box.names import assets_in_words
from eschaton.games.apollyon.rules.assets import gain
from eschaton.games.apollyon.rules.capture import lead_of, owners_of
from eschaton.games.apollyon.rules.decks import Drawing, draw
from eschaton.games.apollyon.rules.promotion import AwardMedal
from eschaton.games.apollyon.rules.tracker import gain_masquerade
from eschaton.games.apollyon.rules.zones import gain_character
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import EVERYONE, Seat
from eschaton.kernel.council import Decide, Joint
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

EACH = "each"


class Reward(Step):
    """SA-16.5: the rewards printed on the Situation."""

    situation: Open[str]
    mtfs: Open[list[str]]
    anomaly: Open[str] = ""

    def run(self, table: Apollyon) -> Follow:
        rewards = table.box.situations[self.situation].rewards
        gain_masquerade(table, rewards.masquerade, "SA-16.5", self.situation)
        if self.anomaly in table.anomalies:
            table.anomalies[self.anomaly].study += rewards.study
        theirs = {name: getattr(rewards, name) for name in (*ASSETS, ASSET_CARDS, CHARACTERS)}
        medals = [AwardMedal(table.team(self.mtfs), lead_of(self.mtfs)) for _ in range(rewards.medals)]
        return [Share(owners_of(self.mtfs), theirs, "SA-16.5"), *medals]


class Share(Joint):
    """SA-Q-46: the players of a joint mission say who gets what it brought: all of it, or each token and card."""

    owners: Open[list[Seat]]
    left: Open[dict[str, int]]
    rule: Open[str]
    each: Open[bool] = False
    shares: Open[dict[Seat, dict[str, int]]] = {}

    def run(self, table: Apollyon) -> Follow:
        decision = self.take_decision()
        if decision == EACH:
            self.each = True
        elif decision:
            self.set_aside(SEAT_KEYS.index(decision))
        if not any(self.left.values()):
            return [step for seat, share in self.shares.items() for step in handed_over(table, seat, share, self.rule)]
        if len(self.owners) == 1:
            return handed_over(table, self.owners[0], self.left, self.rule)
        return Stay(self.deciding())

    def part(self) -> dict[str, int]:
        """What the question is about: all that is left, or one token or card of it."""
        if not self.each:
            return dict(self.left)
        return {next(kind for kind, many in self.left.items() if many): 1}

    def set_aside(self, seat: Seat) -> None:
        """It is agreed who gets this part; it is handed over together with the rest."""
        share = self.shares.setdefault(seat, {})
        for kind, many in self.part().items():
            self.left[kind] -= many
            share[kind] = share.get(kind, 0) + many

    def deciding(self) -> Decide:
        """The question who receives the next part."""
        names = [SEAT_KEYS[seat] for seat in self.owners]
        about = f"Who receives {assets_in_words(self.part())}?"
        options = names if self.each or sum(self.left.values()) == 1 else [*names, EACH]
        return Decide(options, self.serial, list(self.owners), list(self.owners), about, "SA-Q-46", names[0])


def handed_over(table: Apollyon, seat: Seat, share: dict[str, int], rule: str) -> list[Step]:
    """A player takes tokens, and draws cards."""
    gain(table, seat, {kind: share.get(kind, 0) for kind in ASSETS}, rule)
    cards: list[Step] = [DrawAssetCard(seat) for _ in range(share.get(ASSET_CARDS, 0))]
    return cards + [DrawCharacter(seat) for _ in range(share.get(CHARACTERS, 0))]


class DrawAssetCard(Drawing):
    """SA-7.4: a player draws an Asset Card and takes its tokens."""

    seat: Open[Seat]

    def deck(self, table: Apollyon) -> str:
        return "asset"

    def drawn(self, table: Apollyon) -> Follow:
        card = draw(table, "asset")
        if card:
            table.say("SA-7.4", "took", who=self.seat, card=card)
            gain(table, self.seat, tokens_on(table, card), "SA-7.4")
            table.discards["asset"].put(card, EVERYONE)
        return None


def tokens_on(table: Apollyon, card: str) -> dict[str, int]:
    """The Assets an Asset Card lists."""
    facts = table.box.assets[card]
    return {kind: getattr(facts, kind) for kind in ASSETS}


class DrawCharacter(Drawing):
    """SA-15.10: a player gains the top Character."""

    seat: Open[Seat]

    def deck(self, table: Apollyon) -> str:
        return "character"

    def drawn(self, table: Apollyon) -> Follow:
        piece = draw(table, "character")
        if piece:
            gain_character(table, piece, self.seat)
        return None
