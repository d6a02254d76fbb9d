"""The certificate authority (CA) of this computer, with which phones verify https in the local network.

A root signs an intermediate, and the intermediate signs the server's certificate (the leaf). Both are
limited to one host name and to private addresses: some clients ignore name constraints on a root, but none
on an intermediate. The root's private key signs once and is never stored. So a thief of the folder cannot
sign for other names.
"""

from __future__ import annotations

import shutil
import ssl
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import NAMESPACE_OID, uuid5

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.lan.data_folder import read_or_choose_hostname
from companion.limits import parse_address

PRIVATE_NETWORKS: tuple[IPv4Network | IPv6Network, ...] = tuple(
    ip_network(network)
    for network in (
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "169.254.0.0/16", "::1/128",
        "fe80::/10", "fc00::/7",
    )
)  # fmt: skip
"""Private (RFC 1918, 4193), link-local and loopback addresses."""
CA_LIFETIME = timedelta(days=3650)
LEAF_LIFETIME = timedelta(days=90)
"""Apple accepts at most 825 days for certificates of a private CA (support page 103769)."""
CLOCK_TOLERANCE = timedelta(days=1)
KEYS_FOLDER, ROOT_FILE, INTERMEDIATE_FILE, KEY_FILE = "keys", "root.crt", "signing.crt", "signing.key"


class LocalCAError(Exception):
    """The stored CA cannot sign certificates. The message says why: a file is damaged, for example."""


@dataclass(frozen=True)
class LocalCA:
    """The certificate authority of this computer, with the private key of its intermediate certificate."""

    name: str
    root: x509.Certificate
    intermediate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @classmethod
    def load_or_create(cls, folder: Path) -> LocalCA:
        """Return the CA stored in a folder; create it if there is none.

        Raise LocalCAError if the stored CA is damaged or expired. It is not replaced then, because phones
        trust it.
        """
        name = read_or_choose_hostname(folder)
        if not (folder / KEYS_FOLDER).exists():
            _create_ca(folder, name)
        return cls._load(folder / KEYS_FOLDER, name)

    @classmethod
    def _load(cls, folder: Path, name: str) -> LocalCA:
        try:
            root, intermediate = (
                x509.load_pem_x509_certificate((folder / file).read_bytes())
                for file in (ROOT_FILE, INTERMEDIATE_FILE)
            )
            key = load_pem_private_key((folder / KEY_FILE).read_bytes(), None)
        except (OSError, ValueError) as error:
            raise LocalCAError(f"{folder}: {error}") from error
        if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != intermediate.public_key():
            raise LocalCAError(f"{folder}: the key is not that of the certificate")
        if not intermediate.not_valid_before_utc <= datetime.now(UTC) < intermediate.not_valid_after_utc:
            raise LocalCAError(f"{folder}: out of date, or this machine's clock is wrong")
        return cls(name, root, intermediate, key)

    @property
    def fingerprint(self) -> str:
        """The last four bytes of the root's SHA-256 fingerprint, as phones show them: ``4F·9A·C2·71``."""
        return "·".join(f"{byte:02X}" for byte in self.root.fingerprint(hashes.SHA256())[-4:])

    @property
    def common_name(self) -> str:
        """The common name of the root, which phones show in their list of certificates."""
        return str(self.root.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)

    @property
    def root_der(self) -> bytes:
        """The root certificate that phones install, in DER."""
        return self.root.public_bytes(Encoding.DER)

    def payload_uuid(self, payload: str) -> str:
        """Return the UUID of the part ``payload`` of the configuration profile for Apple's devices.

        The UUID never changes, so that a second installation of this CA replaces the first.
        """
        return str(uuid5(NAMESPACE_OID, f"{payload} {self.root.fingerprint(hashes.SHA256()).hex()}"))

    def issue_leaf(self, context: ssl.SSLContext, addresses: Collection[str]) -> datetime:
        """Issue a certificate for the CA's host name and for ``addresses``, and load it into a TLS context.

        Public addresses are left out. Open connections are not affected. Return the time at which the
        certificate must be renewed.
        """
        key = ec.generate_private_key(ec.SECP256R1())
        private = [parsed for address in addresses if (parsed := parse_private_address(address))]
        names = [x509.DNSName(self.name), *map(x509.IPAddress, private)]
        common_name = f"Table of {_short_hostname(self.name)}"
        leaf = (
            _certificate_builder(common_name, key, self.intermediate.subject, self.key, LEAF_LIFETIME)
            .add_extension(x509.SubjectAlternativeName(names), critical=False)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .sign(self.key, hashes.SHA256())
        )
        chain = leaf.public_bytes(Encoding.PEM) + self.intermediate.public_bytes(Encoding.PEM)
        with TemporaryDirectory() as folder:
            file = Path(folder, "leaf.pem")
            file.touch(mode=0o600)
            file.write_bytes(_private_key_pem(key) + chain)
            context.load_cert_chain(file)
        return min(leaf.not_valid_after_utc, self.intermediate.not_valid_after_utc) - LEAF_LIFETIME / 3


