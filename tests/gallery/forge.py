"""Forge: dice of iron and gold with sides of their own, in two pools, against what a foe demands.

GF-1 roll all dice. GF-2 put every die on a demand, or aside; it begins as it lies. GF-3 after three rounds the end.
"""

import msgspec

from eschaton.kernel.ask import Ask, Assign, Face, Option, Roll, Seat, Viewer
from eschaton.kernel.game import Game, Look, Setup
from eschaton.kernel.scene import Die, Need, Piece, Scene, Sequence, Side, Zone
from eschaton.kernel.step import End, Follow, Outcome, Step
from eschaton.kernel.table import Open, Table

ROUNDS = 3
ROLLER = 0
IRON = [
    Side(number=1), Side(number=2), Side(number=2, symbols=["Blade"]), Side(number=3, symbols=["Eye"]),
    Side(symbols=["Blade", "Eye"]), Side(number=4, drops=2),
]  # fmt: skip
GOLD = [
    Side(number=3), Side(number=4, symbols=["Blade"]), Side(number=5), Side(number=5, drops=1),
    Side(number=6, symbols=["Eye", "Blade"]), Side(symbols=["Eye"], drops=3),
]  # fmt: skip
DICE = {
    "d0": ("iron", IRON, 0),
    "d1": ("iron", IRON, 0),
    "d2": ("gold", GOLD, 0),
    "d3": ("gold", GOLD, 1),
    "d4": ("iron", IRON, 1),
}
DEMANDS = {"two": "2", "blade": "a Blade", "eye": "an Eye"}
PLACES = {"two": "Parry", "blade": "Strike", "eye": "Foresee"}
ASIDE = "aside"


class Thrown(msgspec.Struct):
    """What a die shows, and where it lies."""

    face: Open[int] = 0
    at: Open[str] = ASIDE


class Forge(Table):
    """The dice."""

    home = __name__
    dice: Open[dict[str, Thrown]]
    round: Open[int] = 0

    def describe(self, key: str) -> Option:
        """Dice by number, demands by what they ask for, faces by number."""
        if key in DICE:
            return Option(key, f"die {int(key[1:]) + 1}", (key,))
        return Option(key, "aside" if key == ASIDE else DEMANDS.get(key, key), (key,))


class Throw(Step):
    """GF-1: roll all dice."""

    def ask(self, table: Forge) -> Ask:
        return Roll("dice", (1, 2, 3, 4, 5, 6), len(DICE), rule="GF-1")

    def run(self, table: Forge, faces: list[Face]) -> Follow:
        for thrown, face in zip(table.dice.values(), faces, strict=True):
            thrown.face = int(face)
        return Place()


class Place(Step):
    """GF-2: put the dice where they count."""

    seat: Open[Seat] = ROLLER

    def ask(self, table: Forge) -> Ask:
        places = dict.fromkeys(table.dice, (ASIDE, *DEMANDS))
        return Assign(
            self.seat, places, most=dict.fromkeys(DEMANDS, 1), neutral=dict.fromkeys(table.dice, ASIDE), rule="GF-2"
        )

    def prompt(self, table: Forge) -> str:
        """What is asked."""
        return "What do your dice count for?"

    def run(self, table: Forge, placed: dict[str, str]) -> Follow:
        for die, place in placed.items():
            table.dice[die].at = place
        table.round += 1
        return Throw() if table.round < ROUNDS else End(Outcome((ROLLER,), "GF-3", "the foe is tired"))


def setup(setup: Setup) -> Forge:
    """No die is rolled yet."""
    seats = list(range(setup.players))
    return Forge(players_count=len(seats), places=seats, dice={die: Thrown() for die in DICE}, stack=[Throw()])


def die(key: str, face: int, at: str) -> Piece:
    """A die: those of whoever helps are lowered, one is raised, and one with two drops is crossed out."""
    colour, sides, owner = DICE[key]
    shows = sides[face - 1] if face else None
    number = shows.number if shows else None
    lowered = number - 1 if owner and number and number > 2 else None
    raised = number + 1 if key == "d2" and number and number < 6 else None
    drawn = Die(
        colour=colour, shows=shows, sides=sides, now=lowered or raised, crossed=bool(shows and shows.drops == 2)
    )
    return Piece(id=key, kind="die", owner=owner, die=drawn, on=at if at != ASIDE else "")


def own(seat: Seat) -> Zone:
    """A player."""
    return Zone(id=f"S{seat}", kind="row", title=f"S{seat}", owner=seat, marks={"Guilt": seat})


def scene(seen: Forge, viewer: Viewer) -> Scene:
    """Two pools of dice, and what is demanded."""
    lying = {key: thrown.at for key, thrown in seen.dice.items()}
    needs = [
        Need(title=title, met_by=next((die for die, at in lying.items() if at == key), ""))
        for key, title in DEMANDS.items()
    ]
    dice = [die(key, thrown.face, thrown.at) for key, thrown in seen.dice.items()]
    demands = [Zone(id=key, kind="row", title=name, text=DEMANDS[key]) for key, name in PLACES.items()]
    return Scene(
        title="Forge",
        turn=ROLLER,
        legend={"Blade": "crossed-swords", "Eye": "all-seeing-eye"},
        sequence=Sequence(title="Fight", steps=["Help", "Roll", "Apply", "Spoils"], at=2),
        zones=[
            Zone(id="foe", kind="row", title="The foe demands", needs=needs, zones=demands),
            Zone(id=ASIDE, kind="tray", title="Dice", pieces=dice),
            *(own(seat) for seat in range(seen.players_count)),
        ],
    )  # fmt: skip


LOOK = Look(accent="#d97f6d", emblem="crown", art=("crown",), mood="Dice with sides of their own.")
GAME = Game(id="forge", title="Forge", version=1, players=(1, 2), setup=setup, scene=scene, look=LOOK, shared=True)
