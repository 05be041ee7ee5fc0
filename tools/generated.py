"""Parts of pages that are written by a script: written anew, or only checked."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path


def keep(page: Path, renew: Callable[[str], str], problem: str) -> int:
    """Write the page anew; with --check only tell whether that would change it. Gives the exit status."""
    text = page.read_text(encoding="utf-8")
    fresh = renew(text)
    if "--check" in sys.argv:
        if fresh != text:
            print(problem, file=sys.stderr)
        return int(fresh != text)
    page.write_text(fresh, encoding="utf-8")
    return 0
