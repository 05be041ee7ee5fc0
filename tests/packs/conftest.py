"""Packs written for a test."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

PackOf = Callable[..., str]


@pytest.fixture
def pack_of(tmp_path: Path) -> PackOf:
    """Write a pack of these cards; gives the path of its file."""

    def write(id: str, *cards: dict[str, Any], **fields: Any) -> str:
        path = tmp_path / f"{id}.yaml"
        pack = {"id": id, "name": id.title(), "cards": list(cards), **fields}
        path.write_text(yaml.safe_dump(pack, sort_keys=False), encoding="utf-8")
        return str(path)

    return write
