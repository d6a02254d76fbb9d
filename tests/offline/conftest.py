"""The folder of the offline bundle, and how tests skip without it."""

import pytest

from tests import NOTHING_SKIPPED, ROOT

BUILT = ROOT / "build" / "offline"


def skip_without(name: str) -> None:
    """Skip the test, or fail if the environment forbids skipping."""
    if NOTHING_SKIPPED:
        pytest.fail(f"no {name} here, and nothing may be skipped")
    pytest.skip(f"no {name} here")
