"""Fixtures for tests of groups."""

import pytest

from tests.groups.test_groups import create_group
from tests.people import Phone


@pytest.fixture
def group(phone: Phone) -> str:
    return create_group(phone)
