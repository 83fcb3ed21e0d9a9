"""Players that see only what they may see: a bot gets its seat's view, the question and random numbers of its own."""

from eschaton.bots.bot import Bot
from eschaton.bots.search import Budget, SearchBot
from eschaton.bots.sight import Sight
from eschaton.bots.simple import RandomBot, ThumbBot
from eschaton.bots.store import bot_names, bots_in_words, default_bot, is_bot_name, make_bot, make_bots, seated

__all__ = [
    "Bot",
    "Budget",
    "RandomBot",
    "SearchBot",
    "Sight",
    "ThumbBot",
    "bot_names",
    "bots_in_words",
    "default_bot",
    "is_bot_name",
    "make_bot",
    "make_bots",
    "seated",
]
