"""Clauses for the verbs of the card language: each step that does one thing."""

from __future__ import annotations

from msgspec import UNSET

from kickdoor.packs.language import (
    Amount,
    Cards,
    Choose,
    Copy,
    CountLeft,
    Die,
    Draw,
    EnterDungeon,
    Forbid,
    GainLevels,
    LoseLevels,
    MarkPlayer,
    Most,
    Note,
    Number,
    PassHands,
    Peek,
    Poll,
    PutInPlay,
    Roll,
    RollOff,
    SetLevel,
    SetSex,
    Strike,
    Suffer,
    Take,
    TakeUnseen,
    ToDeck,
    TurnInto,
)
from kickdoor.text import notes
from kickdoor.text.choices import bind, relative
from kickdoor.text.clause import Clause
from kickdoor.text.conditions import fixed, number, quantity, signed
from kickdoor.text.fighting import FIGHTING
from kickdoor.text.phrases import COMMON_ZONES, GROUPS, all_cards, described, player, reference, said
from kickdoor.text.speech import Named, Pair, Speech
from kickdoor.text.verbs import Verb, fact, made, of_card, parting, simple, things

# Cards.


def _discard_hand(speech: Speech, value: str) -> Clause:
    return made(speech, "discard", value, what=lambda: all_cards(speech, Cards(from_="hand", of=value)))


def _take(speech: Speech, value: Take) -> Clause:
    named = speech.names.get(value.cards) if isinstance(value.cards, str) else None
    place = named.place if named else value.cards.from_ if isinstance(value.cards, Cards) else ""
    from_hand = place in COMMON_ZONES or place == "hand"
    # Only a change of zone is worth a word.
    change = "" if from_hand == (value.into == "hand") else f"_to_{value.into}"
    giver = _giver(named, value)
    if giver:
        return _give(speech, value, giver, f"give{change}")
    key = "take_and_equip" if value.equip else f"take{change}"
    return made(speech, key, value.to, what=lambda: things(speech, value.cards))


def _giver(named: Named | None, value: Take) -> str:
    """Tell who gives: whoever picks which of their own cards somebody else gets."""
    if named is None or named.place in COMMON_ZONES or value.equip or named.picked_by == value.to:
        return ""
    return named.owner if named.owner == named.picked_by else ""


def _give(speech: Speech, value: Take, giver: str, key: str) -> Clause:
    with speech.about(giver, whose=True):
        subject = player(speech, giver)
        to = player(speech, value.to).whom
        return Clause(f"step.{key}", giver, subject, {"to": to, "what": things(speech, value.cards)})


def _take_unseen(speech: Speech, value: TakeUnseen) -> Clause:
    noun = speech.noun("card")
    if value.where is not UNSET:
        noun = described(speech, value.where, noun, 1), described(speech, value.where, noun, 2)
    return made(
        speech,
        "take_unseen" if value.to else "lose_unseen",
        value.to or value.from_,
        what=lambda: quantity(speech, value.count, _unseen(speech, noun)),
        hand=lambda: all_cards(speech, Cards(from_="hand", of=value.from_)),
    )


def _unseen(speech: Speech, noun: Pair) -> Pair:
    return speech.get("cards.unseen", noun=noun[0]), speech.get("cards.unseen", noun=noun[1])


def _draw(speech: Speech, value: Draw) -> Clause:
    key = "draw" if value.face == "down" else f"draw_{value.face}"
    noun = speech.noun(value.deck)
    if value.round:
        face = speech.get(f"step.dealt.{value.face}")
        return made(speech, "deal", value.who, what=lambda: quantity(speech, value.count, noun), face=lambda: face)
    if value.into is not UNSET:
        speech.names[value.into] = Named("card", noun, many=fixed(value.count) != 1, place="hand")
    return made(speech, key, value.who, what=lambda: quantity(speech, value.count, noun))


def _peek(speech: Speech, value: Peek) -> Clause:
    noun = speech.noun("card")
    n = fixed(value.count)
    speech.names[value.into] = Named("card", noun, many=n != 1, place="hand")

    def what() -> str:
        if n is None:
            return speech.get(f"step.peeked.number.{value.deck}", number=number(speech, value.count))
        return speech.get(f"step.peeked.{value.deck}", n=n)

    return made(speech, "peek", value.who, what=what)


def _to_deck(speech: Speech, value: ToDeck) -> Clause:
    return made(speech, f"to_deck.{value.at}", "you", what=lambda: reference(speech, value.cards))


def _put_in_play(speech: Speech, value: PutInPlay) -> Clause:
    return made(speech, "put_in_play", value.who, what=lambda: reference(speech, value.card))


