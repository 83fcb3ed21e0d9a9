"""A game that lays out no scene still has one."""

import msgspec

from eschaton.kernel.scene import Piece, Scene, Zone, plain_scene
from eschaton.kernel.view import view
from tests.kernel.small import Question, Within, small


def zone(scene, name):
    return next(zone for zone in scene.zones if zone.id == name)


def test_every_visible_field_becomes_a_zone():
    table = small(Within([Question(0, ["a"])]))
    table.deck.look(0, 1)
    scene = plain_scene("Small", view(table, 0))
    assert scene.breadcrumb == ["Within"]
    deck = zone(scene, "deck")
    assert [piece.title for piece in deck.pieces] == [""] * 5 + ["f"], "what is unknown lies face down"
    assert deck.pieces[0].id == "deck#0"
    sitters = zone(scene, "sitters").zones
    assert [sitter.owner for sitter in sitters] == [0, 1, 2]
    assert zone(scene, "sum").marks == {"value": "0"}
    assert "noted" not in [zone.id for zone in scene.zones], "nothing is drawn for nothing"


def test_a_scene_travels_as_json():
    scene = Scene(title="x", zones=[Zone(id="a", kind="row", pieces=[Piece(id="p", kind="die", title="6")])])
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
