"""A country of fifty places made by code, and an arena of nine: ground, ways and names, without anybody on them."""

from math import hypot

from eschaton.kernel.scene import Ground, Overlay, Region, Spot, Way

COLUMNS, ROWS = 10, 5
NAMES = """
Tollhouse|Salt Gate|Almoner's Stair|Candle Yard|The Long Quay|Heron Weir|Gallows Mead|Three Wells|Ashen Ford
Widow's Lamp|Nettle Cross|Old Kiln|Bellfounders|Thornwick|Quiet Orchard|The Sluices|Marrow Bridge
Kestrel Rock|Drover's Rest|Low Chapel|Glass Hill|Pilgrim's Oak|Sexton's Row|Harrow Lane|The Broken Arch
Fuller's Mill|Cinder Court|Vesper Tower|Hollow Way|Rook Abbey|Mourners' Gate|Saint's Elbow|Oxen Pool
The Charnel|Beggar's Field|Tanners' Dip|Lark Common|Withy Bed|Iron Cistern|Wolf Stone|Penny Market
Barren Knoll|The Ossuary|Kite Hollow|Fen Causeway|Cold Harbour|Mercy Steps|Raven Spur|Lantern Point
The Last House
"""
TITLES = [name for line in NAMES.strip().splitlines() for name in line.split("|")]
GIFTS = ("2 Tears", "1 Salt", "", "Heal 1", "", "3 Tears, lose 1 Salt", "Draw a card")
SIGNS = ("candle-light", "", "crown", "", "", "death-skull", "")
SHAPES = ("circle", "square", "circle", "diamond", "circle", "hexagon", "circle")


def spot_of(number: int) -> Spot:
    """Where a place lies: on a grid that a hand has shaken."""
    row, column = divmod(number - 1, COLUMNS)
    x = 9 + column * 15.6 + (row * 7 + column * 5) % 7 - 3
    y = 12 + row * 18.6 + (row * 5 + column * 11) % 9 - 4
    kind = number % len(SHAPES)
    return Spot(x=x, y=y, label=str(number), shape=SHAPES[kind], icon=SIGNS[kind])


SPOTS = {number: spot_of(number) for number in range(1, COLUMNS * ROWS + 1)}


def neighbours() -> list[tuple[int, int]]:
    """Pairs of places that lie beside, below or aslant of one another; some are left out."""
    found = []
    for number in SPOTS:
        row, column = divmod(number - 1, COLUMNS)
        if column + 1 < COLUMNS and number % 6:
            found.append((number, number + 1))
        if row + 1 < ROWS and (number + row) % 4:
            found.append((number, number + COLUMNS))
        if row + 1 < ROWS and column + 1 < COLUMNS and not (number + 2 * row) % 7:
            found.append((number, number + COLUMNS + 1))
    return found


def way(place: int, start: int, end: int) -> Way:
    """The way between two neighbours: mostly a road."""
    kind = "cliff" if place % 7 == 3 else "closed" if place % 13 == 5 else "road"
    steps = 2 if kind == "cliff" else 0 if kind == "closed" else 1
    return Way(start=f"p{start}", end=f"p{end}", kind=kind, one_way=place % 11 == 4, steps=steps)


WAYS = [way(place, start, end) for place, (start, end) in enumerate(neighbours())]


def reach(start: int, steps: int) -> dict[int, int]:
    """The places within so many steps, and how many it takes to each."""
    found = {start: 0}
    for _ in range(steps):
        for each in WAYS:
            a, b = int(each.start[1:]), int(each.end[1:])
            for here, there in ((a, b),) if each.one_way else ((a, b), (b, a)):
                if each.steps and here in found and found[here] + each.steps <= steps:
                    found[there] = min(found.get(there, steps), found[here] + each.steps)
    return {place: cost for place, cost in found.items() if place != start}


GROUND = Ground(
    width=160,
    height=100,
    grid=20,
    regions=[
        Region(
            outline=[(-8, 6), (20, 2), (52, 5), (84, 1), (120, 4), (150, 2), (166, 12), (157, 34), (159, 58), (166, 80),
                     (148, 97), (118, 95), (92, 99), (60, 95), (30, 99), (4, 95), (-8, 80), (1, 56), (-2, 30)],
        ),
        Region(title="Mere of Sighs", kind="water", outline=[(66, 42), (80, 39), (88, 47), (82, 56), (69, 54)]),
        Region(title="Weald", kind="wood", outline=[(8, 62), (32, 58), (44, 70), (36, 88), (14, 92), (4, 78)]),
        Region(title="The Teeth", kind="hills", outline=[(108, 8), (140, 6), (150, 22), (128, 30), (106, 24)]),
        Region(title="Ashfall", kind="waste", outline=[(104, 66), (134, 62), (146, 76), (130, 90), (106, 86)]),
    ],
    legend={"candle-light": "a chapel", "crown": "a lord's seat", "death-skull": "a grave"},
)  # fmt: skip

NODES = {
    1: Spot(x=50, y=8, label="1", shape="square", exit=True),
    2: Spot(x=22, y=24, label="2", shape="circle"),
    3: Spot(x=50, y=32, label="3", shape="diamond", modifier="+1"),
    4: Spot(x=78, y=24, label="4", shape="circle", modifier="−1"),
    5: Spot(x=14, y=56, label="5", shape="hexagon"),
    6: Spot(x=50, y=60, label="6", shape="star"),
    7: Spot(x=86, y=56, label="7", shape="hexagon", modifier="−2"),
    8: Spot(x=30, y=86, label="8", shape="triangle"),
    9: Spot(x=70, y=86, label="9", shape="square", exit=True),
}
STEPS = [
    (1, 2),
    (1, 4),
    (1, 3),
    (2, 3),
    (3, 4),
    (2, 5),
    (4, 7),
    (3, 6),
    (5, 6),
    (6, 7),
    (5, 8),
    (6, 8),
    (6, 9),
    (7, 9),
    (8, 9),
]
BARRED = (5, 6)
LINKS = [
    *(
        Way(start=f"n{a}", end=f"n{b}", kind="closed", steps=0) if (a, b) == BARRED else Way(start=f"n{a}", end=f"n{b}")
        for a, b in STEPS
    ),
    Way(start="n7", end="n3", kind="arrow", one_way=True, label="2"),
]
BLOW = Overlay(
    title="Sweeping Blow",
    ways=[
        Way(start="n6", end="n2", kind="arrow", one_way=True, label="3"),
        Way(start="n6", end="n4", kind="arrow", one_way=True, label="1"),
    ],
    notes={"n8": "safe", "n6": "foe"},
)


def beside(node: int) -> list[int]:
    """The nodes one step away."""
    pairs = [pair for pair in STEPS if pair != BARRED]
    return sorted({a + b - node for a, b in pairs if node in (a, b)})


def apart(one: Spot, other: Spot) -> float:
    """How far two spots lie apart."""
    return hypot(one.x - other.x, one.y - other.y)
