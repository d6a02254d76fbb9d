"""Search everything that the tests of this folder show for leaked secrets."""

from tests.leaks import nobody_is_told_somebody_elses_secret

__all__ = ["nobody_is_told_somebody_elses_secret"]
