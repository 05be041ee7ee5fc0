"""Life at a table over real sockets, by a clock that runs faster: whatever breaks between two people breaks here."""

from __future__ import annotations

import email
import email.policy
import json
import re
import time
from random import Random

import pytest

ME = {"kind": "me"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "rookie"}

TIMES = 20.0
"""At the speed `normal` the turn clock is 4.5 seconds then, and a calm window 50 ms."""

DAYS = 100_000.0
"""So a day by correspondence is about a second."""


@pytest.fixture
def site(hurry):
    server = hurry(TIMES)
    yield server
    assert server.figure("kickdoor_errors_total") == 0


def all_press(players):
    """Nobody objects."""
    for player in players:
        player.read_all()
        if player.clock["kind"] == "window" and player.seat not in player.clock["pressed"]:
            player.say(type="pass", window=player.clock["window"])


def first_turn(site, **more):
    """Three people without a clock of whom the first is asked how he begins; one has an Item that he can put aside."""
    for _ in range(12):
        opened = site.open(ME, ME, ME, **{"speed": "none", **more})
        players = site.sit(opened)
        for player in players:
            while player.options("lay"):
                laid = player.say(type="answer", option=player.options("lay")[0]["code"])
                assert laid["type"] == "taken", laid
                player.read_all()
        all_press(players)
        for player in players:
            player.until(lambda one: one.clock["kind"] == "turn")
        if any(player.options("unequip") for player in players):
            return opened, players
    raise AssertionError("nobody was dealt an Item in 12 games")


def go_on(player):
    """Say how the turn goes on; the others may object."""
    option = next(o for o in player.state["decision"]["options"] if o["group"] == "go_on")
    assert player.say(type="answer", option=option["code"])["type"] == "taken"
    player.until(lambda one: one.clock["kind"] == "window")


def test_undo_needs_the_consent_of_all_who_are_here(site):
    _, players = first_turn(site)
    carrier = next(player for player in players if player.options("unequip"))
    others = [player for player in players if player is not carrier]

    def equipment(player):
        return [card.get("equipped", False) for card in player.state["view"]["players"][str(carrier.seat)]["table"]]

    before = equipment(carrier)

    def take_back(yes):
        """He wants to take it back; one of the others says yes, and the last of them yes or no."""
        assert carrier.say(type="undo")["type"] == "taken"
        for other in others:
            other.until(lambda one: one.state["undo"])
            assert other.state["undo"]["by"] == carrier.seat
        others[0].say(type="consent", yes=True)
        carrier.until(lambda one: one.state["undo"]["agreed"] == sorted([carrier.seat, others[0].seat]))
        assert equipment(carrier) != before, "one is missing"
        others[1].say(type="consent", yes=yes)
        for player in players:
            player.until(lambda one: one.state["undo"] is None)

    carrier.say(type="answer", option=carrier.options("unequip")[0]["code"])
    for player in players:
        player.until(lambda one: equipment(one) != before)
    take_back(yes=False)
    carrier.read_all()
    assert equipment(carrier) != before
    take_back(yes=True)
    for player in players:
        player.until(lambda one: equipment(one) == before)
    go_on(next(player for player in players if player.asked))
    all_press(players)
    carrier.read_all()
    assert carrier.say(type="undo")["type"] == "refused", "a door was opened since"


def test_several_people_share_one_device_and_each_sees_his_own_hand(site, player_at):
    opened = site.open(ME, ME, ME, speed="none")
    tokens = [key["token"] for key in opened["keys"]]
    hands = []
    rng = Random(1)
    for seat, token in enumerate(tokens):
        player = player_at(site, opened["table"], token)
        assert (player.seat, player.welcome["host"]) == (seat, seat == 0)
        assert len(player.hand(seat)) >= 7, "a card may be played as it is dealt"
        assert all(player.hand(other) == [] for other in range(3) if other != seat)
        hands.append(set(player.hand(seat)))
        player.say(type="pass", window=player.clock["window"])
        player.hang_up()
    assert not hands[0] & hands[1] | hands[1] & hands[2] | hands[0] & hands[2]
    handed_over = 0
    for _ in range(12):
        for token in tokens:
            player = player_at(site, opened["table"], token)
            handed_over += player.move(rng)
            player.hang_up()
    assert handed_over > 12, "the device went round, and the game went on"


