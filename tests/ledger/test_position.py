"""Positions: pieces in play, keys with dots in them, what follows from a laid card; answers by their labels."""

import re
from typing import Annotated

import msgspec
import pytest

from eschaton.kernel import game as games
from eschaton.kernel.ask import Ask, Choose, ChooseSome, Option, keys
from eschaton.kernel.game import Game, Setup
from eschaton.kernel.pile import Pile, face_down
from eschaton.kernel.step import End, Follow, Outcome, Step
from eschaton.kernel.table import Natural, Open, Table, Within
from eschaton.ledger.paths import BadScenario
from eschaton.ledger.perform import perform
from eschaton.ledger.scenario import parse

HEAD = 'game = "yard"\nplayers = 2\n'


class Worker(msgspec.Struct, array_like=True):
    seat: Open[int]
    zone: Open[str] = "home"
    tools: Open[dict[str, Natural]] = {}
    mood: Open[Annotated[int, Within(-2, 2)]] = 0


class Field(msgspec.Struct):
    card: Open[Pile]
    grown: Open[Natural] = 0
    sides: Open[list[str]] = []


class Yard(Table):
    """Workers by name, fields by place; a field is marked with the first letter of its card."""

    home = __name__

    deck: Open[Pile]
    spare: Open[list[str]] = []
    rows: Open[list[Annotated[int, Within(1, 6)]]] = msgspec.field(default_factory=lambda: [1, 2])
    workers: Open[dict[str, Worker]] = {}
    fields: Open[dict[str, Field]] = {}

    def inventory(self):
        found = super().inventory()
        found.update([*self.workers, *self.spare])
        return found

    def kind_of(self, back: str) -> str:
        return back.partition("#")[0]

    def laid(self, holder) -> None:
        if isinstance(holder, Field):
            holder.sides = [card[0] for card in holder.card.cards]


class Name(Step):
    """A choice of the set-up."""

    def ask(self, table: Yard) -> Ask:
        return Choose(1, keys(["first", "second"]), "second", rule="YY-1")

    def run(self, table: Yard, key: str) -> Follow:
        table.say("YY-1", key)
        return Turn()


class Turn(Step):
    """YY-2: somebody chooses some."""

    def ask(self, table: Yard) -> Ask:
        return ChooseSome(0, keys(["d1", "d2"]))

    def run(self, table: Yard, chosen: list[str]) -> Follow:
        return End(Outcome((0,), reason="+".join(chosen)))

    def describe(self, table: Yard, key: str) -> Option:
        return Option(key, {"d1": "Red die", "d2": "Blue die"}[key])


def setup(setup: Setup) -> Yard:
    return Yard(
        players_count=2,
        places=[0, 1],
        deck=face_down("crop", ["rye", "oats", "hops"]),
        spare=["ann", "bob", "cy"],
        fields={"slot.1": Field(face_down("crop#1", ["beet"]))},
        stack=[Name()],
    )


@pytest.fixture(autouse=True)
def _yard(monkeypatch):
    monkeypatch.setitem(games._games, "yard", Game(id="yard", title="Y", version=1, players=(2,), setup=setup))


def fails(text: str) -> str:
    try:
        return str(perform(parse(HEAD + text, "x.toml")))
    except BadScenario as error:
        return str(error)


def holds(text: str) -> bool:
    return fails(text) == "None"


@pytest.mark.parametrize(
    "workers",
    [
        "workers.ann.seat = 1\nworkers.ann.tools.axe = 2\nworkers.ann.tools.saw = 1\n"
        'workers.bob = { seat = 0, zone = "out" }',
        '"workers.ann" = { seat = 1, tools = { axe = 2, saw = 1 } }\n"workers.bob" = { seat = 0, zone = "out" }',
    ],
)
def test_pieces_are_brought_into_play_by_named_fields_and_leave_where_they_came_from(workers):
    assert holds(
        f"[set]\n{workers}\n[[expect]]\nworkers.size = 2\nworkers.ann.seat = 1\nworkers.ann.zone = 'home'\n"
        "workers.ann.tools = { axe = 2, saw = 1 }\nworkers.bob.zone = 'out'\nspare = ['cy']\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("workers.dan.seat = 1", "x.toml: set: there is no piece 'dan'; did you mean ann?"),
        ("workers.ann.zone = 'out'", "set.workers.ann.seat: is missing; a new Worker needs it"),
        ("workers.ann = { seat = 1, zoen = 'out' }", "set.workers.ann.zoen: Worker has no 'zoen'; did you mean zone?"),
        ("workers.ann = { seat = 'S1' }", "set.workers.ann.seat: Expected `int`, got `str`"),
        ("fields.slot.2.card = ['ryee']", "set.fields.slot.2.card: there is no card 'ryee'; did you mean rye?"),
        ("fields.slot.2.card = 'rye'", "set.fields.slot.2.card: expected a list of card names, got 'rye'"),
    ],
)
def test_a_piece_that_cannot_be_laid_says_why(text, message):
    assert message in fails(f"[set]\n{text}\n")


