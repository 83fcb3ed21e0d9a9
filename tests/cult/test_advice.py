"""The rule-of-thumb player: legal, fair-minded, and better than chance in every role."""

from __future__ import annotations

from random import Random

import pytest

from eschaton.bots import make_bots
from eschaton.games.cult import GAME
from eschaton.games.cult.advice import NOTHING, OWN_DICE, WHY, WHY_NOT, advice
from eschaton.games.cult.components import ROLE_NAMES
from eschaton.games.cult.judgement import JUDGES, LATE
from eschaton.games.cult.mind import PACE, Mind
from eschaton.games.cult.powers import MOMENTS
from eschaton.games.cult.worth import tribute_worth
from eschaton.kernel.ask import CHANCE
from eschaton.kernel.machine import settle
from eschaton.kernel.table import Table
from eschaton.kernel.view import view
from eschaton.lab.playout import Playout
from eschaton.lab.simulate import Job, Report, simulate
from tests import LONG
from tests.cult.driver import S0, S1, S2, S3, S4, Driver

GAMES = 2000 if LONG else 16
RANDOM = ("random",) * 5


def played(players: int, bots: tuple[str, ...], games: int, **options: object) -> Report:
    """Some games between bots, all without a defect."""
    report = simulate(Job(game="cult", players=players, games=games, bots=bots, options=options, seed="advice"))
    assert not report.errors, report.errors[0]
    return report


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_advice_plays_whole_games_with_any_number_of_players(players: int) -> None:
    """Games end in 8 to 40 rounds."""
    rounds = played(players, ("thumb",), 1000 if LONG else 2).outcomes["spread"]["rounds"]
    assert 8 <= rounds["least"] <= rounds["most"] <= 40


@pytest.mark.parametrize(
    "options",
    [
        {"necromancer": "shuffled", "truly_a_high_priest": True, "merchant_of_death": True},
        {"necromancer": "high-priest", "dont_be_so_selfish": True},
        {"heresy": True},
    ],
)
def test_advice_plays_the_variants(options: dict[str, object]) -> None:
    rounds = played(6, ("thumb",), 20 if LONG else 1, **options).outcomes["spread"]["rounds"]
    assert 8 <= rounds["least"] <= rounds["most"] <= 40


def test_no_faction_is_left_behind_and_games_last_as_long_as_an_evening() -> None:
    """Over 2,000 games with six players no faction wins less than 15 % or more than 60 % (sampled: nearly so)."""
    report = played(6, ("thumb",), GAMES)
    rounds = report.outcomes["spread"]["rounds"]
    assert 8 <= rounds["least"] <= rounds["most"] <= 40
    shares = {side: found["share"] for side, found in report.outcomes["sides"].items()}
    assert shares.keys() == {name for role, name in ROLE_NAMES.items() if role != "vengeful"}
    if LONG:
        assert all(0.15 <= share <= 0.60 for share in shares.values()), shares
    else:
        assert all(0.0 < share < 1.0 for share in shares.values()), shares


def test_in_every_role_advice_beats_chance_among_players_of_chance() -> None:
    """One advised player among random ones; in the sample all roles together, else each role for itself."""
    games = 1500 if LONG else 60
    advised = played(6, ("thumb", *RANDOM), games).outcomes["sides"]
    chance = played(6, ("random",), games).outcomes["sides"]
    if LONG:
        for name in chance:
            assert advised[f"{name}, thumb"]["low"] > chance[name]["share"], name
    wins = sum(advised[side]["wins"] for side in advised if side.endswith("thumb"))
    expected = sum(
        advised[side]["games"] * chance[side.removesuffix(", thumb")]["share"]
        for side in advised
        if side.endswith("thumb")
    )
    assert wins > expected


def test_every_advised_answer_is_legal_has_a_reason_and_depends_on_the_view_alone() -> None:
    looked = 0
    game = Playout(GAME, GAME.checked(6, {}), make_bots(("thumb",), GAME), "positions")

    def watch(table: Table) -> None:
        nonlocal looked
        question = settle(table)
        if question is None or (looked >= 300 and not LONG):
            return
        seen = view(table, question.ask.seat)
        advised = advice(seen, question.ask, Random(1))
        question.ask.check(advised.answer)
        assert advised.reason.endswith(".")
        assert advised == advice(seen, question.ask, Random(1))
        looked += 1

    game.watch = watch
    game.run()
    assert looked >= 300


def test_who_strikes_the_high_priest_is_taken_for_a_cabalist() -> None:
    game = Playout(GAME, GAME.checked(6, {}), make_bots(("random",), GAME), "trust")
    table = game.table
    while table.active < 0 and (question := settle(table)) is not None:
        game.draw(question) if question.ask.seat == CHANCE else game.run()
    others = [seat for seat in range(6) if seat != table.priest]
    striker, healer = others[0], others[1]
    table.deed(striker, table.priest, -6)
    table.deed(healer, table.priest, 6)
    mind = Mind(view(table, table.priest), table.priest)
    assert mind.like[striker] < mind.like[others[2]] < mind.like[healer]


