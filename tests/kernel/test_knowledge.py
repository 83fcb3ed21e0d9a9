"""Resampling draws anew what a viewer cannot know, and nothing else."""

from collections import Counter
from random import Random

import pytest

from eschaton.kernel import knowledge
from eschaton.kernel.ask import EVERYONE, only
from eschaton.kernel.errors import RulesError
from eschaton.kernel.knowledge import resample, seed
from eschaton.kernel.machine import answer, settle
from eschaton.kernel.match import Match
from eschaton.kernel.pile import face_down, move
from eschaton.kernel.save import save
from eschaton.kernel.table import Standing
from eschaton.kernel.view import view
from eschaton.kernel.window import Window
from tests.kernel.small import Several, small
from tests.toys import larder, vault


def dealt():
    """Three players with a card each; seat 0 has seen the top of the deck; one card lies open."""
    table = small()
    for seat in range(3):
        move(table.deck, table.sitters[seat].hand, to=only(seat))
    table.deck.look(0, 1)
    move(table.deck, table.heap, at=0, to=EVERYONE)
    return table


def imagined(table, viewer, runs=60):
    return [resample(table, viewer, Random(seed)) for seed in range(runs)]


def test_known_cards_stay_and_unknown_ones_are_dealt_in_every_way():
    table = dealt()
    assert (table.deck.cards, table.heap.cards) == (("b", "c"), ("a",))
    worlds = imagined(table, 0)
    assert {world.sitters[0].hand.cards[0] for world in worlds} == {"f"}
    assert {world.deck.cards[-1] for world in worlds} == {"c"}
    assert {tuple(world.heap.cards) for world in worlds} == {("a",)}
    assert {world.sitters[1].hand.cards[0] for world in worlds} == {"b", "d", "e"}
    assert all(world.inventory() == table.inventory() for world in worlds)
    assert all(view(world, 0) == view(table, 0) for world in worlds)


def test_a_spectator_knows_only_what_lies_open():
    table = dealt()
    worlds = imagined(table, None)
    assert {world.sitters[0].hand.cards[0] for world in worlds} == set("bcdef")
    assert all(view(world, None) == view(table, None) for world in worlds)


def test_what_is_known_to_be_in_a_pile_stays_in_it():
    table = dealt()
    table.deck.shuffled(["c", "b"])
    worlds = imagined(table, 0)
    assert all("c" in world.deck.cards for world in worlds)
    assert {world.deck.cards.index("c") for world in worlds} == {0, 1}


def test_cards_move_among_equal_backs_only():
    table = small()
    table.heap = face_down("blue", "xy")
    assert {tuple(sorted(world.heap.cards)) for world in imagined(table, 0)} == {("x", "y")}


def test_the_result_depends_only_on_what_the_viewer_knows_and_on_the_stream():
    table = dealt()
    other = dealt()
    first, second = other.sitters[1].hand, other.sitters[2].hand
    first.cards, second.cards = second.cards, first.cards
    for number in range(20):
        assert save(resample(table, 0, Random(number))) == save(resample(other, 0, Random(number)))


def test_others_see_the_cards_they_are_imagined_to_hold():
    for world in imagined(dealt(), 0, 10):
        for sitter in world.sitters:
            assert sitter.hand.seen_by(sitter.seat) == list(sitter.hand.cards)
            assert sitter.hand.inside == sitter.hand.known


def test_sealed_answers_of_others_are_forgotten():
    table = small(Several("sealed", [0, 1, 2]))
    answer(table, settle(table), 0, 4)
    answer(table, settle(table), 1, 5)
    serial = table.stack[-1].serial
    assert resample(table, 0, Random(1)).given == {serial: {0: 4}}
    assert resample(table, 2, Random(1)).given == {}
    assert resample(table, None, Random(1)).given == {}


def test_whether_others_have_sealed_an_answer_does_not_show():
    tables = [small(Several("sealed", [0, 1, 2])), small(Several("sealed", [0, 1, 2]))]
    answer(tables[0], settle(tables[0]), 0, 4)
    assert len({save(resample(table, 1, Random(1))) for table in tables}) == 1


def test_answers_given_in_turn_are_public():
    table = small(Several("turn", [0, 1, 2]))
    answer(table, settle(table), 0, 4)
    assert resample(table, 2, Random(1)).given == table.given


def test_passes_and_standing_passes_of_others_are_forgotten():
    table = small(Window("add", [0, 1], passed=[0, 1]), held={0: ["cheer"], 1: ["cheer"]})
    table.standing = {0: Standing(1), 1: Standing(1)}
    world = resample(table, 1, Random(1))
    assert world.stack[-1].passed == [1]
    assert list(world.standing) == [1]


def test_a_frozen_window_holds_what_others_are_imagined_to_hold():
    table = larder.GAME.table(larder.GAME.checked(2, {}))
    for seat, card in [(0, "guard-1"), (1, "ward-1")]:
        table.deck.take(table.deck.cards.index(card))
        table.players[seat].hand.put(card, only(seat))
    table.stack.clear()
    table.push([Window("loss", [0, 1], frozen=True).opened(table)])
    for world in imagined(table, 0, 20):
        kind = larder.KIND[world.players[1].hand.cards[0]]
        assert world.stack[-1].held[0] == {"loss": ["guard"]}
        assert world.stack[-1].held[1] == {"loss": [kind] * (kind in ("guard", "ward", "mirror"))}


