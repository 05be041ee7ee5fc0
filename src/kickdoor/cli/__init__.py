"""The command line."""

import sys

from kickdoor.cli.errors import BAD_USAGE, complain
from kickdoor.cli.extras import OF_COMMANDS, lacking

__all__ = ["main"]

TABLE = ["serve", "--open"]
"""What `kickdoor` does where nothing else is asked of it."""


def main() -> None:
    """Run the command line; where only the library is installed, say what the commands need."""
    if sentence := lacking("terminal", "the command line"):
        if sys.argv[1:] == ["--version"]:
            from kickdoor.cli.version import version

            print(version())
            return
        if len(sys.argv) > 1 and (extra := OF_COMMANDS.get(sys.argv[1])):
            complain(lacking(extra, f"kickdoor {sys.argv[1]}"))
        else:
            complain(f'{sentence} for the terminal, "kickdoor[serve]" for the table in a browser')
        sys.exit(BAD_USAGE)
    from kickdoor.cli.app import app

    app(sys.argv[1:] or TABLE)
