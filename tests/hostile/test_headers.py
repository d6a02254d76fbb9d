"""An origin that is no address. Broken headers of all kinds are thrown by ``fuzz``."""

import pytest
from flask import Flask


@pytest.mark.parametrize("origin", ["http://[", "http://]", "http://[zz]", "http://[::1", "\xff"])
@pytest.mark.parametrize(
    "path", ["/language", "/groups", "/open/giza", "/j/AAAAA", "/t/AAAAA/enter", "/calculator/giza"]
)
def test_an_origin_that_is_no_address_is_another_site(app: Flask, path: str, origin: str) -> None:
    assert app.test_client().post(path, headers={"Origin": origin}).status_code == 403
