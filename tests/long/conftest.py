"""What the long part is asked beside what to run."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--for-long", action="store_true", help="what chance decides is tried many times as often"
    )


@pytest.fixture
def for_long(request: pytest.FixtureRequest) -> bool:
    """Whether `make thumbs` or `make faults` runs it."""
    return bool(request.config.getoption("for_long"))
