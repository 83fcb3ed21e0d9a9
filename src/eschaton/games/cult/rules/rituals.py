"""CD-9: rituals on altars, Altar benefits, completion, Keepers, the discard pile and what is revealed next."""

from __future__ import annotations

from collections.abc import Callable

from eschaton.games.cult.box.components import BOARD_OF, SEAT_KEYS
from eschaton.games.cult.powers import BENEFIT, COMMIT, RITUAL_DIE
from eschaton.games.cult.rules.commit import Commit
from eschaton.games.cult.rules.dice import remove, touch
from eschaton.games.cult.rules.kraken import give_kraken_die
from eschaton.games.cult.rules.life import gain
from eschaton.games.cult.state import Altar, Cult
from eschaton.kernel.ask import EVERYONE, Ask, Seat, Shuffle
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Window, before

GIVE_DICE = ("transmutation", "astral-rift")  # rituals whose benefit may be dice for other rituals


class Benefit(Step):
    """CD-9.2: a player gains a ritual's Altar benefit; `by` is whose effect it is (the killer, if it kills)."""

    ritual: Open[str]
    board: Open[str]
    seat: Open[Seat]
    by: Open[Seat]

    def in_words(self, table: Cult) -> str:
        return f"{SEAT_KEYS[self.seat]} is about to gain the benefit of {table.box.title_of(self.ritual)}."

    def run(self, table: Cult) -> Follow:
        return ALTARS[self.ritual](table, self)


ALTARS: dict[str, Callable[[Cult, Benefit], Follow]] = {}


def altar_benefit(ritual: str) -> Callable[[Callable[[Cult, Benefit], Follow]], Callable[[Cult, Benefit], Follow]]:
    """The decorated function is what one die resolved on this ritual gives."""

    def known(effect: Callable[[Cult, Benefit], Follow]) -> Callable[[Cult, Benefit], Follow]:
        ALTARS[ritual] = effect
        return effect

    return known


def place_ritual(table: Cult, altar: Altar, card: str) -> None:
    """CD-1.15, CD-1.16: a ritual lies face-up on an Altar Board, its markers on their starting spaces."""
    altar.card.put(card, EVERYONE)
    altar.put_markers(table.box.rituals.get(altar.ritual), table.n)
    table.say("CD-1.15", "ritual placed", card=card, place=altar.key)


def die_on_ritual(table: Cult, altar: Altar, face: str, owner: Seat, receiver: Seat, keeper: Seat) -> list[Step]:
    """CD-9.1, CD-9.2: a die is resolved on a ritual: the marker moves, the benefit is gained, it may be complete."""
    card = altar.ritual
    if face not in altar.tracks:  # CD-17.56: the ritual takes the die, but no marker moves
        table.count(table.scope("ResolvePhase"), "tribute", owner)
        table.say("CD-17.56", "tribute paid", who=owner, card=card)
        return after_ritual_die(table, owner)
    altar.tracks[face] -= 1
    table.say("CD-9.1", "advanced", who=owner, card=card, face=face, left=altar.tracks[face])
    follow = after_ritual_die(table, owner)
    if card in ALTARS:
        follow += gained(table, Benefit(card, altar.key, receiver, owner))
    if not any(altar.tracks.values()):
        follow.append(CompleteRitual(altar.key, owner, keeper))
    if card in GIVE_DICE:
        follow.append(ResolveGained())
    return follow


class ResolveGained(Step):
    """CD-17.47, CD-24.4, CD-17.31: dice gained by others than the active player are resolved when the ritual that gave
    them has had all its effects. Each is a seat, a face and a board; one that no longer fits there is lost
    (CD-9.16)."""

    dice: Open[list[tuple[Seat, str, str]]] = []

    def run(self, table: Cult) -> Follow:
        for at, (seat, face, board) in enumerate(self.dice):
            altar = table.altars[BOARD_OF[board]]
            if table.takes(altar, face):
                del self.dice[at]
                return Stay(*die_on_ritual(table, altar, face, seat, seat, seat))
        for _, face, _ in self.dice:
            table.say("CD-9.16", "die removed", die="", face=face)
        return None


def gained(table: Cult, benefit: Benefit) -> list[Step]:
    """CD-9.2: an Altar benefit, announced to the player who is about to gain it."""
    return before(table, Window(BENEFIT, [benefit.seat], rule="CD-9.2"), benefit)