def test_every_power_that_may_be_kept_and_every_moment_has_a_reason_too() -> None:
    assert WHY_NOT.keys() >= JUDGES.keys() - {"librarian"}, "which is always used"
    assert NOTHING.keys() == MOMENTS.keys()


def test_a_pass_says_what_speaks_against_what_could_be_done(cult: type[Driver]) -> None:
    def reason(game: Driver, seat: int) -> str:
        ask = game.question.of(game.table, seat)
        assert ask is not None
        return advice(view(game.table, seat), ask, Random(1)).reason

    game = cult(players=5).coins(S2="siren").turn(S2).rolls("Bl Bl Bl Bl Bl").commits()
    game.advance(lambda question: "siren" in game.offers(S2))
    assert reason(game, S2) == OWN_DICE
    game = cult(players=5).with_life(S1=30).coins(S1="siren").sigils(S1="Drowned Pacts").turn(S2)
    game.table.round = 20
    game.rolls("Bl Bl Bl Bl Bl").commits(Bl=[S1] * 5)
    game.advance(lambda question: "siren" in game.offers(S1))
    assert reason(game, S1) == f"{WHY_NOT['siren']} {WHY_NOT['drowned-pacts']}"
    game = cult(players=5).sigils(S4="Drowned Pacts").wraith(S4="Undertow").roles(S4="vengeful").turn(S4).rolls("Bl Bl")
    game.advance(lambda question: "drowned-pacts" in game.offers(S4))
    assert "short of life" not in reason(game, S4), "a Wraith has none"


def test_every_power_that_may_be_advised_comes_with_a_reason_of_its_own() -> None:
    assert JUDGES.keys() == WHY.keys()
    assert all(reason.endswith(".") for reason in WHY.values())


def test_one_die_is_kept_for_the_tribute_that_is_about_to_strike_and_no_more(cult: type[Driver]) -> None:
    game = cult(players=5).symbols(S2="Co").board(1, "Tribute to Nycen", own=1).turn(S2).rolls("Dg An An Dg Dg")
    again = advice(view(game.table, S2), game.question.ask, Random(1)).answer
    assert "d2" not in again
    assert "d3" in again, "one is enough"
    game.answer(S2, []).go(until="Commit")
    placed = advice(view(game.table, S2), game.question.ask, Random(1)).answer
    assert "board1" in (placed["d2"], placed["d3"])


def test_tribute_is_worth_more_the_nearer_it_is_and_the_fewer_are_left_to_pay_it(cult: type[Driver]) -> None:
    def worth(left: int, *dead: int) -> float:
        game = cult(players=5).board(1, "Tribute to Nycen", own=left).with_dead(*dead).turn(S2)
        mind = Mind(view(game.table, S2), S2)
        return tribute_worth(mind, mind.view["altars"][0], None)

    assert worth(1) > worth(2, S3) > worth(2) > worth(4), "in two turns it strikes S3, and S2 beside them"


def test_a_cabalist_strikes_the_high_priest_only_when_the_first_rounds_are_over(cult: type[Driver]) -> None:
    game = cult(players=5).turn(S2)
    hidden = PACE.hidden
    for round_number, priest in ((1, 1), (hidden, 1), (hidden + 1, -1)):
        game.table.round = round_number
        assert Mind(view(game.table, S2), S2).like[S0] * priest > 0


@pytest.mark.parametrize("players", [4, 6])
def test_the_first_rounds_are_for_gathering_strength(cult: type[Driver], players: int) -> None:
    game = cult(players=players).turn(S2)

    def outlook(round_number: int) -> tuple[float, float]:
        game.table.round = round_number
        mind = Mind(view(game.table, S2), S2)
        return mind.like[S2], -min(mind.like)

    early, late = outlook(1), outlook(20)
    assert early[0] > late[0], "one's own life is dearer"
    assert early[1] < late[1], "and foes are fought less"


@pytest.mark.parametrize(("round_number", "life", "used"), [(1, 12, False), (LATE, 12, True), (9, 3, True)])
def test_portents_are_kept_until_a_death_is_near_or_the_game_is_old(
    cult: type[Driver], round_number: int, life: int, used: bool
) -> None:
    game = cult(players=6).with_life(S1=life).turn(S0)
    game.table.round = round_number
    mind = Mind(view(game.table, S0), S0)
    mind.like[S1] = -1.0
    assert (JUDGES["portents"](mind, {}) > 0) == used
