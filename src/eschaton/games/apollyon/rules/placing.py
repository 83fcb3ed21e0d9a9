"""Who of a team receives which token (SA-18.8): its player alone, or, where it has several, as they agree (SA-15.8)."""

from __future__ import annotations

from collections import Counter

from eschaton.games.apollyon.box.components import ASSETS, COG, LOSS, LOST, PERSONNEL, THEFT, WOUND
from eschaton.games.apollyon.box.names import TOKENS
from eschaton.games.apollyon.box.timings import DESTROYED
from eschaton.games.apollyon.labels import token_option
from eschaton.games.apollyon.rules.assets import LoseAsset, destructible, in_reach
from eschaton.games.apollyon.rules.damage import GiveUp, PlaceToken, alive, owners_alive, speaker
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Ask, Choose, Option, Seat
from eschaton.kernel.council import AGREE, REFUSE, Decide, Joint, others_concerned
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

SHIELDED = frozenset({WOUND, COG})  # SA-32.25
TAKING = {LOSS: "Who becomes Lost?", THEFT: "Which Asset is taken?"}

LITTLE = 1.5  # what is given up instead counts as less than room for two, and more than for the last one

Place = PlaceToken | GiveUp | LoseAsset
"""What may be done about one token, or about as many as a Minion cancels."""


class PlaceTokens(Joint):
    """SA-18.8, SA-18.12: the players choose, token by token, who of the team receives each (SA-Q-39: what nobody can
    is lost).

    Minions, Study Tokens and, in a breach, Personnel may be given up instead (SA-32.24, SA-32.34, SA-26.3). What
    several players have agreed on is carried out token by token; from what turns out to be impossible, since somebody
    has fallen, they decide anew.
    """

    kind: Open[str]
    many: Open[int]
    team: Open[list[str]]
    seat: Open[Seat]  # who decides, or proposes first
    source: Open[str] = ""
    site: Open[Seat] = -1  # whose Personnel fight

    def ask(self, table: Apollyon) -> Ask | None:
        if self.many <= 0 or self.decision:
            return None
        seat = speaker(table, self.team, self.seat)
        if others_concerned(table, seat, owners_alive(table, self.team)):
            return None
        options = self.options(table)
        if not options or self.is_overrun(table, options):
            return None
        return Choose(seat, dict(options), rule="SA-18.8")

    def prompt(self, table: Apollyon) -> str:
        return f"{self.asking()} ({self.many} left)"

    def asking(self) -> str:
        """The question about a single token."""
        return TAKING.get(self.kind) or f"Who receives {TOKENS[self.kind]}?"

    def options(self, table: Apollyon) -> dict[str, Place]:
        """Who may take the next token, and what may be given up for it."""
        team = alive(table, self.team)
        if self.kind == THEFT:  # SA-Q-89
            owners = owners_alive(table, self.team) or ([self.site] if self.fight_personnel(table) else [])
            return {**in_reach(table, owners, destructible(table, ASSETS))}
        found: dict[str, Place] = {piece: PlaceToken(self.kind, piece, self.source) for piece in team}
        if self.kind in SHIELDED:
            for piece in team:
                who = table.characters[piece]
                if who.minions or who.study:
                    found.update(self.shields(table, piece))
            if self.fight_personnel(table):
                found[PERSONNEL] = LoseAsset(self.site, PERSONNEL)
        return found

    def fight_personnel(self, table: Apollyon) -> bool:
        """SA-26.3, SA-Q-55: whether Personnel fight beside the team, or alone."""
        return self.site >= 0 and table.sites[self.site].pool.get(PERSONNEL, 0) > 0

    def shields(self, table: Apollyon, piece: str) -> dict[str, Place]:
        """What of a Character's can be given up: a Minion only whole (SA-32.26), a Study Token for itself (SA-Q-69)."""
        who = table.characters[piece]
        found: dict[str, Place] = {}
        for threat, endurance in sorted(set(who.minions)):
            if endurance <= self.many:
                found[f"minion:{piece}:{threat}/{endurance}"] = GiveUp(piece, threat, endurance)
        if who.study:
            found[f"study:{piece}"] = GiveUp(piece)
        return found

    def run(self, table: Apollyon, answer: Place | None) -> Follow:
        if answer is None:
            options = self.options(table) if self.many > 0 else {}
            if not options:
                return None
            answer = self.agreed(table, options)
            if answer is None:
                return Stay(self.deciding(table))
        self.many -= answer.takes
        return Stay(answer)

    def agreed(self, table: Apollyon, options: dict[str, Place]) -> Place | None:
        """What is done about the next token: as agreed, or what nobody can change; None if it is to be decided."""
        key = self.take_decision()
        if key in options:
            return options[key]
        self.decision = []
        return next(iter(options.values())) if len(options) == 1 or self.is_overrun(table, options) else None

    def is_overrun(self, table: Apollyon, options: dict[str, Place]) -> bool:
        """Whether there are so many tokens that everybody falls, wherever they go first; no text can change it."""
        if self.kind == THEFT or self.many < len(options) or may_turn(table):
            return False
        return sum(place.takes * place.most(table) for place in options.values()) <= self.many

    def deciding(self, table: Apollyon) -> Placement:
        """The question to all who have Characters in the team, who leads it first."""
        owners = sorted(owners_alive(table, self.team), key=table.around(self.seat).index)
        return Placement([], self.serial, owners, owners, rule="SA-18.8")

    def evenly(self, table: Apollyon) -> list[str]:
        """Each token where most more of its kind can be taken; before anybody falls, what can be is given up."""
        placed: list[str] = []
        while left := self.foreseen(table, placed):
            used = Counter(placed)
            room = {
                key: place.most(table) - used[key] if self.kind == THEFT or isinstance(place, PlaceToken) else LITTLE
                for key, place in left.items()
            }
            placed.append(max(room, key=lambda key: room[key]))
        return placed

    def foreseen(self, table: Apollyon, placed: list[str]) -> dict[str, Place]:
        """Who may take the next token when those before are placed like this, as far as can be foreseen."""
        options = self.options(table)
        used = Counter(placed)
        left = self.left_after(options, placed)
        gone = {key for key, times in used.items() if key not in options or times >= options[key].most(table)}
        return {
            key: place
            for key, place in options.items()
            if place.takes <= left and key not in gone and bearer(place) not in gone
        }

    def left_after(self, options: dict[str, Place], placed: list[str]) -> int:
        """How many tokens are left then; a Study Token may have been handed on since it was to be given up."""
        return self.many - sum(options[key].takes if key in options else 1 for key in placed)

    def describe(self, table: Apollyon, key: str) -> Option:
        return token_option(self.site, key) if key == PERSONNEL else super().describe(table, key)


