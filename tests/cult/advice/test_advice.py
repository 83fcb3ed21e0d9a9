"""The rule-of-thumb player: legal, fair-minded, and better than chance in every role."""

from __future__ import annotations

from random import Random

import pytest

from eschaton.bots import make_bots
from eschaton.games.cult import GAME
from eschaton.games.cult.advice import NOTHING, OWN_DICE, WHY, WHY_NOT, advice
from eschaton.games.cult.advice.cards import revive
from eschaton.games.cult.advice.mind import PACE, PACES, Mind
from eschaton.games.cult.advice.powers import LATE, judges
from eschaton.games.cult.advice.worth import ritual_worth, threats, tribute_worth
from eschaton.games.cult.box.components import HERETICS, ROLE_NAMES
from eschaton.games.cult.options import AUTOMATED
from eschaton.games.cult.powers import MOMENTS
from eschaton.kernel.ask import CHANCE
from eschaton.kernel.game import Advice
from eschaton.kernel.machine import settle
from eschaton.kernel.seen import seen
from eschaton.kernel.table import Table
from eschaton.lab.playout import Playout
from eschaton.lab.simulate import Job, Report, simulate
from eschaton.ledger import rule
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
        known = seen(table, question.ask.seat)
        advised = advice(known, question.ask, Random(1))
        question.ask.check(advised.answer)
        assert advised.reason.endswith(".")
        assert advised == advice(known, question.ask, Random(1))
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
    mind = Mind(seen(table, table.priest), table.priest)
    assert mind.like[striker] < mind.like[others[2]] < mind.like[healer]


def test_every_power_that_may_be_kept_and_every_moment_has_a_reason_too() -> None:
    assert WHY_NOT.keys() >= judges.known.keys() - {"librarian"}, "which is always used"
    assert NOTHING.keys() == MOMENTS.keys()


def test_a_pass_says_what_speaks_against_what_could_be_done(cult: type[Driver]) -> None:
    def reason(game: Driver, seat: int) -> str:
        ask = game.question.of(game.table, seat)
        assert ask is not None
        return advice(seen(game.table, seat), ask, Random(1)).reason

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
    assert judges.known.keys() == WHY.keys()
    assert all(reason.endswith(".") for reason in WHY.values())


def test_one_die_is_kept_for_the_tribute_that_is_about_to_strike_and_no_more(cult: type[Driver]) -> None:
    game = cult(players=5).symbols(S2="Co").board(1, "Tribute to Nycen", own=1).turn(S2).rolls("Dg An An Dg Dg")
    again = advice(seen(game.table, S2), game.question.ask, Random(1)).answer
    assert "d2" not in again
    assert "d3" in again, "one is enough"
    game.answer(S2, []).go(until="Commit")
    placed = advice(seen(game.table, S2), game.question.ask, Random(1)).answer
    assert "board1" in (placed["d2"], placed["d3"])


def test_tribute_is_worth_more_the_nearer_it_is_and_the_fewer_are_left_to_pay_it(cult: type[Driver]) -> None:
    def worth(left: int, *dead: int) -> float:
        game = cult(players=5).board(1, "Tribute to Nycen", own=left).with_dead(*dead).turn(S2)
        mind = Mind(seen(game.table, S2), S2)
        return tribute_worth(mind, mind.table.altars[0], None)

    assert worth(1) > worth(2, S3) > worth(2) > worth(4), "in two turns it strikes S3, and S2 beside them"


def test_a_cabalist_strikes_the_high_priest_only_when_the_first_rounds_are_over(cult: type[Driver]) -> None:
    game = cult(players=5).turn(S2)
    hidden = PACE.hidden
    for round_number, priest in ((1, 1), (hidden, 1), (hidden + 1, -1)):
        game.table.round = round_number
        assert Mind(seen(game.table, S2), S2).like[S0] * priest > 0


def test_among_few_a_heretic_clings_to_life_until_the_first_rounds_are_over(cult: type[Driver]) -> None:
    game = cult(players=4).turn(S2)
    heretic = next(seat for seat in range(4) if game.table.role(seat) in HERETICS)

    def own(round_number: int) -> float:
        game.table.round = round_number
        return Mind(seen(game.table, heretic), heretic).like[heretic]

    feigned = PACES[AUTOMATED].feigned
    assert own(1) > 0
    assert own(feigned) > 0
    assert own(feigned + 1) < 0


