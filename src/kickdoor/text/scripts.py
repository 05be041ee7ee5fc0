"""Sentences for scripts: steps in a row, choices, conditions and loops.

A choice is told where what was chosen is first spoken of ("lose 1 Item"), not as a step of its own, unless a
condition or a number asks about it first. Common shapes of scripts are told shorter than step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import msgspec
from msgspec import UNSET

from kickdoor.packs.language import Cards, Choose, ForEach, If, Repeat, Step
from kickdoor.text.choices import bind, is_choice, is_everybody, not_optional, relative, without_has
from kickdoor.text.clause import Clause, bare, infinitive, joined, merged, plain
from kickdoor.text.conditions import IF_SUBJECTS, condition, fixed, quantity
from kickdoor.text.phrases import each_card, given, plain_noun_of, player, reference, said
from kickdoor.text.speech import Named, Speech
from kickdoor.text.steps import VERBS
from kickdoor.text.structure import (
    asks_worth,
    faces_asked,
    first_cards,
    is_same_set,
    names_asked,
    names_in,
    option_asked,
    rows_of,
    sort_branches,
    steps_of,
    table_of,
    verb_of,
)

Told = tuple[list[Clause], int]
"""Clauses, and how many steps they tell."""
Shape = Callable[[Speech, Sequence[Step]], Told | None]


# What a script comes to.


def clauses(speech: Speech, steps: Sequence[Step], chosen: Sequence[str] = ()) -> list[Clause]:
    """Tell steps in a row, each as a clause or together with its neighbours.

    A choice that was made before, here or as one of those `chosen`, is told before anything that does not speak of it.
    """
    told: list[Clause] = []
    made = list(chosen)
    while steps:
        told.extend(_tell_choices(speech, _overdue(speech, steps, made)))
        found = next((found for shape in SHAPES if (found := shape(speech, steps)) is not None), None)
        if found is None:
            verb = verb_of(steps[0])
            found = [*_ask_first(speech, steps[0]), *CONTROL[verb](speech, steps[0])], 1
        told.extend(found[0])
        made += [step.choose.into for step in steps[: found[1]] if step.choose is not UNSET]
        steps = steps[found[1] :]
    return merged(speech, told)


def pending(speech: Speech) -> list[Clause]:
    """Tell, at the end, the choices that nothing spoke of."""
    return _tell_choices(speech, list(speech.names))


def _overdue(speech: Speech, steps: Sequence[Step], made: Sequence[str]) -> list[str]:
    """Give the choices that were made and that the next step does not speak of."""
    if steps[0].choose is not UNSET:
        return []
    named = {name: speech.names[name] for name in made if name in speech.names}
    waiting = {name: each.choose for name, each in named.items() if each.first is not None and each.choose is not None}
    is_swap = len(steps) > 1 and steps[0].take is not UNSET and steps[1].take is not UNSET
    spoken = set(names_in(steps[: 2 if is_swap else 1]))
    while more := {name for one in spoken & waiting.keys() for name in names_in(waiting[one])} - spoken:
        spoken |= more
    return [name for name in waiting if name not in spoken]


def _ask_first(speech: Speech, step: Step) -> list[Clause]:
    return _tell_choices(speech, names_asked(step))


def _tell_choices(speech: Speech, names: Sequence[str]) -> list[Clause]:
    told = []
    for name in dict.fromkeys(names):
        named = speech.names.get(name)
        if named is None or named.first is None:
            continue
        if named.loop:
            named.first, named.at_head = None, True
            continue
        key = "step.choose" if named.choose is None or is_choice(named.choose) else "step.find"
        with speech.about(named.picked_by):
            picker = player(speech, named.picked_by)
            told.append(Clause(key, named.picked_by, picker, {"what": reference(speech, name)}))
    return told


# Steps that hold others.


def _choose(speech: Speech, step: Step) -> list[Clause]:
    assert isinstance(step.choose, Choose)
    bind(speech, step.choose)
    return []


def _if(speech: Speech, step: Step) -> list[Clause]:
    asked, then, otherwise = step.if_, steps_of(step.then), steps_of(step.else_)
    assert isinstance(asked, If)
    conditions = [_lead(speech, asked)]
    while not otherwise and len(then) == 1 and then[0].if_ is not UNSET and not steps_of(then[0].else_):
        if names_in(then[0].if_):
            break
        conditions.append(condition(speech, then[0].if_))
        then = steps_of(then[0].then)
    lead = speech.join(conditions, "and")
    if not then:
        rest = joined(speech, clauses(speech, otherwise))
        return [_text(speech, "clause.if_not_then", condition=lead, otherwise=rest)]
    told = joined(speech, clauses(speech, then))
    if not otherwise:
        return [_text(speech, "clause.if", condition=lead, then=told)]
    rest = joined(speech, clauses(speech, otherwise))
    return [_text(speech, "clause.if_else", condition=lead, then=told, otherwise=rest)]


def _lead(speech: Speech, asked: If) -> str:
    """Say a condition with its "if"; of a roll, "on 4 or more"."""
    for name, named in speech.names.items():
        faces = faces_asked(asked, name) if named.sort == "roll" else None
        if faces:
            return _on_faces(speech, faces)
    return speech.get("clause.on_condition", condition=condition(speech, asked))


def _on_faces(speech: Speech, faces: frozenset[int]) -> str:
    """Say on which faces of a die: on a 1, on 2 to 4, on 1, 3 or 5."""
    shown = sorted(faces)
    if len(shown) == 1:
        return speech.get("clause.on_face", face=shown[0])
    if shown == list(range(shown[0], shown[-1] + 1)):
        return speech.get("clause.on_faces", low=shown[0], high=shown[-1])
    return speech.get("clause.on_roll", span=speech.join([str(face) for face in shown], "or"))


def _for_each(speech: Speech, step: Step) -> list[Clause]:
    each = step.for_each
    assert isinstance(each, ForEach)
    do = list(each.do)
    asked = do[0].if_ if len(do) == 1 and do[0].else_ is UNSET else UNSET
    if asked is not UNSET and asked.who == each.as_ and each.players is not UNSET:
        # For each player: if they are a Cleric … is each player who is a Cleric ….
        do = steps_of(do[0].then)
    else:
        asked = UNSET
    over = speech.names.get(str(each.cards if each.players is UNSET else each.players))
    chosen: list[Clause] = []
    if over is not None and over.first is not None and over.choose is not None and not is_everybody(over.choose):
        chosen = _tell_choices(speech, [str(each.cards if each.players is UNSET else each.players)])
    head = _head(speech, each, asked)
    before = speech.saved()
    named = speech.names[each.as_] = _looped(speech, each)
    named.first = lambda: head
    told = clauses(speech, do)
    if told and not named.at_head and _opens(speech, told[0], head, each):
        return [*chosen, *(told if len(told) == 1 else [Clause(text=joined(speech, told))])]
    # What the loop goes through is not what its first clause is about: name it at the head.
    speech.names = before
    speech.names[each.as_] = _looped(speech, each)
    head = head.rstrip(speech.get("grammar.comma"))
    return [*chosen, _text(speech, "clause.for_each", each=head, do=joined(speech, clauses(speech, do)))]


def _opens(speech: Speech, clause: Clause, head: str, each: ForEach) -> bool:
    """Tell whether a clause can stand for a loop, because it is about each that the loop goes through."""
    if each.players is not UNSET:
        return plain(speech, clause).startswith(head)
    return clause.key.startswith(("step.", "noted.")) and head in plain(speech, clause)


def _head(speech: Speech, each: ForEach, asked: If | msgspec.UnsetType) -> str:
    """Name each that a loop goes through."""
    if isinstance(each.cards, Cards):
        return speech.get("each.card", each=each_card(speech, each.cards))
    word = str(each.cards if each.players is UNSET else each.players)
    if word.startswith("$"):
        named = speech.names.get(word)
        if named is None or named.first is None or named.choose is None or not is_everybody(named.choose):
            return speech.get("each.of", those=reference(speech, word))
        named.first = None
        return speech.get("each.ordered", each=speech.get(f"who.{named.choose.players}.name"))
    if word in ("highest_others", "lowest_others") and asked == _of_extreme(each.as_, word):
        # Of the highest Level among the others, and of the highest at all.
        return speech.get(f"who.{word}.at_all")
    head = speech.get(f"who.{word}.name")
    if asked is not UNSET:
        head = speech.get("choose.who", what=head, condition=relative(speech, each.as_, asked))
    order = f"who.{word}.order"
    return speech.get(order, each=head) if order in speech.messages else head


def _of_extreme(name: str, word: str) -> If:
    return If(who=name, highest=True) if word == "highest_others" else If(who=name, lowest=True)


def _looped(speech: Speech, each: ForEach) -> Named:
    """Give what a loop goes through, as one of it."""
    if each.players is not UNSET:
        return Named("player", speech.noun("player"), loop=True)
    if isinstance(each.cards, Cards):
        return Named("card", plain_noun_of(speech, each.cards), owner=each.cards.of, loop=True)
    stored = speech.names.get(str(each.cards))
    noun = stored.noun if stored else speech.noun("card")
    return Named("card", noun, owner=stored.owner if stored else "you", loop=True)


def _repeat(speech: Speech, step: Step) -> list[Clause]:
    repeat = step.repeat
    assert isinstance(repeat, Repeat)
    draw = repeat.do[0].draw if len(repeat.do) == 1 else UNSET
    if draw is not UNSET and fixed(draw.count) == 1:
        return clauses(speech, [Step(draw=msgspec.structs.replace(draw, count=repeat.times))])
    whole = fixed(repeat.times)
    if whole is not None:
        times = speech.messages.first(f"times.{whole}", "times.unknown", times=whole)
    else:
        times = quantity(speech, repeat.times, speech.noun("time"))
    return [_text(speech, "clause.repeat", times=times, do=joined(speech, clauses(speech, repeat.do)))]


def _together(speech: Speech, step: Step) -> list[Clause]:
    told = clauses(speech, steps_of(step.together))
    if not any(word in SEVERAL for word in _words_of(msgspec.to_builtins(step.together))):
        return told
    return [_text(speech, "clause.together", do=joined(speech, told))]


#: Words for players of whom there may be several, so that it matters whether all are struck at once.
SEVERAL = frozenset({"all", "others", "others_right", "here", "party", "highest", "lowest", "players"})


def _words_of(value: object) -> Iterator[str]:
    """All words in a step's data."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _words_of(inner)
    elif isinstance(value, str):
        yield value


