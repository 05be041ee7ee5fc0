"""Databases of their own for tests and attacks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import sqlalchemy as sa

from kickdoor.server.schema import make_engine

POSTGRESQL = os.environ.get("KICKDOOR_TEST_POSTGRESQL", "")
"""URL of a PostgreSQL in which schemas may be made; `.ci/postgresql` starts one."""


@contextmanager
def schema_of_its_own() -> Iterator[str]:
    """The URL of an empty schema in PostgreSQL, which is gone afterwards."""
    engine = make_engine(POSTGRESQL)
    schema = f"test_{uuid4().hex}"
    with engine.begin() as connection:
        connection.execute(sa.text(f"CREATE SCHEMA {schema}"))
    try:
        yield f"{POSTGRESQL}?options=-csearch_path%3D{schema}&application_name={schema}"
    finally:
        with engine.begin() as connection:
            connection.execute(sa.text(f"DROP SCHEMA {schema} CASCADE"))
        engine.dispose()


def cut_off(url: str) -> int:
    """End all connections of others to a schema from the other side, and only those: other tests are at work."""
    others = "application_name = current_setting('application_name') AND pid <> pg_backend_pid()"
    engine = make_engine(url)
    with engine.begin() as connection:
        ended = connection.execute(sa.text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"))
        count = len(ended.all())
    engine.dispose()
    return count
