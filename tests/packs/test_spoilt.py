"""A sample of `make fuzz-packs`: spoilt packs break neither the check nor a game."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

from kickdoor.packs.loader import load, read_yaml

TOOL = Path(__file__).parents[2] / "tools" / "fuzz_packs.py"


def test_a_sample_of_spoilt_packs_breaks_nothing():
    spec = spec_from_file_location("fuzz_packs", TOOL)
    assert spec is not None
    assert spec.loader is not None
    tool = module_from_spec(spec)
    sys.modules["fuzz_packs"] = tool
    spec.loader.exec_module(tool)
    wholes: list[Any] = [read_yaml(load(name).text) for name in ("munchkin", "munchkin-6", "bites")]
    rng = Random("a sample")
    ways = [tool.follow(tool.spoilt(rng, wholes), Random(number)) for number in range(40)]
    assert {"refused by the check", "played"} <= set(ways)