def after_ritual_die(table: Cult, owner: Seat) -> list[Step]:
    """CD-18.1: what a Character does when its player resolves a die on a ritual, before anything else comes of it."""
    if not table.possible_powers(owner, RITUAL_DIE):
        return []
    return [Window(RITUAL_DIE, [owner], rule="CD-18.1")]


class CompleteRitual(Step):
    """CD-9.4 to CD-9.7, CD-9.11, CD-17.27, CD-17.29, CD-17.48, CD-17.60: all markers are at 0: the ritual is kept or
    discarded, and a new one is revealed.

    `by` completed it; `keeper` is to keep it if it can be kept (only Portents lets one choose, CD-19.12).
    """

    board: Open[str]
    by: Open[Seat]
    keeper: Open[Seat] = -1

    def run(self, table: Cult) -> Follow:
        altar = table.altars[BOARD_OF[self.board]]
        card = altar.ritual
        table.say("CD-9.4", "completed", card=card, who=self.by)
        if self.by >= 0 and table.has(self.by, "librarian"):
            gain(table, self.by, 2, "CD-18.1")
        if table.box.rituals[card].keeper and may_keep(table, self.keeper):
            table.players[self.keeper].rituals.append(leave_altar(altar))
            table.forget()
            table.say("CD-9.5", "keeper", who=self.keeper, card=card)
        else:
            discard_from_altar(table, altar)
        return Reveal(self.board)


def may_keep(table: Cult, seat: Seat) -> bool:
    """CD-9.10, CD-Q-15, CD-21.23, CD-15.4: whether a player can be a Keeper."""
    return seat >= 0 and table.players[seat].alive and seat not in table.automata


def leave_altar(altar: Altar) -> str:
    """The ritual comes off its board, with its markers; Shadow tokens on it are back in the supply (CD-17.16)."""
    card, _ = altar.card.take()
    altar.tracks, altar.shadows = {}, 0
    return card


def discard_from_altar(table: Cult, altar: Altar) -> None:
    """CD-9.6, CD-9.26: a ritual goes from an altar to the discard pile."""
    discard_ritual(table, leave_altar(altar))


def discard_kept(table: Cult, seat: Seat, card: str) -> None:
    """CD-9.18: a Keeper's ritual goes to the discard pile; no altar is empty, so nothing is revealed."""
    table.players[seat].rituals.remove(card)
    table.forget()
    discard_ritual(table, card)


def discard_ritual(table: Cult, card: str) -> None:
    """CD-9.18, CD-10.9, CD-21.24: a ritual goes to the discard pile; with the Kraken go all Kraken dice."""
    table.discard.put(card, EVERYONE)
    table.say("CD-9.6", "ritual discarded", card=card)
    if card == "kraken":
        for player in table.players:
            if player.kraken:
                player.kraken = 0
                table.say("CD-10.9", "kraken dice gone", who=player.seat)


class Reveal(Step):
    """CD-9.12, CD-9.13, CD-9.14: the empty board is refilled from the deck; an empty deck is made anew from the discard
    pile."""

    board: Open[str]

    def ask(self, table: Cult) -> Ask | None:
        if table.deck.cards:
            return None
        return Shuffle("ritual deck", list(table.discard.cards), rule="CD-9.13")

    def run(self, table: Cult, order: list[str] | None) -> Follow:
        if order is not None:
            table.deck, table.discard = table.discard, table.deck
            table.deck.shuffled(order)
        card, _ = table.deck.take()
        altar = table.altars[BOARD_OF[self.board]]
        place_ritual(table, altar, card)
        if card == "kraken":
            give_kraken_die(table, "CD-17.1")
        return leftover_dice(table, altar)


def leftover_dice(table: Cult, altar: Altar) -> Follow:
    """CD-9.15, CD-9.16, CD-9.17, CD-24.3: dice that fit the new ritual stay; in the Commit phase they are uncommitted
    again: they may be changed (CD-12.2), are committed anew (CD-Q-27), or stay uncommitted where nothing takes them
    (CD-6.2)."""
    lying = [die for die in table.dice if die.on == altar.key]
    if not lying:
        return None
    if table.resolving() is None:
        for die in lying:
            die.on = ""
        touch(table, table.active)
        again = Commit([die.id for die in lying], rule="CD-Q-27")
        return [Window(COMMIT, [table.active], rule="CD-6.14"), again]
    for die in lying:
        if not table.takes(altar, die.face):
            remove(table, die, "CD-9.16")
    return None
