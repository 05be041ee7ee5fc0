"""The words of a card, made from its data: facts first, then what it does, Bad Stuff last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import get_args

import msgspec
from msgspec import UNSET, UnsetType

from kickdoor.packs.implied import as_fought, implied_abilities
from kickdoor.packs.language import Card, Number, Purpose, RenamedKind, Step
from kickdoor.packs.loader import Listed, cards_of
from kickdoor.text import terms, wording
from kickdoor.text.abilities import ability, ending, ends_it, play, reaction
from kickdoor.text.choices import relative_to
from kickdoor.text.clause import paragraph
from kickdoor.text.conditions import condition, quantity
from kickdoor.text.effects import gathered, line, modifier
from kickdoor.text.facts import FACTS, more_treasures
from kickdoor.text.messages import Messages, languages, messages
from kickdoor.text.phrases import described, made_of, one_card, trait
from kickdoor.text.scripts import clauses, pending
from kickdoor.text.speech import Speech

Lines = Callable[[Speech, Card], list[str]]
NONE: Mapping[str, str] = {}


def card_words(
    card: Card,
    language: str = "en",
    words: Mapping[RenamedKind, str] | None = None,
    powers: Mapping[str, str] | None = None,
) -> list[str]:
    """Give the words of a card, line by line; a line is one or a few sentences.

    ``words`` are those that its pack has for some kinds of cards, ``powers`` the names of its Powers by their traits.
    """
    return _words(_speech(card, language, words, powers), wording.of_card(card, language))


def listed_words(entry: Listed, language: str = "en") -> list[str]:
    """Give the words of a card of a pack, in the pack's own words."""
    return _words(_listed_speech(entry, language), wording.of_entry(entry, language))


def kind_and_words(entry: Listed, language: str = "en") -> tuple[str, list[str]]:
    """Give what a card is, as its pack calls it, and its other words: for where these stand apart, as in a headline."""
    speech = _listed_speech(entry, language)
    kind = FACTS["kind"](speech, entry.card) or speech.get(f"kind.{entry.card.kind}", n=1)
    return speech.capital(kind), _words(speech, wording.of_entry(entry, language), without="kind")


def misfits(entries: Iterable[Listed]) -> list[str]:
    """Say which sentences written by hand do not fit their cards (any more)."""
    entries = list(entries)
    made = {each.id: {language: _by_field(each, language) for language in languages()} for each in entries}
    return wording.misfits(entries, made)


def _by_field(entry: Listed, language: str) -> dict[str, str]:
    """Give what is made from a card's data, by fields."""
    speech = _listed_speech(entry, language)
    told = {field: " ".join(lines(speech.anew(), entry.card)) for field, lines in LINES.items()}
    return {field: text for field, text in told.items() if text}


def _listed_speech(entry: Listed, language: str) -> Speech:
    cards = [each.card for each in cards_of(entry.source)]
    powers = {each.id if each.trait is UNSET else each.trait: each.name for each in cards if each.kind == "power"}
    return _speech(entry.card, language, entry.source.pack.words, powers, _called(cards))


def _called(cards: Iterable[Card]) -> dict[str, str]:
    """Give the traits that a pack knows only by the names of its own Races and Classes: Elflings, not Elves."""
    own = [each for each in cards if each.kind in ("race", "class")]
    plain = {each.id for each in own if each.trait is UNSET}
    return {each.trait: each.name for each in own if each.trait is not UNSET and each.trait not in plain}


def _speech(
    card: Card,
    language: str,
    words: Mapping[RenamedKind, str] | None,
    powers: Mapping[str, str] | None,
    called: Mapping[str, str] = NONE,
) -> Speech:
    catalogue = _renamed(language, tuple(words.items())) if words else messages(language)
    return Speech(catalogue, card, powers=powers or {}, called=called)


@cache
def _renamed(language: str, words: tuple[tuple[str, str], ...]) -> Messages:
    return messages(language).renamed(dict(words))


