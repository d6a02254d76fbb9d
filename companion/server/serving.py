"""The server: one gevent process with http and https on one port, on every operating system.

It limits the connections of each address, and the time for sending a request or reading a response.
"""

import gc
import logging
import os
import signal
import socket
import ssl
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit
from wsgiref.util import FileWrapper

import gevent
from flask import Flask
from gevent.pool import Pool
from gevent.pywsgi import WSGIHandler, WSGIServer
from werkzeug.exceptions import RequestTimeout

from companion.lan.addresses import ACCEPT_BACKLOG
from companion.lan.data_folder import ca_folder
from companion.lan.local_ca import LocalCA, LocalCAError, parse_private_address
from companion.limits import AddressQuota, get_limit_key
from companion.server.config import https_mode
from companion.services import services_of

HEAD_TIMEOUT_SECONDS = 20
"""Seconds for the head of a request, counted from the previous response on the same connection."""
BODY_TIMEOUT_SECONDS = 20
"""Seconds for the body of a request, counted from its head."""
WRITE_TIMEOUT_SECONDS = 30
"""Seconds until a connection is closed whose client does not read or no longer exists."""
MAX_CONNECTIONS = 4000
CONNECTIONS_PER_STREAM = 4
"""Connections allowed for each allowed stream: a browser opens a few more for other requests."""
SERVER_FULL_RESPONSE = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
)
MAX_HEAD_BYTES = 64 * 1024
MAX_HEADER_FIELDS = 50
FILE_BLOCK_BYTES = 64 * 1024
GC_THRESHOLD = 10_000
"""New objects after which Python collects garbage. An entry creates a thousand that live for a while."""
TLS_HANDSHAKE_BYTE = b"\x16"
"""The first byte of a TLS connection (RFC 8446, 5.1). No HTTP method starts with it."""
MAX_CERTIFICATE_ADDRESSES = 32
log = logging.getLogger("companion.lan")


class LocalCertificates:
    """Issues certificates of the local CA for its host name and for each private address in use.

    The first connection to a new address adds that address. Create the object after gevent's patches: every
    handshake fails with a TLS context that is older.
    """

    def __init__(self, local_ca: LocalCA, host: str = "") -> None:
        """Issue the first certificate, which includes ``host`` if it is a private IP address.

        ``host`` is the host of the configured public address; "" if none is configured.
        """
        self._local_ca = local_ca
        self._context = _make_tls_context()
        self._addresses = [host] if parse_private_address(host) else []
        self._renew()

    def context_for(self, local: str) -> ssl.SSLContext:
        """Return the TLS context for a connection to ``local``, the server's own IP address.

        If the certificate does not contain that address, is due for renewal, or was issued before the clock
        was set back, first issue a new one.
        """
        address = parse_private_address(local)
        if address and str(address) not in self._addresses:
            self._addresses = [str(address), *self._addresses][:MAX_CERTIFICATE_ADDRESSES]
            self._renew()
        elif not self._issued_at <= datetime.now(UTC) < self._renew_at:
            self._renew()
        return self._context

    def _renew(self) -> None:
        self._issued_at = datetime.now(UTC)
        self._renew_at = self._local_ca.issue_leaf(self._context, self._addresses)


class FileCertificates:
    """A certificate and its key in two files, which are read again when they change."""

    def __init__(self, certificate: Path, key: Path) -> None:
        self._files = certificate, key
        self._context = _make_tls_context()
        self._modified: list[float] = []
        self.context_for("")

    def context_for(self, _: str) -> ssl.SSLContext:
        """Return the TLS context, and first load the certificate and the key again if a file has changed.

        The server's address does not matter. Raise OSError if the files are missing or do not match.
        """
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
    """Return a connection from which requests can be read. If the client uses TLS, do the handshake first.

    Without ``certificates``, return ``client``. If the handshake fails, close it and raise OSError.
    """
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


