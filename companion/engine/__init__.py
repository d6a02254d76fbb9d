"""The kernel: what every game shares. Standard library only; no clock, chance, language or storage."""
