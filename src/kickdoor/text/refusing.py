"""Refusals in words: why something cannot be done."""

from __future__ import annotations

from kickdoor.engine.data.refusals import Refusal
from kickdoor.text.messages import messages

FAMILIES = {
    "if.trait": "trait",
    "if.not_trait": "trait",
    "if.party_has": "trait",
    "if.monster_tag": "tag_fact",
    "if.wears": "slot_noun",
}
"""Where the words for what some refusals are about stand among those of cards. The others name it as it is."""


def refusal_words(why: Refusal, language: str = "en") -> str:
    """Tell why something cannot be done, without the rule."""
    told = messages(language, "refusals")
    if not why.about:
        return told.get(why.key)
    of_cards = messages(language)
    family = FAMILIES.get(why.key)
    words = [of_cards.word(family, name, n=2) if family else name for name in why.about]
    return told.get(why.key, what=told.listed(words, "grammar.listed"))
