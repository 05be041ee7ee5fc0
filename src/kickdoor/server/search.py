"""Rules, rulings and cards found by asking in plain words.

Words are cut to their stems, and what people call things differently is looked for too. A rare word counts more than a
common one, and one of a title more than one of a text. Rules, rulings and names of cards are known at once; the words
of all cards take seconds to make, and are read a part at each question until they are known.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import defaultdict
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice, takewhile

import msgspec

from kickdoor.packs.loader import available, mix
from kickdoor.rules.catalogue import catalogue
from kickdoor.rules.rulings import rulings
from kickdoor.server.protocol import SearchResult, SearchResults
from kickdoor.text import listed_words

MOST = 8
"""So many of each kind are shown."""

NAME = 3.0
"""What a word of a card's name counts, in words of its text; those of a rule's chapter count less."""

CHAPTER = 0.5
FAINT = 0.3
"""What a word counts that numbers or orders things: it is seldom what a question is about."""

MEANT = 0.8
"""What a word counts that somebody did not say, but may mean."""

AT_ONCE = 100
"""The words of so many cards are read at one question."""

LEAST_STEM = 3
MOST_FORMS = 40
ENDINGS = {"en": ("ings", "ing", "ed", "es", "s", "e"), "de": ("ern", "en", "er", "es", "em", "e", "n", "s")}


class _Speech(msgspec.Struct, frozen=True):
    idle: frozenset[str]
    faint: frozenset[str]
    words: dict[str, list[str]]


class _Said(msgspec.Struct, frozen=True):
    same: dict[str, str]
    en: _Speech
    de: _Speech

    def of(self, language: str) -> _Speech:
        """What is said in a language; English for those that have no list."""
        return self.de if language == "de" else self.en


class Index:
    """All that can be found in a language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.results: list[SearchResult] = []
        self._where: dict[str, dict[int, float]] = defaultdict(dict)
        for rule in catalogue().values():
            self._add(SearchResult("rule", rule.id, rule.id, rule.text), rule.area, "en")
        for ruling in rulings():
            told = SearchResult("ruling", ruling.id, ruling.id, ruling.ruling, ruling.why)
            self._add(told, ruling.chapter, "en")
        self._entries = {entry.id: entry for entry, _ in mix(available())}
        self._unread: dict[int, str] = {}
        for entry in self._entries.values():
            self._unread[len(self.results)] = entry.id
            self._add(SearchResult("card", entry.id, entry.card.name, ""), entry.card.name, language)
        self._words = sorted(self._where)

    @property
    def whole(self) -> bool:
        """Whether the words of all cards are known."""
        return not self._unread

    def read_on(self, count: int) -> None:
        """Read the words of some more cards."""
        for number in list(islice(self._unread, count)):
            self.results[number] = self._told(self.results[number])
            del self._unread[number]
            self._read(number, self.results[number].title, self.language)
        self._words = sorted(self._where)

    def _told(self, result: SearchResult) -> SearchResult:
        """A result with its words, which for a card are made when they are needed."""
        if result.text or result.kind != "card":
            return result
        words = " ".join(listed_words(self._entries[result.id], self.language))
        return msgspec.structs.replace(result, text=words)

    def _add(self, result: SearchResult, title: str, language: str) -> None:
        self.results.append(result)
        self._read(len(self.results) - 1, title, language)

    def _read(self, number: int, title: str, language: str) -> None:
        result = self.results[number]
        body = set(stems(f"{result.text} {result.why}", language))
        long = math.log(8 + len(body))
        for word in body:
            self._where[word][number] = 1 / long
        head = NAME if result.kind == "card" else CHAPTER
        for word in {*stems(title, "en"), result.id.casefold()}:
            self._where[word][number] = (word in body) / long + head / long

    def find(self, question: str) -> SearchResults:
        """What answers a question best, of each kind."""
        groups = self._asked(question)
        scores: dict[int, float] = defaultdict(float)
        fits: dict[int, float] = defaultdict(float)
        for group in groups:
            both: dict[int, float] = defaultdict(float)
            for word, counts in group.items():
                best: dict[int, float] = {}
                for one in self._beginning(word):
                    self._weigh(one, counts if one == word else counts * MEANT, best)
                for number, score in best.items():
                    both[number] += score
            for number, score in both.items():
                scores[number] += score
                fits[number] += max(group.values())
        # Who fits two words of a question fits better than who has one of them twice.
        whole = sum(max(group.values()) for group in groups)
        sums = {number: score * fits[number] / whole for number, score in scores.items()}
        found = [self.results[number] for number in sorted(sums, key=lambda number: (-sums[number], number))]
        return SearchResults(
            rules=[one for one in found if one.kind == "rule"][:MOST],
            rulings=[one for one in found if one.kind == "ruling"][:MOST],
            cards=[self._told(one) for one in islice((one for one in found if one.kind == "card"), MOST)],
            whole=self.whole,
        )

    def _beginning(self, word: str) -> list[str]:
        """The word where it is known, and longer ones that begin with it."""
        if len(word) <= LEAST_STEM:
            return [word] if word in self._where else []
        first = bisect_left(self._words, word)
        return list(takewhile(lambda one: one.startswith(word), self._words[first : first + MOST_FORMS]))

    def _weigh(self, word: str, counts: float, best: dict[int, float]) -> None:
        """What a word counts wherever it stands."""
        rare = math.log(1 + len(self.results) / len(self._where[word]))
        for number, weight in self._where[word].items():
            best[number] = max(best.get(number, 0), counts * rare * weight)

    def _asked(self, question: str) -> list[dict[str, float]]:
        """The words that are looked for: of each that was said what may be meant by it, and what that counts."""
        speech = _said().of(self.language)
        groups: list[dict[str, float]] = []
        for word in words_of(question):
            if word in speech.idle:
                continue
            weight = FAINT if word in speech.faint else 1.0
            group = dict.fromkeys((*stems(word, "en"), *stems(word, self.language)), weight)
            for meant in speech.words.get(word, []):
                for stem in stems(meant, "en"):
                    group.setdefault(stem, weight * (MEANT if self.language == "en" else 1.0))
            groups.append(group)
        return groups


def words_of(text: str) -> list[str]:
    """The words of a text; an id such as CMB-15 is one."""
    plain = text.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").replace("'s ", " ")
    return re.findall(r"[a-z]+-\d+|[a-zß-ÿ0-9]+", plain)


def stems(text: str, language: str) -> list[str]:
    """The words of a text cut to what their forms have in common."""
    return [_stem(word, language) for word in words_of(text)]


@lru_cache(maxsize=20_000)
def _stem(word: str, language: str) -> str:
    word = _said().same.get(word, word)
    for ending in ENDINGS.get(language, ENDINGS["en"]):
        if word.endswith(ending) and len(word) - len(ending) >= LEAST_STEM:
            word = word.removesuffix(ending)
            break
    return word[:-1] if len(word) > LEAST_STEM and word[-1] == word[-2] else word


@cache
def _said() -> _Said:
    return msgspec.yaml.decode(files("kickdoor.server").joinpath("search.yaml").read_bytes(), type=_Said)


@lru_cache(maxsize=4)
def index(language: str) -> Index:
    """What can be found in a language."""
    return Index(language)


def search(question: str, language: str) -> SearchResults:
    """What answers a question, once all is read."""
    known = index(language)
    known.read_on(len(known.results))
    return known.find(question)


def search_so_far(question: str, language: str) -> SearchResults:
    """What answers a question by what is read so far; the next question knows more."""
    known = index(language)
    found = known.find(question)
    known.read_on(AT_ONCE)
    return found
