"""All tests of the app. The tests in ``tests/long`` run only when the code that they check is changed."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""The checkout."""
MAY_SKIP_NOTHING = "CI" in os.environ
"""Whether tests fail, instead of being skipped, if a program that they need is missing."""
