"""CD-5: the Roll phase; CD-15.9: a Wraith's."""

from __future__ import annotations

from eschaton.games.cult.box.components import CULTIST_DIE, RE_ROLLS, WRAITH_DIE
from eschaton.games.cult.powers import ROLL
from eschaton.games.cult.rules.dice import dice_allowed, new_die, transmuted
from eschaton.games.cult.rules.kraken import KeeperGivesKraken
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Ask, ChooseSome, Face, Roll
from eschaton.kernel.step import AGAIN, Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Window

AND_AGAIN = {2: " (and once more after that)", 3: " (and twice more after that)", 4: " (and 3 times more after that)"}
"""What is said of further re-rolls, by how many are left."""
NEXT_ROLL = "next roll"  # the source of effects on exactly one Roll phase (CD-5.10)


class RollPhase(Step):
    """CD-5.1, CD-5.4 to CD-5.6, CD-5.13: roll the dice, then up to two re-rolls; `left` is how many, `content` who
    wants no more of them."""

    left: Open[int] = RE_ROLLS
    rolled: bool = False
    gave_kraken: bool = False
    called: bool = False
    content: Open[bool] = False

    def ask(self, table: Cult) -> Ask | None:
        seat = table.active
        if not self.rolled:
            living = table.players[seat].alive
            if living and "kraken" in table.players[seat].rituals and not self.gave_kraken:
                return None
            if living:
                return Roll("cultist dice", CULTIST_DIE, dice_allowed(table, seat), rule="CD-5.1")
            return Roll("wraith dice", WRAITH_DIE, dice_allowed(table, seat), rule="CD-15.9")
        if self.left == 0:
            return None
        more = AND_AGAIN.get(self.left, "")
        return ChooseSome(seat, dice_to_roll(table), rule="CD-5.3", prompt=f"Which dice do you roll again?{more}")

    def run(self, table: Cult, answer: list[Face] | list[int] | None) -> Follow:
        if not self.rolled and answer is None:
            self.gave_kraken = True
            return Stay(KeeperGivesKraken(table.active))
        if not self.rolled:
            self.rolled = True
            take_dice(table, [str(face) for face in answer or ()])
            if not answer:
                self.left = 0
            return AGAIN
        if answer:
            self.left -= 1
            self.content = self.called = False
            return Stay(RollAgain([int(place) for place in answer]))
        if self.left:  # CD-5.3: no more re-rolls wanted
            self.left = 0
            self.content, self.called = True, False
            return AGAIN
        return self.last_call(table)

    def last_call(self, table: Cult) -> Follow:
        """Powers of the Roll phase, once the re-rolls are used up; one that gives a re-roll comes back here."""
        if self.called:
            return None
        self.called = True
        return Stay(Window(ROLL, [table.active], about=self.serial, rule="CD-5.2"))


def take_dice(table: Cult, faces: list[str]) -> None:
    """The first roll lies on the table."""
    player = table.players[table.active]
    if player.alive:
        for face in faces:
            new_die(table, face)
    else:
        player.dice = list(faces)
    table.say("CD-5.1", "rolled", who=table.active, faces=faces)
    spent = [effect for effect in table.effects if effect.source == NEXT_ROLL and effect.on == table.active]
    for effect in spent:
        table.effects.remove(effect)


def dice_to_roll(table: Cult) -> dict[str, int]:
    """The active player's dice by their keys, as places in the row."""
    player = table.players[table.active]
    if player.alive:
        return {die.id: place for place, die in enumerate(table.dice)}
    return {f"w{place + 1}": place for place in range(len(player.dice))}


class RollAgain(Step):
    """CD-5.3: the chosen dice are rolled again."""

    dice: Open[list[int]]

    def ask(self, table: Cult) -> Ask:
        if table.players[table.active].alive:
            return Roll("cultist dice", CULTIST_DIE, len(self.dice), rule="CD-5.3")
        return Roll("wraith dice", WRAITH_DIE, len(self.dice), rule="CD-15.10")

    def run(self, table: Cult, faces: list[str]) -> Follow:
        player = table.players[table.active]
        for place, face in zip(self.dice, faces, strict=True):
            if player.alive:
                table.dice[place].face = transmuted(table, face)
            else:
                player.dice[place] = face
        table.say("CD-5.3", "re-rolled", who=table.active, faces=faces)
        return None
