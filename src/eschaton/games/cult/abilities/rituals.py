"""What rituals do: Altar benefits and Keeper powers (CD-17)."""

from __future__ import annotations

from eschaton.games.cult.box.components import (
    BLOOD,
    COSMOS,
    CULTIST_DIE,
    DAGGERS,
    DOUBLE,
    PARCHMENT,
)
from eschaton.games.cult.powers import COMMIT, RESOLVE, RESPONSE, Abilities
from eschaton.games.cult.rules.commit import NOT_DOUBLE, ChangeDie, Commit, changeable
from eschaton.games.cult.rules.dice import as_counted, dice_options, new_die, open_tracks, seats_as_options, turn_to
from eschaton.games.cult.rules.life import everyone, gain, give_coin, pay, ritual_loss
from eschaton.games.cult.rules.rituals import Benefit, ResolveGained, altar_benefit, discard_kept
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Ask, Choose, Options, Roll, Seat, keys
from eschaton.kernel.effect import Lasting
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use

abilities = Abilities()

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
            for face, boards in open_tracks(table, self.seat, self.board).items()
            for board in boards
        }
        return Choose(self.seat, options, rule=self.rule, prompt="Which die, and where?") if options else None

    def run(self, table: Cult, chosen: tuple[str, str] | None) -> Follow:
        if chosen is None:
            table.say("CD-Q-48", "die lost", who=self.seat)
            return None
        face, board = chosen
        table.say(self.rule, "die gained", who=self.seat, face=face, place=board)
        if self.seat == table.active:
            new_die(table, face, board)
        else:  # a benefit passed on: the die is not among those of this turn
            gained: ResolveGained = table.nearest("ResolveGained")
            gained.dice.append((self.seat, face, board))
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
        table.deed(self.seat, seat, amount)
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
        """Who may gain the life: not the resolver, unless three or fewer live; and there must be somebody to rob."""
        living = table.living()
        able = [seat for seat in living if seat != self.seat or len(living) <= 3]
        return [seat for seat in able if self.victims(table, seat)]

    def victims(self, table: Cult, thief: Seat) -> list[Seat]:
        """Who may be robbed: anybody else with life to lose."""
        return [seat for seat in table.living() if seat != thief and table.players[seat].life > 0]

    def ask(self, table: Cult) -> Ask | None:
        if self.thief >= 0:
            victims = seats_as_options(self.victims(table, self.thief))
            return Choose(self.seat, victims, rule="CD-Q-43", prompt="Who is robbed?")
        thieves = seats_as_options(self.thieves(table))
        return Choose(self.seat, thieves, rule="CD-17.49", prompt="Who steals?") if thieves else None

    def run(self, table: Cult, seat: Seat | None) -> Follow:
        if seat is None:
            return None
        if self.thief < 0:
            self.thief = seat
            table.deed(self.seat, seat, 1)
            return Stay()
        table.deed(self.seat, seat, -1)
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
            table.deed(self.seat, seat, 2)
        return None


class AstralRift(Step):
    """CD-17.39 to CD-17.47: the die is re-rolled and its face carried out; a cosmos rolls two more."""

    seat: Open[Seat]
    board: Open[str]
    by: Open[Seat]
    faces: Open[list[str]] = []
    dice: int = 1

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
            faces = [as_counted(table, face, self.by) for face in answer]
            self.faces = self.faces + faces
            table.say("CD-17.39", "rift", who=self.seat, faces=faces)
            return Stay()
        if not self.faces:
            return None
        face = answer or self.faces[0]
        self.faces.remove(face)
        return Stay(*self.carried_out(table, face))

    def carried_out(self, table: Cult, face: str) -> list[Step]:
        """What a face of the Astral Rift does."""
        if face in DAGGERS:
            amounts = dict.fromkeys(everyone(table), DAGGERS[face])
            return ritual_loss(table, amounts, "astral-rift", self.by, "CD-17.41" if face == DOUBLE else "CD-17.40")
        if face == BLOOD:
            for seat in table.living():
                gain(table, seat, 1, "CD-17.42")
            return []
        if face == COSMOS:
            scope = table.scope("ResolvePhase")
            if table.used(scope, "rift", self.by) < MOST_EXTRA_ROLLS:  # CD-Q-47
                table.count(scope, "rift", self.by)
                self.dice = 2
            return []
        many = 1 if face == PARCHMENT else 2
        return [GainDie(self.seat, self.board, rule="CD-17.43" if many == 1 else "CD-17.44") for _ in range(many)]