def _words(speech: Speech, by_hand: Mapping[str, str] = NONE, without: str = "") -> list[str]:
    """Give the lines of a card; what is written by hand stands for all that is made from its field."""
    card = speech.card
    told_of = [told(speech, card) for field, told in FACTS.items() if field != without]
    facts = [speech.sentence(fact) for fact in told_of if fact]
    words = [speech.get("grammar.space").join(facts)] if facts else []
    for field, told in LINES.items():
        lines = [by_hand[field]] if field in by_hand else told(speech.anew(), card)
        words.extend(line for line in lines if line)
    return [speech.capital(speech.messages.mended(line)) for line in words]


def _amplifies(speech: Speech, card: Card) -> list[str]:
    """Say what a card adds to the enhancer under it; to a penalty it adds the other way round."""
    if not card.amplifies:
        return []
    told = []
    for sign in (1, -1):
        parts = [f"{sign * card.amplifies:+d}"]
        if card.treasure_bonus:
            parts.append(more_treasures(speech, sign * card.treasure_bonus))
        told.append(speech.join(parts, "and"))
    return [speech.sentence(speech.get("fact.amplifies", signed=told[0], opposite=told[1]))]


def _excludes(speech: Speech, card: Card) -> list[str]:
    if card.excludes is UNSET:
        return []
    return [speech.sentence(speech.get("fact.excludes", a=one_card(speech, card.excludes)))]


def _lasting_lead(speech: Speech, card: Card, text: str) -> str:
    """Put before a change how long it counts."""
    key = f"lasting.{card.lasting}.lead"
    if key not in speech.messages:
        return speech.sentence(text)
    return speech.sentence(speech.get("clause.lead", lead=speech.get(key), text=text))


def _strength(speech: Speech, card: Card) -> list[str]:
    return [_lasting_lead(speech, card, line(speech, card, each)) for each in gathered(card.strength)]


def _modifiers(speech: Speech, card: Card) -> list[str]:
    return [_lasting_lead(speech, card, modifier(speech, each)) for each in card.modifiers]


def _purifies(speech: Speech, card: Card) -> list[str]:
    return [] if card.purifies is UNSET else [speech.sentence(speech.get(f"fact.purifies.{card.purifies}"))]


def _stills(speech: Speech, card: Card) -> list[str]:
    if not card.stills:
        return []
    if len(card.stills) == 1 and f"fact.stills.{card.stills[0]}" in speech.messages:
        return [speech.sentence(speech.get(f"fact.stills.{card.stills[0]}"))]
    names = [speech.word("ability_name", name) for name in card.stills]
    return [speech.sentence(speech.get("fact.stills.unknown", names=speech.join(names, "and")))]


def _attaches(speech: Speech, card: Card) -> list[str]:
    if not card.attaches:
        return []
    return [speech.sentence(speech.messages.first(f"fact.attaches.{card.kind}", "fact.attaches.unknown"))]


def _lost_below(speech: Speech, card: Card) -> list[str]:
    # One that hangs on a card goes with it; of others, who has none left loses it.
    if card.lost_below == 1 and (card.attaches or card.kind not in ("class_enhancer", "race_enhancer")):
        return []
    keys = f"fact.lost_below.{card.kind}", "fact.lost_below.unknown"
    return [speech.sentence(speech.messages.first(*keys, n=card.lost_below))]


def _said_if(key: str) -> Lines:
    def lines(speech: Speech, card: Card) -> list[str]:
        return [speech.sentence(speech.get(f"fact.{key}"))] if getattr(card, key) else []

    return lines


def _carries(speech: Speech, card: Card) -> list[str]:
    if not card.carries:
        return []
    if card.trait is UNSET:
        return [speech.sentence(speech.get("fact.carries.any", n=card.carries))]
    a = speech.predicate(trait(speech, card.trait))
    return [speech.sentence(speech.get("fact.carries.for", n=card.carries, a=a))]


def _said_sex(speech: Speech, card: Card) -> list[str]:
    return [speech.sentence(speech.get(f"fact.sex.{card.sex}"))] if card.sex else []


