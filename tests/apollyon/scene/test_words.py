"""What players read: every question, option and event is in words, with no key of the rules' own among them."""

import random
import re
from pathlib import Path

import pytest

import eschaton.games.apollyon as package
from eschaton.games.apollyon import GAME
from eschaton.games.apollyon.rules.breach import Breach
from eschaton.games.apollyon.rules.damage import PlaceToken
from eschaton.games.apollyon.rules.scouting import Met
from eschaton.kernel.event import Event
from eschaton.kernel.match import Match
from eschaton.kernel.story import sentence
from tests.apollyon.cards.stage import Stage
from tests.apollyon.yard import S0

KEYS = re.compile(r"[#_~{}\[\]]|slot\.|intercept\.|mtf-|\w/\d+$|S\d-|something")
SAID = re.compile(r"\.say\(\s*[^,()]*(?:\([^()]*\))?[^,()]*,\s*\"([^\"]+)\"")


def test_every_event_has_a_sentence():
    sources = [path.read_text() for path in Path(package.__path__[0]).rglob("*.py")]
    said = {key for source in sources for key in SAID.findall(source)}
    assert len(said) > 60
    assert said <= set(GAME.texts), said - set(GAME.texts)


@pytest.mark.parametrize("players", [1, 3])
def test_a_whole_game_is_told_and_asked_in_words(players):
    match, rng = Match.new(GAME, players, {}, seed=f"words {players}"), random.Random(players)
    prompts, labels = set(), set()
    while not match.over:
        step = match.question.step
        for ask in match.asks().values():
            prompts.add(ask.prompt or step.prompt(match.table))
            labels |= {step.describe(match.table, key).label for key in ask.keys()}  # noqa: SIM118
        for seat in range(players):
            labels |= {match.table.describe(key).label for key in match.table.free(seat)}
        seat = rng.choice(sorted(match.asks()))
        match.answer(seat, match.asks()[seat].sample(rng))
    told = {sentence(GAME, event) for _, event in match.log}
    assert len(prompts) > 8
    assert len(labels) > 60
    for text in prompts | labels | told:
        assert not KEYS.search(text), text
        assert text[:1] == text[:1].upper(), text


def test_the_same_tokens_are_counted_in_the_singular_and_the_plural():
    assert GAME.name("assets", {"resources": 1, "personnel": 2, "space": 0}) == "1 Resource, 2 Personnel"


def test_two_copies_are_told_apart_by_where_they_stand():
    stage = Stage()
    for copy in ("field-agent", "field-agent#2", "field-agent#3"):
        stage.put(copy, "garrison")
    stage.who("field-agent#3").plan = "mtf-02"
    labels = [stage.table.describe(f"send:field-agent{copy}:vacation").label for copy in ("", "#2", "#3")]
    assert len(set(labels)) == 3
    *waiting, sent = labels
    assert all(label.startswith("Assign Field Agent (Garrison of S0, ") for label in waiting)
    assert sent == "Assign Field Agent (MTF-02 of S0): On Vacation"


def test_a_question_of_a_card_names_it():
    stage = Stage().put("scp-3000", "met")
    stage.end = ["Perform"]
    stage.play(Met(["S0-mtf-01"], "thaumiel"))
    assert stage.question.ask.prompt == "SCP-3000: Place 1 Cognitohazard on 1 member"


@pytest.mark.parametrize(
    ("key", "args", "reads"),
    [
        ("asset destroyed", {"who": 0, "kind": "resources"}, "S0 loses 1 Resource."),
        ("masquerade paid", {"points": 2, "left": 9, "why": ""}, "The Masquerade falls by 2 to 9."),
        (
            "masquerade paid",
            {"points": 2, "left": 9, "why": "what is loose"},
            "The Masquerade falls by 2 to 9 (what is loose).",
        ),
        ("masquerade gained", {"points": 1, "left": 9, "why": "scp-343"}, "The Masquerade rises by 1 to 9 (SCP-343)."),
        ("looked", {"who": 1, "at": "situation deck"}, "S1 looks at the situation deck; nobody else sees it."),
        ("looked", {"who": 1, "at": "apollyon"}, "S1 looks at the Apollyon; nobody else sees it."),
        ("looked", {"who": 1, "at": "keter"}, "S1 looks at the next Keter anomaly; nobody else sees it."),
        ("looked", {"who": 1, "at": "slot.2"}, "S1 looks at Slot 2; nobody else sees it."),
        ("moved", {"anomaly": "scp-016", "zone": "met", "who": -1}, "SCP-016 is now out of containment."),
    ],
)
def test_sentences(key, args, reads):
    assert sentence(GAME, Event(key, "", args)) == reads


def test_a_question_names_whom_and_how_many_it_is_about(yard):
    game = yard().staff("kit", "3/2 firepower 1").pool(S0, personnel=1).holds("ed", "euclid 2/2", zone="tc")
    assert (
        game.begin(Breach("ed")).asks(S0).prompt.startswith("Firepower: how many of your 4 dice do you give up, for as")
    )
    game.answers(S0, 0).rolls(6, 1, 1, 1)
    assert game.asks(S0).prompt == "Roll 1 extra die?"
    game = yard().staff("dee", "2/1", medals=1).begin(PlaceToken("wound", "dee"))
    assert game.asks(S0).prompt == "Dee: a Last Ditch Effort? All Medals are discarded to cancel a Wound."
    game = yard().pool(S0, personnel=1).holds("ed", "euclid 2/2", zone="tc").begin(Breach("ed"))
    assert game.asks(S0).prompt == "Do your Personnel engage Ed?"
