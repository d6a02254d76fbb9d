"""Editions: what a box prints, kept once by its link; the secret in the address is the capability."""

from __future__ import annotations

from typing import Any

from companion.api.group_responses import Kept, KeptEdition
from companion.api.operations import OPEN_LIMIT, operation
from companion.api.requests import Correction
from companion.api.responses import Ended
from companion.editions.file import EditionFile
from companion.editions.keeping import (
    check_record,
    correct,
    edition_of,
    forget,
    keep,
    version_of,
)
from companion.tables.opening import game_on_shelf


@operation(
    "POST", "/editions", Kept, body=EditionFile, status=201, bearer=False, faults=(422,),
    limit=OPEN_LIMIT,
)  # fmt: skip
def keep_an_edition(body: dict[str, Any]) -> dict[str, Any]:
    """Keep an edition: the body is the file that the edition's page gives out.

    The record is the value of the game's printed option: for the roll-and-write a list of sheets.
    """
    game_on_shelf(body["game"])
    check_record(body["game"], body["record"])
    return {"edition": keep(body["game"], body["name"], body["record"], body["by"]), "version": 1}


@operation("GET", "/editions/{edition}", KeptEdition, bearer=False)
def read_edition(edition: str) -> dict[str, Any]:
    """An edition: the newest version, and who made which."""
    kept = edition_of(edition)
    newest = version_of(kept)
    return {
        "game": kept.slug,
        "name": kept.name,
        "version": newest.number,
        "record": newest.record,
        "versions": [{"version": v.number, "by": v.by} for v in kept.versions],
    }


@operation("PUT", "/editions/{edition}", Kept, body=Correction, bearer=False, faults=(422,))
def correct_an_edition(edition: str, body: dict[str, Any]) -> dict[str, Any]:
    """Keep a corrected record as the next version; tables keep what they began with."""
    kept = edition_of(edition)
    game_on_shelf(kept.slug)
    check_record(kept.slug, body["record"])
    return {"edition": edition, "version": correct(kept, body["record"], body["by"])}


@operation("DELETE", "/editions/{edition}", Ended, bearer=False)
def forget_an_edition(edition: str) -> dict[str, Any]:
    """Delete an edition for everybody who has its link."""
    forget(edition_of(edition))
    return {"ended": True}
