"""Makes what a phone takes along to play with no server; see ``docs/offline.md``."""
