"""What rituals do: Altar benefits and Keeper powers (CD-17)."""

from __future__ import annotations

from eschaton.games.cult.cards import BASE
from eschaton.games.cult.commit import NOT_DOUBLE, ChangeDie, changeable
from eschaton.games.cult.components import (
    BLOOD,
    COSMOS,
    CULTIST_DIE,
    DAGGERS,
    DOUBLE,
    PARCHMENT,
)
from eschaton.games.cult.dice import new_die, open_tracks, seats_as_options
from eschaton.games.cult.life import everyone, gain, give_coin, pay, ritual_loss
from eschaton.games.cult.powers import COMMIT, ability
from eschaton.games.cult.rituals import Benefit, altar_benefit
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Ask, Choose, Options, Roll, Seat
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use

MOST_EXTRA_ROLLS = 3  # CD-17.45


@altar_benefit("ancient-chant")
def chant_coin(table: Cult, benefit: Benefit) -> Follow:
    """CD-17.18."""
    give_coin(table, benefit.seat, "chant", "CD-17.18")
    return None


@altar_benefit("sirens")
def siren_coin(table: Cult, benefit: Benefit) -> Follow:
    """CD-17.28."""
    give_coin(table, benefit.seat, "siren", "CD-17.28")
    return None


@altar_benefit("transmutation")
def transmute(table: Cult, benefit: Benefit) -> Follow:
    """CD-17.30."""
    return GainDie(benefit.seat, benefit.board, rule="CD-17.30")


@altar_benefit("sea-hydra")
def hydra(table: Cult, benefit: Benefit) -> Follow:
    """CD-17.35."""
    return SeaHydra(benefit.seat, benefit.by)


@altar_benefit("lamia")
def lamia(table: Cult, benefit: Benefit) -> Follow:
    """CD-17.49."""
    return LamiaSteal(benefit.seat, benefit.by)


@altar_benefit("blood-rites")
def blood_rites(table: Cult, benefit: Benefit) -> Follow:
    """CD-17.61."""
    return BloodRites(benefit.seat)


@altar_benefit("astral-rift")
def astral_rift(table: Cult, benefit: Benefit) -> Follow:
    """CD-17.39."""
    return AstralRift(benefit.seat, benefit.board, benefit.by)


class GainDie(Step):
    """CD-17.30, CD-17.43: a player gains a die, sets it to a face and commits it to a ritual on another board."""

    seat: Open[Seat]
    board: Open[str]
    rule: Open[str] = "CD-17.30"

    def ask(self, table: Cult) -> Ask | None:
        options: Options = {
            f"{face}>{board}": (face, board)
            for face, boards in open_tracks(table, self.board).items()
            for board in boards
        }
        return Choose(self.seat, options, rule=self.rule, prompt="Which die, and where?") if options else None

    def run(self, table: Cult, chosen: tuple[str, str] | None) -> Follow:
        if chosen is not None:  # CD-Q-48: a die that fits nowhere is lost
            face, board = chosen
            die = new_die(table, face, board)
            table.say(self.rule, "committed", die=die.id, face=face, place=board)
        return None


class SeaHydra(Step):
    """CD-17.35: a living player of choice gains 1 life or loses 1 life."""

    seat: Open[Seat]
    by: Open[Seat]

    def ask(self, table: Cult) -> Ask:
        options: Options = {}
        for seat in table.living():
            options[f"S{seat}+1"] = (seat, 1)
            options[f"S{seat}-1"] = (seat, -1)
        return Choose(self.seat, options, rule="CD-17.35", prompt="Who gains, or loses, 1 life?")

    def run(self, table: Cult, chosen: tuple[Seat, int]) -> Follow:
        seat, amount = chosen
        if amount > 0:
            gain(table, seat, 1, "CD-17.35")
            return None
        return ritual_loss(table, {seat: 1}, "sea-hydra", self.by, "CD-17.35")


