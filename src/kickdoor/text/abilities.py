"""Sentences for what a card lets its owner do, and for what it does by itself."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from kickdoor.packs.language import Ability, Card, Cards, If, Reaction, Step, When
from kickdoor.text.choices import relative_to
from kickdoor.text.clause import Clause, bare, joined, joined_bare, paragraph
from kickdoor.text.conditions import IF_SUBJECTS, condition, fixed, signed
from kickdoor.text.phrases import given, itself, listed, some_cards
from kickdoor.text.scripts import clauses, pending
from kickdoor.text.speech import Speech
from kickdoor.text.structure import asked_alone, names_in, steps_of, verb_of


def ability(speech: Speech, told: Ability) -> str:
    """Tell an ability: when, at what cost, what for, how often."""
    speech.moment = told.when if isinstance(told.when, str) else ""
    lead = _moment(speech, told.when, told.if_, told.by)
    paid = _paid_bonus(speech, told)
    if paid is not None and told.shared:
        paid = speech.get("clause.remark", text=paid, remark=speech.get("limit.shared_only"))
    if paid is not None:
        return speech.sentence(speech.get("clause.lead", lead=lead, text=paid))
    cost, do = _bought(speech, told.target, told.cost, told.do)
    texts = _paid(speech, cost, do, f"may.{told.by}")
    remarks = [remark for remark in (_place(speech, told), _limit(speech, told)) if remark]
    if remarks:
        texts[0] = speech.get("clause.remark", text=texts[0], remark=speech.join(remarks, "remarks"))
    texts[0] = speech.get("clause.lead", lead=lead, text=texts[0])
    return speech.paragraph(texts)


def _bought(
    speech: Speech, target: Sequence[Step], cost: Sequence[Step], do: Sequence[Step]
) -> tuple[list[Clause], list[Clause]]:
    """Tell what is paid for something, and what is done; what costs nothing is chosen and done in one."""
    if not cost:
        told = clauses(speech, [*target, *do])
        return [], [*pending(speech), *told]
    targets = clauses(speech, target)
    # What is paid for chance is aimed before the payment; otherwise the price is named first.
    aimed = [step.choose.into for step in target if step.choose is not UNSET] if do and verb_of(do[0]) in CHANCE else []
    price = [*targets, *clauses(speech, cost, aimed)]
    told = clauses(speech, do)
    return price, [*pending(speech), *told]


CHANCE = frozenset({"roll", "roll_off", "draw", "peek", "poll"})
"""What shows more than was known when the aim was taken."""


def _limit(speech: Speech, told: Ability) -> str:
    if told.limit is UNSET:
        return speech.get("limit.none") if _endless(told) else ""
    times = speech.messages.first(f"times.{told.limit}", "times.unknown", times=told.limit)
    text = speech.get(f"limit.{told.per}", times=times)
    return speech.get("limit.shared", text=text) if told.shared else text


ENDLESS = frozenset({"any_combat", "own_combat", "own_turn", "out_of_combat", "any_time"})
"""Moments that last, so that what is paid for can be done again in them."""
LAST = frozenset({"discard", "remove_monster", "kill_monster", "transfer_fight", "escape", "force_help", "tame"})
"""What cannot be done twice to the same end."""


def _endless(told: Ability) -> bool:
    """Tell whether an ability can be used again and again, as long as it is paid for."""
    if not told.cost or not set([told.when] if isinstance(told.when, str) else told.when) <= ENDLESS:
        return False
    whole = any(step.discard_hand is not UNSET for step in told.cost)
    return not whole and "$it" not in names_in(told.cost) and not {verb_of(step) for step in told.do} & LAST


def _place(speech: Speech, told: Ability) -> str:
    """Say where the card must be, where that is not to be expected of its kind."""
    kind = speech.card.kind
    if told.from_ == "hand":
        return speech.get("place.hand")
    if told.from_ == "equipped" and kind != "item":
        return speech.get("place.equipped")
    # An Item that is only carried does nothing, unless it says so.
    if told.from_ == "table" and kind == "item":
        return speech.get("place.table")
    return speech.get("place.any") if told.from_ == "any" and kind == "item" else ""


ITS_VICTIM = (If(who="victim", is_player="you"), If(is_player="victim"))
"""Ways to ask whether you are the one whom something happened to."""


def _moment(speech: Speech, when: When | list[When] | None, asked: If | UnsetType, by: str = "owner") -> str:
    """Say when, as whom and on what condition."""
    if asked is not UNSET and asked.monster_tag is not UNSET and len(given(asked, IF_SUBJECTS)) == 1:
        key = f"when_against.{when}"
        if key in speech.messages:
            noun = speech.word("tag", asked.monster_tag, noun=speech.get("noun.monster", n=1), n=1)
            return speech.get(key, noun=speech.indefinite(noun))
    if when == "before_run" and asked == If(current_runner=True):
        return speech.get("when_own.before_run")
    parts = []
    if when == "card_lost" and asked is not UNSET and If(who=asked.who, is_player=asked.is_player) in ITS_VICTIM:
        parts.append(speech.get("when_own.card_lost"))
        asked = msgspec.structs.replace(asked, who="you", is_player=UNSET)
        causes = UNSET if asked.not_ is UNSET else asked.not_.cause
        if causes is not UNSET and asked == If(not_=If(cause=causes)):
            by = speech.join([speech.get(f"cause.{cause}") for cause in listed(causes)], "or")
            return speech.get("event_but", event=parts[0], causes=by)
        when = None
    if when == "after_roll" and asked is not UNSET and asked.running_away:
        parts.append(speech.get("when_run.after_roll"))
        left = msgspec.structs.replace(asked, running_away=UNSET)
        when, asked = None, left if given(left, IF_SUBJECTS) else UNSET
    if when is not None:
        moments = [when] if isinstance(when, str) else when
        together = f"when_any.{'_or_'.join(moments)}"
        alone = [speech.get(f"when.{moment}") for moment in moments]
        parts.append(speech.get(together) if together in speech.messages else speech.join(alone, "or"))
    if f"as.{by}" in speech.messages:
        parts.append(speech.get(f"as.{by}"))
    if asked is not UNSET:
        parts.append(speech.get("clause.on_condition", condition=condition(speech, asked)))
    return speech.get("grammar.comma").join(parts)


def _paid(speech: Speech, cost: Sequence[Clause], do: Sequence[Clause], may: str) -> list[str]:
    """Say that something may be done, with what it costs; give the sentences, unfinished."""
    # What can stand after "may" does; the rest follows as sentences of its own.
    length = next((n for n, clause in enumerate(do) if bare(speech, clause) is None), len(do))
    done, rest = joined_bare(speech, do[:length]), _rest(speech, do[length:])
    if not cost and done is None:
        return [speech.get("clause.may_this", do=joined(speech, do))]
    if not cost:
        return [speech.get(may, action=done), *rest]
    price = joined_bare(speech, cost) or joined(speech, cost)
    if done is not None:
        return [speech.get(may, action=speech.get("clause.to", cost=price, do=done)), *rest]
    action = speech.get("clause.if_you_do", cost=price, do=joined(speech, do)) if do else price
    return [speech.get(may, action=action)]


def _rest(speech: Speech, told: Sequence[Clause]) -> list[str]:
    return [joined(speech, [clause]) for clause in told]


def _paid_bonus(speech: Speech, told: Ability) -> str | None:
    """Say a bonus that is bought by the card: discard up to 3 cards for +1 each."""
    cards = paid_cards(told.cost)
    if cards is None or told.target or len(told.do) != 1 or told.limit == 1:
        return None
    step = told.do[0]
    if step.add_strength is not UNSET and step.add_strength.to == "you":
        key, count = "paid.strength", step.add_strength.count
    elif step.add_roll is not UNSET:
        key, count = "paid.roll", step.add_roll
    else:
        return None
    if fixed(count) is None:
        return None
    nouns = some_cards(speech, cards)[1]
    form = "any" if told.limit is UNSET else "limit"
    limit = 0 if told.limit is UNSET else told.limit
    action = speech.get(f"{key}.{form}", limit=limit, nouns=nouns, signed=signed(speech, count))
    action = speech.get(f"may.{told.by}", action=action)
    # That up to 3 are for one combat or one roll goes without saying where the text names it.
    if told.limit is UNSET or told.per in ("combat", "roll"):
        return action
    return speech.get("clause.remark", text=action, remark=speech.get("limit.up_to." + told.per))


def paid_cards(cost: Sequence[Step]) -> Cards | None:
    """Give the cards of which one is the whole cost, if that is what it costs."""
    if len(cost) != 2 or cost[0].choose is UNSET or cost[1].discard != cost[0].choose.into:
        return None
    choose = cost[0].choose
    cards = choose.cards if isinstance(choose.cards, Cards) else None
    return cards if fixed(choose.count) == 1 and not choose.optional else None


def reaction(speech: Speech, told: Reaction) -> str:
    """Tell a reaction: to what, on what condition, and what happens, or happens instead."""
    speech.event, speech.of = told.to, told.of
    lead = _happening(speech, told)
    steps = told.do
    whole = told.if_ is not UNSET and not told.cost and not told.instead and len(steps) == 1
    asked = asked_alone(steps[0]) if whole else None
    if asked is not None:
        # If this is so, if that is so: both at once.
        lead = speech.join([lead, condition(speech, asked)], "and")
        steps = steps_of(steps[0].then)
    cost = clauses(speech, told.cost)
    do = clauses(speech, steps)
    do = [*pending(speech), *do]
    if not do and told.instead:
        key = f"instead.{told.to}"
        do = [Clause(key if key in speech.messages or f"{key}.you" in speech.messages else "instead.unknown")]
    elif told.instead and do[-1].key == "clause.roll_and_look":
        do[-1].key = "clause.roll_instead"
    elif told.instead and (told.may or len(do) == 1):
        do[-1] = _done_instead(speech, do[-1])
    elif told.instead:
        do[0] = Clause(text=speech.get("clause.instead_of_it", do=joined(speech, do[:1])))
    if told.may or cost:
        texts = _paid(speech, cost, do, "may.owner")
        texts[0] = speech.get("clause.lead", lead=lead, text=texts[0])
        return speech.paragraph(texts)
    return paragraph(speech, do, lead)


def ends_it(told: Reaction) -> bool:
    """Whether all that a reaction does is to put its own card away."""
    return told.do == [Step(discard="$it")] and not (told.instead or told.may or told.cost)


def ending(speech: Speech, told: Reaction) -> str:
    """Tell when a card that stays ends by itself."""
    speech.event, speech.of = told.to, told.of
    return speech.sentence(speech.get("lasting.ends", event=_happening(speech, told)))


PLAYED_BY_ANOTHER = (
    If(cause="played", not_=If(is_player="by")),
    If(cause="played", not_=If(who="by", is_player="you")),
)
"""Ways to ask whether somebody else played a card."""


def _happening(speech: Speech, told: Reaction) -> str:
    """Say what a card reacts to; how it came about in one phrase with it, where there is one."""
    asked = told.if_
    if told.once_laid:
        return speech.get("event_by.got.once_laid")
    if asked is not UNSET and asked.cause is not UNSET and len(given(asked, IF_SUBJECTS)) == 1:
        keys = [f"event_by.{told.to}.{cause}" for cause in listed(asked.cause)]
        if all(key in speech.messages for key in keys):
            return speech.join([speech.get(key, it=itself(speech)) for key in keys], "or")
    if asked is not UNSET and told.to == "struck" and asked in PLAYED_BY_ANOTHER:
        return speech.get("event_by.struck.played_by_another")
    family = "event"
    if told.of == "you" and told.to in ("rolls", "rolled") and asked is not UNSET and asked.running_away:
        family = "event_run"
        left = msgspec.structs.replace(asked, running_away=UNSET)
        asked = left if given(left, IF_SUBJECTS) else UNSET
    event = f"{family}.{told.to}.instead" if told.instead else f"{family}.{told.to}.after"
    lead = speech.messages.first(event, f"{family}.{told.to}")
    if told.from_hand:
        lead = speech.get("event_from_hand", it=itself(speech))
    if told.of != "you":
        lead = speech.get(f"event_of.{told.to}", who=speech.get(f"event_of.who.{told.of}"))
    if asked is UNSET:
        return lead
    causes = asked.cause if asked.not_ is UNSET else asked.not_.cause
    if causes is not UNSET and asked in (If(cause=causes), If(not_=If(cause=causes))):
        by = speech.join([speech.get(f"cause.{cause}") for cause in listed(causes)], "or")
        return speech.get("event_only" if asked.not_ is UNSET else "event_but", event=lead, causes=by)
    when = speech.get("clause.on_condition", condition=condition(speech, asked))
    return speech.get("grammar.comma").join([lead, when])


def _done_instead(speech: Speech, clause: Clause) -> Clause:
    """Say that something happens instead, as a fact and after "may"."""
    do, action = joined(speech, [clause]), bare(speech, clause)
    if action is None:
        return Clause(text=speech.get("clause.done_instead.you", do=do))
    return Clause("clause.done_instead", values={"do": do, "action": action})


def play(speech: Speech, card: Card) -> list[str]:
    """Tell when a card may be played, on whom, and what that does."""
    when = None if card.when is UNSET else card.when
    speech.moment = when if isinstance(when, str) else ""
    cost, do = _bought(speech, card.target, card.cost, card.play)
    lead = _moment(speech, when, card.if_)
    words = []
    if card.on is not UNSET:
        key = f"play.on.{card.kind}"
        who = relative_to(speech, card.on)
        words.append(speech.sentence(speech.messages.first(key, "play.on.unknown", condition=who)))
    if cost:
        texts = _paid(speech, cost, do, "may.owner")
        if lead:
            texts[0] = speech.get("play.when", lead=lead, text=speech.capital(texts[0]))
        words.append(speech.paragraph(texts))
    elif do:
        words.append(paragraph(speech, do, lead, "play.when"))
    elif lead:
        words.append(speech.sentence(speech.get("play.only", lead=lead)))
    return words
