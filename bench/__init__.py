"""Figures beside anchors, measured in one run on one machine: ``python -m bench [--quick]``."""
