"""Checks in every test of this folder that no response contains a secret of somebody else."""

from tests.leaks import check_for_leaked_secrets

__all__ = ["check_for_leaked_secrets"]