def _said_count(key: str) -> Lines:
    def lines(speech: Speech, card: Card) -> list[str]:
        value: int = getattr(card, key)
        signs = {"signed": f"{value:+d}", "opposite": f"{-value:+d}"}
        return [speech.sentence(speech.get(f"fact.{key}", n=value, **signs))] if value else []

    return lines


def _grants(speech: Speech, card: Card) -> list[str]:
    told = []
    for grant in card.grants:
        text = speech.get(_of_all(card, "grants"), a=speech.predicate(trait(speech, grant.trait)))
        text = _for_purposes(speech, text, grant.for_)
        if grant.if_ is not UNSET:
            text = speech.get("line.if", text=text, condition=condition(speech, grant.if_))
        told.append(_lasting_lead(speech, card, text))
    return told


def _of_kind(key: str) -> Lines:
    """What a card does for Races or for Classes."""

    def lines(speech: Speech, card: Card) -> list[str]:
        kind = getattr(card, key)
        return [_lasting_lead(speech, card, speech.get(f"fact.{key}.{kind}"))] if kind else []

    return lines


def _hides(speech: Speech, card: Card) -> list[str]:
    if not card.hides:
        return []
    return [_lasting_lead(speech, card, _for_purposes(speech, speech.get(_of_all(card, "hides")), card.hides))]


def _of_all(card: Card, key: str) -> str:
    """Give the fact as a Dungeon has it, which has no owner."""
    return f"fact.{key}_all" if card.kind in ("dungeon", "portal") else f"fact.{key}"


def _for_purposes(speech: Speech, text: str, purposes: Sequence[Purpose]) -> str:
    """Say for what a trait counts, or is hidden, where that is not everything."""
    if set(purposes) == set(get_args(Purpose)):
        return text
    words = [speech.get(f"purpose.{purpose}") for purpose in purposes]
    return speech.get("fact.for_purposes", text=text, purposes=speech.join(words, "and"))


def _lends(speech: Speech, card: Card) -> list[str]:
    tags = [speech.word("tag_fact", tag) for tag in card.lends]
    return [speech.sentence(speech.get("fact.lends", tags=speech.join(tags, "and")))] if tags else []


def _makes(speech: Speech, card: Card) -> list[str]:
    tags = [made_of(speech, tag) for tag in card.makes]
    return [speech.sentence(speech.get(_of_all(card, "makes"), tags=speech.join(tags, "and")))] if tags else []


def _enhanced_by(speech: Speech, card: Card) -> list[str]:
    if isinstance(card.enhanced_by, UnsetType):
        return []
    if not card.enhanced_by:
        return [speech.sentence(speech.get("fact.enhanced_by.none"))]
    sorts = [
        speech.get(f"fact.enhanced_by.any.{sort}")
        if most == "any"
        else speech.get(f"fact.enhanced_by.counted.{sort}", n=most)
        for sort, most in card.enhanced_by.items()
    ]
    return [speech.sentence(speech.get("fact.enhanced_by.some", what=speech.join(sorts, "and")))]


def _refuses(speech: Speech, card: Card) -> list[str]:
    tags = [speech.word("tag_fact", tag) for tag in card.refuses]
    return [speech.sentence(speech.get("fact.refuses", tags=speech.join(tags, "or")))] if tags else []


def _pursues(speech: Speech, card: Card) -> list[str]:
    if card.pursues is UNSET:
        return []
    spared = relative_to(speech, card.pursues, holds=False)
    return [speech.sentence(speech.get("fact.pursues", condition=spared))]


def _escape(speech: Speech, card: Card) -> list[str]:
    return [] if card.escape == "roll" else [speech.sentence(speech.get(f"fact.escape.{card.escape}"))]


def _extra(key: str, noun: str) -> Lines:
    def lines(speech: Speech, card: Card) -> list[str]:
        extra: list[Number] = getattr(card, key)
        pair = speech.noun(noun)
        return [speech.sentence(speech.get("fact.extra", what=quantity(speech, each, pair))) for each in extra]

    return lines