def _does(verb: str) -> Callable[[Speech, Step], list[Clause]]:
    def told(speech: Speech, step: Step) -> list[Clause]:
        return [VERBS[verb](speech, getattr(step, verb))]

    return told


CONTROL: dict[str, Callable[[Speech, Step], list[Clause]]] = {
    "choose": _choose,
    "if": _if,
    "for_each": _for_each,
    "repeat": _repeat,
    "together": _together,
    **{verb: _does(verb) for verb in VERBS},
}
"""How each step is told, by its verb."""


def _text(speech: Speech, key: str, **values: object) -> Clause:
    return Clause(text=speech.get(key, **values))


# Shapes: steps that are told together.


def _choice_of_owner(speech: Speech, steps: Sequence[Step]) -> Told | None:
    """Choose a player who has such a card, then such a card of theirs: the second says the first."""
    if len(steps) < 2 or steps[0].choose is UNSET or steps[1].choose is UNSET:
        return None
    owner, cards = steps[0].choose, steps[1].choose.cards
    if owner.players is UNSET or cards is UNSET or cards.of != owner.into:
        return None
    bind(speech, without_has(owner, cards))
    return [], 1


def _roll_and_look(speech: Speech, steps: Sequence[Step]) -> Told | None:
    """Roll, then look at the number."""
    if len(steps) < 2 or steps[0].roll is UNSET or faces_asked(steps[1].if_, steps[0].roll.into) is None:
        return None
    before = _ask_first(speech, steps[1])
    rolled = VERBS["roll"](speech, steps[0].roll)
    rolled.key = "clause.roll_and_look"
    rows, used = table_of(steps[1:], steps[0].roll.into)
    otherwise = steps_of(steps[1].else_)
    plainly = len(otherwise) != 1 or rows_of(otherwise[0], steps[0].roll.into) is None
    if len(rows) < 3 and used < 2 and plainly:
        rolled.values["then"] = joined(speech, CONTROL["if"](speech, steps[1]))
        return [*before, rolled], 2
    told = [
        _text(speech, "clause.if", condition=_on_faces(speech, faces), then=joined(speech, clauses(speech, do))).text
        for faces, do in rows
    ]
    rolled.values["then"] = speech.join(told, "table")
    return [*before, rolled], 1 + used


