"""Forges certificates like somebody who has stolen the folder of the local CA."""

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
    """An issuer of certificates. ``chain`` has its certificates up to the root, as PEM."""

    name: x509.Name
    key: ec.EllipticCurvePrivateKey
    chain: bytes


class StolenCA:
    """The folder of a local CA, from which an attacker has read the only stored key."""

    def __init__(self, folder: Path) -> None:
        self.root, self.intermediate = (next(folder.rglob(name)) for name in ("root.crt", "signing.crt"))
        self.name = next(folder.rglob("name")).read_text("utf-8")
        files = [file for file in folder.rglob("*") if file.is_file()]
        [self.key_file] = [file for file in files if b"PRIVATE KEY" in file.read_bytes()]
        key = load_pem_private_key(self.key_file.read_bytes(), None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        chain = self.intermediate.read_bytes()
        self.signer = Signer(x509.load_pem_x509_certificate(chain).subject, key, chain)

    def forge(self, folder: Path, common_name: str, names: Iterable[str]) -> Path:
        """Write a file with a certificate for these names, its key and its chain, and return the path."""
        return _write_chain_file(folder, common_name, names, self.signer)

    def forge_with_unconstrained_ca(self, folder: Path, common_name: str) -> Path:
        """Write a file like ``forge``, but let another CA sign it that has no name constraints."""
        ca, key = _make_certificate("No constraints", (), self.signer, is_ca=True)
        chain = ca.public_bytes(Encoding.PEM) + self.signer.chain
        return _write_chain_file(folder, common_name, (common_name,), Signer(ca.subject, key, chain))


def _write_chain_file(folder: Path, common_name: str, names: Iterable[str], signer: Signer) -> Path:
    leaf, key = _make_certificate(common_name, names, signer, is_ca=False)
    key_pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file = folder / f"{common_name}.pem"
    file.write_bytes(key_pem + leaf.public_bytes(Encoding.PEM) + signer.chain)
    return file


def _make_certificate(
    common_name: str, names: Iterable[str], signer: Signer, *, is_ca: bool
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    key = ec.generate_private_key(ec.SECP256R1())
    now = datetime.now(UTC)
    issuer_key_id = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.key.public_key())
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name)]))
        .issuer_name(signer.name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.BasicConstraints(ca=is_ca, path_length=None), critical=True)
        .add_extension(issuer_key_id, critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    if alternative_names := [_make_general_name(name) for name in names]:
        builder = builder.add_extension(x509.SubjectAlternativeName(alternative_names), critical=False)
    return builder.sign(signer.key, hashes.SHA256()), key


def _make_general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)
