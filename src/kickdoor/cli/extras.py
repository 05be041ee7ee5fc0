"""What some commands need besides the core, by the extra that installs it."""

from __future__ import annotations

from importlib.util import find_spec

from kickdoor.cli.errors import BadUsage

#: The modules of each extra of pyproject.toml that a command may need; `terminal` is what all of them need.
EXTRAS: dict[str, tuple[str, ...]] = {
    "terminal": ("numpy", "rich", "typer"),
    "serve": ("alembic", "litestar", "prometheus_client", "sqlalchemy", "structlog", "uvicorn", "websockets"),
    "sim": ("polars",),
    "report": ("polars", "matplotlib", "openskill"),
    "mcp": ("mcp",),
    "studio": ("py_mini_racer", "typst"),
    "tracing": ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http"),
}

#: The extras of commands that need more than `terminal`, whatever is asked of them.
OF_COMMANDS = {
    "serve": "serve",
    "think": "serve",
    "mcp": "mcp",
    "arena": "report",
    "report": "report",
    "compare": "report",
    "tune": "report",
    "ladder": "report",
}


def lacking(extra: str, what: str) -> str:
    """What to install where an extra is missing, in a sentence; nothing where it is there."""
    missing = [name for name in dict.fromkeys((*EXTRAS["terminal"], *EXTRAS[extra])) if not _is_there(name)]
    if not missing:
        return ""
    # In double quotes, which every shell understands; that of Windows takes single ones for letters.
    return f'{what} needs {", ".join(missing)}, not installed here: pip install "kickdoor[{extra}]"'


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # nor is what it is a part of
        return False


def need(extra: str, what: str) -> None:
    """Refuse with a word on what to install where an extra is missing; called before any work is done."""
    if sentence := lacking(extra, what):
        raise BadUsage(sentence)
