"""Controls that need https or another feature of the browser are hidden until a script has found it."""

import re

import pytest

from tests import ROOT
from tests.javascript import call_function_once

TEMPLATE_FILES = sorted((ROOT / "templates").rglob("*.html"))
CONTROL_PATTERN = re.compile(r"<(?:label|button)\b[^>]*>(?:\s*<input\b[^>]*>)?")
SIMULATE_HTTP_JS = "Object.defineProperty(globalThis, 'navigator', { value: {} });"
SIMULATE_HTTPS_JS = (
    "globalThis.BarcodeDetector = class {};"
    "Object.defineProperty(globalThis, 'navigator', { value: {"
    " share() {}, clipboard: {}, mediaDevices: {}, wakeLock: {}, vibrate() {} } });"
)


def test_switches_and_scanner_name_the_feature_they_need() -> None:
    controls = [
        control for file in TEMPLATE_FILES for control in CONTROL_PATTERN.findall(file.read_text("utf-8"))
        if "data-switch=" in control or "data-scan" in control
    ]  # fmt: skip
    assert len(controls) == 3
    for control in controls:
        opening = control.split(">", 1)[0]
        assert "data-needs=" in opening, control
        assert re.search(r"\bhidden\b", opening), control


@pytest.mark.parametrize("ability", ["clipboard", "scan", "share", "vibrate", "wakeLock"])
def test_supports_returns_whether_a_feature_exists(ability: str) -> None:
    assert call_function_once("device.js", "supports", ability, before=SIMULATE_HTTP_JS) is False
    assert call_function_once("device.js", "supports", ability, before=SIMULATE_HTTPS_JS) is True
