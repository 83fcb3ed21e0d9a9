"""Numbers about a running server, in the text format that Prometheus reads."""

from __future__ import annotations

import os
import time
from collections import Counter
from pathlib import Path

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Counters, gauges and how long messages take."""

    def __init__(self) -> None:
        self.started = time.time()
        self.counts: Counter[str] = Counter()
        self.gauges: dict[str, float] = {}
        self.times = [0] * (len(BOUNDS) + 1)
        self.time_sum = 0.0

    def count(self, name: str, many: int = 1) -> None:
        """Count something."""
        self.counts[name] += many

    def took(self, seconds: float) -> None:
        """Note how long a message took, from its arrival to the last view."""
        place = next((place for place, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))
        self.times[place] += 1
        self.time_sum += seconds

    def add(self, tally: Tally) -> None:
        """Count what a table held back."""
        self.counts.update(tally.counts)
        for seconds in tally.times:
            self.took(seconds)

    def text(self) -> str:
        """Everything, to be read by a machine."""
        lines = []
        for name, value in sorted(self.counts.items()):
            lines += [f"# TYPE eschaton_{name}_total counter", f"eschaton_{name}_total {value}"]
        gauges = {**self.gauges, "resident_bytes": resident(), "uptime_seconds": time.time() - self.started}
        gauges["cpu_seconds"] = time.process_time()
        for name, gauge in sorted(gauges.items()):
            lines += [f"# TYPE eschaton_{name} gauge", f"eschaton_{name} {gauge:g}"]
        lines.append("# TYPE eschaton_message_seconds histogram")
        total = 0
        for bound, many in zip([*map(str, BOUNDS), "+Inf"], self.times, strict=True):
            total += many
            lines.append(f'eschaton_message_seconds_bucket{{le="{bound}"}} {total}')
        lines += [f"eschaton_message_seconds_sum {self.time_sum:g}", f"eschaton_message_seconds_count {total}"]
        return "\n".join(lines) + "\n"


class Tally:
    """What one table counts, held back until its moment is over: how much is done in it may depend on hidden hands."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.times: list[float] = []
        self.moment: object = None

    def count(self, name: str, many: int = 1) -> None:
        """Count something."""
        self.counts[name] += many

    def took(self, seconds: float) -> None:
        """Note how long a message took."""
        self.times.append(seconds)

    def tell(self, metrics: Metrics, moment: object) -> None:
        """Hand everything on unless it is still the same moment; there is none when no match is on."""
        if moment is None or moment != self.moment:
            metrics.add(self)
            self.counts.clear()
            self.times.clear()
            self.moment = moment


def resident() -> int:
    """The memory this process uses now, in bytes; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
