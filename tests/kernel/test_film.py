"""Films: what each viewer saw, kept with the record, shown without the rules that made it."""

import zlib

import pytest
from msgspec.structs import replace as replaced

from eschaton.kernel.ask import ALL_SEEING
from eschaton.kernel.errors import BadRecord
from eschaton.kernel.film import filmed, frames, reel, show, viewers
from eschaton.kernel.game import Game
from eschaton.kernel.match import Match
from eschaton.kernel.record import from_bytes, to_bytes
from eschaton.kernel.scene import Scene
from tests.kernel.small import Add, LookAt, Question, Shuffling, Whisper, small

GAME = Game(
    id="filmed",
    title="Filmed",
    version=1,
    players=(2,),
    setup=lambda setup: small(Shuffling(), LookAt(1), Question(0, ["on"]), Whisper(1), Add(-99), players=2),
    texts={"whisper": "Somebody whispers {word|something}."},
)


@pytest.fixture
def record():
    match = Match.new(GAME, 2, seed="1")
    match.answer(0, "on")
    assert match.over
    return match.saved()


def cards(frame):
    """The faces of the deck in a frame."""
    deck = next(zone for zone in frame.scene.zones if zone.id == "deck")
    return [piece.title for piece in deck.pieces]


def test_there_is_a_frame_for_every_entry_and_the_beginning(record):
    for viewer in viewers(record):
        assert [frame.at for frame in frames(GAME, record, viewer)] == list(range(len(record.entries) + 1))


def test_every_viewer_sees_only_their_own_film(record):
    top = {viewer: cards(list(frames(GAME, record, viewer))[1])[-1] for viewer in viewers(record)}
    assert top[0] == top[None] == ""
    assert top[1] == top[ALL_SEEING] != ""
    said = {viewer: list(frames(GAME, record, viewer))[-1].log for viewer in viewers(record)}
    assert said[0] == said[None] == [("TOY-0.31", "Somebody whispers something.")]
    assert said[1] == said[ALL_SEEING] == [("TOY-0.31", "Somebody whispers psst.")]


def test_a_filmed_record_is_shown_as_it_was_after_a_round_trip_through_a_file(record):
    kept = from_bytes(to_bytes(filmed(GAME, record)))
    assert sorted(kept.films) == ["0", "1", "all", "spectator"]
    for viewer in viewers(record):
        assert show(kept, viewer) == list(frames(GAME, record, viewer))


def test_a_film_is_laid_out_as_the_game_says(record):
    game = Game(
        id="filmed",
        title="Filmed",
        version=1,
        players=(2,),
        setup=GAME.setup,
        scene=lambda table, viewer: Scene(title=f"{len(table.sitters)} seen by {viewer}"),
    )
    assert {frame.scene.title for frame in frames(game, record, 1)} == {"2 seen by 1"}


def test_only_a_finished_match_is_filmed():
    with pytest.raises(BadRecord, match="only a finished match"):
        filmed(GAME, Match.new(GAME, 2, seed="1").saved())


def test_a_fork_takes_no_film_along(record):
    match = Match.new(GAME, 2, seed="1")
    match.record.films = filmed(GAME, record).films
    assert match.fork().record.films == {}


@pytest.mark.parametrize("data", [b"no film", zlib.compress(b"{}"), zlib.compress(b"[{}]")])
def test_a_missing_or_damaged_film_is_refused_by_name(record, data):
    with pytest.raises(BadRecord, match="no film for spectator"):
        show(record, None)
    with pytest.raises(BadRecord, match=r"films\.all: "):
        show(replaced(record, films={reel(ALL_SEEING): data}), ALL_SEEING)
