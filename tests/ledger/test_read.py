"""Reading the five ledgers: exact counts, every shape of definition, and what is refused."""

import re
from importlib.resources import files

import pytest

from eschaton.ledger import LedgerError, RuleEntry, every_entry, ledger, ledgers, read_ledger
from eschaton.ledger.entry import natural

COUNTS = {
    "apocrypha": {"rule": 618, "example": 32, "ruling": 116, "note": 0},
    "apollyon": {"rule": 427, "example": 54, "ruling": 106, "note": 5},
    "blasphemous": {"rule": 460, "example": 66, "ruling": 110, "note": 27},
    "cult": {"rule": 425, "example": 55, "ruling": 88, "note": 0},
    "heart": {"rule": 490, "example": 60, "ruling": 115, "note": 0},
}
PREFIXES = {"apocrypha": "AP", "apollyon": "SA", "blasphemous": "BB", "cult": "CD", "heart": "HU"}
TITLES = {
    "apocrypha": "Apocrypha Adventure Card Game",
    "apollyon": "SCP: Apollyon",
    "blasphemous": "Blasphemous: The Board Game",
    "cult": "Cult of the Deep",
    "heart": "The Heart of the Unknown",
}


def source(game: str) -> str:
    return (files("eschaton") / "games" / game / "rules.md").read_text("utf-8")


def entry(entry_id: str) -> RuleEntry:
    return every_entry()[entry_id]


def test_the_shelf_holds_the_five_ledgers() -> None:
    assert {game: found.prefix for game, found in ledgers().items()} == PREFIXES
    assert {game: found.title for game, found in ledgers().items()} == TITLES


@pytest.mark.parametrize("game", COUNTS)
def test_counts_are_exact(game: str) -> None:
    found = ledger(game)
    counts = {kind: sum(entry.kind == kind for entry in found.entries) for kind in COUNTS[game]}
    assert counts == COUNTS[game]


@pytest.mark.parametrize("game", COUNTS)
def test_every_line_that_begins_with_an_id_is_a_definition(game: str) -> None:
    begins = re.findall(rf"(?m)^(?:- |\| |#+ )`({PREFIXES[game]}-[\w.-]+)`", source(game))
    assert [entry.id for entry in ledger(game).entries] == begins


@pytest.mark.parametrize("game", COUNTS)
def test_every_id_cited_anywhere_is_defined_or_heads_a_section(game: str) -> None:
    cited = set(re.findall(rf"\b{PREFIXES[game]}-(?:[A-Z]+-)?D?\d+(?:\.\d+)?[a-z]?\b", source(game)))
    heads = {section.title.split(". ")[0] for section in ledger(game).sections}
    headings = heads | {f"{PREFIXES[game]}-{head}" for head in heads if head.isdigit()}
    assert cited - set(ledger(game).by_id) <= headings


@pytest.mark.parametrize("game", COUNTS)
def test_lines_and_sections_point_into_the_file(game: str) -> None:
    lines = source(game).splitlines()
    for found in ledger(game).entries:
        assert found.id in lines[found.line - 1]
        assert found.section.line < found.line
        assert found.text
    for section in ledger(game).sections:
        assert lines[section.line - 1].lstrip("# ") == section.title


def test_nothing_is_struck_yet() -> None:
    assert [entry.id for entry in every_entry().values() if entry.struck] == []


def test_corrected_entries() -> None:
    counts = {game: sum(entry.corrected for entry in found.entries) for game, found in ledgers().items()}
    assert counts == {"apocrypha": 0, "apollyon": 3, "blasphemous": 11, "cult": 6, "heart": 9}


def test_a_bullet_on_one_line() -> None:
    found = entry("CD-1.12")
    assert (found.kind, found.section.name) == ("rule", "1. Set-up")
    assert found.text == "The six Wraith cards are stacked aside; nobody starts with one."


def test_a_bullet_that_begins_with_a_code_word() -> None:
    assert entry("CD-8.4").text == "`DD` on a player: that player loses 2 life."
    assert entry("SA-12.15").text.startswith("`SA-12.8` and `SA-12.12`-`SA-12.14` govern every d")


def test_a_bullet_over_several_lines() -> None:
    found = entry("HU-EX-4")
    assert (found.kind, "\n" in found.text) == ("example", False)
    assert found.text.startswith("**Contradiction, order A.** A card obliges John to travel to Bangkok")
    assert found.text.endswith("John has no obligation and may travel anywhere but Bangkok.")


def test_an_example_over_several_lines_with_expectations() -> None:
    assert entry("CD-EX-7").text.endswith("S3, S4 and S2 are not selectable; the ritual is discarded and replaced.")


def test_a_heading_with_a_body() -> None:
    found = entry("AP-EX-24")
    assert (found.kind, found.section.title) == ("example", "Part 4. Worked examples")
    assert found.text.splitlines()[0] == "Changing the halo"
    assert found.text.splitlines()[1].startswith("- A card exchanges the left and right columns")
    assert entry("AP-EX-32").text.endswith("After the fourth such sealing the mission is won.")


