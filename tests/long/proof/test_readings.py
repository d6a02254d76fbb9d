"""A second reading is worth nothing where it shares code with the first."""

import re
from pathlib import Path

import pytest

READINGS = sorted(Path(__file__).parent.glob("*/reading.py"))


@pytest.mark.parametrize("reading", READINGS, ids=lambda file: file.parent.name)
def test_a_reading_imports_nothing_of_ours(reading: Path) -> None:
    assert not re.findall(r"^\s*(?:from|import) (?:companion|tests\.|\.)", reading.read_text("utf-8"), re.M)
