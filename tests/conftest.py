"""What every test shares: the games, how far Hypothesis searches, and which tests wait for `make long`."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from eschaton.games import brought_along, installed
from tests import LONG

# A busy machine is no fault of the code: neither profile measures time.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("sample", patient, max_examples=50, derandomize=True, database=None)
settings.register_profile("long", patient, max_examples=2_000)
settings.load_profile("long" if LONG else "sample")

installed()
brought_along(Path(__file__).resolve().parent.parent)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not LONG:
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="runs in `make long`"))
