"""``python -m companion`` or, installed, ``table-companion``: migrate the database and serve the app."""

from __future__ import annotations

import logging
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from companion.lan.addresses import (
    ALREADY_RUNS,
    ReachabilityProblem,
    addresses_for_phones,
    find_reachability_problem,
    listen_host,
    listen_port,
    local_url,
    open_listening_socket,
)
from companion.lan.data_folder import data_folder, move_older_data
from companion.server.command_line import command_parser

if TYPE_CHECKING:
    from flask import Flask

MIGRATION_TIMEOUT_SECONDS = 3600.0
"""Seconds that a migration or a command waits for the database; a request waits much less."""
PORT_TIMEOUT_SECONDS = 2.0
"""Seconds that the start waits for a port that is taken."""
NAME_PUBLISHING_TIMEOUT_SECONDS = 4.0
"""Seconds that the start waits, at its end, for the host name to be published."""
BACKUP_CHECK_SECONDS = 600.0
"""Interval of checks whether a backup is due. It is short because a laptop may have been asleep."""


def main() -> None:
    """Serve the app, or run a command. If that fails, print why and exit with a code for the reason."""
    arguments = command_parser().parse_args()
    if arguments.port:
        os.environ["COMPANION_PORT"] = arguments.port
    try:
        if arguments.command == "check":
            check_reachability()
        elif arguments.command:
            run_and_print_command(sys.argv[1:])
        else:
            serve()
    except ReachabilityProblem as error:
        print(error.sentence, file=sys.stderr)
        raise


def check_reachability() -> None:
    """Print where phones could reach a server started now. Raise ReachabilityProblem if they could not."""
    from companion.server.config import public_address

    host, port = listen_host(), listen_port()
    with lock_database(""):
        open_listening_socket(host, port).close()
    public = public_address()
    if not public and (problem := find_reachability_problem(host, port)):
        raise problem
    print(f"Phones will find it at {public or local_url(addresses_for_phones(host)[0], port)}")


def run_and_print_command(arguments: list[str]) -> None:
    """Run a command such as ``backup``, and print its result."""
    prepare_data_folder()
    from sqlalchemy.exc import DBAPIError

    from companion.server.app import create_app
    from companion.server.commands import run_command

    try:
        print(run_command(create_app({"DATABASE_TIMEOUT": MIGRATION_TIMEOUT_SECONDS}), arguments))
    except DBAPIError as error:
        exit_without_database(error.orig)


def serve() -> None:
    """Serve the app until it is stopped. Raise ReachabilityProblem if another server uses the database."""
    from gevent import monkey

    monkey.patch_all()  # before anything else is imported
    from companion.server.config import https_mode, read_number

    address = local_url(listen_host(), listen_port())
    prepare_data_folder()
    with lock_database(os.environ.get("COMPANION_ADDRESS") or address):
        if https_mode() == "proxy" or read_number("COMPANION_PROXIES", 0):
            serve_behind_proxy()
        else:
            serve_lan()


def prepare_data_folder() -> None:
    """Create the SQLite file in the data folder, and move the data of an earlier version there."""
    from companion.server.config import create_database_file, database_url

    data = data_folder()
    url = database_url(data)
    try:
        for sentence in move_older_data(data):
            print(sentence, file=sys.stderr)
        create_database_file(url, data)
    except OSError as error:
        sys.exit(f"{data}: nothing can be stored there ({error.strerror}).")


@contextmanager
def lock_database(address: str) -> Iterator[None]:
    """Lock the database in the block, in which a server at ``address`` runs.

    Raise ReachabilityProblem if another server has locked the database, SystemExit if it cannot be written.
    """
    from companion.server.config import database_url, describe_storage
    from companion.store.backups import database_file
    from companion.store.connections import AlreadyServedError, server_lock

    url = database_url(data_folder())
    try:
        with server_lock(database_file(url), address, PORT_TIMEOUT_SECONDS):
            yield
    except AlreadyServedError as other:
        stored, server = describe_storage(url), other.address or "on this computer"
        sentence = f"The companion already runs with the data in {stored}: {server}."
        raise ReachabilityProblem(ALREADY_RUNS, f"{sentence} Open that, or stop it first.") from None
    except sqlite3.Error as error:
        exit_without_database(error)


