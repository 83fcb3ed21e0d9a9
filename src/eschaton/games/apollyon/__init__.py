"""SCP: Apollyon: a co-operative game of sites, task forces and containment for one to six players."""

from eschaton.cardtext.stack import load_stack
from eschaton.games.apollyon.game import game_with
from eschaton.games.apollyon.language import BOX
from eschaton.games.apollyon.vocabulary import WORDS

GAME = game_with(load_stack(WORDS, [BOX]))
