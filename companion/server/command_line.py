"""The arguments of ``table-companion``.

This module imports little, because it is loaded before gevent's patches.
"""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path

from companion import __version__

MAX_DAYS = 36_500


def command_parser() -> ArgumentParser:
    """Return the parser of the arguments. The parsed ``command`` is None if the app is to be served."""
    parser = ArgumentParser(
        prog="table-companion", description="Without a command it serves, until it is stopped."
    )
    parser.add_argument("--version", action="version", version=__version__, help="print the version")
    parser.add_argument("--port", help="the port to serve on, 8000 otherwise; the same as COMPANION_PORT")
    commands = parser.add_subparsers(dest="command")
    backup_help = "copy the database into a file, and the authority beside it, while it serves (SQLite)"
    commands.add_parser("backup", help=backup_help).add_argument("file", type=Path)
    restore_help = "put both back in their place; stop the server first (SQLite)"
    commands.add_parser("restore", help=restore_help).add_argument("file", type=Path)
    commands.add_parser("check", help="say whether phones would get through to a server started now")
    commands.add_parser("openapi", help="print the API's document")
    commands.add_parser("forget-house", help="delete the authority that phones trust")
    expire = commands.add_parser("expire", help="delete tables that nobody touched for long")
    expire.add_argument("--days", type=_parse_days, required=True)
    return parser


def _parse_days(text: str) -> int:
    if text.isascii() and text.isdigit() and 0 < int(text) <= MAX_DAYS:
        return int(text)
    raise ArgumentTypeError(f"it has to be a number from 1 to {MAX_DAYS}")
