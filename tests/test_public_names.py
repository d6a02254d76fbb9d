"""No class overrides a private name of another package, which may change in an update.

Ruff finds other uses of private names.
"""

import pkgutil
from importlib import import_module
from inspect import getmembers, isclass, isfunction

import companion

EXCEPTIONS = {
    ("companion.tables.schemas", "_deserialize"): "documented by marshmallow for fields",
    ("companion.server.serving", "_discard"): "gevent calls it on our request body; its version is bounded",
}


def test_no_private_name_of_another_package_is_overridden() -> None:
    overridden = set()
    for module in pkgutil.walk_packages(companion.__path__, "companion."):
        if ".migrations." in module.name or module.name.endswith("__main__"):
            continue
        for _, cls in getmembers(import_module(module.name), isclass):
            bases = [base for base in cls.__mro__ if not base.__module__.startswith("companion.")]
            names = [name for name, value in vars(cls).items() if _is_private(name) and isfunction(value)]
            if cls.__module__ == module.name:
                private = {name for name in names if any(name in vars(base) for base in bases)}
                overridden |= {(module.name, name) for name in private}
    assert overridden <= EXCEPTIONS.keys()


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("_")
