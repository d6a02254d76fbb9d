"""Controls that need https or another feature of the browser are hidden until a script has found it."""

import re

from tests import ROOT
from tests.javascript import call_function

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


def test_supports_returns_whether_a_feature_exists() -> None:
    calls = [[feature] for feature in ("clipboard", "scan", "share", "vibrate", "wakeLock")]
    assert call_function("device.js", "supports", calls, SIMULATE_HTTP_JS) == [False] * len(calls)
    assert call_function("device.js", "supports", calls, SIMULATE_HTTPS_JS) == [True] * len(calls)
