"""Non-interference: change what a viewer may not know, and every byte sent to that viewer stays the same.

Two worlds that a viewer cannot tell apart are played on in lockstep with the same answers. They part, lawfully, when an
answer of one world cannot be given in the other, when the viewer learns different cards, or when the game ends.
"""

from random import Random
from typing import Any

from eschaton.kernel.ask import CHANCE, Ask, Choose, Pick, Shuffle, Together, Viewer, may_see
from eschaton.kernel.chance import audience_of
from eschaton.kernel.errors import Refused
from eschaton.kernel.knowledge import resample
from eschaton.kernel.machine import SECRET, Question
from eschaton.kernel.match import apply
from eschaton.kernel.pile import Pile
from eschaton.kernel.record import Entry
from eschaton.kernel.save import copy, save
from eschaton.kernel.seen import seen
from eschaton.kernel.table import Table, piles
from eschaton.kernel.undo import plan
from eschaton.kernel.why import why_not
from tests.laws.play import Ear, LawBroken, World


def together(world: World, viewer: Viewer, rng: Random, most: int = 200) -> int:
    """Play two worlds on that this viewer cannot tell apart; how many decisions they stay together."""
    one, two = Ear(viewer), Ear(viewer)
    first = world.beside(copy(world.table), [one])
    other = another_table(world.table, viewer, rng)
    if other is None:
        return 0
    second = world.beside(other, [two])
    for decisions in range(most):
        if not same_so_far(one, two) or first.question is None or second.question is None:
            return decisions
        lead, follow = (first, second) if rng.random() < 0.5 else (second, first)
        if viewer is not None and len(one.messages) == len(two.messages):
            same_for_the_curious(first, second, viewer, rng)
        if len(one.messages) != len(two.messages):
            behind, ahead = (first, second) if len(one.messages) < len(two.messages) else (second, first)
            if not catch_up(behind, ahead, viewer):
                return decisions
        elif not step_both(lead, follow, viewer, rng):
            return decisions
    return most


def another_table(table: Table, viewer: Viewer, rng: Random) -> Table | None:
    """A table this viewer cannot tell from the real one: all that is hidden drawn anew, or just two cards exchanged.

    None if there is none in which the others could have answered as they have.
    """
    twin = resample(table, viewer, rng) if rng.random() < 0.5 else exchanged(copy(table), viewer, rng)
    for step in twin.stack:
        ask = step.ask(twin) if step.serial in table.given else None
        if isinstance(ask, Together) and ask.mode in SECRET:
            for seat, answer in table.given[step.serial].items():
                if not may_answer(step.ask_of(twin, seat), answer):
                    return None
                twin.given.setdefault(step.serial, {})[seat] = answer
    return twin if twin.consistent(viewer) else None


def may_answer(ask: Ask | None, answer: Any) -> bool:
    """Whether a seat that is asked this may answer that."""
    try:
        return ask is not None and bool([ask.check(answer)])
    except Refused:
        return False


def exchanged(table: Table, viewer: Viewer, rng: Random) -> Table:
    """The table with two cards exchanged that this viewer does not know."""
    hidden: dict[tuple[object, ...], list[tuple[Pile, int]]] = {}
    for pile in piles(table):
        for place, known in enumerate(pile.known):
            if not may_see(known, viewer):
                hidden.setdefault(("in", id(pile)), []).append((pile, place))
                if not may_see(pile.inside[place], viewer):
                    hidden.setdefault((pile.back, table.sort_of(pile.cards[place])), []).append((pile, place))
    some = [places for places in hidden.values() if len(places) > 1]
    if some:
        (pile, place), (other, there) = rng.sample(rng.choice(some), 2)
        card = pile.cards[place]
        pile.exchange({place: other.cards[there]})
        other.exchange({there: card})
    return table


def same_so_far(one: Ear, two: Ear) -> bool:
    """Whether both heard the same; False when their worlds parted lawfully; LawBroken when something was told."""
    for place, (left, right) in enumerate(zip(one.messages, two.messages, strict=False)):
        if left.sent != right.sent:
            if left.learnt != right.learnt or left.over or right.over:
                return False
            raise LawBroken(
                f"viewer {one.viewer} can tell two worlds apart by message {place}:\n"
                f"{differing(left.sent.decode(), right.sent.decode())}"
            )
    return True


