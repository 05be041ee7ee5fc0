"""What stands in deploy/ goes with what the server does."""

import re
from pathlib import Path
from typing import Any

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


def containers(name: str) -> dict[str, Any]:
    """The containers of the deployments in a file for Kubernetes."""
    found = [part for part in yaml.safe_load_all(written(name)) if part["kind"] == "Deployment"]
    return {one["name"]: one for part in found for one in part["spec"]["template"]["spec"]["containers"]}


def test_behind_an_ingress_servers_count_visitors_and_not_the_ingress() -> None:
    setting = {entry["name"]: entry["value"] for entry in containers("kubernetes.yaml")["caddy"]["env"]}
    caddyfile = written("Caddyfile")
    told = {}
    for name in ("nothing", "ingress"):
        [told[name]] = re.findall(rf"^\({name}\) {{\n\theader_up X-Forwarded-For {{(.*)}}\n}}", caddyfile, re.MULTILINE)
    assert told == {"nothing": "remote_host", "ingress": "header.X-Forwarded-For"}
    assert "import {$KICKDOOR_BEFORE:nothing}" in caddyfile, "where nobody says so, what a visitor says is not believed"
    assert setting["KICKDOOR_BEFORE"] == "ingress"
    assert {name for name in setting if f"{{${name}:" not in caddyfile} == set()


def test_a_server_has_time_to_hand_its_tables_over() -> None:
    pods = [
        part["spec"]["template"]["spec"]
        for part in yaml.safe_load_all(written("kubernetes.yaml"))
        if "strategy" in part["spec"]
    ]
    [pod] = pods
    [_, waits] = pod["containers"][0]["lifecycle"]["preStop"]["exec"]["command"]
    assert pod["terminationGracePeriodSeconds"] > int(waits) + 15
