"""Tests of Eschaton. `make test` runs a sample of every property, `make long` the full size."""

import os

LONG = os.environ.get("ESCHATON_LONG") == "1"
