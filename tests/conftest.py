"""A fresh app on a database of its own for each test that asks for one."""

import logging
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
from flask import Flask, Response, request
from flask.testing import FlaskClient
from jinja2 import BytecodeCache, StrictUndefined
from jinja2.bccache import Bucket
from playwright.sync_api import Playwright, sync_playwright
from werkzeug.routing import Rule

from companion.api.document import document
from companion.engine.game import Game, Refusal
from companion.games import BY_SLUG, examples
from companion.server.app import create_app, migrate
from companion.services import streams_of
from companion.store import db
from companion.tables import recorded_plays
from companion.web.common.jinja_environment import JinjaEnvironment
from hatch_build import ensure_built
from tests.all_games import ReplaceGame, serve_example
from tests.leaks import search_what_is_left
from tests.sentence_checks import check_refusal
from tests.waiting import WAIT_SECONDS

if TYPE_CHECKING:
    from tests.long.postgres import Postgres

pytest_plugins = ("tests.app_server", "tests.browser.phones", "tests.long.postgres")


def pytest_configure(config: pytest.Config) -> None:
    """Pages load the built files: build them before the first test, once for all workers."""
    if not hasattr(config, "workerinput"):
        ensure_built(required=True)


# What chance draws is drawn alike each time: `make randomised` tries other draws.
hypothesis.settings.register_profile("gate", derandomize=True, database=None, deadline=None)
hypothesis.settings.register_profile("randomised", database=None, deadline=None, print_blob=True)
hypothesis.settings.load_profile("gate")


def settings(database: Path) -> dict[str, object]:
    return {
        "TESTING": True,
        "SECRET_KEY": "tests",
        "SQLALCHEMY_DATABASE_URI": f"sqlite:///{database}",
        "RATELIMIT_ENABLED": False,
        "COMPRESS_MIMETYPES": [],
    }


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """One a process: its browsers cannot be driven from two."""
    with sync_playwright() as made:
        yield made


@pytest.fixture(scope="session", autouse=True)
def _data_folder_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test writes into the data folder of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPANION_DATA", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="session", autouse=True)
def _every_refusal_can_be_said() -> Iterator[None]:
    """Whatever a test provokes: no refusal without words, section, or a value its sentence asks for."""
    made = Refusal.__init__

    def checked(self: Refusal, *args: Any, **kwargs: Any) -> None:
        made(self, *args, **kwargs)
        check_refusal(self.code, self.rule, self.values)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Refusal, "__init__", checked)
        yield


class RecordingHandler(logging.Handler):
    """What a logger was told, kept."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture(autouse=True)
def fail_on_page_faults() -> Iterator[None]:
    """No part of a page may fail, although the page opens without it."""
    log, left_out = logging.getLogger("companion.tables.safe_call"), RecordingHandler()
    log.addHandler(left_out)
    yield
    log.removeHandler(left_out)
    assert [logging.Formatter().format(record) for record in left_out.records] == []


@pytest.fixture(scope="session", autouse=True)
def _nobody_is_told_to_come_again() -> Iterator[None]:
    """On a busy machine a request may stand still for longer than a tap is let wait."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.server.app.LOCK_TIMEOUT", WAIT_SECONDS)
        yield


@pytest.fixture(scope="session", autouse=True)
def _addresses_are_compiled_once() -> Iterator[None]:
    """Nearly each test has an app of its own, and all of them the same addresses: what Werkzeug compiles of
    them is six sevenths of the time that an app takes.
    """
    compiled: dict[object, Callable[..., tuple[str, str]]] = {}
    compile_builder = Rule._compile_builder

    def once(self: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = tuple(self._trace), str(self.defaults), append_unknown
        if key not in compiled:
            compiled[key] = compile_builder(self, append_unknown)
        return compiled[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", once)
        yield


class CompiledTemplates(BytecodeCache):
    """What a run has compiled: most tests have an app of their own, and all of them the same templates."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._known[bucket.key, bucket.checksum] = bucket.code


@pytest.fixture(scope="session", autouse=True)
def _templates_are_compiled_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        once = partial(JinjaEnvironment, bytecode_cache=CompiledTemplates())
        patch.setattr("companion.web.common.app_factory.JinjaEnvironment", once)
        yield


@cache
def _documented() -> dict[str, set[str]]:
    """The statuses that the API's document names, by endpoint."""
    operations = chain.from_iterable(path.values() for path in document("")["paths"].values())
    return {f"api.{described['operationId']}": set(described["responses"]) for described in operations}


def _is_documented(response: Response) -> Response:
    """Whatever a test asks of the API, the document names the status of the answer."""
    is_operation = request.blueprint == "api" and request.method != "OPTIONS"
    if is_operation and request.endpoint in _documented():
        assert str(response.status_code) in _documented()[request.endpoint], request.endpoint
    return response


@contextmanager
def open_app(given: Mapping[str, object]) -> Iterator[Flask]:
    """An app that lets go of its database: a connection left to the garbage collector is a warning."""
    made = create_app(given)
    serve_example(made)
    made.after_request(_is_documented)
    try:
        yield made
        search_what_is_left(made)
    finally:
        if relay := streams_of(made).relay:
            relay.stop()
        with made.app_context():
            db.session.remove()
            db.engine.dispose()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Migrated once; every test copies it."""
    file = tmp_path_factory.mktemp("database") / "empty.sqlite3"
    with open_app(settings(file)) as app:
        migrate(app)
    return file


def _installed(empty_database: Path, file: Path) -> Iterator[Flask]:
    shutil.copy(empty_database, file)
    with open_app(settings(file)) as made:
        made.jinja_env.undefined = StrictUndefined
        yield made


@pytest.fixture
def app(request: pytest.FixtureRequest, empty_database: Path, tmp_path: Path) -> Iterator[Flask]:
    """On SQLite, or on the database that a parameter names."""
    if getattr(request, "param", "") == "postgresql":
        yield request.getfixturevalue("on_postgres")
    else:
        yield from _installed(empty_database, tmp_path / "companion.sqlite3")


@pytest.fixture
def on_postgres(postgres: "Postgres", tmp_path: Path) -> Iterator[Flask]:
    """On PostgreSQL; what another test wrote is still there."""
    url = {"SQLALCHEMY_DATABASE_URI": postgres.url}
    with open_app({**settings(tmp_path / "none"), **url}) as made:
        migrate(made)
        yield made


@pytest.fixture
def other_app(empty_database: Path, tmp_path: Path) -> Iterator[Flask]:
    """Another installation."""
    yield from _installed(empty_database, tmp_path / "elsewhere.sqlite3")


@pytest.fixture
def replace_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[ReplaceGame]:
    """Puts a game in the place of the one with its slug, until the test is over."""

    def replace_game(game: Game[Any]) -> None:
        monkeypatch.setitem(BY_SLUG, game.meta.slug, game)
        forget()

    def forget() -> None:
        for cached in (
            examples.judge_example,
            recorded_plays._walkthrough,
            recorded_plays.step_consequences,
        ):
            cached.cache_clear()

    yield replace_game
    forget()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
