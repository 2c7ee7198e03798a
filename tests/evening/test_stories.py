"""Whole stories over HTTP: what happens to people, from the first form to the last page."""

from uuid import uuid4

import pytest
from django.utils.html import escape

from tests.evening.front import Front
from tests.evening.tables import HAND, OPEN, ApiTable
from tournament.models import Entry, Event, Match, Person

pytestmark = pytest.mark.django_db(transaction=True)

QUICK = {"best_of": 1, "target_score": 100}


def pairs(front, number, start=1):
    """Enter numbered pairs by the public form."""
    for n in range(start, start + number):
        front.enter(f"Pair {n}", f"Ada {n}", f"Ben {n}")


def event_of(front):
    return Event.objects.get(slug=front.slug)


def tables_of(front):
    return [ApiTable(table.token) for table in event_of(front).tables.all()]


def play(front, *, winner=None, until=lambda _match: False):
    """Play every match that comes to a table: to one team where it plays, else to the first side.

    ``until`` looks at a match before it is played and leaves it when it says so.
    """
    tables, left = tables_of(front), set()
    while front.status()["status"] != "finished":
        found = [table for table in tables if _finish_one(table, winner, until, left)]
        if not found:
            return


def _finish_one(table, winner, until, left):
    stage, number, _game, _hand = table.look()
    if stage not in {OPEN, HAND} or number in left:
        return False
    if until(table.state["match"]):
        left.add(number)
        return False
    teams = [side["team"] for side in table.state["sides"]]
    place = teams.index(winner) if winner in teams else 0
    if stage == OPEN:
        table.open_game("N")
    ours, theirs = (("NS", "EW"), ("EW", "NS"))[place]
    bids = {ours[0]: 6, ours[1]: 4, theirs[0]: 1, theirs[1]: 1}
    table.post(
        f"games/1/hands/{table.state['next_hand']}/",
        bids=bids,
        tricks={ours: 11, theirs: 2},
        entry_key=str(uuid4()),
    )
    return True


def remove(front, person, *, status=302, **more):
    """Record at the desk that somebody signalled and is removed from the event."""
    typed = {
        "person": Person.objects.get(name=person).pk,
        "kind": "signalling",
        "ruling": "removal",
        "pair": "forfeit",
        "entry_key": uuid4(),
        **more,
    }
    if status == 302:
        asked = front.act("conduct/new/", status=200, **typed).content.decode()
        assert f"{escape(person)} is removed from this event." in asked
    return front.act("conduct/new/", status=status, confirmed="yes", **typed)


def test_two_singles_paired_by_lot_become_champions(mailoutbox):
    front = Front().set_up(tables=2, **QUICK)
    pairs(front, 3)
    front.enter_single("Clementine Roux", email="clem@example.org")
    front.enter_single("Dashiell Okafor", email="dash@example.org")
    front.act("entries/singles/lot/")
    team = event_of(front).entries.get(made_of__name="Clementine Roux")
    assert team.made_of.count() == 2

    front.draw()
    play(front, winner=team.name)

    event = event_of(front)
    assert event.champion == team
    page = front.public.get(f"/e/{front.slug}/").content.decode()
    assert escape(team.name) in page
    assert "Clementine Roux" in page
    told = {(mail.to[0], mail.subject) for mail in mailoutbox if mail.to[0] == "clem@example.org"}
    assert any("partner" in subject.lower() for _to, subject in told)


def test_a_pair_removed_in_the_semi_final_gives_the_final_to_its_opponents():
    front = Front().set_up(tables=4, **QUICK)
    pairs(front, 8)
    front.draw()
    play(front, until=lambda match: match["round"] == 2)
    event = event_of(front)
    semi = event.matches.filter(round=2).order_by("position").first()
    assert semi.is_at_table
    gone, stays = (side.entry for side in semi.sides.order_by("place"))
    someone = gone.players.first().person.name

    remove(front, someone)

    semi.refresh_from_db()
    gone.refresh_from_db()
    assert (semi.reason, semi.winner, gone.state) == ("removal", stays, Entry.State.REMOVED)
    play(front, winner=stays.name)
    event = event_of(front)
    assert (event.status, event.champion) == (Event.Status.FINISHED, stays)
    bracket = front.public.get(f"/e/{front.slug}/bracket/").content.decode()
    assert escape(gone.name) in bracket


def test_a_pair_goes_on_with_a_substitute_where_staff_say_so():
    front = Front().set_up(tables=1, **QUICK)
    pairs(front, 2)
    front.draw()
    remove(front, "Ben 1", pair="substitute", substitute="Saoirse Quill")
    play(front, winner="Pair 1")

    event = event_of(front)
    assert event.champion.name == "Pair 1"
    seated = event.champion.players.filter(active=True).values_list("person__name", flat=True)
    assert sorted(seated) == ["Ada 1", "Saoirse Quill"]


