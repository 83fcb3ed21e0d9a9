"""Small games that prove the kernel. They are complete, and no fun."""

from tests.toys import contraband, larder, moot, ordeal, parley, vault

GAMES = [larder.GAME, parley.GAME, ordeal.GAME, contraband.GAME, vault.GAME, moot.GAME]
