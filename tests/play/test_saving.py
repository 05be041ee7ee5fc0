"""A save holds everything that a game can have, also what is there only for a while."""

from kickdoor import Game
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.state import Ban, LostTurn, Outlasting, Player, State
from kickdoor.engine.data.terms import BAN_PLAYS_AGAINST, UNTIL_FIGHT_END, UNTIL_NEXT_TURN


def names_of(thing: object) -> list[str]:
    """Give the names of all fields; compiled classes have no list of slots to ask."""
    return [name for name in dir(thing) if not name.startswith("_") and not callable(getattr(thing, name))]


def fields_of(thing: State | Player) -> dict[str, object]:
    """Give every field but what is kept for speed, and what lies deeper."""
    kept = {"altered", "held", "listed", "listed_for", "means", "rules", "sink", "spoken", "spoken_at", "version"}
    deeper = {"bans", "fights", "lost_turns", "offers", "outlasting", "players", "stack"}
    return {name: getattr(thing, name) for name in names_of(thing) if name not in kept | deeper}


def test_what_is_there_only_for_a_while_is_saved():
    game = Game.new(packs=["munchkin"], seats=3, seed="save")
    s = game.state
    s.bans = (Ban(Seat(1), BAN_PLAYS_AGAINST, UNTIL_NEXT_TURN, Card(5), Seat(2)),)
    s.unbound = (Seat(2), Seat(0))
    s.slipping = (Seat(1),)
    s.lost_turns = (LostTurn(Seat(2), Card(7)),)
    s.outlasting = (Outlasting(Card(9), UNTIL_FIGHT_END),)
    s.portal_played = True
    s.players[0].back = True
    s.players[1].portals = (Card(3), Card(4))
    s.players[2].declared = True
    read = Game.from_bytes(game.to_bytes()).state
    assert fields_of(read) == fields_of(s)
    assert [fields_of(player) for player in read.players] == [fields_of(player) for player in s.players]
    for name in ("bans", "lost_turns", "outlasting"):
        (before,), (after,) = getattr(s, name), getattr(read, name)
        assert {slot: getattr(after, slot) for slot in names_of(after)} == {
            slot: getattr(before, slot) for slot in names_of(before)
        }


def test_a_copy_has_every_field():
    s = Game.new(packs=["munchkin"], seats=3, seed="copy").state
    s.unbound = (Seat(1),)
    s.players[1].portals = (Card(3),)
    copied = s.copy()
    assert fields_of(copied) == fields_of(s)
    assert [fields_of(player) for player in copied.players] == [fields_of(player) for player in s.players]
    assert copied.bans is s.bans