def _note(speech: Speech, value: Note) -> Clause:
    added = value.value.plus if isinstance(value.value, Number) else 0
    if value.value == Number(note=value.card, plus=added) and added:
        key = "note_more" if added > 0 else "note_less"
        if speech.card.tally is not UNSET:
            return _named_note(speech, speech.card.tally, "more" if added > 0 else "less", value.card, n=abs(added))
        return made(speech, key, "you", n=lambda: abs(added), what=lambda: reference(speech, value.card))
    if speech.card.tally is not UNSET:
        return _named_note(speech, speech.card.tally, "keep", value.card, number=number(speech, value.value))
    turned = notes.is_turned(speech, value.value)
    if turned:
        return _named_note(speech, turned, "turn", value.card)
    if isinstance(value.value, int):
        name, so = notes.standing_for(speech, value.value)
        if name:
            return _named_note(speech, name, "set" if so else "unset", value.card)
    return made(
        speech,
        "note",
        "you",
        number=lambda: number(speech, value.value),
        what=lambda: reference(speech, value.card),
    )


def _named_note(speech: Speech, name: str, form: str, card: str, **values: object) -> Clause:
    key = notes.key_of(speech, name, form)
    if key.startswith("noted.unknown."):
        values["name"] = name.replace("_", " ")
    with speech.about("you"):
        return Clause(key, "you", player(speech, "you"), {"what": reference(speech, card), **values})


# Levels and life.


def _gain_levels(speech: Speech, value: int | GainLevels) -> Clause:
    gain = GainLevels(count=value) if isinstance(value, int) else value
    key = "gain_levels_may_win" if gain.may_win else "gain_levels"
    return made(speech, key, gain.who, what=lambda: quantity(speech, gain.count, speech.noun("level")))


def _lose_levels(speech: Speech, value: int | LoseLevels) -> Clause:
    loss = LoseLevels(count=value) if isinstance(value, int) else value
    named = speech.names.get(loss.who)
    choose = None if named is None else named.choose
    able = choose is not None and choose.if_ is not UNSET and choose.if_.can_lose_level is True
    return made(
        speech,
        "level_taken" if able else "lose",
        loss.who,
        what=lambda: quantity(speech, loss.count, speech.noun("level")),
    )


def _set_level(speech: Speech, value: SetLevel) -> Clause:
    if value.to == "lowest":
        return made(speech, "set_level_lowest", value.who)
    return made(speech, "set_level", value.who, level=lambda: number(speech, value.to))


def _set_sex(speech: Speech, value: SetSex) -> Clause:
    def sex() -> str:
        if value.to is UNSET:
            return said(speech, "step.same_sex", player(speech, value.like or "you"))
        return reference(speech, value.to) if value.to.startswith("$") else speech.get(f"sex.{value.to}")

    return made(speech, "set_sex", value.who, sex=sex)


def _die(speech: Speech, value: str | Die) -> Clause:
    death = Die(who=value) if isinstance(value, str) else value
    return made(speech, "die" if death.looted else "die_unlooted", death.who)


# The die.


POLLED = ("players", "numbers", "options", "cards")
"""What can be picked at once."""

TIED = ("highest", "lowest", "highest_others", "lowest_others")
"""Groups of players who are more than one only in a tie."""


def _roll_off(speech: Speech, value: RollOff) -> Clause:
    form = "lowest" if value.lowest else "highest"
    if isinstance(value.players, list):
        rollers = _set_against(speech, value.players)
        speech.names[value.into] = _picked(speech)
        several = "two" if _are_two(value.players) else "several"
        return made(speech, f"roll_off.{several}_{form}", "you", players=lambda: rollers)
    speech.names[value.into] = _picked(speech)
    if value.players in TIED and value.if_ is UNSET:
        return made(speech, f"roll_off.tied_{form}", "you", one=lambda: speech.get(f"who.{value.players}.tied"))
    rollers = player(speech, value.players).name
    if value.if_ is not UNSET:
        rollers = speech.get("choose.who", what=rollers, condition=relative(speech, "$one", value.if_))
    return made(speech, f"roll_off.{form}", "you", players=lambda: rollers)


def _poll(speech: Speech, value: Poll) -> Clause:
    """Tell that several pick at once, and what."""
    speech.names[value.as_] = Named("sought", speech.noun("player"))
    choice = {name: getattr(value, name) for name in POLLED if getattr(value, name) is not UNSET}
    choose = Choose(who=value.as_, if_=value.if_, count=value.count, optional=value.optional, into=value.into, **choice)
    with speech.about(value.as_):
        bind(speech, choose)
        what = reference(speech, value.into)
    named = speech.names[value.into]
    named.many = True
    named.sort = "bids" if value.numbers is not UNSET else "votes" if value.cards is UNSET else "polled"
    return made(speech, "poll", value.who, what=lambda: what)


