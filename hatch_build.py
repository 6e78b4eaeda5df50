"""Builds the browser client into the wheel."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "web"))


class ClientHook(BuildHookInterface[Any]):
    """Runs before the wheel's files are gathered; a checkout builds its client when it is first played."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Have the client where the package expects it."""
        if version != "editable":
            from build import build

            build()
