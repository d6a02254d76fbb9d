"""Checks in every test here that no response contains somebody else's secret."""

from tests.leaks import nobody_is_told_somebody_elses_secret

__all__ = ["nobody_is_told_somebody_elses_secret"]