def _no_help(speech: Speech, card: Card) -> list[str]:
    return [speech.sentence(speech.get(_of_all(card, "no_help")))] if card.no_help else []


def _stays(speech: Speech, card: Card) -> list[str]:
    key = "fact.stays_with_dungeon" if card.kind == "portal" else "fact.stays"
    return [speech.sentence(speech.get(key))] if card.stays else []


def _script(key: str) -> Lines:
    def lines(speech: Speech, card: Card) -> list[str]:
        steps: list[Step] = getattr(card, key)
        told = clauses(speech, steps)
        told = [*pending(speech), *told]
        if not told:
            return []
        label = f"label.{key}"
        if label in speech.messages:
            return [paragraph(speech, told, speech.get(label), "label.text")]
        return [paragraph(speech, told, speech.get(f"lead.{key}"))]

    return lines


PUT_AWAY = Step(discard="$it")
"""By this step a Curse or a Mark ends: that it stays till something ends it goes without saying."""


def _ends_itself(card: Card) -> bool:
    """Whether a Curse that stays does nothing by itself but end."""
    return card.lasting == "lasting" and bool(card.reactions) and all(map(ends_it, card.reactions))


def _lasting(speech: Speech, card: Card) -> list[str]:
    words = []
    key = f"lasting.{card.lasting}.text"
    # How long is said with each change; a Curse that only waits says it by itself.
    if _ends_itself(card):
        words += [ending(speech.anew(), each) for each in card.reactions]
    elif key in speech.messages and not any(PUT_AWAY in each.do for each in card.reactions):
        words.append(speech.sentence(speech.get(f"{key}_of_mark" if speech.mark else key)))
    elif card.lasting not in ("no", "lasting") and not (
        card.strength or card.modifiers or card.grants or card.hides or card.no_sex or card.spares or card.forbids
    ):
        words.append(speech.sentence(speech.get(f"lasting.{card.lasting}.alone")))
    if card.lost_with is not UNSET:
        lost = one_card(speech, card.lost_with)
        words.append(speech.sentence(speech.get("lasting.lost_with", a=lost)))
    return [speech.get("grammar.space").join(words)] if words else []


def _play(speech: Speech, card: Card) -> list[str]:
    if card.kind == "monster_enhancer" and not card.play and card.onto is not UNSET:
        noun = described(speech, card.onto, speech.noun("monster"), 1)
        return [speech.sentence(speech.get("fact.onto_monster", a=speech.indefinite(noun)))]
    # Which hosts refuse an enhancer for its tags stands on these.
    how = implied_abilities(msgspec.structs.replace(card, tags=[])).get("play")
    if how is not None:
        card = msgspec.structs.replace(card, when=how.when, if_=how.if_, target=how.target, cost=how.cost, play=how.do)
    return play(speech, card)


def _abilities(speech: Speech, card: Card) -> list[str]:
    implied = [each for name, each in implied_abilities(card).items() if name != "play"]
    return [ability(speech.anew(), each) for each in [*implied, *card.abilities.values()]]


def _reactions(speech: Speech, card: Card) -> list[str]:
    return [] if _ends_itself(card) else [reaction(speech.anew(), each) for each in card.reactions]


def _forbids(speech: Speech, card: Card) -> list[str]:
    return [_lasting_lead(speech, card, terms.forbidding(speech, card, rule)) for rule in card.forbids]


def _marks(speech: Speech, card: Card) -> list[str]:
    told = []
    for name, mark in card.marks.items():
        fields = {key: value for key, value in msgspec.structs.asdict(mark).items() if key != "curse"}
        kept = Card(
            id=card.id, name=card.name, deck=card.deck, kind="curse", notes=card.notes, tally=card.tally, **fields
        )
        said = Speech(speech.messages, kept, mark=True, marks=len(card.marks), called=speech.called)
        lines = [text for key in MARK_LINES for text in LINES[key](said.anew(), kept)]
        if mark.curse:
            lines.append(speech.sentence(speech.get("fact.mark_is_curse")))
        key = "label.mark" if len(card.marks) > 1 else "label.mark_only"
        lead = speech.get(key, mark=speech.word("mark", name))
        told.append(speech.get("label.text", lead=lead, text=speech.get("grammar.space").join(lines)))
    return told


