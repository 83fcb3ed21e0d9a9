"""Charts: pilgrims walk a country of fifty places; in a lord's seat an arena opens, and the map folds until they leave.

GA-1 a turn: go up to two steps, rest, or enter an arena. GA-2 in the arena: go to the next node, or leave by an exit.
GA-3 the game ends after so many turns; who has the most Tears wins.
"""

from eschaton.kernel.ask import Ask, Choose, Option, Seat, Viewer, keys
from eschaton.kernel.game import Game, Look, Setup
from eschaton.kernel.scene import Ground, Piece, Scene, Sequence, Zone
from eschaton.kernel.step import End, Follow, Outcome, Stay, Step
from eschaton.kernel.table import Open, Table
from tests.gallery import country

TURNS = 12
SPEED = 2
FOE = 6  # the node on which the Warden stands
GATES = frozenset(number for number, spot in country.SPOTS.items() if spot.icon == "crown")


class Charts(Table):
    """Where everybody is."""

    home = __name__
    at: Open[list[int]]
    node: Open[list[int]]
    tears: Open[list[int]]
    turns: Open[int] = 0
    crowd: Open[int] = 0

    def describe(self, key: str) -> Option:
        """Places by number and name."""
        if key[:1] == "p" and key[1:].isdigit():
            number = int(key[1:])
            return Option(key, f"Go to {number} {country.TITLES[number - 1]}", (key,))
        if key[:1] == "n" and key[1:].isdigit():
            return Option(key, f"Go to node {key[1:]}", (key,))
        return Option(key, {"rest": "Rest", "enter": "Enter the arena", "leave": "Leave the arena"}[key])


class Turn(Step):
    """GA-1: go somewhere, rest, or enter."""

    seat: Open[Seat]

    def ask(self, table: Charts) -> Ask:
        here = table.at[self.seat]
        going = [f"p{number}" for number in sorted(country.reach(here, SPEED))]
        return Choose(self.seat, keys([*going, *(["enter"] if here in GATES else []), "rest"]), rule="GA-1")

    def prompt(self, table: Charts) -> str:
        """What is asked."""
        return "Where do you go?"

    def run(self, table: Charts, key: str) -> Follow:
        table.turns += 1
        if key == "enter":
            return [Fight(self.seat), Next(self.seat)]
        if key != "rest":
            table.at[self.seat] = int(key[1:])
            table.tears[self.seat] += int(key[1:]) % 3
        return Next(self.seat)


class Next(Step):
    """GA-3: the next player, or the end."""

    seat: Open[Seat]

    def run(self, table: Charts) -> Follow:
        if table.turns < TURNS * table.players_count:
            return Turn(table.clockwise(self.seat)[0] if table.players_count > 1 else self.seat)
        best = max(table.tears)
        return End(Outcome(tuple(seat for seat, many in enumerate(table.tears) if many == best), "GA-3", "most Tears"))


class Fight(Step):
    """GA-2: node by node, until an exit is taken."""

    seat: Open[Seat]
    moves: Open[int] = 0

    def ask(self, table: Charts) -> Ask:
        node = table.node[self.seat]
        out = node and country.NODES[node].exit and self.moves
        going = country.beside(node) if node else [1, 9]
        return Choose(self.seat, keys([*(f"n{each}" for each in going), *(["leave"] if out else [])]), rule="GA-2")

    def prompt(self, table: Charts) -> str:
        """What is asked."""
        return "Where do you stand?"

    def run(self, table: Charts, key: str) -> Follow:
        if key == "leave" or self.moves > 8:
            table.node[self.seat] = 0
            return None
        table.node[self.seat] = int(key[1:])
        self.moves += 1
        return Stay()


def setup(setup: Setup) -> Charts:
    """Everybody begins in the middle of the country."""
    seats = range(setup.players)
    return Charts(
        players_count=len(seats), places=list(seats), stack=[Turn(0)],
        at=[24 + seat for seat in seats], node=[0 for _ in seats], tears=[0 for _ in seats],
    )  # fmt: skip


def crowded(given: Setup) -> Charts:
    """The same with four hundred pieces on the table."""
    table = setup(given)
    table.crowd = 400
    return table


def pawn(seat: Seat, where: str) -> Piece:
    """A player's figure."""
    return Piece(id=f"{where}:{seat}", kind="pawn", title=f"S{seat}'s pilgrim", owner=seat)


