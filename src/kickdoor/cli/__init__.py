"""The command line."""

from kickdoor.cli.app import app, main

__all__ = ["app", "main"]
