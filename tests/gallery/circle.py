"""Circle: players round a table, each with a frame round their own card, a hand of two dozen, and arrows between them.

GC-1 a turn: play a card of the kind that leads, or pass. GC-2 after some turns it ends.
"""

from eschaton.kernel.ask import Ask, Choose, Option, Seat, Viewer, keys
from eschaton.kernel.game import Game, Look, Setup
from eschaton.kernel.scene import Piece, Scene, Tie, Zone
from eschaton.kernel.step import End, Follow, Outcome, Step
from eschaton.kernel.table import Open, Table

TURNS = 6
KINDS = ("good luck", "bad luck", "artefact", "memory")
NAMES = ("Lantern", "Coin", "Knot", "Feather", "Bell", "Thorn")
HAND = [(f"{kind}.{at}", kind, name) for kind in KINDS for at, name in enumerate(NAMES)]
TITLES = {key: f"{kind.split()[-1].title()} {name}" for key, kind, name in HAND}
ROUND = {"north": "Vow", "east": "Debt", "south": "Wound", "west": "Omen", "northeast": "Guide"}


class Circle(Table):
    """Who has played what."""

    home = __name__
    played: Open[list[str]] = []
    turns: Open[int] = 0

    def describe(self, key: str) -> Option:
        """Cards by name."""
        return Option(key, f"Play {TITLES[key]}", (key,)) if key in TITLES else Option(key, "Pass")


class Turn(Step):
    """GC-1: play a card of the kind that leads."""

    seat: Open[Seat]

    def ask(self, table: Circle) -> Ask:
        leads = KINDS[table.turns % len(KINDS)]
        playable = [key for key, kind, _ in HAND if kind == leads and key not in table.played][:3]
        return Choose(self.seat, keys([*playable, "pass"] if self.seat == 0 else ["pass"]), rule="GC-1")

    def prompt(self, table: Circle) -> str:
        """What is asked."""
        return f"Do you play a card of {KINDS[table.turns % len(KINDS)]}?"

    def run(self, table: Circle, key: str) -> Follow:
        table.played += [key] if key in TITLES else []
        table.turns += 1
        return Turn(0) if table.turns < TURNS else End(Outcome((0,), "GC-2", "the evening is over"))


def setup(setup: Setup) -> Circle:
    """Everybody sits down."""
    return Circle(players_count=setup.players, places=list(range(setup.players)), stack=[Turn(0)])


def halo(seat: Seat) -> Zone:
    """A player's own card, and what lies round it."""
    virtues = {"north": str(seat + 2), "east": "3", "south": "1", "west": str(4 - seat % 3)}
    saint = Piece(
        id=f"saint{seat}", kind="card", title=f"Saint {seat + 1}", tags=["saint"], icon="person", sides=virtues
    )
    sides = [side for at, side in enumerate(ROUND) if at <= seat + 2]
    around = [
        Zone(
            id=f"{side}{seat}",
            kind="row",
            title=ROUND[side],
            side=side,
            pieces=[Piece(id=f"{side}{seat}.t", kind="token", title=ROUND[side], icon="flat-star")],
        )
        for side in sides
    ]
    return Zone(id=f"halo{seat}", kind="halo", title="Halo", pieces=[saint], zones=around)


def hand(seen: Circle) -> Zone:
    """The cards that are left in hand."""
    cards = [
        Piece(id=key, kind="card", title=TITLES[key], text="Change one die of anybody.", tags=[kind], icon="flat-star")
        for key, kind, _ in HAND
        if key not in seen.played
    ]
    return Zone(id="hand", kind="hand", title="Hand", pieces=cards)


def seat_zone(seat: Seat, seen: Circle, viewer: Viewer) -> Zone:
    """A player's place."""
    inner = [halo(seat), *([hand(seen)] if seat == 0 and viewer in (0, None) else [])]
    return Zone(id=f"S{seat}", kind="row", title=f"S{seat}", owner=seat, marks={"grace": 3 - seat % 2}, zones=inner)


def scene(seen: Circle, viewer: Viewer) -> Scene:
    """Everybody's frame, one's own hand, a deck with what is known of it, and who can help whom."""
    deck = [Piece(id=f"omen{n}", kind="card", back="omen") for n in range(9)]
    known = Zone(id="deck", kind="deck", title="Omens", pieces=deck, text="9 cards: 2 omens, the master is not here")
    others = range(1, seen.players_count)
    return Scene(
        title="Circle",
        turn=0,
        zones=[known, *(seat_zone(seat, seen, viewer) for seat in range(seen.players_count))],
        ties=[Tie(start=seat, end=0, title="can help") for seat in others],
    )


LOOK = Look(accent="#9fb0d8", emblem="candles", art=("candles",), mood="Round one table.")
GAME = Game(id="circle", title="Circle", version=1, players=(2, 3, 4), setup=setup, scene=scene, look=LOOK, shared=True)
