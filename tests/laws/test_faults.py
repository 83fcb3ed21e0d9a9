"""Every guarantee of the kernel is broken on purpose, and a law must notice."""

import copy as copying
import random
from collections.abc import Callable
from random import Random

import msgspec
import pytest

from eschaton.kernel import event, knowledge, machine, save, seen, undo, view
from eschaton.kernel.ask import Choose, Option
from eschaton.kernel.match import Match
from eschaton.kernel.pile import Pile, move
from eschaton.kernel.table import Table
from eschaton.kernel.window import Power, Window
from tests.laws import laws
from tests.laws.interference import together
from tests.laws.play import LawBroken, World, play
from tests.laws.register import Case
from tests.toys import contraband, larder, ordeal, parley, vault

LARDER = Case(larder.GAME, 3, {})
PARLEY = Case(parley.GAME, 3, {})
ORDEAL = Case(ordeal.GAME, 3, {})
VAULT = Case(vault.GAME, 3, {})
CONTRABAND = Case(contraband.GAME, 3, {})


def obeyed(case: Case, *some: laws.Law, decisions: int = 40, seeds: int = 6) -> None:
    """Play a few matches under these laws."""
    for seed in range(seeds):
        laws.obey(World.new(case, seed), Random(seed), decisions, some)


def unheard(case: Case, runs: int = 60) -> None:
    """Play many pairs of worlds that a viewer must not be able to tell apart."""
    for seed in range(runs):
        rng = Random(seed)
        world = World.new(case, seed)
        play(world, rng, rng.choice((0, 5, 10, 20, 40)))
        if world.question is not None:
            together(world, rng.choice([None, *world.table.people()]), rng)


CHECKS: list[tuple[str, Callable[[], None]]] = [
    ("all laws of Larder", lambda: obeyed(LARDER, *laws.EVERYWHERE, decisions=10)),
    ("all laws of Parley", lambda: obeyed(PARLEY, *laws.EVERYWHERE, decisions=10)),
    ("resampling in Contraband", lambda: obeyed(CONTRABAND, laws.resampling_knows_no_more)),
    ("nothing is heard in Larder", lambda: unheard(LARDER)),
    ("nothing is heard in Parley", lambda: unheard(PARLEY)),
    ("nothing is heard in Ordeal", lambda: unheard(ORDEAL)),
    ("nothing is heard in Vault", lambda: unheard(VAULT)),
]


@pytest.mark.parametrize("check", [check for _, check in CHECKS], ids=[name for name, _ in CHECKS])
def test_without_a_fault_the_same_checks_pass(check):
    assert check() is None


def test_a_hidden_field_declared_open(monkeypatch):
    hidden = view.plan_of(larder.Player)
    assert ("taste", True, view.plain) in hidden.others
    leaky = msgspec.structs.replace(hidden, others=tuple((name, False, maker) for name, _, maker in hidden.others))
    monkeypatch.setitem(view._plans, larder.Player, leaky)
    with pytest.raises(LawBroken, match="cannot tell a resampled table apart"):
        obeyed(LARDER, laws.resampling_knows_no_more)
    with pytest.raises(LawBroken, match="can tell two worlds apart"):
        unheard(LARDER)


def test_a_hidden_field_that_advice_is_shown(monkeypatch):
    hidden = seen.blanks_of(larder.Player)
    leaky = msgspec.structs.replace(hidden, fields=tuple(field for field in hidden.fields if field[0] != "taste"))
    assert leaky != hidden
    monkeypatch.setitem(seen._blanks, larder.Player, leaky)
    with pytest.raises(LawBroken, match="sees the same table"):
        obeyed(LARDER, laws.resampling_knows_no_more)
    with pytest.raises(LawBroken, match="sees another table"):
        unheard(LARDER)


def test_a_card_that_is_blanked_though_it_lies_open(monkeypatch):
    monkeypatch.setattr(seen, "EVERYONE", 0)
    with pytest.raises(LawBroken, match="sees on it what they view"):
        obeyed(LARDER, laws.a_table_is_seen_as_it_is_viewed)


def test_a_face_down_card_copied_into_an_open_field_at_set_up(monkeypatch):
    deal = larder.SetUp.run

    def told(self, table, order):
        follow = deal(self, table, order)
        table.rounds = 5 + int(table.deck.cards[-1].rpartition("-")[2])
        return follow

    monkeypatch.setattr(larder.SetUp, "run", told)
    with pytest.raises(LawBroken, match="can tell two worlds apart"):
        unheard(LARDER)


