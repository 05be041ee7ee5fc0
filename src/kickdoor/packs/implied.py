"""What the kind of a card lets its owner do without the card saying so, in the card language."""

from __future__ import annotations

from kickdoor.packs import language as lang

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

#: What an Item Enhancer can be played on: no one-shots, no Steeds [ITEM-13, STEED-06].
ENHANCEABLE = lang.Cards(from_="items", where=lang.CardIs(kind="item"))


def implied_trait(card: lang.Card) -> str:
    """The trait that a card gives: a Class, Race or Power gives its id where it names none."""
    return card.trait or (card.id if card.kind in ("class", "race", "power") else "")


def implied_abilities(card: lang.Card) -> dict[str, lang.Ability]:
    """The abilities that a card has by its kind, by name; ``play`` is how it is played from the hand."""
    if card.kind == "hireling":
        return {"sacrifice": lang.Ability(when="before_run", if_=lang.If(current_runner=True), do=SACRIFICE)}
    if card.kind == "item_enhancer" and not card.play:
        onto = lang.Ability(
            when=["own_turn", "just_received"],
            from_="hand",
            if_=card.if_,
            target=[lang.Step(choose=lang.Choose(cards=ENHANCEABLE, into="$item"))],
            do=[lang.Step(attach=lang.Attach(to="$item"))],
        )
        return {"play": onto}
    return {}
