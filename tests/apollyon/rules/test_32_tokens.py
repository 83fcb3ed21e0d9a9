"""SA-32: Wounds, Cognitohazards, Minions, Counters, Study Tokens, Medals."""

from __future__ import annotations

import pytest

from eschaton.cardtext.errors import BadCards
from eschaton.cardtext.parse import parse_text
from eschaton.games.apollyon.box.components import AC, LEADER, PUBLIC, TC
from eschaton.games.apollyon.box.facts import Band, PromotionCard
from eschaton.games.apollyon.language import WORDS
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.breach import Breach
from eschaton.games.apollyon.rules.capture import Capture
from eschaton.games.apollyon.rules.damage import PlaceToken
from eschaton.games.apollyon.rules.placing import PlaceTokens
from eschaton.games.apollyon.rules.promotion import promotions
from eschaton.games.apollyon.rules.ratings import skill, threat
from eschaton.games.apollyon.rules.recovery import RecoveryPhase
from eschaton.games.apollyon.rules.resolve import Resolve
from eschaton.games.apollyon.rules.site import SitePhase
from eschaton.games.apollyon.rules.zones import discard_anomaly, place_anomaly
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.step import Follow, Step
from eschaton.ledger import rule
from tests.apollyon.driver import Driver
from tests.apollyon.yard import S0, S1, Yard


def hits(game: Yard, many: int, *team: str, kind: str = "wound") -> Yard:
    """So many tokens are to be placed on a team."""
    return game.begin(PlaceTokens(kind, many, list(team), S0))


@rule("SA-32.24", "SA-32.26", "SA-32.34", "SA-Q-69")
def test_what_shields_in_a_fight_shields_from_texts_too(yard: type[Yard]) -> None:
    game = yard().staff("sol", "1/2", zone="mtf-01", study=1).staff("bo", "1/2", zone="mtf-01", minions=[(1, 1)])
    game.staff("dee", "1/2", zone="mtf-01", minions=[(0, 2)]).holds("thing", "euclid 0/9", zone="public")
    game.text("thing", "Every Contact: Place 1 Wound on each member.").begin(Capture(["S0-mtf-01"], anomaly="thing"))
    assert game.offers(S0) == ["sol", "study:sol"]
    game.answers(S0, "study:sol")
    assert game.offers(S0) == ["bo", "minion:bo:1/1"]
    game.answers(S0, "bo").rolls(1, 1, 1, 1)
    assert game.done, "one Wound is not enough for a Minion of Subdue 2"
    assert [game.who(piece).wounds for piece in ("sol", "bo", "dee")] == [0, 1, 1]
    assert (game.who("sol").study, game.who("bo").minions, game.who("dee").minions) == (0, [(1, 1)], [(0, 2)])


@rule("SA-32.1", "SA-32.2", "SA-18.11", "SA-4.2")
def test_wounds_that_reach_subdue_destroy_at_once(yard: type[Yard]) -> None:
    game = hits(yard().staff("ana", "2/2", study=0).staff("bo", "2/2"), 3, "ana", "bo")
    game.answers(S0, "ana", "ana")
    assert game.at("ana") == "discard"
    assert game.table.discards["character"].cards == ("ana",)
    assert game.who("bo").wounds == 1


@rule("SA-32.2", "SA-18.9")
def test_a_subdue_rating_that_falls_to_the_wounds_destroys_as_well(yard: type[Yard]) -> None:
    game = yard().staff("bo", "2/2", zone="mtf-01", wounds=1, medals=1).staff("cy", "2/3", zone="mtf-01", wounds=1)
    game.staff("lou", "1/2", zone="lost", wounds=1, marks={"thing": 1}).holds("thing", "keter 0/9", zone=PUBLIC)
    game.text("thing", "Every Contact: Mark each member.\nEach marked character has -1 Subdue.", "keter")
    game.begin(Capture(["S0-mtf-01"], anomaly="thing")).rolls(1, 1)
    assert (game.at("bo"), game.at("cy"), game.at("lou")) == ("discard", "mtf-01", "lost"), "no token, no Last Ditch"


