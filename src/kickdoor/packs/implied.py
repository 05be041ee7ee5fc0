"""What the kind of a card lets its owner do without the card saying so, in the card language."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from kickdoor.engine.data.cards import FOR_MONSTERS, FOR_OWN
from kickdoor.packs import language as lang

ANY_NUMBER = 99  # more than any table holds

SACRIFICE: list[lang.Step] = [
    lang.Step(discard="$it"),
    lang.Step(escape=lang.Escape(who="you", even_if_impossible=True)),
    lang.Step(
        if_=lang.If(who="you", is_fighter_with_helper=True),
        then=[
            lang.Step(choose=lang.Choose(options=["helper_escapes", "helper_rolls"], into="$fate")),
            lang.Step(
                if_=lang.If(option={"$fate": "helper_escapes"}),
                then=[lang.Step(escape=lang.Escape(who="helper", even_if_impossible=True))],
            ),
        ],
    ),
]

#: What a Steed is when it is fought, but for its Level [STEED-05].
BAD_STUFF_OF_STEEDS: list[lang.Step] = [lang.Step(lose_levels=1)]


def implied_enhancers(card: lang.Card) -> dict[lang.Enhances, int]:
    """How many enhancers of which sort can be put on a card [ITEM-13, STEED-06]."""
    if isinstance(card.enhanced_by, UnsetType):
        return {card.kind: ANY_NUMBER} if card.kind in ("item", "steed", "hireling") else {}
    return {sort: ANY_NUMBER if most == "any" else most for sort, most in card.enhanced_by.items()}


def as_fought(card: lang.Card) -> lang.Card | None:
    """What a card is when it is fought, where it is no monster anyway: a Steed has twice its bonus [STEED-05]."""
    shown = card.as_monster
    if isinstance(shown, UnsetType):
        if card.kind != "steed":
            return None
        shown = lang.AsMonster(level=2 * card.bonus, tags=card.tags, bad_stuff=BAD_STUFF_OF_STEEDS)
    fields = {name: getattr(shown, name) for name in shown.__struct_fields__}
    return lang.Card(id=card.id, name=card.name, deck=card.deck, kind="monster", **fields)


def _hosts(card: lang.Card) -> lang.CardIs:
    """What an Item Enhancer can be put on."""
    refused = lang.CardIs(refuses=card.tags) if card.tags else UNSET
    return lang.CardIs(takes=card.enhances, not_=refused, any=[card.onto] if card.onto else UNSET)


def _has_run_penalty(card: lang.Card) -> bool:
    return any(m.value == "run" and not isinstance(m.add, UnsetType) and m.add < 0 for m in card.modifiers)


def implied_trait(card: lang.Card) -> str:
    """The trait that a card gives: a Class, Race or Power gives its id where it names none."""
    return card.trait or (card.id if card.kind in ("class", "race", "power") else "")


def implied_purpose(card: lang.Card) -> int:
    """Whose question it is where a card asks for a race, class or sex: a monster's and its enhancers' ask what
    monsters see; all others, those of Items among them, what the character is."""
    return FOR_MONSTERS if card.kind in ("monster", "monster_enhancer") else FOR_OWN


def implied_abilities(card: lang.Card) -> dict[str, lang.Ability]:
    """The abilities that a card has by its kind, by name; ``play`` is how it is played from the hand."""
    if card.kind == "hireling":
        return {"sacrifice": lang.Ability(when="before_run", if_=lang.If(current_runner=True), do=SACRIFICE)}
    if card.kind == "steed" and _has_run_penalty(card):
        left_behind = lang.Ability(
            when="before_run", if_=lang.If(current_runner=True), do=[lang.Step(discard="$it")]
        )  # [STEED-04]
        return {"leave_behind": left_behind}
    if card.attaches and not card.play:
        own = lang.Cards(from_="races" if card.kind == "race_enhancer" else "classes")
        return {"play": _attaching(card, ["own_turn_any_time", "just_received"], own, "$own")}
    if card.kind == "item_enhancer" and not card.play:
        hosts = lang.Cards(from_="table", where=_hosts(card))
        return {"play": _attaching(card, ["own_turn", "just_received"], hosts, "$item")}
    return {}


def _attaching(card: lang.Card, when: list[lang.When], hosts: lang.Cards, into: str) -> lang.Ability:
    """Played from the hand onto another card in play."""
    return lang.Ability(
        when=card.when or when,
        from_="hand",
        if_=card.if_,
        target=[lang.Step(choose=lang.Choose(cards=hosts, into=into))],
        do=[lang.Step(attach=lang.Attach(to=into))],
    )
