"""The worked examples of engagements (SA-EX-12 to SA-EX-28), dice and all."""

from typing import Any

from eschaton.games.apollyon.box.timings import EVERY_CONTACT, FIRST_CONTACT
from eschaton.games.apollyon.rules.ratings import threat
from eschaton.games.apollyon.rules.zones import lose_character
from eschaton.kernel.effect import Lasting
from eschaton.kernel.window import Use
from eschaton.ledger import rule
from tests.apollyon.driver import S0, S1, Driver


@rule("SA-EX-12", "SA-16.5", "SA-16.7", "SA-18.2", "SA-18.5", "SA-18.6", "SA-18.13", "SA-18.16", "SA-20.1", "SA-3.10")
def test_plain_win(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "2/2").character("Bo", S0, "3/2").team(S0, "mtf-01", "Ana", "Bo")
    game.situation("slot.1", "euclid", tokens=2, rewards={"resources": 1}).next_anomaly("Thing", "euclid", "3/4")
    before = game.m
    game.dice("3 6 1 4 2", "5", "2 5 3").plan(S0, "stand", "roll", "ana", "bo", "bo").investigate("slot.1")
    assert game.events("exchange") == [{"anomaly": "thing", "ours": 4, "theirs": 2}]
    assert (game.who("Ana").wounds, game.who("Bo").wounds) == (1, 1)
    assert game.at("Thing") == "subdued"
    assert game.what("Thing").mtf == "S0-mtf-01"
    assert game.m == before + 2
    assert game.pool_of(S0) == {"resources": 1}
    assert game.who("Bo").medals == 1
    assert game.who("Ana").medals == 0
    assert not game.table.situations
    assert len(game.table.discards["situation"]) == 1


def last_ditch(apollyon: type[Driver], dice: str, *more: str) -> Driver:
    game = apollyon().character("Dee", S0, "2/2", medals=2).team(S0, "mtf-01", "Dee")
    game.anomaly("Thing", "euclid", "3/4").dice("5 3 2 4", dice, *more)
    return game.plan(S0, "last-ditch").capture("thing")


@rule("SA-EX-14", "SA-32.39", "SA-Q-70", "SA-20.2", "SA-32.38")
def test_last_ditch_effort_cancels_one_token(apollyon: type[Driver]) -> None:
    game = last_ditch(apollyon, "4 4 6", "2")
    assert game.events("exchange")[0] == {"anomaly": "thing", "ours": 3, "theirs": 3}
    assert game.at("Dee") == "discard"
    assert len(game.events("last ditch")) == 1
    game = last_ditch(apollyon, "4 4 1")
    dee = game.who("Dee")
    assert (dee.wounds, dee.medals, threat(game.table, "dee")) == (1, 0, 2)


@rule("SA-EX-15", "SA-32.3", "SA-32.4", "SA-33.9", "SA-Q-75", "SA-18.12")
def test_cognitohazards(apollyon: type[Driver]) -> None:
    game = apollyon().character("Eve", S0, "2/3", "memetic-resistance 1").character("Finn", S0, "2/2")
    game.team(S0, "mtf-01", "Eve", "Finn").anomaly("Thing", "euclid", "4/9", damage="cog")
    game.dice("6 3 2 2", "4", "3 4 5 1").plan(S0, "eve", "eve", "finn").capture("thing")
    assert game.events("exchange")[0]["ours"] == 3
    assert game.at("Thing") == "public"
    assert (game.who("Eve").cogs, game.who("Eve").deflected, game.who("Finn").cogs) == (1, 1, 1)
    assert threat(game.table, "eve") == threat(game.table, "finn") == 0


@rule("SA-EX-16", "SA-18.10", "SA-18.11", "SA-32.5")
def test_three_cogs_destroy(apollyon: type[Driver]) -> None:
    def third(medals: int) -> Driver:
        game = apollyon().character("Finn", S0, "2/2", cogs=2, medals=medals).team(S0, "mtf-01", "Finn")
        game.anomaly("Thing", "euclid", "1/9", damage="cog").dice("4").plan(S0, "last-ditch")
        return game.capture("thing")

    assert third(0).at("Finn") == "discard"
    saved = third(1).who("Finn")
    assert (saved.cogs, saved.medals) == (2, 0)


