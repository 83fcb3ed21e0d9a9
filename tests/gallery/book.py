"""Book: a player turns the pages of a book and chooses; with two, the other reads to them.

GB-1 a page: choose one of its two ways. GB-2 its entry is opened; then turn the page. GB-3 after the last page it ends.
"""

from eschaton.kernel.ask import Ask, Choose, Option, Seat, Viewer, keys
from eschaton.kernel.game import Game, Look, Setup
from eschaton.kernel.scene import Entry, Page, Piece, Scene, Sequence, Zone
from eschaton.kernel.step import End, Follow, Outcome, Stay, Step
from eschaton.kernel.table import Open, Table

LISTENER, READER = 0, 1
STEPS = ["Read", "Choose", "Test", "Turn the page"]
PAGES = [
    ("117", "The Drowned Stair", [
        "Forty steps lead down into the water, and no hand has counted more. Somebody has left a lamp on the last dry "
        "one; its oil is fresh, and its flame leans towards the deep as if it listened.",
        "Below, something knocks: three times, a pause, and once.",
        "You could answer the knocking.\nYou could also put out the lamp and wait.",
    ]),
    ("118", "A Door of Salt", [
        "The door has no handle. It tastes of tears, and it was licked smooth by everybody who ever stood here.",
    ]),
    ("121", "What the Bell Said", ["The bell speaks once in a lifetime, and you have slept through most of it."]),
]  # fmt: skip
CHOICES = {
    "first": ("Answer the knocking", "Test Agility −3"),
    "second": ("Put out the lamp", "Test Cunning −1"),
}
ENTRIES = {
    "first": "The water opens like a book. What stood behind the knocking bows, and gives you its place.",
    "second": "In the dark you hear it climb. It counts the steps with you, and at forty-one it stops to breathe.",
}


class Book(Table):
    """An open book."""

    home = __name__
    page: Open[int] = 0
    opened: Open[list[str]] = []

    def describe(self, key: str) -> Option:
        """Choices stand on the page."""
        return Option(key, CHOICES[key][0], (key,)) if key in CHOICES else Option(key, "Turn the page")


class Read(Step):
    """GB-1: choose a way; GB-2: then turn the page."""

    seat: Open[Seat] = LISTENER

    def ask(self, table: Book) -> Ask:
        return Choose(self.seat, keys(["turn"] if table.opened else list(CHOICES)), rule="GB-1")

    def prompt(self, table: Book) -> str:
        """What is asked."""
        return "Go on" if table.opened else "What do you do?"

    def run(self, table: Book, key: str) -> Follow:
        if key in CHOICES:
            table.opened.append(key)
            return Stay()
        table.opened, table.page = [], table.page + 1
        return Read() if table.page < len(PAGES) else End(Outcome((LISTENER,), "GB-3", "the book is read"))


def setup(setup: Setup) -> Book:
    """The first page."""
    return Book(players_count=setup.players, places=list(range(setup.players)), stack=[Read()])


def scene(seen: Book, viewer: Viewer) -> Scene:
    """The page as this viewer may read it: whoever is read to sees only the choices."""
    number, title, paragraphs = PAGES[min(seen.page, len(PAGES) - 1)]
    read_out = seen.players_count > 1
    hidden = read_out and viewer == LISTENER
    entries = [
        Entry(id=key, title=CHOICES[key][0], paragraphs=[ENTRIES[key]] if key in seen.opened and not hidden else [])
        for key in CHOICES
    ]
    choices = [Piece(id=key, kind="choice", title=words, text=test) for key, (words, test) in CHOICES.items()]
    page = Page(
        number=number,
        paragraphs=[] if hidden else paragraphs,
        entries=entries,
        reader=READER if read_out else None,
    )
    return Scene(
        title="Book",
        turn=LISTENER,
        sequence=Sequence(title="Reading", steps=STEPS, at=3 if seen.opened else 1),
        zones=[
            Zone(id="page", kind="page", title=title, page=page, pieces=[] if seen.opened else choices),
            *(
                Zone(id=f"S{seat}", kind="row", title=f"S{seat}", owner=seat, marks={"Tears": 2 + seat})
                for seat in range(seen.players_count)
            ),
        ],
    )


LOOK = Look(accent="#b98a5e", emblem="scroll-unfurled", art=("scroll-unfurled",), mood="A book that answers.")
GAME = Game(id="book", title="Book", version=1, players=(1, 2), setup=setup, scene=scene, look=LOOK, shared=True)
