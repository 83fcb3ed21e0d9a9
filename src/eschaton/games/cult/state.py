"""What lies on the table, and who may see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from typing import Any, ClassVar, cast

import msgspec

from eschaton.games.cult.box.cards import BOXES, CultBox, RitualCard
from eschaton.games.cult.box.components import (
    BOARD_KEYS,
    CHANT_COINS,
    KRAKEN_DICE,
    NECROMANCER_COINS,
    ROLE_CARDS,
    ROLE_NAMES,
    SEAT_KEYS,
    SHADOW_TOKENS,
    SIREN_COINS,
)
from eschaton.games.cult.labels import described
from eschaton.games.cult.powers import (
    ANY,
    BENEFIT,
    BETWEEN_STEPS,
    CHANT,
    DECISION_POINTS,
    DYING,
    MOMENTS,
    RESOLVE,
    RITUAL_LOSS,
    SIREN,
    STRUCK,
    UNASKED,
    WEIGHED_AT_ONCE,
    Abilities,
)
from eschaton.kernel.ask import Option, Seat
from eschaton.kernel.effect import Lasting
from eschaton.kernel.errors import RulesError
from eschaton.kernel.event import Event
from eschaton.kernel.pile import Pile
from eschaton.kernel.step import Step
from eschaton.kernel.table import Kept, Natural, Open, Table
from eschaton.kernel.window import Power, Use, Window


class Die(msgspec.Struct, array_like=True, gc=False):
    """A die of the active player. `on` is a seat key, a board key, or empty while it is not committed."""

    id: Open[str]
    face: Open[str]
    on: Open[str] = ""
    heals: Open[bool] = False  # committed as a power symbol where the face alone would hurt (CD-Q-50)
    held: Open[bool] = False  # cannot be changed or moved this turn


class Altar(msgspec.Struct, array_like=True, gc=False):
    """CD-9.3: an Altar Board with its ritual. `tracks` has a marker per face; "own" is one moved by the ritual's own
    rule."""

    board: Open[int]
    card: Open[Pile]
    tracks: Open[dict[str, Natural]] = {}
    shadows: Open[Natural] = 0

    @property
    def key(self) -> str:
        """The board as a place for dice."""
        return BOARD_KEYS[self.board - 1]

    @property
    def ritual(self) -> str:
        """The ritual that lies here; empty when there is none."""
        cards = self.card.cards
        return cards[0] if cards else ""

    def put_markers(self, ritual: RitualCard | None, many: int) -> None:
        """CD-1.16, CD-17.20: the markers of the ritual that lies here on their starting spaces."""
        names = [*ritual.tracks, *(["own"] if ritual.own else [])] if ritual else []
        self.tracks = dict.fromkeys(names, ritual.start or many if ritual else many)


class Player(msgspec.Struct, array_like=True, gc=False):
    """A player: cards, life, coins. `blow` is who last took them to 0 (-1: nobody)."""

    seat: Open[Seat]
    role: Open[Pile]
    sigil: Open[Pile]
    card: Open[Pile]  # the Character, face down until all are revealed
    life: Open[Natural] = 0
    alive: Open[bool] = True
    blow: Open[Seat] = -1
    siren: Open[Natural] = 0
    chant: Open[Natural] = 0
    necromancy: Open[Natural] = 0
    kraken: Open[Natural] = 0
    rituals: Open[list[str]] = []
    wraith: Open[str] = ""
    dice: Open[list[str]] = []  # unused Wraith dice
    touched: int = 0  # the serial at which they or their dice were last touched by somebody

    @property
    def key(self) -> str:
        """The player as a place for dice."""
        return SEAT_KEYS[self.seat]

    @property
    def role_shown(self) -> str:
        """The kind of role that lies here, as far as whoever looks knows it; empty if it is hidden from them."""
        cards = self.role.cards
        return ROLE_CARDS[cards[0]] if cards and cards[0] else ""

    @property
    def character(self) -> str:
        """The player's Character, from the reveal on; a place that was left may have none (CD-Q-83)."""
        cards = self.card.cards
        return cards[0] if cards else ""


Hands = dict[str, dict[Seat, tuple[Power, ...]]]
"""The powers that seats have, by timing; who has none is left out."""