@rule("SA-EX-17", "SA-19.2", "SA-19.3", "SA-19.4", "SA-19.5", "SA-19.6", "SA-19.7", "SA-16.6", "SA-Q-96")
def test_retreat(apollyon: type[Driver]) -> None:
    game = apollyon().character("Gus", S0, "2/2").character("Hal", S0, "1/2").team(S0, "mtf-01", "Gus", "Hal")
    game.situation("slot.1", "keter", tokens=2, rewards={"space": 1}).next_anomaly("Thing", "keter", "6/7")
    before = game.m
    game.dice("6 5 3 6 2 4").plan(S0, "retreat", "gus", "hal").investigate("slot.1")
    assert not game.events("team rolled")
    assert (game.who("Gus").wounds, game.who("Hal").wounds) == (1, 1)
    assert game.at("Thing") == "public"
    assert game.m == before + 2
    assert not game.pool_of(S0)
    assert not game.events("medal")
    assert not game.table.situations


@rule("SA-EX-19", "SA-33.4", "SA-33.5", "SA-33.6", "SA-Q-73")
def test_firepower(apollyon: type[Driver]) -> None:
    game = apollyon().character("Kit", S0, "3/2", "firepower").character("Lee", S0, "2/2", "firepower")
    game.character("Mia", S0, "2/2").team(S0, "mtf-01", "Kit", "Lee", "Mia").anomaly("Thing", "euclid", "5/4")
    game.dice("3 3 4 1 5", "2 4").plan(S0, 2, "mia").capture("thing")
    assert game.events("exchange") == [{"anomaly": "thing", "ours": 4, "theirs": 1}]
    assert game.at("Thing") == "subdued"
    assert game.who("Mia").wounds == 1


@rule("SA-EX-20", "SA-33.7", "SA-33.8", "SA-Q-72")
def test_leader(apollyon: type[Driver]) -> None:
    from eschaton.games.apollyon.rules.capture import Capture

    game = apollyon().character("Ned", S0, "2/2", "leader 2").character("Oda", S0, "1/2", "leader 1")
    game.character("Pat", S0, "2/2").character("Quin", S0, "1/1").team(S0, "mtf-01", "Ned", "Oda", "Pat", "Quin")
    game.anomaly("Thing", "euclid", "0/9").begin(Capture(["S0-mtf-01"], anomaly="thing"))
    led = {"ned": "oda", "oda": "nobody", "pat": "ned", "quin": "ned"}
    assert game.waiting == "Lead"
    assert game.refused(S0, {**led, "pat": "oda"})  # Oda leads one only
    assert game.refused(S0, {**led, "ned": "ned"})  # nobody leads himself
    game.answer(S0, led)
    assert game.question.ask.count == 9  # type: ignore[attr-defined]


@rule("SA-EX-22", "SA-33.18", "SA-Q-74", "SA-Q-91")
def test_tranquilizer(apollyon: type[Driver]) -> None:
    def with_subdue(stats: str, *darts: str) -> Driver:
        game = apollyon().character("Rae", S0, "1/2", darts[0]).character("Sam", S0, "1/2", *darts[1:])
        return game.team(S0, "mtf-01", "Rae", "Sam").anomaly("Thing", "euclid", stats)

    two = with_subdue("0/5", "tranquilizer 1", "tranquilizer 2")
    assert two.dice("3 3").capture("thing").at("Thing") == "subdued"
    one = with_subdue("0/5", "tranquilizer 1", "tranquilizer 2")
    assert one.dice("3 2").capture("thing").at("Thing") == "public"
    least = with_subdue("0/2", "tranquilizer 3")
    assert least.dice("2 2").capture("thing").at("Thing") == "public"  # 1 is needed all the same
    least = with_subdue("0/2", "tranquilizer 3")
    assert least.dice("3 2").capture("thing").at("Thing") == "subdued"


