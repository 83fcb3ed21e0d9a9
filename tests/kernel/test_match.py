"""A match: answering, refusing, replaying, forking, resuming, and proving that the deal was fair."""

import pytest
from msgspec.structs import replace as replaced

from eschaton.kernel.chance import Scripted, Seeded
from eschaton.kernel.errors import BadRecord, BadSetup, GameOver, Illegal, NotOpen, RulesError, WrongSeat
from eschaton.kernel.film import frames
from eschaton.kernel.game import Game, Switch
from eschaton.kernel.match import Match, resume, verify
from eschaton.kernel.record import Entry, from_bytes, to_bytes
from eschaton.kernel.save import copy, save
from eschaton.kernel.story import happened
from tests.kernel.small import GAME, Small, Throw, small
from tests.toys import larder, parley

ANSWERS = [(0, "yes"), (1, 3), (0, 4), (1, "left"), (0, 0), (1, 0), (0, "done")]


def new(**options):
    return Match.new(GAME, 2, seed="seed", **options)


def played(match=None, many=99):
    match = match or new()
    for seat, given in ANSWERS[:many]:
        match.answer(seat, given)
    return match


def test_chance_answers_its_own_questions_and_the_match_waits_for_a_seat():
    match = new()
    assert [entry.seat for entry in match.record.entries] == [-1, -1]
    assert list(match.asks()) == [0]
    assert match.draws == {"deck": 1, "dice": 1}


def test_a_match_ends_and_takes_no_more_answers():
    match = played()
    assert match.over
    assert match.record.outcome.reason == "below zero"
    with pytest.raises(GameOver):
        match.answer(0, "yes")


def test_what_is_answered_for_a_seat_stands_in_its_log_and_in_nobody_elses(monkeypatch):
    monkeypatch.setattr(Small, "asks_the_obvious", False)
    match = played(many=len(ANSWERS) - 1)  # the last question has only one answer
    assert match.over
    assert [entry.answer for entry in match.record.entries].count("done") == 0
    [line] = [each for each in happened(match, 0) if "only one answer" in each.text]
    assert (line.text, line.rule) == ("S0 had only one answer to “Question”: done.", "TOY-0.7")
    assert line not in happened(match, 1)
    again = resume(GAME, match.record)
    again.rewind(len(match.record.entries))
    assert happened(again, 0) == happened(match, 0)


def test_an_answer_to_a_question_that_is_no_longer_open_is_refused():
    match = new()
    asked = match.ask_id(0)
    assert match.ask_id(1) is None
    with pytest.raises(NotOpen, match="is not open to seat 1"):
        match.answer(1, "yes", asked)
    match.answer(0, "yes", asked)
    with pytest.raises(NotOpen):
        match.answer(0, "yes", asked)


def test_a_neighbours_answer_does_not_make_my_question_stale():
    match = played(many=1)
    asked = match.ask_id(1)
    match.answer(0, 4)
    assert match.ask_id(1) == asked
    match.answer(1, 3, asked)
    assert "sealed {0: 4, 1: 3}" in match.table.noted


def test_chance_and_strangers_are_not_answered_by_hand():
    match = new()
    with pytest.raises(Illegal, match="chance is not answered by hand"):
        match.answer(-1, [1, 2])
    with pytest.raises(WrongSeat):
        match.answer(5, "yes")
    with pytest.raises(Illegal, match="'dance' is not a way to answer"):
        match.enter(Entry(0, "yes", "dance"), match.question)


@pytest.mark.parametrize("word", ["crash", "unwind nowhere", "nonsense"])
def test_a_defect_in_the_rules_leaves_the_match_as_it_was(word):
    match = new()
    before, entries = save(match.table), list(match.record.entries)
    with pytest.raises(RulesError):
        match.answer(0, word)
    assert save(match.table) == before
    assert match.record.entries == entries
    match.answer(0, "yes")
    assert match.table.noted[-1] == "yes"


def test_a_defect_in_the_rules_is_told_with_its_line():
    with pytest.raises(RulesError, match=r"failed on 'crash': \w+: .* \(small\.py:\d+\)"):
        new().answer(0, "crash")


def test_a_scripted_match_that_runs_out_of_results_stays_at_the_last_decision():
    match = new(chance=Scripted([list("fedcba"), [6, 6]]))
    assert match.table.deck.cards == tuple("fedcba")
    assert match.table.noted == ["dice [6, 6]"]
    played(match, 3)
    with pytest.raises(Illegal, match="no result left"):
        match.answer(1, "left")
    assert match.table.noted[-1] == "sealed {0: 4, 1: 3}"
    assert list(match.asks()) == [1]


