import pytest

from tests.cult.driver import Driver


@pytest.fixture
def cult() -> type[Driver]:
    return Driver
