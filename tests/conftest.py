"""Fixtures for all tests: apps, each with a database of its own, and checks that run in every test."""

import logging
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import hypothesis
import pytest
from flask import Flask, Response, request
from flask.testing import FlaskClient
from jinja2 import BytecodeCache, StrictUndefined
from jinja2.bccache import Bucket
from playwright.sync_api import Playwright, sync_playwright
from sqlalchemy import event
from sqlalchemy.engine import Engine
from werkzeug.routing import Rule

from companion.api.document import document
from companion.engine.game import Game
from companion.games import GAMES_BY_SLUG, examples
from companion.server.app import create_app, migrate
from companion.services import streams_of
from companion.store.models import db
from companion.tables import recorded_plays
from companion.web.common.jinja_environment import JinjaEnvironment
from hatch_build import ensure_built
from tests.all_games import ReplaceGame
from tests.leaks import assert_no_secret_stored
from tests.people import Phone, open_as_host
from tests.waiting import WAIT_SECONDS

if TYPE_CHECKING:
    from tests.long.postgres import Postgres

pytest_plugins = ("tests.app_server", "tests.browser.phones", "tests.long.postgres")


def pytest_configure(config: pytest.Config) -> None:
    """Build the static files once, before the first test."""
    if not hasattr(config, "workerinput"):
        ensure_built(required=True)


# Hypothesis generates the same examples in each run; `make randomised` generates others.
hypothesis.settings.register_profile("required", derandomize=True, database=None, deadline=None)
hypothesis.settings.register_profile("randomised", database=None, deadline=None, print_blob=True)
hypothesis.settings.load_profile("required")


def make_settings(database: Path) -> dict[str, object]:
    return {
        "TESTING": True,
        "SECRET_KEY": "tests",
        "SQLALCHEMY_DATABASE_URI": f"sqlite:///{database}",
        "RATELIMIT_ENABLED": False,
        "COMPRESS_MIMETYPES": [],
    }


@event.listens_for(Engine, "connect")
def _write_without_flushing(connection: Any, record: object) -> None:
    """SQLite: do not wait at each commit until the disk has stored it."""
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA synchronous = OFF")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as app:
        yield app


