"""Finds the ledgers that lie beside the games, without importing any game."""

from difflib import get_close_matches
from importlib.resources import files

from eschaton.kernel.once import once
from eschaton.ledger.entry import Ledger, LedgerError, RuleEntry
from eschaton.ledger.read import read_ledger


@once
def ledgers() -> dict[str, Ledger]:
    """Every game's ledger, by the name of the game's folder."""
    games = files("eschaton") / "games"
    shelves = sorted(
        (shelf for shelf in games.iterdir() if (shelf / "rules.md").is_file()), key=lambda shelf: shelf.name
    )
    return {shelf.name: read_ledger(shelf.name, (shelf / "rules.md").read_text("utf-8")) for shelf in shelves}


def ledger(game: str) -> Ledger:
    """One game's ledger, by the game's name or by its prefix."""
    known = ledgers()
    for found in known.values():
        if game.casefold() in (found.game, found.prefix.casefold()):
            return found
    near = get_close_matches(game.casefold(), known, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    raise LedgerError(f"There is no ledger of {game!r}.{hint} (ledgers: {', '.join(known)})")


@once
def every_entry() -> dict[str, RuleEntry]:
    """Every defined id of every ledger."""
    return {entry_id: entry for found in ledgers().values() for entry_id, entry in found.by_id.items()}


def nearest_ids(entry_id: str, count: int = 3) -> list[str]:
    """Defined ids that look most like this one; for a section's number, its first rules."""
    known = every_entry()
    inside = [other for other in known if other.startswith(entry_id.upper() + ".")]
    return inside[:count] or get_close_matches(entry_id.upper(), known, n=count, cutoff=0.5)
