"""What is printed at the start: where phones find the app, with a QR code, and where it is looked after."""

from __future__ import annotations

import io
import sys

import segno

from companion.lan.addresses import addresses_of, in_container
from companion.lan.reachability import find_reachability_problem, local_url


def print_startup_message(
    host: str, port: int, *, stored: str, name: str = "", public: str = "", fingerprint: str = "",
    secret_path: str = "",
) -> None:  # fmt: skip
    """Print addresses that phones can open, and no others; a sentence where something is in their way.

    ``stored`` says where the data is. ``name`` is that of the house, where it is published, ``public`` the
    address that was set for phones, ``sign`` the check code of the house's authority, where it has one.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an old console lacks signs; it is no reason to end
    addresses = addresses_of(host)
    phones = [f"http://{one}:{port}" for one in [*addresses, *([name] if name and addresses else [])]]
    if public:
        phones = [public]
    print()
    if not public and (why := find_reachability_problem(host, port)):
        print(f"  {why.sentence}\n")
    for number, address in enumerate(phones):
        _line("or" if number else "On phones:" if public else "On phones, same Wi-Fi:", address)
    if phones:
        print()
        _draw(phones[0])
    if name and fingerprint and addresses:
        _line("Set up for offline use:", f"https://{name}:{port}")
    if fingerprint:
        _line("Check code:", fingerprint)
    here = local_url(host, port)
    if in_container():  # a browser on the computer itself comes from outside, too
        _line("To look after it:", (public or here) + secret_path)
    else:
        _line("On this machine:", here)
        if secret_path:
            _line("To look after it:", f"{here}/host")
            for address in phones[:1]:
                _line("from another device:", address + secret_path)
    _line("Stored in:", stored)
    print("\n  Stop with Ctrl+C.\n", flush=True)


def print_proxy_startup_message(host: str, port: int, *, public: str, stored: str) -> None:
    """Print where a proxy finds the app: phones open another address, which only ``public`` tells."""
    _line("For the proxy:", local_url(host, port))
    if public:
        _line("On phones:", public)
    _line("Stored in:", stored)
    print("\n  Stop with Ctrl+C.\n", flush=True)


def _draw(address: str) -> None:
    """Print a QR code: of half blocks, or larger and in colours where the console has no such signs."""
    code, small = segno.make(address, error="m"), io.StringIO()
    code.terminal(small, compact=True)
    try:
        small.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        code.terminal()
    else:
        print(small.getvalue(), end="")


def _line(words: str, address: str) -> None:
    print(f"  {words:<24}{address}")
