"""The story of one finished game, for its page: what mattered, where it turned, who was mean and who was generous.

It is told of the open record, when nothing is secret any more. How likely everybody was to win is the estimate that
bots think with.
"""

from __future__ import annotations

import msgspec

from kickdoor.bots.prospects import prospects_of
from kickdoor.engine.data.events import Event
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import BY_DOOR, BY_HELP, BY_KILLING, BY_SALE
from kickdoor.engine.questions.strength import sums
from kickdoor.play.course import Course, counts_against
from kickdoor.play.game import Game
from kickdoor.server.protocol import ChancesAt, Finish, GameStep, Generous, MeanPlay, StoryLine

LINES = 10
"""So many lines a story has."""

TURNS = 3
"""So many turning points are named."""

TURN = 0.08
"""By so much somebody's chances must change in a turn for it to be a turning point."""

WEIGHT = 80.0
"""What a change of the chances from none to sure counts for, beside what happened."""

SCORES = {
    "won": 200.0,
    "died": 60.0,
    "cursed": 24.0,
    "fight_won": 20.0,
    "caught": 20.0,
    "level_gained": 14.0,
    "sold": 12.0,
    "turned_aside": 14.0,
    "curse_cancelled": 18.0,
}
"""How much each kind of event makes a line worth telling."""

LAST_STEP, LEAD, NARROW, AGAINST, HELPED = 40.0, 20.0, 18.0, 14.0, 6.0
"""What more it counts that somebody is a level from the win, that another leads, that a fight is won by a point at
most, though somebody played against it, or with help."""

LEAD_FROM = 4
"""A lead of the first turns is none."""

AGAIN = 0.75
"""What each further line of a kind counts for: a story is not one fight after the other."""


class Beat(msgspec.Struct):
    """Something worth telling: the event that stands for it, and what belongs to it."""

    at: int
    turns: int
    what: str
    seat: int
    since: int  #: the answer that it began with …
    until: int  #: … and the one that ended it
    monsters: list[int] = []
    helper: int = -1
    other: int = -1
    card: int = -1
    sums: tuple[int, int] | None = None
    level: int = 0
    leads: bool = False
    gold: int = 0

    def line(self, s: State, words: str) -> StoryLine:
        """It as a line of the story."""
        return StoryLine(
            at=self.at,
            turns=self.turns,
            seat=self.seat,
            words=words,
            what=self.what,
            monsters=[_name(s, monster) for monster in self.monsters],
            helper=self.helper if self.helper >= 0 else None,
            other=self.other if self.other >= 0 else None,
            card=_name(s, self.card),
            sums=list(self.sums or ()),
            level=self.level or None,
            leads=self.leads,
            gold=self.gold,
        )


class Turn(msgspec.Struct):
    """A turn in which the game turned: for whom, and the answer that did it."""

    at: int
    turns: int
    seat: int
    before: float
    after: float


class Bout(msgspec.Struct):
    """A fight as its events tell it."""

    fighter: int
    monsters: list[int]
    since: int
    helper: int = -1
    against: tuple[int, int] | None = None  #: the last card played against it: by whom, which