def test_an_ancient_shadow_that_grows_is_worth_more_than_any_life_of_ones_own(cult: type[Driver]) -> None:
    game = cult(players=4).board(1, "Ancient Shadow", An=2).characters(S2="Sorceress").turn(S2)
    game.table.altars[0].shadows = 3
    mind = Mind(seen(game.table, S2), S2)
    assert ritual_worth(mind, mind.table.altars[0], "An") > mind.heal(S2, 3)


@pytest.mark.parametrize("players", [4, 6])
def test_the_first_rounds_are_for_gathering_strength(cult: type[Driver], players: int) -> None:
    game = cult(players=players).turn(S2)

    def outlook(round_number: int) -> tuple[float, float]:
        game.table.round = round_number
        mind = Mind(seen(game.table, S2), S2)
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
    mind = Mind(seen(game.table, S0), S0)
    mind.like[S1] = -1.0
    assert (judges.known["portents"](mind, {}) > 0) == used


def advised(game: Driver, seat: int, round_number: int = 20) -> Advice:
    """The advised answer to the question that this player is asked now."""
    game.table.round = round_number
    ask = game.question.of(game.table, seat)
    assert ask is not None
    return advice(seen(game.table, seat), ask, Random(1))


@rule("CD-8.1")
def test_the_reason_for_the_next_die_is_that_of_its_kind(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Sirens").turn(S2).rolls("Bl Dg Dg Co Co").commits(Dg=S0, Co="board1")
    game.advance(lambda question: game.waiting == "ResolvePhase")
    assert "Life first" in advised(game, S2).reason
    game.answer(S2, "Bl")
    game.advance(lambda question: game.waiting == "ResolvePhase")
    found = advised(game, S2)
    assert found.answer in ("d2", "d3")
    assert "Blades first" in found.reason


@rule("CD-17.58", "CD-9.12")
@pytest.mark.parametrize("seat", [S2, S3])
def test_the_tribute_that_is_about_to_strike_is_unmade_and_no_other_ritual(cult: type[Driver], seat: int) -> None:
    """By the active player, or by a neighbour who is struck as well."""
    game = cult(players=5).sigils(**{f"S{seat}": "Unmaking"}).board(1, "Ancient Shadow", shadows=1)
    game.board(2, "Tribute to Nycen", own=1).board(3, "Kraken").turn(S2).rolls("Bl Bl Bl Bl Bl")
    game.advance(lambda question: "unmaking" in game.offers(seat))
    assert advised(game, seat, 1).answer == "unmaking"
    game.answer(seat, "unmaking")
    game.go(until="Unmake")
    assert advised(game, seat, 1).answer == "board2"


@rule("CD-17.54")
def test_a_tribute_that_is_paid_is_not_unmade(cult: type[Driver]) -> None:
    game = cult(players=5).sigils(S3="Unmaking").board(1, "Tribute to Nycen", own=1).turn(S2).rolls("An Bl Bl Bl Bl")
    game.advance(lambda question: "unmaking" in game.offers(S3))
    assert advised(game, S3).answer == "pass"


@rule("CD-18.35")
def test_blood_on_a_friend_is_not_turned_into_a_blade(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Assassin II").turn(S0).rolls("Bl Bl Bl Bl Bl").commits(Bl=[S1] * 5)
    game.advance(lambda question: "assassin-2" in game.offers(S1))
    assert advised(game, S1).answer == "pass"
    game = cult(players=5).characters(S1="Assassin II").with_life(S1=1).wraith(S2="Undertow").turn(S0)
    game.rolls("Bl Bl Bl Bl Dg").commits(Bl=[S1] * 4, Dg=S4)
    game.table.deed(S4, S0, -9)
    game.advance(lambda question: "assassin-2" in game.offers(S1))
    assert advised(game, S1).answer == "assassin-2"
    game.answer(S1, "assassin-2")
    game.go(until="TurnDie")
    assert advised(game, S1).answer == "d5"


@rule("CD-8.7", "CD-18.23")
def test_a_blade_that_heals_its_owner_is_no_threat(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S0="Bloodletter").turn(S0).rolls("DD DD DD Bl Bl").commits(DD=[S0, S0, S1])
    game.go(until="ResolvePhase")
    assert threats(Mind(seen(game.table, S1), S1)) == {"S1": 2}


@rule("CD-18.23")
@pytest.mark.parametrize("life", [2, 4, 9])
def test_a_guardian_saves_the_high_priest(cult: type[Driver], life: int) -> None:
    game = cult(players=5).characters(S1="Guardian").with_life(S0=life).turn(S2).rolls("DD Bl Bl Bl Bl").commits(DD=S0)
    game.advance(lambda question: "guardian" in game.offers(S1))
    assert advised(game, S1).answer == "guardian"


@rule("CD-18.23")
def test_no_life_is_paid_for_a_shield_that_saves_nobody(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian").with_life(S0=2).turn(S2)
    game.rolls("DD DD Bl Bl Bl").commits(DD=[S0, S0])
    game.advance(lambda question: "guardian" in game.offers(S1))
    assert advised(game, S1).answer == "pass", "4 are coming, of which the shield takes 2"


@rule("CD-10.3")
def test_a_kraken_die_that_would_kill_is_rolled_again_however_low_it_is(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Kraken").kraken(S2=1).with_life(S2=1)
    game.chance([1]).turn(S2)
    game.go(until="KrakenResult")
    assert advised(game, S2).answer == "k1"


@rule("CD-20.12")
@pytest.mark.parametrize(("role", "answer"), [("vengeful", "stay"), ("cabalist", "revive")])
def test_a_heretic_who_has_died_stays_dead(cult: type[Driver], role: str, answer: str) -> None:
    game = cult(players=5).roles(S4=role).wraith(S4="Undertow").turn(S0).rolls("Bl Bl Bl Bl Bl")
    assert revive(Mind(seen(game.table, S4), S4), {}, game.question.ask, Random(1)).answer == answer


@rule("CD-15.8")
def test_the_undertow_drowns_the_die_that_lies_worst(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S1=("Undertow", "Bl DD")).turn(S2).rolls("DD Bl Bl Bl Bl").commits(DD=S0)
    game.advance(lambda question: "undertow" in game.offers(S1))
    assert advised(game, S1).answer == "undertow"
    game.answer(S1, "undertow")
    game.go(until="SpendDie")
    assert advised(game, S1).answer == "DD"


@rule("CD-18.1")
def test_a_librarian_takes_away_the_die_that_would_make_a_foe_a_keeper(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S0="Librarian II").board(1, "Kraken", An=0, Co=1).board(2, "Sirens", Co=1)
    game.board(3, "Astral Rift", Co=4).turn(S2).rolls("Co Co Bl Bl Bl").commits(Co=["board2", "board1"])
    game.table.deed(S2, S0, -9)
    game.advance(lambda question: "librarian-2" in game.offers(S0))
    assert advised(game, S0).answer == "librarian-2"
    game.answer(S0, "librarian-2")
    game.go(until="Refile")
    known = seen(game.table, S0)
    assert {advice(known, game.question.ask, Random(seed)).answer for seed in range(9)} == {"d2"}


@rule("CD-18.1")
def test_a_sigil_costs_no_life_whoever_uses_it(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S2="Bloodletter").turn(S2).rolls("Pa Pa Pa Pa Bl")
    mind = Mind(seen(game.table, S2), S2)
    assert judges.known["quickening"](mind, {}) > judges.known["bloodletter"](mind, {})


@rule("CD-12.6")
def test_a_wraith_spends_its_chant_coins(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S2="Grasping Tide").coins(S2="chant").turn(S2).rolls("Pa Pa Pa Pa")
    game.advance(lambda question: "chant" in game.offers(S2))
    assert advised(game, S2).answer == "chant"


@rule("CD-19.1", "CD-13.9")
def test_a_last_breath_of_a_foe_is_revoked(cult: type[Driver]) -> None:
    game = cult(players=5).sigils(S0="Revocation", S2="Last Breath").with_life(S2=1).turn(S0)
    game.table.deed(S2, S0, -9)
    game.rolls("Dg Bl Bl Bl Bl").commits(Dg=S2)
    game.plan(S2, "last-breath")
    game.advance(lambda question: "revocation:cancel" in game.offers(S0))
    assert advised(game, S0, 12).answer == "revocation:cancel"


@rule("CD-2.19")
def test_who_wins_by_being_dead_is_told_so_when_struck(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S4="Guardian II").turn(S2).rolls("DD DD Bl Bl Bl").commits(DD=[S4, S4])
    game.advance(lambda question: "guardian-2" in game.offers(S4))
    found = advised(game, S4)
    assert found.answer == "pass"
    assert "wins by being dead" in found.reason
