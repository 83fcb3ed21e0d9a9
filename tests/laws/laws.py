"""The laws that hold at every decision of every game. Each takes a world and a random stream, and changes nothing."""

import functools
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from eschaton.kernel import knowledge, notation
from eschaton.kernel import save as saving
from eschaton.kernel.ask import (
    ALL_SEEING,
    CHANCE,
    Amount,
    AnyAsk,
    Ask,
    Assign,
    Choose,
    ChooseSome,
    Order,
    Seat,
    Together,
    Viewer,
)
from eschaton.kernel.errors import BreaksLimit, GameOver, Malformed, NotAnOption, NotOpen, Refused, WrongSeat
from eschaton.kernel.event import told
from eschaton.kernel.machine import SECRET, Question, answer, asked_freely, require_open, settle
from eschaton.kernel.match import Match, apply
from eschaton.kernel.record import Entry, Record, from_bytes, to_bytes
from eschaton.kernel.save import load, save
from eschaton.kernel.seen import seen
from eschaton.kernel.table import Standing, Table, piles, stocks_of
from eschaton.kernel.view import observe, view, views
from eschaton.kernel.window import Use, Window
from tests.laws.play import World, hold

Law = Callable[[World, Random], None]
ASKS: tuple[type[Ask], ...] = AnyAsk.__args__


def everybody(table: Table) -> list[Viewer]:
    """Every seat, a spectator, and the eye that sees all."""
    return [*table.people(), None, ALL_SEEING]


def copies_share_nothing(world: World, rng: Random) -> None:
    """A copy equals its original, and nothing done to it reaches the original."""
    table = world.table
    before = save(table)
    twin = saving.copy(table)
    hold(twin == table and save(twin) == before, "a copy equals its original")
    wreck(twin)
    hold(save(table) == before, "what is done to a copy leaves the original alone")


def wreck(value: Any) -> None:
    """Change everything in a structure, as deep as it goes."""
    if isinstance(value, msgspec.Struct) and not value.__struct_config__.frozen:
        for name in value.__struct_fields__:
            found = getattr(value, name)
            wreck(found)
            if isinstance(found, bool | int | str):
                setattr(value, name, not found if isinstance(found, bool) else found * 2)
    elif isinstance(value, list):
        for item in value:
            wreck(item)
        value.append(None)
    elif isinstance(value, dict):
        for item in value.values():
            wreck(item)
        value.clear()


@functools.cache
def kinds_of(table: type[Table]) -> dict[str, Any]:
    """Every structure that can occur in the notation of a game."""
    return notation.kinds_of(*ASKS, table)


def round_trips(world: World, rng: Random) -> None:
    """Tables, steps, asks and answers can be written and read again, as bytes and as text."""
    table = world.table
    saved = save(table)
    hold(load(type(table), saved) == table, "a saved table loads")
    kinds = kinds_of(type(table))
    back = notation.read(notation.write(table), kinds)
    hold(back == table and save(back) == saved, "a table written as text reads back")
    for step in table.stack:
        hold(notation.read(notation.write(step), kinds) == step, f"{type(step).__name__} reads back")
    for ask in world.asks.values():
        hold(notation.read(notation.write(ask), kinds) == ask, f"{type(ask).__name__} reads back")
        given = ask.sample(rng)
        hold(notation.read(notation.write(given), {}) == given, "an answer written as text reads back")
        hold(msgspec.json.decode(msgspec.json.encode(given)) == given, "an answer travels as JSON")


def asking_is_pure(world: World, rng: Random) -> None:
    """Asking, describing and viewing change nothing and say the same twice."""
    table, question = world.table, world.question
    assert question is not None
    before = save(table)
    step = question.step
    hold(step.ask(table) == step.ask(table), f"{type(step).__name__}.ask says the same twice")
    for viewer in everybody(table):
        hold(view(table, viewer) == view(table, viewer), "a view is the same twice")
        first = observe(table, question, viewer)
        hold(msgspec.json.encode(first) == msgspec.json.encode(observe(table, question, viewer)), "so is what is told")
    for seat in table.people():
        hold(question.of(table, seat) == question.of(table, seat), "a seat is asked the same twice")
        hold(table.free(seat) == table.free(seat), "free actions are the same twice")
    hold(world.match.asks().keys() == world.asks.keys(), "the same seats are asked twice")
    hold(save(table) == before, f"{type(step).__name__}: looking changes nothing")


