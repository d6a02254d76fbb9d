"""A wheel carries its static files compressed anew: what a checkout has beside them may be older."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from whitenoise import compress


class CompressedStatic(BuildHookInterface[Any]):
    """Writes ``.br`` and ``.gz`` beside every static file before it is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compress.main(["--quiet", str(Path(self.root) / "static")])
