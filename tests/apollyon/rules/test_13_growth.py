"""Section 13 (and 7, 20.3 to 20.9, 22): the Growth Phase."""

from __future__ import annotations

from typing import Any

import pytest

from eschaton.games.apollyon.box.timings import BOUGHT, GROWTH_PHASE
from eschaton.games.apollyon.rules.market import BuyCharacter, shopping
from eschaton.games.apollyon.rules.ratings import medal_cost, skill, threat
from eschaton.ledger import rule
from tests.apollyon.driver import S0, S1, S2, Driver


def assets_on(game: Driver, card: str) -> dict[str, int]:
    facts = game.box.assets[card]
    kinds = ("personnel", "resources", "space", "intel")
    return {kind: getattr(facts, kind) for kind in kinds if getattr(facts, kind)}


@rule("SA-EX-57", "SA-13.2", "SA-13.3", "SA-13.4", "SA-13.5", "SA-7.4", "SA-7.2", "SA-Q-21")
def test_the_draw_pile(apollyon: type[Driver]) -> None:
    game = apollyon(players=3).growth()
    pile = list(game.table.draw_pile.cards)
    assert len(pile) == 6
    game.answer(S0, f"take:{pile[0]}")
    assert game.pool_of(S0) == assets_on(game, pile[0])
    assert game.table.discards["asset"].cards == (pile[0],)
    assert not game.offers(S0, "take")
    assert not game.offers(S0, "part")
    game.answer(S1, f"take:{pile[4]}")
    for seat in (S2, S1, S0):
        game.answer(seat, "ready")
    assert not game.table.draw_pile.cards
    assert len(game.table.discards["asset"]) == 6
    assert not game.pool_of(S2)


@rule("SA-Q-21")
def test_tokens_may_be_declined(apollyon: type[Driver]) -> None:
    game = apollyon().growth()
    card = next(card for card in game.table.draw_pile.cards if sum(assets_on(game, card).values()) > 1)
    game.answer(S0, f"part:{card}")
    kept = next(iter(game.offers(S0)))
    game.answer(S0, [kept])
    assert game.pool_of(S0) == {kept.partition("#")[0]: 1}


@rule("SA-11.2", "SA-11.3", "SA-13.1", "SA-Q-88")
def test_all_act_at_once_and_ready_can_be_taken_back(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).pool(S0, space=1).growth()
    assert set(game.question.asks(game.table)) == {S0, S1}
    game.answer(S1, "ready")
    assert game.asks(S1) is None
    assert game.waiting == "Growth"
    game.act(S1, "not-ready")
    assert game.asks(S1) is not None
    game.answer(S1, "ready").answer(S0, "give:S1").answer(S0, ["space#1"])
    assert game.asks(S1) is not None  # something came to their site
    game.answer(S1, "ready").answer(S0, "ready")
    assert game.waiting == ""


@rule("SA-13.6", "SA-13.7", "SA-Q-101", "SA-13.13")
def test_tokens_and_characters_are_handed_over_freely(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).pool(S0, personnel=2, intel=1)
    game.character("Ana", S0, "2/2", medals=2, cogs=1, minions="1/1").character("Lou", S0, "1/1", zone="lost")
    game.anomaly("Thing", "safe", "1/2", "ac", S0, tokens="space").growth()
    game.answer(S0, "give:S1")
    assert game.offers(S0) == ["ana", "personnel#1", "personnel#2", "intel#1"]  # no one Lost, no Containment Token
    game.answer(S0, ["ana", "personnel#1", "intel#1"])
    assert game.pool_of(S0) == {"personnel": 1}
    assert game.pool_of(S1) == {"personnel": 1, "intel": 1}
    ana = game.who("Ana")
    assert (ana.seat, ana.medals, ana.cogs, ana.minions) == (S1, 2, 1, [(1, 1)])


@rule("SA-13.6")
def test_any_number_is_any_number(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).pool(S0, personnel=80, resources=70).growth()
    game.answer(S0, "give:S1")
    game.answer(S0, list(game.asks(S0).options))
    assert game.pool_of(S0) == {}
    assert game.pool_of(S1) == {"personnel": 80, "resources": 70}


def offered(apollyon: type[Driver], face: str, **options: Any) -> Driver:
    game = apollyon(players=2, **options).anomaly("Thing", "euclid", "2/3", "ac", S0, tokens="space personnel")
    game.anomaly("Other", "euclid", "2/3", "tc", S0).growth()
    return game.answer(S0, "move:thing:S1").answer(S1, "agree").roll(face)