def what_is_kept_is_true(world: World, rng: Random) -> None:
    """A copy has kept nothing of what was found before; all the same everybody is asked, and may do, the same."""
    table, twin = world.table, saving.copy(world.table)
    question, fresh = world.question, settle(twin)
    assert question is not None
    hold(fresh is not None and fresh.asks(twin) == question.asks(table), "a copy asks the same")
    hold(fresh is not None and fresh.may_act(twin) == question.may_act(table), "the same may act")
    hold(all(twin.free(seat) == table.free(seat) for seat in table.people()), "the same may be done unasked")


def options_read_well(world: World, rng: Random) -> None:
    """Every option has its key, a label and text pieces; every question names a rule."""
    table, question = world.table, world.question
    assert question is not None
    for seat, ask in world.asks.items():
        if seat == CHANCE:
            continue
        shown = observe(table, question, seat).question
        hold(shown is not None and bool(shown.rule), f"{type(question.step).__name__}: the question names its rule")
        for option in shown.options if shown else ():
            hold(bool(option.label), f"option {option.key} has a label")
        hold(
            [option.key for option in shown.options] == list(ask.keys()) if shown else False, "options keep their keys"
        )


def legal_answers_run(world: World, rng: Random) -> None:
    """Sampled and neutral answers are accepted, and the same answer leads to the same table."""
    for seat, ask in world.asks.items():
        for given in (ask.sample(rng), ask.default()):
            try:
                results = [after(world.table, Entry(seat, given)) for _ in range(2)]
            except Refused as error:
                hold(False, f"{given!r} was offered to seat {seat} and refused: {error}")
            hold(results[0] == results[1], f"the same answer {given!r} leads to the same table")


def acts_carry_their_answers(world: World, rng: Random) -> None:
    """What is done unasked with an answer is done in one act that closes nobody's question; wrong answers are none."""
    table, match = world.table, world.match
    before, given = save(table), dict(match.given)
    for seat in table.people():
        for key, step in table.free(seat).items():
            ask = asked_freely(table, seat, step)
            wrong = [["x"], [key]] if ask is None else [key, [key], *([key, bad] for bad, _ in wrong_answers(ask, rng))]
            for act in wrong:
                refused_act(match, seat, act)
            for answer_ in () if ask is None else (ask.sample(rng), ask.default()):
                twin = load(type(table), save(table))
                apply(twin, require_open(settle(twin)), Entry(seat, [key, answer_], "free"))
    hold(save(table) == before and match.given == given, "an act that is refused leaves everything as it was")


def refused_act(match: Match, seat: int, act: Any) -> None:
    """This cannot be done unasked."""
    try:
        match.act(seat, act)
    except Refused:
        return
    hold(False, f"{act!r} was done by seat {seat}, unasked")


def after(table: Table, entry: Entry) -> bytes:
    """A copy of the table after an answer, run on to the next question."""
    twin = load(type(table), save(table))
    question = settle(twin)
    assert question is not None
    answer(twin, question, entry.seat, entry.answer)
    settle(twin)
    return save(twin)


