"""``python -m companion`` or, installed, ``table-companion``: bring the database up to date and serve."""

from __future__ import annotations

import logging
import os
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.lan.addresses import addresses_of
from companion.lan.listening import (
    CannotListen,
    address_here,
    already_runs,
    hindrance,
    host_given,
    listen,
    port_given,
)
from companion.server.command_line import command_parser
from companion.server.data_folder import data_folder, move_older_data

if TYPE_CHECKING:
    from flask import Flask

WORK_PATIENCE = 3600.0
"""Seconds that a migration or a command may wait for the database; a request waits much less."""
PORT_PATIENCE = 2.0
"""Seconds that the start waits for a port that is taken."""
NAME_PATIENCE = 4.0
"""Seconds that the start waits for the house's name, after all else."""
LOOK = 600.0
"""Seconds after which it is looked whether a copy is due; a laptop may have slept meanwhile."""


def main() -> None:
    """Serve, or carry out a command.

    Ends with a sentence, and a code of its own, where it cannot.
    """
    given = command_parser().parse_args()
    if given.port:
        os.environ["COMPANION_PORT"] = given.port
    try:
        if given.command == "check":
            check()
        elif given.command:
            command(sys.argv[1:])
        else:
            serve()
    except CannotListen as error:
        print(error.hindrance.sentence, file=sys.stderr)
        raise


def check() -> None:
    """Say whether phones would get through to a server that is started now."""
    from companion.server.config import public_address

    host, port = host_given(), port_given()
    with only_server(""):
        listen(host, port).close()
    public = public_address()
    if not public and (why := hindrance(host, port)):
        raise CannotListen(why)
    print(f"Phones will find it at {public or f'http://{addresses_of(host)[0]}:{port}'}")


def command(arguments: list[str]) -> None:
    """Do something with the installation besides serving it."""
    prepare_data()
    from companion.server.app import create_app
    from companion.server.commands import run_command

    print(run_command(create_app({"DATABASE_PATIENCE": WORK_PATIENCE}), arguments))


def serve() -> None:
    """Serve, as the only server of the database. All waits are gevent's from here on."""
    from gevent import monkey

    monkey.patch_all()  # before anything else is imported
    from companion.server.config import https_mode

    address = address_here(host_given(), port_given())
    prepare_data()
    with only_server(os.environ.get("COMPANION_ADDRESS") or address):
        if https_mode() == "proxy" or os.environ.get("COMPANION_PROXIES", "0") != "0":
            serve_behind_a_proxy()
        else:
            serve_house()


def prepare_data() -> None:
    """Make the data folder, with the data of an earlier version, and say so."""
    data = data_folder()
    try:
        for sentence in move_older_data(data):
            print(sentence, file=sys.stderr)
        if not os.environ.get("COMPANION_DATABASE"):
            data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sys.exit(f"{data}: nothing can be stored there ({error.strerror}).")


@contextmanager
def only_server(address: str) -> Iterator[None]:
    """Serve the database at an address. Raises CannotListen, with the address, if another process does."""
    from companion.server.config import database_url, storage_name
    from companion.store.backups import database_file
    from companion.store.server_lock import AlreadyServedError, server_lock

    url = database_url(data_folder())
    try:
        with server_lock(database_file(url), address, PORT_PATIENCE):
            yield
    except AlreadyServedError as other:
        raise already_runs(other.address, storage_name(url)) from None


def serve_behind_a_proxy() -> None:
    """Serve a proxy, which is what phones speak to."""
    listener = start_listening(takes_connections=False)
    from companion.server.config import storage_name
    from companion.server.serving import Server
    from companion.server.welcome import welcome_proxy

    app = app_to_serve()
    stored = storage_name(app.config["SQLALCHEMY_DATABASE_URI"])
    welcome_proxy(host_given(), port_given(), public=app.config["PUBLIC_ADDRESS"], stored=stored)
    Server(listener, app).serve()


def serve_house() -> None:
    """Serve phones without anything in between: http and https on one port.

    It listens first and prints last, so that what it prints holds.
    """
    listener = start_listening()
    from companion.lan.host_page import secret_path
    from companion.lan.publishing import published_name, start_publishing
    from companion.lan.running import house_of
    from companion.server.config import storage_name
    from companion.server.serving import Server, certificates_of, house_authority
    from companion.server.welcome import welcome

    host, port, data = host_given(), port_given(), data_folder()
    name_patience = NAME_PATIENCE if start_publishing(data, host, port) else 0.0
    app = app_to_serve()
    house = house_of(app)
    authority = house.authority = house_authority(data)
    server = Server(listener, app, certificates_of(authority, app.config["PUBLIC_ADDRESS"]))
    house.stop = server.end
    welcome(
        host, port, public=app.config["PUBLIC_ADDRESS"], name=published_name(data, name_patience),
        sign=authority.sign if authority else "", secret_path=secret_path(app),
        stored=storage_name(app.config["SQLALCHEMY_DATABASE_URI"]),
    )  # fmt: skip
    server.serve()


def start_listening(*, takes_connections: bool = True) -> socket.socket:
    """A socket where the settings say, which a server that was just ended may still be letting go of."""
    return listen(host_given(), port_given(), PORT_PATIENCE, takes_connections=takes_connections)


def app_to_serve() -> Flask:
    """The app, once its database has the newest form, however long that takes; it is copied daily."""
    from companion.server.app import create_app, migrate
    from companion.server.monitoring import log_as_json
    from companion.store.backups import database_file

    try:
        migrate(create_app({"DATABASE_PATIENCE": WORK_PATIENCE}))
    except (OSError, sqlite3.Error) as error:
        sys.exit(f"The database could not be copied before its change, so nothing was changed: {error}.")
    log_as_json(os.environ.get("COMPANION_LOG", "warning"))
    app = create_app()
    if database := database_file(app.config["SQLALCHEMY_DATABASE_URI"]):
        threading.Thread(target=keep_copying, args=(database,), name="daily", daemon=True).start()
    return app


def keep_copying(database: Path) -> None:
    """Copy a database daily, for good; what goes wrong is logged."""
    from companion.store.backups import back_up_daily

    while True:
        try:
            back_up_daily(database)
        except (OSError, sqlite3.Error) as error:
            logging.getLogger("companion.daily").warning("no backup: %s", error)
        time.sleep(LOOK)


if __name__ == "__main__":
    main()