def parse_private_address(address: str) -> IPv4Address | IPv6Address | None:
    """Return an address in ``PRIVATE_NETWORKS`` as an object, without its zone; None for any other text."""
    parsed = parse_address(address)
    return parsed if parsed and any(parsed in network for network in PRIVATE_NETWORKS) else None


def delete_ca(folder: Path) -> None:
    """Delete the certificates and the key of a CA. The host name stays; the next start creates a new CA."""
    shutil.rmtree(folder / KEYS_FOLDER, ignore_errors=True)


def _create_ca(folder: Path, name: str) -> None:
    """Create root, intermediate and key. If two processes do so at once, those of the first stay."""
    root_key, intermediate_key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    prefix = f"Table companion {_short_hostname(name)}"
    constraints = x509.NameConstraints(
        [x509.DNSName(name), *map(x509.IPAddress, PRIVATE_NETWORKS)], excluded_subtrees=None
    )
    root_name = f"{prefix} ({_key_id(root_key)})"
    root = (
        _certificate_builder(root_name, root_key, _x509_name(root_name), root_key, CA_LIFETIME, 1)
        .add_extension(constraints, critical=True)
        .sign(root_key, hashes.SHA256())
    )
    intermediate_name = f"{prefix} signing ({_key_id(intermediate_key)})"
    intermediate = (
        _certificate_builder(intermediate_name, intermediate_key, root.subject, root_key, CA_LIFETIME, 0)
        .add_extension(constraints, critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(root_key, hashes.SHA256())
    )
    with TemporaryDirectory(dir=folder) as new, suppress(OSError):
        keys = Path(new, KEYS_FOLDER)
        keys.mkdir(mode=0o700)
        (keys / KEY_FILE).touch(mode=0o600)
        (keys / KEY_FILE).write_bytes(_private_key_pem(intermediate_key))
        (keys / INTERMEDIATE_FILE).write_bytes(intermediate.public_bytes(Encoding.PEM))
        (keys / ROOT_FILE).write_bytes(root.public_bytes(Encoding.PEM))
        keys.rename(folder / KEYS_FOLDER)


def _certificate_builder(
    common_name: str, key: ec.EllipticCurvePrivateKey, issuer: x509.Name,
    issuer_key: ec.EllipticCurvePrivateKey, lifetime: timedelta, ca_path_length: int | None = None,
) -> x509.CertificateBuilder:  # fmt: skip
    """Return a builder of a certificate that allows ``ca_path_length`` levels of CAs below; None: no CA."""
    now, is_ca = datetime.now(UTC), ca_path_length is not None
    key_usage = x509.KeyUsage(
        digital_signature=not is_ca, key_cert_sign=is_ca, crl_sign=is_ca, content_commitment=False,
        key_encipherment=False, data_encipherment=False, key_agreement=False, encipher_only=False,
        decipher_only=False,
    )  # fmt: skip
    key_identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    issuer_identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key())
    return (
        x509.CertificateBuilder()
        .subject_name(_x509_name(common_name))
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCK_TOLERANCE)
        .not_valid_after(now + lifetime)
        .add_extension(key_identifier, critical=False)
        .add_extension(issuer_identifier, critical=False)
        .add_extension(x509.BasicConstraints(is_ca, ca_path_length), critical=True)
        .add_extension(key_usage, critical=True)
    )


def _x509_name(common_name: str) -> x509.Name:
    """Return a name for a certificate. Without a space, clients would check the name as a host name."""
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name)])


def _short_hostname(name: str) -> str:
    return name.removeprefix("table-").removesuffix(".local")


def _key_id(key: ec.EllipticCurvePrivateKey) -> str:
    """Return four hex digits of a key for the name of a CA, as Firefox confuses CAs of the same name."""
    return x509.SubjectKeyIdentifier.from_public_key(key.public_key()).digest.hex()[:4].upper()


def _private_key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
