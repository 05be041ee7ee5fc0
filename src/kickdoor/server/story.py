"""The story of one finished game, for its page: what mattered, where it turned, who was mean and who was generous.

It is told of the open record, when nothing is secret any more. How likely everybody was to win is the estimate that
bots think with.
"""

from __future__ import annotations

import msgspec

from kickdoor.bots.prospects import prospects_of
from kickdoor.engine.data.events import Event
from kickdoor.engine.data.state import Fight, State
from kickdoor.engine.data.terms import BY_DOOR, BY_HELP, BY_KILLING
from kickdoor.engine.questions.strength import sums
from kickdoor.play.course import Course, counts_against
from kickdoor.play.game import Game
from kickdoor.server.protocol import ChancesAt, Finish, GameStep, Generous, MeanPlay

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
    "fight_won": 24.0,
    "fight_lost": 16.0,
    "helper_joined": 18.0,
    "cursed": 14.0,
    "enhanced": 22.0,
    "monster_joined": 22.0,
    "handed_over": 6.0,
    "level_gained": 10.0,
    "level_lost": 12.0,
    "caught": 12.0,
    "turned_aside": 14.0,
    "sold": 8.0,
    "fight_begun": 5.0,
    "laid": 3.0,
    "played": 4.0,
}
"""How much each kind of event makes a line worth telling."""

LAST_STEP, LEAD, NARROW = 45.0, 30.0, 28.0
"""What more it counts that somebody is a level from the win, that another leads, that a fight is won by a point."""


class Beat(msgspec.Struct):
    """An answer that may be worth telling: the event that stands for it."""

    at: int
    turns: int
    score: float
    what: str
    seat: int


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
        self._margin: dict[int, int] = {}
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
        best = Beat(number, game.turns, 0.0, "", -1)
        for event in events:
            score = self._score(event, s)
            if score > best.score:
                best = Beat(number, game.turns, score, event.what, event.get("seat"))
            self._follow(event, number, s)
        if len(self._chances) > 1 and best.what:
            before = self._chances[-2].chances
            change = max(abs(one - other) for one, other in zip(now.chances, before, strict=True))
            best.score += WEIGHT * change
        if best.what:
            self._beats.append(best)
        self._margin = {fight.id: ahead(s, fight) for fight in s.fights}

    def end(self, game: Game) -> None:
        """The game is over: find what mattered."""
        self.turning = self._find_turns()
        self.meanest = self._find_meanest(game.state)
        self.generous = self._find_generous()
        told: list[Beat] = []
        for beat in sorted(self._beats, key=lambda beat: (-beat.score, beat.at)):
            # Of one turn, two lines at most: a story is not one fight.
            if sum(other.turns == beat.turns for other in told) < 2:
                told.append(beat)
            if len(told) == LINES:
                break
        self.lines = sorted(told, key=lambda beat: beat.at)

    def told_at(self, at: int) -> tuple[str, int]:
        """The event that stands for an answer: its kind, and whom it is about."""
        return next(((beat.what, beat.seat) for beat in self._beats if beat.at == at), ("", -1))

    # What an event is worth

    def _score(self, event: Event, s: State) -> float:
        score = SCORES.get(event.what, 0.0)
        if event.what == "level_gained":
            level = s.players[event.seat].level
            wins = s.rules.options.get("winning_level")
            score += LAST_STEP if level == wins - 1 else 0.0
            leads = self._leader(s)
            if leads >= 0 and self._leads >= 0 and leads != self._leads:
                score += LEAD
            self._leads = leads if leads >= 0 else self._leads
        elif event.what == "fight_won":
            if not event.kills:
                return 4.0
            score += NARROW if 0 <= self._margin.get(event.fight, 99) <= 1 else 0.0
        elif event.what == "cursed" and (event.cause == BY_DOOR or event.by < 0):
            score = 5.0
        elif event.what == "strength_added":
            score = 14.0 if counts_against(event) else 8.0
        return score

    def _leader(self, s: State) -> int:
        levels = [player.level for player in s.players]
        top = max(levels)
        return levels.index(top) if levels.count(top) == 1 else -1

    # Fights, and how the game was won

    def _follow(self, event: Event, number: int, s: State) -> None:
        what = event.what
        if what == "fight_begun":
            self._bouts[event.fight] = Bout(event.seat, [event.monster])
        elif what == "fight_transferred" and event.fight in self._bouts:
            self._bouts[event.fight].fighter = event.to
        elif what == "helper_joined" and event.fight in self._bouts:
            self._bouts[event.fight].helper = event.seat
        elif what == "monster_joined":
            self._against(event.seat, event.monster, event.fight, number)
            if event.fight in self._bouts:
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
        """The turns in which somebody's chances changed most, each by the answer that did it; the win is none."""
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
            found.append(Turn(there.at, self._chances[begin].turns, seat, first[seat], then[seat]))
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


def ahead(s: State, fight: Fight) -> int:
    """By how much a fight's party is ahead."""
    party, against = sums(s, fight)
    return party - against


def worded(step: GameStep, what: str = "", seat: int = -1) -> str:
    """The line of a step that tells of an event; where none does, its first."""
    found = [line.words for line in step.log if line.what == what and line.seat == seat]
    return found[0] if found else (step.log[0].words if step.log else "")
