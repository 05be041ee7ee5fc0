"""Windows: any player may speak; a play clears all passes; silence closes it."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import bargains, dungeons, fights, laying, plays, sales, tell
from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import ON_FOILED
from kickdoor.engine.data.deals import HELP, Deal
from kickdoor.engine.data.ids import NO_SEAT, Card, Seat
from kickdoor.engine.data.options import card_of, code, field_of, second_of, verb_of
from kickdoor.engine.data.question import KIND_OF_MOMENT, Question
from kickdoor.engine.data.registers import CHANGES, CHOICE, PASSES, ROLL_ADDED, ROLL_NATURAL, RUN_LEFT, SALE_FIRM
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Frame, Player, State
from kickdoor.engine.data.terms import (
    ACCEPT,
    ANY_TIME_LAY,
    ARRANGE,
    AT_SETUP,
    BAN_PLAYS,
    BAN_TROUBLE,
    CLAIM,
    CLAIMED,
    CLASS,
    CLOSING,
    CONCEDED,
    DECLARE,
    DISCOVER,
    DROP,
    END,
    ENTRUST,
    EQUIP,
    FEMALE,
    FIGHT_MOMENTS,
    FIGHT_OVER,
    FIGHTING,
    HIRELING,
    ITEM,
    JOIN,
    LAY,
    LOOT,
    LOST_CARD,
    MALE,
    MAY_JOIN,
    MONSTER,
    OFFER,
    OPEN_MOMENTS,
    PASS,
    PAUSE,
    PLAY,
    POWER,
    PROCEED,
    RACE,
    REFUSE,
    ROLLED,
    RUN,
    RUNNING,
    SECOND,
    SELL,
    SPOILS,
    STEED,
    TROUBLE,
    UNDECLARED,
    UNEQUIP,
    WINNING,
    WITHDRAW,
)
from kickdoor.engine.questions.force import is_banned
from kickdoor.engine.questions.patience import might_speak
from kickdoor.engine.questions.strength import is_winning
from kickdoor.engine.questions.table import face, held_by, means_of, party, seats

#: Windows that concern whoever fights.
ABOUT_A_FIGHT: Final = 1 << FIGHTING | 1 << SPOILS | 1 << FIGHT_OVER

#: How often one seat may change its equipment while a window is open: more often than anybody needs, and not for ever.
MOST_CHANGES: Final = 24


class Window(Step):
    """Open a moment to all; go on when all who could speak have passed since the last change."""

    __slots__ = ("moment",)

    def __init__(self, moment: int) -> None:
        self.moment = moment

    def owner(self, s: State, f: Frame) -> Seat:
        """The seat that must say how it goes on, or -1."""
        if self.moment == FIGHTING:
            fight = s.fight_by_id(f.fight)
            return fight.fighter if fight is not None else NO_SEAT
        if self.moment in (ARRANGE, SECOND, END, RUNNING):
            return f.you
        return NO_SEAT

    def set_moment(self, s: State, f: Frame) -> None:
        """Note which moment it is."""
        moment = self.moment
        if moment == FIGHTING:
            fight = s.fight_by_id(f.fight)
            if fight is not None and fight.declared == CLAIMED:
                moment = CLOSING
        if s.moment != moment:
            s.moment = moment
            s.version += 1

    def run(self, s: State, f: Frame) -> None:
        """Ask those who could speak, or close."""
        s.waiting = 0
        self.set_moment(s, f)
        if not f.regs[PASSES]:
            f.regs[PASSES] = (0,)
            f.regs[CHANGES] = ()
            f.regs[CHOICE] = ()
            self._lapse(s)
        passes = f.regs[PASSES][0]
        owner = self.owner(s, f)
        waiting = 0
        for seat in seats(s):
            if passes >> seat & 1 or s.players[seat].dead:
                continue
            if seat == owner or self.can_speak(s, f, seat):
                waiting |= 1 << seat
        if waiting:
            s.waiting = waiting
        elif s.patient and might_speak(s, f, passes):
            s.waiting = PAUSE
        else:
            self.close(s, f)

    def close(self, s: State, f: Frame) -> None:
        """All have passed."""
        f.regs[PASSES] = ()
        self._lapse(s)
        if OPEN_MOMENTS >> s.moment & 1 or s.moment == AT_SETUP:
            for player in s.players:
                if player.fresh:
                    player.fresh = []
                    s.version += 1

    def _lapse(self, s: State) -> None:
        """Offers end with their window; the loss of a card only comes in between."""
        if self.moment != LOST_CARD:
            bargains.lapse(s)

    def can_speak(self, s: State, f: Frame, seat: Seat) -> bool:
        """Whether the seat has anything to say that others should wait for."""
        if s.moment == AT_SETUP:
            return True
        return bool(self.plays(s, f, seat))

    def plays(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """What the seat may say to others in this window; kept until something changes."""
        spoken = s.spoken[seat]
        if s.spoken_at[seat] == s.version and spoken is not None:
            return spoken
        found = self._list_plays(s, f, seat) if self._might_speak(s, f, seat) else []
        s.spoken[seat] = found
        s.spoken_at[seat] = s.version
        return found

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        whom = f.you
        if ABOUT_A_FIGHT >> self.moment & 1:
            fight = s.fight_by_id(f.fight)
            whom = fight.fighter if fight is not None else whom
        elif self.moment == WINNING and s.winners:
            whom = s.winners[0]
        owner = self.owner(s, f)
        rolled = self.moment == ROLLED
        return Question(
            KIND_OF_MOMENT[s.moment],
            whom,
            f.by,
            f.it,
            f.fight,
            passable=True,
            owner=owner,
            asked=(owner,) if owner >= 0 else (),
            shown=stack.first(f.regs[ROLL_NATURAL], 0) if rolled else 0,
            added=stack.first(f.regs[ROLL_ADDED], 0) if rolled else 0,
        )

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """All that the seat may do in this window."""
        if s.players[seat].dead:
            return []
        found = self.plays(s, f, seat).copy()
        if OPEN_MOMENTS >> s.moment & 1:
            self._list_arrangements(s, f, seat, found)
            bargains.suggest(s, f, seat, found)
        elif s.moment == AT_SETUP and not s.players[seat].declared:
            found.append(code(DECLARE))
        if seat == self.owner(s, f):
            self._list_ways_on(s, f, seat, found)
        else:
            found.append(code(PASS))
        return found

    def _might_speak(self, s: State, f: Frame, seat: Seat) -> bool:
        """A quick bound: no card of the seat can act here, and nothing else is open to it."""
        bit = 1 << s.moment
        sought = plays.sought_at(s.moment)
        if (held_by(s, seat) | means_of(s, seat).moments) & sought or s.turn == seat or s.offers:
            return True
        player = s.players[seat]
        if player.fight >= 0 or player.fresh or s.moment == AT_SETUP:
            return True
        if s.dungeons and s.rules.dungeon_moments & bit:
            for card in s.dungeons:
                if dungeons.offers(s, card, seat, bit):
                    return True
        return s.rules.for_anyone and plays.is_open_to_all(s, f)

    def _list_plays(self, s: State, f: Frame, seat: Seat) -> list[int]:
        found: list[int] = []
        player = s.players[seat]
        if player.dead:
            return found
        moment = s.moment
        bit = 1 << moment
        held = held_by(s, seat)
        self._list_abilities(s, f, seat, player, bit, held, found)
        if f.fight >= 0 and (
            player.fight >= 0 or moment == RUNNING or (s.rules.for_anyone and plays.is_open_to_all(s, f))
        ):
            for id, ability in plays.abilities_of_monsters(s, f, seat):
                found.append(code(PLAY, id, ability.index))
        if OPEN_MOMENTS & bit or moment == AT_SETUP:
            if FIGHT_MOMENTS & bit:
                self._list_ways_in_and_out(s, f, seat, held, found)
            any_card = s.turn == seat or moment == AT_SETUP or held & ANY_TIME_LAY != 0
            self._list_laying(s, seat, player.hand if any_card else player.fresh, found)
            if s.offers:
                self._list_answers(s, f, seat, found)
            if s.turn == seat:
                self._list_own_turn(s, seat, player, found)
        return found

    def _list_abilities(
        self, s: State, f: Frame, seat: Seat, player: Player, bit: int, held: int, found: list[int]
    ) -> None:
        """What the cards of the hand, those in play and the Dungeons let the seat do."""
        defs = s.rules.defs
        unmet = plays.unmet_needs(s, f, seat)
        if held & bit:
            for card in player.hand:
                d = defs[card]
                if d.moments_in_hand & bit:
                    plays.list_abilities(s, f, seat, card, d, unmet, found)
        if means_of(s, seat).moments & bit:
            for card in player.table:
                d = face(s, card) if s.face else defs[card]
                if d.moments_in_play & bit:
                    plays.list_abilities(s, f, seat, card, d, unmet, found)
        if s.dungeons and s.rules.dungeon_moments & bit:
            for card in s.dungeons:
                if dungeons.offers(s, card, seat, bit):
                    plays.list_abilities(s, f, seat, card, defs[card], unmet, found)

    def _list_ways_in_and_out(self, s: State, f: Frame, seat: Seat, held: int, found: list[int]) -> None:
        """Monsters that may join the fight by their sort; a helper's way out of it."""
        if held & MAY_JOIN:
            for card, maker in plays.joinable(s, f, seat):
                found.append(code(JOIN, card, maker))
        fight = s.fight_by_id(f.fight)
        if fight is not None and fight.helper == seat and fights.may_walk_out(s, seat, fight):
            found.append(code(WITHDRAW))

    def _list_laying(self, s: State, seat: Seat, cards: list[Card], found: list[int]) -> None:
        """Cards to lay down: out of turn those just received, or any where the hand has one for any time [ACT-07]."""
        defs = s.rules.defs
        for card in cards:
            if defs[card].layable and laying.refuse_lay(s, seat, card) is None:
                found.append(code(LAY, card))

    def _list_answers(self, s: State, f: Frame, seat: Seat, found: list[int]) -> None:
        """Answers to offers made to the seat."""
        for deal in bargains.answerable(s, seat):
            if bargains.refuse_deal(s, f, deal, seat) is None:
                found.append(code(ACCEPT, field_of(deal.id)))
            found.append(code(REFUSE, field_of(deal.id)))

    def _list_own_turn(self, s: State, seat: Seat, player: Player, found: list[int]) -> None:
        """Selling Items, and looking for another Dungeon."""
        if player.fight < 0 and s.moment != RUNNING and s.moment != AT_SETUP and sales.refuse_sale(s, seat) is None:
            found.append(code(SELL))
        if (s.dungeon or s.dungeons) and dungeons.refuse_discovery(s, seat) is None:
            found.append(code(DISCOVER))

    def _list_arrangements(self, s: State, f: Frame, seat: Seat, found: list[int]) -> None:
        player = s.players[seat]
        fighting = player.fight >= 0 and seat not in s.unbound
        enough = has_changed_enough(f, seat)
        carriers: list[Card] = []
        for card in player.table:
            d = face(s, card) if s.face else s.rules.defs[card]
            kind = d.kind
            if kind == CLASS or kind == RACE or kind == HIRELING or kind == POWER:
                if not laying.is_stuck(s, seat, card):
                    found.append(code(DROP, card))
                if d.carries:
                    carriers.append(card)
            elif not fighting and not enough and (kind == ITEM or kind == STEED):
                if s.up[card]:
                    if kind == ITEM and not laying.is_stuck(s, seat, card):
                        found.append(code(UNEQUIP, card))
                elif laying.refuse_equip(s, seat, card) is None:
                    found.append(code(EQUIP, card))
        if carriers and not fighting and not enough:
            self._list_entrusting(s, seat, carriers, found)

    def _list_entrusting(self, s: State, seat: Seat, carriers: list[Card], found: list[int]) -> None:
        player = s.players[seat]
        for hireling in carriers:
            for card in [*player.table, *player.hand]:
                if face(s, card).kind == ITEM and laying.refuse_entrust(s, seat, card, hireling) is None:
                    found.append(code(ENTRUST, card, hireling))

    def _list_ways_on(self, s: State, f: Frame, seat: Seat, found: list[int]) -> None:
        """How its owner may let the window end."""
        moment = self.moment
        if moment == FIGHTING:
            fight = s.fight_by_id(f.fight)
            assert fight is not None
            found.append(code(CLAIM) if is_winning(s, fight) else code(RUN))
        elif moment == RUNNING:
            for id in f.regs[RUN_LEFT]:
                found.append(code(RUN, id))
        elif moment == SECOND:
            found.append(code(LOOT))
            if s.met:
                found.append(code(PROCEED))
            elif not is_banned(s, seat, BAN_PLAYS) and not is_banned(s, seat, BAN_TROUBLE):
                for card in s.players[seat].hand:
                    if s.rules.defs[card].kind == MONSTER:
                        found.append(code(TROUBLE, card))
        else:
            found.append(code(PROCEED))

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """Hear somebody: a pass, a way to go on, a free act, or a play that everybody may answer."""
        verb = verb_of(option)
        a = card_of(option)
        b = second_of(option)
        if verb == PASS:
            f.regs[PASSES] = (f.regs[PASSES][0] | 1 << seat,)
            self.run(s, f)
            return
        if verb in (PROCEED, LOOT, TROUBLE, CLAIM, RUN):
            self._go_on(s, f, seat, option)
            return
        if verb in (EQUIP, UNEQUIP, ENTRUST):
            f.regs[CHANGES] = (*f.regs[CHANGES], seat)
            if verb == EQUIP:
                laying.equip(s, seat, a)
            elif verb == UNEQUIP:
                laying.unequip(s, seat, a)
            else:
                laying.entrust(s, seat, a, Card(b))
            self._again(s, f)
            return
        if verb == OFFER:
            self.offer(s, f, bargains.from_option(s, f, seat, option))
            return
        if verb == REFUSE:
            deal = bargains.offer_by_id(s, a)
            assert deal is not None
            s.offers.remove(deal)
            self._only(s, 1 << seat)
            tell.refused(s, seat=seat, by=deal.by, offer=deal.id)
            self._again(s, f)
            return
        if verb == ACCEPT:
            deal = bargains.offer_by_id(s, a)
            assert deal is not None
            if deal.kind == HELP:
                self._changed(s, f)
                bargains.accept(s, f, deal)
            else:
                self._again(s, f)
                bargains.accept(s, f, deal)
            return
        if verb == DECLARE:
            player = s.players[seat]
            player.sex = FEMALE if player.sex == MALE else MALE
            player.declared = True
            s.version += 1
            tell.sex_changed(s, seat=seat, sex=player.sex, source=-1)
            self._again(s, f)
            return
        self._changed(s, f)
        if s.rules.reacts >> ON_FOILED & 1 and (verb == PLAY or verb == JOIN):
            fight = s.fight_by_id(f.fight)
            if fight is not None and self.moment == FIGHTING and seat not in party(s, fight):
                fights.watch(s, fight, seat)
        if verb == PLAY:
            self._play(s, f, seat, a, b)
        elif verb == LAY:
            laying.lay(s, seat, a)
        elif verb == DROP:
            laying.drop(s, seat, a)
        elif verb == SELL:
            sale = stack.push_flow(s, stack.SALE_FLOW, seat, seat)
            sale.regs[SALE_FIRM] = (1,) if has_changed_enough(f, seat) else ()
            f.regs[CHANGES] = (*f.regs[CHANGES], seat)
        elif verb == DISCOVER:
            stack.push_flow(s, stack.EXIT_FLOW, seat, seat)
        elif verb == JOIN:
            plays.join(s, f, seat, a, Card(b))
        elif verb == WITHDRAW:
            fight = s.fight_by_id(f.fight)
            assert fight is not None
            fights.walk_out(s, seat, fight)

    def offer(self, s: State, f: Frame, deal: Deal) -> None:
        """An offer is put on the table: only its receiver must think again."""
        bargains.make(s, deal)
        self._only(s, 1 << deal.to)
        f.regs[PASSES] = (f.regs[PASSES][0] & ~(1 << deal.to),)
        self._again(s, f)

    def _play(self, s: State, f: Frame, seat: Seat, card: Card, index: int) -> None:
        fight = s.fight_by_id(f.fight)
        if fight is not None:
            monster = fights.monster_by_id(fight, card)
            if monster is not None and not monster.gone:
                d = s.rules.faces[monster.face]
                plays.begin(s, f, seat, card, d.abilities[index])
                return
        d = face(s, card)
        plays.begin(s, f, seat, card, d.abilities[index])

    def _only(self, s: State, seats: int) -> None:
        """Only these seats' plays are touched by what was just done: the others' lists still hold."""
        s.version += 1
        for seat in range(len(s.players)):
            if not seats >> seat & 1 and s.spoken_at[seat] == s.version - 1:
                s.spoken_at[seat] = s.version

    def _again(self, s: State, f: Frame) -> None:
        """The window stays open; passes stand."""
        s.waiting = 0
        stack.again(f)

    def _changed(self, s: State, f: Frame) -> None:
        """Something changed: everybody may speak again, and whoever claimed the fight must claim it again."""
        s.waiting = 0
        stack.again(f)
        f.regs[PASSES] = (0,)
        f.regs[CHOICE] = ()
        fight = s.fight_by_id(f.fight)
        if fight is not None:
            fight.declared = UNDECLARED
        s.version += 1

    def _go_on(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        f.regs[CHOICE] = (option,)
        passes = f.regs[PASSES][0] | 1 << seat
        verb = verb_of(option)
        if verb == CLAIM or (verb == RUN and self.moment == FIGHTING):
            fight = s.fight_by_id(f.fight)
            assert fight is not None
            fight.declared = CLAIMED if verb == CLAIM else CONCEDED
            if verb == CLAIM:
                passes = 1 << seat
                tell.claimed(s, seat=seat)
            s.version += 1
        f.regs[PASSES] = (passes,)
        self.run(s, f)


def has_changed_enough(f: Frame, seat: Seat) -> bool:
    """Equipment is free out of combat [ACT-06]; only the number of changes in one window has a bound [RUL-39]."""
    return len(f.regs[CHANGES]) >= MOST_CHANGES and f.regs[CHANGES].count(seat) >= MOST_CHANGES