def test_sealed_answers_can_be_taken_back_and_things_done_unasked():
    match = played(many=1)
    match.answer(1, 3)
    match.take_back(1)
    assert sorted(match.asks()) == [0, 1]
    match.act(0, "shout")
    assert match.table.noted[-1] == "shout"
    assert [entry.how for entry in match.record.entries[-3:]] == ["answer", "withdraw", "free"]


def test_standing_passes_are_set_and_ended():
    match = new()
    match.stand(1, "Question", touched=True)
    assert match.table.standing[1].touched
    match.stand(1, None)
    assert match.table.standing == {}
    for seat, wish in [(1, ["Dance", True]), (7, ["Question", True]), (1, ["Question"]), (1, "Question"), (1, [1, 2])]:
        with pytest.raises((Illegal, NotOpen)):
            match.enter(Entry(seat, wish, "stand"), match.question)
    assert match.table.standing == {}


def test_the_same_entries_make_the_same_match():
    match = played()
    again = resume(GAME, from_bytes(to_bytes(match.saved())))
    assert save(again.table) == save(match.table)
    assert again.record.entries == match.record.entries
    assert again.log == match.log


def test_a_match_can_be_resumed_at_every_decision():
    for many in range(len(ANSWERS)):
        match = played(many=many)
        again = resume(GAME, from_bytes(to_bytes(match.saved())))
        assert again.asks() == match.asks()
        assert again.ask_id(0) == match.ask_id(0)
        for seat, given in ANSWERS[many:]:
            again.answer(seat, given)
        assert save(again.table) == save(played().table), "chance goes on as it would have"


def test_a_fork_goes_its_own_way():
    match = played()
    before = save(match.table)
    fork = match.fork(2)
    assert list(fork.asks()) == [0]
    fork.answer(0, "no")
    assert "no" in fork.table.noted
    assert fork.record.id != match.record.id
    assert save(match.table) == before
    lucky = match.fork(2, Scripted([[6]], then=Seeded("x")))
    played_on = [(0, "yes"), (0, 0), (1, 0), (1, "left")]
    for seat, given in played_on:
        lucky.answer(seat, given)
    assert lucky.table.noted[-1] == "dice [6]"


def test_rewinding_rolls_the_same_again():
    match = played()
    whole = save(match.table)
    match.rewind(2)
    assert match.draws == {"deck": 1, "dice": 1}
    assert match.given == {}
    played(match)
    assert save(match.table) == whole
    with pytest.raises(Illegal, match="at: 99 is not between"):
        match.rewind(99)


def test_long_matches_keep_snapshots_and_rewind_from_them():
    match = Match.new(parley.GAME, 4, seed="s")
    tables = {}
    while not match.over:
        tables[len(match.record.entries)] = save(match.table)
        asks = match.asks()
        seat = sorted(asks)[0]
        key = asks[seat].default()
        match.answer(seat, key)
        if len(match.record.entries) > 40 and not match.record.snapshots:
            match.record.snapshots.append(match.snap())
    assert match.record.snapshots[-1].at == len(match.record.entries)
    for at in sorted(tables, reverse=True):
        match.rewind(at)
        assert save(match.table) == tables[at]


def test_watchers_are_told_every_moment_but_never_the_past():
    match = played(many=1)
    moments = []
    match.watch = lambda question: moments.append(len(match.record.entries))
    match.answer(0, 1)
    assert moments == [len(match.record.entries)]
    match.fork(2)
    match.rewind(3)
    assert len(moments) == 1


def test_a_window_nobody_can_use_is_a_moment_too():
    match = Match.new(parley.GAME, 2, seed="b")
    while type(match.table.stack[-1]).__name__ != "Share":
        match.answer(*next((seat, ask.default()) for seat, ask in match.asks().items()))
    for trader in match.table.traders:
        trader.favour = "stone"
    waiting = match.fork()
    waiting.hold, waiting.table = True, copy(match.table)
    waiting.next_question()
    shown = []
    match.watch = lambda question: shown.append(type(question.step).__name__)
    ask = match.question.ask
    match.answer(ask.seat, ask.default())
    assert shown[0] == "Boast", "nobody favours wood, but nobody can tell"
    waiting.answer(ask.seat, ask.default())
    assert type(waiting.question.step).__name__ == "Boast"
    assert waiting.question.idle
    assert waiting.asks() == {}
    waiting.go_on()
    assert len(waiting.record.entries) == len(match.record.entries)
    assert waiting.question.step == match.question.step
    with pytest.raises(NotOpen, match="somebody is asked"):
        waiting.go_on()


