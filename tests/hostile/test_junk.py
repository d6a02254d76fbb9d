"""Junk in every route, form and entry: a clear answer, no fault, no changed table, nothing told in the log.

A short leg here, and that it would see what it looks for; a long one in tests/long/chance.
"""

from typing import Any

import pytest
from flask import Flask

from companion.store import db
from companion.tables.errors import Malformed
from companion.tables.opening import open_table
from companion.web import opening
from tests.hostile.fuzz import fuzz


def test_a_short_fuzz_finds_nothing(app: Flask) -> None:
    statuses, faults = fuzz(app, 500, seed=3)
    assert not faults
    assert set(statuses) >= {200, 303, 400, 403, 404, 405}


def test_it_sees_what_a_refusal_writes(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def opened_and_refused(*given: Any, **named: Any) -> None:
        open_table(*given, **named)
        db.session.commit()
        raise Malformed({"planted": [""]})

    monkeypatch.setattr(opening, "open_table", opened_and_refused)
    assert any("rows went" in fault for fault in fuzz(app, 250, seed=3)[1])