class LamiaSteal(Step):
    """CD-17.49 to CD-17.51, CD-Q-43: a thief takes 1 life from a victim; both are chosen, the thief first."""

    seat: Open[Seat]
    by: Open[Seat]
    thief: Open[Seat] = -1

    def thieves(self, table: Cult) -> list[Seat]:
        """Who may gain the life: not the resolver, unless three or fewer live."""
        living = table.living()
        return [seat for seat in living if seat != self.seat or len(living) <= 3]

    def victims(self, table: Cult) -> list[Seat]:
        """Who may be robbed: anybody else with life to lose."""
        return [seat for seat in table.living() if seat != self.thief and table.players[seat].life > 0]

    def ask(self, table: Cult) -> Ask | None:
        if self.thief < 0:
            return Choose(self.seat, seats_as_options(self.thieves(table)), rule="CD-17.49", prompt="Who steals?")
        victims = self.victims(table)
        if not victims:
            return None
        return Choose(self.seat, seats_as_options(victims), rule="CD-Q-43", prompt="Who is robbed?")

    def run(self, table: Cult, seat: Seat | None) -> Follow:
        if seat is None:
            return None
        if self.thief < 0:
            self.thief = seat
            return Stay()
        return ritual_loss(table, {seat: 1}, "lamia", self.by, "CD-17.49", thief=self.thief)


class BloodRites(Step):
    """CD-17.61: pay 1 life, if you like; then another living player of your choice gains 2."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask | None:
        player = table.players[self.seat]
        others = [seat for seat in table.living() if seat != self.seat]
        if not others or not player.alive or not player.life:
            return None
        options = {"decline": None, **seats_as_options(others)}
        return Choose(self.seat, options, "decline", rule="CD-17.61", prompt="Pay 1 life so that somebody gains 2?")

    def run(self, table: Cult, seat: Seat | None) -> Follow:
        if seat is not None:
            pay(table, self.seat, 1, "CD-17.61")
            gain(table, seat, 2, "CD-17.61")
        return None


class AstralRift(Step):
    """CD-17.39 to CD-17.47: the die is re-rolled and its face carried out; a cosmos rolls two more."""

    seat: Open[Seat]
    board: Open[str]
    by: Open[Seat]
    faces: Open[list[str]] = []
    dice: int = 1
    rolled: bool = False

    def ask(self, table: Cult) -> Ask | None:
        if self.dice:
            return Roll("rift dice", CULTIST_DIE, self.dice, rule="CD-17.39")
        different = dict.fromkeys(self.faces)
        if len(different) <= 1:
            return None
        options: Options = {face: face for face in different}
        return Choose(self.seat, options, rule="CD-17.46", prompt="Which face is carried out next?")

    def run(self, table: Cult, answer: list[str] | str | None) -> Follow:
        if isinstance(answer, list):
            self.dice = 0
            self.faces = self.faces + answer
            table.say("CD-17.39", "rift", who=self.seat, faces=list(answer))
            return Stay()
        if not self.faces:
            return None
        face = answer or self.faces[0]
        self.faces.remove(face)
        return Stay(*self.carried_out(table, face))

    def carried_out(self, table: Cult, face: str) -> list[Step]:
        """What a face of the Astral Rift does."""
        if face in DAGGERS:
            amounts = everyone(table, DAGGERS[face])
            return ritual_loss(table, amounts, "astral-rift", self.by, "CD-17.41" if face == DOUBLE else "CD-17.40")
        if face == BLOOD:
            for seat in table.living():
                gain(table, seat, 1, "CD-17.42")
            return []
        if face == COSMOS:
            scope = table.scope("ResolvePhase")
            if table.used(scope, "rift", self.seat) < MOST_EXTRA_ROLLS:  # CD-Q-47
                table.count(scope, "rift", self.seat)
                self.dice = 2
            return []
        many = 1 if face == PARCHMENT else 2
        return [GainDie(self.seat, self.board, rule="CD-17.43" if many == 1 else "CD-17.44") for _ in range(many)]


def may_change_ancients(table: Cult, use: Use) -> bool:
    """CD-Q-4: in one's own Commit phase, while a die shows the face."""
    return use.seat == table.active and bool(changeable(table, list(BASE.rituals["ancient-chant"].faces)))


@ability("ancient-chant", COMMIT, rule="CD-17.19", label="Turn an ancient", condition=may_change_ancients)
def chant_keeper(table: Cult, use: Use) -> Follow:
    """CD-17.19."""
    return ChangeDie(list(BASE.rituals["ancient-chant"].faces), list(NOT_DOUBLE), rule="CD-17.19")