# Records of other rules.


def later(**changes) -> Game:
    return replaced(GAME, **changes)


def test_a_record_of_another_game_is_refused():
    with pytest.raises(BadRecord, match="a record of 'small', not of 'toy-larder'"):
        resume(larder.GAME, played().saved())


def test_a_record_of_another_version_goes_on_from_its_snapshot_and_no_further_back():
    match = played(many=3)
    again = resume(later(version=2), match.saved())
    assert save(again.table) == save(match.table)
    assert again.floor == len(match.record.entries)
    with pytest.raises(Illegal, match="at: 0 is not between"):
        again.rewind(0)
    again.answer(1, "right")
    assert again.record.version == 2


def test_what_went_on_under_other_rules_can_be_saved_taken_up_and_filmed_again():
    other = later(version=2, packs={"core": "2e"}, setup=lambda setup: small(Throw(5), players=setup.players))
    begun = len(played(many=3).record.entries)
    match = resume(other, played(many=3).saved())
    for many in range(3, len(ANSWERS)):
        match = resume(other, from_bytes(to_bytes(match.saved())))
        match.answer(*ANSWERS[many])
        with pytest.raises(Illegal, match="is not between"):
            match.rewind(begun - 1)
    assert match.over
    record = from_bytes(to_bytes(match.saved()))
    assert verify(other, record) == [f"entries: the first {begun} were played by other rules and prove nothing"]
    assert [frame.at for frame in frames(other, record, 0)] == list(range(begun, len(record.entries) + 1))
    kept = [snapshot for snapshot in record.snapshots if snapshot.at != begun]
    with pytest.raises(BadRecord, match="none is left after them"):
        resume(other, replaced(record, snapshots=kept))


def test_a_record_of_another_version_without_a_snapshot_is_refused():
    record = replaced(played(many=3).saved(), snapshots=[])
    with pytest.raises(BadRecord, match=r"version 1 of Small, but version 2 is installed, and it has no snapshot"):
        resume(later(version=2), record)


def test_a_snapshot_that_no_longer_fits_is_refused():
    record = played(many=3).saved()
    other = replaced(record, game="toy-larder", setup=larder.GAME.checked(2, {}))
    with pytest.raises(BadRecord, match="its snapshot does not fit"):
        resume(replaced(larder.GAME, version=2), other)


def test_a_record_with_other_packs_is_refused():
    with pytest.raises(BadRecord, match="packs: the cards have changed since: core"):
        resume(later(packs={"core": "2e"}), played(many=3).saved())


def test_a_damaged_record_is_refused_and_never_diverges_silently():
    record = played(many=4).saved()
    entries = list(record.entries)
    entries[2] = Entry(0, "no")
    with pytest.raises(BadRecord, match="is not the one that was saved"):
        resume(GAME, replaced(record, entries=entries))
    entries[2] = Entry(0, "perhaps")
    with pytest.raises(BadRecord, match=r"entries\[2\]: answer: 'perhaps'"):
        resume(GAME, replaced(record, entries=entries))
    with pytest.raises(BadRecord, match="later than the last entry"):
        resume(GAME, replaced(record, entries=record.entries[:-1]))
    forged = replaced(record.snapshots[-1], table=record.snapshots[-1].table + b"\x00")
    with pytest.raises(BadRecord, match="is not the one that was saved"):
        resume(GAME, replaced(record, snapshots=[forged]))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players": 9}, "setup.players: Small takes 2 to 3 players, not 9"),
        ({"options": {}}, "setup.options.short: is missing"),
        ({"options": {"short": 3}}, "setup.options.short: expected true or false, got 3"),
        ({"options": {"short": False, "long": True}}, "setup.options.long: no such option"),
    ],
)
def test_a_record_whose_set_up_does_not_fit_is_refused(changes, words):
    game = replaced(GAME, options=(Switch(key="short", title="Short"),))
    record = Match.new(game, 2, seed="1").saved()
    assert verify(game, record) == []
    other = replaced(record, setup=replaced(record.setup, **changes))
    with pytest.raises(BadRecord, match=words):
        resume(game, other)
    (wrong,) = verify(game, other)
    assert wrong.startswith(words)


# Fair deals.


