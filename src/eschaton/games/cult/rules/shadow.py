"""CD-17.13 to CD-17.17: Ancient Shadow, between the High Priest's turn and the next."""

from __future__ import annotations

from eschaton.games.cult.box.components import SHADOW_TOKENS
from eschaton.games.cult.rules.death import DeathCheck
from eschaton.games.cult.rules.life import NOBODY, lose
from eschaton.games.cult.state import Cult
from eschaton.kernel.step import Follow, Step


class AncientShadow(Step):
    """CD-17.13: after the High Priest's Resolve phase a token more; everyone loses 1 life per token; a death check."""

    def run(self, table: Cult) -> Follow:
        altar = table.altar_of("ancient-shadow")
        if altar is None or table.active != table.priest:  # a position may begin with anybody's turn
            return None
        altar.shadows = min(altar.shadows + 1, SHADOW_TOKENS)  # CD-Q-33
        table.say("CD-17.13", "shadow grows", tokens=altar.shadows)
        for seat in table.living():
            lose(table, seat, altar.shadows, NOBODY, "CD-17.14")
        return DeathCheck()
