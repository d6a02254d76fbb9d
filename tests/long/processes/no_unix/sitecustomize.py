"""Simulates a system other than Unix: only gevent can import the modules that exist only on Unix."""

import sys
from importlib.abc import MetaPathFinder
from typing import Any

UNIX_MODULES = ("fcntl", "pwd")


class UnixModuleBlocker(MetaPathFinder):
    def find_spec(self, name: str, path: Any, target: Any = None) -> None:
        """Raise ModuleNotFoundError for a module that exists only on Unix; otherwise return None."""
        if name.partition(".")[0] in UNIX_MODULES and not is_import_of_gevent():
            raise ModuleNotFoundError(f"no {name} on this system", name=name)


def is_import_of_gevent() -> bool:
    frame = sys._getframe(2)
    while frame.f_back and "importlib" in frame.f_code.co_filename:
        frame = frame.f_back
    return "gevent" in frame.f_code.co_filename


for module in UNIX_MODULES:
    sys.modules.pop(module, None)
sys.meta_path.insert(0, UnixModuleBlocker())
