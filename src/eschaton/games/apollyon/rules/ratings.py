"""Every rating of a card as it stands now: its facts, its tokens, and through `table.read` whatever texts change.

The names under which effects are read: `threat:<piece>`, `minion:<piece>:<Threat>` (of its Minions), `subdue:<piece>`,
`skill <name>:<piece>`, `character price` and `intel price` (on a seat), `masquerade:<piece>`, `containment
<kind>:<piece>`, `medals:<promotion>` (on a seat), `measure <roll>:<piece>`, and `may <what>:<piece>` (1 or 0).
"""

from __future__ import annotations

from collections.abc import Sequence

from eschaton.games.apollyon.box.components import (
    ACTIVE,
    ANY,
    ASSETS,
    GARRISON,
    MEDAL,
    NUMBERED,
    SENTINEL,
    SENTINEL_THREAT,
)
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Seat


def threat(table: Apollyon, piece: str, away: bool = False) -> int:
    """SA-4.2, SA-5.1, SA-20.2: how many dice a card adds, without Minions. A cog leaves a Character none (SA-Q-66).

    With `away` as many as a Character would add on a mission, wherever it is now.
    """
    who = table.characters.get(piece)
    if who is None:
        return max(0, table.read(f"threat:{piece}", None, table.box.anomalies[piece].threat))  # SA-Q-91
    if who.cogs:
        return 0
    base = table.box.characters[piece].threat + who.medals
    if who.zone == GARRISON and not away and skill(table, piece, SENTINEL):
        base += SENTINEL_THREAT
    return max(0, table.read(f"threat:{piece}", who.seat, base))


def minions_threat(table: Apollyon, piece: str) -> int:
    """SA-32.22: what a card's Minions add; for changes of Threat each is a member of its own (SA-Q-100)."""
    holder = table.characters.get(piece) or table.anomalies[piece]
    return sum(max(0, table.read(minion_threat(piece, own), holder.seat, own)) for own, _ in holder.minions)


def minion_threat(piece: str, own: int) -> str:
    """The name under which the Threat of a card's Minions is read that have so much by themselves."""
    return f"minion:{piece}:{own}"


def subdue(table: Apollyon, piece: str) -> int:
    """SA-4.2, SA-5.10: how many Wounds Destroy a Character or subdue an anomaly; never below 1 (SA-Q-91)."""
    who = table.characters.get(piece)
    if who is None:
        return max(1, table.read(f"subdue:{piece}", None, table.box.anomalies[piece].subdue))
    return max(1, table.read(f"subdue:{piece}", who.seat, table.box.characters[piece].subdue))


def skill(table: Apollyon, piece: str, name: str) -> int:
    """SA-33.19: the number of a Skill, 1 for one without a number, 0 if the Character has none or cannot use it."""
    who = table.characters[piece]
    if who.cogs or who.zone not in ACTIVE:
        return 0
    total = table.box.characters[piece].skills.get(name, 0)  # type: ignore[call-overload]
    if who.promotions:
        total = table.box.skills_of(piece, who.promotions).get(name, 0)
    total = max(0, table.read(f"skill {name}:{piece}", who.seat, total))
    return total if name in NUMBERED else min(1, total)  # SA-Q-23


def masquerade_cost(table: Apollyon, piece: str) -> int:
    """SA-2.3: what a Situation or a loose anomaly costs; the break's own reduction is not in it."""
    box = table.box
    base = (box.situations[piece] if piece in box.situations else box.anomalies[piece]).masquerade_cost
    return max(0, table.read(f"masquerade:{piece}", None, base))


def containment_cost(table: Apollyon, piece: str, seat: Seat) -> dict[str, int]:
    """SA-5.1, SA-24.8: what it costs a site to contain an anomaly."""
    printed = table.box.anomalies[piece].containment
    costs = {kind: table.read(f"containment {kind}:{piece}", seat, printed.get(kind, 0)) for kind in ASSETS}  # type: ignore[call-overload]
    return {kind: many for kind, many in costs.items() if many > 0}


def price(table: Apollyon, piece: str, seat: Seat) -> dict[str, int]:
    """SA-4.5, SA-Q-19: what a Character on offer costs a player; a changed price changes its largest part first."""
    printed: dict[str, int] = {kind: many for kind, many in table.box.characters[piece].cost.items()}  # noqa: C416
    change = table.read("character price", seat, 0)
    if change > 0:
        printed[ANY] = printed.get(ANY, 0) + change
    while change < 0 and any(printed.get(kind, 0) for kind in (*ASSETS, ANY)):
        most = max((kind for kind in printed if kind != MEDAL), key=lambda kind: printed[kind])
        printed[most] -= 1
        change += 1
    return printed


def intel_price(table: Apollyon, piece: str, seat: Seat) -> int:
    """SA-22.1: what an Intel Card costs a player."""
    return max(0, table.read("intel price", seat, table.box.intel[piece].cost))


def medal_cost(table: Apollyon, promotion: str, seat: Seat) -> int:
    """SA-20.9, SA-Q-92: one Medal less for the Director's Favored Class, not below 0."""
    card = table.box.promotions[promotion]
    director = table.box.directors.get(table.sites[seat].director)
    discount = director is not None and director.favoured == card.skill
    return max(0, table.read(f"medals:{promotion}", seat, card.medals - discount))


def read_for_all(table: Apollyon, name: str, seats: Sequence[Seat], base: int) -> int:
    """A number that several players share: what texts say of any of them counts, and once what they say of all."""
    if len(seats) == 1:
        return table.read(name, seats[0], base)
    common = table.read(name, None, base)
    return common + sum(table.read(name, seat, base) - common for seat in seats)


def measure(table: Apollyon, roll: str, base: int, seat: Seat | None = None, piece: str = "") -> int:
    """SA-8.6: the Success Measure of a kind of roll ("team", "anomaly", "intel check", "scouting", …)."""
    return table.read(f"measure {roll}:{piece}" if piece else f"measure {roll}", seat, base)


def may(table: Apollyon, what: str, seat: Seat | None = None, piece: str = "") -> bool:
    """Whether something is allowed; texts may forbid it."""
    return bool(table.read(f"may {what}:{piece}" if piece else f"may {what}", seat, 1))
