"""How Characters and anomalies come into play, move, and leave it. Nothing else changes where they are.

Whose texts are on depends on where cards lie, so after every move of one that has any the table forgets it.
"""

from __future__ import annotations

from eschaton.games.apollyon.box.components import (
    AC,
    GARRISON,
    LOST,
    MET,
    PUBLIC,
    SCOUT,
    SUBDUED,
    TC,
    VACATION,
)
from eschaton.games.apollyon.box.facts import Band
from eschaton.games.apollyon.rules.assets import gain
from eschaton.games.apollyon.rules.ratings import skill
from eschaton.games.apollyon.state import Anomaly, Apollyon, Character, Minion
from eschaton.kernel.ask import EVERYONE, Seat
from eschaton.kernel.phase import touch

# Characters.


def gain_character(table: Apollyon, piece: str, seat: Seat, zone: str = GARRISON) -> None:
    """A Character card joins a site with its Minions; in the MTF and Event Phases it starts On Vacation (SA-15.10)."""
    zone = VACATION if table.phase in ("mtf", "event") else zone
    table.characters[piece] = Character(seat, zone, minions=minions_of(table.box.characters[piece].minions))
    table.forget_texts(piece)
    touch(table, seat)
    table.say("SA-15.10" if zone == VACATION else "SA-13.20", "joined", who=seat, character=piece, zone=zone)


def minions_of(bands: tuple[Band, ...]) -> list[Minion]:
    """The Minions a card comes with."""
    return [(band.threat, band.subdue) for band in bands for _ in range(band.count)]


def move_character(table: Apollyon, piece: str, zone: str) -> None:
    """SA-32.6: a Character goes to the end of the line of a zone of its site (SA-4.9). Going On Vacation clears a
    cog."""
    who = table.characters.pop(piece)
    table.characters[piece] = who
    who.zone, who.plan = zone, ""
    table.forget_texts(piece)
    touch(table, who.seat)
    if zone == VACATION and who.cogs:
        who.cogs -= 1  # SA-14.5


def transfer_character(table: Apollyon, piece: str, seat: Seat) -> None:
    """A Character joins another site with all it has (SA-Q-101); who is On Vacation stays so (SA-14.8)."""
    who = table.characters.pop(piece)
    table.characters[piece] = who
    touch(table, who.seat)
    touch(table, seat)
    who.seat, who.plan = seat, ""
    if who.zone != VACATION:
        who.zone = GARRISON
    table.forget_texts(piece)
    table.say("SA-13.7", "handed over", character=piece, to=seat)


def destroy_character(table: Apollyon, piece: str, rule: str) -> None:
    """A Character goes to the discard; all its tokens and Minions go with it (SA-18.11)."""
    who = table.characters.pop(piece)
    table.forget_texts(piece)
    touch(table, who.seat)
    take_up_marks(table, piece)
    table.discards["character"].put(piece, EVERYONE)
    table.say(rule, "destroyed", character=piece, who=who.seat)


def lose_character(table: Apollyon, piece: str, source: str) -> None:
    """SA-32.8: a Character is Lost in a Source, which says its Recovery Measure; a Scout's is 1 lower."""
    who = table.characters.pop(piece)
    table.characters[piece] = who
    who.measure = recovery_measure(table, piece, source)
    who.zone, who.plan, who.source = LOST, "", source
    table.forget_texts(piece)
    touch(table, who.seat)
    table.say("SA-32.8", "lost", character=piece, who=who.seat, source=source)


def recovery_measure(table: Apollyon, piece: str, source: str) -> int:
    """SA-12.5, SA-33.13: SA-32.10 to SA-32.13; Scout counts unless the Character has a cog (SA-Q-67)."""
    card = table.box.anomalies.get(source) or table.box.situations.get(source)
    printed = card.recovery_measure if card is not None else None
    base = printed if printed is not None else int(table.options["default_recovery_measure"])
    return base - (1 if skill(table, piece, SCOUT) else 0)


# Anomalies.


def meet_anomaly(table: Apollyon, piece: str) -> Anomaly:
    """An anomaly is drawn and about to be engaged, with the Minions it comes with."""
    made = table.anomalies[piece] = Anomaly(MET, minions=minions_of(table.box.anomalies[piece].minions))
    table.forget()
    return made


def place_anomaly(
    table: Apollyon, piece: str, zone: str, seat: Seat = -1, *, row: int = 0, mtf: str = "", rule: str = ""
) -> None:
    """An anomaly comes to a zone: the Public Zone; subdued on an MTF; TC; or the right end of a row of AC."""
    what = table.anomalies.pop(piece, None) or Anomaly(minions=minions_of(table.box.anomalies[piece].minions))
    table.anomalies[piece] = what
    seat = -1 if zone in (MET, PUBLIC) else seat
    what.moved = what.moved and seat == what.seat  # SA-Q-22: its transfer Counter goes once it leaves the site
    touch(table, what.seat)
    touch(table, seat)
    what.zone, what.seat, what.row, what.mtf, what.agreed = zone, seat, row, mtf, []
    table.forget()
    table.say(rule or WHEREABOUTS.get(zone, ""), "moved", anomaly=piece, zone=zone, who=what.seat)


WHEREABOUTS = {PUBLIC: "SA-18.18", SUBDUED: "SA-18.16", TC: "SA-24.4", AC: "SA-24.8"}


def vacate(table: Apollyon, piece: str) -> None:
    """SA-7.12, SA-25.14, SA-32.33: Containment Tokens still on an anomaly go back to the site's Asset Pool."""
    what = table.anomalies[piece]
    tokens, what.tokens = what.tokens, {}
    if tokens:
        gain(table, what.seat, tokens, "SA-7.12")


def discard_anomaly(table: Apollyon, piece: str, rule: str) -> None:
    """An anomaly leaves play to the discard of its class, with all tokens (SA-Q-94)."""
    if table.anomalies[piece].tokens:
        vacate(table, piece)
    touch(table, table.anomalies.pop(piece).seat)
    table.forget()
    take_up_marks(table, piece)
    table.discards[table.box.anomalies[piece].object_class].put(piece, EVERYONE)
    table.say(rule, "discarded", anomaly=piece)


def take_up_marks(table: Apollyon, piece: str) -> None:
    """SA-32.36: a card that leaves play takes its own Anomaly Tokens along; it marks anew when it comes again."""
    marks = [who.marks for who in table.characters.values()] + [what.marks for what in table.anomalies.values()]
    for marked in marks:
        marked.pop(piece, None)
