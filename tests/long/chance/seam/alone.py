"""``python -m tests.long.chance.seam.alone``: the evening of an app that has no database, told as JSON.

What only a server needs cannot be imported meanwhile.
"""

import json
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType

REFUSED = (
    "sqlalchemy", "flask_sqlalchemy", "flask_migrate", "alembic", "psycopg", "sqlite3",
    "flask_limiter", "limits", "prometheus_client", "whitenoise", "flask_compress", "brotli",
    "gunicorn", "gevent",
)  # fmt: skip
"""What a server needs and a table does not."""


class Absent(MetaPathFinder):
    """Packages that are not installed, as far as anybody can tell."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        """Refuse a package by its name."""
        if name.split(".")[0] in REFUSED:
            raise ModuleNotFoundError(f"{name} is not there", name=name)


def main() -> None:
    """Open, play, and say what was told."""
    sys.meta_path.insert(0, Absent())
    from companion.pocket.store import BrowserStore
    from companion.table_app import create_table_app
    from tests.long.chance.seam.evening import tell

    store = BrowserStore(lambda name, text: None)
    store.codes_begin = ""  # as a server's
    json.dump(tell(create_table_app(store)), sys.stdout)


if __name__ == "__main__":
    main()
