"""Fixtures for tests of groups."""

import pytest
from flask import Flask

from tests.groups.test_groups import create_group
from tests.people import Phone


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def group(phone: Phone) -> str:
    return create_group(phone)
