"""What is kept: tables, their seats, the links that open them, and the log: all else follows from it."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint, false, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from companion.tables.table_store import utc_now


class Base(DeclarativeBase):
    """The tables of the database."""


def _read_json(text: str) -> Any:
    """The JSON of a column; None where it is damaged, so that one row never costs a whole page."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


db = SQLAlchemy(model_class=Base, engine_options={"json_deserializer": _read_json})


class Table(Base):
    """One playing of one game; ``TableRecord`` says what its columns hold."""

    __tablename__ = "table"

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(8), unique=True)
    slug: Mapped[str] = mapped_column(String(32))
    mode: Mapped[str] = mapped_column(String(16))
    rules: Mapped[int]
    first: Mapped[int]
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    opened_at: Mapped[datetime]
    birth: Mapped[str] = mapped_column(String(64), nullable=True, index=True, unique=True)
    brought_in: Mapped[bool] = mapped_column(server_default=false())
    trial: Mapped[str] = mapped_column(String(80), server_default=text("''"))
    next_code: Mapped[str | None] = mapped_column(String(8))
    vacant: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))
    ticks: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    guided: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))
    requests: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True))
    hosting_taken: Mapped[bool] = mapped_column(server_default=false())
    seats: Mapped[list[Seat]] = relationship(
        order_by="Seat.number", cascade="all, delete-orphan", lazy="selectin"
    )


class Seat(Base):
    """A place at a table and who sits there."""

    __tablename__ = "seat"

    table_id: Mapped[int] = mapped_column(ForeignKey("table.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))


SEAT_HOLDER_LINKS = text("revoked_at IS NULL AND role IN ('host', 'seat')")
"""The links of which a seat has at most one: the database decides who was first."""


HOST_LINKS = text("revoked_at IS NULL AND role = 'host'")
"""The links of which a table has at most one."""


class Link(Base):
    """A capability: whoever holds the secret has the role. Only its hash is kept."""

    __tablename__ = "link"
    __table_args__ = (
        Index(
            "one_holder_a_seat", "table_id", "seat", unique=True,
            sqlite_where=SEAT_HOLDER_LINKS, postgresql_where=SEAT_HOLDER_LINKS,
        ),
        Index(
            "one_host_a_table", "table_id", unique=True,
            sqlite_where=HOST_LINKS, postgresql_where=HOST_LINKS,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("table.id"), index=True)
    role: Mapped[str] = mapped_column(String(8))
    seat: Mapped[int | None]
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    device: Mapped[str] = mapped_column(String(40))
    made_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]


class Entry(Base):
    """One line of a table's log; never changed once written."""

    __tablename__ = "entry"
    __table_args__ = (UniqueConstraint("table_id", "key"),)

    table_id: Mapped[int] = mapped_column(ForeignKey("table.id"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    seat: Mapped[int]
    move: Mapped[str | None] = mapped_column(String(32))
    data: Mapped[str] = mapped_column(Text)
    of: Mapped[int]
    by: Mapped[int]
    """The seat whose device entered it; -1: a host without a seat."""
    device: Mapped[str] = mapped_column(String(40))
    key: Mapped[str] = mapped_column(String(64))
    at: Mapped[int]
    """Seconds since 1970, UTC."""


class Snapshot(Base):
    """A table's state as of one version, to begin a replay from. A convenience: it may be deleted."""

    __tablename__ = "snapshot"

    table_id: Mapped[int] = mapped_column(ForeignKey("table.id"), primary_key=True)
    version: Mapped[int]
    rules: Mapped[int]
    """The version of the rules that judged the log up to here; under any other it is not used."""
    data: Mapped[str] = mapped_column(Text)


class Edition(Base):
    """What an owner copied from a box once: reached, changed and shared by its link."""

    __tablename__ = "edition"

    id: Mapped[int] = mapped_column(primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    slug: Mapped[str] = mapped_column(String(32))
    name: Mapped[str] = mapped_column(String(40))
    made_at: Mapped[datetime] = mapped_column(default=utc_now)
    versions: Mapped[list[EditionVersion]] = relationship(
        order_by="EditionVersion.number", cascade="all, delete-orphan"
    )


class EditionVersion(Base):
    """One state of an edition; a correction is a new one, so that a table keeps what it began with."""

    __tablename__ = "edition_version"

    edition_id: Mapped[int] = mapped_column(ForeignKey("edition.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    record: Mapped[Any] = mapped_column(JSON)
    by: Mapped[str] = mapped_column(String(40))
    at: Mapped[datetime] = mapped_column(default=utc_now)


class Group(Base):
    """People who play together: a private link behind which their history lies."""

    __tablename__ = "group"

    id: Mapped[int] = mapped_column(primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str] = mapped_column(String(40))
    made_at: Mapped[datetime] = mapped_column(default=utc_now)
    people: Mapped[list[Person]] = relationship(order_by="Person.id", cascade="all, delete-orphan")
    plays: Mapped[list[GroupTable]] = relationship(
        order_by="GroupTable.table_id.desc()", cascade="all, delete-orphan"
    )
    manual_plays: Mapped[list[ManualPlay]] = relationship(cascade="all, delete-orphan")
    editions: Mapped[list[GroupEdition]] = relationship(cascade="all, delete-orphan")


class Person(Base):
    """Somebody who sits at a table of a group, whom a number names for good."""

    __tablename__ = "person"

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("group.id"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    same_as: Mapped[int | None] = mapped_column(
        ForeignKey("person.id", name="person_same_as", ondelete="SET NULL")
    )
    """The person as whom the group counts this one, since the two were merged or this one was renamed."""


class GroupTable(Base):
    """A table of a group: when and where it was played, and its result as of a version of its log."""

    __tablename__ = "group_table"

    group_id: Mapped[int] = mapped_column(ForeignKey("group.id"), primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("table.id"), primary_key=True)
    version: Mapped[int] = mapped_column(default=-1)
    result: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """None while the table runs."""
    played_at: Mapped[datetime | None]
    """As the group says, in UTC; None where it was played when it was opened."""
    place: Mapped[str] = mapped_column(String(40), server_default=text("''"))


class ManualPlay(Base):
    """A play that was entered by hand afterwards: no table and no log, only its result."""

    __tablename__ = "manual_play"

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("group.id"), index=True)
    slug: Mapped[str] = mapped_column(String(32))
    played_at: Mapped[datetime]
    place: Mapped[str] = mapped_column(String(40))
    seats: Mapped[list[ManualSeat]] = relationship(
        order_by="ManualSeat.number", cascade="all, delete-orphan", lazy="selectin"
    )


class ManualSeat(Base):
    """Who took part in a manual play, with what result."""

    __tablename__ = "manual_seat"

    play_id: Mapped[int] = mapped_column(ForeignKey("manual_play.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    points: Mapped[int | None]
    won: Mapped[bool | None]
    """None where that is not known."""


class GroupEdition(Base):
    """An edition in a group's library."""

    __tablename__ = "group_edition"

    group_id: Mapped[int] = mapped_column(ForeignKey("group.id"), primary_key=True)
    edition_id: Mapped[int] = mapped_column(ForeignKey("edition.id"), primary_key=True)
    edition: Mapped[Edition] = relationship()