@rule("SA-EX-46", "SA-13.8", "SA-13.9", "SA-13.10", "SA-13.12", "SA-Q-22", "SA-7.12", "SA-8.4", "SA-Q-95")
def test_moving_an_anomaly(apollyon: type[Driver]) -> None:
    failed = offered(apollyon, "2")
    moved = failed.what("Thing")
    assert (moved.zone, moved.seat, moved.moved, moved.counters, moved.tokens) == ("tc", S1, True, 0, {})
    assert failed.pool_of(S0) == {"space": 1, "personnel": 1}
    assert not failed.offers(S0, "move")  # once per turn
    done = offered(apollyon, "3")
    assert done.what("Thing").zone == "tc"
    assert not done.what("Thing").moved


@rule("SA-Q-22")
def test_the_receiver_must_agree_and_containment_may_be_kept(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).anomaly("Thing", "euclid", "2/3", "ac", S0, tokens="space").growth()
    game.answer(S0, "move:thing:S1").answer(S1, "refuse")
    assert game.what("Thing").seat == S0
    assert game.events("offer refused") == [{"who": S1, "anomaly": "thing"}]
    assert game.offers(S0, "move")
    kept = offered(apollyon, "3", transfer_keeps_containment=True)
    assert (kept.what("Thing").zone, kept.what("Thing").tokens) == ("ac", {"space": 1, "personnel": 1})


@rule("SA-Q-22", "SA-24.11")
def test_an_anomaly_that_keeps_its_containment_opens_a_row_where_all_are_full(apollyon: type[Driver]) -> None:
    game = apollyon(players=2, transfer_keeps_containment=True, row_capacity="2")
    game.anomaly("Thing", "euclid", "2/3", "ac", S0, tokens="space")
    for number in range(4):
        game.anomaly(f"Held {number}", "safe", "1/2", "ac", S1, row=number % 2)
    game.growth().answer(S0, "move:thing:S1").answer(S1, "agree").roll("3")
    assert game.what("Thing").row == 2


@rule("SA-Q-34", "SA-Q-22")
def test_nothing_is_moved_to_a_site_without_a_free_field(apollyon: type[Driver]) -> None:
    game = apollyon(players=3, tc_fields="2").anomaly("Thing", "euclid", "2/3", "ac", S0, tokens="space")
    for number in range(2):
        game.anomaly(f"Held {number}", "safe", "1/2", "tc", S1)
    assert game.growth().offers(S0, "move") == ["move:thing:S2"]


@rule("SA-13.14", "SA-13.16", "SA-Q-17")
def test_the_market_is_filled(apollyon: type[Driver]) -> None:
    for players, slots in ((1, 3), (3, 3), (4, 4), (6, 4)):
        game = apollyon(players=players).growth()
        assert len(game.table.market_characters) == len(game.table.market_intel) == slots
    assert len(apollyon(market_slots="5").growth().table.market_intel) == 5


@rule("SA-13.15", "SA-Q-18")
def test_the_administrator_may_discard_one_of_each_side(apollyon: type[Driver]) -> None:
    from eschaton.games.apollyon.rules.market import RefreshMarket

    def stocked(**options: Any) -> tuple[Driver, list[str], list[str]]:
        game = apollyon(**options).growth()
        characters, intel = list(game.table.market_characters.cards), list(game.table.market_intel.cards)
        return game.begin(RefreshMarket()), characters, intel

    game, characters, intel = stocked()
    assert game.asks(S0).seat == game.table.administrator
    assert game.refused(S0, characters[:2])
    assert game.refused(S0, intel[:2])
    game.answer(S0, [characters[0], intel[0]])
    assert characters[0] in game.table.discards["character"]
    assert intel[0] in game.table.discards["intel"]
    assert len(game.table.market_characters) == len(game.table.market_intel) == 3
    game, characters, intel = stocked(refresh_discards="one")
    assert game.refused(S0, [characters[0], intel[0]])
    assert not game.refused(S0, [intel[0]])


def on_offer(game: Driver, name: str, **facts: Any) -> Driver:
    """A Character of this price lies in the market."""
    game.character(name, -1, "2/2", **facts)
    game.table.market_characters.put(game.box.characters[name.lower()].id, -1)
    return game


