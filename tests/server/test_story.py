"""The story of a finished game: what it says of a turn fits what the turn changed."""

from __future__ import annotations

from kickdoor.server.protocol import ChancesAt
from kickdoor.server.story import Beat, Bout, Story, Turn
from kickdoor.testing import table


def test_a_turning_point_tells_of_what_went_its_way():
    """Ann goes up a level, and yet her chances fall in that turn: it is not the level that is told of it."""
    story = Story(2)
    chances = [[0.4, 0.6], [0.45, 0.55], [0.2, 0.8]]
    story._chances = [ChancesAt(at=at, turns=3, chances=each) for at, each in enumerate(chances)]
    level = Beat(at=1, turns=3, what="level_gained", seat=0, since=1, until=1)
    caught = Beat(at=2, turns=3, what="caught", seat=0, since=2, until=2)
    falls = Turn(at=2, turns=3, seat=0, before=0.4, after=0.2)
    story._beats = [level]
    assert story.beat_of(falls) is None
    story._beats = [level, caught]
    assert story.beat_of(falls) is caught
    assert story.beat_of(Turn(at=1, turns=3, seat=0, before=0.4, after=0.45)) is level


def test_a_turn_in_which_nothing_happened_is_no_turning_point():
    """Nothing but the turn went on to another, whose chances are better for it."""
    story = Story(2)
    chances = [(1, [0.5, 0.5]), (1, [0.5, 0.5]), (2, [0.3, 0.7]), (2, [0.6, 0.4]), (3, [0.6, 0.4]), (3, [1.0, 0.0])]
    story._chances = [ChancesAt(at=at, turns=turns, chances=each) for at, (turns, each) in enumerate(chances)]
    story._begins = [0, 2, 4]
    story._beats = [Beat(at=3, turns=2, what="caught", seat=1, since=3, until=3)]
    assert [turn.turns for turn in story._find_turns()] == [2]


def test_a_monster_that_a_card_doubles_is_named_once():
    """Mate is no monster, but the card that makes two of one."""
    fight = {"fighter": "A", "monsters": ["Gazebo"]}
    game = table(players={"A": {"level": 9}, "B": {"hand": ["Mate"]}, "C": {}}, phase="combat", combat=fight).game
    [under_way] = game.state.fights
    story = Story(3)
    story._bouts[under_way.id] = Bout(0, [monster.id for monster in under_way.monsters], 0)
    decision = game.decision(1)
    assert decision is not None
    events = game.apply(1, next(option for option in decision.options if option.verb == "play"))
    while game.waiting == [1]:
        asked = game.decision(1)
        assert asked is not None
        events = [*events, *game.apply(1, asked.options[0])]
    assert len(under_way.monsters) == 2
    story.hear(0, game, events)
    assert len(story._bouts[under_way.id].monsters) == 1


def test_everybody_who_wins_is_told_of():
    """An Elf goes up with the fighter whom they help to the winning Level."""
    players = {"A": {"level": 9}, "B": {"level": 9, "races": ["Elf"]}, "C": {}}
    fight = {"fighter": "A", "helper": "B", "monsters": ["Maul Rat"]}
    game = table(players=players, phase="combat", combat=fight).game
    story = Story(3)
    [under_way] = game.state.fights
    story._bouts[under_way.id] = Bout(0, [monster.id for monster in under_way.monsters], 0)
    number = 0
    while not game.over:
        seat = game.waiting[0]
        decision = game.decision(seat)
        assert decision is not None
        wanted = ("claim", "pass", "proceed")
        choice = min(decision.options, key=lambda each: wanted.index(each.verb) if each.verb in wanted else len(wanted))
        story.hear(number, game, game.apply(seat, choice))
        number += 1
    story.end(game)
    assert sorted(game.winners) == [0, 1]
    assert [(line.what, line.seat) for line in story.lines if line.what == "won"] == [("won", 0), ("won", 1)]
    assert story.lines[-1].what == "won"
    assert "fight_won" in {line.what for line in story.lines}
