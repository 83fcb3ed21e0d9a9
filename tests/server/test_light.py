"""What goes over HTTP is small, not for other sites, and tells strangers little; reports reach the operator."""

import asyncio
import gzip
from pathlib import Path

import httpx
import pytest

from eschaton.cli import main
from tests.server.client import Player, get, post
from tests.server.conftest import Running, Serve
from tests.server.test_archive import a_finished_table
from tests.server.test_play import join, open_table

SCRIPT = b"console.log('the end is near')\n" * 200


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """A built client."""
    (tmp_path / "static" / "assets").mkdir(parents=True)
    (tmp_path / "static" / "index.html").write_text("<!doctype html><title>Eschaton</title>")
    (tmp_path / "static" / "assets" / "index-1.js").write_bytes(SCRIPT)
    return tmp_path / "static"


def test_files_of_the_client_are_sent_compressed_and_kept_for_ever(serve: Serve, client: Path) -> None:
    server = serve(static=client)
    with httpx.Client(base_url=server.base) as http:
        with http.stream("GET", "/assets/index-1.js") as packed:
            body = b"".join(packed.iter_raw())
        assert gzip.decompress(body) == SCRIPT
        assert len(body) < len(SCRIPT) / 10
        assert packed.headers["vary"] == "accept-encoding"
        assert "immutable" in packed.headers["cache-control"]
        plain = http.get("/assets/index-1.js", headers={"accept-encoding": "identity"})
        assert plain.content == SCRIPT
        assert "content-encoding" not in plain.headers
        assert http.get("/assets/index-0.js").status_code == 404, "a page of an older client must notice"
        assert http.get("/t/anything").text.startswith("<!doctype html>")
        (client / "assets" / "index-1.js").write_bytes(b"// renewed")
        assert http.get("/assets/index-1.js").content == b"// renewed"


def test_replays_are_sent_compressed(server: Running) -> None:
    anna = asyncio.run(a_finished_table(server.base))
    with httpx.Client(base_url=server.base) as http:
        match = http.get(f"/api/tables/{anna['table']}").json()["match"]
        for path in (f"/api/replays/{match}/frames?viewer=all", f"/api/replays/{match}/record"):
            answer = http.get(path)
            assert answer.headers["content-encoding"] == "gzip"
            assert int(answer.headers["content-length"]) < len(answer.content) / 2
            assert http.get(path, headers={"accept-encoding": "identity"}).json() == answer.json()


def test_pages_of_other_sites_can_change_nothing(serve: Serve) -> None:
    server = serve(origins=("https://friend.example",))
    with httpx.Client(base_url=server.base) as http:
        body = {"game": "pebbles", "name": "Anna"}
        for origin, status in (
            ("https://evil.example", 403),
            ("null", 403),
            ("https://friend.example", 201),
            (server.base, 201),
        ):
            assert http.post("/api/tables", json=body, headers={"origin": origin}).status_code == status, origin
        refused = http.post("/api/tables", json=body, headers={"origin": "https://evil.example"}).json()
        assert (refused["code"], refused["field"]) == ("forbidden", "origin")


def test_a_stranger_learns_little_of_a_locked_table(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base, players=2, password="sesame", bots="random", start=True)
        ben = await join(server.base, anna["table"], "Ben", password="sesame", watch=True)
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.play_on()
        path = f"/api/tables/{anna['table']}"
        stranger = (await get(server.base, path)).json()
        assert "Anna" not in str(stranger)
        assert (stranger["match"], stranger["outcome"]) == ("", None)
        assert len(stranger["seats"]) == 2
        for known in (anna, ben):
            info = (await get(server.base, path, known["token"])).json()
            assert info["seats"][0]["name"] == "Anna"
            assert info["match"]

    asyncio.run(play())


def test_the_operator_lists_and_fetches_reports_while_the_match_is_on(
    server: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "served"
    data.mkdir()
    (data / "eschaton.db").symlink_to(tmp_path / "test.db")

    async def play() -> str:
        anna = await open_table(server.base, players=2, bots="random", start=True)
        path = f"/api/tables/{anna['table']}/report"
        words = "the die shows nothing " * 9
        return str((await post(server.base, path, {"text": words}, anna["token"], status=201))["report"])

    assert main(["reports", "--data", str(data)]) == 0
    assert capsys.readouterr().out == "Nothing has been reported.\n"
    report = asyncio.run(play())
    assert main(["reports", "--data", str(data)]) == 0
    [line] = capsys.readouterr().out.splitlines()
    assert line.startswith(report)
    assert "pebbles at " in line
    assert line.endswith("…")
    file = tmp_path / "found.json"
    assert main(["reports", report, "--data", str(data), "--out", str(file)]) == 0
    assert f"eschaton replay {file}" in capsys.readouterr().out
    assert main(["replay", str(file)]) == 0
    assert main(["reports", "none", "--data", str(data)]) == 2
    assert main(["reports", "--data", str(tmp_path / "nowhere")]) == 2
    assert "eschaton.db" in capsys.readouterr().err