@rule("SA-32.2", "SA-18.9")
def test_what_lowers_subdue_adds_up(yard: type[Yard]) -> None:
    """A standing text and one that lasts for the engagement: three Wounds are enough for a Subdue of five."""
    game = yard().staff("bo", "2/5", zone="mtf-01", wounds=3, medals=1).staff("cy", "2/6", zone="mtf-01", wounds=3)
    text = "Every Contact: Until the end of the engagement, each member has -1 Subdue.\nEach member has -1 Subdue."
    game.holds("thing", "keter 0/9", zone=PUBLIC).text("thing", text, "keter")
    game.begin(Capture(["S0-mtf-01"], anomaly="thing")).rolls(1, 1)
    assert (game.at("bo"), game.at("cy")) == ("discard", "mtf-01")


@rule("SA-32.2", "SA-26.13")
def test_so_does_a_bonus_that_ends(yard: type[Yard]) -> None:
    game = yard().staff("bo", "2/2", wounds=2).holds("ring", "safe 0/9", tokens="space")
    game.text("ring", "Contained: Each of your Garrisoned characters has +1 Subdue.", "safe").begin(Breach("ring"))
    assert game.at("bo") == "discard"
    assert game.at("ring") == PUBLIC


@rule("SA-32.3", "SA-32.4", "SA-Q-66")
def test_a_cog_takes_skills_text_and_threat(yard: type[Yard]) -> None:
    game = yard().staff("eve", "3/3 leader 2 sentinel 1", medals=2)
    game.says("eve", "end of turn", lambda table, use: None)
    assert threat(game.table, "eve") == 7
    assert game.table.speaks("eve") == "loose"
    game.begin(PlaceToken("cog", "eve"))
    assert threat(game.table, "eve") == 0
    assert skill(game.table, "eve", LEADER) == 0
    assert game.table.speaks("eve") == ""


@rule("SA-32.4")
def test_a_cog_gained_in_the_fight_undoes_no_success(yard: type[Yard]) -> None:
    game = yard().staff("eve", "2/3").holds("meme", "euclid 1/2", zone=TC, damage="cog")
    game.begin(Breach("meme")).rolls(3, 3).rolls(4)
    assert game.who("eve").cogs == 1
    assert game.at("meme") == TC


@rule("SA-EX-16", "SA-32.5", "SA-18.10")
def test_three_cogs_destroy_unless_a_medal_cancels_the_third(yard: type[Yard]) -> None:
    game = yard().staff("finn", "2/2", cogs=2).begin(PlaceToken("cog", "finn"))
    assert game.at("finn") == "discard"
    game = yard().staff("finn", "2/2", cogs=2, medals=1).begin(PlaceToken("cog", "finn")).answers(S0, "last-ditch")
    assert (game.who("finn").cogs, game.who("finn").medals) == (2, 0)


@rule("SA-32.39", "SA-Q-70", "SA-32.41")
def test_a_last_ditch_effort_cancels_one_token_for_all_medals(yard: type[Yard]) -> None:
    game = hits(yard().staff("dee", "2/2", medals=2), 3, "dee")
    assert game.who("dee").wounds == 1, "the first Wound is not yet deadly"
    assert game.offers(S0) == ["last-ditch", "let-it"]
    game.answers(S0, "last-ditch")
    assert game.at("dee") == "discard", "the third token is, and there are no Medals left"


@rule("SA-32.39")
def test_one_may_as_well_let_it_happen(yard: type[Yard]) -> None:
    game = yard().staff("dee", "2/1", medals=2).begin(PlaceToken("wound", "dee")).answers(S0, "let-it")
    assert game.at("dee") == "discard"


@rule("SA-32.38", "SA-20.2")
def test_each_medal_gives_a_die(yard: type[Yard]) -> None:
    game = yard().staff("dee", "2/2", medals=3)
    assert threat(game.table, "dee") == 5


@rule("SA-Q-98", "SA-32.41")
def test_medals_save_nobody_else(yard: type[Yard]) -> None:
    game = yard().staff("dee", "2/2", medals=2).staff("bo", "2/1")
    hits(game, 1, "dee", "bo").answers(S0, "bo")
    assert game.at("bo") == "discard"
    assert game.who("dee").medals == 2


# Minions.


@rule("SA-32.21")
def test_a_minion_is_1_1_if_nothing_else_is_said() -> None:
    assert (Band().threat, Band().subdue) == (1, 1)