@rule("SA-13.17", "SA-13.19", "SA-13.20", "SA-Q-20", "SA-7.3", "SA-4.5", "SA-4.7")
def test_buying_a_character(apollyon: type[Driver]) -> None:
    game = on_offer(apollyon(players=2).pool(S0, personnel=2).growth(), "Ana", cost={"personnel": 2})
    assert "buy:ana" in game.offers(S0)
    assert "buy:ana" not in game.offers(S1)
    many = len(game.table.market_characters)
    game.answer(S0, "buy:ana")
    assert (game.who("Ana").seat, game.at("Ana")) == (S0, "garrison")
    assert not game.pool_of(S0)
    assert len(game.table.market_characters) == many - 1  # the slot stays empty


@rule("SA-Q-19")
def test_any_asset_may_pay_where_the_price_says_so(apollyon: type[Driver]) -> None:
    game = on_offer(apollyon().pool(S0, personnel=1, intel=1, space=1).growth(), "Ana", cost={"personnel": 1, "any": 1})
    game.answer(S0, "buy:ana")
    assert set(game.offers(S0)) == {"space#1", "intel#1"}
    game.answer(S0, ["intel#1"])
    assert game.pool_of(S0) == {"space": 1}
    poor = on_offer(apollyon().pool(S0, personnel=1).growth(), "Bo", cost={"personnel": 1, "any": 1})
    assert "buy:bo" not in poor.offers(S0)


@rule("SA-32.41")
def test_a_price_in_medals(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "2/2", medals=2).character("Bo", S0, "2/2").growth()
    on_offer(game, "Cy", cost={"medal": 1}).answer(S0, "buy:cy")
    assert game.who("Ana").medals == 1
    assert game.at("Cy") == "garrison"
    without = on_offer(apollyon().character("Bo", S0, "2/2").growth(), "Cy", cost={"medal": 1})
    assert "buy:cy" not in without.offers(S0)


@rule("SA-13.18")
def test_two_resources_for_a_space_as_often_as_one_likes(apollyon: type[Driver]) -> None:
    game = apollyon().pool(S0, resources=5).growth().answer(S0, "buy:space").answer(S0, "buy:space")
    assert game.pool_of(S0) == {"resources": 1, "space": 2}
    assert "buy:space" not in game.offers(S0)


@rule("SA-13.17", "SA-13.18", "SA-6.1", "SA-6.17")
@pytest.mark.parametrize("ware", ["Characters", "Intel Cards", "Space Tokens"])
def test_a_loose_anomaly_may_close_any_part_of_the_market(apollyon: type[Driver], ware: str) -> None:
    game = apollyon().pool(S0, personnel=9, resources=9, space=9, intel=9).anomaly("Thing", "euclid", "1/1")
    everything = game.growth().offers(S0, "buy:")
    sold = {"Characters": game.box.characters, "Intel Cards": game.box.intel, "Space Tokens": {"space"}}[ware]
    game.text("thing", f"{ware} cannot be bought.")
    left = [offer for offer in everything if offer.removeprefix("buy:") not in sold]
    assert game.offers(S0, "buy:") == left != everything
    game.what("thing").zone = "tc"
    assert game.edited().offers(S0, "buy:") == everything, "its text is off"


@rule("SA-22.1", "SA-22.2", "SA-13.21", "SA-7.11")
def test_an_intel_card_takes_effect_at_once_and_is_discarded(apollyon: type[Driver]) -> None:
    def five_points(table: Any, use: Any) -> None:
        table.masquerade += 5

    game = apollyon().pool(S0, intel=2, personnel=9).growth()
    table = game.table
    table.market_intel.put(table.decks["intel"].take(table.decks["intel"].cards.index("file-2#2"))[0], -1)
    game.says("file-2#2", BOUGHT, five_points)
    assert "buy:file-2#2" in game.offers(S0)
    game.answer(S0, "buy:file-2#2")
    assert game.m == 22
    assert game.pool_of(S0) == {"personnel": 9}
    assert "file-2#2" in table.discards["intel"]
    assert "file-2#2" not in table.aside
    assert not game.offers(S0, "buy:file")  # no Intel is left


def promotable(apollyon: type[Driver], favoured: str, medals: int = 2) -> Driver:
    from eschaton.games.apollyon.box.facts import DirectorCard, PromotionCard

    game = apollyon().character("Ana", S0, "2/2", medals=medals)
    game.box.promotions = {}
    game.box.add("lead", PromotionCard(name="Lead", id="lead", skill="leader", x=2, medals=2))
    game.box.add("boss", DirectorCard(name="Boss", id="boss", o5=1, favoured=favoured))  # type: ignore[arg-type]
    game.table.sites[S0].director = "boss"
    return game.growth()


