"""Five people play a six-seat game by clicking; nobody's page or socket ever has what is another's."""

import json
from itertools import permutations
from typing import Any

from tests import LONG
from tests.browser.conftest import Seating
from tests.browser.seats import Person, hidden_cards, own_sigils, play

NAMES = ["Ada", "Bea", "Cyrus", "Dora", "Egon"]
SECONDS = 3000 if LONG else 25


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
    """Roles and Sigils of others lie face down in everything that was ever sent."""
    assert person.scenes
    for scene in person.scenes:
        known = open_roles(scene)
        for owner, piece in hidden_cards(scene, seat):
            if "sigil" in piece["tags"] or owner not in known:
                assert "title" not in piece, f"seat {seat} was shown {piece['title']} of {owner}"
                assert "text" not in piece


def check_sigils(people: list[Person]) -> None:
    """The name of a Sigil that somebody holds is in no other's frames and on no other's page."""
    pages = [person.page.content() for person in people]
    for (mine, me), (other, them) in permutations(enumerate(people), 2):
        for sigil in own_sigils(them.scenes[-1], other):
            assert f'"{sigil}"' not in "".join(me.frames), f"seat {mine} was sent {sigil} of seat {other}"
            assert f'"{sigil}"' not in pages[mine]


def check_pages(people: list[Person]) -> None:
    """What lies face down is face down on the page as well, and says no more than that."""
    for seat, person in enumerate(people):
        for label in person.page.locator(".panel:not(.mine) .face-down > button").evaluate_all(
            "all => all.map((each) => each.ariaLabel)"
        ):
            assert "face down" in label, f"seat {seat}: {label}"


def test_five_people_play_and_keep_their_secrets(seated: Seating) -> None:
    people = seated(NAMES, players=6)
    done = 0
    for _ in range(200 if LONG else 3):
        done += play(people, lambda: people[0].over, SECONDS / (200 if LONG else 3))
        if people[0].over:
            break
        check_sigils(people)
        check_pages(people)
    assert done > 10
    assert people[0].over or not LONG
    for seat, person in enumerate(people):
        check_scenes(person, seat)
        messages = [json.loads(frame) for frame in person.frames]
        problems = [each for each in messages if each["type"] == "problem" and each["code"] != "stale"]
        assert not problems  # in a race, another may have been faster