def test_hidden_fields_are_imagined_by_the_game():
    table = larder.GAME.table(larder.GAME.checked(2, {}))
    for player in table.players:
        player.taste = "coins"
    worlds = imagined(table, 0)
    assert {world.players[0].taste for world in worlds} == {"coins"}
    assert {world.players[1].taste for world in worlds} == set(larder.TASTES)


def test_what_the_viewer_knows_for_certain_is_kept_by_the_games_check(monkeypatch):
    monkeypatch.setattr("tests.kernel.small.Small.consistent", lambda table, viewer: table.deck.cards[0] == "a")
    assert {world.deck.cards[0] for world in imagined(small(), 0, 10)} == {"a"}
    monkeypatch.setattr("tests.kernel.small.Small.consistent", lambda table, viewer: False)
    monkeypatch.setattr(knowledge, "TRIES", 5)
    with pytest.raises(RulesError, match="no table consistent with what viewer 0 knows"):
        resample(small(), 0, Random(1))


def dug(*answers, seed=1, players=2):
    """Vault after these answers."""
    match = Match.new(vault.GAME, players, seed=str(seed))
    for answer_ in answers:
        (seat,) = match.asks()
        match.answer(seat, answer_)
    return match.table


def sorts_in(table, site):
    return Counter(map(table.sort_of, table.sites[site].cards))


def idol_at(table):
    return next(number for number, site in enumerate(table.sites) if vault.IDOL in site)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_imagined_decks_agree_with_their_public_lists(viewer):
    table = dug("peek:0", "peek:1", "sift:2", seed=3)
    worlds = imagined(table, viewer, 300)
    for world in worlds:
        assert world.public() == table.public()
        for site, listed in enumerate(vault.LISTS):
            assert sorts_in(world, site) - Counter(listed) in (Counter(trap=1), Counter(idol=1))
    held = {tuple(sorted(world.sites[0].cards)) for world in worlds}
    assert len(held) > 50, "which cards lie there is not public"
    hands = {tuple(map(table.sort_of, sorted(world.heroes[1].bag.cards))) for world in worlds}
    assert len(hands) == (1 if viewer == 1 else 3), "hands are dealt from the bag, in every mixture"


def test_a_seeded_card_is_imagined_wherever_it_can_be():
    table = dug()
    assert Counter(map(idol_at, imagined(table, None, 300))).keys() == {0, 1, 2}
    assert {world.sites[idol_at(world)].seeds[0][1] for world in imagined(table, None, 20)} == {"idol"}


def known_traps(site, traps):
    """A table on which seat 0 has seen that many traps in a site, wherever the idol is."""
    for number in range(40):
        table = dug(seed=number)
        places = [at for at, card in enumerate(table.sites[site].cards) if table.sort_of(card) == "trap"]
        if len(places) >= traps:
            for at in places[:traps]:
                table.sites[site].show(only(0), at)
            yield table


def test_what_was_found_in_a_pile_tells_as_much_as_it_can_and_no_more():
    one, two = (next(known_traps(0, traps)) for traps in (1, 2))  # the list of the site has one trap
    assert {idol_at(world) for world in imagined(one, 0, 100)} == {0, 1, 2}, "it may have been the one of the list"
    assert {idol_at(world) for world in imagined(two, 0, 100)} == {1, 2}, "the second one was seeded"
    assert {idol_at(world) for world in imagined(two, 1, 100)} == {0, 1, 2}, "others have not seen it"


def test_what_is_imagined_does_not_depend_on_where_the_seed_lies():
    tables = {idol_at(table): table for table in known_traps(0, 1)}
    assert tables.keys() == {0, 1, 2}
    for table in tables.values():
        assert 0.24 < sum(idol_at(world) == 0 for world in imagined(table, 0, 300)) / 300 < 0.43


def test_what_is_found_out_is_no_seed_any_more_when_the_next_are_sown():
    table = dug()
    site = idol_at(table)
    table.sites[site].show(EVERYONE, table.sites[site].cards.index(vault.IDOL))
    move(table.sites[site], table.aside, table.sites[site].cards.index(vault.IDOL))
    for _ in range(2):
        move(table.boxes["trap"], table.aside)
    table.aside.shuffled(list(table.aside.cards))
    seed(table, table.aside, table.sites)
    assert [len(pile.seeds) for pile in table.sites] == [1, 1, 1], "where the idol was is known; the rest were traps"
    assert {idol_at(world) for world in imagined(table, None)} == {0, 1, 2}


def test_as_many_cards_are_seeded_as_there_are_piles():
    table = dug()
    with pytest.raises(RulesError, match="0 cards cannot be seeded one into each of 3 piles"):
        seed(table, table.aside, table.sites)


def test_one_card_seeded_into_one_pile_is_known_to_be_there():
    table = small()
    deck = table.deck
    table.heap.put("x", EVERYONE)
    seed(table, table.heap, [deck])
    assert deck.seeds == ()
    assert deck.seen_by(None)[-1] == "x"