def illegal_answers_change_nothing(world: World, rng: Random) -> None:
    """Wrong types, unknown keys, doubles, too many, too few, wrong seats and closed questions are refused precisely."""
    match, table = world.match, world.table
    before, entries = save(table), len(match.record.entries)
    for seat, ask in world.asks.items():
        if seat == CHANCE:
            continue
        for bad, error in wrong_answers(ask, rng):
            refused(match, seat, bad, error)
        try:
            match.answer(seat, ask.sample(rng), "no such question")
            hold(False, "an answer to a question that is not open was accepted")
        except NotOpen:
            pass
        for other in [*table.people(), 99]:
            if other not in world.asks and world.question is not None and world.question.of(table, other) is None:
                refused(match, other, ask.sample(rng), WrongSeat)
    for seat in table.people():
        try:
            match.act(seat, "no such action")
            hold(False, "an unknown free action was accepted")
        except Refused:
            pass
    hold(save(match.table) == before and match.table is table, "a refused answer leaves the table untouched")
    hold(len(match.record.entries) == entries, "a refused answer is not recorded")


def refused(match: Match, seat: int, bad: Any, error: type[Refused]) -> None:
    """This answer must be refused with exactly this error."""
    try:
        match.answer(seat, bad)
    except Refused as found:
        hold(type(found) is error, f"{bad!r} is refused as {type(found).__name__}, not as {error.__name__}")
    else:
        hold(False, f"{bad!r} was accepted from seat {seat}")


def wrong_answers(ask: Ask, rng: Random) -> list[tuple[Any, type[Refused]]]:
    """Mutations of legal answers, each with how it must be refused."""
    wrong: list[tuple[Any, type[Refused]]] = [(None, Malformed), (1.5, Malformed)]
    given = ask.sample(rng)
    if isinstance(ask, Choose):
        wrong += [("no such key", NotAnOption), ([given], Malformed), (7, Malformed), ({}, Malformed)]
    elif isinstance(ask, ChooseSome | Order):
        wrong += [([*given, "no such key"], NotAnOption), ("text", Malformed), ([7], Malformed), ([[]], Malformed)]
        if given:
            wrong.append(([*given, given[0]], Malformed))
        if isinstance(ask, Order) and given:
            wrong.append((given[1:], BreaksLimit))
        if isinstance(ask, ChooseSome) and len(ask.options) > ask.most:
            wrong.append((list(ask.options)[: ask.most + 1], BreaksLimit))
        if isinstance(ask, ChooseSome) and ask.least > 0:
            wrong.append(([], BreaksLimit))
    elif isinstance(ask, Assign):
        wrong += [([], Malformed), ({**given, "no such item": "x"}, NotAnOption)]
        for item in given:
            wrong += [({**given, item: "no such place"}, NotAnOption), ({**given, item: ["x"]}, NotAnOption)]
            wrong.append(({other: given[other] for other in given if other != item}, BreaksLimit))
    elif isinstance(ask, Amount):
        wrong += [(ask.most + 1, NotAnOption), (ask.least - 1, NotAnOption), ("1", Malformed), (True, Malformed)]
    return wrong


def supplies_are_conserved(world: World, rng: Random) -> None:
    """Once set-up is done, finite pieces neither appear nor vanish, and each card lies in exactly one place."""
    table = world.table
    now, then = table.inventory(), world.pieces
    if then is None:
        return
    hold(now == then, f"pieces were {dict(then - now)} more and are {dict(now - then)} more")
    lying = Counter(card for pile in piles(table) for card in pile.cards)
    hold(all(many == 1 for many in lying.values()), "each card lies in one pile only")
    for pile in piles(table):
        hold(len(pile.cards) == len(pile.known) == len(pile.inside), "a pile knows of each of its cards")
        hold(
            all(known & ~inside == 0 for known, inside in zip(pile.known, pile.inside, strict=True)), "who sees, knows"
        )


def windows_offer_what_is_possible(world: World, rng: Random) -> None:
    """What a seat has in a window, it could have as far as everybody knows; who has it may act."""
    table, question = world.table, world.question
    assert question is not None
    for step in table.stack:
        if not isinstance(step, Window):
            continue
        for seat in step.seats:
            has = {power.key for power in table.powers(seat, step.now)}
            could = {power.key for power in table.possible_powers(seat, step.now)}
            hold(has <= could, f"seat {seat} has {has - could} at {step.now}, which nobody thinks possible")
    hold(set(world.asks) <= set(question.may_act(table)), "whoever is asked is shown as one who may act")