def test_the_host_sends_people_away_and_bans_them(site, player_at):
    opened = site.open(ME, OPEN, OPEN, start=False)
    table = opened["table"]
    host = player_at(site, table, opened["keys"][0]["token"])
    there = {"x-forwarded-for": "10.1.1.1"}

    def join(name, headers):
        return site.http.post(
            f"/api/tables/{table}/join", json={"name": name, "invite": opened["invite"]}, headers=headers
        )

    key = join("Rude", there).json()
    with site.socket(table, **{"X-Forwarded-For": "10.1.1.1"}) as rude:
        rude.send(json.dumps({"type": "hello", "token": key["token"]}))
        rude.recv(10)
        host.until(lambda one: one.seats[key["seat"]]["online"])
        assert host.say(type="kick", seat=0)["type"] == "refused", "not the host himself"
        assert host.say(type="kick", seat=key["seat"])["type"] == "taken"
        assert any("The host has sent you away" in frame for frame in rude), "he is told, and hung up on"
    refused = player_at(site, table, key["token"])
    assert refused.closed == "That token is not valid at this table"
    key = join("Rude again", there).json()
    with site.socket(table, **{"X-Forwarded-For": "10.1.1.1"}) as rude:
        rude.send(json.dumps({"type": "hello", "token": key["token"]}))
        rude.recv(10)
        host.until(lambda one: one.seats[key["seat"]]["online"])
        guest = player_at(site, table, join("Kind", {"x-forwarded-for": "10.1.1.2"}).json()["token"])
        assert guest.say(type="kick", seat=key["seat"])["type"] == "refused", "only the host"
        assert host.say(type="kick", seat=key["seat"], ban=True)["type"] == "taken"
    banned = join("Rude once more", there)
    assert (banned.status_code, banned.json()["reason"]) == (403, "The host of this table has sent you away")
    assert host.say(type="start")["type"] == "taken"
    host.until(lambda one: one.state["table"]["phase"] == "playing")
    assert host.say(type="kick", seat=guest.seat)["type"] == "taken"
    host.until(lambda one: one.seats[guest.seat]["kind"] == "bot")
    guest.until(lambda one: one.closed)


def test_a_rematch_seats_the_same_people_at_a_new_table(site, player_at):
    opened = site.open(ME, ME, BOT, options={"winning_level": 2}, speed="fast")
    players = site.sit(opened)
    rng = Random(4)
    end = time.monotonic() + 120
    while not all(player.state["table"]["phase"] == "over" for player in players):
        assert time.monotonic() < end, "the game does not end"
        for player in players:
            player.read_all()
            if player.state["table"]["phase"] == "playing":
                player.move(rng)
        time.sleep(0.01)
    host, guest = players
    assert host.state["table"]["winners"]
    assert guest.say(type="rematch")["type"] == "refused"
    assert host.say(type="rematch")["type"] == "taken"
    guest.until(lambda one: one.state["table"]["next"])
    for key in opened["keys"]:
        again = player_at(site, guest.state["table"]["next"], key["token"])
        assert again.seat == key["seat"]
        assert again.state["table"]["phase"] == "playing"
        assert again.state["table"]["commitment"] != host.state["table"]["commitment"]
        assert len(again.hand(again.seat)) >= 7


def test_the_gallery_sees_what_is_public_and_does_nothing(site, player_at):
    opened, players = first_turn(site)
    watcher = player_at(site, opened["table"], opened["gallery"], name="Wanda")
    assert watcher.seat == -1
    assert all(watcher.hand(seat) == [] for seat in range(3))
    assert watcher.state.get("decision") is None
    players[0].until(lambda one: one.state["table"]["watching"] == 1)
    for message in (
        {"type": "answer", "option": 0},
        {"type": "pass", "window": 1},
        {"type": "undo"},
        {"type": "leave"},
    ):
        assert watcher.say(**message)["reason"] == "The gallery can only watch"
    assert watcher.say(type="chat", text="Good luck")["type"] == "taken"
    watcher.until(lambda one: one.said)
    assert (watcher.said[-1]["name"], watcher.said[-1]["text"]) == ("Wanda", "Good luck")
    players[1].read_all()
    assert players[1].said == [], "the gallery talks among itself"
    asked = next(player for player in players if player.asked)
    go_on(asked)
    watcher.until(lambda one: one.clock["kind"] == "window")
    stranger = player_at(site, opened["table"], "")
    assert stranger.closed, "the table is not listed"


