"""The attacks of `make attack` at a small size, as far as they take seconds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from databases import POSTGRESQL


@pytest.mark.parametrize("name", ["fuzz", "full disk", "restarts postgresql"])
def test_an_attack_comes_to_nothing(name: str):
    if "postgresql" in name and not POSTGRESQL:
        pytest.skip("KICKDOOR_TEST_POSTGRESQL names no database")
    script = Path(__file__).with_name("attack.py")
    settings = {**os.environ, "ATTACK": "small", "ATTACK_ONLY": name}
    done = subprocess.run(
        [sys.executable, script], env=settings, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert '"ok": true' in done.stdout


@pytest.mark.skipif(not POSTGRESQL, reason="KICKDOOR_TEST_POSTGRESQL names no database")
def test_servers_that_are_killed_and_frozen_lose_nothing():
    script = Path(__file__).with_name("nodes.py")
    small = ["--nodes", "2", "--tables", "3", "--faults", "3", "--every", "2", "--pause", "0.3", "--still", "60"]
    done = subprocess.run([sys.executable, script, *small], capture_output=True, text=True, timeout=270, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
