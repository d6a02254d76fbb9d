"""Writes the conformance set of each game: computes the cases of the TOML files, and keeps frozen ones.

To add a case, write it into ``<slug>.toml`` or ``seeds/<slug>/examples.toml`` first.
"""

import json

from companion.games import GAMES
from tests.conformance.cases import CONFORMANCE_FOLDER, Case, JudgedCase, load_jsonl_cases, load_toml_cases


def add_verdict(slug: str, case: Case) -> Case:
    """Return the case with the verdict, code and section that the app's rules give for its move, if any."""
    if "move" not in case:
        return case
    judged = JudgedCase(slug, case)
    return {**case, "verdict": judged.verdict, "code": judged.code, "section": judged.section}


def write_cases(slug: str) -> None:
    cases = [add_verdict(slug, case) for case in load_toml_cases(slug).values()]
    file = CONFORMANCE_FOLDER / f"{slug}.jsonl"
    file.touch()
    cases += [case for case in load_jsonl_cases(slug) if "reasons" in case]
    lines = (json.dumps(case, ensure_ascii=False, separators=(", ", ": ")) for case in cases)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(slug, len(cases))


if __name__ == "__main__":
    for game in GAMES:
        write_cases(game.meta.slug)