class Found(Kept):
    """What changes only when cards or coins change hands, or somebody dies, and `Table.forget` is called."""

    hands = cast("Hands | None", None)
    possible = cast("dict[tuple[Seat, str], tuple[Power, ...]] | None", None)
    bearers = cast("dict[str, list[Seat]] | None", None)
    living_keys = cast("tuple[str, ...] | None", None)


class Cult(Table, kw_only=True):
    """The table. `n` is N of the rules; `dice` are the active player's; `marked` bears the Faceless token.

    A seat is a person for the whole game; `places` says where, and in which order of turns, the seats sit (CD-22.4).
    """

    kept: Found = msgspec.field(default_factory=Found)
    cards: Open[str]  # the key of its box
    n: Open[Natural] = 0
    options: Open[dict[str, Any]] = {}
    priest: Open[Seat] = -1
    active: Open[Seat] = -1
    players: Open[list[Player]] = []
    altars: Open[list[Altar]] = []
    dice: Open[list[Die]] = []
    dice_made: Open[Natural] = 0
    round: Open[Natural] = 0  # how often the High Priest's turn has come
    deeds: Open[list[int]] = []  # life given less life taken, by will and in sight of all, by each player to each
    marked: Open[Seat] = -1
    roles: Open[Pile]  # before they are dealt
    deck: Open[Pile]
    discard: Open[Pile]
    sigils: Open[Pile]
    removed: Open[Pile]
    characters: Open[Pile]  # undealt
    aside: Open[Pile]  # Characters that are not in this game (CD-1.9)
    wraiths: Open[list[str]] = []

    asks_the_obvious: ClassVar[bool] = False  # what a single question offers is public; windows do hide

    # Reading.

    def living(self) -> list[Seat]:
        """The seats of all living players."""
        return [player.seat for player in self.players if player.alive]

    def living_keys(self) -> tuple[str, ...]:
        """All living players as places for dice, in the order of seats."""
        found = self.kept.living_keys
        if found is None:
            found = self.kept.living_keys = tuple([SEAT_KEYS[player.seat] for player in self.players if player.alive])
        return found

    def around(self, seat: Seat) -> list[Seat]:
        """Everybody clockwise from this player's left, this player last."""
        after = self.places.index(seat) + 1
        return self.places[after:] + self.places[:after]

    def role(self, seat: Seat) -> str:
        """The kind of role a player has; for the rules, never for showing."""
        return ROLE_CARDS[self.players[seat].role.cards[0]]

    def symbol(self, seat: Seat) -> str:
        """The power symbol of a player's Character."""
        character = self.players[seat].character
        return self.box.characters[character].power if character else ""

    @property
    def box(self) -> CultBox:
        """The cards of this match."""
        return BOXES.made.get(self.cards) or BOXES.make(self.cards)

    def takes(self, altar: Altar, face: str) -> bool:
        """CD-6.11, CD-6.12: whether a die with this face may be committed to an altar, or resolved there."""
        cards = altar.card.cards
        return altar.tracks.get(face, 0) > 0 or (bool(cards) and face in self.box.rituals[cards[0]].accepts)

    def bearers(self) -> dict[str, list[Seat]]:
        """CD-14.7, CD-15.22: who has the ability of each Character now, their own or borrowed (CD-18.2, CD-18.43); the
        dead have none."""
        found = self.kept.bearers
        if found is None:
            found = self.kept.bearers = {}
            for player in self.players:
                if player.alive:
                    for character in {player.character, self.borrowed(player)}:
                        found.setdefault(character, []).append(player.seat)
        return found

    def has(self, seat: Seat, character: str) -> bool:
        """Whether a player has the ability of this Character."""
        bearers = self.kept.bearers or self.bearers()
        return character in bearers and seat in bearers[character]

    def borrowed(self, player: Player) -> str:
        """CD-18.46: the Character whose ability the Faceless II player borrows, up to the start of their own turn
        (CD-18.43)."""
        if self.marked < 0 or player.character != "faceless-2" or self.marked == player.seat:
            return ""
        if self.scope("MarkPlayer"):
            return ""
        return self.players[self.marked].character

    def altar_of(self, ritual: str) -> Altar | None:
        """The altar on which this ritual lies, if any."""
        for altar in self.altars:
            if altar.ritual == ritual:
                return altar
        return None

    def keeper_of(self, ritual: str) -> Seat:
        """The Keeper of this ritual, or -1."""
        for player in self.players:
            if ritual in player.rituals:
                return player.seat
        return -1

    def deed(self, by: Seat, to: Seat, life: int) -> None:
        """Remember what one player has wished another, for all to see: life given, or taken if below 0."""
        if by != to:
            self.deeds[by * len(self.players) + to] += life

    def die(self, key: str) -> Die | None:
        """The die with this key, if it is still in play."""
        for die in self.dice:
            if die.id == key:
                return die
        return None

    def resolving(self) -> Any:
        """The Resolve phase going on, or None."""
        return self.nearest("ResolvePhase")

    def reopen(self) -> None:
        """CD-7.4, CD-Q-17: somebody has changed, unasked, what players can do: who has passed may think again."""
        for step in self.stack:
            if type(step) is Window:
                step.passed = []

    # What the kernel asks.

    @property
    def abilities(self) -> Abilities:
        """What cards and coins can do."""
        return self.rules.abilities  # type: ignore[no-any-return]

    def power(self, key: str) -> Power:
        try:
            return self.rules.abilities.powers[key]  # type: ignore[no-any-return]
        except KeyError:
            raise RulesError(f"no such power: {key}") from None

    def hands(self) -> Hands:
        """Who really has which powers at each timing."""
        found: Hands = {}
        given_by = self.abilities.given_by
        for player in self.players:
            seat = player.seat
            if seat in self.automata:
                continue
            for timing, powers in given_by((*self.gives_powers(player), *player.sigil.cards)).items():
                found.setdefault(timing, {})[seat] = powers
        self.kept.hands = found
        return found

    def powers(self, seat: Seat, timing: str) -> Sequence[Power]:
        hands = self.kept.hands or self.hands()
        return hands[timing].get(seat, ()) if timing in hands else ()

    def holders(self, timing: str) -> Container[Seat]:
        return (self.kept.hands or self.hands()).get(timing, ())

    def possible_powers(self, seat: Seat, timing: str) -> Sequence[Power]:
        kept = self.kept
        if kept.possible is None:
            kept.possible = {}
        found = kept.possible.get((seat, timing))
        if found is None:
            found = ()
            player = self.players[seat]
            if seat not in self.automata:
                abilities = self.abilities
                found = abilities.given_by(tuple(self.gives_powers(player))).get(timing, ())
                if player.sigil.cards:
                    found += abilities.hidden_in(timing, tuple(self.removed.cards), tuple(self.box.sigils))
            kept.possible[seat, timing] = found
        return found

    def gives_powers(self, player: Player) -> list[str]:
        """The cards and coins that give this player powers, as everybody knows."""
        found: list[str] = []
        if player.alive:
            found = [*player.card.cards, *player.rituals]
            if player.character == "faceless-2":
                found.append(self.borrowed(player))
        elif player.wraith:
            found = [player.wraith, *player.card.cards] if player.character == "necromancer" else [player.wraith]
        if player.siren:
            found.append(SIREN)
        if player.chant:
            found.append(CHANT)
        return found

    def free(self, seat: Seat) -> dict[str, Step]:
        """CD-Q-21: what may be done at any decision point, and what belongs to the phase of the question now open."""
        found: dict[str, Step] = {}
        for timing in self.decision_point():
            about = self.stack[-1].serial if timing != ANY else 0
            for power in self.powers(seat, timing):
                use = Use(seat, power.key, about)
                if power.usable(self, use):
                    found[power.key] = use
        return found

    def waits_for(self, seat: Seat) -> bool:
        """CD-Q-52, CD-18.39, CD-17.6: a Merchant II and a Faceless have a moment before each Roll phase and in each
        Response phase, the Kraken's Keeper where it matters. Whoever holds the Tithe is asked there in any case."""
        top = self.stack[-1]
        if top.step_name != "Window" or top.timing not in UNASKED:
            return False
        if seat in self.automata:
            return False
        abilities = self.abilities
        for power in abilities.given_by(tuple(self.gives_powers(self.players[seat]))).get(ANY, ()):
            use, wanted = Use(seat, power.key), abilities.awaited.get(power.key)
            if power.usable(self, use) and (wanted is None or wanted(self, use)):
                return True
        return False

    def decision_point(self) -> tuple[str, ...]:
        """The timings at which one may act unasked now; none in the middle of an effect."""
        if not self.stack or self.active < 0:
            return ()
        top = self.stack[-1]
        name = top.step_name
        if name == "Window":
            return (ANY,) if top.timing in BETWEEN_STEPS else ()
        if name == "Commit" and self.stack[-2].step_name != "CommitPhase":
            return ()
        return DECISION_POINTS.get(name, ())

    def side(self, seat: Seat) -> str:
        return ROLE_NAMES[self.role(seat)] if self.players[seat].role.cards else ""

    def clock(self) -> int:
        return self.round

    def measures(self) -> dict[str, dict[Seat, float]]:
        return {"life": {player.seat: player.life for player in self.players}}

    def moment(self, timing: str) -> str:
        return MOMENTS.get(timing, super().moment(timing))

    def touched(self, seat: Seat, window: Any) -> bool:
        """Whether somebody has touched this player, or their dice, since they said to pass until then; the beginning of
        their own turn has done so too."""
        standing = self.standing.get(seat)
        if standing is not None and self.players[seat].touched > standing.since:
            return True
        if window.timing == RITUAL_LOSS:
            loss = self.find(window.about)
            return loss is not None and seat in loss.amounts
        return window.timing in (STRUCK, BENEFIT, DYING)

    def can_decide_now(self, seat: Seat, window: Any) -> bool:
        """CD-8.11: what is on the dice that lie there can be weighed before the first of them is resolved; what answers
        a loss cannot. An Assassin's strike can be weighed until the next loss, and has a last call after the dice."""
        if window.timing != RESOLVE or (self.has(seat, "assassin") and not self.dice):
            return False
        return all(power.key in WEIGHED_AT_ONCE for power in self.powers(seat, RESOLVE))

    def unforeseen(self, seat: Seat, event: Event) -> bool:
        """CD-Q-41: for an Assassin also that somebody has lost life."""
        return super().unforeseen(seat, event) or (event.key == "lost" and self.has(seat, "assassin"))

    def derived_effects(self, name: str) -> Iterable[Lasting]:
        found: list[Lasting] = []
        if name == "dice":
            keeper = self.keeper_of("sea-hydra")
            if keeper >= 0:
                found.append(Lasting(name, "add", 2, on=keeper, source="sea-hydra"))  # CD-5.8
            if self.marked >= 0:
                found.append(Lasting(name, "add", 1, on=self.marked, source="faceless-2"))  # CD-5.7
        return found

    def describe(self, key: str) -> Option:
        return described(self, key)

    def laid(self, holder: Any) -> None:
        """CD-1.16: a ritual laid on an Altar Board, or one that had to make room for it, has its own markers."""
        for altar in self.altars:
            ritual = self.box.rituals.get(altar.ritual)
            fitting = {*ritual.tracks, *(["own"] if ritual.own else [])} if ritual else set()
            if altar is holder or set(altar.tracks) != fitting:
                altar.put_markers(ritual, self.n)

    def inventory(self) -> Counter[str]:
        """CD-1.17, CD-Q-33: cards, and the coins, Kraken dice and tokens of finite supply wherever they lie."""
        found = super().inventory()
        found.update(self.wraiths)
        for player in self.players:
            found.update(player.rituals)
            if player.wraith:
                found[player.wraith] += 1
        lying = self.supplies()
        for name, total in SUPPLIES.items():
            found[name] = total if 0 <= lying[name] <= total else lying[name]
        return found

    def supplies(self) -> Counter[str]:
        """How many coins, dice and tokens lie with players and on altars."""
        lying: Counter[str] = Counter()
        for player in self.players:
            lying.update(
                {
                    "siren coin": player.siren,
                    "chant coin": player.chant,
                    "necromancer coin": player.necromancy,
                    "kraken die": player.kraken,
                }
            )
        lying["shadow token"] = sum(altar.shadows for altar in self.altars)
        return lying


SUPPLIES = {
    "siren coin": SIREN_COINS,
    "chant coin": CHANT_COINS,
    "necromancer coin": NECROMANCER_COINS,
    "kraken die": KRAKEN_DICE,
    "shadow token": SHADOW_TOKENS,
}
