"""What some commands need besides the core, by the extra that installs it."""

from __future__ import annotations

from importlib.util import find_spec

from kickdoor.cli.errors import BadUsage

#: The modules of each extra of pyproject.toml that a command may need.
EXTRAS: dict[str, tuple[str, ...]] = {
    "server": ("alembic", "litestar", "prometheus_client", "sqlalchemy", "structlog", "uvicorn", "websockets"),
    "mcp": ("mcp", "numpy"),
    "lab": ("matplotlib", "openskill", "polars"),
}


def need(extra: str, what: str) -> None:
    """Refuse with a word on what to install where an extra is missing; called before any work is done."""
    missing = [name for name in EXTRAS[extra] if find_spec(name) is None]
    if missing:
        raise BadUsage(f"{what} needs {', '.join(missing)}, not installed here: pip install 'kickdoor[{extra}]'")
