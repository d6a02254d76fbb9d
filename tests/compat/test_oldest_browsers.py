"""The oldest supported browsers know every feature in use, except those in ``exceptions.toml``."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

from hatch_build import BUILT_FOLDER
from tests import ROOT
from tests.compat.newer_features import oldest_versions
from tests.compat.used_features import names_in_pages, names_in_scripts, names_in_styles

FOLDER = Path(__file__).parent
NEWER = json.loads((FOLDER / "newer.json").read_text("utf-8"))
EXCEPTIONS = tomllib.loads((FOLDER / "exceptions.toml").read_text("utf-8"))


def newer_features_in(styles: Path, pages: Path) -> Iterator[tuple[str, str]]:
    """Yield (kind, name) of each feature in these folders that is too new."""
    for by_kind in (names_in_styles(styles), names_in_scripts(styles), names_in_pages(pages)):
        for kind, names in by_kind.items():
            newer = set(" ".join(NEWER.get(kind, ())).split())
            yield from ((kind, name) for name in sorted(names & newer))


def test_newer_features_are_listed_as_exceptions() -> None:
    exceptions = {(kind, name) for kind, names in EXCEPTIONS.items() for name in names}
    used = set(newer_features_in(ROOT / BUILT_FOLDER, ROOT / "templates"))
    assert used - exceptions == set(), "too new, or a name of ours: say which in exceptions.toml"
    assert exceptions - used == set(), "no longer used: take it out of exceptions.toml"


def test_the_data_match_the_supported_versions() -> None:
    assert NEWER["least"] == oldest_versions()


def test_the_readme_names_the_supported_versions() -> None:
    oldest = oldest_versions()
    assert oldest["safari_ios"] == oldest["safari"]
    versions = "Chrome {chrome_android}, Firefox {firefox_android} and Safari {safari}".format(**oldest)
    assert versions.removesuffix(".0") in (ROOT / "README.md").read_text("utf-8")