def _may_choose(speech: Speech, steps: Sequence[Step]) -> Told | None:
    """Choose if you like; if you did, do something with it."""
    if len(steps) < 2 or steps[0].choose is UNSET or not steps[0].choose.optional or steps[1].if_ is UNSET:
        return None
    choose, asked = steps[0].choose, steps[1].if_
    if given(asked, IF_SUBJECTS) != {"exists": choose.into}:
        return None
    named = bind(speech, not_optional(choose))
    with speech.about(choose.who):
        told = clauses(speech, steps_of(steps[1].then))
        told = [*_tell_choices(speech, [choose.into]), *told] if named.first is not None else told
        action = _may(speech, choose.who, told)
    if action is None:
        action = said(speech, "clause.may_choose", player(speech, choose.who), do=joined(speech, told))
    rest = clauses(speech, steps_of(steps[1].else_))
    if rest:
        otherwise = joined(speech, rest)
        action = said(speech, "clause.if_not", player(speech, choose.who), action=action, otherwise=otherwise)
    return [Clause(text=action)], 2


def _may(speech: Speech, who: str, told: Sequence[Clause]) -> str | None:
    """Say that somebody may do the first thing, to the effect of the others."""
    actions = [infinitive(speech, each) if each.who == who else bare(speech, each) for each in told]
    if not actions or actions[0] is None:
        return None
    action = actions[0]
    texts = [each for each in actions[1:] if each is not None]
    subject = told[0].player if told[0].who == who else player(speech, who)
    if told[1:] and len(texts) == len(told) - 1:
        done = speech.join(texts, "steps")
        paid = told[0].key in PAYMENTS
        action = speech.get("clause.to", cost=action, do=done) if paid else speech.join([action, done], "steps")
    elif told[1:]:
        named = speech.names.get(who)
        key = "clause.if_anybody" if named is not None and named.loop else "clause.if_done"
        action = said(speech, key, subject, cost=action, do=joined(speech, told[1:]))
    return said(speech, "clause.may", subject, action=action)


