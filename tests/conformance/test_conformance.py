"""The app's rules pass the conformance set, and each sentence of a rulebook has a case that decides it."""

import json
from typing import Any

from companion.games import GAMES_BY_SLUG
from tests.all_games import each_slug
from tests.conformance.cases import (
    CONFORMANCE_FOLDER,
    JudgedCase,
    load_cases,
    load_sentence_rows,
    load_toml_cases,
)


@each_slug
def test_our_rules_give_the_stated_result_of_every_case(slug: str) -> None:
    for case in load_cases(slug):
        judged, name = JudgedCase(slug, case), (slug, case["case"])
        if "move" in case:
            assert (judged.verdict, judged.code) == (case["verdict"], case.get("code", "")), name
            assert judged.section == case.get("section", judged.section), name
        assert judged.reasons <= set(case.get("reasons", judged.reasons)), name
        for path, value in case.get("shows", {}).items():
            shown = judged.get_shown_value(path)
            assert shown == (None if value == "hidden" else value), (*name, path, shown)
        for line in case.get("points", ()):
            assert judged.get_score_line(line["seat"], line["category"]).points == line["points"], name
        if "places" in case:
            assert judged.get_places_and_rules()[0] == case["places"], name
        if "ending" in case:
            ending = judged.game.ending(judged.after)
            assert ending is not None, name
            assert ending.code == case["ending"], name


@each_slug
def test_refusals_have_the_stated_values_and_places_on_the_board(slug: str) -> None:
    """``refusals.json`` has them for the first case with each code."""
    stated = json.loads((CONFORMANCE_FOLDER / "refusals.json").read_text("utf-8"))[slug]
    refusals: dict[str, Any] = {}
    for name, case in load_toml_cases(slug).items():
        if reason := JudgedCase(slug, case).reason:
            values = json.loads(json.dumps(dict(reason.values)))
            refusals.setdefault(reason.code, {"case": name, "values": values, "at": list(reason.at)})
    assert refusals == stated


@each_slug
def test_every_kind_of_move_is_legal_in_some_case(slug: str) -> None:
    legal = {case["move"]["move"] for case in load_cases(slug) if case.get("verdict") == "legal"}
    only_allowed_by_the_table = {"Skip"} if slug == "giza" else set()
    assert {kind.__name__ for kind in GAMES_BY_SLUG[slug].moves} - legal <= only_allowed_by_the_table


@each_slug
def test_every_sentence_of_the_rulebook_decides_its_case(slug: str) -> None:
    cases = {case["case"]: case for case in load_cases(slug)}
    for row in load_sentence_rows(slug):
        assert row["section"] in GAMES_BY_SLUG[slug].words.rule_sections(), row
        assert ("case" in row) != bool(row.get("unseen")), row
        if "case" in row:
            assert depends_on_section(slug, row["section"], cases[row["case"]]), (slug, row)


def depends_on_section(slug: str, section: str, case: dict[str, Any]) -> bool:
    """Return whether this section of the rules decides a result that the case states.

    Such a result is a refusal, a score line, the ending, a place, or a value that the legal move
    changes.
    """
    judged = JudgedCase(slug, case)
    if case.get("verdict") in ("refused", "warned"):
        return judged.section == section
    if "points" in case:
        lines = [judged.get_score_line(line["seat"], line["category"]) for line in case["points"]]
        return all(line.rule == section for line in lines)
    if "places" in case:
        return section in judged.get_places_and_rules()[1]
    if "ending" in case:
        ending = judged.game.ending(judged.after)
        return ending is not None and ending.rule == section
    if case.get("always") or "move" not in case:
        return bool(case["shows"])
    changed = [
        judged.get_shown_value(path) != judged.get_shown_value(path, before=True)
        for path in case.get("shows", ())
    ]
    return bool(changed) and all(changed) and case["verdict"] == "legal"