def same_for_the_curious(first: World, second: World, viewer: int, rng: Random) -> None:
    """Who tries what cannot be done, or asks to go back, is answered in the same words in both worlds.

    Whoever advises them is shown the same table.
    """
    if save(seen(first.table, viewer)) != save(seen(second.table, viewer)):
        raise LawBroken(f"viewer {viewer} sees another table")
    tries = [
        Entry(viewer, "no such key"),
        Entry(viewer, "no such act", "free"),
        Entry(viewer, ["Nothing", True], "stand"),
        Entry(viewer, ["no such act", 1], "free"),
        Entry(viewer, ["no such timing", 1], "wish"),
    ]
    for entry in tries:
        left, right = refused(first, entry), refused(second, entry)
        if left != right:
            raise LawBroken(f"viewer {viewer} is refused differently:\n  {left}\n  {right}")
    for card in rng.sample(pieces := sorted(first.table.inventory()), min(3, len(pieces))):
        left, right = (why_not(world.table, world.question, viewer, card) for world in (first, second))
        if left != right:
            raise LawBroken(f"viewer {viewer} is told differently why not {card}:\n  {left}\n  {right}")
    apart = len(first.match.record.entries) - len(second.match.record.entries)  # somebody has passed in one only
    if apart != first.apart or rng.random() < 0.1:
        first.apart = apart
        left, right = going_back(first, viewer), going_back(second, viewer)
        if left != right:
            raise LawBroken(f"viewer {viewer} may not take back the same: {left}, {right}")


def refused(world: World, entry: Entry) -> str:
    """How something that cannot be done is refused."""
    assert world.question is not None
    try:
        apply(world.table, world.question, entry)
    except Refused as error:
        return f"{type(error).__name__}: {error}"
    raise LawBroken(f"{entry.answer!r} was accepted")


def going_back(world: World, viewer: int) -> str:
    """Whose consent it needs to take back what this viewer did last."""
    try:
        return str(sorted(plan(world.match, viewer).needs))
    except Refused as error:
        return str(error)


def differing(left: str, right: str) -> str:
    """The first difference with a little round it."""
    at = next((n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    begin = max(0, at - 120)
    return f"  …{left[begin : at + 120]}\n  …{right[begin : at + 120]}"


def catch_up(behind: World, ahead: World, viewer: Viewer) -> bool:
    """The world in which somebody is still asked who is not in the other one: they give the answer of silence."""
    for seat, ask in behind.asks.items():
        if seat in (viewer, CHANCE) or seat in ahead.asks:
            continue
        if isinstance(ask, Choose) and ask.neutral:
            behind.take(Entry(seat, ask.neutral))
            return True
    return False


def step_both(lead: World, follow: World, viewer: Viewer, rng: Random) -> bool:
    """Take the same entry in both worlds; False when that cannot be."""
    entry = lead.some_entry(rng)
    if entry.seat == CHANCE:
        translated = same_chance(lead.question, follow.question, entry, viewer, rng)
        if translated is None:
            return False
        lead.take(entry)
        follow.take(translated)
        return True
    if entry.how == "withdraw" and entry.seat != viewer:
        question = follow.question
        assert question is not None
        lead.take(entry)
        return entry.seat not in follow.table.answered(question.step) or follow.takes(entry)
    if entry.how == "answer" and entry.seat != viewer and overruled(lead, follow, entry):
        return True
    if entry.how == "answer" and entry.seat != viewer and entry.seat not in follow.asks:
        ask = lead.asks[entry.seat]
        if isinstance(ask, Choose) and entry.answer == ask.neutral:
            lead.take(entry)
            return True
        return False
    if follow.takes(entry):
        lead.take(entry)
        return True
    if entry.seat == viewer and entry.how in ("answer", "free"):
        raise LawBroken(f"viewer {viewer} may do {entry.answer!r} in one world only")
    return False


def overruled(lead: World, follow: World, entry: Entry) -> bool:
    """A use by priority that another one comes before is told to nobody: it is made in one world only, then that one.

    False where it is a use in the other world too, or nobody comes before.
    """
    question = lead.question
    if question is None or question.mode != "priority" or may_answer(follow.asks.get(entry.seat), entry.answer):
        return False
    asked = [seat for seat in question.seats if seat in lead.asks or seat in follow.asks]
    here, there = lead.asks.get(asked[0]), follow.asks.get(asked[0])
    if asked[0] == entry.seat or not isinstance(here, Choose) or not isinstance(there, Choose):
        return False
    uses = [key for key in here.options if key in there.options and key != here.neutral]
    if not uses:
        return False
    lead.take(entry)
    for world in (lead, follow):
        world.take(Entry(asked[0], uses[0]))
    return True


def same_chance(
    here: Question | None, there: Question | None, entry: Entry, viewer: Viewer, rng: Random
) -> Entry | None:
    """The same draw in the other world: shuffles move places, not faces. None if chance is asked something else.

    What the viewer may not see of it may as well fall out differently.
    """
    assert here is not None
    if there is None or type(here.ask) is not type(there.ask) or here.ask.shape() != there.ask.shape():
        return None
    if not may_see(audience_of(there.ask), viewer) and rng.random() < 0.3:
        return Entry(CHANCE, there.ask.sample(rng))
    if isinstance(here.ask, Shuffle) and isinstance(there.ask, Shuffle):
        places = [here.ask.items.index(item) for item in entry.answer]
        return Entry(CHANCE, [there.ask.items[place] for place in places])
    if isinstance(there.ask, Pick) and entry.answer not in there.ask.options:
        return None
    return entry
