"""Searching: ids first, then section titles, then all words, then some words with suggestions."""

from eschaton.ledger import ledger
from eschaton.ledger.search import ALL_WORDS, EXACT_ID, SECTION_TITLE, SOME_WORDS, search


def ids(game: str, query: str, rank: int) -> list[str]:
    return [hit.entry.id for hit in search(ledger(game), query).hits if hit.rank == rank]


def test_an_exact_id_comes_first_whatever_its_case() -> None:
    for query in ("CD-9.16", "cd-9.16", "9.16"):
        assert search(ledger("cult"), query).hits[0].entry.id == "CD-9.16"
        assert ids("cult", query, EXACT_ID) == ["CD-9.16"]
    assert ids("cult", "q-16A", EXACT_ID) == ["CD-Q-16a"]


def test_entries_that_cite_an_id_follow_it() -> None:
    assert "CD-16.3" in ids("cult", "CD-Q-57", ALL_WORDS)


def test_a_section_number_finds_its_rules() -> None:
    assert ids("cult", "CD-22", EXACT_ID)[:2] == ["CD-22.1", "CD-22.2"]
    assert ids("blasphemous", "BB-R-4", EXACT_ID) == [f"BB-R-4.{number}" for number in range(1, 6)]


def test_section_titles_come_before_texts() -> None:
    found = search(ledger("cult"), "sea hydra").hits
    assert [hit.entry.id for hit in found[:4]] == ["CD-17.35", "CD-17.36", "CD-17.37", "CD-17.38"]
    assert [hit.rank for hit in found] == sorted(hit.rank for hit in found)
    assert ids("cult", "Sea Hydra", SECTION_TITLE) == ids("cult", "SEA hydra", SECTION_TITLE)


def test_all_words_come_before_some() -> None:
    assert "CD-1.12" in ids("cult", "wraith stacked aside", ALL_WORDS)
    found = search(ledger("cult"), "wraith stacked aside").hits
    some = [hit.matched for hit in found if hit.rank == SOME_WORDS]
    assert some == sorted(some, reverse=True)


def test_a_word_matches_by_its_beginning_and_compounds_joined_or_apart() -> None:
    assert ids("cult", "stack aside", ALL_WORDS) == ids("cult", "stacked aside", ALL_WORDS)
    assert ids("cult", "reroll", ALL_WORDS) == ids("cult", "re-roll", ALL_WORDS) != []


def test_unknown_words_get_suggestions() -> None:
    found = search(ledger("cult"), "krakken dice")
    assert "kraken" in found.nearest["krakken"]
    assert "dice" not in found.nearest
    assert {hit.rank for hit in found.hits} == {SOME_WORDS}


def test_an_unknown_id_gets_suggestions() -> None:
    found = search(ledger("cult"), "CD-9.99")
    assert found.hits == ()
    assert "CD-9.9" in found.nearest["cd-9.99"]


def test_nothing_is_found_for_nothing() -> None:
    assert search(ledger("cult"), "").hits == ()
