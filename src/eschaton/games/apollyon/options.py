"""Ways to play (section 34) and the switches of the rulings (ledger, Part 5), as options of the game."""

from __future__ import annotations

from typing import Final

from eschaton.kernel.game import Switch

EVENT_CARDS, EVENT_DIE, EVENT_CHOICE = "cards", "die", "choice"

OPTIONS: Final = (
    Switch(key="event_mode", title="Events by card, by die, or as chosen each turn", default=EVENT_CARDS,
           choices=(EVENT_CARDS, EVENT_DIE, EVENT_CHOICE), rule="SA-Q-28"),
    Switch(key="easier", title="Easier: the players pick the Apollyon, and it lies face up", rule="SA-34.2"),
    Switch(key="agree_by_silence", title="What one proposes for all is agreed without asking", rule="SA-6.14"),
    Switch(key="choose_top_situation", title="The Administrator may choose the first Situation", rule="SA-Q-5"),
    Switch(key="first_intel_ticks", title="The Turn Tracker goes down in the first turn too", default=True,
           rule="SA-Q-1"),
    Switch(key="default_recovery_measure", title="Recovery Measure of Lost Characters", default="4",
           choices=("3", "4"), rule="SA-Q-2"),
    Switch(key="refresh_discards", title="The Administrator may discard one card of each side of the market, or one",
           default="each", choices=("each", "one"), rule="SA-Q-18"),
    Switch(key="recoup_needs_win", title="The M of a Situation comes back only on a win", rule="SA-Q-96"),
    Switch(key="break_half_per_kind", title="The break halves each kind of Asset for itself", rule="SA-Q-10"),
    Switch(key="ambassador_draw", title="What the Ambassador may draw when Scouting", default="intel",
           choices=("intel", "character"), rule="SA-Q-9"),
    Switch(key="market_slots", title="Slots on each side of the Black Market", default="by players",
           choices=("by players", "3", "4", "5"), rule="SA-Q-17"),
    Switch(key="transfer_keeps_containment", title="A moved anomaly keeps its Containment Tokens", rule="SA-Q-22"),
    Switch(key="anomaly_wounds_persist", title="Anomalies keep their Wounds between engagements", rule="SA-Q-38"),
    Switch(key="medal_on_capture", title="A won Capture gives a Medal", rule="SA-Q-44"),
    Switch(key="minions_absorb_first", title="An anomaly's Minions take Wounds before it does", default=True,
           rule="SA-Q-68"),
    Switch(key="scouting_full_situation", title="A Situation met when Scouting is resolved in full", rule="SA-Q-45"),
    Switch(key="event_die_4", title="Event Die 4", default="nothing", choices=("nothing", "as_3"), rule="SA-Q-29"),
    Switch(key="tc_fields", title="Fields of Temporary Containment", default="unlimited",
           choices=("unlimited", "2", "3", "4"), rule="SA-Q-34"),
    Switch(key="row_capacity", title="Anomalies in a row of Active Containment", default="3",
           choices=("2", "3", "4", "5"), rule="SA-Q-35"),
    Switch(key="breach_pop_adds_die", title="A 6 of a breaching anomaly also gives an extra die", rule="SA-Q-53"),
    Switch(key="lost_effect_always", title="Lost Effects work even when the Source's text is off", rule="SA-Q-103"),
)  # fmt: skip
