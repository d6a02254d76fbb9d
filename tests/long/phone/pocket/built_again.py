"""What a phone takes along is the same bytes each time: `make phone` asks it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from pocket.build import WORK, compiled_files
from tests.long.phone.pocket.conftest import Node
from tests.pocket.conftest import BUILT


def test_built_again_it_is_the_same(node: Node, tmp_path: Path) -> None:
    files = json.loads((BUILT / "manifest.json").read_bytes())["files"]
    for name, content in compiled_files(WORK / "npm" / "package", tmp_path):
        assert hashlib.sha256(content).hexdigest() == files[name]["sha256"], name
