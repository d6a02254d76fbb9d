"""The oldest supported browsers have every feature in use, except those in ``exceptions.toml``."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

from hatch_build import BUILT_FOLDER
from tests import ROOT
from tests.compat.newer_features import get_oldest_versions
from tests.compat.used_features import collect_page_names, collect_script_names, collect_style_names

COMPAT_FOLDER = Path(__file__).parent
NEWER_NAMES = json.loads((COMPAT_FOLDER / "newer.json").read_text("utf-8"))
EXCEPTIONS = tomllib.loads((COMPAT_FOLDER / "exceptions.toml").read_text("utf-8"))


def iterate_newer_features(styles: Path, pages: Path) -> Iterator[tuple[str, str]]:
    """Yield (kind, name) of each feature that these folders use and that the oldest browsers lack."""
    for by_kind in (collect_style_names(styles), collect_script_names(styles), collect_page_names(pages)):
        for kind, names in by_kind.items():
            newer = set(" ".join(NEWER_NAMES.get(kind, ())).split())
            yield from ((kind, name) for name in sorted(names & newer))


def test_newer_features_are_listed_as_exceptions() -> None:
    exceptions = {(kind, name) for kind, names in EXCEPTIONS.items() for name in names}
    used = set(iterate_newer_features(ROOT / BUILT_FOLDER, ROOT / "templates"))
    assert used - exceptions == set(), "too new, or a name of ours: say which in exceptions.toml"
    assert exceptions - used == set(), "no longer used: take it out of exceptions.toml"


def test_the_data_match_the_supported_versions() -> None:
    assert NEWER_NAMES["least"] == get_oldest_versions()


def test_the_readme_names_the_supported_versions() -> None:
    oldest = get_oldest_versions()
    assert oldest["safari_ios"] == oldest["safari"]
    versions = "Chrome {chrome_android}, Firefox {firefox_android} and Safari {safari}".format(**oldest)
    assert versions.removesuffix(".0") in (ROOT / "README.md").read_text("utf-8")
