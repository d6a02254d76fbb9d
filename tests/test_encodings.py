"""The build reads and writes UTF-8 on every system.

Ruff (PLW1514) finds other files; `make required` fails where the app opens one without its encoding.
"""

import os
import subprocess
import sys
from pathlib import Path

from tests import ROOT


def test_the_build_does_not_depend_on_the_locale(tmp_path: Path) -> None:
    """ASCII stands for any encoding that is not UTF-8, as Windows' cp1252."""
    code = "import sys; from pathlib import Path; import hatch_build; hatch_build.build(Path(sys.argv[1]))"
    options = ("-X", "warn_default_encoding", "-W", "error::EncodingWarning:hatch_build")
    done = subprocess.run(
        [sys.executable, *options, "-c", code, tmp_path / "static"], cwd=ROOT, capture_output=True,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    assert (tmp_path / "static" / "build.json").is_file()