def test_a_cost_in_hidden_cards_that_decides_who_is_shown_as_able_to_act(monkeypatch):
    monkeypatch.setattr(Power, "possible", Power.usable)
    with pytest.raises(LawBroken, match="cannot tell by any power who could act"):
        obeyed(CONTRABAND, laws.resampling_knows_no_more)


def test_a_choice_among_hidden_cards_that_others_imagine_with_the_real_ones(monkeypatch):
    monkeypatch.setattr(contraband.Perform, "could_be", lambda step, table: True)
    with pytest.raises(LawBroken, match="cannot tell a resampled table apart"):
        obeyed(CONTRABAND, laws.resampling_knows_no_more)


def test_a_copy_that_shares(monkeypatch):
    monkeypatch.setattr(save, "copy", copying.copy)
    with pytest.raises(LawBroken, match="leaves the original alone"):
        obeyed(PARLEY, laws.copies_share_nothing)


def test_a_copy_that_shares_one_deep_thing(monkeypatch):
    def shares_hands(table):
        twin = save.load(type(table), save.save(table))
        twin.players[-1].hand = table.players[-1].hand
        return twin

    monkeypatch.setattr(save, "copy", shares_hands)
    with pytest.raises(LawBroken, match="leaves the original alone"):
        obeyed(LARDER, laws.copies_share_nothing)


def test_a_change_that_is_not_forgotten(monkeypatch):
    monkeypatch.setattr(ordeal.Ordeal, "forget", lambda table: None)
    with pytest.raises(LawBroken, match="a copy asks the same"):
        obeyed(ORDEAL, laws.what_is_kept_is_true)


def test_randomness_inside_run(monkeypatch):
    def loses_at_random(step, table):
        table.players[step.seat].life -= random.randint(0, 1)

    monkeypatch.setattr(larder.Loss, "run", loses_at_random)
    with pytest.raises(LawBroken, match="leads to the same table"):
        obeyed(LARDER, laws.legal_answers_run)


def test_randomness_breaks_replays(monkeypatch):
    def draws_at_random(step, table):
        table.deck.cards = tuple(random.sample(table.deck.cards, len(table.deck.cards)))

    monkeypatch.setattr(larder.Reshuffle, "run", lambda step, table, order: draws_at_random(step, table))
    monkeypatch.setattr(larder.PlayCard, "run", lambda step, table, card: draws_at_random(step, table))
    world = World.new(LARDER, 1)
    play(world, Random(1), 30)
    with pytest.raises(LawBroken, match="replay"):
        laws.replays(world)


def test_an_ask_that_changes_the_table(monkeypatch):
    asked = larder.PlayCard.ask

    def counts_itself(step, table):
        table.rounds += 1
        return asked(step, table)

    monkeypatch.setattr(larder.PlayCard, "ask", counts_itself)
    with pytest.raises(LawBroken, match="looking changes nothing"):
        obeyed(LARDER, laws.asking_is_pure)


def test_an_ask_that_differs_each_time(monkeypatch):
    offers = iter(range(1_000_000))
    monkeypatch.setattr(parley.Seating, "ask", lambda step, table: Choose(step.seat, {f"S{next(offers)}": 0}))
    with pytest.raises(LawBroken, match="the same twice"):
        obeyed(PARLEY, laws.asking_is_pure)


def test_possible_powers_that_depend_on_the_real_hand(monkeypatch):
    monkeypatch.setattr(larder.Larder, "possible_powers", larder.Larder.powers)
    with pytest.raises(LawBroken, match="can tell two worlds apart"):
        unheard(LARDER)


def test_possible_powers_that_forget_one(monkeypatch):
    possible = larder.Larder.possible_powers

    def all_but_guards(table, seat, timing):
        return [power for power in possible(table, seat, timing) if power.key != "guard"]

    monkeypatch.setattr(larder.Larder, "possible_powers", all_but_guards)
    with pytest.raises(LawBroken, match="nobody thinks possible"):
        obeyed(LARDER, laws.windows_offer_what_is_possible, seeds=100)


def test_showing_who_has_passed(monkeypatch):
    def shows_who_waits(window, table, seats):
        return [seat for seat in window.seats if seat not in window.passed and window.could(table, seat)]

    monkeypatch.setattr(Window, "may_act", shows_who_waits)
    with pytest.raises(LawBroken, match="can tell two worlds apart"):
        unheard(LARDER, 200)


