"""What is wrong with a file that is no YAML, for people who have never heard of YAML."""

from __future__ import annotations

import re
from typing import NamedTuple

import yaml

BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
"""What ends a line of YAML."""


class SyntaxFault(NamedTuple):
    """Where a file stops making sense, what is wrong there, and what to do."""

    line: int
    column: int
    problem: str
    remedy: str


def explain(text: str, error: yaml.MarkedYAMLError) -> SyntaxFault:
    """An error of the reader of YAML in plain words. It is often noticed later than it was made: that place is told."""
    mark = error.problem_mark
    lines = [*BREAK.split(text), ""]  # the end of a text may be told as a line of its own
    if mark is None:
        return SyntaxFault(0, 0, "cannot be read as YAML", "Look at indents, colons, brackets and quotes")
    at, column = min(mark.line, len(lines) - 1), mark.column
    before = _line_before(lines, at)
    said = f"{error.context or ''} {error.problem or ''}"
    for number in dict.fromkeys((at, before)):
        if (found := _odd_blank(lines[number], number)) is not None:
            return found
    if twice := re.search(r"the key '(.*)' is given twice", said):
        return SyntaxFault(at + 1, column + 1, f"the field {twice[1]} is given twice", "Leave one of them out")
    if "quoted scalar" in said and error.context_mark is not None:
        return _open_quote(lines, error.context_mark)
    for number in dict.fromkeys((at, before)):
        if (found := _bad_value(lines[number], number)) is not None:
            return found
    if re.search(r"flow (sequence|mapping)|',' or '[]}]'|node content|',' or", said):
        return _open_bracket(lines, error.context_mark or mark, at, column)
    for number in dict.fromkeys((at, before)):
        if (found := _no_colon(lines[number], number)) is not None:
            return found
    if (found := _indent(lines, at)) is not None:
        return found
    return SyntaxFault(
        at + 1, column + 1, "this line cannot be read", "Look at its indent, and at colons, brackets and quotes"
    )


def _line_before(lines: list[str], at: int) -> int:
    """The nearest line above that says anything."""
    return next((n for n in range(at - 1, -1, -1) if lines[n].strip() and not lines[n].lstrip().startswith("#")), at)


def _odd_blank(line: str, at: int) -> SyntaxFault | None:
    lead = re.match(r"\s*", line)
    blank = next((i for i, character in enumerate(lead[0] if lead else "") if character != " "), None)
    if blank is None:
        return None
    problem = "the line is indented with a tab"
    if line[blank] != "\t":
        problem = f"the line is indented with a blank that is no ordinary one (U+{ord(line[blank]):04X})"
    return SyntaxFault(at + 1, blank + 1, problem, "Indent with ordinary blanks")


def _open_quote(lines: list[str], mark: yaml.Mark) -> SyntaxFault:
    quote = lines[mark.line][mark.column : mark.column + 1]
    return SyntaxFault(
        mark.line + 1,
        mark.column + 1,
        f"the text that begins here with {quote} has no {quote} at its end",
        f"Put {quote} at its end",
    )


def _bad_value(line: str, at: int) -> SyntaxFault | None:
    """A text that would have to stand in quotes."""
    found = re.match(r"(\s*(?:- +)?[\w-]+: +)(.+?)\s*$", line)
    if found is None:
        return None
    value = found[2]
    column = len(found[1]) + 1
    quoted = '"' + value.strip("'\"").replace('"', "'") + '"'
    if value[0] in "!&*@%`|>":
        return SyntaxFault(at + 1, column, f"a text cannot begin with {value[0]}", f"Put it in quotes: {quoted}")
    if value[0] in "'\"" and not re.fullmatch(r"""'(?:[^']|'')*'|"(?:[^"\\]|\\.)*"(\s+#.*)?""", value):
        return SyntaxFault(
            at + 1, column, f"there is a {value[0]} within the text in quotes", f"Use the other quotes: {quoted}"
        )
    if value[0] not in "{['\"" and re.search(r":(\s|$)", value):
        return SyntaxFault(at + 1, column, "there is a second colon in the line", f"Put the text in quotes: {quoted}")
    return None


def _open_bracket(lines: list[str], start: yaml.Mark, at: int, column: int) -> SyntaxFault:
    opening = lines[start.line][start.column : start.column + 1]
    closing = {"[": "]", "{": "}"}.get(opening)
    if re.match(r",\s*[,\]}]|,", lines[at][column:]):
        return SyntaxFault(
            at + 1, column + 1, "a comma has nothing before it", "Take it away, or write what is missing"
        )
    if closing is None:
        return SyntaxFault(at + 1, column + 1, "the brackets do not match", "Close each [ with ] and each { with }")
    return SyntaxFault(
        at + 1,
        column + 1,
        f"the {opening} of line {start.line + 1} is not closed before this",
        f"Close it with {closing}, and put commas between what stands in it",
    )


def _no_colon(line: str, at: int) -> SyntaxFault | None:
    """A field without a colon, or without a blank after it."""
    found = re.match(r"(\s*(?:- +)?)([\w-]+):(\S.*)$", line)
    if found is not None:
        column = len(found[1]) + len(found[2]) + 2
        return SyntaxFault(at + 1, column, "there is no blank after the colon", f"Write {found[2]}: {found[3].strip()}")
    found = re.match(r"(\s*(?:- +)?)([\w-]+)\s*$", line)
    if found is not None:
        return SyntaxFault(
            at + 1, len(found[1]) + 1, f"there is no colon after {found[2]}", f"Write {found[2]}: and then its value"
        )
    return None


def _indent(lines: list[str], at: int) -> SyntaxFault | None:
    """A line that begins elsewhere than the one above, to which it belongs."""
    above = _line_before(lines, at)
    here, there = _begins(lines[at]), _begins(lines[above])
    if here == there or above == at:
        return None
    return SyntaxFault(
        at + 1,
        here + 1,
        f"the line begins at column {here + 1}, the one above it at column {there + 1}",
        "Let the fields of one card begin below each other",
    )


def _begins(line: str) -> int:
    """Where the first field of a line begins; a dash before it counts as a blank."""
    found = re.match(r"\s*(?:- +)*", line)
    return len(found[0]) if found else 0
