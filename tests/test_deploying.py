"""What stands in deploy/ goes with what the server does."""

import re
from pathlib import Path

from kickdoor.server.bringing import LARGEST_BODY

DEPLOY = Path(__file__).parents[1] / "deploy"


def written(name: str) -> str:
    """A file of the folder."""
    return (DEPLOY / name).read_text(encoding="utf-8")


def test_nginx_lets_through_the_largest_pack_that_a_server_takes() -> None:
    [size] = re.findall(r"client_max_body_size (\d+)m;", written("nginx.conf"))
    assert int(size) << 20 >= LARGEST_BODY
