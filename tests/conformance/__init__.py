"""Positions and moves with the results of the rulebook, to test any implementation of the rules.

``python -m tests.conformance giza`` prints one case for each line, an object with these fields:

- ``case``: its name.
- ``seats``, ``first``, ``options``, ``mode``: how the table is opened, without defaults. In the mode
  ``tally`` the game is only counted at the end.
- ``log``: the moves before, oldest first, written as in recorded plays (``docs/files.md``).
- ``move``: the move to check.
- ``verdict``: ``legal``, ``refused``, or ``warned`` (legal, but the app asks first).
- ``code``, ``section``: the reason, and the section of the rules that says so.
- ``reasons``: all reasons against the move; each of them is a right answer. Only in frozen cases, which a
  second, independent implementation of the rules checked.
- ``shows``: values of the public view (``/api/v1``) after the move, by their paths. ``hidden`` means that
  nobody may see the value.
- ``points``, ``places``, ``ending``: score lines, places and the ending after the move.

``<slug>.toml`` has the sentences of the rulebook, each with the case that decides it, and ``<slug>.jsonl``
the frozen cases.
"""
