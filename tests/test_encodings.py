"""The build uses UTF-8 on every system.

Ruff (PLW1514) checks other code, and `make required` fails if the app opens a file without an encoding.
"""

import os
import subprocess
import sys
from pathlib import Path

from tests import ROOT


def test_the_build_does_not_depend_on_the_locale(tmp_path: Path) -> None:
    """The test uses ASCII instead of other encodings, such as cp1252 on Windows."""
    code = "import sys; from pathlib import Path; import hatch_build; hatch_build.build(Path(sys.argv[1]))"
    options = ("-X", "warn_default_encoding", "-W", "error::EncodingWarning:hatch_build")
    result = subprocess.run(
        [sys.executable, *options, "-c", code, tmp_path / "static"], cwd=ROOT, capture_output=True,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )  # fmt: skip
    assert result.returncode == 0, result.stderr.decode()
    assert (tmp_path / "static" / "build.json").is_file()
