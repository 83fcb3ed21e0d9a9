"""Campaigns: what a finished match changes, once."""

import pytest
from msgspec.structs import replace as replaced

from eschaton.kernel.campaign import Campaign, come_back, load, patched, save
from eschaton.kernel.errors import BadRecord, Illegal
from eschaton.kernel.game import Game, Setup
from eschaton.kernel.match import Match
from tests.kernel.small import Add, Question, Small, small


class Chapter(Small):
    """A table that takes its sum from the campaign and brings it back."""

    home = "tests.kernel.small"

    def patch(self):
        return {"sum": self.sum, "words": {self.noted[0]: True, "old": None}}


def setup(setup: Setup) -> Small:
    plain = small(players=setup.players)
    fields = {name: getattr(plain, name) for name in plain.__struct_fields__}
    table = Chapter(**fields)
    table.sum = setup.campaign.get("sum", 0)
    table.push([Question(0, ["up", "down"]), Add(-99)])
    return table


GAME = Game(id="chapters", title="Chapters", version=1, players=(2,), setup=setup)


def finished(campaign, word="up"):
    match = Match.new(GAME, 2, seed="1", campaign=campaign.state)
    match.answer(0, word)
    assert match.over
    return match


@pytest.mark.parametrize(
    ("state", "patch", "after"),
    [
        ({}, {}, {}),
        ({"a": 1}, {"b": 2}, {"a": 1, "b": 2}),
        ({"a": 1, "b": 2}, {"a": None, "c": None}, {"b": 2}),
        ({"a": {"x": 1, "y": 2}}, {"a": {"y": None, "z": 3}}, {"a": {"x": 1, "z": 3}}),
        ({"a": 1}, {"a": {"x": 1, "y": None}}, {"a": {"x": 1}}),
        ({"a": [1, 2]}, {"a": [3]}, {"a": [3]}),
    ],
)
def test_objects_are_merged_nothing_takes_away_and_the_rest_replaces(state, patch, after):
    before = repr(state)
    assert patched(state, patch) == after
    assert repr(state) == before, "the old state is left alone"


def test_a_finished_match_changes_its_campaign_once():
    campaign = Campaign(name="Ours", game="chapters", state={"sum": 4, "words": {"old": True}})
    match = finished(campaign)
    after = come_back(campaign, match)
    assert after.state == {"sum": -95, "words": {"up": True}}
    assert after.patches == {match.record.id: {"sum": -95, "words": {"up": True, "old": None}}}
    assert campaign.state == {"sum": 4, "words": {"old": True}}, "the old one is left alone"
    assert come_back(after, match) is after, "the same match counts only once"


def test_a_match_keeps_the_campaign_it_began_with():
    campaign = Campaign(name="Ours", game="chapters", state={"sum": 4, "deep": {"list": [1]}})
    match = Match.new(GAME, 2, seed="1", campaign=campaign.state)
    campaign.state["sum"] = 9
    campaign.state["deep"]["list"].append(2)
    assert match.record.setup.campaign == {"sum": 4, "deep": {"list": [1]}}


def test_what_does_not_belong_to_the_campaign_is_refused():
    campaign = Campaign(name="Ours", game="chapters")
    with pytest.raises(Illegal, match="not over"):
        come_back(campaign, Match.new(GAME, 2, seed="1"))
    with pytest.raises(Illegal, match="'Ours' is a campaign of 'other', not of 'chapters'"):
        come_back(replaced(campaign, game="other"), finished(campaign))


def test_a_campaign_reads_back_and_a_damaged_one_is_refused(tmp_path):
    campaign = Campaign(name="Ours", game="chapters", state={"sum": 4})
    after = come_back(campaign, finished(campaign, "down"))
    save(after, tmp_path / "ours.json")
    assert load(tmp_path / "ours.json") == after
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(BadRecord, match=r"bad\.json.*name"):
        load(tmp_path / "bad.json")
    with pytest.raises(BadRecord, match=r"none\.json: No such file"):
        load(tmp_path / "none.json")
