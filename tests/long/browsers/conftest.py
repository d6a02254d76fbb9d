"""What the engines of other browsers do: each test in each of them."""

import pytest

ENGINES = ("chromium", "firefox", "webkit")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for a browser and names none is tried in every engine."""
    named = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "browser" in metafunc.fixturenames and "browser" not in named:
        metafunc.parametrize("browser", ENGINES, indirect=True, scope="session")
