"""All tests of the app. The tests in ``tests/long`` run only when the code that they check is changed."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""The checkout."""
NOTHING_SKIPPED = "CI" in os.environ
"""Whether what a test needs must be there: on a machine of somebody's own it says what to install."""
