"""Nothing private of another package is overridden: an update may rename it. Ruff finds uses."""

import pkgutil
from importlib import import_module
from inspect import getmembers, isclass, isfunction

import companion

EXCEPTIONS = {
    ("companion.tables.schemas", "_deserialize"): "in marshmallow's documents: what fields override",
    ("companion.server.serving", "_discard"): "gevent calls it on a body in place of its own; bounded",
}


def test_nothing_private_of_another_package_is_overridden() -> None:
    overridden = set()
    for module in pkgutil.walk_packages(companion.__path__, "companion."):
        if ".migrations." in module.name or module.name.endswith("__main__"):
            continue
        for _, kind in getmembers(import_module(module.name), isclass):
            bases = [base for base in kind.__mro__ if not base.__module__.startswith("companion.")]
            names = [name for name, value in vars(kind).items() if _is_private(name) and isfunction(value)]
            if kind.__module__ == module.name:
                found = {name for name in names if any(name in vars(base) for base in bases)}
                overridden |= {(module.name, name) for name in found}
    assert overridden <= EXCEPTIONS.keys()


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("_")