@pytest.fixture(autouse=True)
def fail_on_page_faults(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail the test if a part of a page raised an error. Users would see the page without this part."""
    yield
    records = [*caplog.get_records("setup"), *caplog.get_records("call")]
    faults = [record for record in records if record.name == "companion.tables.errors"]
    assert [logging.Formatter().format(record) for record in faults] == []


class CachedRule(Rule):
    """A URL rule that is compiled only once, as most apps of the tests have the same rules.

    Without this, compiling takes six sevenths of the time for creating an app.
    """

    compiled: ClassVar[dict[str, dict[str, object]]] = {}

    def compile(self) -> None:
        key = f"{self.rule} {self.methods} {self.defaults}"
        if key not in self.compiled:
            before = dict(vars(self))
            super().compile()
            changes = {name: value for name, value in vars(self).items() if before.get(name) is not value}
            self.compiled[key] = {**changes, "arguments": self.arguments}
        vars(self).update(self.compiled[key])


class TemplateCache(BytecodeCache):
    """A cache of compiled templates for the whole test run, as most apps have the same templates."""

    def __init__(self) -> None:
        self._bytecode: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._bytecode.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._bytecode[bucket.key, bucket.checksum] = bucket.code


@pytest.fixture(scope="session", autouse=True)
def _patch_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give all tests a temporary data folder, and apps with the same compiled templates and URL rules."""
    cached_templates = partial(JinjaEnvironment, bytecode_cache=TemplateCache())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPANION_DATA", str(tmp_path_factory.mktemp("data")))
        patch.setattr("companion.server.app.LOCK_TIMEOUT_SECONDS", WAIT_SECONDS)
        patch.setattr("companion.web.app_factory.JinjaEnvironment", cached_templates)
        patch.setattr(Flask, "url_rule_class", CachedRule)
        yield


@cache
def _documented_statuses() -> dict[str, set[str]]:
    operations = chain.from_iterable(path.values() for path in document("")["paths"].values())
    return {f"api.{operation['operationId']}": set(operation["responses"]) for operation in operations}


def _check_documented_status(response: Response) -> Response:
    is_operation = request.blueprint == "api" and request.method != "OPTIONS"
    if is_operation and request.endpoint in _documented_statuses():
        assert str(response.status_code) in _documented_statuses()[request.endpoint], request.endpoint
    return response


@contextmanager
def open_app(config: Mapping[str, object]) -> Iterator[Flask]:
    """Yield an app. At the end, search it for leaked secrets and close its database."""
    app = create_app(config)
    app.after_request(_check_documented_status)
    try:
        yield app
        assert_no_secret_stored(app)
    finally:
        if relay := streams_of(app).relay:
            relay.stop()
        with app.app_context():
            db.session.remove()
            db.engine.dispose()


@contextmanager
def failing_statements(app: Flask, statement: str) -> Iterator[None]:
    """Let one kind of SQL statement fail during the block. ``INSERT ON entry`` is an example of a kind."""
    trigger = f"CREATE TRIGGER fails BEFORE {statement} BEGIN SELECT RAISE(ABORT, 'disk'); END"
    for sql in (trigger, "DROP TRIGGER fails"):
        with app.app_context(), db.engine.begin() as connection:
            connection.exec_driver_sql(sql)
        if sql == trigger:
            yield


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of an empty, migrated database. Each test copies it."""
    file = tmp_path_factory.mktemp("database") / "empty.sqlite3"
    with open_app(make_settings(file)) as app:
        migrate(app)
    return file


def _open_app_with_copy(empty_database: Path, file: Path) -> Iterator[Flask]:
    shutil.copy(empty_database, file)
    with open_app(make_settings(file)) as app:
        app.jinja_env.undefined = StrictUndefined
        yield app


@pytest.fixture
def app(request: pytest.FixtureRequest, empty_database: Path, tmp_path: Path) -> Iterator[Flask]:
    """Yield an app with SQLite, or with the database that the fixture's parameter names."""
    if getattr(request, "param", "") == "postgresql":
        yield request.getfixturevalue("app_on_postgres")
    else:
        yield from _open_app_with_copy(empty_database, tmp_path / "companion.sqlite3")


@pytest.fixture
def app_on_postgres(postgres: "Postgres", tmp_path: Path) -> Iterator[Flask]:
    """Yield an app with PostgreSQL. Its database also has the data of earlier tests."""
    url = {"SQLALCHEMY_DATABASE_URI": postgres.url}
    with open_app({**make_settings(tmp_path / "none"), **url}) as app:
        migrate(app)
        yield app


@pytest.fixture
def other_app(empty_database: Path, tmp_path: Path) -> Iterator[Flask]:
    yield from _open_app_with_copy(empty_database, tmp_path / "elsewhere.sqlite3")


@pytest.fixture
def limited_app(app: Flask, request: pytest.FixtureRequest) -> Iterator[Flask]:
    """Yield another app for the database of ``app``, with rate limits and the settings of the parameter."""
    file = app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///")
    limits = {"RATELIMIT_ENABLED": True, **getattr(request, "param", {})}
    with open_app({**make_settings(file), **limits}) as limited_app:
        yield limited_app


@pytest.fixture
def replace_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[ReplaceGame]:
    """Yield a function that registers a game in place of the one with the same slug, for one test."""

    caches = (
        examples.judge_example, recorded_plays._load_walkthrough, recorded_plays.find_step_consequences,
    )  # fmt: skip

    def clear_caches() -> None:
        for cached_function in caches:
            cached_function.cache_clear()

    def replace_game(game: Game[Any]) -> None:
        monkeypatch.setitem(GAMES_BY_SLUG, game.meta.slug, game)
        clear_caches()

    yield replace_game
    clear_caches()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def phone(app: Flask) -> Phone:
    """Return a phone that has no table yet."""
    return Phone(app)


@pytest.fixture
def ana(app: Flask) -> Phone:
    """Return the phone of Ana, who hosts a table of Giza that she and Bo have just started."""
    return open_as_host(app, "giza", ["Ana", "Bo"])
