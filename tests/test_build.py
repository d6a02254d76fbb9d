"""When the files for browsers are built, and what is served if they cannot be."""

import json
import os
from pathlib import Path

import pytest

import hatch_build
from companion.web.plumbing.assets import static_folder


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout on a computer without Node, with a complete build."""
    monkeypatch.setattr(hatch_build, "ROOT", tmp_path)
    monkeypatch.setattr(hatch_build, "node_folder", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in hatch_build.BUILT_FROM[1:]:
        (tmp_path / name).write_text(name, "utf-8")
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "a.js").write_text("1", "utf-8")
    built = tmp_path / hatch_build.BUILT
    built.mkdir(parents=True)
    sources = hatch_build.sources_digest(tmp_path, hatch_build.BUILT_FROM)
    (built / "build.json").write_text(json.dumps({"sources": sources}), "utf-8")
    return tmp_path


def test_a_build_of_these_sources_is_served_whatever_their_times(checkout: Path) -> None:
    os.utime(checkout / hatch_build.BUILT / "build.json", (0, 0))
    assert hatch_build.is_built(required=True)
    assert static_folder(checkout) == checkout / hatch_build.BUILT


@pytest.mark.parametrize("changed", ["static/a.js", "static/new.css", *hatch_build.BUILT_FROM[1:]])
def test_a_build_of_other_sources_is_never_served(
    checkout: Path, changed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / changed).write_text("changed", "utf-8")
    assert not hatch_build.is_built(required=False)
    assert static_folder(checkout) == checkout / "static"
    assert "Browsers load the source files" in capsys.readouterr().out


def test_tests_and_releases_need_the_build(checkout: Path) -> None:
    (checkout / "static" / "a.js").write_text("changed", "utf-8")
    with pytest.raises(SystemExit, match="npm is missing"):
        hatch_build.is_built(required=True)
