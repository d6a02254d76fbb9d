"""Positions, moves and what the rulebook makes of them, by which any referee of the games can be judged.

A line of ``<slug>.jsonl`` is one case, an object with these fields:

- ``case``: its name.
- ``seats``, ``first``, ``options``, ``mode``: how the table was opened; defaults are left out. In the mode
  ``tally`` the game is only counted at the end.
- ``log``: the moves before, oldest first, written as in recorded plays (``docs/files.md``).
- ``move``: the move to be judged.
- ``verdict``: ``legal``, ``refused``, or ``warned`` (legal, but the app asks first).
- ``code``, ``section``: why, and the section of the rules that says so.
- ``reasons``: all reasons against the move; each of them is a right answer. Only in cases that a second,
  independent implementation of the rules judged. These are frozen.
- ``shows``: values of everybody's view (``/api/v1``) after the move, by their paths. ``hidden`` means that
  nobody may see the value.
- ``points``, ``places``, ``ending``: lines of the score, places and the end after the move.

``<slug>.toml`` has the sentences of the rulebook, each with the case that decides it.
"""
