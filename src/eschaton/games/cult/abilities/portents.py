"""The Sigil of Portents (CD-19.4 to CD-19.14)."""

from __future__ import annotations

from typing import ClassVar

from eschaton.games.cult.box.components import BOARD_OF, CULTIST_DIE, SEAT_KEYS
from eschaton.games.cult.powers import PORTENTS, RESOLVE
from eschaton.games.cult.rules.dice import as_counted, seats_as_options
from eschaton.games.cult.rules.life import everyone, gain, lose
from eschaton.games.cult.rules.rituals import ALTARS, die_on_ritual
from eschaton.games.cult.rules.roll import NEXT_ROLL
from eschaton.games.cult.rules.sigils import Decision, Sigils
from eschaton.games.cult.state import Altar, Cult
from eschaton.kernel.ask import Ask, Choose, Options, Roll, Seat, keys
from eschaton.kernel.effect import Lasting
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use, Window, before

abilities = Sigils()


@abilities.sigil("portents", RESOLVE, rule="CD-19.4", label="Read the portents")
def portents(table: Cult, use: Use) -> Follow:
    """CD-19.4: before the dice are rolled, players may be shielded (CD-Q-41, CD-Q-79)."""
    window = Window(PORTENTS, table.around(table.active), rule="CD-8.11")
    return before(table, window, Portents(use.seat))


class Portents(Step):
    """CD-19.4: three dice are rolled and carried out one after the other; `dice` are still to be rolled."""

    seat: Open[Seat]
    faces: Open[list[str]] = []
    dice: Open[int] = 3

    def in_words(self, table: Cult) -> str:
        return f"{SEAT_KEYS[self.seat]} is about to read the portents."

    def ask(self, table: Cult) -> Ask | None:
        if self.dice:
            return Roll("portents", CULTIST_DIE, self.dice, rule="CD-19.4")
        different = dict.fromkeys(self.faces)
        if len(different) < 2:
            return None
        return Choose(self.seat, keys(different), rule="CD-19.4", prompt="Which portent comes next?")

    def run(self, table: Cult, answer: list[str] | str | None) -> Follow:
        if isinstance(answer, list):
            self.dice = 0
            faces = [as_counted(table, face, self.seat) for face in answer]
            self.faces = self.faces + faces
            table.say("CD-19.4", "portents", who=self.seat, faces=faces)
            return Stay()
        if not self.faces:
            return None
        face = answer or self.faces[0]
        self.faces.remove(face)
        return Stay(*self.carried_out(table, table.box.sigils["portents"].faces.index(face)))

    def carried_out(self, table: Cult, row: int) -> list[Step]:
        """What a row of the card's table says; which face stands in which row is printed on the card (CD-Q-1)."""
        if row == 0:
            return [Doom(self.seat)]
        if row == 1:
            for seat in everyone(table):
                lose(table, seat, 2, self.seat, "CD-19.6")
        elif row == 2:
            return [Boon(self.seat)]
        elif row == 3:
            if not placements(table, self.seat):
                return []
            player = table.players[self.seat]
            return [PortentDice(self.seat) if player.alive and player.life else PortentDie(self.seat)]
        elif row == 4:
            table.last(Lasting("dice", "add", 1, on=self.seat, source=NEXT_ROLL))
            table.say("CD-19.9", "die to come", who=self.seat)
        else:
            lose(table, self.seat, 1, self.seat, "CD-19.10")  # a Wraith has none to lose (CD-19.14)
            self.dice = 2
        return []


class Doom(Decision):
    """CD-19.5: a living player of the user's choice loses 2 life."""

    PROMPT: ClassVar[str] = "Who loses 2 life?"

    def options(self, table: Cult) -> Options:
        return seats_as_options([seat for seat in table.around(self.seat) if table.players[seat].alive])

    def chosen(self, table: Cult, value: Seat) -> Follow:
        table.deed(self.seat, value, -2)
        lose(table, value, 2, self.seat, "CD-19.5")
        return None


