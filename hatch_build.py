"""Makes what goes over the wire, in ``build/static``, of the readable files in ``static``.

``python hatch_build.py`` builds it in a checkout; a wheel and an editable install are built with it.
"""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import jsmeld
import lightningcss
import minify
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from whitenoise import compress

SOURCES, BUILT = Path("static"), Path("build/static")
POCKET = Path("build/pocket")
IN_POCKET = ("companion", "templates", "seeds", "pocket")
UNREAD = (".pyc", ".mo")
IMPORTED = re.compile(r'(?:\bfrom|\bimport)\s+"([^"]+)"')
"""The file named by ``import … from "./a.js"``, ``import "./a.js"`` or ``@import "a.css"``."""
SCRIPT = {"target": "es2022", "minify": False, "source_map": False, "typescript": False}
ENCLOSED = "(() => {%s})();"
"""Names that nothing outside can see may be shortened."""


class BuiltStatic(BuildHookInterface[Any]):
    """Packs what was built in place of the sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        build(root / SOURCES, root / BUILT)
        if self.target_name == "wheel" and version != "editable":
            build_data["force_include"][str(root / BUILT)] = "companion/static"
            if pocket := pocket_to_pack(root, os.environ.get("COMPANION_POCKET", "")):
                build_data["force_include"][str(pocket)] = "companion/static/pocket"


def pocket_to_pack(root: Path, asked: str) -> Path | None:
    """What ``make pocket`` left, for a wheel; None where it did not, or something changed since.

    ``asked`` is 1 where a wheel without it must not be made, and 0 where it is left out.
    """
    built = root / POCKET
    made = built / "manifest.json"
    parts = [root / name for name in IN_POCKET]
    files = (file for part in parts for file in part.rglob("*") if file.suffix not in UNREAD)
    newest = max((file.stat().st_mtime for file in files if file.is_file()), default=0)
    if asked == "0" or not (made.is_file() and made.stat().st_mtime >= newest):
        if asked == "1":
            raise FileNotFoundError(f"{POCKET} is missing or older than its sources: make pocket")
        return None
    return built


def build(sources: Path, built: Path) -> None:
    """Write everything a page asks for into ``built``: bundled, made small, compressed."""
    new = built.with_name(f"{built.name}.new")
    for old in (new, built):
        shutil.rmtree(old, ignore_errors=True)
    for compressed in [*sources.rglob("*.br"), *sources.rglob("*.gz")]:
        compressed.unlink()  # an earlier release left them beside the sources
    files = [file for file in sources.rglob("*") if file.is_file()]
    browsers = least_versions(sources.parent)
    for file in set(files) - imported(files):
        target = new / file.relative_to(sources)
        target.parent.mkdir(parents=True, exist_ok=True)
        made_by_hand = "vendor" not in target.parts
        if file.suffix == ".js" and made_by_hand:
            target.write_text(script(file), encoding="utf-8")
        elif file.suffix == ".css" and made_by_hand:
            style = lightningcss.bundle_css(str(file), browsers_list=browsers, minify=True)
            target.write_text(style, encoding="utf-8")
        else:
            shutil.copy(file, target)
    compress.main(["--quiet", str(new)])
    new.rename(built)


def least_versions(root: Path) -> list[str]:
    """The oldest browsers that are meant, as a browserslist: styles are written so that these read them."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    browsers: list[str] = project["tool"]["companion"]["browsers"]
    return browsers


def script(file: Path) -> str:
    """A script with all that it imports; what others made small stands first, as it is."""
    theirs = [name for name in IMPORTED.findall(file.read_text(encoding="utf-8")) if "/vendor/" in name]
    options: Any = {**SCRIPT, "externals": theirs}
    ours = jsmeld.bundle(str(file), options)
    for name in theirs:
        ours = ours.replace(f'import "{name}";', "")
    first = "".join((file.parent / name).read_text(encoding="utf-8") + "\n" for name in theirs)
    small: str = minify.string("application/javascript", ENCLOSED % ours)
    return first + small


def imported(files: list[Path]) -> set[Path]:
    """The files that are parts of others: no page asks for one of them."""
    return {
        (file.parent / name).resolve()
        for file in files
        if file.suffix in (".js", ".css") and "vendor" not in file.parts
        for name in IMPORTED.findall(file.read_text(encoding="utf-8"))
    }


if __name__ == "__main__":
    root = Path(__file__).resolve().parent
    build(root / SOURCES, root / BUILT)
