"""``python -m companion`` or, installed, ``table-companion``: bring the database up to date and serve.

The address is printed as a QR code.
"""

from __future__ import annotations

import os
import socket
import sys

import segno

from companion import __version__

WORK_PATIENCE = 3600.0
"""Seconds that a migration or a command may wait for the database; a request waits much less."""
PORT = int(os.environ.get("COMPANION_PORT", "8000"))


def local_address() -> str:
    """The address of this machine on its network, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def welcome() -> None:
    """Print where the app is, and the QR code that phones scan."""
    lan = f"http://{local_address()}:{PORT}"
    print(f"\n  On this machine:      http://localhost:{PORT}")
    print(f"  On phones, same Wi-Fi: {lan}\n")
    segno.make(lan, error="m").terminal(compact=True)
    print("  Stop with Ctrl+C.\n", flush=True)


def main() -> None:
    """Migrate in a process of its own, then become the server; or carry out a command."""
    if sys.argv[1:] == ["--version"]:
        print(__version__)
        return
    from companion.app import create_app, migrate
    from companion.commands import run_command

    app = create_app({"DATABASE_PATIENCE": WORK_PATIENCE})
    if sys.argv[1:]:
        print(run_command(app, sys.argv[1:]))
        return
    migrate(app)
    welcome()
    server = ["-m", "gunicorn", "-c", "python:companion.serving", "companion.serving:app"]
    os.execv(sys.executable, [sys.executable, *server])


if __name__ == "__main__":
    main()