def _most(speech: Speech, value: Most) -> Clause:
    """Tell who of some players is sought, by what, and what becomes of a tie."""
    words = [value.players] if isinstance(value.players, str) else value.players
    players = _set_against(speech, words)
    if value.if_ is not UNSET:
        players = speech.get("choose.who", what=players, condition=relative(speech, "$one", value.if_))
    speech.names["$one"] = Named("sought", speech.noun("player"))
    form = f"{'two_' if _are_two(words) else ''}{'lowest' if value.lowest else 'highest'}"
    of = number(speech, value.of)
    if value.at_least is not UNSET:
        of = speech.get("step.most.at_least", of=of, n=value.at_least)
    speech.names[value.into] = _picked(speech, many=value.ties == "all")
    if value.others is not UNSET:
        several = len(words) > 2 or any(word in GROUPS for word in words)
        speech.names[value.others] = Named("other", speech.noun("player"), many=several)
    ties = speech.get(f"step.most.ties.{value.ties}")
    return Clause(f"step.most.{form}", "you", player(speech, "you"), {"players": players, "of": of, "ties": ties})


def _among(speech: Speech, word: str) -> str:
    """Name players who are set against each other."""
    if word.startswith("$"):
        return reference(speech, word)
    return speech.messages.first(f"who.{word}.among", f"who.{word}.whom", f"who.{word}.name")


def _set_against(speech: Speech, words: list[str]) -> str:
    """Name several players who are set against each other; two that were chosen alike are told as a pair."""
    named = [speech.names.get(word) for word in words]
    if len(named) == 2 and all(each is not None and each.sort == "player" and not each.many for each in named):
        if all(each is not None and each.first is None for each in named):
            return speech.get("that.pair")
        if all(each is not None and each.first is not None and _is_any_other(each.choose) for each in named):
            for each in named:
                assert each is not None
                each.first = None
            return speech.get("that.pair_of_others")
    return speech.join([_among(speech, word) for word in words], "and")


def _is_any_other(choose: Choose | None) -> bool:
    """Whether any other player may be chosen, by you."""
    return choose is not None and choose.players == "others" and choose.who == "you" and choose.if_ is UNSET


def _picked(speech: Speech, many: bool = False) -> Named:
    """Whoever has won something; told apart from another player of whom the card speaks."""
    others = any(each.sort == "player" and each.first is None for each in speech.names.values())
    return Named("picked" if others else "player", speech.noun("player"), many=many)


def _are_two(words: list[str]) -> bool:
    """Whether two players are named, and no group."""
    return len(words) == 2 and not any(word in GROUPS for word in words)


def _pass_hands(speech: Speech, value: PassHands) -> Clause:
    named = speech.names.get(value.who) if isinstance(value.who, str) else None
    if named is not None and named.choose is not None and named.choose.count == 2 and not named.choose.at_least:
        players = reference(speech, str(value.who))
        return made(speech, "pass_hands.two", "you", players=lambda: players)
    if isinstance(value.who, str) and f"who.{value.who}.among" not in speech.messages:
        return made(speech, f"pass_hands.each_{value.to}", value.who)
    words = [value.who] if isinstance(value.who, str) else value.who
    players = _set_against(speech, words)
    form = "two" if _are_two(words) else f"all_{value.to}" if words == ["all"] else value.to
    return made(speech, f"pass_hands.{form}", "you", players=lambda: players)


def _copy(speech: Speech, value: Copy) -> Clause:
    until = said(speech, f"until.{value.until}", player(speech, value.who))
    return made(speech, "copy", value.who, what=lambda: reference(speech, value.card), until=lambda: until)


def _count_left(speech: Speech, value: CountLeft) -> Clause:
    speech.names[value.into] = Named("player", speech.noun("player"))
    return made(speech, "count_left", "you", number=lambda: number(speech, value.steps))


def _roll(speech: Speech, value: Roll) -> Clause:
    speech.names[value.into] = Named("roll", ("", ""), owner=value.who)
    return made(speech, "roll", value.who)


def _set_roll(speech: Speech, value: Amount) -> Clause:
    return made(speech, "set_roll", "you", number=lambda: number(speech, value))


def _add_roll(speech: Speech, value: Amount) -> Clause:
    return made(speech, "add_roll", "you", signed=lambda: signed(speech, value))


