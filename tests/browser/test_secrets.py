"""Five people play a six-seat game by clicking; nobody's page or socket ever has what is another's."""

import json
import re
import time
from itertools import permutations
from typing import Any

import pytest

from tests.browser.conftest import Seating
from tests.browser.seats import Person, Server, hidden_cards, own_sigils, play, resting, until

NAMES = ["Ada", "Bea", "Cyrus", "Dora", "Egon"]
HIDDEN_ROLES = ("Faithful", "Cabalist", "Repentant", "Vengeful")
SECONDS = 480  # on a very busy machine; half a minute on an idle one


def open_roles(scene: Any) -> set[str]:
    """Whose role everybody may know: the High Priest's and the dead."""
    found = set()
    for zone in scene["zones"]:
        if zone.get("owner") is not None:
            roles = [piece for piece in zone.get("pieces", ()) if "role" in piece.get("tags", ())]
            if zone["marks"].get("life", 1) <= 0 or any(piece.get("title") == "High Priest" for piece in roles):
                found.add(zone["id"])
    return found


def check_scenes(person: Person, seat: int | None) -> None:
    """Roles and Sigils of others lie face down in everything that was sent until the end; then the roles lie open."""
    assert person.scenes
    for scene in person.scenes:
        known = open_roles(scene)
        for owner, piece in hidden_cards(scene, seat):
            if "sigil" in piece["tags"] or owner not in known:
                assert "title" not in piece, f"seat {seat} was shown {piece['title']} of {owner}"
                assert "text" not in piece
    for scene in person.endings:
        for owner, piece in hidden_cards(scene, seat):
            assert ("title" in piece) == ("role" in piece["tags"]), f"at the end, of {owner}: {piece}"


def check_sigils(people: list[Person]) -> None:
    """The name of a Sigil that somebody holds is in no other's frames and on no other's page."""
    pages = [person.page.content() for person in people]
    for (mine, me), (other, them) in permutations(enumerate(people), 2):
        for sigil in own_sigils(them.scenes[-1], other):
            assert f'"{sigil}"' not in "".join(me.frames), f"seat {mine} was sent {sigil} of seat {other}"
            assert f'"{sigil}"' not in pages[mine]


def check_pages(people: list[Person]) -> None:
    """What lies face down is face down on the page as well, and nothing in a player's panel says what it is."""
    for seat, person in enumerate(people):
        panels = person.page.evaluate(
            """() => [...document.querySelectorAll('.panel:not(.mine)')].map((panel) => ({
                html: panel.outerHTML,
                down: [...panel.querySelectorAll('.face-down > button')].map((each) => each.ariaLabel),
                role: panel.querySelector('[data-piece$=":role"]')?.classList.contains('face-down'),
            }))"""
        )
        for panel in panels:
            assert all("face down" in label for label in panel["down"]), f"seat {seat}: {panel['down']}"
            if panel["role"]:
                roles = [role for role in HIDDEN_ROLES if role in panel["html"]]
                assert not roles, f"seat {seat} can read {roles}"


def check_log(person: Person) -> None:
    """The log names a hidden role only where somebody dies or it is all over."""
    naming = [event for event in person.told if any(role in event["text"] for role in HIDDEN_ROLES)]
    assert {event.get("key") for event in naming} <= {"died", "game over"}, naming


def high_priest(people: list[Person]) -> int:
    """The seat whose role lies open."""
    for zone in people[0].scenes[-1]["zones"]:
        if any(piece.get("title") == "High Priest" for piece in zone.get("pieces", ())):
            return int(zone["owner"])
    raise AssertionError("nobody is the High Priest")


def check_replay(person: Person, server: Server) -> None:
    """When all is over, one link turns all cards up; every roll is proven, and the last moment shows every role."""
    link = str(person.page.get_by_role("link", name="Turn all cards up").get_attribute("href"))
    match = re.fullmatch(r"/r/(\w+)#end", link)
    assert match, link
    info = server.get(f"/api/replays/{match[1]}")
    assert info["problems"] == []
    last = info["moments"]
    film = server.get(f"/api/replays/{match[1]}/frames?viewer=all&first={last}&last={last}")
    zones = film["frames"][-1]["state"]["scene"]["zones"]
    roles = [piece for zone in zones for piece in zone.get("pieces", ()) if "role" in piece.get("tags", ())]
    assert len(roles) == len(NAMES) + 1
    assert all(piece["title"] for piece in roles), roles


@pytest.mark.timeout(600)
def test_five_people_play_a_whole_game_and_keep_their_secrets(seated: Seating, server: Server) -> None:
    """Everybody strikes at the High Priest, whose death always ends the game; so a whole one takes half a minute."""
    people = seated(NAMES, players=6)
    until(lambda: all(person.scenes for person in people), "the table is not shown")
    foe = high_priest(people)
    for person in people:
        person.play_alone(foe)
    end = time.monotonic() + SECONDS
    while not all(person.over for person in people):
        assert time.monotonic() < end, f"not over yet: {[person.asked for person in people]}"
        people[0].page.wait_for_timeout(5000)
        with resting(people):
            if not any(person.over for person in people):
                check_sigils(people)
                check_pages(people)
    clicks = [person.page.evaluate("() => window.done") for person in people]
    assert sum(clicks) > 60
    for seat, person in enumerate(people):
        check_scenes(person, seat)
        check_log(person)
        messages = [json.loads(frame) for frame in person.frames]
        problems = [each for each in messages if each["type"] == "problem"]
        late = ("stale", "conflict")  # in a race, another may have been faster, or the game is over
        assert not [each for each in problems if each["code"] not in late]
    check_replay(people[0], server)


@pytest.mark.long
def test_five_people_play_many_kinds_of_questions(seated: Seating) -> None:
    people = seated(NAMES, players=6)
    for _ in range(200):
        play(people, lambda: people[0].over, 15)
        if people[0].over:
            break
        check_sigils(people)
        check_pages(people)
    assert people[0].over
    for seat, person in enumerate(people):
        check_scenes(person, seat)
