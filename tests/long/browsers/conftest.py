"""Runs each test of this folder in each browser engine."""

import pytest

ENGINES = ("chromium", "firefox", "webkit")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test that uses a browser in every engine, unless the test is parametrised with a browser."""
    named = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "browser" in metafunc.fixturenames and "browser" not in named:
        metafunc.parametrize("browser", ENGINES, indirect=True, scope="session")
