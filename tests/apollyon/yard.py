"""The driver step by step, for sites: nothing is answered for anybody, and chance rolls what it is given.

    def test_a_pop_destroys_the_measure_token(yard):
        game = yard().holds("ed", "euclid 3/4", tokens="space resources personnel")
        game.begin(BreachCheck("ed")).rolls(5, 6, 4).answers(S0, "space", "resources")
        assert game.tokens("ed") == "personnel space"

**Position.** As in `driver.py`, with empty decks and in fewer words:

    staff("vic", "3/3 sentinel 1", seat=S0, zone="garrison", medals=2, minions=[(1, 1)])      a Character
    holds("kay", "keter 4/5", seat=S0, zone="ac", tokens="space space", cost="space", row=0, study=2)   an anomaly
    deck("character", "ana 2/2", …)   the next card first; of Situations "rumour euclid 1": class and cost

**Play.** `begin(*steps)`, then `rolls(3, 6, 1)` gives faces to whatever is rolled, in order; `answers(S0, key, …)`
answers one question after the other; `act(S0, key)` does something unasked.

**Reading.** `asked` (the seats), `tokens(piece)`, `assets(S0)` (as words), `rows()`, `story` (the keys of all that was
said), `done` (nothing is left to do and no face unused), `over`.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from eschaton.games.apollyon.box.components import AC, ASSETS, GARRISON, MET, PUBLIC
from eschaton.games.apollyon.box.facts import EventCard, SituationCard
from eschaton.games.apollyon.rules.situations import turn_up_next
from eschaton.games.apollyon.state import Anomaly
from eschaton.kernel.ask import CHANCE, Roll
from eschaton.kernel.machine import Question, answer
from eschaton.kernel.pile import Pile, face_down
from tests.apollyon.driver import S0, S1, S2, Driver

__all__ = ["S0", "S1", "S2", "Yard"]


class Yard(Driver):
    """A game in a test. See the module's docstring."""

    def __init__(self, players: int = 1, **options: Any) -> None:
        self.faces: deque[int] = deque()
        super().__init__(players, **options)
        self.box.promotions = {}
        self.table.next_situation = Pile("situation")
        for deck in self.table.decks:
            self.table.decks[deck] = face_down(deck)

    # Position.

    def staff(self, piece: str, words: str = "2/2", seat: int = S0, zone: str = GARRISON, **has: Any) -> Yard:
        """A Character: its ratings and Skills, then what lies on it."""
        stats, *skills = words.split()
        named = [" ".join(pair) for pair in zip(skills[::2], skills[1::2], strict=True)]
        minions = has.pop("minions", [])
        self.character(piece, seat, stats, *named, zone=zone, **has)
        self.who(piece).minions = minions
        return self

    def holds(self, piece: str, words: str, seat: int = S0, zone: str = AC, **has: Any) -> Yard:
        """An anomaly: its class and ratings, then printed facts and what lies on it."""
        object_class, stats = words.split()
        on_it = {field: has.pop(field) for field in Anomaly.__struct_fields__ if field in has and field != "tokens"}
        self.anomaly(piece, object_class, stats, zone, -1 if zone in (PUBLIC, MET) else seat, **has)
        for field, value in on_it.items():
            setattr(self.what(piece), field, value)
        return self

    def deck(self, kind: str, *cards: str) -> Yard:
        pieces = [self.card(kind, *card.split(maxsplit=1)) for card in cards]
        self.table.decks[kind] = face_down(kind, pieces[::-1])
        if kind == "situation":
            turn_up_next(self.table)
        return self

    def card(self, kind: str, piece: str, words: str = "") -> str:
        """A card of a deck in the box."""
        if kind == "event":
            self.box.add(piece, EventCard(name=piece, id=piece))
        elif kind == "character":
            self.character(piece, -1, words)
        elif kind == "situation":
            named, cost = words.split()
            facts: Any = {"danger": 1, "masquerade_cost": int(cost), "object_class": named}
            self.box.add(piece, SituationCard(name=piece, id=piece, **facts))
        else:
            self.anomaly_card(piece, *words.split())
        return piece

    # Play.

    def rolls(self, *faces: int) -> Yard:
        self.faces.extend(faces)
        self.settle()
        return self

    def answers(self, seat: int, *given: Any) -> Yard:
        for one in given:
            self.answer(seat, one)
        return self

    def settle(self) -> Question | None:
        """Go on as long as only chance is asked and has faces; shuffles leave things as they lie."""
        while (question := super().settle()) is not None and question.ask.seat == CHANCE:
            ask = question.ask
            if isinstance(ask, Roll) and len(self.faces) < ask.count:
                break
            given = [self.faces.popleft() for _ in range(ask.count)] if isinstance(ask, Roll) else ask.default()
            answer(self.table, question, CHANCE, given)
        return question

    # Reading.

    @property
    def asked(self) -> list[int]:
        """The seats that are asked."""
        return sorted(self.question.asks(self.table))

    def tokens(self, piece: str) -> str:
        """Containment Tokens as words."""
        return in_words(self.what(piece).tokens)

    def assets(self, seat: int) -> str:
        """A pool as words."""
        return in_words(self.table.sites[seat].pool)

    def rows(self) -> list[list[str]]:
        """The rows of the first site."""
        found: list[list[str]] = self.table.rows(S0)
        return found

    @property
    def story(self) -> list[str]:
        """The keys of all that was said."""
        self.settle()
        return [event.key for event in self.log]

    @property
    def over(self) -> bool:
        return self.table.outcome is not None

    @property
    def done(self) -> bool:
        return self.settle() is None and not self.faces


def in_words(assets: dict[str, int]) -> str:
    """Assets as words, in the order of the box."""
    return " ".join(kind for kind in ASSETS for _ in range(assets.get(kind, 0)))