class _RequestReader:
    """Reads the requests of a connection, and limits the size of each head and the time for each body."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.closed = False
        self.limit_head_size()

    def limit_head_size(self) -> None:
        """Expect the head of a request. Reading more than ``MAX_HEAD_BYTES`` of it raises ValueError."""
        self._remaining_bytes, self._body_end_time = MAX_HEAD_BYTES, 0.0

    def limit_body_time(self) -> None:
        """Expect a body. If it takes over ``BODY_TIMEOUT_SECONDS``, reading raises RequestTimeout."""
        self._body_end_time = time.monotonic() + BODY_TIMEOUT_SECONDS

    def read(self, size: int = -1) -> bytes:
        """Return at most ``size`` bytes of the request; with -1, all until its end."""
        return self._read_within_limits(self._file.read, size)

    def readline(self, size: int = -1) -> bytes:
        """Return the next line of the request, but at most ``size`` bytes of it."""
        return self._read_within_limits(self._file.readline, size)

    def _read_within_limits(self, read: Callable[[int], bytes], size: int) -> bytes:
        if self.closed:
            return b""
        if self._body_end_time:
            try:
                with gevent.Timeout(max(0.001, self._body_end_time - time.monotonic()), RequestTimeout):
                    return read(size)
            except RequestTimeout:
                self.closed = True  # where the next request begins is unknown
                raise
        data = read(size)
        self._remaining_bytes -= len(data)
        if self._remaining_bytes < 0:
            raise ValueError("the head is too long")
        return data


class Handler(WSGIHandler):
    """Handles the requests of one connection, with timeouts. It logs no addresses."""

    rfile: _RequestReader

    def handle_one_request(self) -> Any:
        """Handle one request; close the connection if its head takes longer than the timeout."""
        if self.server.closed:
            return None
        self.rfile.limit_head_size()
        self._head_timeout = gevent.Timeout.start_new(HEAD_TIMEOUT_SECONDS)
        try:
            return super().handle_one_request()
        except gevent.Timeout as timeout:
            if timeout is not self._head_timeout:
                raise
            return None
        finally:
            self._head_timeout.close()

    def read_requestline(self) -> str:
        """Read the first line of a request. Until it arrives, ``Server.idle`` contains the connection."""
        greenlet = gevent.getcurrent()
        self.server.idle.add(greenlet)
        try:
            line: str = super().read_requestline()
            return line
        finally:
            self.server.idle.discard(greenlet)

    def read_request(self, raw_requestline: str) -> Any:
        """Read the head of a request, and return whether it is valid.

        Raise ValueError, which is answered with 400, if it has too many fields.
        """
        is_valid = super().read_request(raw_requestline)
        if len(self.headers) > MAX_HEADER_FIELDS:
            raise ValueError("too many fields")
        return is_valid

    def get_environ(self) -> dict[str, Any]:
        """Return the WSGI environment of a request with a complete head. Start the timeout of its body."""
        self._head_timeout.close()
        self.rfile.limit_body_time()
        environ: dict[str, Any] = super().get_environ()
        environ["wsgi.url_scheme"] = "https" if isinstance(self.socket, ssl.SSLSocket) else "http"
        return environ

    def finalize_headers(self) -> None:
        """Add ``Connection: close`` if the connection ends with this response."""
        super().finalize_headers()
        if self.close_connection or self.rfile.closed or self.server.closed:
            self.response_headers.append((b"Connection", b"close"))

    def log_request(self) -> None:
        """Log nothing, as the app logs its responses."""

    def log_error(self, msg: str, *args: Any) -> None:
        """Log nothing. gevent calls this method about invalid requests, which it answers with 400."""

    def handle_error(self, kind: Any, error: Any, trace: Any) -> None:
        """Log the error unless the connection broke, and answer 500 if nothing was sent yet."""
        if not issubclass(kind, OSError | RequestTimeout | gevent.GreenletExit):
            log.error("a request failed", exc_info=(kind, error, trace))
        self.close_connection = True
        if not self.response_length:
            with suppress(OSError):
                self.start_response("500 Internal Server Error", [("Content-Length", "0")])
                self.write(b"")


class Server(WSGIServer):
    """Serves http, and https if it has certificates. Create it after gevent's patches."""

    handler_class = Handler
    stop_timeout = 5

    def __init__(
        self, listener: socket.socket, app: Flask, certificates: Certificates | None = None
    ) -> None:
        listener.listen(ACCEPT_BACKLOG)
        environ = {
            "SERVER_NAME": listener.getsockname()[0],
            "wsgi.multithread": True,
            "wsgi.file_wrapper": partial(FileWrapper, blksize=FILE_BLOCK_BYTES),
        }
        super().__init__(listener, app, spawn=Pool(MAX_CONNECTIONS), log=None, environ=environ)
        self._certificates, self._quota = certificates, _connection_quota(app.config)
        self.idle: set[gevent.Greenlet] = set()
        """The greenlets of connections that wait for their next request."""

    def handle(self, sock: Any, address: Any) -> None:
        """Handle one connection. Answer 503 if its client address has too many connections."""
        block = get_limit_key(address[0] if isinstance(address, tuple) else str(address))
        if not self._quota.acquire(block):
            with suppress(OSError), sock:
                sock.sendall(SERVER_FULL_RESPONSE)
            return
        try:
            self._serve_connection(sock, address)
        finally:
            self._quota.release(block)

    def _serve_connection(self, sock: Any, address: Any) -> None:
        connection = None
        with suppress(OSError, AttributeError):  # only on Linux
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, WRITE_TIMEOUT_SECONDS * 1000)
        with suppress(OSError), gevent.Timeout(HEAD_TIMEOUT_SECONDS, False):
            sock.settimeout(WRITE_TIMEOUT_SECONDS)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection = accept_tls(sock, self._certificates)
        if connection is not None:
            reader = _RequestReader(connection.makefile("rb"))
            self.handler_class(connection, address, self, reader).handle()

    def serve(self) -> None:
        """Serve until the process gets SIGTERM or SIGINT."""
        for number in (signal.SIGTERM, signal.SIGINT):
            gevent.signal_handler(number, self.shut_down)
        gc.collect()
        gc.freeze()  # later collections skip the objects of the app itself
        gc.set_threshold(GC_THRESHOLD)
        self.serve_forever()

    def shut_down(self) -> None:
        """Accept no more connections, and close all streams and idle connections.

        Requests in progress have ``stop_timeout`` seconds to finish. Phones then connect to the next server
        process.
        """
        if streams := services_of(self.application).streams:
            streams.hub.close()
        self.close()
        gevent.killall(list(self.idle), block=False)


