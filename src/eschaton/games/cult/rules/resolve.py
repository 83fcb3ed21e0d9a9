"""CD-8, CD-9: the Resolve phase: dice one at a time, on players and on rituals; then the Tribute to Nycen."""

from __future__ import annotations

from eschaton.games.cult.box.components import BLOOD, DAGGERS, FACE_NAMES, RITUAL_SYMBOLS, SEAT_OF
from eschaton.games.cult.powers import RESOLVE, STRUCK
from eschaton.games.cult.rules.dice import altar_at, seat_at, seats_as_options
from eschaton.games.cult.rules.life import NOBODY, everyone, gain, lose, ritual_loss
from eschaton.games.cult.rules.rituals import CompleteRitual, die_on_ritual
from eschaton.games.cult.state import Cult, Die
from eschaton.kernel.ask import Ask, Choose, Option, Options, Seat
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Window, before

BEGIN, DICE, TRIBUTE = range(3)
SORCERESSES = ("sorceress", "sorceress-2")
EXPLOSION = 2  # life lost by an arcane explosion


class ResolvePhase(Step):
    """CD-8.1, CD-8.2, CD-8.10, CD-8.12: the active player resolves the dice one at a time; between them anybody may act
    (CD-8.11).

    `lost` lists who has lost life in this phase (CD-Q-41, CD-Q-42).
    """

    stage: int = BEGIN
    lost: Open[list[Seat]] = []

    def ask(self, table: Cult) -> Ask | None:
        if self.stage != DICE:
            return None
        options = next_dice(table)
        if len(options) <= 1:
            return None
        return Choose(table.active, options, rule="CD-8.1", prompt="Which die do you resolve?")

    def run(self, table: Cult, answer: str | None) -> Follow:
        if self.stage == BEGIN:
            self.stage = DICE
            return Stay(between_dice(table))
        if self.stage == TRIBUTE:
            return None
        key = answer or only_die(table)
        if key:
            return Stay(*announced(table, key), between_dice(table))
        self.stage = TRIBUTE
        table.dice.clear()
        return Stay(*tribute(table, self.serial))


def between_dice(table: Cult) -> Window:
    """CD-Q-41, CD-13.8, CD-15.15: everybody may act before, between and after the dice, the active player last."""
    return Window(RESOLVE, table.around(table.active), rule="CD-8.11")


def next_dice(table: Cult) -> Options:
    """The dice that can be resolved now; equal dice count once, and so do those that only heal the same player.

    One that is held fast is unlike the others: those can still be changed before their turn (CD-8.1, CD-13.6).
    """
    seen: set[tuple[str, str, bool, bool]] = set()
    options: Options = {}
    for die in table.dice:
        face, on = die.face, die.on
        like = (face, on, die.heals, die.held and face != BLOOD)
        on_player = on in SEAT_OF
        if on_player and face in RITUAL_SYMBOLS and heals_like_blood(table, die):
            like = (BLOOD, on, False, False)
        if like not in seen and (on_player or can_resolve(table, die)):
            seen.add(like)
            options[die.id] = die.id
    return options


def heals_like_blood(table: Cult, die: Die) -> bool:
    """Whether a die does what blood would do in its place, 1 life for its player, and its face cannot matter.

    It may matter to an Alchemist II (CD-18.4), a Sorceress (CD-18.8), the Blood Rites (CD-17.61), a Faceless who could
    get another power symbol (CD-18.39), and wherever one face counts as another (CD-Q-64). Daggers are never taken for
    blood.
    """
    face = die.face
    if face == BLOOD:
        return True
    seat = seat_at(die.on)
    if face in DAGGERS or seat < 0 or not counts_as_symbol(table, die, seat):
        return False
    if table.has(seat, "alchemist-2") or table.has(seat, "faceless") or sorceress_fed(table, face, seat):
        return False
    return not any(effect.name == "transmuted" for effect in table.effects)


def only_die(table: Cult) -> str:
    """The first die that can be resolved now, of dice that all do the same; empty if there is none."""
    for die in table.dice:
        if can_resolve(table, die):
            return die.id
    return ""


def can_resolve(table: Cult, die: Die) -> bool:
    """Whether a committed die can be resolved now; one on a track at 0 waits (CD-Q-25)."""
    if die.on in SEAT_OF:
        return True
    altar = altar_at(table, die.on)
    return altar is not None and table.takes(altar, die.face)


def announced(table: Cult, key: str) -> list[Step]:
    """The die about to be resolved; who, as far as everybody knows, might answer being struck is offered it first."""
    step = ResolveDie(key)
    die = table.die(key)
    seat = seat_at(die.on) if die is not None else NOBODY
    if seat < 0 or not table.possible_powers(seat, STRUCK):
        return [step]
    return before(table, Window(STRUCK, [seat], rule="CD-8.11"), step)


class ResolveDie(Step):
    """CD-8.1, CD-9.23, CD-17.25, CD-24.7: one die takes effect and leaves the table. Mirrored, its owner loses as much
    as is lost by it."""

    die: Open[str]
    mirrored: Open[bool] = False

    def in_words(self, table: Cult) -> str:
        die = table.die(self.die)
        return f"A {FACE_NAMES[die.face]} is about to be resolved on {die.on}." if die is not None else ""

    def run(self, table: Cult) -> Follow:
        die = table.die(self.die)
        if die is None:
            return None
        table.dice.remove(die)
        altar = altar_at(table, die.on)
        if altar is None:
            return on_player(table, die, seat_at(die.on), self.mirrored)
        owner = table.active
        return die_on_ritual(table, altar, die.face, owner, owner, owner)


