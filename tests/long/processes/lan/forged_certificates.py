"""Forges certificates like somebody who has stolen the folder of the local CA."""

from collections.abc import Iterable
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


class StolenCA:
    """The folder of a local CA, from which an attacker has read the only stored key."""

    def __init__(self, folder: Path) -> None:
        self.root, self.intermediate = (next(folder.rglob(name)) for name in ("root.crt", "signing.crt"))
        self.name = next(folder.rglob("name")).read_text("utf-8")
        files = [file for file in folder.rglob("*") if file.is_file()]
        [self.key_file] = [file for file in files if b"PRIVATE KEY" in file.read_bytes()]

    def forge(self, folder: Path, common_name: str, names: Iterable[str]) -> Path:
        """Write a file with a certificate for these names, its key and its chain, and return the path."""
        signer_key = load_pem_private_key(self.key_file.read_bytes(), None)
        assert isinstance(signer_key, ec.EllipticCurvePrivateKey)
        chain = self.intermediate.read_bytes()
        key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
        leaf = (
            x509.CertificateBuilder()
            .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name)]))
            .issuer_name(x509.load_pem_x509_certificate(chain).subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=30))
            .add_extension(x509.SubjectAlternativeName(map(_make_general_name, names)), critical=False)
            .sign(signer_key, hashes.SHA256())
        )
        key_pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        file = folder / f"{common_name}.pem"
        file.write_bytes(key_pem + leaf.public_bytes(Encoding.PEM) + chain)
        return file


def _make_general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)
