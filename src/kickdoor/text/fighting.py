"""Clauses for the verbs of a fight: monsters, strength, help and flight."""

from __future__ import annotations

from msgspec import UNSET

from kickdoor.packs.language import (
    AddMonster,
    AddRun,
    AddStrength,
    Amount,
    ChangeFace,
    EndFight,
    Escape,
    ForceHelp,
    RemoveMonster,
    ReplaceMonster,
    StartFight,
    TakeBack,
    Tame,
    Twin,
)
from kickdoor.text.choices import bind, not_optional
from kickdoor.text.clause import Clause
from kickdoor.text.conditions import fixed, quantity, signed
from kickdoor.text.phrases import player, reference, said, side
from kickdoor.text.speech import Player, Speech
from kickdoor.text.verbs import Verb, fact, made, simple


def _add_run(speech: Speech, value: AddRun) -> Clause:
    return made(speech, "add_run", value.who, signed=lambda: signed(speech, value.count))


def _add_spoils(speech: Speech, value: Amount) -> Clause:
    whole = fixed(value)
    noun = speech.noun("fewer_treasure" if whole is not None and whole < 0 else "more_treasure")
    count = value if whole is None else abs(whole)
    return made(speech, "add_spoils", "you", what=lambda: quantity(speech, count, noun))


def _add_strength(speech: Speech, value: AddStrength) -> Clause:
    if value.to is not UNSET:
        return made(speech, "add_strength", value.to, signed=lambda: signed(speech, value.count))
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
    return made(
        speech,
        key,
        "you",
        monster=lambda: reference(speech, value.monster),
        treasures=lambda: quantity(speech, counted or 0, speech.noun("treasure")),
    )


def _monster(key: str) -> Verb:
    def clause(speech: Speech, value: str | AddMonster) -> Clause:
        name = value.card if isinstance(value, AddMonster) else value
        return made(speech, key, "you", monster=lambda: reference(speech, name))

    return clause


def _in_place_of(key: str) -> Verb:
    def clause(speech: Speech, value: ReplaceMonster | ChangeFace) -> Clause:
        name = value.with_ if isinstance(value, ReplaceMonster) else value.to
        return made(
            speech,
            key,
            "you",
            monster=lambda: reference(speech, value.monster),
            other=lambda: reference(speech, name),
        )

    return clause


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
        if named and named.first and named.choose is not None and named.choose.optional:
            key = "twin_without_wanted"
            bind(speech, not_optional(named.choose))
        return speech.get(f"step.{key}", what=reference(speech, value.without))

    return made(speech, "twin", "you", monster=lambda: reference(speech, value.monster), more=more, without=without)


def _end_fight(speech: Speech, value: EndFight) -> Clause:
    parts = []
    if value.treasures:
        drawn = quantity(speech, value.treasures, speech.noun("treasure"))
        parts.append(speech.get("step.end_fight_treasures", treasures=drawn))
    if value.may_loot:
        parts.append(speech.get("step.end_fight_loot"))
    key = "end_fight_and" if value.treasures else "end_fight_loot_only" if parts else "end_fight"
    return made(speech, key, "you", more=lambda: speech.join(parts, "and"))


def _force_help(speech: Speech, value: ForceHelp) -> Clause:
    key = "force_help_may_win" if value.may_win else "force_help_forgoing" if value.forgoes_win else "force_help"
    return made(speech, key, value.who)


AT_THE_HEELS = frozenset({"after_roll", "own_roll", "own_run_roll", "when_caught"})
"""Moments of one flight: who escapes then escapes from that monster alone."""


def _escape(speech: Speech, value: Escape) -> Clause:
    target = value.monster
    which = "step.that_monster" if speech.moment in AT_THE_HEELS else "step.all_monsters"
    # Before anybody runs, an escape is promised for the case that it comes to that.
    key = "escape_if_lost" if speech.moment in ("own_combat", "any_combat") and value.who == "you" else "escape"
    return made(
        speech,
        "escape_for_sure" if value.even_if_impossible else key,
        value.who,
        monster=lambda: speech.get(which) if target is UNSET else reference(speech, target),
    )


def _start_fight(speech: Speech, value: StartFight) -> Clause:
    key = "start_fight_enhanced" if value.enhanced else "start_fight"
    return made(speech, key, value.who, monster=lambda: reference(speech, value.card))


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
    return made(speech, "take_back", "you", what=what, fate=lambda: speech.get(f"{fate}_{form}"))


def _tame(speech: Speech, value: Tame) -> Clause:
    return made(
        speech,
        "tame",
        value.who,
        monster=lambda: reference(speech, value.monster),
        signed=lambda: signed(speech, value.bonus),
    )


FIGHTING: dict[str, Verb] = {
    "enter": fact("enter"),
    "enhance": _monster("enhance"),
    "fail_run": fact("fail_run"),
    "add_run": _add_run,
    "add_spoils": _add_spoils,
    "leave_fight": simple("leave_fight"),
    "add_strength": _add_strength,
    "remove_monster": _remove_monster,
    "kill_monster": _monster("kill_monster"),
    "add_monster": _monster("add_monster"),
    "replace_monster": _in_place_of("replace_monster"),
    "twin": _twin,
    "take_back": _take_back,
    "change_face": _in_place_of("change_face"),
    "tame": _tame,
    "end_fight": _end_fight,
    "restage_fight": fact("restage_fight"),
    "free_use": simple("free_use"),
    "transfer_fight": simple("transfer_fight"),
    "force_help": _force_help,
    "escape": _escape,
    "be_caught": simple("be_caught"),
    "undo_escape": fact("undo_escape"),
    "start_fight": _start_fight,
    "may_loot": simple("may_loot"),
    "no_spoils": fact("no_spoils"),
}