@rule("SA-32.22", "SA-32.27", "SA-32.24")
def test_a_minions_threat_counts_before_it_is_given_up(yard: type[Yard]) -> None:
    game = yard().staff("kim", "1/2", minions=[(2, 1), (0, 2)]).holds("ed", "euclid 3/2", zone=TC)
    game.begin(Breach("ed")).rolls(3, 3, 1).rolls(4, 4, 4)
    assert game.offers(S0) == ["kim", "minion:kim:0/2", "minion:kim:2/1"]
    game.answers(S0, "minion:kim:0/2", "minion:kim:2/1")
    assert (game.who("kim").wounds, game.who("kim").minions) == (0, [])
    assert game.at("ed") == TC


@rule("SA-32.26", "SA-32.24")
def test_a_minion_is_destroyed_only_whole(yard: type[Yard]) -> None:
    game = hits(yard().staff("kim", "1/5", minions=[(0, 2)]), 3, "kim").answers(S0, "minion:kim:0/2")
    assert game.done
    assert game.who("kim").wounds == 1, "one token is left, and nothing could cancel half of it"
    game = hits(yard().staff("kim", "1/5", minions=[(0, 2)]), 1, "kim")
    assert game.done
    assert game.who("kim").minions == [(0, 2)]


@rule("SA-32.25")
def test_minions_cancel_wounds_and_cogs_and_nothing_else(yard: type[Yard]) -> None:
    for kind, offered in [("wound", True), ("cog", True), ("counter", False), ("lost", False)]:
        game = yard().staff("kim", "1/5", minions=[(1, 1)]).staff("bo")
        hits(game, 1, "kim", "bo", kind=kind)
        assert ("minion:kim:1/1" in game.offers(S0)) == offered


@rule("SA-32.23", "SA-Q-100")
def test_minions_go_where_their_parent_goes(yard: type[Yard]) -> None:
    game = yard().staff("kim", "1/1", minions=[(1, 1)]).holds("ed", "euclid 1/2", minions=[(1, 1)], tokens="space")
    place_anomaly(game.table, "ed", PUBLIC)
    assert game.what("ed").minions == [(1, 1)], "and need no containment of their own"
    game.begin(PlaceToken("wound", "kim"))
    assert "kim" not in game.table.characters


@rule("SA-EX-24", "SA-Q-68", "SA-32.22")
def test_an_anomalys_minions_absorb_first(yard: type[Yard]) -> None:
    for absorb, left, ends in [(True, [], TC), (False, [(1, 1), (1, 1)], TC)]:
        game = yard(minions_absorb_first=absorb).staff("ana", "6/5")
        game.holds("ed", "euclid 2/3", zone=TC, minions=[(1, 1), (1, 1)])
        game.begin(Breach("ed")).rolls(3, 5, 4, 2, 6, 1)
        if absorb:  # else it has hits enough, and nobody is asked
            game.answers(S0, "roll")
        game.rolls(4).rolls(4, 4, 2, 1)
        assert game.who("ana").wounds == 2, "the Minions' dice counted"
        assert (game.what("ed").minions, game.at("ed")) == (left, ends)


@rule("SA-32.42", "SA-Q-100")
def test_a_minion_is_a_member_for_leaders_but_no_survivor(yard: type[Yard]) -> None:
    game = yard().staff("lia", "1/1 leader 1", minions=[(1, 1)]).holds("ed", "euclid 1/2", zone=TC)
    game.begin(Breach("ed"))
    assert "lia~1" in game.offers(S0)
    game.answers(S0, {"lia": "nobody", "lia~1": "lia"}).rolls(3, 3, 3).rolls(4).answers(S0, "lia")
    assert game.at("ed") == PUBLIC


# Counters and Study Tokens.


@rule("SA-32.29")
def test_counters_have_no_use_of_their_own(yard: type[Yard]) -> None:
    game = yard().staff("ana", "2/2").begin(*(PlaceToken("counter", "ana") for _ in range(5)))
    assert game.who("ana").counters == 5
    assert game.at("ana") == "garrison"
    assert threat(game.table, "ana") == 2


