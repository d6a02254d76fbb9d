"""Certificates with which whoever has the keys of a house claims to be somebody."""

from collections.abc import Iterable
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Signer:
    """Who signs: a name, a key, and what leads from there to the root."""

    name: x509.Name
    key: ec.EllipticCurvePrivateKey
    chain: bytes


class House:
    """A house's folder, as a thief has it: the certificates, and every key that lies in it."""

    def __init__(self, folder: Path) -> None:
        self.root, self.signing = (next(folder.rglob(name)) for name in ("root.crt", "signing.crt"))
        self.name = next(folder.rglob("name")).read_text("utf-8")
        files = [file for file in folder.rglob("*") if file.is_file()]
        [self.key_file] = [file for file in files if b"PRIVATE KEY" in file.read_bytes()]
        key = load_pem_private_key(self.key_file.read_bytes(), None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        chain = self.signing.read_bytes()
        self.signer = Signer(x509.load_pem_x509_certificate(chain).subject, key, chain)

    def claim(self, into: Path, called: str, names: Iterable[str]) -> Path:
        """A certificate for somebody with these names besides, its key and its chain: a file."""
        return _written(into, called, names, self.signer)

    def claim_below(self, into: Path, called: str) -> Path:
        """The same by way of one more authority, which is confined to nothing."""
        below, key = _certificate("No constraints", (), self.signer, ca=True)
        chain = below.public_bytes(Encoding.PEM) + self.signer.chain
        return _written(into, called, (called,), Signer(below.subject, key, chain))


def _written(into: Path, called: str, names: Iterable[str], signer: Signer) -> Path:
    leaf, key = _certificate(called, names, signer, ca=False)
    written = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file = into / f"{called}.pem"
    file.write_bytes(written + leaf.public_bytes(Encoding.PEM) + signer.chain)
    return file


def _certificate(
    called: str, names: Iterable[str], signer: Signer, *, ca: bool
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    key = ec.generate_private_key(ec.SECP256R1())
    now = datetime.now(UTC)
    by = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.key.public_key())
    made = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, called)]))
        .issuer_name(signer.name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
        .add_extension(by, critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    if known := [_general(name) for name in names]:
        made = made.add_extension(x509.SubjectAlternativeName(known), critical=False)
    return made.sign(signer.key, hashes.SHA256()), key


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)