def _connection_quota(config: Mapping[str, Any]) -> AddressQuota:
    """Return the limits of connections by each address and in total; behind a proxy, only in total."""
    unlimited = config["PROXIES"] or not config["RATELIMIT_ENABLED"]
    each = MAX_CONNECTIONS if unlimited else CONNECTIONS_PER_STREAM * config["MAX_STREAMS_PER_ADDRESS"]
    return AddressQuota(each, MAX_CONNECTIONS)


def load_local_ca(data: Path) -> LocalCA | None:
    """Return the local CA in the data folder; None if https is off or configured in another way.

    If the CA is damaged or expired, print why and return None. Phones then use http.
    """
    if https_mode() != "own":
        return None
    try:
        return LocalCA.load_or_create(ca_folder(data))
    except LocalCAError as error:
        remedy = "`table-companion forget-house` makes another authority."
        print(f"No https: {error}. {remedy}", file=sys.stderr)
        return None


def select_certificates(local_ca: LocalCA | None, public_address: str) -> Certificates | None:
    """Return the certificate in the configured files, or those of ``local_ca``; None without https.

    The local CA also signs for ``public_address``, if that contains a private IP address. Raise SystemExit
    if the files cannot be used.
    """
    if https_mode() == "files":
        files = (os.environ.get(f"COMPANION_{name}", "") for name in ("CERTIFICATE", "KEY"))
        try:
            return FileCertificates(*map(Path, files))
        except OSError as error:
            raise SystemExit(f"COMPANION_CERTIFICATE and COMPANION_KEY: {error}.") from error
    host = urlsplit(public_address).hostname or ""
    return LocalCertificates(local_ca, host) if local_ca else None