# Dungeons.


def _enter_dungeon(speech: Speech, value: EnterDungeon) -> Clause:
    def what() -> str:
        if value.back:
            return speech.get("step.entered.back")
        return speech.get("step.entered.new", n=value.count)

    def leaving() -> str:
        return speech.get(f"step.entered.{value.leaving}")

    if value.who == "all":
        return made(speech, "enter_dungeon", "you", what=what, leaving=leaving)
    going = player(speech, value.who)
    return made(speech, "enter_dungeon_alone", "you", going=lambda: going.whom, what=what, leaving=leaving)


# Curses and the rest.


def _strike(speech: Speech, value: Strike) -> Clause:
    return made(speech, "strike", value.victim, curse=lambda: reference(speech, value.curse))


def _suffer(speech: Speech, value: Suffer) -> Clause:
    named = speech.names.get(value.card)
    monster = value.card == "$chaser" or (named is not None and named.noun == speech.noun("monster"))
    key = "suffer_bad_stuff" if monster else "suffer"
    return made(speech, key, value.who, what=lambda: reference(speech, value.card))


def _mark(speech: Speech, value: MarkPlayer) -> Clause:
    key = "mark" if max(len(speech.card.marks), speech.marks) > 1 else "mark_only"
    return made(speech, key, value.who, mark=lambda: speech.word("mark", value.with_))


def _turn_into(speech: Speech, value: TurnInto) -> Clause:
    def face() -> str:
        return speech.word("face", value.face)

    key = "turn_back" if value.face == "front" else "turn_into"
    return made(speech, key, "you", what=lambda: reference(speech, value.card), face=face)


def _forbid(speech: Speech, value: Forbid) -> Clause:
    def until() -> str:
        return said(speech, f"until.{value.until}", player(speech, value.who))

    if value.what == "plays_against":
        against = player(speech, value.against).whom
        return made(speech, "forbid_plays_against", value.who, against=lambda: against, until=until)
    if value.what not in ("plays", "help"):
        what = speech.get(f"ban.{value.what}", cards=speech.get("ban.things"))
        return made(speech, "forbid", value.who, what=lambda: what, until=until)
    nobody = f"who.{value.who}.none"
    if nobody in speech.messages:
        values: dict[str, object] = {"nobody": speech.get(nobody), "until": until()}
        return Clause(f"step.forbid_{value.what}_all", value.who, player(speech, value.who), values)
    return made(
        speech,
        f"forbid_{value.what}",
        value.who,
        until=until,
    )


def _stop(speech: Speech, value: bool) -> Clause:
    # Nobody may do nothing: it stands in a sentence of its own.
    return Clause(text=speech.get("step.stop"))


VERBS: dict[str, Verb] = {
    **FIGHTING,
    "discard": parting("discard"),
    "lose": parting("lose"),
    "discard_hand": _discard_hand,
    "take": _take,
    "take_unseen": _take_unseen,
    "draw": _draw,
    "peek": _peek,
    "to_deck": _to_deck,
    "put_in_play": _put_in_play,
    "attach": of_card("attach"),
    "attach_to_enhancer": of_card("attach_to_enhancer"),
    "make_room": of_card("make_room"),
    "count_as_class": of_card("count_as_class"),
    "kill_hireling": of_card("kill_hireling"),
    "swap_sex": of_card("swap_sex"),
    "count_as_race": of_card("count_as_race"),
    "show_hand": simple("show_hand"),
    "lose_turn": simple("lose_turn"),
    "gain_turn": simple("gain_turn"),
    "poll": _poll,
    "most": _most,
    "pass_hands": _pass_hands,
    "copy": _copy,
    "roll_off": _roll_off,
    "count_left": _count_left,
    "suffer": _suffer,
    "note": _note,
    "enter_dungeon": _enter_dungeon,
    "discard_to_limit": simple("discard_to_limit"),
    "out_of_game": parting("out_of_game"),
    "gain_levels": _gain_levels,
    "lose_levels": _lose_levels,
    "set_level": _set_level,
    "die": _die,
    "change_sex": simple("change_sex"),
    "set_sex": _set_sex,
    "be_looted": simple("be_looted"),
    "roll": _roll,
    "set_roll": _set_roll,
    "add_roll": _add_roll,
    "roll_again": fact("roll_again"),
    "strike": _strike,
    "cancel_curse": fact("cancel_curse"),
    "forbid": _forbid,
    "mark": _mark,
    "turn_into": _turn_into,
    "stop": _stop,
}
"""The verbs that do one thing; those that hold other steps are told in `scripts`."""
