"""As on a system that is no Unix: what is only there cannot be imported. gevent has a way without it."""

import sys
from importlib.abc import MetaPathFinder
from typing import Any

UNIX = ("fcntl", "pwd")


class NotHere(MetaPathFinder):
    """Finds nothing of a Unix."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> None:
        """Refuse what is not there."""
        if name.partition(".")[0] in UNIX and not by_gevent():
            raise ModuleNotFoundError(f"no {name} on this system", name=name)


def by_gevent() -> bool:
    """Whether gevent asks for it."""
    frame = sys._getframe(2)
    while frame.f_back and "importlib" in frame.f_code.co_filename:
        frame = frame.f_back
    return "gevent" in frame.f_code.co_filename


for module in UNIX:
    sys.modules.pop(module, None)
sys.meta_path.insert(0, NotHere())
