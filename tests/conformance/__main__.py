"""Write the conformance set of each game. Picked cases are computed again, frozen ones stay as they are.

To add a case, write it into ``<slug>.toml`` or ``seeds/<slug>/examples.toml`` first.
"""

import json

from companion.games import GAMES
from tests.conformance.cases import HERE, Case, JudgedCase, picked_cases, written_cases


def with_verdict(slug: str, case: Case) -> Case:
    """Return a case with the code and the section that our rules give."""
    if "move" not in case:
        return case
    judged = JudgedCase(slug, case)
    return {**case, "verdict": judged.verdict, "code": judged.code, "section": judged.section}


def write(slug: str) -> None:
    cases = [with_verdict(slug, case) for case in picked_cases(slug).values()]
    file = HERE / f"{slug}.jsonl"
    file.touch()
    cases += [case for case in written_cases(slug) if "reasons" in case]
    lines = (json.dumps(case, ensure_ascii=False, separators=(", ", ": ")) for case in cases)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(slug, len(cases))


if __name__ == "__main__":
    for game in GAMES:
        write(game.meta.slug)
