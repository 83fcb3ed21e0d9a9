"""How the table is laid out for the eye: altars in the middle, a panel for every player, the dice on their targets.

Made from the table as its viewer sees it, so it shows nothing else. Ids of pieces are those that options refer to.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from eschaton.cardtext.card import Card
from eschaton.games.cult.box.cards import BOXES, CultBox
from eschaton.games.cult.box.components import (
    CHANT_COINS,
    FACE_NAMES,
    KRAKEN_DICE,
    ROLE_CARDS,
    ROLE_NAMES,
    SEAT_KEYS,
    SHADOW_TOKENS,
    SIREN_COINS,
)
from eschaton.games.cult.scene.roles import knowledge
from eschaton.games.cult.state import Altar, Cult, Player
from eschaton.kernel.ask import Seat, Viewer
from eschaton.kernel.pile import Pile
from eschaton.kernel.scene import Piece, Scene, Sheet, Suspect, Zone

FACE_ICONS = {
    "Dg": "plain-dagger",
    "DD": "daggers",
    "Bl": "drop",
    "Pa": "tied-scroll",
    "An": "obelisk",
    "Co": "galaxy",
}
ROLE_ICONS = {
    "high-priest": "pope-crown",
    "faithful": "prayer",
    "cabalist": "cultist",
    "repentant": "duality-mask",
    "vengeful": "bleeding-eye",
}
ROLE_TEXTS = {  # CD-2, in our words
    "high-priest": "Outlive every Cabalist and the Heretic.",
    "faithful": "Win with the High Priest, alive or dead, if every Cabalist and the Heretic die first.",
    "cabalist": "See the High Priest dead while a Cabalist lives, or dead after the last of you has fallen.",
    "repentant": "Be the last alive. Once dead, win when every Cabalist has died, unless your own death ends it.",
    "vengeful": "Be the last alive. Once dead, win when the High Priest dies while a Cabalist lives.",
}
TRACK_LENGTH = 8


def scene(table: Cult, viewer: Viewer) -> Scene:
    """The whole table for one viewer."""
    order = table.places
    shared = [altars(table), dice_tray(table), stores(table)]
    panels = [panel(table, table.players[seat]) for seat in order]
    left = [player.seat for player in table.players if player.seat not in order]
    return Scene(
        title="Cult of the Deep",
        turn=table.active if table.active >= 0 else None,
        breadcrumb=breadcrumb(table),
        zones=[*shared, *panels, *(panel(table, table.players[seat]) for seat in left)],
        sheets=[role_sheet(table)] if roles_dealt(table) else [],
        names=unmanned(table.automata, left),
        goal=goal(table, viewer),
    )


def goal(table: Cult, viewer: Viewer) -> str:
    """How this viewer wins by the role they hold; nothing before it is dealt, or for whoever only watches."""
    dealt = table.players[viewer].role.cards if viewer is not None and viewer >= 0 else []
    return " ".join(ROLE_TEXTS[ROLE_CARDS[card]] for card in dealt if card)


def unmanned(automata: Iterable[Seat], left: Iterable[Seat]) -> dict[str, str]:
    """CD-21.2, CD-Q-82: what to call the automated High Priest's seat, also once somebody possesses him."""
    return {str(seat): "High Priest" for seat in automata} | {str(seat): "Empty seat" for seat in left}


UNNAMED = ("Play", "AncientShadow", "Window")  # pending steps that tell a player nothing


def breadcrumb(table: Cult) -> list[str]:
    """Where in the round and the turn we are."""
    steps = [step for step in table.stack if step.step_name not in UNNAMED]
    titles = [f"S{table.active}'s turn" if step.step_name == "Turn" else step.title() for step in steps]
    return [f"Round {table.round}", *titles] if table.round else titles


def altars(table: Cult) -> Zone:
    """The Altar Boards in number order with their rituals and tracks."""
    return Zone(id="altars", kind="row", title="Altars", zones=[altar(table.cards, found) for found in table.altars])


