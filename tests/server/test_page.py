"""The page as it goes over the network: compressed, and kept by browsers where its name holds a hash."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from litestar.testing import TestClient

from kickdoor.bots import BOTS
from kickdoor.server.app import make_app
from kickdoor.server.http import static_folder
from kickdoor.server.settings import Settings


def assets(suffix: str) -> list[Path]:
    return sorted((static_folder() / "assets").glob(f"*{suffix}"), key=lambda file: file.stat().st_size)


@pytest.mark.skipif(not assets(".js"), reason="the page is not built: make page")
def test_scripts_are_compressed_and_kept_for_good_fonts_are_kept_as_they_are(tmp_path: Path):
    with TestClient(make_app(Settings(database=f"sqlite:///{tmp_path}/tables.db"))) as client:
        script = assets(".js")[-1]
        answer = client.get(f"/assets/{script.name}", headers={"accept-encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert "immutable" in answer.headers["cache-control"]
        assert answer.content == script.read_bytes()
        assert int(answer.headers["content-length"]) < script.stat().st_size / 2
        assert "content-encoding" not in client.get(f"/assets/{script.name}", headers={"accept-encoding": ""}).headers

        font = assets(".woff2")[0]
        answer = client.get(f"/assets/{font.name}", headers={"accept-encoding": "gzip"})
        assert "content-encoding" not in answer.headers
        assert "immutable" in answer.headers["cache-control"]

        cards = client.get("/api/cards?packs=munchkin", headers={"accept-encoding": "gzip"})
        assert cards.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_bot_has_a_name_and_words_on_the_page(language: str):
    file = Path(__file__).parents[2] / "web" / "src" / "lib" / "messages" / f"{language}.json"
    messages = json.loads(file.read_text(encoding="utf-8"))
    assert [bot for bot in BOTS if not (messages.get(f"bot.{bot}") and messages.get(f"bot.{bot}.text"))] == []