PAYMENTS = frozenset({"step.discard", "step.lose", "step.out_of_game", "step.give"})
"""What is done to gain something by it."""


def _found(speech: Speech, steps: Sequence[Step]) -> Told | None:
    """Do something with a card that had to be looked for, if it was found."""
    asked = steps[0].if_
    if asked is UNSET or list(given(asked, IF_SUBJECTS)) != ["exists"]:
        return None
    named, otherwise = speech.names.get(str(asked.exists)), steps_of(steps[0].else_)
    if named is None or named.first is None or asked.exists in names_in(otherwise):
        return None
    before = speech.saved()
    optional = named.choose is not None and named.choose.optional
    if optional and named.choose is not None:
        bind(speech, not_optional(named.choose))
    told = clauses(speech, steps_of(steps[0].then))
    if speech.names[str(asked.exists)].first is not None:
        speech.names = before
        return None
    if not otherwise:
        return [_text(speech, "clause.if_wanted" if optional else "clause.if_any", do=joined(speech, told))], 1
    # A card that nobody plays has nobody to pick.
    key = "clause.if_unplayed" if named.picked_by == "by" else "clause.if_missing"
    rest = joined(speech, clauses(speech, otherwise))
    return [_text(speech, key, do=joined(speech, told), otherwise=rest)], 1


def _options(speech: Speech, steps: Sequence[Step]) -> Told | None:
    """Choose between named ways, then go one of them."""
    choose = steps[0].choose
    if choose is UNSET or choose.options is UNSET:
        return None
    ways: dict[str, list[Step]] = {}
    used = 1
    while used < len(steps) and option_asked(steps[used], choose.into) is not None:
        sort_branches(steps[used], choose, ways)
        used += 1
    if used == 1:
        return None
    before, speech.decider = speech.decider, choose.who
    found = [clauses(speech, ways[option]) for option in choose.options if ways.get(option)]
    speech.decider = before
    either = _either(speech, found) if choose.who == "you" and len(found) == len(choose.options) else None
    if either is not None:
        return [either], used
    action = _may(speech, choose.who, found[0]) if len(found) == 1 else None
    if action is None:
        texts = [joined(speech, each) for each in found]
        if len(found) < len(choose.options):
            texts.append(speech.get("clause.nothing"))
        who = player(speech, choose.who)
        yours = any(clause.player.person == "you" and not clause.text for each in found for clause in each)
        key = "clause.choose_one_for_you" if yours and choose.who != "you" else "clause.choose_one"
        action = said(speech, key, who, options=speech.join(texts, "alternatives"))
    return [Clause(text=action)], used


