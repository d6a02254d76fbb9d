"""The conformance set: our own referee passes it, it covers every refusal, and every sentence of a rulebook
has the case that it decides."""

import json
from typing import Any

import pytest

from companion.games import BY_SLUG, GAMES
from tests.conformance.cases import JudgedCase, picked, rows, written

SLUGS = [game.meta.slug for game in GAMES]


@pytest.mark.parametrize("slug", SLUGS)
def test_our_referee_judges_every_case_as_it_says(slug: str) -> None:
    for case in written(slug):
        judged, name = JudgedCase(slug, case), (slug, case["case"])
        if "move" in case:
            assert judged.verdict == case["verdict"], name
            assert (judged.code, judged.section) == (case["code"], case["section"]), name
        assert judged.reasons <= set(case.get("reasons", judged.reasons)), name
        for path, value in case.get("shows", {}).items():
            shown = judged.shown(path)
            assert shown == (None if value == "hidden" else value), (*name, path, shown)
        for line in case.get("points", ()):
            assert judged.score_line(line["seat"], line["category"]).points == line["points"], name
        if "places" in case:
            assert judged.places()[0] == case["places"], name
        if "ending" in case:
            ending = judged.game.ending(judged.after)
            assert ending is not None, name
            assert ending.code == case["ending"], name


@pytest.mark.parametrize("slug", SLUGS)
def test_the_set_holds_what_was_picked(slug: str) -> None:
    """``python -m tests.conformance`` writes it again."""
    found = {case["case"]: case for case in written(slug)}
    for name, case in picked(slug).items():
        line = {key: found[name][key] for key in case if key in found[name]} if name in found else {}
        assert line == json.loads(json.dumps(case)), name


@pytest.mark.parametrize("slug", SLUGS)
def test_every_kind_of_move_is_in_the_set_as_a_legal_one(slug: str) -> None:
    """That every refusal is in it follows from the examples, which it holds."""
    legal = {case["move"]["move"] for case in written(slug) if case.get("verdict") == "legal"}
    only_allowed_by_the_table = {"Skip"} if slug == "giza" else set()
    assert {kind.__name__ for kind in BY_SLUG[slug].moves} - legal <= only_allowed_by_the_table


@pytest.mark.parametrize("slug", SLUGS)
def test_every_sentence_decides_its_case(slug: str) -> None:
    cases = {case["case"]: case for case in written(slug)}
    for row in rows(slug):
        assert row["section"] in BY_SLUG[slug].words.sections(), row
        assert ("case" in row) != bool(row.get("unseen")), row
        if "case" in row:
            assert decides(slug, row["section"], cases[row["case"]]), (slug, row)


def decides(slug: str, section: str, case: dict[str, Any]) -> bool:
    """Whether a case turns on its section: what is refused there, the score line, the end or the place that
    comes of it; or a value that the move it allows changes."""
    judged = JudgedCase(slug, case)
    if case.get("verdict") in ("refused", "warned"):
        return judged.section == section
    if "points" in case:
        lines = [judged.score_line(line["seat"], line["category"]) for line in case["points"]]
        return all(line.rule == section for line in lines)
    if "places" in case:
        return section in judged.places()[1]
    if "ending" in case:
        ending = judged.game.ending(judged.after)
        return ending is not None and ending.rule == section
    if case.get("always") or "move" not in case:
        return bool(case["shows"])
    changed = [judged.shown(path) != judged.shown(path, before=True) for path in case.get("shows", ())]
    return bool(changed) and all(changed) and case["verdict"] == "legal"
