"""Settings from environment variables, with defaults for a laptop."""

import os
import secrets
import sys
from pathlib import Path
from typing import Any

from limits import parse
from sqlalchemy.engine import make_url

from companion.lan.addresses import listen_host
from companion.lan.data_folder import DATABASE_FILE_NAME, read_or_create
from companion.store.backups import database_file


def load_settings(folder: Path) -> dict[str, Any]:
    """Return the settings for ``app.config``; docs/operating.md lists the environment variables.

    Create the SQLite file and the secret key in the data folder ``folder``, if they are used and missing.
    """
    url = database_url(folder)
    create_database_file(url, folder)
    return {
        "SQLALCHEMY_DATABASE_URI": url,
        "DATABASE_TIMEOUT": 3.0,
        "SECRET_KEY": os.environ.get("COMPANION_SECRET")
        or read_or_create(folder / "secret", secrets.token_urlsafe(32)),
        "PUBLIC_ADDRESS": public_address(),
        "LISTEN_HOST": listen_host(),
        "PROXIES": read_number("COMPANION_PROXIES", 0),
        "SESSION_COOKIE_SECURE": https_mode() == "proxy",
        "JOIN_LIMIT": _read_join_limit(),
        "MAX_STREAMS_PER_ADDRESS": read_number("COMPANION_STREAMS", 100),
        "MAX_STREAMS": 3000,
        "MAX_CONTENT_LENGTH": 256 * 1024,
        "MAX_FORM_MEMORY_SIZE": 256 * 1024,
        "RATELIMIT_ENABLED": os.environ.get("COMPANION_RATE_LIMITS", "1") != "0",
        "RATELIMIT_STORAGE_URI": "memory://",
        "COMPRESS_ALGORITHM": ["br", "gzip"],
        "COMPRESS_BR_LEVEL": 5,
        "COMPRESS_MIMETYPES": ["text/html", "application/json", "text/plain"],
        "COMPRESS_STREAMS": False,
        "METRICS": os.environ.get("COMPANION_METRICS", "") == "1",
        "RELEASE": os.environ.get("COMPANION_RELEASE", ""),
        "MAX_CACHED_TABLES": 2000,
    }


def read_number(name: str, default: int) -> int:
    """Return a setting that is a whole number. Raise SystemExit if it is not."""
    value = os.environ.get(name, "").strip() or str(default)
    if not (value.isascii() and value.isdigit()):
        raise SystemExit(f"{name} is {value!r}: it has to be a whole number.")
    return int(value)


def _read_join_limit() -> str:
    value = os.environ.get("COMPANION_JOIN_LIMIT") or "40 per minute"
    try:
        parse(value)
    except ValueError:
        raise SystemExit(f"COMPANION_JOIN_LIMIT is {value!r}: it has to be like '40 per minute'.") from None
    return value


def database_url(folder: Path) -> str:
    """Return the SQLAlchemy URL: ``COMPANION_DATABASE``, or that of the SQLite file in the data folder.

    A relative path of a SQLite file is meant from the data folder. If ``COMPANION_DATABASE_PASSWORD_FILE``
    is set, the password is read from that file.
    """
    url = os.environ.get("COMPANION_DATABASE") or f"sqlite:///{folder / DATABASE_FILE_NAME}"
    file = database_file(url)
    if file and not file.is_absolute() and not str(file).startswith("file:"):
        url = make_url(url).set(database=str(folder / file)).render_as_string(hide_password=False)
    if password_file := os.environ.get("COMPANION_DATABASE_PASSWORD_FILE"):
        password = Path(password_file).read_text(encoding="utf-8").strip()
        return make_url(url).set(password=password).render_as_string(hide_password=False)
    return url


def create_database_file(url: str, folder: Path) -> None:
    """Create the SQLite file of a URL, for its owner alone, if it is in the data folder and missing."""
    file = database_file(url)
    if file and file.is_relative_to(folder):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)  # it contains names and logs


def describe_storage(url: str) -> str:
    """Return where the data is stored, for people: the folder of a SQLite database, else its URL.

    >>> describe_storage("postgresql://ann:secret@host/companion")
    'postgresql://ann:***@host/companion'
    """
    file = database_file(url)
    return str(file.parent) if file else make_url(url).render_as_string(hide_password=True)


def public_address() -> str:
    """Return ``COMPANION_ADDRESS`` as a URL, or "" if it is not set. Raise SystemExit if it has a path."""
    address = os.environ.get("COMPANION_ADDRESS", "").rstrip("/")
    if address and "//" not in address:
        address = f"http://{address}"
    if "/" in address.partition("//")[2]:
        sys.exit(f"COMPANION_ADDRESS={address}: the companion needs a name of its own, not a path of one.")
    return address


def https_mode() -> str:
    """Return ``COMPANION_HTTPS``: ``own`` (the local CA), ``files``, ``proxy`` or ``off``.

    The default is ``own``, and ``off`` behind a proxy. Raise SystemExit for any other value.
    """
    value = os.environ.get("COMPANION_HTTPS", "")
    mode = {"": "off" if read_number("COMPANION_PROXIES", 0) else "own", "0": "off", "1": "proxy"}.get(
        value, value
    )
    if mode not in ("own", "files", "proxy", "off"):
        raise SystemExit(f"COMPANION_HTTPS is own, files, proxy or off, and not {value!r}.")
    return mode