class Story:
    """Listens while a game is played again."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._course = Course(seats)
        self._chances: list[ChancesAt] = []  # after each answer
        self._begins: list[int] = []  # where in them each turn begins
        self._beats: list[Beat] = []
        self._mean: list[tuple[int, int, int, int]] = []  # at, by whom, against whom, the card
        self._bouts: dict[int, Bout] = {}
        self._won: Bout | None = None
        self._by = -1
        self._leads = -1
        self._sums: dict[int, tuple[int, int]] = {}  # of each fight, before the answer
        self.finish: Finish | None = None
        self.turning: list[Turn] = []
        self.lines: list[Beat] = []
        self.meanest: MeanPlay | None = None
        self.generous: Generous | None = None

    @property
    def chances(self) -> list[ChancesAt]:
        """How likely everybody was to win, at the beginning of each turn and at the end."""
        return [self._chances[begin] for begin in self._begins] + self._chances[-1:]

    def hear(self, number: int, game: Game, events: list[Event]) -> None:
        """An answer was given; the game is that after it."""
        s = game.state
        now = ChancesAt(
            at=number, turns=game.turns, chances=[round(one, 4) for one in prospects_of(s.rules).chances(s)]
        )
        if not self._chances or self._chances[-1].turns != now.turns:
            self._begins.append(len(self._chances))
        self._chances.append(now)
        self._course.hear(events)
        for event in events:
            self._tell(event, number, game.turns, s)
            self._follow(event, number, s)
        self._sums = {fight.id: sums(s, fight) for fight in s.fights}

    def end(self, game: Game) -> None:
        """The game is over: find what mattered."""
        self.turning = self._find_turns()
        self.meanest = self._find_meanest(game.state)
        self.generous = self._find_generous()
        wins = game.state.rules.options.get("winning_level")
        left = {id(beat): (self._score(beat, wins), beat) for beat in self._beats}
        told: list[Beat] = []
        while left and len(told) < LINES:
            key, (_, best) = max(left.items(), key=lambda each: (each[1][0], -each[1][1].at))
            del left[key]
            # Of one turn, two lines at most: a story is not one fight. All who win together are one of them.
            there = [other.what for other in told if other.turns == best.turns]
            if best.what == "won" or len(there) - max(0, there.count("won") - 1) < 2:
                told.append(best)
                alike = {key: each for key, each in left.items() if each[1].what == best.what}
                left.update({key: (score * AGAIN, beat) for key, (score, beat) in alike.items()})
        self.lines = sorted(told, key=lambda beat: (beat.at, beat.what == "won"))

    def beat_of(self, turn: Turn) -> Beat | None:
        """What a turning point tells of: the beat that did it, else the weightiest that went the same way."""
        rises = turn.after > turn.before
        there = [
            beat
            for beat in self._beats
            if beat.turns == turn.turns
            and beat.what != "won"
            and self._rose(beat, turn.seat) * (1 if rises else -1) > 0
        ]
        return max(there, key=lambda beat: (beat.since <= turn.at <= beat.until, self._score(beat, 0)), default=None)

    # What is worth telling

    def _tell(self, event: Event, number: int, turns: int, s: State) -> None:
        """Note what an event adds to the story."""
        what, seat = event.what, event.get("seat")
        if what not in SCORES:
            return
        beat = Beat(number, turns, what, seat, number, number)
        if what == "fight_won":
            bout = self._bouts.get(event.fight)
            if bout is None or not event.kills:
                return
            beat.since, beat.monsters, beat.sums = bout.since, list(bout.monsters), self._sums.get(event.fight)
            beat.helper = event.get("helper")
            if bout.against is not None and bout.against[0] != beat.helper:
                beat.other, beat.card = bout.against
        elif what == "level_gained":
            beat.level, beat.card, beat.leads = s.players[seat].level, event.source, self._takes_lead(s, seat)
            fought = self._last(what="fight_won", seat=seat, turns=turns)
            earned = fought if event.cause == BY_KILLING else self._last(what="sold", seat=seat, turns=turns)
            if earned is not None and event.cause in (BY_KILLING, BY_SALE):
                earned.until, earned.level, earned.leads = number, beat.level, beat.leads
                return
        elif what == "cursed":
            if event.cause == BY_DOOR or event.by in (-1, seat):
                return
            beat.other, beat.card = event.by, event.card
        elif what == "died":
            beat.card = event.source
            self._beats = [one for one in self._beats if (one.what, one.seat, one.turns) != ("caught", seat, turns)]
        elif what == "caught":
            beat.monsters = [event.monster]
        elif what == "sold":
            beat.gold = event.gold
        self._beats.append(beat)

    def _last(self, what: str, seat: int, turns: int) -> Beat | None:
        """The last thing of a kind that somebody did in a turn."""
        wanted = (what, seat, turns)
        return next((one for one in reversed(self._beats) if (one.what, one.seat, one.turns) == wanted), None)

    def _takes_lead(self, s: State, seat: int) -> bool:
        levels = [player.level for player in s.players]
        top = max(levels)
        leads = levels.index(top) if levels.count(top) == 1 else -1
        taken = leads == seat != self._leads and top >= LEAD_FROM
        self._leads = leads if leads >= 0 else self._leads
        return taken

    def _around(self, beat: Beat) -> tuple[list[float], list[float]]:
        """Everybody's chances before it, and after."""
        return self._chances[max(0, beat.since - 1)].chances, self._chances[beat.until].chances

    def _rose(self, beat: Beat, seat: int) -> float:
        """By how much somebody's chances rose meanwhile."""
        before, after = self._around(beat)
        return after[seat] - before[seat]

    def _score(self, beat: Beat, wins: int) -> float:
        """How much it is worth to be told."""
        before, after = self._around(beat)
        change = max(abs(one - other) for one, other in zip(before, after, strict=True))
        score = SCORES[beat.what] + WEIGHT * change
        if beat.what == "fight_won":
            score += NARROW if beat.sums is not None and beat.sums[0] - beat.sums[1] <= 1 else 0.0
            score += AGAINST if beat.other >= 0 else 0.0
            score += HELPED if beat.helper >= 0 else 0.0
        return score + (LEAD if beat.leads else 0.0) + (LAST_STEP if beat.level and beat.level == wins - 1 else 0.0)

    # Fights, and how the game was won

    def _follow(self, event: Event, number: int, s: State) -> None:
        what = event.what
        if what == "fight_begun":
            self._bouts[event.fight] = Bout(event.seat, [event.monster], number)
        elif what == "fight_transferred" and event.fight in self._bouts:
            self._bouts[event.fight].fighter = event.to
        elif what == "helper_joined" and event.fight in self._bouts:
            self._bouts[event.fight].helper = event.seat
        elif what == "monster_joined":
            self._against(event.seat, event.monster, event.fight, number)
            if event.fight in self._bouts and not _is_double(s, event.monster):
                self._bouts[event.fight].monsters.append(event.monster)
        elif (what == "enhanced" and event.amount > 0) or (what == "strength_added" and counts_against(event)):
            self._against(event.seat, event.card, event.fight, number)
        elif what == "cursed" and event.cause != BY_DOOR and event.by not in (-1, event.seat):
            self._mean.append((number, event.by, event.seat, event.card))
        elif what == "fight_won":
            bout = self._bouts.pop(event.fight, None)
            self._won = bout if event.kills else None
        elif what == "level_gained":
            self._by = -1 if event.cause in (BY_KILLING, BY_HELP) else event.source
        elif what == "turn_begun":
            self._bouts.clear()
            self._won = None
        elif what == "won" and self.finish is None:
            self.finish = self._finish(event.seat, s)

    def _against(self, seat: int, card: int, fight: int, number: int) -> None:
        bout = self._bouts.get(fight)
        if bout is None or seat < 0 or seat in (bout.fighter, bout.helper):
            return
        bout.against = (seat, card)
        self._mean.append((number, seat, bout.fighter, card))

    def _finish(self, seat: int, s: State) -> Finish:
        bout = self._won if self._won is not None and seat in (self._won.fighter, self._won.helper) else None
        if self._by >= 0:
            bout = None
        if bout is None:
            return Finish(seat=seat, turns=s.turns, by=_name(s, self._by))
        beside = bout.helper if seat == bout.fighter else bout.fighter
        return Finish(
            seat=seat,
            turns=s.turns,
            monsters=[_name(s, monster) for monster in bout.monsters],
            helper=beside if beside >= 0 else None,
            against=bout.against[0] if bout.against is not None else None,
            against_card=_name(s, bout.against[1]) if bout.against is not None else "",
        )

    # Looking back

    def _find_turns(self) -> list[Turn]:
        """The turns in which somebody's chances changed most, each by the answer that did it; the win is none.

        Chances also change with whose turn it is: a turn in which nothing happened that can be told is none either.
        """
        found = []
        last = len(self._chances) - 1
        for number, begin in enumerate(self._begins):
            end = self._begins[number + 1] if number + 1 < len(self._begins) else last - 1
            if end <= begin:
                continue
            first, then = self._chances[begin].chances, self._chances[end].chances
            seat = max(range(self._seats), key=lambda seat: abs(then[seat] - first[seat]))
            if abs(then[seat] - first[seat]) < TURN:
                continue
            rises = then[seat] > first[seat]
            step = max(range(begin + 1, end + 1), key=lambda at: self._gain(at, seat) * (1 if rises else -1))
            there = self._chances[step]
            turn = Turn(there.at, self._chances[begin].turns, seat, first[seat], then[seat])
            if self.beat_of(turn) is not None:
                found.append(turn)
        return sorted(sorted(found, key=lambda turn: -abs(turn.after - turn.before))[:TURNS], key=lambda turn: turn.at)

    def _gain(self, at: int, seat: int) -> float:
        return self._chances[at].chances[seat] - self._chances[at - 1].chances[seat]

    def _find_meanest(self, s: State) -> MeanPlay | None:
        """The play against somebody that was followed by the deepest fall of their chances by the end of the turn."""
        best: MeanPlay | None = None
        for at, seat, whom, card in self._mean:
            if at < 1:
                continue
            turns = self._chances[at - 1].turns
            end = max(i for i, one in enumerate(self._chances) if one.turns == turns)
            before = self._chances[at - 1].chances[whom]
            loss = before - self._chances[min(end + 1, len(self._chances) - 1)].chances[whom]
            if loss > (best.loss if best is not None else 0.0):
                best = MeanPlay(at=at, turns=turns, seat=seat, whom=whom, card=_name(s, card), loss=round(loss, 4))
        return best

    def _find_generous(self) -> Generous | None:
        deeds = self._course.deeds
        seat = max(range(self._seats), key=lambda seat: (deeds[seat].helped, -deeds[seat].help_treasures))
        if not deeds[seat].helped:
            return None
        return Generous(seat=seat, helps=deeds[seat].helped, treasures=deeds[seat].help_treasures)


def _name(s: State, card: int) -> str:
    return s.rules.defs[card].name if 0 <= card < len(s.rules.defs) else ""


def _is_double(s: State, monster: int) -> bool:
    """Whether a monster is there twice by a card: it has the name of the other."""
    return any(one.id == monster and one.twin_of >= 0 for fight in s.fights for one in fight.monsters)


def worded(step: GameStep, what: str = "", seat: int = -1) -> str:
    """The line of a step that tells of an event; where none does, its first."""
    found = [line.words for line in step.log if line.what == what and line.seat == seat]
    return found[0] if found else (step.log[0].words if step.log else "")
