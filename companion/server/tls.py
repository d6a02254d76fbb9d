"""TLS and plain http on one port, told apart by the first byte of a connection."""

import socket
import ssl
from datetime import UTC, datetime
from pathlib import Path

from companion.lan.local_ca import LocalCA, parse_private_address

TLS_HANDSHAKE_BYTE = b"\x16"
"""The first byte of a TLS connection (RFC 8446, 5.1). No HTTP method starts with it."""
MAX_CERTIFICATE_ADDRESSES = 32


class LocalCertificates:
    """Issues certificates of the local CA for its host name and for each private address in use.

    The first connection to a new address adds that address. Create the object after gevent's patches: every
    handshake fails with a TLS context that is older.
    """

    def __init__(self, local_ca: LocalCA, host: str = "") -> None:
        """Issue the first certificate, which includes ``host`` if it is a private IP address."""
        self._local_ca = local_ca
        self._context = _make_tls_context()
        self._addresses = [host] if parse_private_address(host) else []
        self._renew()

    def context_for(self, local: str) -> ssl.SSLContext:
        """Return the TLS context for the server's own IP address, with a valid certificate for it."""
        address = parse_private_address(local)
        if address and str(address) not in self._addresses:
            self._addresses = [str(address), *self._addresses][:MAX_CERTIFICATE_ADDRESSES]
            self._renew()
        elif datetime.now(UTC) >= self._renew_at:
            self._renew()
        return self._context

    def _renew(self) -> None:
        self._renew_at = self._local_ca.issue_leaf(self._context, self._addresses)


class FileCertificates:
    """A certificate and its key in two files, which are read again when they change."""

    def __init__(self, certificate: Path, key: Path) -> None:
        self._files = certificate, key
        self._context = _make_tls_context()
        self._modified: list[float] = []
        self.context_for("")

    def context_for(self, _: str) -> ssl.SSLContext:
        """Return the TLS context, after loading changed files. Raise OSError if they do not match."""
        modified = [file.stat().st_mtime for file in self._files]
        if modified != self._modified:
            self._context.load_cert_chain(*self._files)
            self._modified = modified
        return self._context


Certificates = LocalCertificates | FileCertificates
"""The certificates of a server; ``context_for`` returns the context for a new connection."""


def _make_tls_context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    return context


def accept_tls(client: socket.socket, certificates: Certificates | None) -> socket.socket:
    """Return the connection, after a handshake if the client uses TLS. Raise OSError if it fails."""
    if certificates is None or client.recv(1, socket.MSG_PEEK) != TLS_HANDSHAKE_BYTE:
        return client
    context = certificates.context_for(client.getsockname()[0])
    connection = context.wrap_socket(client, server_side=True, do_handshake_on_connect=False)
    try:
        connection.do_handshake()
    except BaseException:
        connection.close()
        raise
    return connection
