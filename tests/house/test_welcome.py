"""What is printed at the start can be printed by every console, and its QR code be scanned there."""

import os
import subprocess
import sys

from tests import ROOT

WELCOME = """from companion.server.welcome import welcome
welcome("0.0.0.0", 8000, public="http://192.168.7.20:8000", sign="4F·9A·C2·71", secret_path="/host/x")"""
SCRIPT_OF_A_TERMINAL = "\x1b["
HALF_BLOCK = "▀"


def printed(encoding: str) -> str:
    """What a console of this encoding shows."""
    done = subprocess.run(
        [sys.executable, "-c", WELCOME], cwd=ROOT, capture_output=True, check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode(encoding)


def test_a_console_of_old_windows_shows_address_sign_and_code() -> None:
    for encoding, half_blocks in (("utf-8", True), ("cp437", True), ("cp850", True), ("cp1252", False)):
        shown = printed(encoding)
        assert "http://192.168.7.20:8000\n" in shown.replace("\r", ""), encoding
        assert "4F·9A·C2·71" in shown, encoding
        assert (HALF_BLOCK in shown) is half_blocks, encoding
        assert (SCRIPT_OF_A_TERMINAL in shown) is not half_blocks, encoding
    assert "4F?9A?C2?71" in printed("ascii")
