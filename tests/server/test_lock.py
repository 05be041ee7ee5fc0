"""The lock of a server: all that it needs, each in one version with a hash, and no address."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
LINE = re.compile(r"([a-z0-9-]+)==(\S+) --hash=sha256:[0-9a-f]{64}")


def locked() -> dict[str, Version]:
    lines = (ROOT / "deploy" / "requirements.lock").read_text("utf-8").splitlines()
    found = [LINE.fullmatch(line) for line in lines if not line.startswith("#")]
    assert all(found), "name==version --hash=sha256:…"
    return {canonicalize_name(line[1]): Version(line[2]) for line in found if line is not None}


def test_the_lock_holds_all_that_a_server_needs_in_a_version_that_fits():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    served = [text for extra in ("terminal", "serve", "postgresql") for text in extras[extra]]
    new = [Requirement(text) for text in (*project["dependencies"], *served) if not text.startswith("kickdoor[")]
    versions = locked()
    seen: set[str] = set()
    while new:
        wanted = new.pop()
        name = canonicalize_name(wanted.name)
        assert name in versions, f"{wanted} is not in deploy/requirements.lock; run: python tools/lock.py"
        assert versions[name] in wanted.specifier, (
            f"{wanted}, but {versions[name]} is locked; run: python tools/lock.py"
        )
        key = f"{name}[{','.join(sorted(wanted.extras))}]"
        if key in seen:
            continue
        seen.add(key)
        try:
            if Version(version(name)) != versions[name]:
                continue  # what another version needs says nothing of the locked one
            needs = [Requirement(text) for text in requires(name) or ()]
        except PackageNotFoundError:
            continue  # psycopg need not be installed where nobody tests it
        surroundings = [{"extra": extra} for extra in ("", *wanted.extras)]
        new += [need for need in needs if any(need.marker is None or need.marker.evaluate(e) for e in surroundings)]


def test_no_address_is_in_the_lock():
    text = (ROOT / "deploy" / "requirements.lock").read_text("utf-8")
    assert "://" not in text
    assert "index" not in text
