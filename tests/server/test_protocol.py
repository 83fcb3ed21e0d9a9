"""Messages survive the wire, and the committed schema is the one the code makes."""

from pathlib import Path

import msgspec
import pytest

from eschaton.kernel.scene import Piece, Scene, Zone
from eschaton.server import news as n
from eschaton.server import protocol as p
from eschaton.server import schema

ROOT = Path(__file__).resolve().parents[2]


def test_the_committed_schema_is_not_stale() -> None:
    assert (ROOT / "web" / "protocol.schema.json").read_text("utf-8") == schema.text()


@pytest.mark.parametrize(
    "message",
    [
        p.Hello(version=1, token="t", stream="s", last=3),
        p.GiveAnswer(ref="a", seat=1, ask="0f", answer={"die:1": "S2"}),
        p.Stand(seat=0, until="Turn", touched=True),
        p.Configure(options={"short": True}, settings=p.Settings(time_limit=30)),
        p.Say(text="hello", to=[2]),
        p.SetBot(seat=3, bot="random"),
        p.Delete(),
    ],
)
def test_what_a_client_says_survives_the_wire(message: p.ClientMessage) -> None:
    assert p.decode(n.encode(message)) == message


def test_what_the_server_says_survives_the_wire() -> None:
    scene = Scene(title="Toy", zones=[Zone(id="z", kind="hand", pieces=[Piece(id="c1", kind="card", title="Ace")])])
    for message in (
        n.Observation(seq=4, seat=0, log_from=2, events=[n.Told(text="x")], state=n.State(scene=scene)),
        n.Observation(seq=5, seat=None, log_from=2, patch=[n.PatchOp(op="remove", path="/scene/turn")]),
        n.Problem(seq=6, code="stale", re="a", field="ask", message="gone"),
    ):
        assert n.decode_server(n.encode(message)) == message


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('{"type":"answer","seat":"x","ask":"a","answer":1}', "$.seat"),
        ('{"type":"say","text":""}', "$.text"),
        ('{"type":"sit","seat":-1}', "$.seat"),
        ('{"type":"configure","settings":{"time_limit":-1}}', "$.settings.time_limit"),
    ],
)
def test_what_is_wrong_with_a_message_is_named(text: str, field: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=field.replace("$", r"\$")):
        p.decode(text)
