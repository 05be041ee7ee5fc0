"""Write the bill of materials of a release, as CycloneDX: what the lock installs, and what is in the page.

python tools/sbom.py [FILE]     default: dist/kickdoor-VERSION.cdx.json
"""

from __future__ import annotations

import base64
import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import notices
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

from kickdoor import __version__

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "deploy" / "requirements.lock"
LOCKED = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>\S+) --hash=sha256:(?P<digest>[0-9a-f]{64})$", re.MULTILINE)
LICENCES = LicenseFactory()


def component(kind: str, name: str, version: str, licence: str, digest: HashType | None = None) -> Component:
    """A package of Python or npm; the scope of an npm package stands before the slash."""
    group, _, own = name.rpartition("/")
    return Component(
        type=ComponentType.LIBRARY,
        name=own,
        group=group or None,
        version=version,
        licenses=[LICENCES.make_from_string(licence)] if licence else (),
        hashes=[digest] if digest is not None else (),
        purl=PackageURL(kind, group or None, own, version),
        bom_ref=f"{kind}:{name}@{version}",
    )


def of_python() -> Iterator[Component]:
    """What the lock names, each with the hash of its file."""
    for name, version, digest in LOCKED.findall(LOCK.read_text(encoding="utf-8")):
        yield component("pypi", name, version, said_licence(name), HashType(alg=HashAlgorithm.SHA_256, content=digest))


def said_licence(name: str) -> str:
    """What a package says of its terms, where it is installed."""
    try:
        metadata(name)
    except PackageNotFoundError:
        return ""
    return notices.licence_of(name)


def of_the_page() -> Iterator[Component]:
    """What is in the page: code, fonts and icons."""
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for name, licence in notices.bundled().items():
        entry = locked[f"node_modules/{name}"]
        digest = base64.b64decode(entry["integrity"].removeprefix("sha512-")).hex()
        yield component("npm", name, entry["version"], licence, HashType(alg=HashAlgorithm.SHA_512, content=digest))


def bill() -> str:
    """The bill of materials, valid by its schema."""
    product = component("pypi", "kickdoor", __version__, "MIT")
    parts = [*of_python(), *of_the_page()]
    bom = Bom(components=parts)
    bom.metadata.component = product
    bom.register_dependency(product, parts)
    text = JsonV1Dot6(bom).output_as_string(indent=2)
    if wrong := JsonStrictValidator(JsonV1Dot6(bom).schema_version).validate_str(text):
        raise ValueError(f"the bill of materials is not valid: {wrong}")
    return text + "\n"


if __name__ == "__main__":
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist" / f"kickdoor-{__version__}.cdx.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(bill(), encoding="utf-8")
    print(path)
