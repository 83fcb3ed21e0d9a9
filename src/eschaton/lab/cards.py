"""What single cards do: how much more often those win who have seen a card, or used it.

Seats are compared with seats of the same cell, role and bot only, so that neither who one is nor how well one plays is
taken for the card's doing.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from eschaton.lab import plots
from eschaton.lab.section import FEW_HANDS, ReportSection
from eschaton.lab.stats import Estimate, Stratum, stratified
from eschaton.lab.study import Study

SHOWN = 12
KINDS = ("seen", "used")
HAND = ["cell", "index", "seat"]
ALIKE = ["cell", "side", "bot"]
Effects = dict[str, Estimate]


def card_section(study: Study, game: str, seats: pl.DataFrame, events: pl.DataFrame) -> ReportSection | None:
    """The cards of one game that stand out, seen and used."""
    mine = pl.col("cell").is_in([at for at, cell in enumerate(study.cells) if cell.game == game])
    together = [at for at, cell in enumerate(study.cells) if cell.together]
    hands = as_one(seats.filter(mine), together)
    cards = as_one(events.filter(mine & pl.col("kind").is_in(KINDS)), together)
    if not cards.height or not hands.height:
        return None
    section = ReportSection(f"cards-{game}", f"What cards do: {game}")
    effects = {kind: card_effects(hands, cards.filter(pl.col("kind") == kind)) for kind in KINDS}
    sure = {kind: known_well(many) for kind, many in effects.items()}
    for kind, many in sure.items():
        if many:
            tell(section, kind, many)
    rare = sorted(set().union(*effects.values()) - set(cards_of(sure)))
    if rare:
        shown = ", ".join(rare[:8]) + (f" and {len(rare) - 8} more" if len(rare) > 8 else "")
        section.warn(f"Seen by fewer than {FEW_HANDS} players, too few to say anything: {shown}.")
    if any(sure.values()):
        show(section, sure)
    return section if section.sentences or section.warnings else None


def known_well(many: Effects) -> Effects:
    """The effects that come from enough players."""
    return {card: found for card, found in many.items() if found.count >= FEW_HANDS}


def show(section: ReportSection, sure: dict[str, Effects]) -> None:
    """The table of all cards, and a plot of those with the greatest effects."""
    section.warn(
        "A card that is used has had a player who lived long enough to use it: a high win rate when used does not "
        "show that using it made the difference."
    )
    heads = ["card", "seen by", "wins when seen", "used by", "wins when used"]
    section.table(heads, [row(card, sure) for card in cards_of(sure)])
    drawn = [(f"when {kind}", standing_out(many)) for kind, many in sure.items() if many]
    section.draw(plots.differences(drawn, "wins more or less often than others alike"), "Cards that stand out")


def as_one(rows: pl.DataFrame, together: Sequence[int]) -> pl.DataFrame:
    """Where all win or lose together, the table is one player: what one has seen or used, the team has."""
    team = pl.col("cell").is_in(list(together))
    return rows.with_columns(seat=pl.when(team).then(pl.lit(0, pl.Int16)).otherwise(pl.col("seat")))


def card_effects(seats: pl.DataFrame, cards: pl.DataFrame) -> Effects:
    """How much more often those win who have a card, among seats that are alike."""
    hands = seats.group_by(HAND).agg(pl.col("side").first(), pl.col("bot").first(), pl.col("won").any())
    having = cards.select(*HAND, "name").unique().join(hands, on=HAND)
    had = without_role_cards(having).group_by("name", *ALIKE).agg(have=pl.len(), have_wins=pl.col("won").sum())
    all_ = hands.group_by(*ALIKE).agg(hands=pl.len(), wins=pl.col("won").sum())
    counted = had.join(all_, on=ALIKE).sort("name", *ALIKE)
    strata: dict[str, list[Stratum]] = {}
    for name, have, won, hands_, wins in counted.select("name", "have", "have_wins", "hands", "wins").rows():
        strata.setdefault(name, []).append(Stratum(have, won, hands_ - have, wins - won))
    found = {name: stratified(layers) for name, layers in strata.items()}
    return {name: effect for name, effect in found.items() if effect is not None}


def without_role_cards(having: pl.DataFrame) -> pl.DataFrame:
    """Cards that only one of several sides ever holds make that side: they say nothing that the side does not."""
    if having["side"].n_unique() < 2:
        return having
    return having.filter(pl.col("side").n_unique().over("name") > 1)


def standing_out(many: Effects) -> list[tuple[str, Estimate]]:
    """The cards with the greatest effects, the best first."""
    ranked = sorted(many.items(), key=lambda one: (-abs(one[1].value), one[0]))[:SHOWN]
    return sorted(ranked, key=lambda one: -one[1].value)


def tell(section: ReportSection, kind: str, many: Effects) -> None:
    """Say which cards help and which hurt, and how many would seem to by chance."""
    clear = {card: found for card, found in many.items() if found.clear}
    by_chance = 0.05 * len(many)
    section.say(
        f"Of {len(many)} cards {kind}, {len(clear)} stand out; by chance alone about {by_chance:.0f} would seem to."
    )
    for word, sign in (("more", 1), ("less", -1)):
        ranked = sorted((one for one in clear.items() if one[1].value * sign > 0), key=lambda one: -abs(one[1].value))
        if ranked:
            told = "; ".join(f"{card} {found.points()}" for card, found in ranked[:3])
            section.say(f"Players win {word} often when they have {kind} {told}.")


def cards_of(sure: dict[str, Effects]) -> list[str]:
    """All cards with enough players, by name."""
    return sorted({card for many in sure.values() for card in many})


def row(card: str, sure: dict[str, Effects]) -> list[str]:
    """A card's line in the table."""
    cells = [card]
    for kind in KINDS:
        found = sure[kind].get(card)
        cells += [f"{found.count:,}", found.points()] if found else ["", ""]
    return cells
