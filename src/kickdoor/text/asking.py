"""What is asked of a player, and what he may answer, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kickdoor.engine.actions import bargains
from kickdoor.engine.actions.drawing import DrawNext
from kickdoor.engine.actions.dungeons import EXIT_PRICE
from kickdoor.engine.actions.piles import discards_of
from kickdoor.engine.actions.sales import Sale, price, price_of_a_level
from kickdoor.engine.data.deals import HELP
from kickdoor.engine.data.options import code, first_of, second_of, verb_of
from kickdoor.engine.data.registers import EXIT_PAID, ROLL_NATURAL, TURN_DOOR
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.stack import FLEE_FLOW, LOSS_FLOW, ROLL_FLOW, STRIKE_FLOW, WIN_FLOW, nearest
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import (
    CLASS,
    FEMALE,
    GIVE,
    IN_HAND,
    MALE,
    MOMENTS,
    NONE,
    OFFER,
    PICK,
    RACE,
    SEXES,
    SIDES,
    STEED,
    UNEQUIP,
    VERBS,
)
from kickdoor.engine.flow.charity import Give
from kickdoor.engine.flow.death import Loot
from kickdoor.engine.flow.dungeon import Depart, PayForExit, Thin, overfull
from kickdoor.engine.flow.fight import Share
from kickdoor.engine.flow.replacing import Replace
from kickdoor.engine.flow.settle import Mend, surplus
from kickdoor.engine.flow.setup import OpenDungeon
from kickdoor.engine.flow.turn import MeetTheDoor
from kickdoor.engine.questions.filters import gold_of
from kickdoor.engine.questions.monsters import living
from kickdoor.engine.questions.strength import is_winning
from kickdoor.engine.questions.table import face, owner
from kickdoor.engine.questions.values import value
from kickdoor.engine.running import kernel
from kickdoor.engine.running.windows import Window
from kickdoor.engine.steps.choosing import Choose
from kickdoor.text.teller import Teller


def option_words(option: int, state: State, seat: int, names: Sequence[str], language: str = "en") -> str:
    """Tell a seat one of its options, given by its number."""
    teller = Teller(state, names, seat, language)
    return teller.messages.mended(OPTIONS[VERBS[verb_of(option)]](teller, seat, first_of(option), second_of(option)))


def question_words(state: State, seat: int, names: Sequence[str], language: str = "en") -> str:
    """Tell a seat what it is asked now."""
    teller = Teller(state, names, seat, language)
    step, f = kernel.top_step(state)
    if isinstance(step, Window):
        return teller.sentence(_moment(teller, step, f, seat))
    for kind, told in QUESTIONS.items():
        if isinstance(step, kind):
            return teller.sentence(told(teller, step, f))
    return teller.get("question.unknown")


def phase_words(state: State, names: Sequence[str]) -> str:
    """Tell which part of a turn it is."""
    return Teller(state, names).get(f"phase.{MOMENTS[state.moment]}")


def card_asking(state: State) -> int:
    """Give the card on whose account somebody is asked to pick, or -1."""
    step, f = kernel.top_step(state)
    return f.it if isinstance(step, Choose) and 0 <= f.it < len(state.rules.defs) else -1


# Questions.


def _moment(teller: Teller, step: Window, f: Frame, seat: int) -> str:
    s = teller.state
    moment = MOMENTS[s.moment]
    if moment in HAPPENINGS:
        flow, told = HAPPENINGS[moment]
        frame = nearest(s, flow)
        return told(teller, f"question.{moment}", frame if frame is not None else f)
    fight = s.fight_by_id(f.fight)
    whom = fight.fighter if fight is not None else f.you if step.owner(s, f) >= 0 else s.turn
    key = f"question.{moment}.others"
    if moment == "fight" and fight is not None:
        if seat == fight.fighter:
            won = "winning" if is_winning(s, fight) else "losing"
            key = f"question.fight.{won if living(fight) else 'over'}"
        elif seat == fight.helper:
            key = "question.fight.helping"
    elif seat == step.owner(s, f):
        key = f"question.{moment}.{'again' if moment == 'second' and s.met else 'own'}"
    elif moment == "running":
        whom = f.you
    return teller.messages.first(
        key,
        f"question.{moment}.others",
        f"question.{moment}",
        who=teller.player(whom),
        whose=teller.whose(whom),
    )


def _rolled(teller: Teller, key: str, f: Frame) -> str:
    shown = f.regs[ROLL_NATURAL][0] if f.script == ROLL_FLOW and f.regs[ROLL_NATURAL] else 0
    return teller.of(key, f.you, n=shown)


def _by_monster(teller: Teller, key: str, f: Frame) -> str:
    return teller.of(key, f.you, card=teller.monster(f.it))


def _winner(teller: Teller, key: str, f: Frame) -> str:
    winners = teller.state.winners
    return teller.of(key, winners[0] if winners else f.you)


HAPPENINGS: dict[str, tuple[int, Callable[[Teller, str, Frame], str]]] = {
    "rolled": (ROLL_FLOW, _rolled),
    "caught": (FLEE_FLOW, _by_monster),
    "escaped": (FLEE_FLOW, _by_monster),
    "cursed": (STRIKE_FLOW, _by_monster),
    "lost_card": (LOSS_FLOW, _by_monster),
    "winning": (WIN_FLOW, _winner),
}
"""Moments at which something has just happened to somebody: where that is noted, and how it is told."""


def _door(teller: Teller, step: Step, f: Frame) -> str:
    return teller.get("question.door", card=teller.card(f.regs[TURN_DOOR][0]))


def _sale(teller: Teller, step: Step, f: Frame) -> str:
    assert isinstance(step, Sale)
    due = price_of_a_level(teller.state, f.you)
    return teller.get("question.sale", n=step.worth(teller.state, f), price=due)


def _charity(teller: Teller, step: Step, f: Frame) -> str:
    assert isinstance(step, Give)
    s = teller.state
    way = "give" if step.receivers(s, f) else "discard"
    held = len(s.players[f.you].hand)
    return teller.get(f"question.charity.{way}", n=held, limit=value(s, "hand_limit", f.you))


def _surplus(teller: Teller, step: Step, f: Frame) -> str:
    found = surplus(teller.state, f.you)
    verb = found[0] if found is not None else PICK
    return teller.get(f"question.surplus.{({GIVE: 'give', UNEQUIP: 'unequip'}).get(verb, 'pick')}")


def _loot(teller: Teller, step: Step, f: Frame) -> str:
    return teller.get("question.loot", who=teller.player(f.you))


def _share(teller: Teller, step: Step, f: Frame) -> str:
    return teller.get("question.share")


def _replace(teller: Teller, step: Step, f: Frame) -> str:
    if f.it < 0:
        return teller.get("question.replace")
    return teller.of("question.instead", f.you, card=teller.monster(f.it))


def _draw(teller: Teller, step: Step, f: Frame) -> str:
    return teller.get("question.draw")


def _choose(teller: Teller, step: Step, f: Frame) -> str:
    assert isinstance(step, Choose)
    s = teller.state
    card = teller.card(f.it) if f.it >= 0 else teller.get("unseen.card")
    picked = f.regs[step.into]
    if step.worth is not None:
        due = max(0, step.worth.of(s, f) - gold_of(s, list(picked)))
        return teller.get("question.choose.worth", card=card, n=due)
    more = max(1, step.count.of(s, f) - len(picked))
    key = f"question.choose.{VERBS[step.verb]}"
    if step.optional or 0 <= step.at_least < step.count.of(s, f):
        return teller.messages.first(f"question.choose.up_to.{VERBS[step.verb]}", key, card=card, n=more)
    return teller.get(key, card=card, n=more)


def _exit(teller: Teller, step: Step, f: Frame) -> str:
    return teller.get("question.exit", n=EXIT_PRICE - len(f.regs[EXIT_PAID]))


def _over_limit(teller: Teller, step: Step, f: Frame) -> str:
    seat = overfull(teller.state, f)
    held = len(teller.state.players[seat].hand)
    return teller.get("question.over_limit", n=held, limit=value(teller.state, "hand_limit", seat))


QUESTIONS: dict[type[Step], Callable[[Teller, Step, Frame], str]] = {
    MeetTheDoor: _door,
    Sale: _sale,
    Give: _charity,
    Mend: _surplus,
    Loot: _loot,
    Share: _share,
    Replace: _replace,
    DrawNext: _draw,
    Choose: _choose,
    PayForExit: _exit,
    Thin: _over_limit,
    Depart: lambda teller, step, f: teller.get("question.leave_dungeon"),
    OpenDungeon: lambda teller, step, f: teller.get("question.first_dungeon"),
}
"""How each step that asks somebody puts its question."""


# Options. Each is told with the seat that has it and the two fields of its number.

Told = Callable[[Teller, int, int, int], str]


def _plain(verb: str) -> Told:
    return lambda teller, seat, a, b: teller.get(f"option.{verb}")


def _with_card(verb: str) -> Told:
    return lambda teller, seat, a, b: teller.get(f"option.{verb}", card=teller.monster(a))


def _with_both(verb: str) -> Told:
    return lambda teller, seat, a, b: teller.get(
        f"option.{verb}", card=teller.card(a), on=teller.card(b), other=teller.player(b)
    )


def _play(teller: Teller, seat: int, a: int, b: int) -> str:
    s = teller.state
    step, f = kernel.top_step(s)
    if isinstance(step, DrawNext):
        top = discards_of(s, f.it)[-1]
        return teller.get("option.play.discards", card=teller.card(a), top=teller.card(top))
    if not isinstance(step, Window):
        return teller.get("option.play.instead", card=teller.card(a))
    d = next((s.rules.faces[m.face] for f in s.fights for m in f.monsters if m.id == a), None)
    d = d or face(s, a)
    ability = d.abilities[b]
    name = teller.named("ability_name", ability.name)
    in_hand = s.where[a] == IN_HAND + seat
    way = "plain" if ability.name == "play" else "named" if in_hand else "use"
    return teller.get(f"option.play.{way}", card=d.name, ability=name)


def _lay(teller: Teller, seat: int, a: int, b: int) -> str:
    card = teller.card(a)
    way = "unknown"
    if face(teller.state, a).kind in (CLASS, RACE):
        way = "class_vowel" if card[:1] in "AEIOU" else "class"
    return teller.get(f"option.lay.{way}", card=card)


def _proceed(teller: Teller, seat: int, a: int, b: int) -> str:
    moment = MOMENTS[teller.state.moment]
    return teller.messages.first(f"option.proceed.{moment}", "option.proceed.unknown")


def _loot_room(teller: Teller, seat: int, a: int, b: int) -> str:
    treasure = teller.state.rules.options.get("loot_treasure")
    return teller.get(f"option.loot.{'treasure' if treasure else 'door'}")


def _run(teller: Teller, seat: int, a: int, b: int) -> str:
    if a == NONE:
        return teller.get("option.run.all")
    return teller.get("option.run.one", card=teller.monster(a))


def _offer(teller: Teller, seat: int, a: int, b: int) -> str:
    s = teller.state
    _, f = kernel.top_step(s)
    deal = bargains.from_option(s, f, seat, code(OFFER, a, b))
    if deal.kind == HELP:
        way = "ask" if teller.fighter_and_helper(deal)[0] == seat else "help"
    else:
        way = "trade" if deal.takes else "gift"
    words = {"deal": teller.deal(deal), "pay": teller.pay(deal)}
    return teller.get(f"option.offer.{way}", other=teller.player(b), **words)


def _answer(verb: str) -> Told:
    def told(teller: Teller, seat: int, a: int, b: int) -> str:
        deal = bargains.offer_by_id(teller.state, a)
        assert deal is not None
        return teller.get(f"option.{verb}", deal=teller.deal(deal))

    return told


def _pick(teller: Teller, seat: int, a: int, b: int) -> str:
    s = teller.state
    step, _ = kernel.top_step(s)
    card = teller.monster(a)
    if isinstance(step, Sale):
        way = "double" if b == 1 else "sale"
        return teller.get(f"option.pick.{way}", card=card, n=price(s, seat, a) * (2 if b == 1 else 1))
    if isinstance(step, Give | Mend | PayForExit | Thin):
        return teller.get("option.pick.discard", card=card)
    if isinstance(step, Loot | Share):
        return teller.get("option.pick.take", card=card)
    holder = owner(s, a) if a < len(s.rules.defs) else -1
    if holder in (seat, -1):
        return teller.get("option.pick.mine", card=card)
    return teller.of("option.pick.others", holder, card=card)


def _pick_option(teller: Teller, seat: int, a: int, b: int) -> str:
    step, _ = kernel.top_step(teller.state)
    assert isinstance(step, Choose)
    return teller.sentence(teller.get("option.pick_option", name=teller.named("option", step.names[a])))


def _pick_play(teller: Teller, seat: int, a: int, b: int) -> str:
    for fight in teller.state.fights:
        for play in fight.plays:
            if play.id == a:
                return teller.of("option.pick_play", play.by, card=teller.cards(play.cards))
    return teller.get("unseen.card")


def _done(teller: Teller, seat: int, a: int, b: int) -> str:
    s = teller.state
    step, f = kernel.top_step(s)
    card = ""
    if isinstance(step, Sale):
        way = "sale"
    elif isinstance(step, MeetTheDoor):
        way, card = "door", teller.card(f.regs[TURN_DOOR][0])
    elif isinstance(step, Replace):
        way = "instead"
    elif isinstance(step, DrawNext):
        way = "draw"
    elif isinstance(step, Depart):
        way = "none"
    elif isinstance(step, Choose):
        way = "enough" if f.regs[step.into] else "none"
    else:
        way = "unknown"
    return teller.get(f"option.done.{way}", card=card)


def _declare(teller: Teller, seat: int, a: int, b: int) -> str:
    other = FEMALE if teller.state.players[seat].sex == MALE else MALE
    return teller.get(f"option.declare.{SEXES[other]}")


def _trouble(teller: Teller, seat: int, a: int, b: int) -> str:
    steed = teller.state.rules.defs[a].kind == STEED
    return teller.get("option.fight_steed" if steed else "option.trouble", card=teller.card(a))


def _join(teller: Teller, seat: int, a: int, b: int) -> str:
    if b == NONE:
        return teller.get("option.join", card=teller.card(a))
    return teller.get("option.join_with", card=teller.card(a), on=teller.card(b))


OPTIONS: dict[str, Told] = {
    "pass": _plain("pass"),
    "play": _play,
    "lay": _lay,
    "equip": _with_card("equip"),
    "unequip": _with_card("unequip"),
    "drop": _with_card("drop"),
    "sell": _plain("sell"),
    "proceed": _proceed,
    "loot": _loot_room,
    "trouble": _trouble,
    "claim": _plain("claim"),
    "run": _run,
    "offer": _offer,
    "accept": _answer("accept"),
    "refuse": _answer("refuse"),
    "withdraw": _plain("withdraw"),
    "pick": _pick,
    "pick_player": lambda teller, seat, a, b: teller.of("option.pick_player", a),
    "pick_monster": _with_card("pick_monster"),
    "pick_option": _pick_option,
    "pick_number": lambda teller, seat, a, b: teller.get("option.pick_number", n=a),
    "pick_side": lambda teller, seat, a, b: teller.get(f"option.pick_side.{SIDES[a]}"),
    "pick_play": _pick_play,
    "done": _done,
    "give": _with_both("give"),
    "declare": _declare,
    "discover": _plain("discover"),
    "join": _join,
    "entrust": _with_both("entrust"),
}
"""How each verb of the options is told."""