def exit_without_database(reason: object) -> NoReturn:
    """Print that the database cannot be used, and why, and end the program."""
    from companion.server.config import database_url, describe_storage

    sys.exit(f"{describe_storage(database_url(data_folder()))}: the database cannot be used ({reason}).")


def serve_behind_proxy() -> None:
    """Serve the app over http to a proxy, to which the phones connect."""
    host, port = listen_host(), listen_port()
    listener = open_listening_socket(host, port, PORT_TIMEOUT_SECONDS, accepts=False)
    from companion.server.config import describe_storage
    from companion.server.serving import Server
    from companion.server.startup_message import print_proxy_startup_message

    app = create_migrated_app()
    stored = describe_storage(app.config["SQLALCHEMY_DATABASE_URI"])
    print_proxy_startup_message(host, port, public=app.config["PUBLIC_ADDRESS"], stored=stored)
    Server(listener, app).serve()


def serve_lan() -> None:
    """Serve phones directly, with http and https on one port.

    The start message is printed last, so that the addresses in it are reachable.
    """
    host, port, data = listen_host(), listen_port(), data_folder()
    listener = open_listening_socket(host, port, PORT_TIMEOUT_SECONDS)
    from companion.lan.host import get_lan_hosting
    from companion.lan.host_page import secret_path
    from companion.lan.mdns_name import start_publishing, wait_for_published_name
    from companion.server.config import describe_storage
    from companion.server.serving import Server, load_local_ca, select_certificates
    from companion.server.startup_message import print_startup_message

    name_timeout = NAME_PUBLISHING_TIMEOUT_SECONDS if start_publishing(data, host, port) else 0.0
    app = create_migrated_app()
    lan_host = get_lan_hosting(app)
    local_ca = lan_host.local_ca = load_local_ca(data)
    server = Server(listener, app, select_certificates(local_ca, app.config["PUBLIC_ADDRESS"]))
    lan_host.stop = server.shut_down
    print_startup_message(
        host, port, public=app.config["PUBLIC_ADDRESS"], name=wait_for_published_name(data, name_timeout),
        fingerprint=local_ca.fingerprint if local_ca else "", secret_path=secret_path(app),
        stored=describe_storage(app.config["SQLALCHEMY_DATABASE_URI"]),
    )  # fmt: skip
    server.serve()


def create_migrated_app() -> Flask:
    """Migrate the database, start a thread for daily backups, and return the app."""
    from sqlalchemy.exc import DBAPIError

    from companion.server.app import create_app, migrate
    from companion.server.monitoring import log_as_json
    from companion.store.backups import database_file

    try:
        migrate(create_app({"DATABASE_TIMEOUT": MIGRATION_TIMEOUT_SECONDS}))
    except (OSError, sqlite3.Error) as error:
        sys.exit(f"The database could not be copied before its change, so nothing was changed: {error}.")
    except DBAPIError as error:
        exit_without_database(error.orig)
    try:
        log_as_json(os.environ.get("COMPANION_LOG") or "warning")
    except ValueError as error:
        sys.exit(f"COMPANION_LOG: {error}.")
    app = create_app()
    if database := database_file(app.config["SQLALCHEMY_DATABASE_URI"]):
        threading.Thread(target=run_daily_backups, args=(database,), name="daily", daemon=True).start()
    return app


def run_daily_backups(database: Path) -> None:
    """Back up a database every day, until the process ends. Log errors."""
    from companion.store.backups import back_up_daily

    while True:
        try:
            back_up_daily(database)
        except (OSError, sqlite3.Error) as error:
            logging.getLogger("companion.daily").warning("no backup: %s", error)
        time.sleep(BACKUP_CHECK_SECONDS)


if __name__ == "__main__":
    main()