def spectators_see_less(world: World, rng: Random) -> None:
    """A seat sees all that a spectator sees, and the all-seeing eye all that a seat sees."""
    table = world.table
    for seat in table.people():
        implied(view(table, None), view(table, seat), f"spectator, seat {seat}")
        implied(view(table, seat), view(table, ALL_SEEING), f"seat {seat}, all-seeing")
    everybody = [*table.people(), None, ALL_SEEING]
    for viewers in (everybody, everybody[:-1]):
        together = views(table, viewers)
        hold(together == [view(table, viewer) for viewer in viewers], "all see together what each sees alone")
    for _, event in world.match.log[-5:]:
        public = event.seen_by(None)
        for viewer in table.people():
            own = event.seen_by(viewer)
            if public is not None:
                hold(own is not None and public.args.items() <= own.args.items(), "a seat is told what a spectator is")
            if own is not None:
                hold(bool(told(own, world.game.texts, world.game.name)), f"{own.key} has a sentence")


def a_table_is_seen_as_it_is_viewed(world: World, rng: Random) -> None:
    """A table with all blanked that a viewer does not know looks to them as the true one does, and changes nothing."""
    table = world.table
    before = save(table)
    for viewer in everybody(table):
        hold(view(seen(table, viewer), viewer) == view(table, viewer), f"viewer {viewer} sees on it what they view")
    hold(save(table) == before, "looking changes nothing")


def implied(less: Any, more: Any, where: str) -> None:
    """Everything in one view is in the other."""
    if isinstance(less, dict) and "back" in less and "cards" in less:
        hold(len(less["cards"]) == len(more["cards"]), f"{where}: as many cards")
        faces = Counter(card for card in less["cards"] if card is not None)
        hold(not faces - Counter(more["cards"]), f"{where}: the same faces")
        known = set(more["cards"]) | set(more.get("contents", ()))
        hold(set(less.get("contents", ())) <= known, f"{where}: the same contents")
    elif isinstance(less, dict):
        for key, value in less.items():
            hold(key in more, f"{where}.{key}: seen by both")
            implied(value, more[key], f"{where}.{key}")
    elif isinstance(less, list):
        hold(len(less) == len(more), f"{where}: as long")
        for place, value in enumerate(less):
            implied(value, more[place], f"{where}[{place}]")
    else:
        hold(less == more, f"{where}: {less!r} is {more!r}")


def resampling_knows_no_more(world: World, rng: Random) -> None:
    """A resampled table looks the same to its viewer, keeps all pieces, and depends only on what the viewer knows."""
    table = world.table
    seed = rng.random()
    for viewer in [*table.people(), None]:
        imagined = knowledge.resample(table, viewer, Random(seed))
        hold(imagined.inventory() == table.inventory(), "a resampled table has the same pieces")
        hold(moment(imagined, viewer) == moment(table, viewer), f"viewer {viewer} cannot tell a resampled table apart")
        hold(save(seen(imagined, viewer)) == save(seen(table, viewer)), f"viewer {viewer} sees the same table")
        hold(possibilities(imagined) == possibilities(table), f"viewer {viewer} cannot tell by any power who could act")
        saved = save(imagined)
        answered_otherwise(imagined, viewer, rng)
        again = knowledge.resample(imagined, viewer, Random(seed))
        hold(save(again) == saved, f"resampling for viewer {viewer} depends on what is hidden from it")


def possibilities(table: Table) -> list[tuple[int, Seat, str]]:
    """Every power that a seat could use in an open window as far as everybody knows, each looked at for itself.

    That somebody could act at all is mostly so by some other card, however much one of them may tell.
    """
    return [
        (step.serial, seat, power.key)
        for step in table.stack
        if isinstance(step, Window)
        for seat in step.seats
        for power in step.might_have(table, seat)
        if power.possible(table, Use(seat, power.key, step.about))
    ]


