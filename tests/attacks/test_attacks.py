"""The attacks of `make attack` at a small size, as far as they take seconds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from databases import POSTGRESQL, cut_off, schema_of_its_own

from kickdoor.server.schema import make_engine

needs_postgresql = pytest.mark.skipif(not POSTGRESQL, reason="KICKDOOR_TEST_POSTGRESQL names no database")


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


@needs_postgresql
def test_who_cuts_off_one_database_leaves_the_others_alone():
    """Tests that run beside an attack share its PostgreSQL."""
    with schema_of_its_own() as attacked, schema_of_its_own() as other:
        engines = make_engine(attacked), make_engine(other)
        lost, kept = (engine.connect() for engine in engines)
        lost.execute(sa.text("SELECT 'tables'"))
        kept.execute(sa.text("SELECT 'tables'"))
        assert cut_off(attacked) == 1
        with pytest.raises(sa.exc.OperationalError):
            lost.execute(sa.text("SELECT 1"))
        assert kept.execute(sa.text("SELECT 1")).scalar_one() == 1
        kept.close()
        lost.close()
        for engine in engines:
            engine.dispose()


@needs_postgresql
def test_servers_that_are_killed_and_frozen_lose_nothing():
    script = Path(__file__).with_name("nodes.py")
    small = ["--nodes", "2", "--tables", "3", "--faults", "3", "--every", "2", "--pause", "0.3", "--still", "60"]
    done = subprocess.run([sys.executable, script, *small], capture_output=True, text=True, timeout=270, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
