"""What decides whether a change lands; what lies in ``tests/long`` is run when its subject changes."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""The checkout."""
NOTHING_SKIPPED = "CI" in os.environ
"""Whether what a test needs must be there: on a machine of somebody's own it says what to install."""
