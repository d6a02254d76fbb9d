"""Sentences that sounded wrong to somebody: kept in a file of the installation, told to nobody else."""

from __future__ import annotations

from pathlib import Path

MAX_REPORTS = 200
"""So many of the newest are kept."""
MAX_LENGTH = 300
"""Letters of one; the rest is cut off."""
_FILE = "reported_sentences.txt"


def save_report(folder: Path, language: str, sentence: str) -> None:
    """Keep a sentence, on one line with the language that it was read in; the same one once."""
    sentence = " ".join(sentence.split())[:MAX_LENGTH]
    line = f"{language} {sentence}"
    if sentence:
        folder.mkdir(parents=True, exist_ok=True)
        others = [each for each in _lines(folder) if each != line]
        (folder / _FILE).write_text("\n".join([line, *others][:MAX_REPORTS]), encoding="utf-8")


def load_reports(folder: Path) -> list[tuple[str, str]]:
    """Language and sentence of each that is kept, the newest first."""
    parts = (line.partition(" ") for line in _lines(folder))
    return [(language, sentence) for language, _, sentence in parts]


def _lines(folder: Path) -> list[str]:
    file = folder / _FILE
    return file.read_text(encoding="utf-8").split("\n") if file.exists() else []