@rule("SA-33.12", "SA-Q-69", "SA-32.32")
def test_a_scientist_moves_study_tokens_to_what_is_held_at_the_site_at_any_time(yard: type[Yard]) -> None:
    game = yard(players=2).staff("sol", "1/2 scientist 1", study=2).holds("ed", "euclid 1/2")
    game.holds("kay", "keter 1/2", zone=TC).holds("far", "keter 1/2", seat=S1).holds("out", "keter 1/2", zone=PUBLIC)
    game.staff("bo", "1/2", study=1).staff("eve", "1/2 scientist 1", study=1, cogs=1)
    game.staff("away", "1/2 scientist 1", study=1, zone="mtf-01").begin(SitePhase())
    assert [key for key in game.table.free(S0) if key.startswith("study")] == ["study:sol:ed", "study:sol:kay"]
    game.act(S0, "study:sol:ed").answers(S0, "study:sol:kay")
    assert (game.who("sol").study, game.what("ed").study, game.what("kay").study) == (0, 1, 1)
    assert not [key for key in game.table.free(S0) if key.startswith("study")]


@rule("SA-Q-94", "SA-Q-69")
def test_a_discarded_anomaly_leaves_its_tokens_behind(yard: type[Yard]) -> None:
    game = yard().holds("ed", "euclid 1/2", study=3, counters=2, minions=[(1, 1)], tokens="space")
    discard_anomaly(game.table, "ed", "SA-25.7")
    assert game.assets(S0) == "space"
    place_anomaly(game.table, "ed", PUBLIC)
    assert (game.what("ed").study, game.what("ed").counters, game.what("ed").minions) == (0, 0, [])


def printed(game: Yard, piece: str, text: str) -> None:
    """Print a text on a card."""
    game.box.say(piece, game.box.anomalies[piece].object_class, parse_text(WORDS, text))


@rule("SA-EX-8", "SA-32.30")
def test_a_counter_icon_is_the_number_of_counters_on_that_card(yard: type[Yard]) -> None:
    game = (
        yard().masquerade(17).holds("ed", "euclid 1/2", zone=PUBLIC, counters=3).holds("kay", "keter 1/2", counters=9)
    )
    printed(game, "ed", "Monthly: Lose 2 Masquerade. Lose X Masquerade, where X is the Counters of this anomaly.")
    game.begin(RecoveryPhase())
    assert game.m == 17 - 5
    game = yard().masquerade(17).holds("ed", "euclid 1/2", zone=PUBLIC, counters=3)
    printed(game, "ed", "Monthly: Roll X dice, where X is the Counters of this anomaly. Gain that many Masquerade.")
    game.begin(RecoveryPhase()).rolls(3, 2)
    assert game.waiting == "RollForSuccess", "three dice"
    assert game.rolls(6).m == 19


@rule("SA-32.36", "SA-32.37", "SA-32.35")
def test_an_anomaly_token_is_the_cards_own_and_never_runs_out(yard: type[Yard]) -> None:
    game = yard().holds("ed", "euclid 0/9", zone=TC)
    for at in range(30):
        game.staff(f"c{at}", "0/2", marks={"kay": 1} if at == 0 else {})
    printed(game, "ed", "Every Contact: Mark each member.")
    game.begin(Breach("ed"))
    assert game.who("c0").marks == {"kay": 1, "ed": 1}
    assert all(who.marks["ed"] == 1 for who in game.table.characters.values())


@rule("SA-32.35")
def test_marks_of_other_cards_stay_on_a_character(yard: type[Yard]) -> None:
    game = yard().staff("ana", "2/2", marks={"scp-012": 1}).begin(RecoveryPhase())
    assert game.who("ana").marks == {"scp-012": 1}


@rule("SA-32.31", "SA-7.3")
def test_assets_in_a_pool_pay_for_containment(yard: type[Yard]) -> None:
    game = yard().pool(S0, space=1).holds("ed", "euclid 1/2", zone=TC, cost="space").begin(SitePhase())
    game.answers(S0, "contain:ed", "row1")
    assert (game.at("ed"), game.assets(S0)) == (AC, "")


