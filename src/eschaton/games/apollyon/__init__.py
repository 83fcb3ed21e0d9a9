"""SCP: Apollyon: a co-operative game of sites, task forces and containment for one to six players."""

from eschaton.cardtext.stack import load_stack
from eschaton.games.apollyon import vocabulary  # noqa: F401  (the words of the cards)
from eschaton.games.apollyon.game import game_with
from eschaton.games.apollyon.language import BOX, words

GAME = game_with(load_stack(words, [BOX]))
