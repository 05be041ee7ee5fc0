"""The documentation site has all pages, and what they name is linked."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The tool that writes the pages, which writes them into a folder of its own here."""
    spec = importlib.util.spec_from_file_location("site_pages", ROOT / "tools" / "site_pages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "PAGES", tmp_path / "pages")
    return module


def test_it_has_the_rules_the_cards_the_commands_and_all_that_pages_name(site: ModuleType) -> None:
    site.main()
    pages = site.PAGES
    assert "#### CMB-06\n" in (pages / "rules.md").read_text(encoding="utf-8")
    assert "#### Maul Rat\n" in (pages / "cards" / "munchkin.md").read_text(encoding="utf-8")
    assert "## `kickdoor serve`" in (pages / "commands.md").read_text(encoding="utf-8")
    assert "](cards/munchkin-8.md)" in (pages / "packs.md").read_text(encoding="utf-8")
    assert (pages / "deploy" / "nginx.conf").is_file()
    assert "](deploy/nginx.conf)" in (pages / "hosting.md").read_text(encoding="utf-8")
    assert "](install.md)" in (pages / "index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("once (CMB-18).", "once ([CMB-18](rules.md#cmb-18))."),
        ("`CMB-18`", "`CMB-18`"),
        ("## CMB-18", "## CMB-18"),
        ("[CMB-18](x.md)", "[CMB-18](x.md)"),
        ("```\nCMB-18\n```", "```\nCMB-18\n```"),
        ("RUL-02", "RUL-02"),
    ],
)
def test_ids_of_rules_are_links(site: ModuleType, text: str, linked: str) -> None:
    assert site.linked(text, "page.md") == linked
