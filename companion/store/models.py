"""The database models: tables, seats, links, log entries, editions and groups."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.model import camel_to_snake_case
from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint, false, text
from sqlalchemy.orm import DeclarativeBase, Mapped, declared_attr, mapped_column, relationship

from companion.tables.table_store import utc_now


class Base(DeclarativeBase):
    """Base class of the models. A model such as ``GroupTable`` has the database table ``group_table``."""

    @declared_attr.directive
    @classmethod
    def __tablename__(cls) -> str:
        return camel_to_snake_case(cls.__name__)


def _parse_json_column(text: str) -> Any:
    """Parse a JSON column. Damaged text gives None, so that one bad row does not break a whole page."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


db = SQLAlchemy(model_class=Base, engine_options={"json_deserializer": _parse_json_column})


class Table(Base):
    """A table: one session of one game. ``TableRecord`` documents the columns."""

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


class Seat(Base):
    """A seat at a table, with the player's name."""

    table_id: Mapped[int] = mapped_column(ForeignKey("table.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))


def _unique_live_index(name: str, *columns: str, where: str) -> Index:
    condition = text(f"revoked_at IS NULL AND {where}")
    return Index(name, *columns, unique=True, sqlite_where=condition, postgresql_where=condition)


class Link(Base):
    """A link to a table: the device that has its secret has its role (host, player, viewer) and seat."""

    __table_args__ = (
        _unique_live_index("one_holder_a_seat", "table_id", "seat", where="role IN ('host', 'seat')"),
        _unique_live_index("one_host_a_table", "table_id", where="role = 'host'"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("table.id"), index=True)
    role: Mapped[str] = mapped_column(String(8))
    seat: Mapped[int | None]
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    device: Mapped[str] = mapped_column(String(40))
    made_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]


class Entry(Base):
    """One entry of a table's log. Entries are never changed."""

    __table_args__ = (UniqueConstraint("table_id", "key"),)

    table_id: Mapped[int] = mapped_column(ForeignKey("table.id"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    seat: Mapped[int]
    move: Mapped[str | None] = mapped_column(String(32))
    data: Mapped[str] = mapped_column(Text)
    of: Mapped[int]
    by: Mapped[int]
    """The seat of the device that entered it; -1 for a host without a seat."""
    device: Mapped[str] = mapped_column(String(40))
    key: Mapped[str] = mapped_column(String(64))
    at: Mapped[int]
    """Seconds since 1970, UTC."""


class Edition(Base):
    """The printed values of one physical box. Whoever has its secret link may read and change them."""

    id: Mapped[int] = mapped_column(primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    slug: Mapped[str] = mapped_column(String(32))
    name: Mapped[str] = mapped_column(String(40))
    made_at: Mapped[datetime] = mapped_column(default=utc_now)
    versions: Mapped[list[EditionVersion]] = relationship(
        order_by="EditionVersion.number", cascade="all, delete-orphan"
    )


class EditionVersion(Base):
    """One version of an edition's printed values. A correction adds a version and keeps some older ones."""

    edition_id: Mapped[int] = mapped_column(ForeignKey("edition.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    record: Mapped[Any] = mapped_column(JSON)
    by: Mapped[str] = mapped_column(String(40))
    at: Mapped[datetime] = mapped_column(default=utc_now)


class Group(Base):
    """A group of people who play together. Whoever has its secret link may read and change its history."""

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
    """One name of a person who plays in a group. A merged or renamed person has several rows."""

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("group.id"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    same_as: Mapped[int | None] = mapped_column(
        ForeignKey("person.id", name="person_same_as", ondelete="SET NULL")
    )
    """The person that the group counts instead, after merging or renaming."""


class GroupTable(Base):
    """A table in a group's history: its time, place, and result after the entry ``version``."""

    group_id: Mapped[int] = mapped_column(ForeignKey("group.id"), primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("table.id"), primary_key=True)
    version: Mapped[int] = mapped_column(default=-1)
    result: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """None while the table runs."""
    played_at: Mapped[datetime | None]
    """In UTC, if the group has set it. None means that the play took place when the table was opened."""
    place: Mapped[str] = mapped_column(String(40), server_default=text("''"))


class ManualPlay(Base):
    """A play (a finished game) that a group entered by hand. It has a result, but no table and no log."""

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("group.id"), index=True)
    slug: Mapped[str] = mapped_column(String(32))
    played_at: Mapped[datetime]
    place: Mapped[str] = mapped_column(String(40))
    seats: Mapped[list[ManualSeat]] = relationship(
        order_by="ManualSeat.number", cascade="all, delete-orphan", lazy="selectin"
    )


class ManualSeat(Base):
    """One player's result in a manual play."""

    play_id: Mapped[int] = mapped_column(ForeignKey("manual_play.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    points: Mapped[int | None]
    won: Mapped[bool | None]
    """None if that is unknown."""


class GroupEdition(Base):
    """An edition in a group's library. Every member of the group may use it."""

    group_id: Mapped[int] = mapped_column(ForeignKey("group.id"), primary_key=True)
    edition_id: Mapped[int] = mapped_column(ForeignKey("edition.id"), primary_key=True)
    edition: Mapped[Edition] = relationship()
