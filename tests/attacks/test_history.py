"""The check of histories finds what it is there for."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from history import Deed, Row, faults

PLAY = 5 << 24


@dataclass
class Told:
    deeds: list[Deed] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)


@pytest.fixture
def told() -> Told:
    """Two seats, one answer without a reply, one pass, two servers."""
    return Told(
        [
            Deed(0, PLAY + 1, 1.0, 1.1),
            Deed(1, PLAY + 2, 2.0, 2.1),
            Deed(0, PLAY + 3, 3.0, 0),
            Deed(0, PLAY + 4, 4.0, 4.1),
            Deed(1, PLAY + 9, 4.5, -1),
        ],
        [
            Row(1, 0, PLAY + 1, "a", 1),
            Row(2, 1, PLAY + 2, "a", 1),
            Row(3, 1, 0, "b", 2),
            Row(4, 0, PLAY + 3, "b", 2),
            Row(5, 0, PLAY + 4, "b", 2),
        ],
    )


def test_a_history_that_fits_has_no_fault(told: Told):
    assert faults(told.deeds, told.rows) == []
    del told.rows[3]
    told.rows[3] = told.rows[3]._replace(number=4)
    assert faults(told.deeds, told.rows) == []


def test_what_was_acknowledged_and_is_not_stored_is_found(told: Told):
    del told.rows[4]
    assert "acknowledged, is not stored" in faults(told.deeds, told.rows)[0]


def test_what_is_stored_twice_or_was_refused_is_found(told: Told):
    told.rows.append(Row(6, 0, PLAY + 4, "b", 2))
    assert "3 of which were given" in faults(told.deeds, told.rows)[0]
    told.rows[5] = Row(6, 1, PLAY + 9, "b", 2)
    assert "1 of which were given" in faults(told.deeds, told.rows)[0]


def test_an_order_that_nobody_saw_is_found(told: Told):
    told.rows[0], told.rows[1] = told.rows[1]._replace(number=1), told.rows[0]._replace(number=2)
    assert "stored before it" in faults(told.deeds, told.rows)[0]


def test_two_servers_in_one_term_and_a_term_that_has_passed_are_found(told: Told):
    told.rows[4] = told.rows[4]._replace(node="a")
    assert faults(told.deeds, told.rows) == ["two servers wrote in term 2"]
    told.rows[4] = told.rows[4]._replace(term=1)
    assert faults(told.deeds, told.rows) == ["answer 5 was written in term 1, after one of term 2"]


def test_who_says_the_same_again_without_a_reply_leaves_open_which_of_it_is_stored():
    """Of three like answers two are stored: the acknowledged one and the last, for another's stands between them."""
    deeds = [
        Deed(0, PLAY + 1, 1.0, 0),
        Deed(0, PLAY + 1, 2.0, 2.1),
        Deed(1, PLAY + 2, 3.0, 3.1),
        Deed(0, PLAY + 1, 4.0, 0),
    ]
    rows = [Row(1, 0, PLAY + 1, "a", 1), Row(2, 1, PLAY + 2, "a", 1), Row(3, 0, PLAY + 1, "a", 1)]
    assert faults(deeds, rows) == []
    assert faults(deeds[:3], rows), "now the acknowledged one is the last row, after what was said later"
