"""The beginning of a pack: three cards that check and play."""

from __future__ import annotations

import re

import msgspec

from kickdoor.packs.loader import parse

START = """\
id: {id}
name: {name}
version: "0.1"
{author}
{licence}
description: Cards of our own.
languages: [en]
needs: {{munchkin: ""}}
cards:
- id: angry_barrel
  name: Angry Barrel
  deck: door
  kind: monster
  level: 4
  treasures: 2
  strength: [{{add: 3, if: {{party_suffers: dwarf}}}}]
  bad_stuff: [{{lose_levels: 1}}]

- id: cork_helmet
  name: Cork Helmet
  deck: treasure
  kind: item
  slot: headgear
  bonus: 2
  gold: 300

- id: curse_hiccups
  name: Curse! Hiccups
  deck: door
  kind: curse
  copies: 2
  play: [{{lose_levels: 1}}]
"""


def new_pack(id: str, name: str = "", author: str = "", licence: str = "") -> str:
    """The text of a pack to begin with; its id and name are made from the name of its file.

    It says who made it and on what terms only if that is given; else lines ask for it.
    """
    words = [word for word in re.split(r"[^a-z0-9]+", id.casefold()) if word]
    plain = "-".join(words)[:40].strip("-") or "my-pack"
    given = name or " ".join(word.capitalize() for word in words)[:60] or "My Pack"
    text = START.format(
        id=quoted(plain),
        name=quoted(given),
        author=f"author: {quoted(author)}" if author else "# author: who makes it, printed on each card",
        licence=f"licence: {quoted(licence)}"
        if licence
        else "# licence: on what terms others may use it, such as CC-BY-4.0",
    )
    parse(text, f"{plain}.yaml")
    return text


def quoted(text: str) -> str:
    """A text as YAML has it, whatever stands in it."""
    return text if re.fullmatch(r"[A-Za-z][A-Za-z -]*[A-Za-z]", text) else msgspec.json.encode(text).decode()