def altar(cards: str, found: Altar) -> Zone:
    """One Altar Board: the ritual card and a track for each marker."""
    key = found.key
    lying = [ritual_card(cards, card) for card in found.card.cards if card]
    tracks = [
        Zone(
            id=f"{key}:{face}",
            kind="track",
            title=FACE_NAMES.get(face, "marker"),
            track={"at": at, "length": TRACK_LENGTH},
            marks={"icon": FACE_ICONS[face]} if face in FACE_ICONS else {},
        )
        for face, at in found.tracks.items()
    ]
    marks = {"shadow tokens": found.shadows} if found.shadows else {}
    return Zone(id=key, kind="row", title=f"Altar {found.board}", pieces=lying, zones=tracks, marks=marks)


def dice_tray(table: Cult) -> Zone:
    """The active player's dice; a committed one lies on its target."""
    dice = [
        Piece(
            id=die.id,
            kind="die",
            title=FACE_NAMES[die.face],
            icon=FACE_ICONS[die.face],
            owner=table.active,
            on=die.on,
            marks={"heals": die.heals, "held fast": die.held},
        )
        for die in table.dice
    ]
    title = f"Dice of {SEAT_KEYS[table.active]}" if table.active >= 0 else "Dice"
    return Zone(id="dice", kind="tray", title=title, pieces=dice)


def stores(table: Cult) -> Zone:
    """Decks, discards, removed Sigils, Wraith cards left, and what is left of the supplies."""
    players = table.players
    return Zone(
        id="stores",
        kind="row",
        title="Beside the altars",
        zones=[
            deck(table.box, "deck", "Ritual deck", table.deck),
            Zone(
                id="discard",
                kind="deck",
                title="Discarded",
                pieces=[ritual_card(table.cards, c) for c in known(table.discard)],
            ),
            Zone(
                id="removed",
                kind="deck",
                title="Used Sigils",
                pieces=[sigil_card(table.cards, c) for c in known(table.removed)],
            ),
            deck(table.box, "characters", "Undealt Characters", table.characters),
            Zone(
                id="wraiths",
                kind="deck",
                title="Wraith cards",
                pieces=[wraith_card(table.cards, card) for card in table.wraiths],
            ),
            Zone(
                id="supply",
                kind="row",
                title="Supply",
                marks={
                    "Siren coins": SIREN_COINS - sum(player.siren for player in players),
                    "Chant coins": CHANT_COINS - sum(player.chant for player in players),
                    "Kraken dice": KRAKEN_DICE - sum(player.kraken for player in players),
                    "Shadow tokens": SHADOW_TOKENS - sum(found.shadows for found in table.altars),
                },
            ),
        ],
    )


def roles_dealt(table: Cult) -> bool:
    """Whether everybody has a role already."""
    return all(player.role.cards for player in table.players if player.seat in table.places)


def role_sheet(table: Cult) -> Sheet:
    """What this viewer can know for certain of the roles: how many are hidden, and what each player may be."""
    sheet = knowledge(table)
    return Sheet(
        id="roles",
        title="Roles",
        kinds={role: ROLE_NAMES[role] for role in sheet.in_game},
        hidden={role: many for role, many in sheet.hidden.items() if many},
        suspects=[Suspect(seat=seat, may_be=list(kinds)) for seat, kinds in sheet.may_be.items()],
    )


def deck(box: CultBox, key: str, title: str, pile: Pile) -> Zone:
    """A face-down deck: its size, and the faces this viewer knows."""
    pieces = [
        Piece(id=card or f"{key}#{place}", kind="card", title=box.title_of(card) if card else "", back=pile.back)
        for place, card in enumerate(pile.faces())
    ]
    return Zone(id=key, kind="deck", title=title, pieces=pieces)


