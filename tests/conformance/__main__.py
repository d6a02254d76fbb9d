"""Writes the conformance set of each game: the picked cases anew, the frozen ones as they are.

To add a case, write it into ``<slug>.toml`` or ``seeds/<slug>/examples.toml`` first.
"""

import json

from companion.games import GAMES
from tests.conformance.cases import HERE, Case, JudgedCase, picked, written


def finished(slug: str, case: Case) -> Case:
    """A case with the code and the section of its move, as our rules name them."""
    if "move" not in case:
        return case
    judged = JudgedCase(slug, case)
    return {**case, "verdict": judged.verdict, "code": judged.code, "section": judged.section}


def write(slug: str) -> None:
    cases = [finished(slug, case) for case in picked(slug).values()]
    file = HERE / f"{slug}.jsonl"
    file.touch()
    cases += [case for case in written(slug) if "reasons" in case]
    lines = (json.dumps(case, ensure_ascii=False, separators=(", ", ": ")) for case in cases)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(slug, len(cases))


if __name__ == "__main__":
    for game in GAMES:
        write(game.meta.slug)
