"""Operations for editions: the numbers printed in one physical box. The secret in the URL gives access."""

from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from companion.api.operations import OPEN_TABLE_RATE, Name, operation
from companion.editions import service
from companion.tables.opening import get_game


class EditionLinkResponse(TypedDict):
    """The secret in the URLs of an edition, and the number of its newest version."""

    edition: str
    version: int


@operation("POST", "/editions", status=201, bearer=False, errors=(422,), limit=OPEN_TABLE_RATE)
def save_edition(body: Annotated[dict[str, Any], service.EditionFile]) -> EditionLinkResponse:
    """Store an edition. The body is a file that the page of an edition offers for download.

    Its ``record`` contains the printed numbers: for a pad, a list of sheets.
    """
    get_game(body["game"])
    service.check_record(body["game"], body["record"])
    secret = service.create_edition(body["game"], body["name"], body["record"], body["by"])
    return {"edition": secret, "version": 1}


class EditionVersionResponse(TypedDict):
    version: int
    by: str


class EditionResponse(TypedDict):
    game: str
    name: str
    version: int
    record: Any
    versions: list[EditionVersionResponse]


@operation("GET", "/editions/{edition}", bearer=False)
def read_edition(edition: str) -> EditionResponse:
    """Read an edition: the newest version, and the author of each version."""
    stored = service.get_edition(edition)
    newest = service.get_version(stored)
    return {
        "game": stored.slug,
        "name": stored.name,
        "version": newest.number,
        "record": newest.record,
        "versions": [{"version": v.number, "by": v.by} for v in stored.versions],
    }


@dataclass(frozen=True, slots=True)
class Correction:
    record: Annotated[Any, "As in the edition's file."]
    by: Name = ""


@operation("PUT", "/editions/{edition}", bearer=False, errors=(422,))
def correct_edition(edition: str, body: Correction) -> EditionLinkResponse:
    """Store a corrected record as the next version; tables keep the version they began with."""
    stored = service.get_edition(edition)
    get_game(stored.slug)
    service.check_record(stored.slug, body.record)
    return {"edition": edition, "version": service.add_version(stored, body.record, body.by)}


@operation("DELETE", "/editions/{edition}", bearer=False)
def remove_edition(edition: str) -> None:
    """Delete an edition for everybody. With the secret in a group's library, only that group loses it."""
    service.delete_edition(edition)
