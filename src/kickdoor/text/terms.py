"""Sentences for what a card forbids, keeps out and protects, for the marks it leaves and what it turns into."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from kickdoor.packs.language import Card, Forbidding, If
from kickdoor.text.choices import relative_to
from kickdoor.text.conditions import condition
from kickdoor.text.phrases import described, itself, player, said
from kickdoor.text.speech import Speech

ALL_SAID: Final = {"win": "ban.cannot_win", "use": "ban.cannot_use"}
"""What is forbidden in words of its own."""


def forbidding(speech: Speech, card: Card, rule: Forbidding) -> str:
    """Say what somebody may not do while the card is in force."""
    things = speech.get("ban.things")
    if rule.like_host:
        things = speech.get("ban.like_host")
    elif rule.cards is not UNSET:
        things = described(speech, rule.cards, ("", ""), 2)
    what = speech.get(f"ban.{rule.what}", cards=things)
    own = rule.on == "owner" and card.kind != "monster"
    who = player(speech, "you" if own else "others" if rule.on == "others" else "all")
    if rule.on == "others" and rule.what not in ALL_SAID:
        text = speech.get("ban.cannot_others", what=what)
    else:
        text = said(speech, ALL_SAID.get(rule.what, "ban.cannot"), who, what=what, cards=things)
    if rule.if_ is UNSET:
        return text
    asked = rule.if_
    while asked.not_ is not UNSET and asked == If(not_=asked.not_):
        asked = asked.not_
    if not own and asked.who == "you":
        return speech.get("ban.who", what=what, condition=relative_to(speech, rule.if_))
    if rule.if_ == If(not_=asked):
        return speech.get("ban.unless", text=text, condition=condition(speech, asked))
    return speech.get("line.if", text=text, condition=condition(speech, rule.if_))


def bars(speech: Speech, card: Card) -> list[str]:
    """Say which cards are kept out of fights."""
    told = []
    for bar in card.bars:
        nouns = speech.get("noun.card", n=2) if bar.cards is UNSET else described(speech, bar.cards, ("", ""), 2)
        key = f"fact.bars.{bar.who}.{bar.from_}.{'monster' if card.kind == 'monster' else 'own'}"
        text = speech.get(key, nouns=nouns)
        told.append(speech.sentence(speech.get("fact.bars.aimed", text=text) if bar.players else text))
    return told


def immune_to(speech: Speech, card: Card) -> list[str]:
    """Say which abilities cannot pick the owner, or the monster."""
    if not card.immune_to:
        return []
    names = speech.join([speech.word("ability_name", name) for name in card.immune_to], "and")
    key = "monster" if card.kind in ("monster", "monster_enhancer") else "own"
    return [speech.sentence(speech.get(f"fact.immune_to.{key}", names=names))]


def protects(speech: Speech, card: Card) -> list[str]:
    """Say which cards are not lost in which ways."""
    told = []
    for rule in card.protects:
        if isinstance(rule.cards, str):
            what = speech.get(f"fact.protected.{rule.cards}", it=itself(speech))
        else:
            what = speech.get("fact.protected.cards", nouns=described(speech, rule.cards, ("", ""), 2))
        causes = speech.join([speech.get(f"fact.protected_from.{cause}") for cause in rule.from_], "and")
        told.append(speech.sentence(speech.get("fact.protects", what=what, causes=causes)))
    return told


def half_price(speech: Speech, card: Card) -> list[str]:
    """Say which Items fetch only half of their gold."""
    if card.half_price is UNSET:
        return []
    nouns = described(speech, card.half_price, (speech.word("kind", "item", n=1), speech.word("kind", "item", n=2)), 2)
    return [speech.sentence(speech.get("fact.half_price", nouns=nouns))]


def host(speech: Speech, card: Card) -> list[str]:
    """Say what an attached card makes of its host."""
    if card.host is UNSET:
        return []
    parts = []
    if card.host.big is not UNSET:
        parts.append(speech.get(f"host.big.{'is' if card.host.big else 'not'}"))
    if card.host.slots:
        slots = speech.join([speech.word("slot_noun", slot, n=1) for slot in card.host.slots], "or")
        parts.append(speech.get("host.slots", slots=slots))
    parts.extend(speech.get("host.tag", tag=speech.word("tag_fact", tag)) for tag in card.host.tags)
    if card.host.muted:
        parts.append(speech.get("host.muted"))
    if card.host.stuck:
        parts.append(speech.get("host.stuck"))
    return [speech.sentence(speech.get("host.is", parts=speech.join(parts, "and")))] if parts else []
