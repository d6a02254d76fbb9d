"""Servers that claim to be somebody, with certificates that whoever has the keys of a house signed."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import NameOID

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
FOREIGN: dict[str, tuple[str, ...]] = {
    "bank.example": ("bank.example",),
    "8.8.8.8": ("8.8.8.8",),
    "nas.local": ("nas.local",),
    "mixed.example": ("127.0.0.1", "mixed.example"),
    "9.9.9.9": ("127.0.0.1", "9.9.9.9"),
    "common.example": ("127.0.0.1",),
}
"""Whom the keys must not speak for, and the names that their certificates have besides the common one."""
BELOW = "below.example"
"""Signed by an authority without constraints that the house's key signed."""


class House:
    """A house's folder, as a thief has it: the certificates, and every key that lies in it."""

    def __init__(self, folder: Path) -> None:
        self.root, self.signing = (next(folder.rglob(name)) for name in ("root.crt", "signing.crt"))
        self.name = next(folder.rglob("name")).read_text()
        files = [file for file in folder.rglob("*") if file.is_file()]
        self.key_files = [file for file in files if b"PRIVATE KEY" in file.read_bytes()]
        self.chain = self.signing.read_bytes()

    def claim(self, into: Path, called: str, names: Iterable[str], key_file: Path) -> Path:
        """A certificate for somebody, signed with one of the keys, and its chain: a file."""
        return _write(into, called, *self._signed(called, names, key_file, ca=False), self.chain)

    def claim_below(self, into: Path, called: str, key_file: Path) -> Path:
        """The same by way of one more authority."""
        below, below_key = self._signed("No constraints", (), key_file, ca=True)
        leaf, key = _certificate(called, (called,), below.subject, below_key, ca=False)
        return _write(into, called, leaf, key, below.public_bytes(Encoding.PEM) + self.chain)

    def _signed(
        self, called: str, names: Iterable[str], key_file: Path, *, ca: bool
    ) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
        signer = load_pem_private_key(key_file.read_bytes(), None)
        assert isinstance(signer, ec.EllipticCurvePrivateKey)
        issuer = x509.load_pem_x509_certificate(self.chain).subject
        return _certificate(called, names, issuer, signer, ca=ca)


def _certificate(
    called: str,
    names: Iterable[str],
    issuer: x509.Name,
    signer: ec.EllipticCurvePrivateKey,
    *,
    ca: bool,
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    key = ec.generate_private_key(ec.SECP256R1())
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, called)]))
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False
        )
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    known = [_general(name) for name in names]
    if known:
        made = made.add_extension(x509.SubjectAlternativeName(known), critical=False)
    return made.sign(signer, hashes.SHA256()), key


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _write(
    into: Path, called: str, leaf: x509.Certificate, key: ec.EllipticCurvePrivateKey, chain: bytes
) -> Path:
    written = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file = into / f"{called}.pem"
    file.write_bytes(written + leaf.public_bytes(Encoding.PEM) + chain)
    return file


class Pretenders:
    """A proxy (CONNECT) that takes everybody to one of the claims, whoever they ask for.

    ``asked`` are those whose certificate was believed, so that something was asked of them; ``refused`` the
    others that somebody came to.
    """

    def __init__(self, claims: dict[str, Path]) -> None:
        self._contexts = {}
        for called, file in claims.items():
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(file)
            self._contexts[called] = context
        self.asked: set[str] = set()
        self.refused: set[str] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def forget(self) -> None:
        """Nobody has come yet."""
        self.asked.clear()
        self.refused.clear()

    def await_all(self, seconds: float = 60) -> None:
        """Until somebody came to each."""
        until = time.monotonic() + seconds
        while self._contexts.keys() - self.asked - self.refused and time.monotonic() < until:
            time.sleep(0.1)
        assert self._contexts.keys() == self.asked | self.refused

    def close(self) -> None:
        """Done with them."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._lead, args=(near,), daemon=True).start()

    def _lead(self, near: socket.socket) -> None:
        near.settimeout(30)
        with near, suppress(OSError):
            head = b""
            while not head.endswith(b"\r\n\r\n"):
                more = near.recv(1)
                if not more:
                    return
                head += more
            wanted = head.split()[1].decode().rpartition(":")[0]
            if head.startswith(b"CONNECT") and wanted in self._contexts:
                near.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                self._pretend(wanted, near)

    def _pretend(self, called: str, near: socket.socket) -> None:
        try:
            with self._contexts[called].wrap_socket(near, server_side=True) as line:
                believed = bool(line.recv(4096))
                if believed:
                    self.asked.add(called)
                    line.sendall(ANSWER)
        except OSError:
            believed = False
        if not believed:
            self.refused.add(called)
