"""What a screen reader says: each event once, in the log, and nothing of it again elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

ME = {"kind": "me", "name": "Ada"}
BOT = {"kind": "bot", "bot": "rookie"}
LINES = 30

LISTEN = """() => {
  window.spoken = [];
  const words = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.getAttribute('aria-hidden') === 'true') return '';
    return [...node.childNodes].map(words).join('');
  };
  const plain = (text) => text.replace(/\\s+/g, ' ').trim();
  const REGIONS = '[role=log], [role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
  const regionOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)?.closest(REGIONS);
  new MutationObserver((records) => {
    const told = new Set();
    for (const {type, target, addedNodes} of records) {
      const region = regionOf(target);
      if (!region || target.parentElement?.closest('[aria-hidden=true]')) continue;
      if (region.getAttribute('role') === 'log') {
        for (const added of addedNodes) {
          const line = added.nodeType === Node.ELEMENT_NODE && added.matches('li') ? plain(words(added)) : '';
          if (line) window.spoken.push(['log', line]);
        }
      } else if (type === 'characterData' || addedNodes.length) told.add(region);
    }
    for (const region of told) {
      const text = plain(words(region));
      if (text) window.spoken.push([region.className || region.getAttribute('role'), text]);
    }
  }).observe(document.body, {childList: true, characterData: true, subtree: true});
  return document.querySelectorAll('#side-log li').length;
}"""
"""Write down what each live region says from now on, as a reader would; gives how many lines the log has so far."""


def test_each_event_is_told_once(house: Any, at_table: Callable[..., Any], play_until: Callable[..., None]) -> None:
    page = at_table(house, house.table(ME, BOT, BOT, BOT, speed="fast"), tempo="at_once")
    page.locator(".prompt [data-act=pass]").wait_for()
    before = page.evaluate(LISTEN)
    play_until([page], lambda: page.locator("#side-log li").count() >= before + LINES)
    spoken, lines = page.evaluate("[window.spoken, document.querySelectorAll('#side-log li').length]")
    in_log = [line for where, line in spoken if where == "log"]
    elsewhere = [(where, words) for where, words in spoken if where != "log"]
    assert len(in_log) == lines - before >= LINES
    assert [(where, words) for where, words in elsewhere if words.split(" Waiting for")[0] in in_log] == []
    assert elsewhere, "questions are told as well"
    assert page.faults == []
