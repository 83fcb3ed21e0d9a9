"""SA-34: campaign mode, easier mode, event mode."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from eschaton.cardtext.stack import load_stack
from eschaton.games.apollyon import with_packs
from eschaton.games.apollyon.box.cards import BOX
from eschaton.games.apollyon.box.components import APOLLYON
from eschaton.games.apollyon.language import WORDS
from eschaton.games.apollyon.rules.finale import ApollyonAppears, WinTheGame
from eschaton.games.apollyon.rules.lost import Recover
from eschaton.games.apollyon.scene import scene
from eschaton.games.apollyon.scene.log import TEXTS
from eschaton.kernel.ask import CHANCE
from eschaton.kernel.campaign import Campaign, come_back, load, save
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.machine import answer, settle
from eschaton.kernel.match import Match
from eschaton.kernel.seen import seen
from eschaton.kernel.view import view
from eschaton.ledger import rule
from tests.apollyon.driver import GAME, Driver

ALL = sorted(GAME.table(GAME.checked(2, {})).box.of_class(APOLLYON))  # type: ignore[attr-defined]


def set_up(options: dict[str, Any], campaign: dict[str, Any] | None = None, pick: str = "") -> Any:
    """A table after set-up, everybody taking what is offered first."""
    table: Any = GAME.table(GAME.checked(2, options, campaign))
    while table.turn == 0:
        question = settle(table)
        assert question is not None
        seat = question.ask.seat
        given = question.ask.default()
        if pick and pick in question.ask.keys():  # noqa: SIM118
            given = pick
        answer(table, question, CHANCE if seat < 0 else seat, given)
        settle(table)
    return table


@rule("SA-34.1", "SA-10.3")
def test_beaten_apollyons_are_out_of_the_pool() -> None:
    beaten = dict.fromkeys(ALL[:-1], True)
    table = set_up({}, {"beaten": beaten})
    assert table.apollyon.cards == (ALL[-1],)
    assert table.unused.cards == ()


@rule("SA-34.1", "SA-31.9")
def test_a_campaign_is_saved_continued_and_over_when_all_are_beaten(tmp_path: Path) -> None:
    campaign = Campaign(name="our sites", game=GAME.id)
    for number in range(len(ALL)):
        match = Match.new(GAME, 2, seed=f"campaign {number}", campaign=campaign.state)
        win(match)
        campaign = come_back(campaign, match)
        save(campaign, tmp_path / "campaign.json")
        campaign = load(tmp_path / "campaign.json")
        assert len(campaign.state["beaten"]) == number + 1
    assert set(campaign.state["beaten"]) == set(ALL)
    with pytest.raises(BadSetup, match="this campaign is over"):
        GAME.checked(2, {}, campaign.state)


def win(match: Any) -> None:
    """The set-aside Apollyon appears, and a card lets the players win."""
    while match.table.turn == 0:
        for seat, ask in match.question.asks(match.table).items():
            match.answer(seat, ask.default())
            break
    match.table.push([ApollyonAppears(), WinTheGame()])
    settle(match.table)


@rule("SA-34.2")
def test_easier_the_players_pick_the_apollyon_and_all_see_it() -> None:
    table = set_up({"easier": True}, pick=ALL[-1])
    assert table.apollyon.cards == (ALL[-1],)
    assert ALL[-1] in str(view(table, None)["apollyon"])
    hidden = set_up({})
    assert not any(piece in str(view(hidden, None)["apollyon"]) for piece in ALL)


@rule("SA-34.3")
def test_the_event_mode_is_one_of_three() -> None:
    for mode in ("cards", "die", "choice"):
        assert GAME.checked(1, {"event_mode": mode}).options["event_mode"] == mode
    with pytest.raises(BadSetup, match=r"options\.event_mode"):
        GAME.checked(1, {"event_mode": "coins"})


@rule("SA-34.4")
def test_a_keter_to_begin_with_is_allowed_but_nobody_advises_it(apollyon: type[Driver]) -> None:
    game = apollyon.dealt(1)
    while game.waiting != "PickClasses":
        question = game.question
        answer(game.table, question, question.ask.seat, question.ask.default())
    assert game.offers(0) == ["safe", "euclid", "keter"]
    assert GAME.advice is not None
    advised = {GAME.advice(seen(game.table, 0), game.asks(0), Random(seed)).answer for seed in range(20)}
    assert "keter" not in advised
    game.answer(0, "keter")
    (first,) = game.table.anomalies
    assert game.box.anomalies[first].object_class == "keter"


@rule("SA-9.1", "SA-1.2")
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_each_player_has_one_site(players: int) -> None:
    table: Any = GAME.table(GAME.checked(players, {}))
    assert [site.seat for site in table.sites] == list(range(players))
    shown = scene(seen(table, None), None)
    assert [zone.id for zone in shown.zones if zone.kind == "player" or zone.owner is not None] == [
        f"S{seat}" for seat in range(players)
    ]


@rule("SA-Q-3")
def test_the_break_is_an_sk_class_scenario() -> None:
    assert TEXTS["masquerade broken"].startswith("SK-Class")
    assert not any("XK" in text for text in TEXTS.values())


@rule("SA-Q-84")
def test_wounds_above_subdue_destroy_as_well_as_equal_ones(apollyon: type[Driver]) -> None:
    for wounds, at in ((1, "garrison"), (2, "discard"), (3, "discard")):
        game = apollyon(players=1).character("Ana", 0, "2/2", zone="lost", source="gone", wounds=wounds, measure=4)
        game.play(Recover("ana"))
        assert game.at("Ana") == at


@rule("SA-Q-9")
@pytest.mark.parametrize(("draw", "joined", "bought"), [("intel", 0, 1), ("character", 1, 0)])
def test_what_the_ambassador_draws_is_set_with_the_table(
    apollyon: type[Driver], draw: str, joined: int, bought: int
) -> None:
    game = apollyon(players=1, ambassador_draw=draw).character("Ana", 0, "2/2").team(0, "mtf-01", "Ana")
    game.text("ana", "Scouted: For each pop, you may draw 1 Intel Card instead.")
    game.plan(0, "yes").dice("6").scout()
    assert len(game.table.characters) == 1 + joined
    assert len(game.table.discards["intel"]) == bought
    assert game.events("took") == [], "instead of the Asset Card"


@rule("SA-1.9")
def test_packs_that_leave_no_game_are_refused(tmp_path: Path) -> None:
    heading = (
        '[pack]\nid = "less"\nname = "Less"\nversion = "1"\nauthor = "me"\nlicence = "CC0-1.0"\ngame = "apollyon"\n'
    )
    stack = load_stack(WORDS, [BOX])
    for kind, reason in (("apollyon", "these packs have no Apollyon"), ("director", "0 Site Directors for 2 players")):
        file = tmp_path / f"{kind}.toml"
        file.write_text(f'{heading}base = "apollyon"\nremove = {list(stack.of_kind(kind))}\n')
        with pytest.raises(BadSetup, match=reason):
            with_packs([file]).checked(2, {})


def test_the_page_of_the_game_lists_every_option() -> None:
    page = (Path(__file__).parents[3] / "docs" / "games" / "apollyon.md").read_text()
    for switch in GAME.options:
        (line,) = [line for line in page.splitlines() if line.startswith(f"| `{switch.key}` |")]
        assert line.endswith(f"| {switch.rule} |")
