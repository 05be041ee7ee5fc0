"""Which kickdoor this is."""

from __future__ import annotations

from kickdoor import __version__
from kickdoor.engine.running import kernel


def version() -> str:
    """The version, and whether its engine is compiled."""
    engine = "compiled" if kernel.__file__.endswith((".so", ".pyd")) else "plain"
    return f"kickdoor {__version__} ({engine} engine)"
