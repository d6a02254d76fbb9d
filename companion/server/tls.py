"""One port, both protocols: the first byte of a connection says whether it is TLS."""

from __future__ import annotations

import socket
import ssl
from datetime import UTC, datetime
from pathlib import Path

from companion.lan.local_ca import LocalCA, parse_private_address

TLS_HANDSHAKE_BYTE = b"\x16"
"""What a TLS connection begins with (RFC 8446, 5.1), and no method of HTTP does."""
MAX_ADDRESSES = 32


class LocalCertificates:
    """Signed by the house, for its name and every private address of this machine that somebody came to.

    So a new address needs no watching: the first connection to it finds it signed. Make this after gevent's
    patches: a context from before them ends every handshake in an error.
    """

    def __init__(self, authority: LocalCA, host: str = "") -> None:
        """``host`` is the one that was set for phones; in a container it is no address of the machine."""
        self._authority = authority
        self._context = _context()
        self._addresses = [host] if parse_private_address(host) else []
        self._renew()

    def context_for(self, local: str) -> ssl.SSLContext:
        """The one context, with a leaf that is new enough and speaks for this address, too."""
        address = parse_private_address(local)
        if address and str(address) not in self._addresses:
            self._addresses = [str(address), *self._addresses][:MAX_ADDRESSES]
            self._renew()
        elif datetime.now(UTC) >= self._until:
            self._renew()
        return self._context

    def _renew(self) -> None:
        self._until = self._authority.issue_leaf(self._context, self._addresses)


class FileCertificates:
    """A certificate and its key as somebody else keeps them in files; newer ones are taken up."""

    def __init__(self, certificate: Path, key: Path) -> None:
        self._files = certificate, key
        self._context = _context()
        self._made: list[float] = []
        self.context_for("")

    def context_for(self, _: str) -> ssl.SSLContext:
        """The one context. OSError where the files are missing or do not fit one another."""
        made = [file.stat().st_mtime for file in self._files]
        if made != self._made:
            self._context.load_cert_chain(*self._files)
            self._made = made
        return self._context


Certificates = LocalCertificates | FileCertificates
"""What a server proves who it is with: both have a context for the next connection."""


def _context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    return context


def accept_tls(client: socket.socket, certificates: Certificates | None) -> socket.socket:
    """The connection as its requests are read from it. OSError where no TLS follows what began as TLS.

    Whatever ends the handshake ends the connection, also a Timeout: nothing else would close it.
    """
    if certificates is None or client.recv(1, socket.MSG_PEEK) != TLS_HANDSHAKE_BYTE:
        return client
    context = certificates.context_for(client.getsockname()[0])
    line = context.wrap_socket(client, server_side=True, do_handshake_on_connect=False)
    try:
        line.do_handshake()
    except BaseException:
        line.close()
        raise
    return line