def may_change_ancients(table: Cult, use: Use) -> bool:
    """CD-Q-4: in one's own Commit phase, while a die shows the face."""
    return use.seat == table.active and bool(changeable(table, list(table.box.rituals["ancient-chant"].faces)))


@abilities.power(
    "ancient-chant", COMMIT, rule="CD-17.19", label="Turn an ancient to another face", condition=may_change_ancients
)
def chant_keeper(table: Cult, use: Use) -> Follow:
    """CD-17.19."""
    return ChangeDie(list(table.box.rituals["ancient-chant"].faces), list(NOT_DOUBLE), rule="CD-17.19")


def dice_lie(table: Cult, use: Use) -> bool:
    """There is a die whose symbol can be replaced."""
    return any(not die.held for die in table.dice)


@abilities.power(
    "transmutation", RESPONSE, rule="CD-17.32", label="Replace a symbol on all dice, once", condition=dice_lie
)
def transmutation_keeper(table: Cult, use: Use) -> Follow:
    """CD-17.32."""
    return ReplaceSymbol(use.seat)


class ReplaceSymbol(Step):
    """CD-17.32 to CD-17.34, CD-Q-64: one symbol counts as another for the turn; the Keeper's ritual is used up."""

    seat: Open[Seat]
    old: Open[str] = ""

    def ask(self, table: Cult) -> Ask:
        if not self.old:
            return Choose(self.seat, keys(CULTIST_DIE), rule="CD-17.32", prompt="Which symbol do you replace?")
        others = keys(face for face in CULTIST_DIE if face != self.old)
        return Choose(self.seat, others, rule="CD-17.32", prompt="Which symbol takes its place?")

    def run(self, table: Cult, face: str) -> Follow:
        if not self.old:
            self.old = face
            return Stay()
        discard_kept(table, self.seat, "transmutation")  # CD-17.33
        showing = [die for die in table.dice if die.face == self.old and not die.held]
        source = f"{self.old}>{face}"
        table.last(Lasting("transmuted", "set", 1, on=table.active, source=source, until=table.scope("Turn")))
        table.say("CD-17.32", "transmuted", who=table.active, old=self.old, face=face)
        for die in showing:
            turn_to(table, die, face, "CD-17.32")
        return Commit([die.id for die in showing], rule="CD-17.34") if showing else None


def has_dagger(table: Cult, use: Use) -> bool:
    """In one's own Resolve phase, with life to pay and a dagger still to resolve."""
    return use.seat == table.active and table.players[use.seat].life > 0 and bool(daggers(table))


def daggers(table: Cult) -> Options:
    """The unresolved dice that Blood Rites can sharpen."""
    faces = table.box.rituals["blood-rites"].faces
    return dice_options(table, faces, committed=True, into=DOUBLE)


@abilities.power(
    "blood-rites", RESOLVE, rule="CD-17.61", label="Pay 1 life to make a dagger double", limit=1, condition=has_dagger
)
def blood_keeper(table: Cult, use: Use) -> Follow:
    """CD-17.61: for 1 life."""
    pay(table, use.seat, 1, "CD-17.61")
    return Sharpen(use.seat)


class Sharpen(Step):
    """CD-17.61: Blood Rites: one of the Keeper's unresolved daggers counts as a double dagger."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask:
        return Choose(self.seat, daggers(table), rule="CD-17.61", prompt="Which dagger do you sharpen?")

    def run(self, table: Cult, key: str) -> Follow:
        die = table.die(key)
        if die is not None:
            turn_to(table, die, DOUBLE, "CD-17.61")
        return None
