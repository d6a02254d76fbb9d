"""The folder of the offline bundle, and skipping tests without it."""

import pytest

from tests import NOTHING_SKIPPED, ROOT

BUNDLE_FOLDER = ROOT / "build" / "offline"


def skip_without(name: str) -> None:
    """Skip the test because this thing is missing, or fail it if ``CI`` is set."""
    if NOTHING_SKIPPED:
        pytest.fail(f"no {name} here, and nothing may be skipped")
    pytest.skip(f"no {name} here")
