"""``python -m tests.printed_terms FOLDER``: whether each French term stands where its file says.

The folder holds the rulebooks' texts as ``<slug>.fr.txt``; they are not part of the project.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.test_terms import SLUGS, terms


def missing(folder: Path) -> list[str]:
    """The terms that do not begin a word of the line that is said to print them."""
    found = []
    for slug in SLUGS:
        lines = (folder / f"{slug}.fr.txt").read_text().replace("**", "").lower().splitlines()
        for term in terms(slug):
            line = f" {lines[term['printed'] - 1]}".replace("'", "’")
            if term["word"].lower() not in line:
                found.append(f"{slug}: {term['word']} is not in line {term['printed']}")
    return found


if __name__ == "__main__":
    wrong = missing(Path(sys.argv[1]))
    print("\n".join(wrong) or "every term is printed where its file says")
    sys.exit(bool(wrong))