def test_a_table_row_with_its_columns_named() -> None:
    assert entry("AP-Q-39").text == (
        "Give: how many cards?\nRuling: One.\nWhy: Enter Here says one; the general text is singular."
    )


def test_ids_with_suffixes_and_infixes() -> None:
    assert [entry(entry_id).kind for entry_id in ("CD-Q-16a", "CD-Q-58b")] == ["ruling", "ruling"]
    assert [entry(entry_id).kind for entry_id in ("HU-EX-D36", "BB-EX-D51")] == ["example", "example"]
    assert [entry(entry_id).kind for entry_id in ("BB-R-13.4", "BB-26.17")] == ["rule", "rule"]
    assert [entry(entry_id).kind for entry_id in ("BB-PF-5", "BB-C-9", "SA-TA-5")] == ["note", "note", "note"]


def test_a_table_announced_by_a_colon_belongs_to_the_entry() -> None:
    assert "| 61-65 | Wandering Enemy |" in entry("BB-C-9").text
    assert entry("BB-R-13.4").text.endswith("| show one given symbol | 0.44 | | | 0.58 | 0.58 | 0.65 |")


def test_headings_of_reconstructed_sections_are_not_rules() -> None:
    assert "BB-R-4" not in every_entry()
    assert entry("BB-R-4.3").section.path == ("Reconstructed", "BB-R-4. Areas: linked, adjacent, Safe")


def test_sections_nest() -> None:
    assert entry("CD-17.13").section.path == ("17. Rituals", "Ancient Shadow")
    assert entry("SA-13.1").section.path[:2] == ("Part 1. Rules", "13. Growth Phase")


SMALL = """# Small: rules ledger

## 1. Play

- `XX-1.1` A rule,
  continued.
- see `XX-1.1` for more
- `XX-1.1`-`1.3` is a range, not a definition
- ~~`XX-1.2` A rule that was wrong,
  and long.~~
- `XX-1.3` (struck) Another.

| rules | of |
| --- | --- |
| `XX-1.9` | a table that only refers |

| id | question | ruling |
| --- | --- | --- |
| `XX-Q-1` | Either \\| or? | Both. |

```
- `XX-1.8` inside a fence
```
"""


def test_only_defining_places_count() -> None:
    assert [entry.id for entry in read_ledger("small", SMALL).entries] == ["XX-1.1", "XX-1.2", "XX-1.3", "XX-Q-1"]


def test_struck_entries_are_kept_but_not_in_force() -> None:
    small = read_ledger("small", SMALL)
    assert small.by_id["XX-1.2"].text == "A rule that was wrong, and long."
    assert [entry.id for entry in small.of_kind("rule")] == ["XX-1.1"]


def test_what_states_no_behaviour_is_in_force_but_needs_no_proof() -> None:
    small = read_ledger("small", SMALL.replace("`XX-1.1` A rule,", "`XX-1.1` (no behaviour) A remark,"))
    assert [entry.id for entry in small.of_kind("rule")] == ["XX-1.1"]
    assert small.to_prove("rule") == []
    assert [entry.id for entry in ledger("apocrypha").of_kind("ruling") if not entry.behaves] == [
        "AP-Q-74",
        "AP-Q-86",
        "AP-Q-87",
    ]


def test_an_escaped_bar_stays_in_its_cell() -> None:
    assert read_ledger("small", SMALL).by_id["XX-Q-1"].text == "Either | or?\nRuling: Both."


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ("- `XX-1.1` Again.", "XX-1.1 is defined on line 5 and again on line 24"),
        ("- `YY-1.1` Foreign.", "expected ids with one prefix, found XX-Q-1 on line 19, YY-1.1 on line 24"),
        ("| id | a | b |\n| --- | --- | --- |\n| `XX-Q-2` | b | c | d |", "line 26: 4 cells under 3 headings"),
    ],
)
def test_a_faulty_ledger_is_refused_with_its_place(extra: str, message: str) -> None:
    with pytest.raises(LedgerError, match=re.escape(f"ledger of small: {message}")):
        read_ledger("small", SMALL + extra + "\n")


def test_an_entry_before_the_first_section_is_refused() -> None:
    with pytest.raises(LedgerError, match=r"line 2: XX-1\.1 stands before the first section"):
        read_ledger("small", "# Small\n- `XX-1.1` A rule.\n")


def test_a_ledger_is_found_by_name_or_prefix() -> None:
    assert ledger("CULT") is ledger("cd") is ledgers()["cult"]
    with pytest.raises(LedgerError, match=r"no ledger of 'hart'. Did you mean heart\? \(ledgers: apocrypha, "):
        ledger("hart")


def test_ids_sort_by_their_numbers() -> None:
    ids = ["CD-2.10", "CD-2.9", "CD-Q-16a", "CD-Q-16", "CD-10.1"]
    assert sorted(ids, key=natural) == ["CD-2.9", "CD-2.10", "CD-10.1", "CD-Q-16", "CD-Q-16a"]
