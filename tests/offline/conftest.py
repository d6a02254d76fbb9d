"""The folder of the offline bundle, and skipping tests without it."""

import pytest

from tests import MAY_SKIP_NOTHING, ROOT

BUNDLE_FOLDER = ROOT / "build" / "offline"


def skip_or_fail_without(name: str) -> None:
    """Skip the test because this thing is missing. If the variable ``CI`` is set, fail it instead."""
    if MAY_SKIP_NOTHING:
        pytest.fail(f"no {name} here, and nothing may be skipped")
    pytest.skip(f"no {name} here")
