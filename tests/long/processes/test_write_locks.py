"""Three hundred who write at once: each waits for the one before, and not for all that wait in front."""

from __future__ import annotations

import subprocess
import sys

CROWD = """
from gevent import monkey; monkey.patch_all()
import time, gevent
from companion.tables.write_locks import WriteLocks

locks, waits = WriteLocks(), []

def write():
    began = time.monotonic()
    with locks.acquire(1):
        waits.append(time.monotonic() - began)
        while time.monotonic() < began + waits[-1] + 0.01:
            pass

gevent.joinall([gevent.spawn(write) for _ in range(300)], raise_error=True)
print(len(waits), max(waits))
"""


def test_three_hundred_writers_stand_in_no_line_before_the_line() -> None:
    told = subprocess.run(
        [sys.executable, "-c", CROWD], capture_output=True, text=True, check=True
    ).stdout.split()
    assert int(told[0]) == 300
    assert float(told[1]) < 1
