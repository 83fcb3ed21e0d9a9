"""Dice in words: what they show, what has become of it, whose they are, and what they must show."""

from __future__ import annotations

from collections.abc import Sequence

from eschaton.kernel.scene import Die, Need, Piece, Side, Zone


def side_text(side: Side) -> str:
    """One side: its number, its symbols, its drops."""
    drops = f"{side.drops} drop{'' if side.drops == 1 else 's'}" if side.drops else ""
    return " + ".join(filter(None, ["" if side.number is None else str(side.number), *side.symbols, drops])) or "blank"


def change_text(die: Die) -> str:
    """What has become of the number that a die shows."""
    shown = die.shows.number if die.shows else None
    if die.now is None or shown is None or die.now == shown:
        return ""
    return f"{'lowered' if die.now < shown else 'raised'} to {die.now}"


def die_name(piece: Piece) -> str:
    """What a die shows."""
    shows = piece.die.shows if piece.die else None
    return piece.title or (side_text(shows) if shows else "not rolled")


def die_text(piece: Piece) -> str:
    """A die: what it shows, what it is made of, and what has become of it."""
    assert piece.die is not None
    notes = [piece.die.colour, change_text(piece.die), "crossed out" if piece.die.crossed else ""]
    return f"{die_name(piece)} ({', '.join(filter(None, notes))})"


def net_text(piece: Piece) -> str:
    """All sides of a die."""
    sides = " | ".join(map(side_text, piece.die.sides)) if piece.die else ""
    return f"{die_text(piece)}{f'; its sides: {sides}' if sides else ''}"


def pool_of(piece: Piece) -> tuple[str, str]:
    """Whose die it is, and of what colour."""
    return (f"S{piece.owner}" if piece.owner is not None else "", piece.die.colour if piece.die else "")


def is_pooled(zone: Zone) -> bool:
    """Whether dice lie in pools that are worth telling apart."""
    return any(piece.die for piece in zone.pieces) and len({pool_of(piece) for piece in zone.pieces}) > 1


def pools_text(zone: Zone) -> list[tuple[str, str]]:
    """Each pool by its owner and colour, with what its dice show and where they lie."""
    pools: dict[tuple[str, str], list[str]] = {}
    for piece in zone.pieces:
        notes = [change_text(piece.die), "crossed out" if piece.die.crossed else ""] if piece.die else []
        noted = ", ".join(filter(None, notes))
        where = f" on {piece.on}" if piece.on else ""
        pools.setdefault(pool_of(piece), []).append(f"{die_name(piece)}{where}{f' ({noted})' if noted else ''}")
    return [(" ".join(filter(None, pool)) or "others", ", ".join(dice)) for pool, dice in pools.items()]


def still_needed(needs: Sequence[Need]) -> str:
    """What dice must still show, as in "2 and a Blade"; empty if all is there."""
    missing = [need.title for need in needs if not need.met_by]
    return " and ".join(filter(None, (", ".join(missing[:-1]), *missing[-1:])))


def needs_text(needs: Sequence[Need]) -> str:
    """What is needed, what of it is there, and what is still needed."""
    met = [need.title for need in needs if need.met_by]
    missing = still_needed(needs)
    there = [f"there: {', '.join(met)}"] if met else []
    return "; ".join([*there, f"still needs: {missing}" if missing else "everything is there"])
