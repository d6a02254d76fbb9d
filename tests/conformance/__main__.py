"""Writes the cases of each game to ``build/conformance``, with the verdicts of the app's rules."""

import json

from companion.games import GAMES
from tests import ROOT
from tests.conformance.cases import Case, JudgedCase, load_cases


def add_verdict(slug: str, case: Case) -> Case:
    """Return the case with the verdict, code and section that the app's rules give, if it has a move."""
    if "move" not in case:
        return case
    judged = JudgedCase(slug, case)
    return {**case, "verdict": judged.verdict, "code": judged.code, "section": judged.section}


if __name__ == "__main__":
    folder = ROOT / "build" / "conformance"
    folder.mkdir(parents=True, exist_ok=True)
    for slug in (game.meta.slug for game in GAMES):
        cases = [add_verdict(slug, case) for case in load_cases(slug).values()]
        lines = (json.dumps(case, ensure_ascii=False) for case in cases)
        (folder / f"{slug}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(slug, len(cases))
