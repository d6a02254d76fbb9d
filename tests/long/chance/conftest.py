"""What the gate draws alike each time is drawn anew here; what fell says how to draw it again."""

from collections.abc import Iterator

import hypothesis
import pytest

from tests.leaks import nobody_is_told_somebody_elses_secret

__all__ = ["nobody_is_told_somebody_elses_secret"]

hypothesis.settings.register_profile(
    "chance", derandomize=False, database=None, deadline=None, print_blob=True
)


@pytest.fixture(autouse=True)
def _drawn_anew() -> Iterator[None]:
    hypothesis.settings.load_profile("chance")
    yield
    hypothesis.settings.load_profile("gate")
