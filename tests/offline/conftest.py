"""Where ``make offline`` puts what it makes, and what a test says where it was never made."""

import pytest

from tests import NOTHING_SKIPPED, ROOT

BUILT = ROOT / "build" / "offline"


def skip_without(what: str) -> None:
    if NOTHING_SKIPPED:
        pytest.fail(f"no {what} here, and nothing may be skipped")
    pytest.skip(f"no {what} here")
