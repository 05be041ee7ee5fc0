"""Clauses for the verbs of the card language: each step that does one thing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from kickdoor.packs.language import (
    AddMonster,
    AddRun,
    AddStrength,
    Amount,
    Attach,
    Cards,
    ChangeFace,
    CountLeft,
    Die,
    Draw,
    EndFight,
    EnterDungeon,
    Escape,
    Forbid,
    ForceHelp,
    GainLevels,
    LoseLevels,
    MarkPlayer,
    Note,
    Number,
    Peek,
    PutInPlay,
    RemoveMonster,
    ReplaceMonster,
    Roll,
    RollOff,
    SetLevel,
    SetSex,
    StartFight,
    Strike,
    Suffer,
    Take,
    TakeBack,
    TakeUnseen,
    Tame,
    ToDeck,
    TurnInto,
    Twin,
)
from kickdoor.text.choices import relative
from kickdoor.text.clause import Clause
from kickdoor.text.conditions import fixed, number, quantity, signed
from kickdoor.text.phrases import COMMON_ZONES, GROUPS, all_cards, described, picked, player, reference, said, side
from kickdoor.text.speech import Named, Pair, Player, Speech

# Shared by several verbs.

Verb = Callable[[Speech, Any], Clause]


def _noun(speech: Speech, word: str) -> Pair:
    return speech.get(f"noun.{word}", n=1), speech.get(f"noun.{word}", n=2)


def _made(speech: Speech, key: str, who: str, **values: Callable[[], object]) -> Clause:
    """Make a clause: first its subject, then what it says, so that names are told in that order."""
    with speech.about(who):
        subject = player(speech, who)
        return Clause(f"step.{key}", who, subject, {name: value() for name, value in values.items()})


def _things(speech: Speech, value: str | Cards) -> str:
    return all_cards(speech, value) if isinstance(value, Cards) else reference(speech, value)


def _owner(speech: Speech, value: str | Cards) -> str:
    """Tell whose cards are meant, where the owner is the one who parts with them."""
    named = Named("card", ("", ""), owner=value.of) if isinstance(value, Cards) else speech.names.get(value)
    if named is None or named.place in COMMON_ZONES or named.owner in GROUPS:
        return "you"
    return named.owner


def _parting(key: str) -> Verb:
    def clause(speech: Speech, value: str | Cards) -> Clause:
        if isinstance(value, Cards) and value.of in GROUPS:
            return _made(speech, key, value.of, what=lambda: _things(speech, value))
        return _made(speech, key, _owner(speech, value), what=lambda: _things(speech, value))

    return clause


def _simple(key: str) -> Verb:
    def clause(speech: Speech, value: str) -> Clause:
        return _made(speech, key, value)

    return clause


def _fact(key: str) -> Verb:
    def clause(speech: Speech, value: bool) -> Clause:
        return _made(speech, key, "you")

    return clause


def _of_card(key: str) -> Verb:
    """Tell what becomes of a card, which is named by whose it is: 1 of your Items."""

    def clause(speech: Speech, value: str | Attach) -> Clause:
        name = value.to if isinstance(value, Attach) else value
        with speech.about("you", whose=True):
            what = reference(speech, name)
        return _made(speech, key, "you", what=lambda: what)

    return clause


# Cards.


def _discard_hand(speech: Speech, value: str) -> Clause:
    return _made(speech, "discard", value, what=lambda: all_cards(speech, Cards(from_="hand", of=value)))


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
    return _made(speech, key, value.to, what=lambda: _things(speech, value.cards))


def _giver(named: Named | None, value: Take) -> str:
    """Tell who gives: whoever picks which of his own cards somebody else gets."""
    if named is None or named.place in COMMON_ZONES or value.equip or named.picked_by == value.to:
        return ""
    return named.owner if named.owner == named.picked_by else ""


def _give(speech: Speech, value: Take, giver: str, key: str) -> Clause:
    with speech.about(giver, whose=True):
        subject = player(speech, giver)
        to = player(speech, value.to).whom
        return Clause(f"step.{key}", giver, subject, {"to": to, "what": _things(speech, value.cards)})


def _take_unseen(speech: Speech, value: TakeUnseen) -> Clause:
    noun = _noun(speech, "card")
    if value.where is not UNSET:
        noun = described(speech, value.where, noun, 1), described(speech, value.where, noun, 2)
    return _made(
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
    noun = _noun(speech, value.deck)
    if value.round:
        face = speech.get(f"step.dealt.{value.face}")
        return _made(speech, "deal", value.who, what=lambda: quantity(speech, value.count, noun), face=lambda: face)
    if value.into is not UNSET:
        speech.names[value.into] = Named("card", noun, many=fixed(value.count) != 1, place="hand")
    return _made(speech, key, value.who, what=lambda: quantity(speech, value.count, noun))


def _peek(speech: Speech, value: Peek) -> Clause:
    noun = _noun(speech, "card")
    n = fixed(value.count)
    speech.names[value.into] = Named("card", noun, many=n != 1, place="hand")

    def what() -> str:
        if n is None:
            return speech.get(f"step.peeked.number.{value.deck}", number=number(speech, value.count))
        return speech.get(f"step.peeked.{value.deck}", n=n)

    return _made(speech, "peek", value.who, what=what)


def _to_deck(speech: Speech, value: ToDeck) -> Clause:
    return _made(speech, f"to_deck.{value.at}", "you", what=lambda: reference(speech, value.cards))


def _put_in_play(speech: Speech, value: PutInPlay) -> Clause:
    return _made(speech, "put_in_play", value.who, what=lambda: reference(speech, value.card))


def _note(speech: Speech, value: Note) -> Clause:
    added = value.value.plus if isinstance(value.value, Number) else 0
    if value.value == Number(note=value.card, plus=added) and added:
        key = "note_more" if added > 0 else "note_less"
        return _made(speech, key, "you", n=lambda: abs(added), what=lambda: reference(speech, value.card))
    return _made(
        speech,
        "note",
        "you",
        number=lambda: number(speech, value.value),
        what=lambda: reference(speech, value.card),
    )


# Levels and life.


def _gain_levels(speech: Speech, value: int | GainLevels) -> Clause:
    gain = GainLevels(count=value) if isinstance(value, int) else value
    key = "gain_levels_may_win" if gain.may_win else "gain_levels"
    return _made(speech, key, gain.who, what=lambda: quantity(speech, gain.count, _noun(speech, "level")))


def _lose_levels(speech: Speech, value: int | LoseLevels) -> Clause:
    loss = LoseLevels(count=value) if isinstance(value, int) else value
    return _made(speech, "lose", loss.who, what=lambda: quantity(speech, loss.count, _noun(speech, "level")))


def _set_level(speech: Speech, value: SetLevel) -> Clause:
    if value.to == "lowest":
        return _made(speech, "set_level_lowest", value.who)
    return _made(speech, "set_level", value.who, level=lambda: number(speech, value.to))


def _set_sex(speech: Speech, value: SetSex) -> Clause:
    def sex() -> str:
        if value.to is UNSET:
            return said(speech, "step.same_sex", player(speech, value.like or "you"))
        return reference(speech, value.to) if value.to.startswith("$") else speech.get(f"sex.{value.to}")

    return _made(speech, "set_sex", value.who, sex=sex)


def _die(speech: Speech, value: str | Die) -> Clause:
    death = Die(who=value) if isinstance(value, str) else value
    return _made(speech, "die" if death.looted else "die_unlooted", death.who)


# The die.


def _roll_off(speech: Speech, value: RollOff) -> Clause:
    speech.names[value.into] = Named("player", _noun(speech, "player"))
    form = "lowest" if value.lowest else "highest"
    rollers = picked(speech, value.players, 2)
    if value.if_ is not UNSET:
        rollers = speech.get("choose.who", what=rollers, condition=relative(speech, "$one", value.if_))
    return _made(speech, f"roll_off.{form}", "you", players=lambda: rollers)


def _count_left(speech: Speech, value: CountLeft) -> Clause:
    speech.names[value.into] = Named("player", _noun(speech, "player"))
    return _made(speech, "count_left", "you", number=lambda: number(speech, value.steps))


def _roll(speech: Speech, value: Roll) -> Clause:
    speech.names[value.into] = Named("roll", ("", ""))
    return _made(speech, "roll", value.who)


def _set_roll(speech: Speech, value: Amount) -> Clause:
    return _made(speech, "set_roll", "you", number=lambda: number(speech, value))


def _add_roll(speech: Speech, value: Amount) -> Clause:
    return _made(speech, "add_roll", "you", signed=lambda: signed(speech, value))


# The fight.


def _add_run(speech: Speech, value: AddRun) -> Clause:
    return _made(speech, "add_run", value.who, signed=lambda: signed(speech, value.count))


def _add_spoils(speech: Speech, value: Amount) -> Clause:
    whole = fixed(value)
    if whole is not None:
        key = "add_spoils.more" if whole > 0 else "add_spoils.fewer"
        noun = _noun(speech, "treasure")
        return _made(speech, key, "you", what=lambda: quantity(speech, abs(whole), noun))
    return _made(speech, "add_spoils.more", "you", what=lambda: quantity(speech, value, _noun(speech, "treasure")))


def _add_strength(speech: Speech, value: AddStrength) -> Clause:
    if value.to is not UNSET:
        return _made(speech, "add_strength", value.to, signed=lambda: signed(speech, value.count))
    if value.monster is not UNSET:
        name = reference(speech, value.monster)
    elif value.side is not UNSET and not value.side.startswith("$"):
        name = side(speech, value.side)
    else:
        name = reference(speech, value.side) if value.side is not UNSET else speech.get("side.own")
    gaining = Player(name, name, speech.get("who.possessive", who=name))
    return Clause("step.add_strength", name, gaining, {"signed": signed(speech, value.count)})


def _remove_monster(speech: Speech, value: RemoveMonster) -> Clause:
    counted = value.treasures if isinstance(value.treasures, int) else None
    key = "remove_monster.number" if counted is not None else f"remove_monster.{value.treasures}"
    named = speech.names.get(value.monster)
    if value.treasures == "all" and named is not None and named.many:
        key = "remove_monster.many"
    return _made(
        speech,
        key,
        "you",
        monster=lambda: reference(speech, value.monster),
        treasures=lambda: quantity(speech, counted or 0, _noun(speech, "treasure")),
    )


def _monster(key: str) -> Verb:
    def clause(speech: Speech, value: str | AddMonster) -> Clause:
        name = value.card if isinstance(value, AddMonster) else value
        return _made(speech, key, "you", monster=lambda: reference(speech, name))

    return clause


def _replace_monster(speech: Speech, value: ReplaceMonster) -> Clause:
    return _made(
        speech,
        "replace_monster",
        "you",
        monster=lambda: reference(speech, value.monster),
        other=lambda: reference(speech, value.with_),
    )


def _twin(speech: Speech, value: Twin) -> Clause:
    def more() -> str:
        extra = []
        if value.add:
            extra.append(speech.get("step.twin_strength", signed=f"{value.add:+d}"))
        if value.treasures:
            extra.append(speech.get("step.twin_treasures", n=value.treasures))
        if value.levels:
            extra.append(speech.get("step.twin_levels", n=value.levels))
        return speech.get("step.twin_more", more=speech.join(extra, "and")) if extra else ""

    def without() -> str:
        if value.without is UNSET:
            return ""
        named = speech.names.get(value.without)
        key = "twin_without_one" if named and named.first else "twin_without"
        return speech.get(f"step.{key}", what=reference(speech, value.without))

    return _made(speech, "twin", "you", monster=lambda: reference(speech, value.monster), more=more, without=without)


def _end_fight(speech: Speech, value: EndFight) -> Clause:
    parts = []
    if value.treasures:
        drawn = quantity(speech, value.treasures, _noun(speech, "treasure"))
        parts.append(speech.get("step.end_fight_treasures", treasures=drawn))
    if value.may_loot:
        parts.append(speech.get("step.end_fight_loot"))
    key = "end_fight_and" if value.treasures else "end_fight_loot_only" if parts else "end_fight"
    return _made(speech, key, "you", more=lambda: speech.join(parts, "and"))


def _force_help(speech: Speech, value: ForceHelp) -> Clause:
    return _made(speech, "force_help_may_win" if value.may_win else "force_help", value.who)


def _escape(speech: Speech, value: Escape) -> Clause:
    target = value.monster
    return _made(
        speech,
        "escape_for_sure" if value.even_if_impossible else "escape",
        value.who,
        monster=lambda: speech.get("step.all_monsters") if target is UNSET else reference(speech, target),
    )


def _start_fight(speech: Speech, value: StartFight) -> Clause:
    key = "start_fight_enhanced" if value.enhanced else "start_fight"
    return _made(speech, key, value.who, monster=lambda: reference(speech, value.card))


def _take_back(speech: Speech, value: TakeBack) -> Clause:
    def what() -> str:
        if value.play is not UNSET:
            return reference(speech, value.play)
        noun = speech.get("kind.one_shot" if value.one_shots else "noun.card", n=2)
        if value.against is not UNSET:
            noun = speech.get("step.taken_back.against", nouns=noun, whom=player(speech, value.against).whom)
        if value.by is UNSET:
            return speech.get("step.taken_back.all", nouns=noun)
        return said(speech, "step.taken_back.by", player(speech, value.by), nouns=noun)

    fate = f"step.taken_back.{'one' if value.play is not UNSET else 'many'}"
    form = "out" if value.out_of_game else "back"
    return _made(speech, "take_back", "you", what=what, fate=lambda: speech.get(f"{fate}_{form}"))


def _change_face(speech: Speech, value: ChangeFace) -> Clause:
    return _made(
        speech,
        "change_face",
        "you",
        monster=lambda: reference(speech, value.monster),
        other=lambda: reference(speech, value.to),
    )


def _tame(speech: Speech, value: Tame) -> Clause:
    return _made(
        speech,
        "tame",
        value.who,
        monster=lambda: reference(speech, value.monster),
        signed=lambda: signed(speech, value.bonus),
    )


# Dungeons.


def _enter_dungeon(speech: Speech, value: EnterDungeon) -> Clause:
    def what() -> str:
        if value.back:
            return speech.get("step.entered.back")
        return speech.get("step.entered.new", n=value.count)

    def leaving() -> str:
        return speech.get(f"step.entered.{value.leaving}")

    if value.who == "all":
        return _made(speech, "enter_dungeon", "you", what=what, leaving=leaving)
    going = player(speech, value.who)
    return _made(speech, "enter_dungeon_alone", "you", going=lambda: going.whom, what=what, leaving=leaving)


# Curses and the rest.


def _strike(speech: Speech, value: Strike) -> Clause:
    return _made(speech, "strike", value.victim, curse=lambda: reference(speech, value.curse))


def _suffer(speech: Speech, value: Suffer) -> Clause:
    return _made(speech, "suffer", value.who, what=lambda: reference(speech, value.card))


def _mark(speech: Speech, value: MarkPlayer) -> Clause:
    key = "mark" if len(speech.card.marks) > 1 else "mark_only"
    return _made(speech, key, value.who, mark=lambda: speech.word("mark", value.with_))


def _turn_into(speech: Speech, value: TurnInto) -> Clause:
    def face() -> str:
        return speech.word("face", value.face)

    key = "turn_back" if value.face == "front" else "turn_into"
    return _made(speech, key, "you", what=lambda: reference(speech, value.card), face=face)


def _forbid(speech: Speech, value: Forbid) -> Clause:
    def until() -> str:
        return said(speech, f"until.{value.until}", player(speech, value.who))

    if value.what == "plays_against":
        against = player(speech, value.against).whom
        return _made(speech, "forbid_plays_against", value.who, against=lambda: against, until=until)
    if value.what not in ("plays", "help"):
        what = speech.get(f"ban.{value.what}", cards=speech.get("ban.things"))
        return _made(speech, "forbid", value.who, what=lambda: what, until=until)
    nobody = f"who.{value.who}.none"
    if nobody in speech.messages:
        values: dict[str, object] = {"nobody": speech.get(nobody), "until": until()}
        return Clause(f"step.forbid_{value.what}_all", value.who, player(speech, value.who), values)
    return _made(
        speech,
        f"forbid_{value.what}",
        value.who,
        until=until,
    )


VERBS: dict[str, Verb] = {
    "discard": _parting("discard"),
    "lose": _parting("lose"),
    "discard_hand": _discard_hand,
    "take": _take,
    "take_unseen": _take_unseen,
    "draw": _draw,
    "peek": _peek,
    "to_deck": _to_deck,
    "put_in_play": _put_in_play,
    "attach": _of_card("attach"),
    "attach_to_enhancer": _of_card("attach_to_enhancer"),
    "make_room": _of_card("make_room"),
    "count_as_class": _of_card("count_as_class"),
    "kill_hireling": _of_card("kill_hireling"),
    "swap_sex": _of_card("swap_sex"),
    "count_as_race": _of_card("count_as_race"),
    "show_hand": _simple("show_hand"),
    "lose_turn": _simple("lose_turn"),
    "roll_off": _roll_off,
    "count_left": _count_left,
    "enter": _fact("enter"),
    "enhance": _monster("enhance"),
    "fail_run": _fact("fail_run"),
    "add_run": _add_run,
    "add_spoils": _add_spoils,
    "leave_fight": _simple("leave_fight"),
    "suffer": _suffer,
    "note": _note,
    "enter_dungeon": _enter_dungeon,
    "discard_to_limit": _simple("discard_to_limit"),
    "out_of_game": _parting("out_of_game"),
    "gain_levels": _gain_levels,
    "lose_levels": _lose_levels,
    "set_level": _set_level,
    "die": _die,
    "change_sex": _simple("change_sex"),
    "set_sex": _set_sex,
    "be_looted": _simple("be_looted"),
    "roll": _roll,
    "set_roll": _set_roll,
    "add_roll": _add_roll,
    "roll_again": _fact("roll_again"),
    "add_strength": _add_strength,
    "double_strength": _simple("double_strength"),
    "remove_monster": _remove_monster,
    "kill_monster": _monster("kill_monster"),
    "add_monster": _monster("add_monster"),
    "replace_monster": _replace_monster,
    "twin": _twin,
    "take_back": _take_back,
    "change_face": _change_face,
    "tame": _tame,
    "end_fight": _end_fight,
    "restage_fight": _fact("restage_fight"),
    "free_use": _simple("free_use"),
    "transfer_fight": _simple("transfer_fight"),
    "force_help": _force_help,
    "escape": _escape,
    "be_caught": _simple("be_caught"),
    "undo_escape": _fact("undo_escape"),
    "start_fight": _start_fight,
    "may_loot": _simple("may_loot"),
    "strike": _strike,
    "cancel_curse": _fact("cancel_curse"),
    "forbid": _forbid,
    "mark": _mark,
    "turn_into": _turn_into,
    "no_spoils": _fact("no_spoils"),
    "stop": _fact("stop"),
}
"""The verbs that do one thing; those that hold other steps are told in `scripts`."""