@rule("SA-EX-58", "SA-13.22", "SA-20.2", "SA-20.3", "SA-20.4", "SA-20.5", "SA-20.8", "SA-20.9", "SA-32.40")
def test_a_promotion(apollyon: type[Driver]) -> None:
    game = promotable(apollyon, "scout")
    assert threat(game.table, "ana") == 4
    game.answer(S0, "promote:ana:lead")
    assert threat(game.table, "ana") == 2
    assert skill(game.table, "ana", "leader") == 2
    favoured = promotable(apollyon, "leader").answer(S0, "promote:ana:lead")
    assert favoured.who("Ana").medals == 1
    assert threat(favoured.table, "ana") == 3


@rule("SA-20.6", "SA-Q-23", "SA-Q-92", "SA-Q-98")
def test_promotions_stack_and_are_paid_by_their_own_medals(apollyon: type[Driver]) -> None:
    game = promotable(apollyon, "scout", medals=4).answer(S0, "promote:ana:lead").answer(S0, "promote:ana:lead")
    assert skill(game.table, "ana", "leader") == 4
    game = promotable(apollyon, "scout", medals=1).character("Bo", S0, "1/1", medals=1)
    assert not game.offers(S0, "promote")  # one Medal each does not make two
    game.box.promotions["lead"] = game.box.promotions["lead"].__class__(name="L", id="lead", skill="leader", medals=0)
    assert medal_cost(game.table, "lead", S0) == 0


@rule("SA-20.7", "SA-EX-10")
def test_a_directors_text_may_be_used_once_a_turn(apollyon: type[Driver]) -> None:
    from eschaton.games.apollyon.rules.market import discard_offer, refill
    from eschaton.kernel.window import Power

    def new_files(table: Any, use: Any) -> Any:
        for piece in list(table.market_intel.cards):
            discard_offer(table, "intel", piece)
        return refill(table, "intel")

    game = apollyon().growth()
    power = Power(key="director-1/1", when=GROWTH_PHASE, effect=new_files, limit=1, per="GrowthPhase")
    game.box.empower("director-1", [power])
    files = game.table.market_intel.cards
    game.edited().answer(S0, "use:director-1/1")
    assert game.table.discards["intel"].cards == files
    assert len(game.table.market_intel) == 3
    assert not game.offers(S0, "use")
    assert game.growth().offers(S0, "use")  # next turn again


@rule("SA-EX-10", "SA-13.19")
def test_replacing_one_side_of_the_market_fills_that_side_and_no_other(apollyon: type[Driver]) -> None:
    game = apollyon().pool(S0, personnel=9, resources=9, intel=9).growth()
    game.text(
        game.table.sites[S0].director, "Growth Phase, once per turn: Replace the Intel Cards on offer.", "director"
    )
    hired, read, *others = game.table.market_characters.cards[0], *game.table.market_intel.cards
    game.answer(S0, f"buy:{hired}").answer(S0, f"buy:{read}").answer(S0, game.offers(S0, "use:")[0])
    assert len(game.table.market_characters) == 2, "a slot emptied by a purchase stays empty"
    assert len(game.table.market_intel) == 3
    assert set(others) <= set(game.table.discards["intel"].cards)
    assert game.offers(S0, "use:") == [], "once per turn"


@rule("SA-14.6", "SA-14.8", "SA-13.7")
def test_who_is_on_vacation_is_handed_over_as_such(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "2/2", zone="vacation", cogs=1).growth()
    game.answer(S0, "give:S1").answer(S0, ["ana"])
    assert (game.at("Ana"), game.who("Ana").seat, game.who("Ana").cogs) == ("vacation", S1, 1)


@rule("SA-32.41", "SA-13.17", "SA-13.20")
def test_a_price_of_several_medals_takes_them_all(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "1/2", medals=2).character("Bo", S0, "1/2", medals=2)
    game.character("Vet", -1, "3/3", cost={"medal": 3})
    game.table.market_characters.put("vet")
    game.who("Bo").medals = 0
    assert "buy:vet" not in shopping(game.table, S0)
    game.who("Bo").medals = 2
    assert "buy:vet" in shopping(game.table, S0)
    game.begin(BuyCharacter(S0, "vet")).answer(S0, "bo").answer(S0, "ana").answer(S0, "bo")
    assert (game.who("Ana").medals, game.who("Bo").medals, game.at("Vet")) == (1, 0, "garrison")
