"""Answers mDNS queries for the host name, in a process of its own.

``python -m companion.lan.mdns_publisher NAME PORT HOST STATUS_FILE`` runs until its standard input ends.
The status file exists while the name is published. It contains "answers" once a query on this computer was
answered.
"""

import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path

from zeroconf import NonUniqueNameException, ServiceInfo, Zeroconf

from companion.lan.addresses import addresses_for_phones

REFRESH_SECONDS = 5.0
LOOKUP_TIMEOUT_MS = 3000
_SERVICE_TYPE = "_http._tcp.local."


def publish(name: str, port: int, host: str, status_file: Path, stopped: threading.Event) -> None:
    """Answer mDNS queries for ``name`` with the addresses of this computer, until ``stopped`` is set.

    ``host`` is the host on which the server listens. While another computer uses the name, do not answer.
    """
    zeroconf: Zeroconf | None = None
    published: list[str] = []
    while not stopped.is_set():
        addresses = addresses_for_phones(host)
        if addresses != published:
            _withdraw_name(zeroconf, status_file)
            zeroconf = _register_name(name, port, addresses) if addresses else None
            published = addresses if zeroconf else []
            if zeroconf:
                status_file.touch()
        if zeroconf and not status_file.read_text(encoding="utf-8") and _is_answered(name, published):
            status_file.write_text("answers", encoding="utf-8")
        stopped.wait(REFRESH_SECONDS)
    _withdraw_name(zeroconf, status_file)


def _register_name(name: str, port: int, addresses: list[str]) -> Zeroconf | None:
    """Register the name. Return its publisher; None if the name is taken or the network is down."""
    service_name = f"{name.removesuffix('.local')}.{_SERVICE_TYPE}"
    service = ServiceInfo(
        _SERVICE_TYPE, service_name, port, server=f"{name}.",
        addresses=[socket.inet_aton(address) for address in addresses],
    )  # fmt: skip
    zeroconf = None
    try:
        zeroconf = Zeroconf(interfaces=addresses)
        zeroconf.register_service(service)
    except (OSError, NonUniqueNameException):
        if zeroconf:
            zeroconf.close()
        return None
    return zeroconf


def _is_answered(name: str, addresses: list[str]) -> bool:
    with suppress(OSError):
        client = Zeroconf(interfaces=addresses)
        service_name = f"{name.removesuffix('.local')}.{_SERVICE_TYPE}"
        service = client.get_service_info(_SERVICE_TYPE, service_name, LOOKUP_TIMEOUT_MS)
        client.close()
        return service is not None and service.server == f"{name}."
    return False


def _withdraw_name(zeroconf: Zeroconf | None, status_file: Path) -> None:
    status_file.unlink(missing_ok=True)
    if zeroconf:
        with suppress(OSError):
            zeroconf.close()


def _publish_until_stdin_ends(name: str, port: str, host: str, status_file: str) -> None:
    stopped = threading.Event()
    thread = threading.Thread(target=publish, args=(name, int(port), host, Path(status_file), stopped))
    thread.start()
    sys.stdin.buffer.read()
    stopped.set()
    thread.join()


if __name__ == "__main__":
    _publish_until_stdin_ends(*sys.argv[1:])
