"""``python -m companion`` or, installed, ``table-companion``: bring the database up to date and serve."""

from __future__ import annotations

import os
import socket
import sqlite3
import sys
from typing import TYPE_CHECKING

from companion import __version__
from companion.config import https_mode
from companion.home.addresses import addresses_of
from companion.home.listening import CannotListen, hindrance, host_given, listen, port_given

if TYPE_CHECKING:
    from flask import Flask

WORK_PATIENCE = 3600.0
"""Seconds that a migration or a command may wait for the database; a request waits much less."""
PORT_PATIENCE = 2.0
"""Seconds that the start waits for a port that is taken."""
NAME_PATIENCE = 1.5
"""Seconds that the start waits for the house's name, after all else."""


def main() -> None:
    """Serve, or carry out a command.

    Ends with a sentence, and a code of its own, where it cannot.
    """
    arguments = sys.argv[1:]
    try:
        if arguments == ["--version"]:
            print(__version__)
        elif arguments == ["check"]:
            check()
        elif arguments:
            command(arguments)
        elif https_mode() == "proxy" or os.environ.get("COMPANION_PROXIES", "0") != "0":
            serve_behind_a_proxy()
        else:
            serve_house()
    except CannotListen as error:
        print(error.hindrance.sentence, file=sys.stderr)
        raise


def check() -> None:
    """Say whether phones would get through to a server that is started now."""
    host, port = host_given(), port_given()
    listen(host, port).close()
    if why := hindrance(host, port):
        raise CannotListen(why)
    print(f"Phones will find it at http://{addresses_of(host)[0]}:{port}")


def command(arguments: list[str]) -> None:
    """Do something with the installation besides serving it."""
    from companion.app import create_app
    from companion.commands import run_command

    print(run_command(create_app({"DATABASE_PATIENCE": WORK_PATIENCE}), arguments))


def serve_behind_a_proxy() -> None:
    """Serve a proxy, which is what phones speak to: nothing is printed for them."""
    listener = start_listening(takes_connections=False)
    from companion.serving import serve_behind_proxy

    bring_up_to_date()
    serve_behind_proxy(listener)


def serve_house() -> None:
    """Serve phones without anything in between: http and https in this process.

    It listens first and prints last, so that what it prints holds.
    """
    from gevent import monkey

    monkey.patch_all()
    listener = start_listening()
    from companion.config import data_folder
    from companion.home.publishing import published_name, start_publishing
    from companion.home.server import house_authority, serve
    from companion.home.welcome import welcome
    from companion.host_page import secret_path
    from companion.table_app import HOME

    host, port, data = host_given(), port_given(), data_folder(HOME)
    name_patience = NAME_PATIENCE if start_publishing(data, host, port) else 0.0
    app = bring_up_to_date()
    authority = house_authority(data)
    welcome(
        host, port, public=app.config["PUBLIC_ADDRESS"], name=published_name(data, name_patience),
        sign=authority.sign if authority else "", secret_path=secret_path(app),
    )  # fmt: skip
    serve(listener)


def start_listening(*, takes_connections: bool = True) -> socket.socket:
    """A socket where the settings say, which a server that was just ended may still be letting go of."""
    return listen(host_given(), port_given(), PORT_PATIENCE, takes_connections=takes_connections)


def bring_up_to_date() -> Flask:
    """Bring the database to the newest form, however long that takes."""
    from companion.app import create_app, migrate

    app = create_app({"DATABASE_PATIENCE": WORK_PATIENCE})
    try:
        migrate(app)
    except (OSError, sqlite3.Error) as error:
        sys.exit(f"The database could not be copied before its change, so nothing was changed: {error}.")
    return app


if __name__ == "__main__":
    main()
