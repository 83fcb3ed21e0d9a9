"""Asking without fatigue, and without telling: who is asked, when, what standing passes do, what a time-out answers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from eschaton.games.cult import GAME
from eschaton.games.cult.abilities import ABILITIES
from eschaton.games.cult.abilities.characters import Shield
from eschaton.games.cult.rules.kraken import TakeOffKraken
from eschaton.games.cult.rules.turn import MarkPlayer, Play
from eschaton.kernel.ask import CHANCE, Assign, only
from eschaton.kernel.forced import is_forced
from eschaton.kernel.machine import Question, act_freely, answer, settle
from eschaton.kernel.match import stand
from eschaton.kernel.save import copy
from eschaton.kernel.view import view
from eschaton.kernel.window import Window
from eschaton.ledger import rule
from tests.cult.driver import BASE, S0, S1, S2, S3, S4, Driver
from tests.cult.rules.test_07_response import asked, responding
from tests.cult.rules.test_13_sigils import quiet, resolving


def questions(seed: int, decisions: int = 400, fewest: int = 5) -> Any:
    """Every question of a random game, with the table."""
    rng = Random(seed)
    table: Any = GAME.table(GAME.checked(fewest + seed % 4, {}))
    for _ in range(decisions):
        question = settle(table)
        table.events.clear()
        if question is None:
            return
        yield table, question
        asks = question.asks(table)
        seat = rng.choice(list(asks))
        free = table.free(seat) if seat != CHANCE and rng.random() < 0.1 else {}
        if free:
            act_freely(table, seat, rng.choice(list(free)))
        else:
            answer(table, question, seat, asks[seat].sample(rng))


SEEDS = range(8)
TIMINGS = sorted({timing for given in ABILITIES.by_card.values() for timing in given})


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_asked_what_has_only_one_answer(seed: int) -> None:
    for table, question in questions(seed):
        for seat, ask in question.asks(table).items():
            assert seat == CHANCE or not is_forced(ask), f"{type(question.step).__name__}: {ask}"


@rule("CD-7.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_is_asked_in_a_window_could_act_as_far_as_everybody_knows(seed: int) -> None:
    for table, question in questions(seed):
        if isinstance(question.step, Window):
            shown = question.may_act(table)
            for seat, ask in question.asks(table).items():
                assert seat in shown
                assert len(list(ask.keys())) > 1, "to pass, and something to do"


@pytest.mark.parametrize("seed", SEEDS)
def test_who_may_act_does_not_depend_on_what_is_hidden(seed: int) -> None:
    for table, question in questions(seed, 250):
        before = question.may_act(table)
        holders = [player for player in table.players if player.sigil.cards]
        if len(holders) > 1:  # others hold other Sigils
            cards = [player.sigil.cards[0] for player in holders]
            for player, card in zip(holders, cards[1:] + cards[:1], strict=True):
                player.sigil.exchange({0: card})
            table.forget()
            assert question.may_act(table) == before
            for player, card in zip(holders, cards, strict=True):
                player.sigil.exchange({0: card})
            table.forget()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seat_really_has_no_power_that_it_could_not_have(seed: int) -> None:
    for table, _ in questions(seed, 150):
        for seat in table.people():
            for timing in TIMINGS:
                could = {power.key for power in table.possible_powers(seat, timing)}
                assert {power.key for power in table.powers(seat, timing)} <= could


@pytest.mark.parametrize("seed", range(12))
def test_who_has_which_powers_is_never_out_of_date(seed: int) -> None:
    for table, _ in questions(seed, 900, fewest=4):
        twin = copy(table)
        assert table.bearers() == twin.bearers()
        for seat in table.people():
            for timing in TIMINGS:
                assert table.powers(seat, timing) == twin.powers(seat, timing)
                assert table.possible_powers(seat, timing) == twin.possible_powers(seat, timing)


def test_a_hidden_sigil_could_be_any_that_is_not_gone(cult: type[Driver]) -> None:
    game = resolving(quiet(cult, S1="Salt Ward", S3="Stillness"))
    assert game.question.may_act(game.table) == [S3, S1], "S3 might hold Portents"
    assert asked(game) == [S1], "but is not asked in vain"
    for card in ("portents", "turning-tide", "salt-ward", "open-vein"):
        game.table.removed.put(card, -1)
    assert S3 not in game.edited().question.may_act(game.table)


@rule("CD-Q-73")
@pytest.mark.parametrize("sigil", sorted(BASE.sigils))
def test_the_table_looks_the_same_to_others_whatever_sigil_a_player_holds(cult: type[Driver], sigil: str) -> None:
    """A whole turn in which the holder passes: nobody else can tell which Sigil it is."""

    def heard(card: str) -> list[Any]:
        game = quiet(cult).coins(S0="siren").board(1, "Sirens", Co=3).with_life(S1=2)
        game.table.sigils.take(game.table.sigils.cards.index(card))
        game.player(S1).sigil.put(card, only(S1))
        moments: list[Any] = []

        def look(question: Question) -> None:
            moments.append((view(game.table, S3), tuple(question.may_act(game.table))))

        game.table.active = S1
        game.table.push([Play()])  # S2's turn from its first moment on
        while True:
            question = settle(game.table, look)
            assert question is not None
            if question.ask.seat == S1 and isinstance(question.step, Window):
                look(question)
                answer(game.table, question, S1, "pass")
                continue
            look(question)
            if game.table.active == S3:
                return [moment for place, moment in enumerate(moments) if place == 0 or moments[place - 1] != moment]
            if question.ask.seat == CHANCE:
                answer(game.table, question, CHANCE, ["DD", "Bl", "Co", "Bl", "Bl"])
            elif isinstance(question.ask, Assign):
                wishes = {"DD": "S1", "Bl": "S2", "Co": "board1"}
                answer(game.table, question, S2, {die.id: wishes[die.face] for die in game.table.dice})
            else:
                answer(game.table, question, question.ask.seat, question.ask.default())

    def hidden(moments: list[Any]) -> list[Any]:
        return [(str(seen), who) for seen, who in moments]

    assert hidden(heard(sigil)) == hidden(heard("unmaking" if sigil != "unmaking" else "ebb"))


# Standing passes


def test_a_pass_for_this_turn_lasts_for_this_turn(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Salt Ward").turn(S2).rolls("DD Bl Bl Bl Bl")
    stand(game.table, S1, ["Turn", False])
    game.commits(DD=S1).resolve()
    assert game.table.active == S3, "nobody was asked, though S1 was struck"
    resolving(game, S3)
    assert game.offers(S1) == ["salt-ward", "pass"]


def test_a_pass_until_touched_ends_when_a_die_is_committed_to_one(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Salt Ward", S4="Portents").turn(S2).rolls("DD Bl Bl Bl Bl").go(until="Commit")
    stand(game.table, S1, ["Turn", True])
    stand(game.table, S4, ["Turn", True])
    game.commits(DD=S1).go(until="ResolvePhase")
    assert asked(game) == [S1]


def test_what_lay_there_before_the_pass_was_said_does_not_end_it(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S3="Librarian II").coins(S0="siren", S1="siren")
    responding(game, faces="Dg Co Co Co Co", Dg=S1)
    stand(game.table, S1, ["Turn", True])
    assert asked(game) == [S0]
    game.respond(S0, "siren", "Dg", S4)
    assert S1 not in game.question.asks(game.table)


def test_a_pass_until_touched_ends_when_a_die_is_moved_to_one_or_life_is_lost(cult: type[Driver]) -> None:
    game = cult(players=5).watched().characters(S3="Librarian II", S1="Bloodletter").coins(S0="siren", S1="siren")
    responding(game, faces="Dg Bl Bl Bl Bl", Dg=S4)
    stand(game.table, S1, ["Turn", True])
    assert asked(game) == [S0]
    game.respond(S0, "siren", "Dg", S1)
    assert asked(game) == [S1]
    game = quiet(cult, S1="Salt Ward", S0="Portents")
    resolving(game)
    stand(game.table, S1, ["Turn", True])
    game.chance(["Dg", "An", "An"]).plan(S0, "Dg", S1).respond(S0, "portents")
    game.advance(lambda question: isinstance(question.step, Window))
    assert asked(game) == [S1]


def test_a_pass_until_touched_ends_for_the_active_player_when_their_dice_are_touched(cult: type[Driver]) -> None:
    game = cult(players=5).coins(S2="siren")
    responding(game, DD=S4)
    stand(game.table, S2, ["Turn", True])
    assert S2 not in game.question.asks(game.table)
    game.respond(S1, "Guardian II", "DD").answer(S2, {"Dg": S4})
    assert S2 in game.question.asks(game.table)


def test_a_pass_until_touched_ends_before_one_is_struck_or_dies(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Last Breath").with_life(S1=1).turn(S2).rolls("Dg Bl Bl Bl Bl")
    stand(game.table, S1, ["Turn", True])
    game.commits(Dg=S1).respond(S1, "last-breath")
    assert game.life(S1) == 1


def test_a_pass_until_touched_lasts_over_turns_and_ends_with_ones_own(cult: type[Driver]) -> None:
    game = quiet(cult, S4="Salt Ward").turn(S2).rolls("Dg Bl Bl Bl Bl")
    stand(game.table, S4, ["Play", True])
    game.commits(Dg=S1).resolve()
    game.rolls("Dg Bl Bl Bl Bl").commits(Dg=S1).resolve()
    assert game.table.active == S4, "S3's turn has passed too"
    game.rolls("Dg Bl Bl Bl Bl").commits(Dg=S1)
    assert asked(game) == [S4]


def test_a_pass_until_touched_that_ones_own_turn_has_ended_does_not_come_back(cult: type[Driver]) -> None:
    game = quiet(cult, S4="Salt Ward").turn(S3).rolls("Dg Bl Bl Bl Bl")
    stand(game.table, S4, ["Play", True])
    game.commits(Dg=S1).resolve()
    game.rolls("DD DD DD DD DD").commits(DD=S1).go(until="ResolvePhase")
    assert asked(game) == [S4], "in their own turn"
    game.resolve()
    resolving(game, S0, DD=S1)
    assert asked(game) == [S4], "and after it, though nobody has touched them"


@rule("CD-13.2")
def test_a_pass_until_touched_ends_when_a_die_is_held_fast(cult: type[Driver]) -> None:
    game = quiet(cult, S0="Stillness").coins(S2="siren", S3="siren")
    responding(game, faces="Dg Dg Bl Bl Bl", Dg=[S3, S1])
    for seat in (S2, S3):
        stand(game.table, seat, ["Turn", True])
    assert asked(game) == [S0]
    game.respond(S0, "stillness", "d1")
    assert asked(game) == [S3, S2], "who has a die on them, and whose dice these are"


@rule("CD-9.12", "CD-Q-27")
def test_a_pass_until_touched_ends_when_the_ritual_under_ones_dice_is_unmade(cult: type[Driver]) -> None:
    game = quiet(cult, S0="Unmaking").coins(S2="chant").board(1, "Sirens", Co=3).deck("Blood Rites")
    game.turn(S2).rolls("Co Bl Bl Bl Bl").go(until="Commit")
    stand(game.table, S2, ["Turn", True])
    game.commits(Co="board1").respond(S0, "unmaking", "board1")
    assert "chant" in game.offers(S2)


@rule("CD-18.23", "CD-18.44", "CD-17.6")
@pytest.mark.parametrize(("step", "answer"), [(Shield(S1), S4), (MarkPlayer(S1), S4), (TakeOffKraken(S1), (S4, -1))])
def test_a_pass_until_touched_ends_when_something_is_done_to_one(cult: type[Driver], step: Any, answer: Any) -> None:
    table = resolving(quiet(cult).kraken(S4=1)).table
    window = Window("resolve", [S4])
    stand(table, S4, ["Turn", True])
    assert not table.touched(S4, window)
    step.run(table, answer)
    assert table.touched(S4, window)


# Time-outs


@pytest.mark.parametrize("seed", SEEDS)
def test_a_time_out_is_legal_everywhere_and_passes_in_every_window(seed: int) -> None:
    for table, question in questions(seed, 250):
        for seat, ask in question.asks(table).items():
            if seat != CHANCE:
                ask.check(ask.default())
                if isinstance(question.step, Window):
                    assert ask.default() == "pass"


def test_a_time_out_commits_by_public_knowledge_alone(cult: type[Driver]) -> None:
    def default(**roles: str) -> Any:
        game = cult(players=5).roles(**roles).with_dead(S3).board(1, "Sirens", Co=3)
        return game.turn(S2).rolls("DD Bl Co Bl Dg").go(until="Commit").question.ask.default()

    expected = {"d1": "S4", "d2": "S2", "d3": "board1", "d4": "S2", "d5": "S2"}  # S2's power symbol is the dagger
    assert default(S2="cabalist") == default(S2="faithful") == expected


def test_a_time_out_leaves_a_changed_die_where_it_may_stay(cult: type[Driver]) -> None:
    game = responding(cult(players=5), DD=S0).respond(S1, "Guardian II", "DD")
    assert game.question.ask.default() == {"d1": "S0"}


@rule("CD-Q-52", "CD-18.39", "CD-17.6")
@pytest.mark.parametrize(
    ("character", "ritual", "dice"), [("Merchant II", "Lamia", 1), ("Faceless", "Lamia", 1), ("Guardian", "Kraken", 7)]
)
def test_the_moment_before_a_roll_phase_is_the_active_players_too(
    cult: type[Driver], character: str, ritual: str, dice: int
) -> None:
    game = cult(players=5).characters(S2=character).keeper(S2=ritual).coins(S2="siren", S3="chant").kraken(S3=dice)
    moments: list[tuple[int, list[int]]] = []

    def pause(idle: Question) -> bool:
        moments.append((game.table.active, idle.may_act(game.table)))
        return False

    game.table.active = S1
    game.table.push([Play()])
    game.table.forget()
    settle(game.table, pause)
    assert moments == [(S2, [S2])], "though nobody can hold the Ebb"


@rule("CD-17.6", "CD-17.7", "CD-Q-36a")
def test_the_krakens_keeper_is_waited_for_where_taking_a_die_off_may_matter(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Kraken").kraken(S4=1).sigils(S0="Ebb").coins(S0="siren")
    waited = []
    for active in (S2, S3, S4):
        game.chance(*([[0]] if active == S4 else [])).turn(active)
        game.advance(lambda question: game.waiting == "Window")
        waited += [(active, "before roll")] if game.table.waits_for(S1) else []
        game.rolls("Dg Dg Bl Bl Bl").go(until="ResponsePhase")
        waited += [(active, "response")] if game.table.waits_for(S1) else []
        assert "kraken" in game.table.free(S1), "though not waited for"
    assert waited == [(S3, "response")]
