"""Positions, moves and what the rulebook makes of them, by which any referee of the games can be judged
(``docs/conformance.md``), and the sentences of the rulebooks that they decide."""
