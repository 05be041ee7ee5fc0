"""What stands in deploy/ goes with what the server does."""

import re
from pathlib import Path

import yaml

from kickdoor.server.bringing import LARGEST_BODY

DEPLOY = Path(__file__).parents[1] / "deploy"


def written(name: str) -> str:
    """A file of the folder."""
    return (DEPLOY / name).read_text(encoding="utf-8")


def test_nginx_lets_through_the_largest_pack_that_a_server_takes() -> None:
    [size] = re.findall(r"client_max_body_size (\d+)m;", written("nginx.conf"))
    assert int(size) << 20 >= LARGEST_BODY


def test_in_compose_a_password_may_have_any_signs_and_everything_comes_back_after_a_restart() -> None:
    services = yaml.safe_load(written("compose.yaml"))["services"]
    for node in ("node-1", "node-2"):
        setting = services[node]["environment"]
        assert "$" not in setting["KICKDOOR_DATABASE"]
        assert setting["PGPASSWORD"] == services["database"]["environment"]["POSTGRES_PASSWORD"]
    assert {service["restart"] for service in services.values()} == {"always"}