def test_keys_with_dots_are_found_and_made_and_a_laid_card_has_its_consequences():
    assert holds(
        "[set]\nfields.slot.1.grown = 3\nfields.slot.1.card = ['oats']\nfields.slot.2.card = ['hops']\n"
        "[[expect]]\nfields.slot.1.grown = 3\nfields.slot.1.card = ['oats']\nfields.slot.1.sides = ['o']\n"
        "fields.slot.2.card = ['hops']\nfields.slot.2.sides = ['h']\ndeck = ['rye', 'beet']\n"
    )
    assert holds(
        "[set]\n\"fields.slot.1.sides\" = ['x']\nfields.slot.1.card = ['rye']\n"
        "[[expect]]\nfields.slot.1.sides = ['x']\n"
    )


def test_what_is_asked_in_the_set_up_is_answered_neutrally_when_the_start_is_named():
    assert holds('start = "Turn"\n[[expect]]\nasked.step = "Turn"\n')
    assert holds('[[do]]\nseat = 1\nanswer = "first"\n[[expect]]\nasked.step = "Turn"\n')


@pytest.mark.parametrize("answer", ['["d2", "d1"]', '["Blue die", "red die"]', '["D2", "d1"]'])
def test_answers_may_be_given_by_their_labels(answer):
    assert holds(f'start = "Turn"\n[[do]]\nseat = 0\nanswer = {answer}\n[[expect]]\noutcome.reason = "d2+d1"\n')


def test_a_refusal_says_what_is_asked_with_labels():
    text = fails('start = "Turn"\n[[do]]\nseat = 1\nanswer = []\n')
    assert "do[1]: refused: WrongSeat: seat: 1 is not asked" in text
    assert "; Turn asks S0: d1 (Red die), d2 (Blue die)" in text
    assert "expected 'Name', found 'Turn' (Turn asks S0" in fails('start = "Turn"\n[[expect]]\nasked.step = "Name"\n')


def test_the_log_says_which_windows_auto_has_passed():
    text = str(
        perform(
            parse(
                'game = "toy-larder"\nplayers = 3\nseed = "1"\n[set]\nplayers.0.hand = ["thief-1"]\n'
                'players.1.hand = ["guard-1"]\n[[do]]\nseat = 0\nanswer = "thief-1"\n[[do]]\nseat = 0\nanswer = "S1"\n'
                "expect = { 'asked.timing' = 'loss' }\n[[do]]\nauto = true\n[[expect]]\nround = 99\n"
            )
        )
    )
    assert "S1: pass  (auto: Window 'loss' asks S1: guard" in text


@pytest.mark.parametrize(
    ("laid", "told"),
    [
        ("workers.ann = { seat = 0, mood = 3 }", "set.workers.ann.mood: expected -2 to 2, got 3"),
        ("workers.ann = { seat = 0, tools = { axe = -1 } }", "set.workers.ann.tools.axe: expected 0 or more, got -1"),
        ("rows = [1, 7]", "set.rows.1: expected 1 to 6, got 7"),
        ("rows.0 = 0", "set.rows.0: expected 1 to 6, got 0"),
    ],
)
def test_numbers_are_laid_within_their_range_only(laid, told):
    with pytest.raises(BadScenario, match=re.escape(told)):
        perform(parse(f"{HEAD}[set]\n{laid}\n"))


def test_the_ends_of_a_range_can_be_laid():
    laid = "workers.ann = { seat = 0, mood = -2, tools = { axe = 0 } }\nrows = [1, 6]"
    assert perform(parse(f"{HEAD}[set]\n{laid}\n[[expect]]\nworkers.ann.mood = -2\nrows = [1, 6]\n")) is None
