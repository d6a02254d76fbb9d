"""Editions in the database and as files. Each has a secret link, of which only the hash is stored."""

import json
import secrets
from typing import Any

from marshmallow import RAISE, Schema, fields
from marshmallow.validate import Equal, Length, OneOf
from sqlalchemy import delete, select

from companion.engine.game import Option, check_option
from companion.games import GAMES, GAMES_BY_SLUG
from companion.limits.rate_limits import count_attempt
from companion.store.models import Edition, EditionVersion, Group, GroupEdition, db
from companion.tables.errors import Malformed, NotFound, Refused
from companion.tables.links import hash_secret
from companion.tables.names import tidy_name
from companion.tables.opening import get_game
from companion.tables.schemas import StrictInteger, parse_json, validate_data

MAX_RECORD_BYTES = 64 * 1024
MAX_NAME_LENGTH = 40
MAX_VERSIONS = 50
"""An edition keeps this many of its newest versions, since each request reads all of them."""
FORMAT_NAME = "pharaoh-table-companion/edition"


def printed_option(slug: str) -> Option:
    """Return the option of a game whose value is printed in the box. Raise NotFound if there is none."""
    game = GAMES_BY_SLUG.get(slug)
    for option in game.meta.options if game else ():
        if option.printed:
            return option
    raise NotFound("table.no_such_game")


def check_record(slug: str, record: Any) -> None:
    """Raise Refused or Malformed if a record (the printed values of a box) is invalid."""
    if len(json.dumps(record)) > MAX_RECORD_BYTES:
        raise Malformed({"record": ["Too large."]})
    if record is None:
        raise Malformed({"record": ["Missing."]})
    fewest = get_game(slug).meta.seats[0]  # this also chooses the game's words for the reason
    seats = min(fewest, len(record)) if isinstance(record, list) and record else fewest
    refusal = check_option(printed_option(slug), record, seats)
    if refusal is not None:
        raise Refused(refusal, 0)


def create_edition(slug: str, name: str, record: Any, by: str) -> str:
    """Store a new edition with a checked record (the printed values). Return the secret of its link.

    ``by`` is the name of the person who copied the values.
    """
    secret = secrets.token_urlsafe(18)
    edition = Edition(digest=hash_secret(secret), slug=slug, name=tidy_name(name, MAX_NAME_LENGTH) or slug)
    edition.versions = [EditionVersion(number=1, record=record, by=tidy_name(by, MAX_NAME_LENGTH))]
    db.session.add(edition)
    db.session.commit()
    return secret


def add_version(edition: Edition, record: Any, by: str) -> int:
    """Store a record as the edition's next version, unless the newest is equal. Return the newest's number.

    Versions older than the newest ``MAX_VERSIONS`` are deleted. ``by`` is the name of the person who copied
    the values.
    """
    last = edition.versions[-1]
    if last.record == record:
        return last.number
    edition.versions.append(
        EditionVersion(number=last.number + 1, record=record, by=tidy_name(by, MAX_NAME_LENGTH))
    )
    del edition.versions[:-MAX_VERSIONS]
    db.session.commit()
    return last.number + 1


def set_version_author_if_missing(edition: Edition, by: str) -> None:
    """Store ``by``, who copied the newest version, unless somebody is already stored."""
    edition.versions[-1].by = edition.versions[-1].by or tidy_name(by, MAX_NAME_LENGTH)
    db.session.commit()


def delete_edition(secret: str) -> None:
    """Delete the edition that a secret opens.

    If the secret comes from a group's library (``is_library_secret``), only remove the edition from that
    library.
    """
    edition = get_edition(secret)
    in_groups = delete(GroupEdition).where(GroupEdition.edition_id == edition.id)
    if is_library_secret(secret):
        group = select(Group.id).where(Group.digest == hash_secret(secret.partition("~")[0]))
        db.session.execute(in_groups.where(GroupEdition.group_id == group.scalar_subquery()))
    else:
        db.session.execute(in_groups)
        db.session.delete(edition)
    db.session.commit()


def is_library_secret(secret: str) -> bool:
    """Return whether a secret opens an edition through a group: ``<group's secret>~<edition's id>``."""
    number = secret.partition("~")[2]
    return number.isdecimal() and len(number) < 10


def get_edition(secret: str) -> Edition:
    """Return the edition that a secret opens. For a wrong secret, count a guess and raise NotFound."""
    edition = find_edition(secret)
    if edition is None:
        count_attempt(secret)
        raise NotFound("table.no_such_link")
    return edition


def find_edition(secret: str) -> Edition | None:
    """Return the edition that a secret opens, or None. The secret may come from a group's library."""
    if is_library_secret(secret):
        group, _, number = secret.partition("~")
        return db.session.scalar(
            select(Edition)
            .join(GroupEdition, GroupEdition.edition_id == Edition.id)
            .join(Group, Group.id == GroupEdition.group_id)
            .where(Edition.id == int(number), Group.digest == hash_secret(group))
        )
    return db.session.scalar(select(Edition).where(Edition.digest == hash_secret(secret)))


def get_version(edition: Edition, number: int | None = None) -> EditionVersion:
    """Return a version of an edition, by default the newest. Raise NotFound if there is no such number."""
    if number is None:
        return edition.versions[-1]
    for version in edition.versions:
        if version.number == number:
            return version
    raise NotFound("table.no_such_link")


def select_pad_pages(record: Any, parts: list[int]) -> Any:
    """Return the pages of a printed pad for the seats of a table: the pages with the indexes ``parts``.

    Return the whole record if ``parts`` is empty, or if the record is not a list of pages. Raise Malformed
    if there is no page with one of the indexes.
    """
    if not isinstance(record, list) or not parts:
        return record
    if not all(0 <= part < len(record) for part in parts):
        raise Malformed({"part": ["No such sheet."]})
    return [record[part] for part in parts]


_SLUGS_WITH_EDITIONS = [g.meta.slug for g in GAMES if any(option.printed for option in g.meta.options)]


class EditionFile(Schema):
    """The schema of an edition's JSON file: game, name, author, and record (the printed values)."""

    class Meta:
        unknown = RAISE

    format = fields.String(required=True, validate=Equal(FORMAT_NAME))
    format_version = StrictInteger(required=True, validate=Equal(1))
    game = fields.String(required=True, validate=OneOf(_SLUGS_WITH_EDITIONS))
    name = fields.String(required=True, validate=Length(min=1, max=MAX_NAME_LENGTH))
    by = fields.String(required=True, validate=Length(max=MAX_NAME_LENGTH))
    record = fields.Raw(required=True)


def dump_edition(edition: Edition, version: EditionVersion) -> bytes:
    """Return the JSON file of one version of an edition, as bytes."""
    content = {
        "format": FORMAT_NAME, "format_version": 1, "game": edition.slug, "name": edition.name,
        "by": version.by, "record": version.record,
    }  # fmt: skip
    return (json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def parse_edition(data: bytes | str) -> dict[str, Any]:
    """Return the content of an edition's file. Raise Malformed or Refused if the file is invalid."""
    content: dict[str, Any] = validate_data(EditionFile, parse_json(data), "file")
    check_record(content["game"], content["record"])
    return content
