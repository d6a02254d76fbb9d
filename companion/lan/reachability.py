"""Bind first, then say where: what is in the way of phones has a sentence and an exit code of its own."""

from __future__ import annotations

import errno
import os
import socket
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from companion.lan.addresses import ANY_ADDRESS, addresses_of, in_container, is_loopback

BAD_PORT, PORT_TAKEN, PORT_FORBIDDEN, NO_SUCH_ADDRESS = 10, 11, 12, 13
LOOPBACK_ONLY, NO_NETWORK, FIREWALL, CANNOT_LISTEN = 14, 15, 16, 17
ALREADY_RUNS, CONTAINER = 18, 19
"""The exit codes; docs/operating.md has what each says."""
ACCEPT_BACKLOG = 2048
"""Connections that may wait until they are taken."""


@dataclass(frozen=True, slots=True)
class ReachabilityProblem:
    """Why phones do not get through: the code with which ``check`` ends, and what to do about it."""

    code: int
    sentence: str


class CannotListen(SystemExit):
    """Nothing can be served; its code and its sentence are for whoever started it."""

    def __init__(self, problem: ReachabilityProblem) -> None:
        super().__init__(problem.code)
        self.problem = problem


def configured_port() -> int:
    """``COMPANION_PORT``, or 8000. Raises CannotListen where it is no port."""
    given = os.environ.get("COMPANION_PORT") or "8000"
    if given.isascii() and given.isdigit() and 0 < int(given) < 65536:
        return int(given)
    raise CannotListen(
        ReachabilityProblem(
            BAD_PORT, f"COMPANION_PORT is {given!r}: it has to be a number from 1 to 65535."
        )
    )


def configured_host() -> str:
    """``COMPANION_HOST``, or all addresses."""
    return os.environ.get("COMPANION_HOST") or "0.0.0.0"


def local_url(host: str, port: int) -> str:
    """Return the address at which this machine itself opens a server that listens on ``host``."""
    return f"http://{'localhost' if host in ANY_ADDRESS else host}:{port}"


def listen(host: str, port: int, patience: float = 0.0, *, takes_connections: bool = True) -> socket.socket:
    """A socket that takes connections already. Raises CannotListen with the reason in a sentence.

    A port that is taken is tried for so many seconds: a server that was ended may just be letting go of it.
    One that takes no connections yet refuses them, so that a proxy asks another process meanwhile.
    """
    until = time.monotonic() + patience
    while True:
        try:
            return _bound(host, port, takes_connections=takes_connections)
        except CannotListen as error:
            if error.problem.code != PORT_TAKEN or time.monotonic() >= until:
                raise
            time.sleep(0.1)


def _bound(host: str, port: int, *, takes_connections: bool) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError:
        raise CannotListen(_no_such_address(host)) from None
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would take the port away from another program
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        if takes_connections:
            listener.listen(ACCEPT_BACKLOG)
    except OSError as error:
        listener.close()
        raise CannotListen(_why_not(error, host, port)) from None
    return listener


def _why_not(error: OSError, host: str, port: int) -> ReachabilityProblem:
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < 65535 else 8000
        return ReachabilityProblem(
            PORT_TAKEN,
            f"Port {port} is taken by another program, or by a companion with another data folder. Stop "
            f"that one, or add another port to the command: --port {other} "
            f"(make run COMPANION_PORT={other}).",
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return ReachabilityProblem(
            PORT_FORBIDDEN,
            f"Port {port} is not for everybody: choose one above 1023, as --port 8000.",
        )
    if error.errno == errno.EADDRNOTAVAIL:
        return _no_such_address(host)
    return ReachabilityProblem(
        CANNOT_LISTEN, f"Nothing can listen on {host}, port {port}: {error.strerror}."
    )


def already_running_error(address: str, stored: str) -> CannotListen:
    """Return why a second server does not start: the first one's address, and where both store."""
    where = address or "on this computer"
    return CannotListen(
        ReachabilityProblem(
            ALREADY_RUNS,
            f"The companion already runs with the data in {stored}: {where}. Open that, or stop it first.",
        )
    )


def _no_such_address(host: str) -> ReachabilityProblem:
    return ReachabilityProblem(
        NO_SUCH_ADDRESS,
        f"This machine has no address {host!r}: leave COMPANION_HOST out to listen on all it has.",
    )


def find_reachability_problem(host: str, port: int, system: Path = Path("/")) -> ReachabilityProblem | None:
    """What keeps phones from a server that listens, as far as this machine knows; None: nothing does."""
    if in_container():
        return ReachabilityProblem(
            CONTAINER,
            "This is a container, and no phone reaches its own addresses. Add the address of the computer, "
            f"as phones see it: docker run -e COMPANION_ADDRESS=http://192.168.1.20:{port} …",
        )
    if is_loopback(host):
        return ReachabilityProblem(
            LOOPBACK_ONLY,
            f"Only this machine can open it: COMPANION_HOST={host}. Leave that out for phones.",
        )
    if not addresses_of(host):
        return ReachabilityProblem(
            NO_NETWORK,
            "This machine is in no network: no phone can reach it. Join the Wi-Fi of the phones, or open "
            "a hotspot on one of them and join that.",
        )
    if command := _opens_firewall(port, system):
        sentence = f"A firewall is on. If no phone gets through, open the port once: {command}"
        return ReachabilityProblem(FIREWALL, sentence)
    return None


def _opens_firewall(port: int, system: Path) -> str:
    """The command that lets phones through a firewall that is on; empty where none is seen.

    Windows and macOS ask by themselves at the first start.
    """
    if not sys.platform.startswith("linux"):
        return ""
    try:
        if "ENABLED=yes" in (system / "etc/ufw/ufw.conf").read_text(encoding="utf-8"):
            return f"sudo ufw allow {port}/tcp"
    except OSError:
        pass
    if (system / "run/firewalld.pid").exists():
        return f"sudo firewall-cmd --add-port={port}/tcp"
    return ""