def place(number: int, seen: Charts, prices: dict[int, int]) -> Zone:
    """One place of the map, with who stands there."""
    here = [pawn(seat, "pilgrim") for seat, at in enumerate(seen.at) if at == number]
    wolves = [Piece(id=f"wolf{number}.{n}", kind="token", title="Wolf", icon="death-skull") for n in range(number % 5)]
    if number % 4:
        wolves = []
    spot = country.spot_of(number)
    if number in prices:
        spot.price = f"{prices[number]} step{'s' if prices[number] > 1 else ''}"
    text = country.GIFTS[number % len(country.GIFTS)]
    return Zone(
        id=f"p{number}", kind="place", title=country.TITLES[number - 1], text=text, spot=spot, pieces=here + wolves
    )


def chart(seen: Charts) -> Zone:
    """The map, with what the open question makes reachable."""
    turn = next((step for step in seen.stack if isinstance(step, Turn)), None)
    prices = country.reach(seen.at[turn.seat], SPEED) if turn else {}
    places = [place(number, seen, prices) for number in country.SPOTS]
    return Zone(
        id="map", kind="map", title="The Pilgrims' Country", zones=places, ground=country.GROUND, ways=country.WAYS
    )


def node(number: int, seen: Charts) -> Zone:
    """One node of the arena."""
    fighters = [pawn(seat, "fighter") for seat, at in enumerate(seen.node) if at == number]
    foe = [Piece(id="foe", kind="token", title="The Warden", icon="crown")] if number == FOE else []
    return Zone(id=f"n{number}", kind="place", spot=country.NODES[number], pieces=fighters + foe)


def arena(seen: Charts) -> Zone:
    """The arena, with a card's diagram laid on it."""
    return Zone(
        id="arena",
        kind="arena",
        title="The Warden's Stage",
        zones=[node(number, seen) for number in country.NODES],
        ways=country.LINKS,
        overlays=[country.BLOW],
        ground=Ground(width=100, height=96),
    )


def card(seat: Seat, title: str) -> Piece:
    """A card before a player."""
    return Piece(id=f"{title}{seat}", kind="card", title=title, text="Go one step more.", tags=["road"], owner=seat)


def own(seat: Seat, seen: Charts) -> Zone:
    """What a player has."""
    cards = [card(seat, title) for title in ("Staff", "Lantern")]
    marks = {"Tears": seen.tears[seat]}
    return Zone(id=f"S{seat}", kind="row", title=f"S{seat}", owner=seat, marks=marks, pieces=cards)


def thing(number: int) -> Piece:
    """One of a great many pieces."""
    kind = ("token", "die", "card", "marker")[number % 4]
    title = str(number % 6 + 1) if kind == "die" else f"Thing {number}"
    return Piece(id=f"h{number}", kind=kind, title=title, icon="" if kind == "die" else "crown")


def heap(many: int) -> list[Zone]:
    """So many pieces in some trays and rows."""
    pieces, rows = [thing(number) for number in range(many)], 8 if many else 0
    return [
        Zone(id=f"heap{row}", kind="tray" if row % 2 else "row", title=f"Heap {row + 1}", pieces=pieces[row::rows])
        for row in range(rows)
    ]


def scene(seen: Charts, viewer: Viewer) -> Scene:
    """The country, or while somebody fights the arena and the country folded away."""
    turn = next((step.seat for step in seen.stack if isinstance(step, Turn | Next | Fight)), None)
    fights = any(isinstance(step, Fight) for step in seen.stack)
    sequence = Sequence(title="Turn", steps=["Set out", "Fight", "Rest"], at=1 if fights else 0)
    zones = [chart(seen), *([arena(seen)] if fights else []), *(own(seat, seen) for seat in range(len(seen.at)))]
    return Scene(title="Charts", turn=turn, zones=[*zones, *heap(seen.crowd)], sequence=sequence)


LOOK = Look(accent="#c8a96a", emblem="candle-light", art=("candles",), mood="A country made by code.")
GAME = Game(
    id="charts", title="Charts", version=1, players=(1, 2, 3, 4), setup=setup, scene=scene, look=LOOK, shared=True
)
CROWDED = Game(id="crowd", title="Crowd", version=1, players=(1, 2), setup=crowded, scene=scene, look=LOOK, shared=True)