def _either(speech: Speech, ways: Sequence[Sequence[Clause]]) -> Clause | None:
    """Tell ways that differ only in a bonus as one: add +2 or -2."""
    told = [clause for way in ways for clause in way if set(clause.values) == {"signed"}]
    alone = all(len(way) == 1 for way in ways) and len(told) == len(ways)
    if not alone or len({(clause.key, clause.who) for clause in told}) > 1:
        return None
    return replace(told[0], values={"signed": speech.join([str(clause.values["signed"]) for clause in told], "or")})


def _option_first(speech: Speech, steps: Sequence[Step]) -> Told | None:
    """Choose between named ways before something else is done: told where it is chosen."""
    choose = steps[0].choose
    if choose is UNSET or choose.options is UNSET or len(steps) < 2 or choose.into in names_in(steps[1]):
        return None
    bind(speech, choose)
    return _tell_choices(speech, [choose.into]), 1


def _options_if_possible(speech: Speech, steps: Sequence[Step]) -> Told | None:
    """Choose between two ways if the first can be gone, else go the second."""
    then, otherwise = steps_of(steps[0].then), steps_of(steps[0].else_)
    if steps[0].if_ is UNSET or not otherwise or len(then) != 2 or then[0].choose is UNSET:
        return None
    if then[0].choose.options is UNSET or then[1].else_ != otherwise:
        return None
    told = _options(speech, then)
    if told is None:
        return None
    lacking = speech.get("clause.on_condition", condition=condition(speech, steps[0].if_, holds=False))
    rest = joined(speech, clauses(speech, otherwise))
    return [*told[0], _text(speech, "clause.if", condition=lacking, then=rest)], 1


def _instead(speech: Speech, steps: Sequence[Step]) -> Told | None:
    """Where something holds, another thing may be done instead of the usual one."""
    then, usual = steps_of(steps[0].then), steps_of(steps[0].else_)
    if steps[0].if_ is UNSET or len(then) != 2 or not usual or then[0].choose is UNSET:
        return None
    if usual[0].choose != msgspec.structs.replace(then[0].choose, optional=False):
        return None
    chosen = then[1].if_ is not UNSET and then[1].if_ == If(exists=then[0].choose.into)
    if not chosen or steps_of(then[1].then) != usual[1:] or not steps_of(then[1].else_):
        return None
    told = joined(speech, clauses(speech, usual))
    where = condition(speech, steps[0].if_)
    other = clauses(speech, steps_of(then[1].else_))
    action = _may(speech, then[0].choose.who, other)
    if action is None:
        return None
    return [_text(speech, "clause.instead", usual=told, condition=where, action=action)], 1


def _way_out(speech: Speech, steps: Sequence[Step]) -> Told | None:
    """Something happens, which some may avert at a price."""
    then, usual = steps_of(steps[0].then), steps_of(steps[0].else_)
    if steps[0].if_ is UNSET or len(then) != 2 or not usual or then[0].choose is UNSET:
        return None
    choose, averted = then[0].choose, then[1]
    if not choose.optional or averted.if_ != If(exists=choose.into) or averted.else_ != usual:
        return None
    before = speech.saved()
    told = joined(speech, clauses(speech, usual))
    where = condition(speech, steps[0].if_)
    bind(speech, msgspec.structs.replace(choose, optional=False))
    action = _may(speech, choose.who, clauses(speech, steps_of(averted.then)))
    if action is None:
        speech.names = before
        return None
    return [_text(speech, "clause.instead", usual=told, condition=where, action=action)], 1


