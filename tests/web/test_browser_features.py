"""Controls that need https or another feature of the browser are hidden until a script has found it."""

import re
from pathlib import Path

import pytest

from tests import ROOT
from tests.javascript import SCRIPTS_FOLDER, call_function_once

TEMPLATE_FILES = sorted((ROOT / "templates").rglob("*.html"))
CONTROL_PATTERN = re.compile(r"<(?:label|button)\b[^>]*>(?:\s*<input\b[^>]*>)?")
FEATURE_PATTERN = re.compile(
    r"navigator\.(?:share|canShare|clipboard|wakeLock|mediaDevices|vibrate)\b(?!\?\.)"
)
"""Used without asking whether it is there."""
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


def test_shared_links_have_a_message_after_copying() -> None:
    links = [
        a
        for file in TEMPLATE_FILES
        for a in re.findall(r"<a\b[^>]*data-share[^>]*>", file.read_text("utf-8"))
    ]
    assert links
    assert all("data-copied=" in link for link in links), links


def list_scripts() -> list[Path]:
    return [file for file in SCRIPTS_FOLDER.rglob("*.js") if file.name != "device.js"]


def test_scripts_check_for_a_feature_before_using_it() -> None:
    careless = {
        file.name for file in list_scripts()
        if FEATURE_PATTERN.search(text := file.read_text("utf-8")) and 'from "./device.js"' not in text
    }  # fmt: skip
    assert not careless


@pytest.mark.parametrize("ability", ["clipboard", "scan", "share", "vibrate", "wakeLock"])
def test_supports_returns_whether_a_feature_exists(ability: str) -> None:
    assert call_function_once("device.js", "supports", ability, before=SIMULATE_HTTP_JS) is False
    assert call_function_once("device.js", "supports", ability, before=SIMULATE_HTTPS_JS) is True