class Boon(Decision):
    """CD-19.7: a living player of the user's choice gains 2 life."""

    PROMPT: ClassVar[str] = "Who gains 2 life?"

    def options(self, table: Cult) -> Options:
        return seats_as_options([seat for seat in table.around(self.seat) if table.players[seat].alive])

    def neutral(self, table: Cult) -> str:
        return SEAT_KEYS[self.seat] if table.players[self.seat].alive else ""

    def chosen(self, table: Cult, value: Seat) -> Follow:
        table.deed(self.seat, value, 2)
        gain(table, value, 2, "CD-19.7")
        return None


class PortentDice(Decision):
    """CD-19.8: one die goes on a ritual, or two if the user loses 1 life; who has none is not asked (CD-19.13).

    The card says that it is lost, not paid: so it is a loss for Lamia and an Assassin (CD-17.52, CD-18.33), and whoever
    is shielded from it puts one die only.
    """

    PROMPT: ClassVar[str] = "One die on a ritual, or two and lose 1 life?"

    def options(self, table: Cult) -> Options:
        return {"one": 1, "two": 2}

    def chosen(self, table: Cult, value: int) -> Follow:
        second = value == 2 and lose(table, self.seat, 1, self.seat, "CD-19.8")
        return [PortentDie(self.seat), PortentDie(self.seat)] if second else PortentDie(self.seat)


def placements(table: Cult, seat: Seat) -> Options:
    """CD-Q-66: the faces with a track above 0, and where; none that counts as another one (CD-Q-64)."""
    return {
        f"{face}>{altar.key}": (face, altar.key)
        for altar in table.altars
        for face, left in altar.tracks.items()
        if left and face in CULTIST_DIE and as_counted(table, face, seat) == face
    }


class PortentDie(Decision):
    """CD-Q-66: a die is set to a face with a track above 0, goes there and resolves at once."""

    PROMPT: ClassVar[str] = "Which die, and where?"

    def options(self, table: Cult) -> Options:
        return placements(table, self.seat)

    def chosen(self, table: Cult, value: tuple[str, str]) -> Follow:
        face, board = value
        table.say("CD-19.8", "die gained", who=self.seat, face=face, place=board)
        if altar(table, board).ritual in ALTARS:
            return PortentReceiver(self.seat, face, board)
        return placed(table, self.seat, face, board, self.seat)


class PortentReceiver(Decision):
    """CD-19.11: the user chooses the living player who receives the Altar effect."""

    face: Open[str]
    board: Open[str]

    PROMPT: ClassVar[str] = "Who receives the Altar effect?"

    def options(self, table: Cult) -> Options:
        return seats_as_options([seat for seat in table.around(self.seat) if table.players[seat].alive])

    def neutral(self, table: Cult) -> str:
        return SEAT_KEYS[self.seat] if table.players[self.seat].alive else ""

    def chosen(self, table: Cult, value: Seat) -> Follow:
        return placed(table, self.seat, self.face, self.board, value)


def placed(table: Cult, seat: Seat, face: str, board: str, receiver: Seat) -> Follow:
    """CD-19.12: the die resolves; if it completes a ritual that is kept, its Keeper is chosen first."""
    there = altar(table, board)
    if sum(there.tracks.values()) == 1 and table.box.rituals[there.ritual].keeper:
        return PortentKeeper(seat, face, board, receiver)
    return die_on_ritual(table, there, face, seat, receiver, seat)


class PortentKeeper(Decision):
    """CD-19.12, CD-Q-67: the user chooses a living Keeper; if that is the automated High Priest, the ritual is
    discarded."""

    face: Open[str]
    board: Open[str]
    receiver: Open[Seat]

    PROMPT: ClassVar[str] = "Who becomes the Keeper?"

    def options(self, table: Cult) -> Options:
        return seats_as_options([seat for seat in table.around(self.seat) if table.players[seat].alive])

    def neutral(self, table: Cult) -> str:
        return SEAT_KEYS[self.seat] if table.players[self.seat].alive else ""

    def chosen(self, table: Cult, value: Seat) -> Follow:
        return die_on_ritual(table, altar(table, self.board), self.face, self.seat, self.receiver, value)


def altar(table: Cult, board: str) -> Altar:
    """The altar of a board key."""
    return table.altars[BOARD_OF[board]]
