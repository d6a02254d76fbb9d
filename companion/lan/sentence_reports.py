"""Sentences that players reported as wrong, stored in a file for the person who runs the app."""

from pathlib import Path

MAX_REPORTS = 200
"""Number of reports that are kept, the newest first."""
MAX_REPORT_LENGTH = 300
"""Length in characters at which a sentence is cut off."""
_REPORTS_FILE_NAME = "reported_sentences.txt"


def save_report(folder: Path, language: str, sentence: str) -> None:
    """Store a reported sentence with its language code. A repeated report becomes the newest."""
    sentence = " ".join(sentence.split())[:MAX_REPORT_LENGTH]
    line = f"{language} {sentence}"
    if sentence:
        folder.mkdir(parents=True, exist_ok=True)
        others = [each for each in _read_lines(folder) if each != line]
        (folder / _REPORTS_FILE_NAME).write_text("\n".join([line, *others][:MAX_REPORTS]), encoding="utf-8")


def load_reports(folder: Path) -> list[tuple[str, str]]:
    """Return (language, sentence) of each report, the newest first."""
    parts = (line.partition(" ") for line in _read_lines(folder))
    return [(language, sentence) for language, _, sentence in parts]


def _read_lines(folder: Path) -> list[str]:
    file = folder / _REPORTS_FILE_NAME
    return file.read_text(encoding="utf-8").split("\n") if file.exists() else []
