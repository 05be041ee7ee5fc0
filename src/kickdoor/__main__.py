"""`python -m kickdoor` is the command line."""

from kickdoor.cli import main

main()
