"""Search for leaked secrets in all tests of this folder."""

from tests.leaks import nobody_is_told_somebody_elses_secret

__all__ = ["nobody_is_told_somebody_elses_secret"]
