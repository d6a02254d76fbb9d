"""Long tests use the phones of the browser tests."""

from tests.browser.conftest import phone

__all__ = ["phone"]
