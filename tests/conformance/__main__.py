"""``python -m tests.conformance giza`` prints the conformance set of a game, one case for each line."""

import json
import sys

from tests.conformance.cases import JudgedCase, load_cases


def print_cases(slug: str) -> None:
    for case in load_cases(slug):
        if "move" in case:
            judged = JudgedCase(slug, case)
            case = {**case, "code": judged.code, "section": judged.section}
        print(json.dumps(case, ensure_ascii=False))


if __name__ == "__main__":
    print_cases(sys.argv[1])