def on_player(table: Cult, die: Die, seat: Seat, mirrored: bool) -> Follow:
    """CD-8.3 to CD-8.8: what a die does on a player."""
    face = die.face
    owner = table.active
    if counts_as_symbol(table, die, seat):
        if gain(table, seat, 1, "CD-8.6"):
            after_symbol(table, seat)
        return fed(table, face, seat, mirrored)
    if face in DAGGERS:
        lost = lose(table, seat, DAGGERS[face], owner, "CD-8.3" if DAGGERS[face] == 1 else "CD-8.4")
        if mirrored:
            lose(table, owner, lost, seat, "CD-13.2")
    elif face == BLOOD:
        gain(table, seat, 1, "CD-8.5")
    else:
        return fed(table, face, seat, mirrored)
    return None


def harm(table: Cult, die: Die, seat: Seat) -> int:
    """How much life this player may lose by the die that lies on them (CD-8.3, CD-8.4, CD-18.14)."""
    if die.face in DAGGERS:
        return 0 if counts_as_symbol(table, die, seat) else DAGGERS[die.face]
    return EXPLOSION if about_to_explode(table, die.face, seat) else 0


def counts_as_symbol(table: Cult, die: Die, seat: Seat) -> bool:
    """CD-8.6, CD-18.3, CD-18.5: whether the die heals this player as their power symbol."""
    owner = table.active
    if table.symbol(seat) != die.face:
        return False
    if seat == owner:
        return True
    shared = table.has(owner, "alchemist-2") or table.has(seat, "alchemist-2")
    return shared and (die.heals or die.face not in DAGGERS)


def after_symbol(table: Cult, seat: Seat) -> None:
    """CD-18.4, CD-Q-50: Alchemist II gains 1 more, once per Resolve phase."""
    phase = table.scope("ResolvePhase")
    if table.has(seat, "alchemist-2") and not table.used(phase, seat, "alchemist-2"):
        table.count(phase, seat, "alchemist-2")
        gain(table, seat, 1, "CD-18.4")


def sorceress_fed(table: Cult, face: str, seat: Seat) -> str:
    """CD-18.7, CD-18.11: which Sorceress's ability a die with this face feeds on this player; empty if none."""
    for card in SORCERESSES:
        own_dice = card == "sorceress-2" or seat == table.active
        if own_dice and table.has(seat, card) and face in table.box.characters[card].faces:
            return card
    return ""


def about_to_explode(table: Cult, face: str, seat: Seat) -> bool:
    """CD-Q-51: whether a die with this face would be the second one resolved on a Sorceress."""
    return bool(sorceress_fed(table, face, seat)) and table.used(table.scope("ResolvePhase"), seat, "fed") == 1


def fed(table: Cult, face: str, seat: Seat, mirrored: bool) -> Follow:
    """CD-18.8, CD-18.12, CD-Q-51, CD-18.15: the second such die on a Sorceress makes an arcane explosion."""
    card = sorceress_fed(table, face, seat)
    if card and table.count(table.scope("ResolvePhase"), seat, "fed") == 2:
        return ArcaneExplosion(seat, card == "sorceress", mirrored)
    return None


class ArcaneExplosion(Step):
    """CD-18.8, CD-18.12, CD-18.9, CD-18.10: everybody but one player chosen by the owner of the dice loses 2 life.

    Mirrored, the owner also loses as much as the Sorceress does by their die.
    """

    seat: Open[Seat]
    optional: Open[bool]
    mirrored: Open[bool] = False

    def ask(self, table: Cult) -> Ask:
        options: Options = seats_as_options(table.living())
        if self.optional:
            options["none"] = NOBODY
        return Choose(table.active, options, rule="CD-18.8", prompt="Whom does the arcane explosion spare?")

    def describe(self, table: Cult, key: str) -> Option:
        return Option(key, "No explosion") if key == "none" else table.describe(key)

    def run(self, table: Cult, spared: Seat) -> Follow:
        if spared == NOBODY:
            return None
        rule = "CD-18.8" if self.optional else "CD-18.12"
        table.say(rule, "explosion", who=self.seat, spared=spared)
        lost = {seat: lose(table, seat, EXPLOSION, table.active, rule) for seat in everyone(table) if seat != spared}
        if self.mirrored:
            lose(table, table.active, lost.get(self.seat, 0), self.seat, "CD-13.2")
        for seat in table.living():
            if table.has(seat, "sorceress-2"):
                gain(table, seat, 1, "CD-18.13")
        return None


def tribute(table: Cult, phase: int) -> list[Step]:
    """CD-17.54, CD-Q-44, CD-15.19, CD-17.57, CD-17.59: the Tribute to Nycen advances unless the active player resolved
    a die on it."""
    altar = table.altar_of("tribute-to-nycen")
    if altar is None or table.used(phase, "tribute", table.active):
        return []
    altar.tracks["own"] -= 1
    table.say("CD-17.54", "tribute missed", who=table.active, left=altar.tracks["own"])
    if altar.tracks["own"]:
        return []
    others = table.clockwise(table.active)
    amounts = {seat: table.n for seat in everyone(table) if seat in (others[0], table.active, others[-1])}
    loss = ritual_loss(table, amounts, altar.ritual, NOBODY, "CD-17.58")
    return [*loss, CompleteRitual(altar.key, NOBODY)]
