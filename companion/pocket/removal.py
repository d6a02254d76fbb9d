"""Giving back what was taken along; what is kept in the browser goes with it, which a script does."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, render_template, request

from companion.pocket.home import sent_home
from companion.pocket.store import BrowserStore
from companion.tables.state import TableState
from companion.web.device.device_tables import tables_behind
from companion.web.plumbing.request import cookie_name

bp = Blueprint("removal", __name__)


@bp.get("/remove")
def confirm_removal() -> str:
    """Say what would be lost, and let it be sent first."""
    return render_template("remove.html", only_here=[*_only_here()])


def _only_here() -> Iterator[TableState]:
    """The tables with entries that no server has."""
    begins = cookie_name(BrowserStore.codes_begin)
    for _, table, member in tables_behind(name for name in request.cookies if name.startswith(begins)):
        sent = sent_home(table.code) if table else None
        if table and member and not table.trial and table.version > (sent.version if sent else 0):
            yield table
