"""Without its extra an interface says what to install; the rest of the package never needs it."""

import subprocess
import sys

import pytest

from tests.adapters.test_spiel import ROOT

HIDES = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
"""


def without(missing: set[str], code: str) -> subprocess.CompletedProcess[str]:
    script = HIDES.format(missing=missing) + code
    return subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [
        ("aec", "pettingzoo", "rl"),
        ("aec", "numpy", "rl"),
        ("gym", "gymnasium", "rl"),
        ("spiel", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_extra_is_named(module, missing, extra):
    done = without({missing}, f"import eschaton.adapters.{module}")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(f"BadSetup: {missing} is not installed; install eschaton[{extra}]")


def test_playing_and_telling_need_no_extra():
    done = without(
        {"numpy", "pettingzoo", "gymnasium", "pyspiel", "open_spiel"},
        """
from eschaton.adapters.actions import Numbering
from eschaton.adapters.play import GamePlay
from eschaton.adapters.start import chosen
from eschaton.adapters.told import as_text

print(as_text(GamePlay(*chosen("toy-larder", 2, None), Numbering(), "1"), 0))
""",
    )
    assert done.returncode == 0, done.stderr
    assert "Play card" in done.stdout