def test_who_rejoins_gets_what_he_missed_and_another_device_gets_everything(site, player_at):
    opened, players = first_turn(site)
    token = opened["keys"][1]["token"]
    gone = players[1]
    gone.read_all()
    gone.hang_up()
    players[0].until(lambda one: not one.seats[1]["online"])
    players[0].say(type="chat", text="Where is he?")
    back = player_at(site, opened["table"], token, epoch=gone.welcome["epoch"], last=gone.n)
    assert back.welcome["whole"] is None
    back.until(lambda one: one.said)
    assert back.said[0]["text"] == "Where is he?"
    assert [update["n"] for update in back.updates] == list(range(gone.n + 1, back.n + 1)), "no gap, nothing twice"
    other = player_at(site, opened["table"], token)
    assert other.welcome["whole"] is not None
    assert other.state["view"] == gone.state["view"]
    assert len(other.hand(1)) >= 1
    players[0].say(type="chat", text="There he is")
    for device in (back, other):
        device.until(lambda one: one.said and one.said[-1]["text"] == "There he is")
    assert back.n == other.n
    assert player_at(site, opened["table"], token, epoch="another", last=other.n).welcome["whole"] is not None


def test_standing_orders_hide_prompts_are_kept_and_shorten_no_wait(site, player_at):
    opened, players = first_turn(site, speed="relaxed")
    asked = next(player for player in players if player.asked)
    others = [player for player in players if player is not asked]
    other = others[0]
    other.until(lambda one: one.state["decision"])
    assert not other.state["decision"]["quiet"]
    heard = [len(player.updates) for player in (asked, others[1])]
    assert other.say(type="orders", unless=["concerns_me"])["type"] == "taken"
    other.until(lambda one: one.state["decision"]["quiet"])
    for player in (asked, others[1]):
        player.read_all()
    assert [len(player.updates) for player in (asked, others[1])] == heard, "nobody else hears of it"
    again = player_at(site, opened["table"], opened["keys"][other.seat]["token"])
    assert again.state["orders"] == ["concerns_me"]
    assert again.state["decision"]["quiet"]
    assert other.say(type="orders", unless=None)["type"] == "taken"
    other.until(lambda one: one.state["orders"] is None)


def test_who_does_not_answer_is_played_by_a_bot_until_he_returns(site):
    opened = site.open(ME, ME, BOT, speed="normal")
    players = site.sit(opened)
    all_press(players)
    for _ in range(200):
        for player in players:
            player.read_all()
        asked = next((player for player in players if player.asked), None)
        if asked is not None:
            break
        time.sleep(0.05)
    other = next(player for player in players if player is not asked)
    asked.until(lambda one: one.seats[one.seat]["away"], 60 / TIMES + 20)
    window = asked.clock["window"]
    other.until(lambda one: one.clock["window"] > window)
    assert asked.say(type="chat", text="I am back")["type"] == "taken"
    asked.until(lambda one: not one.seats[one.seat]["away"])
    other.until(lambda one: not one.seats[asked.seat]["away"])


def test_by_correspondence_days_pass_a_mail_comes_and_its_link_rejoins_from_anywhere(hurry, mailbox, player_at):
    smtp = f"smtp://127.0.0.1:{mailbox.server_address[1]}/?from=table@example.org"
    site = hurry(DAYS, smtp=smtp, address="https://table.example.org")
    assert site.http.get("/api/server").json()["mail"] is True
    opened = site.open(ME, BOT, BOT, speed="correspondence")
    player = player_at(site, opened["table"], opened["keys"][0]["token"])
    assert player.clock["whole"] == 3 * 86400 * 1000
    assert player.say(type="mail", address="no address")["type"] == "refused"
    assert player.say(type="mail", address="ann@example.org")["type"] == "taken"
    player.hang_up()

    def next_mail(number):
        end = time.monotonic() + 60
        while len(mailbox.mails) <= number:
            assert time.monotonic() < end, "he is asked some day, and mailed"
            time.sleep(0.05)
        return email.message_from_string(mailbox.mails[number], policy=email.policy.default)

    link = re.search(r"https://table\.example\.org(/api/\S+)", next_mail(0).get_content())
    assert link is not None
    assert "<form" in site.http.get(link[1]).text
    assert site.http.post(link[1]).status_code == 200
    assert site.http.post(link[1]).status_code == 404, "once is enough"
    mail = next_mail(1)
    assert mail["To"] == "ann@example.org"
    link = re.search(r"https://table\.example\.org/table/(\w+)#seat=(\S+)", mail.get_content())
    assert link is not None, "one's own link"
    again = player_at(site, link[1], link[2])
    assert again.seat == 0
    assert again.hand(0)
    assert again.say(type="mail", address="")["type"] == "taken"
    again.hang_up()
    end = time.monotonic() + 60
    while not site.http.get(f"/api/tables/{opened['table']}").json()["seats"][0]["away"]:
        assert time.monotonic() < end, "three days pass though nobody is there, and a bot takes the seat"
        time.sleep(0.1)
    assert len(mailbox.mails) == 2, "he wanted no more"
    assert site.figure("kickdoor_errors_total") == 0
