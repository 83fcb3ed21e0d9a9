import pytest

from tests.apollyon.driver import Driver
from tests.apollyon.yard import Yard


@pytest.fixture
def apollyon() -> type[Driver]:
    return Driver


@pytest.fixture
def yard() -> type[Yard]:
    return Yard
