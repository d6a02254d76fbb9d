"""Makes what goes over the wire, in ``build/static``, of the readable files in ``static``.

``python hatch_build.py`` builds it in a checkout; a wheel and an editable install are built with it.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import jsmeld
import lightningcss
import minify
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from whitenoise import compress

SOURCES, BUILT = Path("static"), Path("build/static")
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


def build(sources: Path, built: Path) -> None:
    """Write everything a page asks for into ``built``: bundled, made small, compressed."""
    new = built.with_name(f"{built.name}.new")
    for old in (new, built):
        shutil.rmtree(old, ignore_errors=True)
    for compressed in [*sources.rglob("*.br"), *sources.rglob("*.gz")]:
        compressed.unlink()  # an earlier release left them beside the sources
    files = [file for file in sources.rglob("*") if file.is_file()]
    for file in set(files) - imported(files):
        target = new / file.relative_to(sources)
        target.parent.mkdir(parents=True, exist_ok=True)
        made_by_hand = "vendor" not in target.parts
        if file.suffix == ".js" and made_by_hand:
            target.write_text(script(file))
        elif file.suffix == ".css" and made_by_hand:
            target.write_text(lightningcss.bundle_css(str(file), minify=True))
        else:
            shutil.copy(file, target)
    compress.main(["--quiet", str(new)])
    new.rename(built)


def script(file: Path) -> str:
    """A script with all that it imports; what others made small stands first, as it is."""
    theirs = [name for name in IMPORTED.findall(file.read_text()) if "/vendor/" in name]
    ours = jsmeld.bundle(str(file), {**SCRIPT, "externals": theirs})
    for name in theirs:
        ours = ours.replace(f'import "{name}";', "")
    first = "".join((file.parent / name).read_text() + "\n" for name in theirs)
    return first + minify.string("application/javascript", ENCLOSED % ours)


def imported(files: list[Path]) -> set[Path]:
    """The files that are parts of others: no page asks for one of them."""
    return {
        (file.parent / name).resolve()
        for file in files
        if file.suffix in (".js", ".css") and "vendor" not in file.parts
        for name in IMPORTED.findall(file.read_text())
    }


if __name__ == "__main__":
    root = Path(__file__).resolve().parent
    build(root / SOURCES, root / BUILT)
