"""What is asked of a player, and what they may answer, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kickdoor.engine.actions import bargains
from kickdoor.engine.actions.sales import price
from kickdoor.engine.data import ids
from kickdoor.engine.data.abilities import ON_FACE_UP_DRAW
from kickdoor.engine.data.cards import NEVER, NO_ROLL
from kickdoor.engine.data.deals import HELP
from kickdoor.engine.data.options import code, first_of, second_of, verb_of
from kickdoor.engine.data.question import CHOICES, Question, QuestionKind
from kickdoor.engine.data.state import Fight, Monster, State
from kickdoor.engine.data.terms import (
    CLASS,
    FEMALE,
    IN_HAND,
    MALE,
    MOMENTS,
    NONE,
    OFFER,
    RACE,
    SEXES,
    SIDES,
    STEED,
    VERBS,
)
from kickdoor.engine.questions.escaping import lets_go, roll_to_escape
from kickdoor.engine.questions.monsters import living, monster_face
from kickdoor.engine.questions.strength import is_winning
from kickdoor.engine.questions.table import current_fight, face, owner
from kickdoor.engine.questions.values import value
from kickdoor.engine.running.asking import deal_of, question
from kickdoor.engine.running.underway import needed_to_escape
from kickdoor.text.teller import Teller

FREE = 0
"""What the die must show where nobody rolls."""


def option_words(option: int, state: State, seat: int, names: Sequence[str], language: str = "en") -> str:
    """Tell a seat one of its options, given by its number."""
    teller = Teller(state, names, seat, language)
    return teller.messages.mended(OPTIONS[VERBS[verb_of(option)]](teller, seat, first_of(option), second_of(option)))


def question_words(state: State, seat: int, names: Sequence[str], language: str = "en") -> str:
    """Tell a seat what it is asked now."""
    asked = question(state, seat)
    teller = Teller(state, names, seat, language)
    if asked is None:
        return teller.get("question.unknown")
    return teller.sentence(QUESTIONS[asked.kind](teller, asked))


def phase_words(state: State, names: Sequence[str]) -> str:
    """Tell which part of a turn it is."""
    return Teller(state, names).get(f"phase.{MOMENTS[state.moment]}")


def card_asking(state: State) -> int:
    """Give the card on whose account somebody is asked to pick, or -1."""
    asked = question(state, -1)
    if asked is None or asked.kind not in CHOICES or asked.card >= len(state.rules.defs):
        return -1
    return asked.card


# Questions. Each is told with what is asked.

Asked = Callable[[Teller, Question], str]


def _window(teller: Teller, asked: Question) -> str:
    """Tell a moment in which anybody may speak: to its owner, or to the others."""
    key = f"question.{asked.kind}"
    way = "others"
    if teller.viewer == asked.owner and asked.owner >= 0:
        way = "own"
        if asked.kind == "second" and teller.state.met:
            way = "again"
        elif asked.kind == "arrange" and teller.state.players[asked.owner].back:
            way = "back"
        elif asked.kind == "end" and _surplus(teller.state, asked.owner):
            way = "crowded"
    who, whose = teller.player(asked.whom), teller.whose(asked.whom)
    n = _surplus(teller.state, asked.owner)
    return teller.messages.first(f"{key}.{way}", f"{key}.others", who=who, whose=whose, n=n)


def _surplus(s: State, seat: int) -> int:
    """How many cards a hand holds beyond its limit [CHAR-20]."""
    return max(0, len(s.players[seat].hand) - value(s, "hand_limit", ids.Seat(seat))) if seat >= 0 else 0


def _fight(teller: Teller, asked: Question) -> str:
    fight = teller.state.fight_by_id(ids.FightId(asked.fight))
    way = "others"
    if fight is not None and teller.viewer == fight.fighter:
        losing = "losing" if fight.helper < 0 else "losing_together"
        way = "winning" if is_winning(teller.state, fight) else losing
        way = way if living(fight) else "over"
    elif fight is not None and teller.viewer == fight.helper:
        way = "helping"
    other = teller.player(-1 if fight is None else fight.helper)
    return teller.get(f"question.fight.{way}", who=teller.player(asked.whom), other=other)


def _running(teller: Teller, asked: Question) -> str:
    """Tell who runs, and what the die must show."""
    needed = set(_rolls(teller.state, asked.whom, asked.fight).values())
    if teller.viewer != asked.owner or asked.owner < 0:
        n = needed.pop() if len(needed) == 1 else FREE
        way = "needing" if 1 < n <= 6 else "others"
        return teller.get(f"question.running.{way}", who=teller.player(asked.whom), n=n)
    if len(needed) > 1:
        return teller.get("question.running.several")
    n = next(iter(needed), roll_to_escape(teller.state, ids.Seat(asked.owner), None, None))
    way = "free" if n == FREE else "surely" if n <= 1 else "never" if n > 6 else "own"
    return teller.get(f"question.running.{way}", n=n)


def _rolls(s: State, runner: int, number: int) -> dict[int, int]:
    """What the die must show for each monster of a fight, where it pursues."""
    fight = s.fight_by_id(ids.FightId(number))
    if fight is None:
        return {}
    seat = ids.Seat(runner)
    return {m.id: FREE if lets_go(s, seat, fight.id, m) else _roll(s, seat, fight, m) for m in living(fight)}


def _roll(s: State, seat: ids.Seat, fight: Fight, monster: Monster) -> int:
    """What the die must show: from some monsters nobody escapes by a die."""
    beyond = monster_face(s, monster).escape in (NEVER, NO_ROLL)
    return 7 if beyond else max(1, roll_to_escape(s, seat, fight, monster))


def _happening(teller: Teller, asked: Question) -> str:
    """Tell what has just happened to somebody."""
    return teller.of(f"question.{asked.kind}", asked.whom, card=teller.monster(asked.card), n=asked.shown)


def _rolled(teller: Teller, asked: Question) -> str:
    """Tell what the die shows, and where somebody runs away what it must show."""
    needed = needed_to_escape(teller.state)
    way = "plain" if needed < 0 else escape_way(needed)
    return teller.of(f"question.rolled.{way}", asked.whom, n=asked.shown, needed=needed)


def escape_way(needed: int) -> str:
    """How it is told what a die must show for somebody to get away."""
    return "surely" if needed <= 1 else "never" if needed > 6 else "to_run"


def _plain_question(teller: Teller, asked: Question) -> str:
    return teller.get(f"question.{asked.kind}")


def _of_card(teller: Teller, asked: Question) -> str:
    return teller.get(f"question.{asked.kind}", card=teller.card(asked.card))


def _of_whom(teller: Teller, asked: Question) -> str:
    return teller.get(f"question.{asked.kind}", who=teller.player(asked.whom))


def _of_hand(teller: Teller, asked: Question) -> str:
    return teller.get(f"question.{asked.kind}", n=asked.held, limit=asked.limit)


def _choice(teller: Teller, asked: Question) -> str:
    key = f"question.{asked.kind}"
    ways = (f"question.up_to.{asked.kind}", key) if asked.fewer else (key,)
    return teller.messages.first(*ways, card=teller.card(asked.card), n=asked.more)


def _worth(teller: Teller, asked: Question) -> str:
    return teller.get("question.choose_worth", card=teller.card(asked.card), n=asked.price)


def _sale(teller: Teller, asked: Question) -> str:
    return teller.get(f"question.sale.{'some' if asked.picked else 'none'}", n=asked.gold, price=asked.price)


def _exit(teller: Teller, asked: Question) -> str:
    return teller.get("question.exit", n=asked.more)


def _instead(teller: Teller, asked: Question) -> str:
    if asked.card < 0:
        return teller.get("question.instead.unknown")
    return teller.of("question.instead", asked.whom, card=teller.monster(asked.card))


QUESTIONS: dict[QuestionKind, Asked] = {
    "setup": _plain_question,
    "arrange": _window,
    "second": _window,
    "end": _window,
    "between": _window,
    "fight": _fight,
    "closing": _happening,
    "running": _running,
    "rolled": _rolled,
    "caught": _happening,
    "escaped": _happening,
    "cursed": _happening,
    "fight_over": _window,
    "winning": _happening,
    "spoils": _window,
    "lost_card": _happening,
    "crowded": _window,
    "choose_cards": _choice,
    "choose_worth": _worth,
    "choose_players": _choice,
    "choose_monsters": _choice,
    "choose_words": _choice,
    "choose_numbers": _choice,
    "choose_side": _choice,
    "choose_play": _choice,
    "make_room": _of_card,
    "first_dungeon": _plain_question,
    "door": _of_card,
    "draw": _plain_question,
    "reward": _plain_question,
    "instead": _instead,
    "run_order": _plain_question,
    "share": _plain_question,
    "loot": _of_whom,
    "sale": _sale,
    "charity": _of_hand,
    "charity_discard": _of_hand,
    "over_limit": _of_hand,
    "surplus_give": _plain_question,
    "surplus_discard": _plain_question,
    "surplus_unequip": _plain_question,
    "exit": _exit,
    "leave_dungeon": _plain_question,
}
"""How each kind of question is told."""


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
    asked = question(s, seat)
    if asked is not None and not asked.passable:
        if asked.kind == "draw" and face(s, ids.Card(a)).reactions[b].event == ON_FACE_UP_DRAW:
            return teller.get("option.play.discards", card=teller.card(a), top=teller.card(asked.top))
        return teller.get("option.play.instead", card=teller.card(a))
    d = next((s.rules.faces[m.face] for f in s.fights for m in f.monsters if m.id == a), None)
    d = d or face(s, ids.Card(a))
    ability = d.abilities[b]
    name = teller.named("ability_name", ability.name)
    in_hand = s.where[a] == IN_HAND + seat
    way = "plain" if ability.name == "play" else "named" if in_hand else "use"
    return teller.get(f"option.play.{way}", card=d.name, ability=name)


def _lay(teller: Teller, seat: int, a: int, b: int) -> str:
    card = teller.card(a)
    way = "unknown"
    if face(teller.state, ids.Card(a)).kind in (CLASS, RACE):
        way = "class_vowel" if card[:1] in "AEIOU" else "class"
    return teller.get(f"option.lay.{way}", card=card)


def _proceed(teller: Teller, seat: int, a: int, b: int) -> str:
    moment = MOMENTS[teller.state.moment]
    if moment == "arrange" and teller.state.players[seat].back:
        moment = "listen"
    return teller.messages.first(f"option.proceed.{moment}", "option.proceed.unknown")


def _loot_room(teller: Teller, seat: int, a: int, b: int) -> str:
    treasure = teller.state.rules.options.get("loot_treasure")
    return teller.get(f"option.loot.{'treasure' if treasure else 'door'}")


def _run(teller: Teller, seat: int, a: int, b: int) -> str:
    if a == NONE:
        return teller.get("option.run.all")
    asked = question(teller.state, seat)
    needed = {} if asked is None else _rolls(teller.state, seat, asked.fight)
    way = "needing" if a in needed and len(set(needed.values())) > 1 else "one"
    way = "free" if needed.get(a) == FREE else way
    return teller.get(f"option.run.{way}", card=teller.monster(a), n=needed.get(a, 0))


def _offer(teller: Teller, seat: int, a: int, b: int) -> str:
    s = teller.state
    deal = deal_of(s, seat, code(OFFER, a, b))
    if deal.kind == HELP:
        way = "ask" if teller.fighter_and_helper(deal)[0] == seat else "help"
        return teller.get(f"option.offer.{way}", other=teller.player(b), pay=teller.pay(deal))
    way = "trade" if deal.takes else "gift"
    return teller.get(f"option.offer.{way}", other=teller.player(b), deal=teller.deal(deal))


def _answer(verb: str) -> Told:
    def told(teller: Teller, seat: int, a: int, b: int) -> str:
        deal = bargains.offer_by_id(teller.state, a)
        assert deal is not None
        return teller.get(f"option.{verb}", deal=teller.deal(deal))

    return told


DISCARDED = frozenset(
    {"charity", "charity_discard", "surplus_give", "surplus_discard", "make_room", "exit", "over_limit"}
)
TAKEN = frozenset({"loot", "share"})


def _pick(teller: Teller, seat: int, a: int, b: int) -> str:
    s = teller.state
    asked = question(s, seat)
    kind = asked.kind if asked is not None else ""
    card = teller.monster(a)
    if kind == "sale":
        way = "double" if b == 1 else "sale"
        return teller.get(
            f"option.pick.{way}", card=card, n=price(s, ids.Seat(seat), ids.Card(a)) * (2 if b == 1 else 1)
        )
    if kind in DISCARDED:
        return teller.get("option.pick.discard", card=card)
    if kind in TAKEN:
        return teller.get("option.pick.take", card=card)
    holder = owner(s, ids.Card(a)) if a < len(s.rules.defs) else -1
    if holder in (seat, -1):
        return teller.get("option.pick.mine", card=card)
    return teller.of("option.pick.others", holder, card=card)


def _pick_option(teller: Teller, seat: int, a: int, b: int) -> str:
    asked = question(teller.state, seat)
    name = asked.names[a] if asked is not None else ""
    return teller.sentence(teller.get("option.pick_option", name=teller.named("option", name)))


def _pick_side(teller: Teller, seat: int, a: int, b: int) -> str:
    """Tell a side by who stands on it."""
    if SIDES[a] == "monsters":
        return teller.get("option.pick_side.monsters")
    fight = current_fight(teller.state)
    fighter, helper = (-1, -1) if fight is None else (fight.fighter, fight.helper)
    if teller.viewer not in (None, -1) and teller.viewer in (fighter, helper):
        return teller.get("option.pick_side.own")
    way = "alone" if helper < 0 else "both"
    return teller.get(f"option.pick_side.{way}", who=teller.player(fighter), other=teller.player(helper))


def _pick_play(teller: Teller, seat: int, a: int, b: int) -> str:
    for fight in teller.state.fights:
        for play in fight.plays:
            if play.id == a:
                return teller.of("option.pick_play", play.by, card=teller.cards(play.cards))
    return teller.get("unseen.card")


def _done(teller: Teller, seat: int, a: int, b: int) -> str:
    s = teller.state
    asked = question(s, seat)
    if asked is None:
        return teller.get("option.done.unknown")
    if asked.kind in CHOICES:
        return teller.get(f"option.done.{'enough' if asked.picked else 'none'}")
    return teller.messages.first(f"option.done.{asked.kind}", "option.done.unknown", card=teller.card(asked.card))


def _withdraw(teller: Teller, seat: int, a: int, b: int) -> str:
    asked = question(teller.state, seat)
    return teller.get(f"option.withdraw.{'sale' if asked is not None and asked.kind == 'sale' else 'help'}")


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
    "withdraw": _withdraw,
    "pick": _pick,
    "pick_player": lambda teller, seat, a, b: teller.of("option.pick_player", a),
    "pick_monster": _with_card("pick_monster"),
    "pick_option": _pick_option,
    "pick_number": lambda teller, seat, a, b: teller.get("option.pick_number", n=a),
    "pick_side": _pick_side,
    "pick_play": _pick_play,
    "done": _done,
    "give": _with_both("give"),
    "declare": _declare,
    "discover": _plain("discover"),
    "join": _join,
    "entrust": _with_both("entrust"),
}
"""How each verb of the options is told."""
