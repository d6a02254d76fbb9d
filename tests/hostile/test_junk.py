"""Junk in every route, form and entry: a clear answer, no fault, no changed table, nothing told in the log.

A short leg here; a long one in tests/long/chance.
"""

from flask import Flask

from tests.hostile.fuzz import fuzz


def test_a_short_fuzz_finds_nothing(app: Flask) -> None:
    statuses, faults = fuzz(app, 500, seed=3)
    assert not faults
    assert set(statuses) >= {200, 303, 400, 403, 404, 405}
