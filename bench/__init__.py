"""Figures of docs/performance.md, each beside its reference in one run: ``python -m bench [--quick]``."""
