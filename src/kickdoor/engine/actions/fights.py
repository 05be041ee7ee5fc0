"""What can be done to a fight: begin, join, enhance, enter plays, remove, kill, transfer, finish."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import copying, history, laying, losing, piles, reacting, rewards, tell
from kickdoor.engine.data import refusals as no
from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import ON_FIGHT_BEGUN, ON_FIGHT_LOST, ON_FIGHT_WON, ON_HELPS
from kickdoor.engine.data.cards import CardDef
from kickdoor.engine.data.ids import NO_CARD, NO_FIGHT, NO_SEAT, Card, FightId, Seat
from kickdoor.engine.data.refusals import Refusal
from kickdoor.engine.data.state import Fight, Monster, Play, State
from kickdoor.engine.data.terms import (
    AS_ENHANCER,
    AS_MONSTER,
    AVERTED,
    AVOIDED,
    BAN_BE_HELPED,
    BAN_HELP,
    BROKEN_OFF,
    BY_EFFECT,
    BY_PLAY,
    CURSE,
    FORCED,
    FORCED_FORGOING_WIN,
    FORCED_WITHOUT_WIN,
    HELPS,
    IN_DUNGEONS,
    IN_FIGHT,
    IN_LIMBO,
    KILLED,
    KILLS,
    LOST,
    MONSTER,
    NEXT_COMBAT,
    ONE_SHOT,
    OPEN,
    REMOVED,
    TO_MONSTER,
    TO_MONSTERS,
    TO_PARTY,
    TO_RUN,
    TO_SEAT,
    UNTIL_FIGHT_END,
    WILLING,
    WON,
)
from kickdoor.engine.questions.force import is_active, is_banned, is_usable
from kickdoor.engine.questions.monsters import living, monster_has_tag
from kickdoor.engine.questions.room import room_to_equip
from kickdoor.engine.questions.strength import is_winning, sums
from kickdoor.engine.questions.table import face, is_reached, party, seats
from kickdoor.engine.questions.values import winning_level

ENDINGS: Final[dict[int, int]] = {WON: ON_FIGHT_WON, LOST: ON_FIGHT_LOST}
"""What cards hear when a fight has ended so."""


def begin(s: State, seat: Seat, card: Card) -> Fight:
    """A player must fight a monster [TURN-03]."""
    s.serial += 1
    fight = Fight(FightId(s.serial), seat)
    s.fights.append(fight)
    s.players[seat].fight = fight.id
    tell.fight_begun(s, seat=seat, monster=card, fight=fight.id)
    add_monster(s, fight, card, seat)
    stack.push_flow(s, stack.FIGHT_FLOW, seat, seat, card, fight.id)
    reacting.happen(s, ON_FIGHT_BEGUN, seat, seat, fight=fight.id)
    return fight


def monster_by_id(fight: Fight, id: Card) -> Monster | None:
    """The monster with this identity."""
    for monster in fight.monsters:
        if monster.id == id:
            return monster
    return None


def add_monster(s: State, fight: Fight, card: Card, by: Seat, played_with: Card = NO_CARD) -> None:
    """A monster card comes into the fight [CMB-09], perhaps brought by another card."""
    _rename_gone(s, fight, card)
    piles.to_place(s, card, IN_FIGHT)
    d = face(s, card)
    if d.kind != MONSTER and d.as_monster >= 0:
        s.face[card] = d.as_monster
        d = face(s, card)
    fight.monsters.append(Monster(card, d.index))
    s.version += 1
    if len(fight.monsters) > 1:
        tell.monster_joined(s, seat=by, monster=card, fighter=fight.fighter, fight=fight.id)
        if played_with >= 0 and s.where[played_with] == IN_LIMBO:
            piles.to_place(s, played_with, IN_FIGHT)
            note_play(s, fight, (played_with, card), by, AS_MONSTER, card, 0)
        else:
            note_play(s, fight, (card,), by, AS_MONSTER, card, 0)


def _identity_without_card(s: State) -> Card:
    """A number for a monster that is no card: beyond all cards, and small enough for an option."""
    taken = {monster.id for fight in s.fights for monster in fight.monsters}
    id = len(s.where)
    while id in taken:
        id += 1
    return Card(id)


def _rename_gone(s: State, fight: Fight, id: Card) -> None:
    """A card that was a monster of this fight before comes back as another: the old one gets a new identity."""
    gone = monster_by_id(fight, id)
    if gone is None:
        return
    gone.id = _identity_without_card(s)
    for monster in fight.monsters:
        if monster.twin_of == id:
            monster.twin_of = gone.id
    fight.plays = [play for play in fight.plays if play.to != AS_MONSTER or play.target != id]


def note_play(s: State, fight: Fight, cards: tuple[Card, ...], by: Seat, to: int, target: int, amount: int) -> None:
    """Cards played together become one entry of the fight, which can be taken back."""
    s.serial += 1
    fight.plays.append(Play(s.serial, cards, by, to, target, amount))
    s.version += 1


def take_out(s: State, card: Card) -> None:
    """A card that was played into a fight no longer counts there and is discarded; monsters stay."""
    for fight in s.fights:
        for monster in fight.monsters:
            if monster.id == card:
                return
            if card in monster.attached:
                monster.attached.remove(card)
        fight.plays = [play for play in fight.plays if card not in play.cards]
    tell.discarded(s, seat=-1, card=card, cause=BY_EFFECT, by=-1)
    piles.to_discards(s, card)


def hinders(s: State, fight: Fight, play: Play, seat: Seat) -> bool:
    """Whether an entry counts against a player of the fight."""
    if seat not in party(s, fight):
        return False
    if play.to == AS_MONSTER:
        return True
    if play.to == AS_ENHANCER:
        return bool(play.cards) and face(s, play.cards[0]).bonus >= 0
    if play.to in (TO_MONSTERS, TO_MONSTER):
        return play.amount > 0
    return play.to in (TO_PARTY, TO_SEAT, TO_RUN) and play.amount < 0


def take_back(s: State, fight: Fight, play: Play) -> None:
    """Undo an entry: its effect on the fight is gone; its cards are left to the caller."""
    fight.plays.remove(play)
    s.version += 1
    tell.taken_back(s, seat=play.by, card=play.cards[0] if play.cards else -1)
    if play.to == AS_MONSTER:
        monster = monster_by_id(fight, Card(play.target))
        if monster is not None and not monster.gone:
            monster.gone = REMOVED
            for card in monster.attached:
                if s.where[card] == IN_FIGHT:
                    piles.to_discards(s, card)
    elif play.to == AS_ENHANCER:
        for monster in fight.monsters:
            if play.cards[0] in monster.attached:
                monster.attached.remove(play.cards[0])
        for card in piles.attached_to(s, play.cards[0]):
            piles.to_discards(s, card)


def add_twin(
    s: State,
    fight: Fight,
    id: Card,
    body: Card,
    add: int,
    treasures: int,
    by: Seat = NO_SEAT,
    without: Card = NO_CARD,
    levels: int = 0,
) -> None:
    """A second monster like one in the fight; the card played is its body [CMB-15]."""
    root = monster_by_id(fight, id)
    if root is None:
        return
    top = root.twin_of if root.twin_of >= 0 else root.id
    cards: tuple[Card, ...] = ()
    if body >= len(s.where) or s.where[body] == IN_DUNGEONS or any(m.id == body for m in living(fight)):
        body = _identity_without_card(s)  # doubled by itself or by a Dungeon: its twin has no card
    else:
        _rename_gone(s, fight, body)
        if s.where[body] == IN_LIMBO:
            piles.to_place(s, body, IN_FIGHT)
        s.face[body] = root.face
        cards = (body,)
    twin = Monster(
        body,
        root.face,
        twin_of=top,
        add=root.add + add,
        treasures=root.treasures + treasures,
        levels=root.levels + levels,
        without=without,
    )
    fight.monsters.append(twin)
    note_play(s, fight, cards, by, AS_MONSTER, body, 0)
    tell.monster_joined(s, seat=by, monster=body, fighter=fight.fighter, fight=fight.id)


def enhance(s: State, fight: Fight, id: Card, card: Card, by: Seat) -> None:
    """An enhancer goes onto one monster; twins share it with their root [CMB-14, CMB-15]."""
    monster = monster_by_id(fight, id)
    if monster is None:
        return
    if monster.twin_of >= 0:
        root = monster_by_id(fight, monster.twin_of)
        monster = root if root is not None else monster
    piles.to_place(s, card, IN_FIGHT)
    monster.attached.append(card)
    note_play(s, fight, (card,), by, AS_ENHANCER, id, 0)
    tell.enhanced(s, seat=by, card=card, monster=id, fight=fight.id, amount=face(s, card).bonus)


def enter(s: State, fight: Fight, card: Card, by: Seat, to: int, target: int, amount: int) -> None:
    """Cards played into the fight become an entry; all strength is derived from the entries."""
    cards: tuple[Card, ...] = (card,)
    if card >= len(s.where):  # of a twin without a card
        twin = monster_by_id(fight, card)
        cards = (twin.twin_of,) if twin is not None and 0 <= twin.twin_of < len(s.where) else ()
    elif s.where[card] == IN_LIMBO:
        piles.to_place(s, card, IN_FIGHT)
    note_play(s, fight, cards, by, to, target, amount)
    tell.strength_added(
        s,
        seat=by,
        card=card,
        fight=fight.id,
        counts_for=to,
        player=-1 if to == TO_MONSTER else target,
        monster=target if to == TO_MONSTER else -1,
        amount=amount,
    )


def _discard_body(s: State, fight: Fight, monster: Monster) -> None:
    id = monster.id
    if id < len(s.where) and s.where[id] == IN_FIGHT:
        piles.to_discards(s, id)
    root = monster.twin_of if monster.twin_of >= 0 else id
    family = [m for m in fight.monsters if m.id == root or m.twin_of == root]
    if any(not m.gone for m in family):
        return
    for m in family:
        for card in m.attached:
            if s.where[card] == IN_FIGHT:
                piles.to_discards(s, card)


def remove(s: State, fight: Fight, monster: Monster, treasures: int, gone: int = REMOVED) -> None:
    """A monster leaves without being killed; what it leaves is paid when the fight is over [CMB-03]."""
    monster.gone = gone
    s.version += 1
    tell.monster_removed(s, seat=fight.fighter, monster=monster.id, fight=fight.id, treasures=treasures)
    if treasures > 0:
        rewards.earn(s, fight, treasures, monster.id)
    _discard_body(s, fight, monster)


def kill(s: State, fight: Fight, monster: Monster) -> None:
    """A monster dies; its level and Treasures are earned, and paid when the fight is over [HIER-04]."""
    rewards.earn_kill(s, fight, monster)
    monster.gone = KILLED
    history.remember(s, fight.fighter, KILLS)
    s.version += 1
    tell.monster_killed(s, seat=fight.fighter, monster=monster.id, fight=fight.id)


def join_as_helper(s: State, fight: Fight, seat: Seat, forced: int) -> None:
    """Somebody helps [HELP-01]."""
    fight.helper = seat
    fight.forced = forced
    s.players[seat].fight = fight.id
    history.remember(s, seat, HELPS)
    s.version += 1
    tell.helper_joined(s, seat=seat, fighter=fight.fighter, fight=fight.id, forced=forced)
    reacting.happen(s, ON_HELPS, seat, fight.fighter, fight=fight.id)
    reacting.fire_all(s, ON_FIGHT_BEGUN, seat, fight.fighter, fight=fight.id)  # to others it has begun before


def is_for_the_win(s: State, fight: Fight) -> bool:
    """Whether winning the fight would take the fighter to the winning Level."""
    levels = sum(rewards.levels_for(s, fight, m) for m in living(fight))
    levels += sum(reward.levels for reward in fight.rewards if reward.seat == fight.fighter)
    return s.players[fight.fighter].level + levels >= winning_level(s, fight.fighter)


def refuse_forcing(s: State, fight: Fight, seat: Seat, forced: int) -> Refusal | None:
    """Why a card cannot make somebody help: nobody is forced to in a fight for the win [HIER-06, HELP-07]."""
    if lets_nobody_help(s, fight):
        return no.HELP_FORBIDDEN
    if seat >= 0 and is_banned(s, seat, BAN_HELP, fight=fight.id):
        return no.FORBIDDEN
    if forced == WILLING or (forced == FORCED_FORGOING_WIN and s.rules.options.get("forced_help_forgoes_win")):
        return None
    return no.FORCED_FOR_WIN if is_for_the_win(s, fight) else None


def may_walk_out(s: State, seat: Seat, fight: Fight) -> bool:
    """A forced helper may leave a fight that has become one for the win [HELP-07]."""
    return (
        fight.outcome == OPEN
        and fight.helper == seat
        and fight.forced in (FORCED, FORCED_WITHOUT_WIN)
        and is_for_the_win(s, fight)
    )


def walk_out(s: State, seat: Seat, fight: Fight) -> None:
    """The helper is out of the fight; what they helped to earn stays theirs."""
    leave(s, seat)
    _free_place(fight)
    tell.walked_out(s, seat=seat, fighter=fight.fighter, fight=fight.id)


def _free_place(fight: Fight) -> None:
    """There is no helper: another may help."""
    fight.helper = NO_SEAT
    fight.forced = WILLING
    fight.deal = None


def fall(s: State, seat: Seat) -> None:
    """A player dies in a fight: out of it at once; while it is still to be decided, another may help [DEATH-04]."""
    fight = s.fight_by_id(s.players[seat].fight)
    leave(s, seat)
    if fight is not None and fight.outcome == OPEN and fight.helper == seat:
        _free_place(fight)


def leave(s: State, seat: Seat) -> None:
    """A player is out of his fight; what lasts for one combat ends for him."""
    player = s.players[seat]
    fight = s.fight_by_id(player.fight)
    was_one = fight is None or fight.outcome != AVERTED  # one that did not come about was no combat
    if fight is not None and was_one:
        rewards.note_unpaid(s, fight, seat)
    player.fight = NO_FIGHT
    s.version += 1
    s.unsettled |= 1 << seat
    for card in player.table.copy():
        if was_one and _ends_with_combat(s, card):
            tell.curse_ended(s, seat=seat, card=card)
            piles.to_discards(s, card)
        elif face(s, card).forgets:
            s.note.pop(card, None)
    s.slipping = tuple(other for other in s.slipping if other != seat)
    s.bans = tuple(ban for ban in s.bans if ban.seat != seat or ban.until != UNTIL_FIGHT_END)
    if seat in s.unbound:
        _end_free_use(s, seat)


def _end_free_use(s: State, seat: Seat) -> None:
    """What a player could not have used without the card that let him use anything is lost, and so is that card."""
    s.unbound = tuple(other for other in s.unbound if other != seat)
    table = s.players[seat].table
    for card in [c for c in table if s.up[c] and not is_usable(s, seat, c)]:
        losing.lose(s, card, BY_EFFECT, seat)
    for card in [c for c in reversed(table) if s.up[c]]:
        if room_to_equip(s, seat, card) is not None:
            losing.lose(s, card, BY_EFFECT, seat)
    for card in [c for c in table if face(s, c).frees]:
        losing.lose(s, card, BY_EFFECT, seat)


def transfer(s: State, fight: Fight, seat: Seat) -> None:
    """Another player fights instead; what the first has earned stays theirs, and they may loot [FAQ-114]."""
    for old in party(s, fight):
        leave(s, old)
    tell.fight_transferred(s, seat=fight.fighter, to=seat, fight=fight.id)
    fight.fighter = seat
    _free_place(fight)
    s.players[seat].fight = fight.id
    s.may_loot = seat != s.turn
    s.offers = [deal for deal in s.offers if deal.fight != fight.id]
    s.version += 1
    reacting.fire_all(s, ON_FIGHT_BEGUN, seat, seat, fight=fight.id)


def watch(s: State, fight: Fight, seat: Seat) -> None:
    """Somebody outside a fight begins to play: how it stands now is noted, to see whom that helps."""
    party_strength, monsters = sums(s, fight)
    fight.watched = (seat, s.serial, monsters - party_strength, int(is_winning(s, fight)))


def judge(s: State, fight: Fight) -> None:
    """What was played from outside is done: it has helped the monsters if they stand better than before [ENHC-02]."""
    seat, serial, lead, won = fight.watched
    fight.watched = ()
    party_strength, monsters = sums(s, fight)
    if monsters - party_strength > lead or (won and not is_winning(s, fight)):
        entered = [play.id for play in fight.plays if play.id > serial and play.by == seat]
        fight.aid = (*fight.aid, (seat, entered[0] if entered else 0))


def helped_monsters(fight: Fight, seat: Seat) -> bool:
    """Whether something that the seat played or used helped the monsters of a fight, and was not undone [ENHC-02]."""
    lying = [play.id for play in fight.plays]
    return any(who == seat and (play == 0 or play in lying) for who, play in fight.aid)


def has_tag(s: State, fight: Fight, tag: str) -> bool:
    """Whether some monster of the fight is of a sort."""
    for monster in fight.monsters:
        if not monster.gone and monster_has_tag(s, fight, monster, tag):
            return True
    return False


def lets_nobody_help(s: State, fight: Fight) -> bool:
    """Whether some monster of the fight, or a Dungeon, lets nobody help, or a card that the fighter be helped."""
    for monster in fight.monsters:
        if not monster.gone and s.rules.faces[monster.face].no_help:
            return True
    if any(s.rules.defs[card].no_help and is_reached(s, card, fight.fighter) for card in s.dungeons):
        return True
    return is_banned(s, fight.fighter, BAN_BE_HELPED, fight=fight.id)


def is_averted(fight: Fight) -> bool:
    """Whether nothing was fought: every monster left when it was met."""
    return all(monster.gone == AVOIDED for monster in fight.monsters)


def unmet(fight: Fight) -> tuple[Seat, Monster] | None:
    """The next pair of player and monster that have not met yet."""
    for monster in fight.monsters:
        if monster.gone:
            continue
        if not monster.met >> fight.fighter & 1:
            return fight.fighter, monster
        if fight.helper >= 0 and not monster.met >> fight.helper & 1:
            return fight.helper, monster
    return None


def _hearing_the_end(s: State, fight: Fight, seat: Seat) -> list[tuple[Card, CardDef]]:
    """Curses for this combat that speak of how it ends: they end with it, and hear that, with what they showed."""
    event = ENDINGS.get(fight.outcome, -1)
    if event < 0 or not s.rules.reacts >> event & 1:
        return []
    ending = [(card, face(s, card)) for card in s.players[seat].table if _ends_with_combat(s, card)]
    return [(card, d) for card, d in ending if d.reacts >> event & 1 and is_active(s, seat, card)]


def _ends_with_combat(s: State, card: Card) -> bool:
    """Whether a card before a player is a Curse for the combat that they are in."""
    d = face(s, card)
    return d.kind == CURSE and d.lasting == NEXT_COMBAT and not laying.is_waiting(s, card)


def finish(s: State, fight: Fight) -> None:
    """The fight is over: all cards played into it are discarded, all are out of combat [CMB-08]."""
    for monster in fight.monsters:
        if not monster.gone:
            monster.gone = REMOVED
        if monster.id >= len(s.where):
            s.note.pop(monster.id, None)
            s.face.pop(monster.id, None)
        elif s.where[monster.id] == IN_FIGHT:
            piles.to_discards(s, monster.id)
        for card in monster.attached:
            if s.where[card] == IN_FIGHT:
                piles.to_discards(s, card)
    for play in fight.plays:
        for card in play.cards:
            if s.where[card] == IN_FIGHT:
                piles.to_discards(s, card)
                if play.by >= 0 and s.rules.defs[card].is_item:
                    losing.tell_loss(s, card, play.by, BY_PLAY)
    for seat in seats(s):
        if s.players[seat].fight == fight.id:
            ending = _hearing_the_end(s, fight, seat)
            leave(s, seat)
            for card, d in ending:
                reacting.fire(s, d, card, ENDINGS[fight.outcome], seat, seat, fight=fight.id)
            if fight.outcome != BROKEN_OFF:
                continue  # what was used for it hears how it ended
        for card in [c for c in s.players[seat].table if s.note.get(c, 0) == fight.id]:
            if face(s, card).kind == ONE_SHOT:
                losing.lose(s, card, BY_EFFECT)
    s.bans = tuple(ban for ban in s.bans if ban.until != UNTIL_FIGHT_END)
    s.outlasting = tuple(waiting for waiting in s.outlasting if waiting.until != UNTIL_FIGHT_END)
    copying.end(s, UNTIL_FIGHT_END)
    s.version += 1