def test_a_window_that_closes_without_a_word_when_nobody_can_act(monkeypatch):
    monkeypatch.setattr(Match, "pause", lambda match, question: None)
    with pytest.raises(LawBroken, match="can tell two worlds apart"):
        unheard(LARDER, 200)


def test_a_refusal_that_names_who_is_really_asked(monkeypatch):
    monkeypatch.setattr(machine.Question, "may_act", lambda question, table: sorted(question.asks(table)))
    monkeypatch.setattr(view, "observe_all", with_may_act(view.observe_all))
    with pytest.raises(LawBroken, match="is refused differently"):
        unheard(LARDER, 200)


def with_may_act(observe_all):
    """Observations that tell rightly who may act, whatever a question says of it."""

    def told(table, question, given, events=None):
        seen = observe_all(table, question, given, events)
        for one in seen if question is not None else ():
            one.may_act = question.step.may_act(table, question.seats)
        return seen

    return told


def test_an_undo_that_names_who_has_passed(monkeypatch):
    monkeypatch.setattr(undo, "unnoticed", lambda *_: False)
    with pytest.raises(LawBroken, match="may not take back the same"):
        unheard(LARDER, 200)


def test_a_label_that_tells_what_lies_on_the_deck(monkeypatch):
    described = larder.Larder.describe

    def blurts(table, key):
        option = described(table, key)
        return Option(option.key, f"{option.label}{'.' * len(table.deck.cards[-1]) if table.deck.cards else ''}")

    monkeypatch.setattr(larder.Larder, "describe", blurts)
    with pytest.raises(LawBroken, match="can tell two worlds apart"):
        unheard(LARDER, 200)


def test_options_in_an_order_that_tells(monkeypatch):
    asks = larder.Target.ask

    def ordered(step, table):
        ask = asks(step, table)
        top = table.deck.cards[-1:]
        return Choose(step.seat, dict(sorted(ask.options.items(), reverse=top > ("h",))), rule="TOY-3.2")

    monkeypatch.setattr(larder.Target, "ask", ordered)
    with pytest.raises(LawBroken, match="can tell two worlds apart"):
        unheard(LARDER, 400)


def test_events_in_an_order_that_tells(monkeypatch):
    def sorted_by_what_is_hidden(match, question=None):
        if match.table.deck.cards[-1:] > ("h",):
            match.table.events.reverse()
        return collect(match)

    collect = Match.collect
    monkeypatch.setattr(Match, "collect", sorted_by_what_is_hidden)
    with pytest.raises(LawBroken, match="can tell two worlds apart"):
        unheard(LARDER, 400)


def test_ids_of_questions_that_count_what_others_do(monkeypatch):
    def counted(ask, given):
        return identity(ask, given + Seen.passes)

    class Seen:
        passes = 0

    def counts(window, table, answer):
        Seen.passes += answer is not None and answer[1] is None
        return runs(window, table, answer)

    identity, runs = Choose.id, Window.run
    monkeypatch.setattr(Choose, "id", counted)
    monkeypatch.setattr(Window, "run", counts)
    with pytest.raises(LawBroken, match=r"can tell two worlds apart|the same twice"):
        unheard(LARDER, 400)


def test_a_lost_card(monkeypatch):
    monkeypatch.setattr(larder.Larder, "discard", lambda table, seat, card: table.players[seat].hand.take())
    with pytest.raises(LawBroken, match="pieces were"):
        obeyed(LARDER, laws.supplies_are_conserved)


def test_a_card_in_two_piles(monkeypatch):
    def forges(table, seat, card):
        table.discards.put(table.players[seat].hand.cards[0], -1)
        table.players[seat].hand.take()

    monkeypatch.setattr(larder.Larder, "discard", forges)
    with pytest.raises(LawBroken, match=r"pieces were|one pile only"):
        obeyed(LARDER, laws.supplies_are_conserved)


def test_an_event_whose_secret_is_public(monkeypatch):
    def blurts(happened, viewer):
        return event.Event(happened.key, happened.rule, {**happened.args, **happened.secret})

    monkeypatch.setattr(event.Event, "seen_by", blurts)
    with pytest.raises(LawBroken, match="can tell two worlds apart"):
        unheard(LARDER)


