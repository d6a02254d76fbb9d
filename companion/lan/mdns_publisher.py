"""Answers for the local hostname: ``python -m companion.lan.mdns_publisher NAME PORT HOST SIGN``.

It does so until its standard input ends. The file SIGN is there as long as the name is published, and says
"answers" once it was asked for on this machine, and answered.
"""

from __future__ import annotations

import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path

from zeroconf import NonUniqueNameException, ServiceInfo, Zeroconf

from companion.lan.addresses import addresses_of

REFRESH_SECONDS = 5.0
"""Seconds after which the addresses are looked at anew."""
LOOKUP_TIMEOUT_MS = 3000
_SERVICE_TYPE = "_http._tcp.local."


def publish(name: str, port: int, host: str, sign: Path, ended: threading.Event) -> None:
    """Publish until it is ended, with the addresses of each moment. A taken name is left."""
    network: Zeroconf | None = None
    published: list[str] = []
    while not ended.is_set():
        addresses = addresses_of(host)
        if addresses != published:
            _end(network, sign)
            network = _begin(name, port, addresses) if addresses else None
            published = addresses if network else []
            if network:
                sign.touch()
        if network and not sign.read_text(encoding="utf-8") and _answers(name, published):
            sign.write_text("answers", encoding="utf-8")
        ended.wait(REFRESH_SECONDS)
    _end(network, sign)


def _begin(name: str, port: int, addresses: list[str]) -> Zeroconf | None:
    """Ask whether the name is free, then answer for it; None where it is not, or the network is away."""
    service = ServiceInfo(
        _SERVICE_TYPE, f"{name.removesuffix('.local')}.{_SERVICE_TYPE}", port, server=f"{name}.",
        addresses=[socket.inet_aton(address) for address in addresses],
    )  # fmt: skip
    network = None
    try:
        network = Zeroconf(interfaces=addresses)
        network.register_service(service)
    except (OSError, NonUniqueNameException):
        if network:
            network.close()
        return None
    return network


def _answers(name: str, addresses: list[str]) -> bool:
    """Whether somebody who asks for the name on this machine hears of it."""
    with suppress(OSError):
        asking = Zeroconf(interfaces=addresses)
        service = asking.get_service_info(
            _SERVICE_TYPE, f"{name.removesuffix('.local')}.{_SERVICE_TYPE}", LOOKUP_TIMEOUT_MS
        )
        asking.close()
        return service is not None and service.server == f"{name}."
    return False


def _end(network: Zeroconf | None, sign: Path) -> None:
    sign.unlink(missing_ok=True)
    if network:
        with suppress(OSError):
            network.close()


def _run(name: str, port: str, host: str, sign: str) -> None:
    ended = threading.Event()
    publishing = threading.Thread(target=publish, args=(name, int(port), host, Path(sign), ended))
    publishing.start()
    sys.stdin.buffer.read()
    ended.set()
    publishing.join()


if __name__ == "__main__":
    _run(*sys.argv[1:])
