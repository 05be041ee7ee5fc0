"""How games go, counted while they are played, agrees with a recount from their recorded events."""

from collections import Counter

import pytest

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.state import Play, State
from kickdoor.engine.data.terms import AS_ENHANCER, AS_MONSTER, BY_DOOR, CLASS, RACE, TO_PARTY, TO_SEAT
from kickdoor.play.game import Game
from kickdoor.play.record import Record
from kickdoor.sim import Plan
from kickdoor.sim.runner import play_one, set_up
from kickdoor.sim.seating import Seating
from kickdoor.sim.sheets import Sheet, play_counted

PLANS = {
    "mixed": Plan(Game.header(["munchkin"], 4, "course"), 2, bots=("rookie", "random", "rookie", "random")),
    "random": Plan(Game.header(["munchkin"], 4, "course"), 2),
    "sets": Plan(Game.header(["munchkin", "star", "bites"], 3, "course"), 2),
}


def record_of(plan: Plan, number: int) -> Record:
    game, rng = set_up(plan, number)
    game.begin()
    for seat, choice in Seating(plan.bots, game, rng).answers(game, plan.turn_limit):
        game.apply(seat, choice)
    return game.record


@pytest.fixture(scope="module", params=[(name, number) for name in PLANS for number in (0, 1)], ids=str)
def played(request: pytest.FixtureRequest) -> tuple[Record, Sheet]:
    name, number = request.param
    return record_of(PLANS[name], number), play_counted(PLANS[name], number)


def all_events(record: Record) -> list[Event]:
    return [event for _, _, events in record.replay() for event in events]


def test_the_game_is_the_one_that_is_played_uncounted(played: tuple[Record, Sheet]):
    record, sheet = played
    plan = next(plan for plan in PLANS.values() if plan.header.packs == record.packs and sheet_bots(sheet, plan))
    assert play_one(plan, sheet.game.game) == sheet.outcome
    row = sheet.game
    assert row.seed == record.seed
    assert row.answers == len(record.answers)
    assert list(row.winners) == record.winners
    assert row.finished
    assert not row.crashed


def sheet_bots(sheet: Sheet, plan: Plan) -> bool:
    return tuple(row.bot for row in sheet.players) == plan.bots_by_seat


def test_simple_counts_agree_with_the_events(played: tuple[Record, Sheet]):
    record, sheet = played
    told = Counter(event.what for event in all_events(record))
    row = sheet.game
    assert row.turns == told["turn_begun"]
    assert row.fights_won + row.fights_nobodys == told["fight_won"]
    assert row.fights_lost == told["fight_lost"]
    assert row.helps == told["helper_joined"] == sum(player.helped for player in sheet.players)
    assert row.deaths == told["died"] == sum(player.deaths for player in sheet.players)
    assert row.fights_nobodys + row.fights_won > 0


def test_fights_without_a_kill_are_nobodys(played: tuple[Record, Sheet]):
    record, sheet = played
    won = nobodys = 0
    killed = False
    for event in all_events(record):
        if event.what in ("fight_begun", "turn_begun"):
            killed = False
        killed = killed or event.what == "monster_killed"
        if event.what == "fight_won":
            won += killed
            nobodys += not killed
    assert (sheet.game.fights_won, sheet.game.fights_nobodys) == (won, nobodys)


def test_levels_add_up(played: tuple[Record, Sheet]):
    record, sheet = played
    gained: Counter[tuple[int, bool]] = Counter()
    lost: Counter[int] = Counter()
    for event in all_events(record):
        if event.what == "level_gained":
            gained[event.seat, event.source >= 0] += event.levels
        elif event.what == "level_lost":
            lost[event.seat] += event.levels
    *_, (_, game, _) = record.replay()
    for row in sheet.players:
        assert row.level == game.state.players[row.seat].level
        paid = row.levels_by_kill + row.levels_by_sale + row.levels_by_help
        assert paid <= gained[row.seat, False]
        assert paid + row.levels_by_card == gained[row.seat, False] + gained[row.seat, True]
        assert row.levels_lost == lost[row.seat]
        assert row.level == 1 + paid + row.levels_by_card - row.levels_lost
        assert row.won == (row.seat in game.winners)


def test_levels_are_of_their_cause(played: tuple[Record, Sheet]):
    """By what seats stand in at the answer that paid: a sale is told before its levels, a kill after a fight."""
    record, sheet = played
    sales: Counter[int] = Counter()
    helps: Counter[int] = Counter()
    for _, _, events in record.replay():
        for at, event in enumerate(events):
            if event.what == "level_gained" and event.source < 0:
                before = [e for e in events[:at] if e.what in ("sold", "fight_won")]
                if before and before[-1].what == "sold":
                    sales[event.seat] += event.levels
                elif before and before[-1].helper == event.seat:
                    helps[event.seat] += event.levels
    assert {row.seat: row.levels_by_sale for row in sheet.players if row.levels_by_sale} == sales
    assert {row.seat: row.levels_by_help for row in sheet.players if row.levels_by_help} == helps


