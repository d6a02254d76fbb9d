"""What the gate draws alike each time is drawn anew here; what fell says how to draw it again."""

from collections.abc import Iterator

import hypothesis
import pytest

hypothesis.settings.register_profile(
    "chance", derandomize=False, database=None, deadline=None, print_blob=True
)


@pytest.fixture(autouse=True)
def _drawn_anew() -> Iterator[None]:
    hypothesis.settings.load_profile("chance")
    yield
    hypothesis.settings.load_profile("gate")
