"""The authority of one house: what a phone trusts so that a table at home may prove that it is itself.

It has two steps, and both may speak for one name and for private addresses only: some verifiers do not
ask what a certificate that they trust is confined to, but all ask that of the one below it. The key of
the upper one signs once and is never written down: nothing on the disk can sign for anybody else.
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

from companion.lan.ca_folder import local_hostname
from companion.limits import parse_address

PRIVATE_NETWORKS: tuple[IPv4Network | IPv6Network, ...] = tuple(
    map(
        ip_network,
        ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "169.254.0.0/16",
         "::1/128", "fe80::/10", "fc00::/7"),
    )
)  # fmt: skip
"""Addresses within houses (RFC 1918, 4193), on one link, and of a machine itself: none of the internet."""
CA_LIFETIME = timedelta(days=3650)
LEAF_LIFETIME = timedelta(days=90)
"""Apple takes at most 825 days below an authority of one's own (its support page 103769)."""
CLOCK_TOLERANCE = timedelta(days=1)
KEYS_FOLDER, ROOT_FILE, INTERMEDIATE_FILE, KEY_FILE = "keys", "root.crt", "signing.crt", "signing.key"


class LocalCAError(Exception):
    """An authority that cannot sign: damaged, cut short, or out of date. Says which."""


@dataclass(frozen=True)
class LocalCA:
    """The authority of one house, with the key of its lower step."""

    name: str
    root: x509.Certificate
    signing: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @classmethod
    def load_or_create(cls, folder: Path) -> LocalCA:
        """The authority that is kept in a folder; made where there is none yet.

        Raises LocalCAError where it is damaged or out of date: it is never made anew by itself, as phones
        trust the one that they were shown.
        """
        name = local_hostname(folder)
        if not (folder / KEYS_FOLDER).exists():
            _create_ca(folder, name)
        return cls._load(folder / KEYS_FOLDER, name)

    @classmethod
    def _load(cls, folder: Path, name: str) -> LocalCA:
        try:
            root, signing = (
                x509.load_pem_x509_certificate((folder / file).read_bytes())
                for file in (ROOT_FILE, INTERMEDIATE_FILE)
            )
            key = load_pem_private_key((folder / KEY_FILE).read_bytes(), None)
        except (OSError, ValueError) as error:
            raise LocalCAError(f"{folder}: {error}") from error
        if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != signing.public_key():
            raise LocalCAError(f"{folder}: the key is not that of the certificate")
        if not signing.not_valid_before_utc <= datetime.now(UTC) < signing.not_valid_after_utc:
            raise LocalCAError(f"{folder}: out of date, or this machine's clock is wrong")
        return cls(name, root, signing, key)

    @property
    def fingerprint(self) -> str:
        """The root's SHA-256 by its last eight characters, which phones show: ``4F·9A·C2·71``."""
        return "·".join(f"{byte:02X}" for byte in self.root.fingerprint(hashes.SHA256())[-4:])

    @property
    def common_name(self) -> str:
        """What a phone calls it: the root's name."""
        return str(self.root.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)

    @property
    def root_der(self) -> bytes:
        """What a phone is asked to trust: the root, in DER."""
        return self.root.public_bytes(Encoding.DER)

    def payload_uuid(self, of: str) -> str:
        """A UUID that stays the same for this authority: what is installed again replaces itself."""
        return str(uuid5(NAMESPACE_OID, f"{of} {self.root.fingerprint(hashes.SHA256()).hex()}"))

    def issue_leaf(self, context: ssl.SSLContext, addresses: Collection[str]) -> datetime:
        """Have a context prove from now on that it is the house, at its name and at these addresses.

        Those that are not private are left out. Connections that stand go on. Returns when it has to be
        done anew, whatever addresses there are then.
        """
        key = ec.generate_private_key(ec.SECP256R1())
        leaf = self._leaf(key, list(filter(None, map(parse_private_address, addresses))))
        chain = b"".join(made.public_bytes(Encoding.PEM) for made in (leaf, self.signing))
        with TemporaryDirectory() as made:
            file = Path(made, "leaf.pem")
            file.touch(mode=0o600)
            file.write_bytes(_private_key_pem(key) + chain)
            context.load_cert_chain(file)
        return min(leaf.not_valid_after_utc, self.signing.not_valid_after_utc) - LEAF_LIFETIME / 3

    def _leaf(
        self, key: ec.EllipticCurvePrivateKey, addresses: list[IPv4Address | IPv6Address]
    ) -> x509.Certificate:
        names = [x509.DNSName(self.name), *map(x509.IPAddress, addresses)]
        made = (
            _certificate_builder(
                f"Table of {_short_name(self.name)}", key, self.signing.subject, self.key, LEAF_LIFETIME
            )
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.SubjectAlternativeName(names), critical=False)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(_key_usage(signs=False), critical=True)
        )
        return made.sign(self.key, hashes.SHA256())


