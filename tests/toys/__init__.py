"""Three small games that prove the kernel. They are complete, and no fun."""

from tests.toys import larder, ordeal, parley

GAMES = [larder.GAME, parley.GAME, ordeal.GAME]
