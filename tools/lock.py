"""Write deploy/requirements.lock: what a server needs, each in one version and with the hash of its file.

The hashes are those of the files for the Python and the machine that this runs on. `pip` says where they come from, so
no address is in the lock.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "deploy" / "requirements.lock"
EXTRAS = ("terminal", "serve", "postgresql")


def wanted() -> list[str]:
    """What the project asks for: its own dependencies, and those of a server."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [name for extra in EXTRAS for name in project["optional-dependencies"][extra] if "kickdoor[" not in name]
    return [*project["dependencies"], *extras]


def resolved() -> list[str]:
    """All of it with what it needs in turn, pinned and with hashes."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        asked = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet"]
        subprocess.run([*asked, "--report", str(report), *wanted()], check=True, timeout=600)
        found = json.loads(report.read_text("utf-8"))["install"]
    lines = []
    for entry in found:
        name, version = entry["metadata"]["name"], entry["metadata"]["version"]
        digest = entry["download_info"]["archive_info"]["hashes"]["sha256"]
        lines.append(f"{name.lower().replace('_', '-')}=={version} --hash=sha256:{digest}")
    return sorted(lines)


def main() -> None:
    """Write the lock."""
    major, minor, _ = platform.python_version_tuple()
    about = f"# For Python {major}.{minor} on {platform.system()} {platform.machine()}; made by: python tools/lock.py"
    use = "# pip install --require-hashes -r deploy/requirements.lock"
    LOCK.write_text("\n".join([about, use, *resolved()]) + "\n", "utf-8")


if __name__ == "__main__":
    main()