def parse_private_address(address: str) -> IPv4Address | IPv6Address | None:
    """An address that the authority may speak for, without its link's name; None for any other."""
    parsed = parse_address(address)
    return parsed if parsed and any(parsed in network for network in PRIVATE_NETWORKS) else None


def delete_ca(folder: Path) -> None:
    """Delete an authority, so that the next start makes another. The house keeps its name."""
    shutil.rmtree(folder / KEYS_FOLDER, ignore_errors=True)


def _create_ca(folder: Path, name: str) -> None:
    """Make both steps, all at once: of two processes that do, both have those that were there first."""
    upper, lower = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    house = f"Table companion {_short_name(name)}"
    confined = x509.NameConstraints(
        [x509.DNSName(name), *map(x509.IPAddress, PRIVATE_NETWORKS)], excluded_subtrees=None
    )
    called = f"{house} ({_key_id(upper)})"
    root = _add_ca_extensions(
        _certificate_builder(called, upper, _x509_name(called), upper, CA_LIFETIME), confined, below=1
    )
    upper_step = root.sign(upper, hashes.SHA256())
    called = f"{house} signing ({_key_id(lower)})"
    signing = _add_ca_extensions(
        _certificate_builder(called, lower, upper_step.subject, upper, CA_LIFETIME), confined, below=0
    )
    serves = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    signed = signing.add_extension(serves, critical=False).sign(upper, hashes.SHA256())
    with TemporaryDirectory(dir=folder) as made, suppress(OSError):
        keys = Path(made, KEYS_FOLDER)
        keys.mkdir(mode=0o700)
        (keys / KEY_FILE).touch(mode=0o600)
        (keys / KEY_FILE).write_bytes(_private_key_pem(lower))
        (keys / INTERMEDIATE_FILE).write_bytes(signed.public_bytes(Encoding.PEM))
        (keys / ROOT_FILE).write_bytes(upper_step.public_bytes(Encoding.PEM))
        keys.rename(folder / KEYS_FOLDER)


def _certificate_builder(
    called: str,
    key: ec.EllipticCurvePrivateKey,
    by: x509.Name,
    signer: ec.EllipticCurvePrivateKey,
    lasts: timedelta,
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    mine = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    theirs = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key())
    return (
        x509.CertificateBuilder()
        .subject_name(_x509_name(called))
        .issuer_name(by)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCK_TOLERANCE)
        .not_valid_after(now + lasts)
        .add_extension(mine, critical=False)
        .add_extension(theirs, critical=False)
    )


def _add_ca_extensions(
    made: x509.CertificateBuilder, confined: x509.NameConstraints, *, below: int
) -> x509.CertificateBuilder:
    return (
        made.add_extension(x509.BasicConstraints(ca=True, path_length=below), critical=True)
        .add_extension(_key_usage(signs=True), critical=True)
        .add_extension(confined, critical=True)
    )


def _key_usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs, key_cert_sign=signs, crl_sign=signs, content_commitment=False,
        key_encipherment=False, data_encipherment=False, key_agreement=False, encipher_only=False,
        decipher_only=False,
    )  # fmt: skip


def _x509_name(name: str) -> x509.Name:
    """A name with blanks in it: what looks like a host is checked as one."""
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _short_name(name: str) -> str:
    return name.removeprefix("table-").removesuffix(".local")


def _key_id(key: ec.EllipticCurvePrivateKey) -> str:
    """Four signs of a key: two authorities of one name confuse a phone (Firefox)."""
    return x509.SubjectKeyIdentifier.from_public_key(key.public_key()).digest.hex()[:4].upper()


def _private_key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