def test_the_lead_and_the_last_agree_with_the_states(played: tuple[Record, Sheet]):
    record, sheet = played
    leader = changes = 0
    first = -1
    last: Counter[int] = Counter()
    turn = 0
    levels = [1] * record.seats
    led = False
    for _, game, events in record.replay():
        for event in events:
            if event.what == "turn_begun":
                if not turn:
                    assert sheet.game.first_player == event.seat == game.state.turn
                turn += 1
                if min(levels) < max(levels):
                    last.update(seat for seat, level in enumerate(levels) if level == min(levels))
            elif event.what in ("level_gained", "level_lost"):
                levels[event.seat] += event.levels if event.what == "level_gained" else -event.levels
                if first < 0 and levels[event.seat] >= 9:
                    first = event.seat
        assert levels == [player.level for player in game.state.players]
        top = [seat for seat, level in enumerate(levels) if level == max(levels)]
        if len(top) == 1:
            changes += led and top[0] != leader
            leader, led = top[0], True
    assert sheet.game.turns == turn
    assert sheet.game.lead_changes == changes
    assert sheet.game.first_at_nine == first
    assert {row.seat: row.turns_last for row in sheet.players if row.turns_last} == last


def test_the_lead_changes_in_some_game():
    plan = PLANS["random"]
    assert any(play_counted(plan, number).game.lead_changes for number in range(8))


def test_help_agrees_with_the_offers(played: tuple[Record, Sheet]):
    record, sheet = played
    asked: Counter[int] = Counter()
    treasures: Counter[int] = Counter()
    items: Counter[int] = Counter()
    for _, game, events in record.replay():
        s = game.state
        for event in events:
            if event.what == "offered":
                (deal,) = [deal for deal in s.offers if deal.id == event.offer]
                fight = s.fight_by_id(deal.fight)
                asked[deal.by] += fight is not None and deal.kind == 0 and fight.fighter == deal.by
            elif event.what == "accepted":
                for fight in s.fights:
                    if fight.deal is not None and fight.deal.id == event.offer:
                        ours = fight.deal.by == fight.fighter
                        treasures[fight.helper] += fight.deal.treasures
                        items[fight.helper] += len(fight.deal.gives if ours else fight.deal.takes)
    assert {row.seat: row.asked_help for row in sheet.players if row.asked_help} == +asked
    assert {row.seat: row.help_treasures for row in sheet.players if row.help_treasures} == +treasures
    assert {row.seat: row.help_items for row in sheet.players if row.help_items} == +items


def is_against(play: Play, s: State) -> bool:
    if play.to == AS_ENHANCER:
        return s.rules.defs[play.cards[0]].bonus >= 0
    if play.to in (TO_PARTY, TO_SEAT):
        return play.amount < 0
    return play.to == AS_MONSTER or play.amount > 0


def test_interference_agrees_with_the_entries_of_the_fights(played: tuple[Record, Sheet]):
    """An entry of a fight is by somebody; who is not of the party has interfered, or has cast a Curse on it."""
    record, sheet = played
    found = 0
    hindered: Counter[int] = Counter()
    seen: set[int] = set()
    for _, game, events in record.replay():
        meddled: dict[int, bool] = {}
        for fight in game.state.fights:
            if fight.outcome:
                continue
            party = (fight.fighter, fight.helper, -1)
            for play in fight.plays:
                if play.id not in seen and play.by not in party:
                    meddled.setdefault(play.by, is_against(play, game.state))
                seen.add(play.id)
            for event in events:
                cast = event.what == "cursed" and event.cause != BY_DOOR
                if cast and event.seat in party and event.by not in party:
                    meddled.setdefault(event.by, True)
        found += len(meddled)
        hindered.update(seat for seat, against in meddled.items() if against)
    assert sheet.game.interferences == found
    assert {row.seat: row.hindered for row in sheet.players if row.hindered} == hindered


def test_classes_and_races_are_those_on_the_table(played: tuple[Record, Sheet]):
    record, sheet = played
    *_, (_, game, _) = record.replay()
    s = game.state
    for row in sheet.players:
        on_table = [s.rules.faces[s.face.get(card, s.rules.defs[card].index)] for card in s.players[row.seat].table]
        assert row.classes == tuple(d.trait for d in on_table if d.kind == CLASS)
        assert row.races == tuple(d.trait for d in on_table if d.kind == RACE)
        assert all((*row.classes, *row.races))


def test_a_crash_is_a_row_without_players(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("kickdoor.sim.sheets.Seating", lambda *_: 1 // 0)
    sheet = play_counted(PLANS["random"], 1)
    assert sheet.game.crashed
    assert not sheet.game.finished
    assert (sheet.game.game, sheet.game.seed, sheet.game.winners) == (1, "course:1", ())
    assert "ZeroDivisionError" in sheet.outcome.trace
    assert sheet.players == sheet.cards == []