@rule("SA-32.40", "SA-20.3")
def test_medals_buy_promotions_for_their_own_character(yard: type[Yard]) -> None:
    game = yard().staff("dee", "2/2", medals=3).staff("bo", "2/2", medals=1)
    game.box.add("leader", PromotionCard(name="leader", id="leader", skill="leader", x=2, medals=2))
    offered = promotions(game.table, S0)
    assert list(offered) == ["promote:dee:leader"]
    game.begin(offered["promote:dee:leader"])
    assert (game.who("dee").medals, skill(game.table, "dee", LEADER)) == (1, 2)


@rule("SA-32.42", "SA-Q-100", "SA-EX-6")
@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("Each member has +1 Threat.", 3 + 2 + 4 + 1),
        ("Each member has -1 Threat to a minimum of 1.", 1 + 1 + 2 + 0),
        ("Each member has -1 Threat.", 1 + 0 + 2 + 0),
        ("The enemy has +1 Threat.", 2 + 1 + 3 + 0),
    ],
)
def test_what_is_said_of_the_whole_team_is_said_of_minions(yard: type[Yard], text: str, dice: int) -> None:
    game = yard().staff("kim", "2/2", zone="mtf-01", minions=[(1, 1), (3, 1), (0, 2)])
    game.situation("slot.1", "safe").next_anomaly("thing", "safe", "0/9")
    game.text(game.table.situations["slot.1"].piece, text, "situation")
    game.begin(Resolve("slot.1", ["S0-mtf-01"])).answers(S0, "stand").rolls(*[1] * dice)
    assert game.events("team rolled") == [{"faces": [1] * dice}]


@rule("SA-Q-100", "SA-32.22")
def test_what_is_said_of_one_is_not_said_of_its_minions(yard: type[Yard]) -> None:
    game = yard().staff("kim", "2/2", zone="mtf-01", minions=[(1, 1)]).holds("thing", "safe 0/9", zone=PUBLIC)
    game.text("kim", "While this character is first: This character has +2 Threat.")
    game.begin(Capture(["S0-mtf-01"], anomaly="thing")).rolls(1, 1, 1, 1, 1)
    assert game.events("team rolled") == [{"faces": [1] * 5}]


@rule("SA-33.9", "SA-Q-75", "SA-EX-15")
def test_memetic_resistance_is_counted_over_all_that_happens_in_a_turn(yard: type[Yard]) -> None:
    game = yard().staff("eve", "0/3 memetic-resistance 2").holds("a", "euclid 1/9", zone=PUBLIC, damage="cog")
    game.holds("b", "euclid 2/9", zone=PUBLIC, damage="cog")
    eve = [Capture(["S0-mtf-01"], anomaly=piece) for piece in ("a", "b")]
    game.team(S0, "mtf-01", "eve").begin(eve[0]).rolls(3).begin(eve[1]).rolls(3, 3)
    assert (game.who("eve").deflected, game.who("eve").cogs) == (2, 1)
    game.begin(RecoveryPhase())
    assert (game.who("eve").deflected, game.who("eve").cogs) == (0, 1)


class Speak(Step):
    """All cards say what they say at a time."""

    timing: str

    def run(self, table: Apollyon) -> Follow:
        return announce(table, self.timing)


@rule("SA-32.3", "SA-6.17")
def test_texts_are_off_and_on_again_at_once_with_the_cogs(yard: type[Yard]) -> None:
    game = yard().staff("quin", "1/2", cogs=1).text("quin", "Start of Turn: Gain 1 Intel.")
    game.staff("doc", "1/2").text("doc", "End of Turn: Remove 1 Cognitohazard from each of your characters.")
    game.begin(Speak("start of turn"), Speak("end of turn"), Speak("start of turn"))
    assert game.assets(S0) == "intel", "the second time"
    game.begin(Speak("start of turn"), PlaceToken("cog", "quin"), Speak("start of turn"))
    assert game.assets(S0) == "intel intel", "the first time"


@rule("SA-32.29")
def test_an_anomaly_has_counters_but_no_medals(apollyon: type[Driver]) -> None:
    game = apollyon().anomaly("Thing", "safe", "1/1").masquerade(30)
    with pytest.raises(BadCards, match='"Medal" does not go with anomaly'):
        game.text("thing", "Monthly: Place 1 Medal on this anomaly.")
    game.text("thing", "Monthly: Place 1 Counter on this anomaly.")
    game.play(RecoveryPhase())
    assert [placed["kind"] for placed in game.events("tokens")] == ["counters"]
