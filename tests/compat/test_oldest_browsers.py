"""What pages use is known to the oldest browsers that are meant, or stands among the exceptions."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

from hatch_build import BUILT
from tests import ROOT
from tests.compat.newer_features import least
from tests.compat.used_features import in_pages, in_scripts, in_styles

HERE = Path(__file__).parent
NEWER = json.loads((HERE / "newer.json").read_text("utf-8"))
EXCEPTIONS = tomllib.loads((HERE / "exceptions.toml").read_text("utf-8"))


def unknown(styles: Path, pages: Path) -> Iterator[tuple[str, str]]:
    for found in (in_styles(styles), in_scripts(styles), in_pages(pages)):
        for kind, names in found.items():
            newer = set(" ".join(NEWER.get(kind, ())).split())
            yield from ((kind, name) for name in sorted(names & newer))


def test_what_is_newer_stands_among_the_exceptions_with_what_happens_then() -> None:
    excepted = {(kind, name) for kind, names in EXCEPTIONS.items() for name in names}
    used = set(unknown(ROOT / BUILT, ROOT / "templates"))
    assert used - excepted == set(), "too new, or a name of ours: say which in exceptions.toml"
    assert excepted - used == set(), "no longer used: take it out of exceptions.toml"


def test_the_data_are_of_the_versions_that_are_declared() -> None:
    assert NEWER["least"] == least()


def test_the_readme_names_them() -> None:
    oldest = least()
    assert oldest["safari_ios"] == oldest["safari"]
    versions = "Chrome {chrome_android}, Firefox {firefox_android} and Safari {safari}".format(**oldest)
    assert versions.removesuffix(".0") in (ROOT / "README.md").read_text("utf-8")