def _if_none(speech: Speech, steps: Sequence[Step]) -> Told | None:
    """Part with something; who has none of it, something else."""
    asked, then = steps[0].if_, steps_of(steps[0].then)
    if asked is UNSET or not then or then[-1].stop is not UNSET:
        return None
    parts = given(asked, IF_SUBJECTS)
    cards = first_cards(then)
    if cards is None or len(parts) != 1:
        return None
    key, owner = "", asked.who
    slot = UNSET if cards.where is UNSET else cards.where.slot
    has = asked.has is not UNSET and is_same_set(asked.has, cards, asked.who)
    if has or (asked.wears is not UNSET and asked.wears == slot):
        key = "clause.if_none"
    elif asked.number is not UNSET and asks_worth(asked, then[0]):
        key, owner = "clause.if_cannot", cards.of
    if not key:
        return None
    told = joined(speech, clauses(speech, then))
    rest = clauses(speech, steps_of(steps[0].else_))
    if not rest:
        return [Clause(text=told)], 1
    otherwise = joined(speech, rest)
    if key == "clause.if_none" and len(then) > (1 if then[0].choose is UNSET else 2):
        # None of what, where more than that is parted with?
        lacking = speech.get("clause.on_condition", condition=condition(speech, asked, holds=False))
        return [_text(speech, "clause.if_lacking", then=told, condition=lacking, otherwise=otherwise)], 1
    return [Clause(text=said(speech, key, player(speech, owner), then=told, otherwise=otherwise))], 1


def _repeated_choice(speech: Speech, steps: Sequence[Step]) -> Told | None:
    """Choose one and do something with it, so many times: choose so many."""
    repeat = steps[0].repeat
    if repeat is UNSET or len(repeat.do) != 2 or repeat.do[0].choose is UNSET:
        return None
    choose = repeat.do[0].choose
    if choose.cards is UNSET or fixed(choose.count) != 1 or choose.optional:
        return None
    if verb_of(repeat.do[1]) not in ("lose", "discard", "out_of_game") or choose.into not in names_in(repeat.do[1]):
        return None
    many = Step(choose=msgspec.structs.replace(choose, count=repeat.times))
    return [*_tell_choices(speech, names_in(repeat.times)), *clauses(speech, [many, repeat.do[1]])], 1


def _with_room(speech: Speech, steps: Sequence[Step]) -> Told | None:
    """Make room for an Item, then take it to use it."""
    if len(steps) < 2 or steps[0].make_room is UNSET or steps[1].take is UNSET:
        return None
    take = steps[1].take
    if take.cards != steps[0].make_room or not take.equip:
        return None
    told = VERBS["take"](speech, take)
    told.key = "step.take_with_room"
    return [told], 2


def _keep_some(speech: Speech, steps: Sequence[Step]) -> Told | None:
    """Pick some of the cards seen, put all away, take those picked: take some, put the others away."""
    if len(steps) < 3 or steps[0].choose is UNSET or steps[1].to_deck is UNSET or steps[2].take is UNSET:
        return None
    choose, away, take = steps[0].choose, steps[1].to_deck, steps[2].take
    if choose.cards != Cards(from_=away.cards) or take.cards != choose.into:
        return None
    bind(speech, choose)
    taken = VERBS["take"](speech, take)
    put = VERBS["to_deck"](speech, away)
    put.values["what"] = speech.get("that.others")
    return [taken, put], 3


IN_RETURN = {
    "step.give": "step.give_in_return",
    "step.give_to_hand": "step.give_in_return",
    "step.take": "step.take_in_return",
    "step.take_to_hand": "step.take_in_return",
}
"""How the second half of a swap is told."""


def _swapped(speech: Speech, steps: Sequence[Step]) -> Told | None:
    """Take something from somebody and give them something of yours, or the other way round: in return."""
    if len(steps) < 2 or steps[0].take is UNSET or steps[1].take is UNSET:
        return None
    first, second = (speech.names.get(str(step.take.cards)) for step in steps[:2] if step.take is not UNSET)
    if first is None or second is None or (first.owner, second.owner) != (steps[1].take.to, steps[0].take.to):
        return None
    if "you" not in (first.owner, second.owner):
        return None
    told = [VERBS["take"](speech, steps[0].take), VERBS["take"](speech, steps[1].take)]
    if told[1].key not in IN_RETURN:
        return None
    told[1].key = IN_RETURN[told[1].key]
    return told, 2


SHAPES: tuple[Shape, ...] = (
    _choice_of_owner,
    _roll_and_look,
    _may_choose,
    _found,
    _options,
    _option_first,
    _options_if_possible,
    _instead,
    _way_out,
    _if_none,
    _repeated_choice,
    _with_room,
    _keep_some,
    _swapped,
)