def _faces(speech: Speech, card: Card) -> list[str]:
    told = []
    for name, face in card.faces.items():
        shown = Card(id=card.id, name=card.name, deck=card.deck, **msgspec.structs.asdict(face))
        text = speech.get("grammar.space").join(
            _words(Speech(speech.messages, shown, powers=speech.powers, called=speech.called))
        )
        lead = speech.get("label.face", face=speech.word("face", name))
        told.append(speech.get("label.text", lead=lead, text=text))
    return told


MARK_LINES = ("strength", "modifiers", "forbids", "hides", "no_sex", "spares", "half_price", "lasting", "reactions")
"""What a Mark can say."""


def _as_monster(speech: Speech, card: Card) -> list[str]:
    fought = as_fought(card)
    if fought is None:
        return []
    text = speech.get("grammar.space").join(
        _words(Speech(speech.messages, fought, powers=speech.powers, called=speech.called))
    )
    return [speech.get("label.text", lead=speech.get("label.as_monster"), text=text)]


LINES: dict[str, Lines] = {
    "play": _play,
    "run": _said_count("run"),
    "strength": _strength,
    "modifiers": _modifiers,
    "amplifies": _amplifies,
    "grants": _grants,
    "hides": _hides,
    "no_sex": _said_if("no_sex"),
    "spares": _of_kind("spares"),
    "dulls": _of_kind("dulls"),
    "forbids": _forbids,
    "bars": terms.bars,
    "immune_to": terms.immune_to,
    "protects": terms.protects,
    "half_price": terms.half_price,
    "host": terms.host,
    "attaches": _attaches,
    "lost_below": _lost_below,
    "purifies": _purifies,
    "lifts_limits": _said_if("lifts_limits"),
    "lingers": _said_if("lingers"),
    "carries": _carries,
    "sex": _said_sex,
    "takes_items": _said_if("takes_items"),
    "makes": _makes,
    "enhanced_by": _enhanced_by,
    "refuses": _refuses,
    "fixed_treasures": _said_if("fixed_treasures"),
    "excludes": _excludes,
    "pursues": _pursues,
    "escape": _escape,
    "no_help": _no_help,
    "no_hirelings": _said_if("no_hirelings"),
    "extra_levels": _extra("extra_levels", "extra_level"),
    "extra_treasures": _extra("extra_treasures", "extra_treasure"),
    "stays": _stays,
    "stuck": _said_if("stuck"),
    "stills": _stills,
    "lends": _lends,
    "lasting": _lasting,
    "abilities": _abilities,
    "reactions": _reactions,
    "on_meet": _script("on_meet"),
    "on_decide": _script("on_decide"),
    "on_kill": _script("on_kill"),
    "on_enter": _script("on_enter"),
    "on_leave": _script("on_leave"),
    "bad_stuff": _script("bad_stuff"),
    "on_flight": _script("on_flight"),
    "on_escape": _script("on_escape"),
    "as_monster": _as_monster,
    "marks": _marks,
    "faces": _faces,
}

TOLD_WITH: dict[str, str] = {
    "hands": "slot",
    "slots": "slot",
    "when": "play",
    "if": "play",
    "on": "play",
    "target": "play",
    "cost": "play",
    "onto": "play",
    "enhances": "kind",
    "lost_with": "lasting",
    "notes": "reactions",
    "tally": "strength",
}
"""Fields that are told by the handler of another."""

UNTOLD = frozenset({"id", "name", "names", "deck", "copies", "origin", "wording", "icon", "flavor", "author"})
"""Fields that say nothing about how the card plays."""
