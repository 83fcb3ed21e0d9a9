"""A gallery: small games named after nothing, each of which shows one kind of picture, to prove what a table can draw.

`eschaton serve` and `eschaton play` find them in a folder whose pyproject.toml names `tests.gallery` as games.
"""

from tests.gallery import book, charts, circle, forge

GAMES = [charts.GAME, charts.CROWDED, book.GAME, forge.GAME, circle.GAME]