@rule("SA-EX-23", "SA-15.8", "SA-Q-26", "SA-14.15")
def test_two_teams_on_one_mission(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ann", S0, "1/2", "leader 1").character("Ben", S0, "1/2")
    game.character("Cal", S1, "1/2").character("Dot", S1, "1/2")
    game.team(S0, "mtf-01", "Ann", "Ben").team(S1, "mtf-02", "Cal", "Dot")
    game.situation("slot.3", "euclid").next_anomaly("Thing", "euclid", "2/4")
    led = {"ann": "nobody", "ben": "nobody", "cal": "ann", "dot": "nobody"}
    game.plan(S0, "stand", led, "cal", "ben", "S1-mtf-02", "dot").plan(S1, "agree")
    game.dice("3 3 3 3 2", "3 4").investigate("slot.3", "S0-mtf-01", "S1-mtf-02")
    assert game.events("team rolled")[0]["faces"] == [3, 3, 3, 3, 2]
    assert game.who("Cal").wounds == game.who("Ben").wounds == 1
    assert len(game.events("medal")) == 1
    assert game.who("Dot").medals == 1
    assert game.what("Thing").seat == S1


@rule("SA-EX-24", "SA-32.22", "SA-32.24", "SA-32.27", "SA-Q-68")
def test_minions_of_an_anomaly(apollyon: type[Driver]) -> None:
    game = apollyon().character("Tia", S0, "6/4").team(S0, "mtf-01", "Tia")
    game.anomaly("Thing", "euclid", "2/3", minions="1/1 1/1")
    game.dice("3 5 4 2 6 1", "4", "4 3 2 1").capture("thing")
    assert game.events("exchange") == [{"anomaly": "thing", "ours": 5, "theirs": 2}]
    assert game.at("Thing") == "subdued"
    assert not game.what("Thing").minions
    assert game.who("Tia").wounds == 2


def lose_the_first(table: Any, use: Use) -> None:
    """The first member in line is Lost."""
    fight = table.find(use.about)
    lose_character(table, fight.team[0], fight.anomaly)


@rule("SA-EX-26", "SA-6.7", "SA-6.8", "SA-18.1", "SA-32.8", "SA-4.9")
def test_every_contact_comes_before_the_fight(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ula", S0, "3/2").character("Vin", S0, "2/3").team(S0, "mtf-01", "Ula", "Vin")
    game.anomaly("Thing", "euclid", "3/3").says("thing", EVERY_CONTACT, lose_the_first)
    game.dice("6 3", "3", "1 1 1").capture("thing")
    assert game.at("Ula") == "lost"
    assert game.who("Ula").source == "thing"
    assert game.events("team rolled")[0]["faces"] == [6, 3]
    assert game.at("Thing") == "subdued"
    assert game.at("Ula") == "lost"


def one_less_each(table: Any, use: Use) -> None:
    """Every member has 1 less Threat, but not less than 1."""
    for piece in table.team(table.find(use.about).mtfs):
        if threat(table, piece) > 1:
            table.last(Lasting(f"threat:{piece}", "add", -1, until=use.about))


@rule("SA-EX-6", "SA-16.2", "SA-3.11")
def test_the_sample_first_contact_effect(apollyon: type[Driver]) -> None:
    game = apollyon().character("A", S0, "1/2").character("B", S0, "3/2").character("C", S0, "2/2")
    game.team(S0, "mtf-01", "A", "B", "C").situation("slot.1", "safe").next_anomaly("Thing", "safe", "0/1")
    situation = game.table.situations["slot.1"].piece
    game.says(situation, FIRST_CONTACT, one_less_each).dice("3 3 1 1").investigate("slot.1")
    assert len(game.events("team rolled")[0]["faces"]) == 4
    assert [threat(game.table, piece) - game.who(piece).medals for piece in ("a", "b", "c")] == [1, 3, 2]  # it is over


@rule("SA-EX-27", "SA-Q-66")
def test_a_cog_overrides_the_least_of_one(apollyon: type[Driver]) -> None:
    game = apollyon().character("B", S0, "3/2").character("C", S0, "2/2", cogs=1).team(S0, "mtf-01", "B", "C")
    game.situation("slot.1", "safe").next_anomaly("Thing", "safe", "0/9")
    game.says(game.table.situations["slot.1"].piece, FIRST_CONTACT, one_less_each).dice("3 3").investigate("slot.1")
    assert len(game.events("team rolled")[0]["faces"]) == 2


@rule("SA-EX-28", "SA-17.1", "SA-17.2", "SA-17.3", "SA-17.4", "SA-17.5", "SA-17.6", "SA-17.7", "SA-Q-43", "SA-5.3")
def test_false_alarm(apollyon: type[Driver]) -> None:
    def alarm() -> Driver:
        game = apollyon().masquerade(15).character("Wes", S0, "2/1").character("Xan", S0, "0/2")
        game.team(S0, "mtf-01", "Wes", "Xan").situation("slot.1", "false-alarm", tokens=1, rewards={"intel": 1})
        return game.next_anomaly("Hoaxer", "false-alarm", "2/2")

    declined = alarm().plan(S0, "decline").investigate("slot.1")
    assert declined.m == 16
    assert not declined.pool_of(S0)
    assert not declined.table.anomalies
    assert not declined.table.situations
    assert not declined.events("found")

    won = alarm().plan(S0, "engage", "wes").dice("5 4", "2 2").investigate("slot.1")
    assert won.m == 16
    assert won.pool_of(S0) == {"intel": 1}
    assert won.who("Wes").medals == 1
    assert won.at("Hoaxer") == "discard"
    assert not won.table.anomalies

    lost = alarm().plan(S0, "engage", "wes").dice("2 2", "3 2").investigate("slot.1")
    assert lost.at("Wes") == "discard"
    assert lost.m == 16
    assert not lost.pool_of(S0)
    assert lost.at("Hoaxer") == "discard"
    assert not lost.table.anomalies