def fair(many=99):
    match = Match.new(GAME, 2, fair=True)
    match.contribute(["mine", "yours"])
    return played(match, many)


def test_a_fair_deal_waits_for_the_seats_own_numbers():
    match = Match.new(GAME, 2, fair=True)
    assert match.record.deal.commitment
    assert match.record.entries == []
    assert match.question is None
    match.contribute(["mine", "yours"])
    assert match.record.entries
    for again in (match, new()):
        with pytest.raises(Illegal, match="not waiting"):
            again.contribute(["more", "more"])


def test_a_fair_deal_takes_one_number_of_each_seat():
    match = Match.new(GAME, 2, fair=True)
    for wrong in (["mine"], ["mine", "yours", "theirs"], [1, 2], "ab"):
        with pytest.raises(Illegal, match="contributions: expected"):
            match.contribute(wrong)
    with pytest.raises(NotOpen, match="waits for the seats' own random numbers"):
        match.answer(0, "yes")
    assert match.record.deal.contributions == []


def test_an_unrevealed_deal_can_be_looked_at_but_not_go_on():
    match = fair(3)
    again = resume(GAME, match.saved(reveal=False))
    assert save(again.table) == save(match.table)
    with pytest.raises(Illegal, match=r"deal.secret: is not revealed"):
        again.answer(1, "left")
    assert save(again.table) == save(match.table), "nothing has changed"


def test_the_secret_stays_out_of_the_record_until_the_end():
    match = fair(2)
    assert match.saved(reveal=False).deal.secret == ""
    assert match.saved().deal.secret == match.record.deal.secret
    assert "not revealed" in verify(GAME, match.saved(reveal=False))[0]
    assert fair().saved(reveal=False).deal.secret


def test_a_fair_record_proves_every_roll():
    assert verify(GAME, fair().saved()) == []
    assert verify(GAME, played().saved()) == [], "so does a plain seed"


def tampered():
    """Each way to cheat with a record, and what verifying says of it."""

    def entry(number, given, seat=-1):
        def change(record):
            record.entries[number] = Entry(seat, given)

        return change

    def set_deal(**fields):
        def change(record):
            record.deal = replaced(record.deal, **fields)

        return change

    def reroll(record):
        record.entries[1].answer = [7 - face for face in record.entries[1].answer]

    def turn_over(record):
        record.entries[0].answer.reverse()

    def forget(record):
        del record.entries[1]

    def add(record):
        record.entries.append(Entry(0, "yes"))

    def win(record):
        record.outcome = replaced(record.outcome, winners=(1,))

    def cut(record):
        del record.entries[-1]

    def version(record):
        record.version = 3

    return {
        "another roll": (reroll, "entries[1]: dice was not drawn"),
        "another shuffle": (turn_over, "entries[0]: deck was not drawn"),
        "an impossible roll": (entry(1, [9, 9]), "entries[1]"),
        "another secret": (set_deal(secret="ff"), "deal.secret: is not the one"),
        "another contribution": (set_deal(contributions=["mine", "chosen later"]), "was not drawn"),
        "contributions run together": (set_deal(contributions=["mine\nyours"]), "was not drawn"),
        "another commitment": (set_deal(commitment="00"), "deal.secret: is not the one"),
        "a roll left out": (forget, "entries[1]"),
        "an entry after the end": (add, "the game is over"),
        "an illegal answer": (entry(2, "perhaps", 0), "entries[2]: answer"),
        "a seat that rolls": (entry(1, [1, 1], 0), "entries[1]"),
        "another winner": (win, "outcome"),
        "the end cut off": (cut, "outcome"),
        "other rules": (version, "version"),
    }


@pytest.mark.parametrize("how", tampered())
def test_verifying_catches_every_tampering(how):
    record = from_bytes(to_bytes(fair().saved()))
    change, words = tampered()[how]
    change(record)
    assert any(words in wrong for wrong in verify(GAME, record))


def test_dice_typed_in_by_people_are_not_proven():
    match = Match.new(GAME, 2, seed="x", chance=Scripted([], then=Seeded("other")))
    record = played(match).saved()
    record.deal.typed = True
    wrong = verify(GAME, record)
    assert any("dice was typed in by people" in line for line in wrong)
    assert any("deck was not drawn" in line for line in wrong), "people do not shuffle"


def test_a_set_up_that_does_not_fit_is_refused():
    with pytest.raises(BadSetup, match="players: Small takes 2 to 3 players, not 9"):
        Match.new(GAME, 9)
    assert Throw(1).purpose == "dice"