def test_an_unknown_card_named_in_an_option(monkeypatch):
    def peeks(step, table):
        others = table.alive(table.clockwise(step.seat))
        top = table.deck.cards[-1] if table.deck.cards else ""
        return Choose(step.seat, {f"S{other} {top}": other for other in others}, rule="TOY-3.2")

    monkeypatch.setattr(larder.Target, "ask", peeks)
    with pytest.raises(LawBroken, match="cannot tell a resampled table apart"):
        obeyed(LARDER, laws.resampling_knows_no_more)
    with pytest.raises(LawBroken, match="can tell two worlds apart"):
        unheard(LARDER, 200)


def test_a_shuffle_that_keeps_who_knows_the_cards(monkeypatch):
    def remembers(pile, order):
        knew = dict(zip(pile.cards, pile.known, strict=True))
        known = [knew[card] for card in order]
        pile.lay(order, known, known)

    monkeypatch.setattr(Pile, "shuffled", remembers)
    with pytest.raises(LawBroken, match="can tell two worlds apart"):
        unheard(LARDER, 1000)  # rare: few cards that anybody knows are ever shuffled


def test_resampling_that_keeps_what_others_sealed(monkeypatch):
    monkeypatch.setattr(knowledge, "forget", lambda table, viewer: None)
    with pytest.raises(LawBroken, match="depends on what is hidden"):
        obeyed(PARLEY, laws.resampling_knows_no_more)


def test_resampling_that_deals_known_cards_anew(monkeypatch):
    monkeypatch.setattr(
        knowledge, "unseen", lambda pile, viewer: [at for at, who in enumerate(pile.known) if who != -1]
    )
    with pytest.raises(LawBroken, match="cannot tell a resampled table apart"):
        obeyed(LARDER, laws.resampling_knows_no_more)


def test_resampling_in_the_order_in_which_the_cards_lie(monkeypatch):
    def deals(plots, sort_of, rng):
        cards = [card for plot in plots for card in plot.loose]
        rng.shuffle(cards)
        for plot in plots:
            plot.fill([*plot.kept, *((cards.pop(), 0) for _ in plot.loose)])

    monkeypatch.setattr(knowledge, "deal", deals)
    with pytest.raises(LawBroken, match=r"depends on what is hidden|cannot tell"):
        obeyed(LARDER, laws.resampling_knows_no_more)


def test_resampling_by_the_back_alone(monkeypatch):
    dealt = knowledge.deal

    def by_back(plots, sort_of, rng):
        for plot in plots:
            plot.sorts = [""] * len(plot.loose)
        dealt(plots, lambda card: "", rng)

    monkeypatch.setattr(knowledge, "deal", by_back)
    with pytest.raises(LawBroken, match="agrees with what is public"):
        obeyed(VAULT, laws.imagining_keeps_what_is_public)


def test_a_card_that_changes_stocks_unseen(monkeypatch):
    def swaps(step, table):
        site, other = table.sites[step.site], table.sites[step.site - 1]
        if site.cards:
            move(site, other)

    monkeypatch.setattr(vault.Peek, "run", swaps)
    with pytest.raises(LawBroken, match="can tell two worlds apart"):
        unheard(VAULT, 200)


def test_an_answer_that_is_changed_before_it_is_refused(monkeypatch):
    checked = machine.answer

    def hasty(table, question, seat, given):
        table.next_serial += 1
        checked(table, question, seat, given)

    monkeypatch.setattr("eschaton.kernel.match.answer", hasty)
    with pytest.raises(LawBroken, match="leaves the table untouched"):
        obeyed(PARLEY, laws.illegal_answers_change_nothing)


def test_an_answer_that_is_not_checked(monkeypatch):
    monkeypatch.setattr(Choose, "check", lambda ask, answer: next(iter(ask.options.values())))
    with pytest.raises(LawBroken, match="was accepted"):
        obeyed(PARLEY, laws.illegal_answers_change_nothing)


def test_a_game_that_never_ends(monkeypatch):
    monkeypatch.setattr(larder.PlayCard, "run", lambda step, table, card: larder.PlayCard(step.seat))
    with pytest.raises(LawBroken, match="does not end"):
        laws.ends(World.new(LARDER, 1), Random(1))


def test_a_field_that_is_not_saved(monkeypatch):
    whole = save._encode

    def forgets(table):
        if isinstance(table, Table):
            kept, table.round = table.round, 0
            try:
                return whole(table)
            finally:
                table.round = kept
        return whole(table)

    monkeypatch.setattr(save, "_encode", forgets)
    with pytest.raises(LawBroken, match=r"copy equals|saved table loads"):
        obeyed(LARDER, laws.copies_share_nothing, laws.round_trips)
