"""Players that see only what they may see: a bot gets its seat's view, the question and random numbers of its own."""

from eschaton.bots.bot import Bot, Look
from eschaton.bots.simple import RandomBot, ThumbBot
from eschaton.bots.store import bot_names, default_bot, make_bot, make_bots, seated

__all__ = ["Bot", "Look", "RandomBot", "ThumbBot", "bot_names", "default_bot", "make_bot", "make_bots", "seated"]
