"""The message printed at the start: addresses for phones, a QR code, and the host's page."""

import io
import sys

import segno

from companion.lan.addresses import (
    addresses_for_phones,
    find_reachability_problem,
    host_in_url,
    is_in_container,
    local_url,
)


def print_startup_message(
    host: str, port: int, *, stored: str, name: str = "", public: str = "", fingerprint: str = "",
    secret_path: str = "",
) -> None:  # fmt: skip
    """Print the addresses that phones can open, or the problem that prevents it.

    ``stored`` is the place of the data, ``name`` the published host name, ``public`` the configured address
    for phones, ``fingerprint`` that of the local CA, and ``secret_path`` the path of the host's page.
    Values that are "" are left out.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # old consoles lack some characters
    addresses = addresses_for_phones(host)
    hosts = [*addresses, *([name] if name and addresses else [])]
    urls = (
        [public]
        if public
        else [f"http://{host_in_url(name_or_address)}:{port}" for name_or_address in hosts]
    )
    print()
    if not public and (problem := find_reachability_problem(host, port)):
        print(f"  {problem.sentence}\n")
    for number, url in enumerate(urls):
        _print_line("or" if number else "On phones:" if public else "On phones, same Wi-Fi:", url)
    if urls:
        print()
        _print_qr_code(urls[0])
    if name and fingerprint and addresses:
        _print_line("Set up for offline use:", f"https://{name}:{port}")
    if fingerprint:
        _print_line("Check code:", fingerprint)
    own_url = local_url(host, port)
    if is_in_container():  # for the app, a browser on the same computer is another computer, too
        _print_line("To look after it:", (public or own_url) + secret_path)
    else:
        _print_line("On this machine:", own_url)
        if secret_path:
            _print_line("To look after it:", f"{own_url}/host")
            for url in urls[:1]:
                _print_line("from another device:", url + secret_path)
    _print_line("Stored in:", stored)
    print("\n  Stop with Ctrl+C.\n", flush=True)


def print_proxy_startup_message(host: str, port: int, *, public: str, stored: str) -> None:
    """Print the addresses for the proxy and for phones (``public``, or ""), and the place of the data."""
    _print_line("For the proxy:", local_url(host, port))
    if public:
        _print_line("On phones:", public)
    _print_line("Stored in:", stored)
    print("\n  Stop with Ctrl+C.\n", flush=True)


def _print_qr_code(url: str) -> None:
    """Print a QR code with half blocks, or a larger one in colours if the console lacks half blocks."""
    code, small = segno.make(url, error="m"), io.StringIO()
    code.terminal(small, compact=True)
    try:
        small.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        code.terminal()
    else:
        print(small.getvalue(), end="")


def _print_line(label: str, value: str) -> None:
    print(f"  {label:<24}{value}")
