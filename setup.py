"""Compile what is hot with mypyc when KICKDOOR_COMPILE is 1, or `quickly`; everything else is in pyproject.toml."""

import ast
import os
import re
import string
import sys
from collections.abc import Iterator
from pathlib import Path

from setuptools import setup

# `quickly` is for tests: the same C, not optimised.
OPTIMISED = {"1": "3", "quickly": "0"}
asked = os.environ.get("KICKDOOR_COMPILE", "")

# The entries of functions, classes and properties in the tables of the C that mypyc writes.
SIGNED = re.compile(r'(?:CPyPy_(\w+),[^"{}]*?|CPyType_(\w+)_template_ = \{[^}]*?\.tp_doc = )PyDoc_STR\("[^"]*"')
READ = re.compile(r"\(getter\)(\w+),\s*(?:NULL|\(setter\)\w+),\s*NULL, NULL\}")
PLAIN = frozenset(f"{string.ascii_letters}{string.digits} .,:;()'-_`")


def documented(path: str) -> Iterator[tuple[str, str]]:
    """The functions, classes and properties of a module as they are called in the C, each with its docstring."""
    module = path.removesuffix(".py").replace(os.sep, "___").removeprefix("src___")
    for node in ast.parse(Path(path).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield f"{module}___{node.name}", ast.get_docstring(node) or ""
        for member in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(member, ast.FunctionDef):
                for link in ("___", "_get_"):
                    yield f"{module}___{node.name}{link}{member.name}", ast.get_docstring(member) or ""


def keep_docstrings(written: Path, paths: list[str]) -> None:
    """Put docstrings into the C, where mypyc puts signatures only, so that `help` finds them."""
    docs: dict[str, str] = {}
    for path in paths:
        for name, found in documented(path):
            # A module goes by the shortest name that no other has.
            while found and name:
                docs[name] = "" if name in docs else found
                name = name.partition("___")[2]

    def quoted(name: str) -> str:
        safe = [chr(byte) if chr(byte) in PLAIN else f"\\{byte:03o}" for byte in docs[name].encode()]
        return f'"{"".join(safe)}"'

    def sign(entry: re.Match[str]) -> str:
        name = entry[1] or entry[2]
        return f"{entry[0]} {quoted(name)}" if docs.get(name) else entry[0]

    def describe(entry: re.Match[str]) -> str:
        return entry[0].replace("NULL, NULL}", f"{quoted(entry[1])}, NULL}}") if docs.get(entry[1]) else entry[0]

    written.write_text(READ.sub(describe, SIGNED.sub(sign, written.read_text(encoding="utf-8"))), encoding="utf-8")


if asked in OPTIMISED:
    from mypyc.build import mypycify

    # Paths relative to the project folder: they end up in the metadata of the build. All is one group: between groups
    # the compiler would not know which attributes are always there, and test for each.
    source = Path("src/kickdoor")
    hot = sorted(str(path) for path in (source / "engine").rglob("*.py"))
    hot += [str(source / "play" / f"{name}.py") for name in ("looking", "offering", "showing")]
    bots = ("bargainer", "knowledge", "outlook", "picking", "reading", "speaking", "tactics", "weighing", "worth")
    hot += [str(source / "bots" / f"{name}.py") for name in bots]
    hot += [str(source / "bots" / "foresight" / f"{name}.py") for name in ("facts", "features")]
    hot += [str(source / "env" / f"{name}.py") for name in ("actions", "drafts", "features", "history", "scene")]
    extensions = mypycify(hot, opt_level=OPTIMISED[asked])
    for written in {file for extension in extensions for file in extension.sources if "__native" in file}:
        keep_docstrings(Path(written), hot)
    if os.name == "posix":
        for extension in extensions:
            # Nobody replaces a function from outside, so calls within go straight and may be inlined. The C is indented
            # by hundreds of spaces: to look for what that might hide takes gcc nine minutes of ten.
            quick = ["-fno-semantic-interposition", "-g0", "-Wno-misleading-indentation"]
            extension.extra_compile_args = [*extension.extra_compile_args, *quick]
            # The names within are for debuggers: without them the files are far smaller.
            strip = "-Wl,-x" if sys.platform == "darwin" else "-Wl,--strip-all"
            extension.extra_link_args = [*extension.extra_link_args, strip]
    setup(ext_modules=extensions)
else:
    setup()