def panel(table: Cult, player: Player) -> Zone:
    """Everything that lies before one player."""
    seat = player.seat
    key = SEAT_KEYS[seat]
    here = seat in table.places
    marks: dict[str, Any] = {
        "life": player.life,
        "Wraith": not player.alive and bool(player.wraith),
        "left the table": not here,
        "Siren coins": player.siren or False,
        "Chant coins": player.chant or False,
        "Necromancer coins": player.necromancy or False,
        "Kraken dice": player.kraken or False,
        "Faceless token": table.marked == seat,
        "automated": seat in table.automata,
    }
    pieces = [*characters(table.box, player), *roles(player), *sigils(table.cards, player)]
    pieces += [ritual_card(table.cards, card, seat) for card in player.rituals]
    if player.wraith:
        pieces.append(wraith_card(table.cards, player.wraith, seat))
    return Zone(id=key, kind="row", title=key, owner=seat, marks=marks, pieces=[*pieces, *wraith_dice(key, player)])


def characters(box: CultBox, player: Player) -> Iterable[Piece]:
    """The Character card, from the reveal on."""
    for place, card in enumerate(player.card.cards):
        if not card:
            yield Piece(id=f"{SEAT_KEYS[player.seat]}:character#{place}", kind="card", back="character")
        else:
            fact = box.characters[card]
            yield Piece(
                id=card,
                kind="card",
                title=fact.name,
                text=fact.text,
                icon=FACE_ICONS[fact.power],
                owner=player.seat,
                tags=["character"],
                marks={"power symbol": FACE_NAMES[fact.power]},
            )


def roles(player: Player) -> Iterable[Piece]:
    """The role, for those who know it."""
    for card in player.role.cards:
        key = f"{SEAT_KEYS[player.seat]}:role"
        if not card:
            yield Piece(id=key, kind="card", back="role", owner=player.seat, tags=["role"])
        else:
            role = ROLE_CARDS[card]
            yield Piece(
                id=key,
                kind="card",
                title=ROLE_NAMES[role],
                text=ROLE_TEXTS[role],
                icon=ROLE_ICONS[role],
                owner=player.seat,
                tags=["role"],
            )


def sigils(cards: str, player: Player) -> Iterable[Piece]:
    """The unused Sigil; its face only for its holder."""
    for card in player.sigil.cards:
        if not card:
            key = f"{SEAT_KEYS[player.seat]}:sigil"
            yield Piece(id=key, kind="card", back="sigil", owner=player.seat, tags=["sigil"])
        else:
            yield sigil_card(cards, card, player.seat)


def wraith_dice(key: str, player: Player) -> list[Piece]:
    """A Wraith's unused dice."""
    return [
        Piece(id=f"{key}:w{place}", kind="die", title=FACE_NAMES[face], icon=FACE_ICONS[face], tags=["dark"])
        for place, face in enumerate(player.dice)
    ]


def known(pile: Pile) -> list[str]:
    """The faces this viewer knows."""
    return [card for card in pile.faces() if card]


@functools.cache
def ritual_card(cards: str, card: str, owner: int | None = None) -> Piece:
    """A Ritual."""
    fact = BOXES.box(cards).rituals[card]
    wants = ", ".join(FACE_NAMES[face] for face in (*fact.tracks, *fact.accepts))
    return printed(fact, "ritual", "star-altar", owner, {"takes": wants} if wants else {})


@functools.cache
def sigil_card(cards: str, card: str, owner: int | None = None) -> Piece:
    """A Sigil that the viewer knows."""
    fact = BOXES.box(cards).sigils[card]
    return printed(fact, "sigil", "pentacle", owner, {"use": fact.when})


@functools.cache
def wraith_card(cards: str, card: str, owner: int | None = None) -> Piece:
    """A Wraith card."""
    fact = BOXES.box(cards).wraiths[card]
    faces = ", ".join(FACE_NAMES[face] for face in fact.dice)
    return printed(fact, "wraith", "haunting", owner, {"dice": faces})


def printed(fact: Card, kind: str, icon: str, owner: int | None, marks: dict[str, Any]) -> Piece:
    """A card face up, as it is printed."""
    return Piece(
        id=fact.id, kind="card", title=fact.name, text=fact.text, icon=icon, owner=owner, tags=[kind], marks=marks
    )