class Placement(Decide):
    """SA-18.8, SA-15.8: the lead of a joint team proposes who receives which token; those agree on whom any falls.

    The proposal is put together token by token. If nothing is agreed, they are spread evenly.
    """

    def parts(self, table: Apollyon) -> list[str]:
        return list(table.pending(self.to).foreseen(table, self.proposal))

    def waiting(self, table: Apollyon) -> list[Seat]:
        struck = {self.owner(table, place) for place in self.places(table).values()}
        return [seat for seat in super().waiting(table) if seat in struck]

    def last_resort(self, table: Apollyon) -> list[str]:
        spread: list[str] = table.pending(self.to).evenly(table)
        return spread

    def places(self, table: Apollyon) -> dict[str, Place]:
        """What is proposed, each once."""
        options = table.pending(self.to).options(table)
        return {key: options[key] for key in self.proposal if key in options}

    def owner(self, table: Apollyon, place: Place) -> Seat:
        """Whose Character or Asset it is."""
        return place.seat if isinstance(place, LoseAsset) else table.characters[place.character].seat

    def about_it(self, table: Apollyon) -> str:
        about: str = table.pending(self.to).asking()
        return about

    def asking(self, table: Apollyon) -> str:
        placing = table.pending(self.to)
        left = placing.left_after(placing.options(table), self.proposal)
        so_far = f" So far: {self.worded(table)}." if self.proposal else ""
        return f"{self.about_it(table)} ({left} left){so_far}"

    def worded(self, table: Apollyon) -> str:
        """How many on whom, what is given up, and who would fall by it."""
        used = Counter(self.proposal)
        return ", ".join(self.part_in_words(table, key, place, used[key]) for key, place in self.places(table).items())

    def part_in_words(self, table: Apollyon, key: str, place: Place, times: int) -> str:
        """So many tokens on a Character, or something given up so many times."""
        label = self.describe(table, key).label
        if isinstance(place, PlaceToken):
            return f"{times} on {label}{' (who falls)' if times >= place.most(table) else ''}"
        return label if times == 1 else f"{label} ({times} times)"

    def describe(self, table: Apollyon, key: str) -> Option:
        option = super().describe(table, key)
        if key not in (AGREE, REFUSE):
            return option
        pieces = dict.fromkeys(bearer(place) for place in self.places(table).values())
        return Option(key, option.label, tuple(piece for piece in pieces if piece))


def may_turn(table: Apollyon) -> bool:
    """Whether who falls first can save another: by a text that speaks of it then, or one that changes Subdue."""
    return bool(table.speakers(DESTROYED)) or table.changes("subdue")


def bearer(place: Place) -> str:
    """The Character on whom a token goes, or who gives something up for it; none for an Asset."""
    return "" if isinstance(place, LoseAsset) else place.character


def harm(table: Apollyon, kind: str, many: int, piece: str, source: str = "") -> list[Step]:
    """Tokens that something other than an engagement places on one Character: what shields it in a fight does here too.

    SA-32.24, SA-32.34. The Lost give nothing up: they gather what comes (SA-32.20).
    """
    who = table.characters[piece]
    if who.zone == LOST:
        return [PlaceToken(kind, piece, source) for _ in range(many)]
    return [PlaceTokens(kind, many, [piece], who.seat, source)]