@pytest.fixture
def barred():
    """Three events of one club; Mallory is removed from the first and from the second.

    The third had taken an entry of hers and one of her as a single before that.
    """
    first = Front().set_up(name="First", tables=1, **QUICK)
    club = first.club
    second = Front(club).set_up(name="Second", tables=1, **QUICK)
    third = Front(club).set_up(name="Third", tables=1, **QUICK)
    fourth = Front(club).set_up(name="Fourth", tables=1, **QUICK)
    for front in (first, second, third):
        front.enter("Two Hearts", "Mallory Vex", "Ben Lode", email="mallory@example.org")
        pairs(front, 2)
    fourth.enter_single("Mallory Vex", email="mallory@example.org")
    fourth.enter_single("Ada Solo")
    for front in (first, second):
        front.draw()
        remove(front, "Mallory Vex")
    assert Person.objects.get(name="Mallory Vex").is_barred
    return third, fourth


def refused(answer, club, who="Mallory Vex"):
    """The page says that Mallory may no longer play, and whom to ask."""
    sentence = f"{who} may no longer play at the events of {club.name}. Ask {club.contact}."
    assert escape(sentence) in answer.content.decode()
    return True


def test_one_removal_is_no_bar():
    first = Front().set_up(name="First", tables=1, **QUICK)
    first.enter("Two Hearts", "Mallory Vex", "Ben Lode")
    pairs(first, 1)
    first.draw()
    remove(first, "Mallory Vex")
    second = Front(first.club).set_up(name="Second", **QUICK)
    second.enter("Two Hearts", "Mallory Vex", "Ben Lode")


def test_who_was_removed_twice_is_refused_by_every_way_in(barred):
    club = barred[0].club
    new = Front(club).set_up(name="Fifth", tables=1, **QUICK)
    before = Entry.objects.count()

    assert refused(new.enter("A", "Mallory Vex", "Nora Fell", status=422), club)
    respelled = new.enter("A", "Nora Fell", "  mallory   VEX ", status=422)
    assert refused(respelled, club, "mallory VEX")
    assert refused(new.enter_single("Mallory Vex", status=422), club)
    desk = new.act(
        "entries/new/", 422, name="A", first="Mallory Vex", second="Nora Fell", entry_key=uuid4()
    )
    assert refused(desk, club)
    assert refused(new.act("entries/new-single/", 422, person_name="Mallory Vex"), club)
    sheet = new.upload([("Team", "Player 1", "Player 2"), ("A", "Nora Fell", "Mallory Vex")])
    assert refused(sheet, club)
    api = new.public.post(
        f"/api/v1/events/{new.slug}/entries/",
        {"kind": "pair", "name": "A", "first": "Mallory Vex", "second": "Nora Fell"},
        content_type="application/json",
    )
    assert api.status_code == 422
    assert api.json()["faults"][0]["where"] == "first"
    by_address = new.enter("A", "M. Vex", "Nora Fell", email="Mallory@Example.org", status=422)
    assert refused(by_address, club, "Mallory@Example.org")

    assert Entry.objects.count() == before


def test_who_was_removed_twice_finds_no_partner_and_is_not_checked_in(barred):
    third, fourth = barred
    singles = dict(event_of(fourth).entries.values_list("name", "pk"))
    pairing = fourth.act(
        "entries/singles/pair/",
        422,
        first=singles["Ada Solo"],
        second=singles["Mallory Vex"],
        name="",
    )
    assert refused(pairing, fourth.club)

    third.act("steps/open-check-in/")
    pair = event_of(third).entries.get(name="Two Hearts")
    assert refused(third.act(f"entries/{pair.pk}/check-in/", 422), third.club)


def test_who_was_removed_twice_is_nobodys_substitute(barred):
    _third, fourth = barred
    new = Front(fourth.club).set_up(name="Fifth", tables=1, **QUICK)
    pairs(new, 2)
    new.draw()
    answer = remove(new, "Ben 1", status=422, pair="substitute", substitute="Mallory Vex")
    assert refused(answer, new.club)
    assert event_of(new).entries.get(name="Pair 1").state == Entry.State.ENTERED


def test_a_pair_that_withdraws_while_it_waits_leaves_a_walkover_at_once():
    front = Front().set_up(tables=2, **QUICK)
    pairs(front, 3)
    front.draw()
    final = event_of(front).matches.get(above=None)
    waiting = final.sides.exclude(entry=None).get().entry
    front.act(f"entries/{waiting.pk}/withdraw/", reason="A cold")

    play(front)

    event = event_of(front)
    final.refresh_from_db()
    assert (final.reason, event.champion) == (Match.Reason.WALKOVER, final.winner)
    assert event.champion != waiting


def test_two_pairs_that_both_forfeit_leave_the_cup_to_who_is_left():
    front = Front().set_up(tables=2, **QUICK)
    pairs(front, 4)
    front.draw()
    front.act("matches/1/forfeit/all/")
    play(front)

    event = event_of(front)
    final = event.matches.get(above=None)
    assert (final.reason, event.champion) == (Match.Reason.WALKOVER, final.winner)
    front = Front(front.club).set_up(name="Nobody", tables=1, **QUICK)
    pairs(front, 2)
    front.draw()
    front.act("matches/1/forfeit/all/")
    event = event_of(front)
    assert (event.status, event.champion) == (Event.Status.FINISHED, None)
    page = front.public.get(f"/e/{front.slug}/bracket/").content.decode()
    assert "champion" in page.lower()
