"""Benchmarks for docs/performance.md, each run with its reference: ``python -m bench [--quick]``."""
