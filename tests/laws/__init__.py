"""Laws that hold for every game, by random play. They are plain functions that raise LawBroken."""
