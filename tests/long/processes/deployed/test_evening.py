"""The operator’s page has no command that nobody ran: ``make deploy-test`` types them."""

from __future__ import annotations

import re

from tests import ROOT

MARKED = re.compile(r"<!-- (on the (database|standby): [a-z ]+|not run by a test: .+) -->")


def test_every_command_of_an_operator_is_typed_or_marked() -> None:
    lines = (ROOT / "docs" / "operating.md").read_text().splitlines()
    blocks = [number for number, line in enumerate(lines) if line == "```sh"]
    assert blocks
    assert not [lines[number + 1] for number in blocks if not MARKED.fullmatch(lines[number - 1])]
    deeds = (ROOT / "tests" / "deployed" / "evening.py").read_text()
    for number in blocks:
        if lines[number - 1].startswith("<!-- on the "):
            host, what = re.findall(r"on the (\w+): (.*) -->", lines[number - 1])[0]
            assert f'typed("{host}", "{what}")' in deeds
