"""Editions: what a box prints, kept once by its link; the secret in the address is the capability."""

from __future__ import annotations

from typing import Any

from companion.api.group_responses import EditionLinkResponse, EditionResponse
from companion.api.operations import OPEN_LIMIT, operation
from companion.api.requests import Correction
from companion.api.responses import DoneResponse
from companion.editions import service
from companion.editions.edition_file import EditionFile
from companion.tables.opening import get_game


@operation(
    "POST", "/editions", EditionLinkResponse, body=EditionFile, status=201, bearer=False, faults=(422,),
    limit=OPEN_LIMIT,
)  # fmt: skip
def save_edition(body: dict[str, Any]) -> dict[str, Any]:
    """Keep an edition: the body is the file that the edition's page gives out.

    The record is the value of the game's printed option: where it is a pad, a list of sheets.
    """
    get_game(body["game"])
    service.check_record(body["game"], body["record"])
    return {
        "edition": service.create_edition(body["game"], body["name"], body["record"], body["by"]),
        "version": 1,
    }


@operation("GET", "/editions/{edition}", EditionResponse, bearer=False)
def read_edition(edition: str) -> dict[str, Any]:
    """An edition: the newest version, and who made which."""
    kept = service.get_edition(edition)
    newest = service.get_version(kept)
    return {
        "game": kept.slug,
        "name": kept.name,
        "version": newest.number,
        "record": newest.record,
        "versions": [{"version": v.number, "by": v.by} for v in kept.versions],
    }


@operation("PUT", "/editions/{edition}", EditionLinkResponse, body=Correction, bearer=False, faults=(422,))
def correct_edition(edition: str, body: dict[str, Any]) -> dict[str, Any]:
    """Keep a corrected record as the next version; tables keep what they began with."""
    kept = service.get_edition(edition)
    get_game(kept.slug)
    service.check_record(kept.slug, body["record"])
    return {"edition": edition, "version": service.add_version(kept, body["record"], body["by"])}


@operation("DELETE", "/editions/{edition}", DoneResponse, bearer=False)
def remove_edition(edition: str) -> dict[str, Any]:
    """Delete an edition for everybody who has its link."""
    service.delete_edition(service.get_edition(edition))
    return {"ended": True}
