"""The register of answers: which function answers the questions of which step."""

from __future__ import annotations

from eschaton.games.cult.mind import Mind
from eschaton.kernel.counsel import Counsel

counsel: Counsel[Mind] = Counsel()
answers = counsel.answers