def imagining_keeps_what_is_public(world: World, rng: Random) -> None:
    """What everybody knows without seeing it, of mixed decks and of what was seeded, holds on every imagined table."""
    table = world.table
    for viewer in (rng.choice(table.people()), None):
        imagined = knowledge.resample(table, viewer, rng)
        hold(imagined.public() == table.public(), f"what viewer {viewer} imagines agrees with what is public")
        hold(stocks_of(imagined) == stocks_of(table), f"what viewer {viewer} imagines keeps every stock")


def answered_otherwise(table: Table, viewer: Viewer, rng: Random) -> None:
    """Let others have sealed other answers, and stand or not, as they may in secret."""
    step = table.stack[-1]
    ask = step.ask(table)
    for seat in table.people():
        if seat == viewer:
            continue
        if table.thresholds:
            table.wishes[seat] = {table.thresholds[0].timing: rng.randint(1, table.thresholds[0].most + 1)}
        if not table.passes_openly(seat):
            table.standing[seat] = Standing(step.serial)
            table.ends_with(step.serial)
        asked = step.ask_of(table, seat) if isinstance(ask, Together) and ask.mode in SECRET else None
        if asked is not None:
            table.given.setdefault(step.serial, {})[seat] = asked.sample(rng)


def moment(table: Table, viewer: Viewer) -> bytes:
    """What a viewer is told now, whether or not somebody is really asked."""
    twin = load(type(table), save(table))
    told_now: list[bytes] = []

    def listen(question: Question | None) -> None:
        told_now.append(msgspec.json.encode(observe(twin, question, viewer)))

    question = settle(twin, listen)
    listen(question)
    return told_now[0]


EVERYWHERE: tuple[Law, ...] = (
    copies_share_nothing,
    round_trips,
    asking_is_pure,
    what_is_kept_is_true,
    options_read_well,
    legal_answers_run,
    illegal_answers_change_nothing,
    acts_carry_their_answers,
    supplies_are_conserved,
    windows_offer_what_is_possible,
    spectators_see_less,
    a_table_is_seen_as_it_is_viewed,
    resampling_knows_no_more,
    imagining_keeps_what_is_public,
)


def obey(world: World, rng: Random, decisions: int, laws: tuple[Law, ...] = EVERYWHERE, every: int = 1) -> int:
    """Play on at random and check the laws at every decision (or every few); how many decisions were checked."""
    checked = 0
    for number in range(decisions):
        if world.question is None:
            break
        if number % every == 0:
            for law in laws:
                law(world, rng)
            checked += 1
        world.take(world.some_entry(rng))
    return checked


def ends(world: World, rng: Random) -> int:
    """Play to the end, which comes within the game's limit; how many decisions it took."""
    for number in range(world.game.limit):
        if world.question is None:
            hold(world.table.outcome is not None and not world.table.stack, "a game that is over has an outcome")
            try:
                world.match.answer(0, "pass")
            except GameOver:
                return number
            hold(False, "an answer was taken after the end")
        world.take(world.some_entry(rng))
    hold(False, f"{world.game.id} does not end within {world.game.limit} decisions")
    return 0


def replays(world: World) -> None:
    """The same entries lead to the same table after every one of them, and so does the record on file."""
    record = from_bytes(to_bytes(world.match.record))
    hold(record == world.match.record, "a record reads back")
    tables = [save(table) for table in replayed(world, record)]
    hold(tables == [save(table) for table in replayed(world, record)], "a replay is the same every time")
    hold(tables[-1] == save(world.table), "a replay ends as the match did")


def replayed(world: World, record: Record) -> Any:
    """The table at every question of a record, played again."""
    match = Match(world.game, msgspec.structs.replace(record, entries=[], snapshots=[], outcome=None))
    try:
        for _ in match.replay(list(record.entries)):
            yield match.table
    except Refused as error:
        hold(False, f"a replay takes every entry: {error}")
