"""Builds the offline bundle in ``build/offline``.

It downloads Pyodide (Python for browsers) from npm at the version and hash below, copies the app and its
packages into a source tree, requests all pages of the app, and compiles the modules that are then imported.
Each file name contains the hash of its content. The build is reproducible.
"""

import argparse
import base64
import gzip
import hashlib
import json
import shutil
import struct
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import brotli

from companion.offline.app import create_offline_app
from companion.offline.store import BrowserStore
from hatch_build import OFFLINE_SOURCES, BuildError, run_node, run_npm, sources_digest
from offline_bundle.source_tree import ROOT, collect_licences, copy_file, write_source_tree

BUILT_FOLDER, WORK_FOLDER = ROOT / "build" / "offline", ROOT / "build" / "offline.work"
PYODIDE_VERSION = "314.0.7"
PYODIDE_INTEGRITY = "sha512-" + (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""The hash of Pyodide's archive, in the format of npm."""
RUNTIME_FILE_NAMES = ("pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs")
MAX_DOWNLOAD_BYTES = 6_000_000
"""The largest size of the download: all files together, compressed with brotli."""
ZIP_DATE = (1980, 1, 1, 0, 0, 0)


def main() -> None:
    """Build the bundle, and print the size of each file. Raise SystemExit if the download is too large."""
    runtime = fetch_pyodide(WORK_FOLDER / "npm")
    files = [*read_runtime_files(runtime), *compile_archives(runtime, WORK_FOLDER)]
    files.append(("licences.txt", collect_licences().encode()))
    manifest = write_bundle(files, BUILT_FOLDER, WORK_FOLDER / "squeezed")
    for name, file in manifest["files"].items():
        print(f"{file['wire']:>9,} of {file['size']:>10,}  {name}")
    total = sum(file["wire"] for file in manifest["files"].values())
    print(f"{total:>9,} on the wire (brotli)")
    if total > MAX_DOWNLOAD_BYTES:
        sys.exit(f"That is more than {MAX_DOWNLOAD_BYTES:,}.")


def fetch_pyodide(folder: Path) -> Path:
    """Return the folder with Pyodide's files. Download their archive into ``folder`` if it is not there.

    Raise SystemExit if the archive does not have the hash ``PYODIDE_INTEGRITY``.
    """
    file = folder / f"pyodide-{PYODIDE_VERSION}.tgz"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        run_npm("pack", "--silent", f"pyodide@{PYODIDE_VERSION}", "--pack-destination", folder)
    integrity = "sha512-" + base64.b64encode(hashlib.sha512(file.read_bytes()).digest()).decode()
    if integrity != PYODIDE_INTEGRITY:
        file.unlink()
        sys.exit(f"Pyodide's archive is not the one that is pinned: {integrity}")
    if not (folder / "package").exists():
        with tarfile.open(file) as archive:
            archive.extractall(folder, filter="data")
    return folder / "package"


def read_runtime_files(runtime: Path) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of each file of Pyodide, and of each script of the service worker.

    ``runtime`` is the folder with Pyodide's files.
    """
    for name in RUNTIME_FILE_NAMES:
        content = (runtime / name).read_bytes()
        if name == "pyodide.mjs":
            content = content.split(b"//# sourceMappingURL")[0]
        yield name, content
    for name in ("python.mjs", "worker.mjs", "offline_copies.mjs", "upload.mjs"):
        yield name, (ROOT / "offline_bundle" / name).read_bytes()


def compile_archives(runtime: Path, work: Path) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of two archives: Python's library, and the app with its packages.

    They have only the modules that pages import. ``runtime`` is the folder with Pyodide's files, and
    ``work`` is a folder for temporary files.
    """
    tree, out = work / "tree", work / "compiled"
    shutil.rmtree(out, ignore_errors=True)
    texts: dict[str, str | None] = {}
    write_source_tree(tree, create_offline_app(BrowserStore(texts.__setitem__)))
    run_node(ROOT / "offline_bundle" / "compile.mjs", runtime, tree, out)
    for file in _list_files(tree):
        if file.suffix != ".py":
            copy_file(file, out / "app" / file.relative_to(tree))
    yield "python.zip", zip_folder(out / "lib")
    yield "companion.bin", build_archive(out / "app")


def zip_folder(folder: Path) -> bytes:
    """Return a zip file of a folder, as bytes. It is not compressed, because brotli will compress it."""
    output = BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_STORED) as archive:
        for file in _list_files(folder):
            info = zipfile.ZipInfo(file.relative_to(folder).as_posix(), ZIP_DATE)
            archive.writestr(info, file.read_bytes())
    return output.getvalue()


def build_archive(folder: Path) -> bytes:
    """Return the files of a folder as one archive, in the format that ``python.mjs`` unpacks.

    It has four bytes with the length of the index, the index (a JSON list of name and size of each file),
    and all contents.
    """
    files = [(file.relative_to(folder).as_posix(), file.read_bytes()) for file in _list_files(folder)]
    index = json.dumps([(name, len(content)) for name, content in files]).encode()
    return struct.pack(">I", len(index)) + index + b"".join(content for _, content in files)


def write_bundle(files: list[tuple[str, bytes]], built: Path, cache: Path) -> dict[str, Any]:
    """Write each file with its compressed copies, and the manifest. Return the manifest.

    ``files`` are (name, content) pairs. ``built`` is the folder of the bundle, which is replaced. ``cache``
    is a folder with compressed copies from earlier builds.
    """
    new = built.with_name("offline.new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    cache.mkdir(parents=True, exist_ok=True)
    entries: dict[str, Any] = {}
    for name, content in files:
        digest = hashlib.sha256(content).hexdigest()
        stem, _, ending = name.rpartition(".")
        hashed_name = f"{stem}-{digest[:16]}.{ending}"
        compressed = _read_or_compute(cache / digest, partial(brotli.compress, content))
        (new / hashed_name).write_bytes(content)
        (new / f"{hashed_name}.br").write_bytes(compressed)
        (new / f"{hashed_name}.gz").write_bytes(gzip.compress(content, mtime=0))
        sizes = {"size": len(content), "wire": len(compressed)}
        entries[name] = {"name": hashed_name, **sizes, "sha256": digest}
    sources = sources_digest(ROOT, OFFLINE_SOURCES)
    manifest = {"sources": sources, "lock": make_pyodide_lock(), "files": entries}
    (new / "manifest.json").write_text(json.dumps(manifest, indent=1, sort_keys=True), encoding="utf-8")
    shutil.rmtree(built, ignore_errors=True)
    new.rename(built)
    return manifest


def make_pyodide_lock() -> dict[str, object]:
    """Return the content of a Pyodide lock file that names no packages."""
    info = json.loads((WORK_FOLDER / "npm" / "package" / "pyodide-lock.json").read_bytes())["info"]
    return {"info": info, "packages": {}}


def _read_or_compute(file: Path, compute: Callable[[], bytes]) -> bytes:
    if not file.exists():
        file.write_bytes(compute())
    return file.read_bytes()


def _list_files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file())


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m offline_bundle.build", description=__doc__).parse_args()
    try:
        main()
    except BuildError as error:
        sys.exit(f"The offline app cannot be built. {error}")
