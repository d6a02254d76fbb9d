"""Searches all responses of this folder for leaked secrets."""

from tests.leaks import check_for_leaked_secrets

__all__ = ["check_for_leaked_secrets"]
