"""What anybody sees of an event, and the way in."""

import json
import re
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from engine.draws import verify
from tests.factories import ClubFactory, EntryFactory, EventFactory, PersonFactory, SingleFactory
from tests.stage import director_of, drawn_event, entered, open_event, played, work
from tournament.leave_keys import leave_key
from tournament.models import Entry, Event
from tournament.services.entries import withdraw_entry
from tournament.services.singles import pair_by_lot

pytestmark = pytest.mark.django_db
PAIR = {"name": "Bag Ladies", "first": "Hazel", "second": "Rowan", "email": "hazel@example.org"}


def words(answer):
    """All words of a page in one line."""
    text = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return " ".join(unescape(text).split())


def see(client, name, event, **kwargs):
    answer = client.get(reverse(f"tournament:{name}", args=[event.slug]), **kwargs)
    assert answer.status_code == 200
    return words(answer)


def send(client, event, door="enter", **changes):
    data = PAIR if door == "enter" else {"person_name": "Juniper", "email": ""}
    typed = data | {"entry_key": str(uuid4())} | changes
    return client.post(reverse(f"tournament:{door}", args=[event.slug]), typed)


def faults(answer):
    """Every fault on a page, by the field it stands under."""
    found = re.findall(r'<div id="id_(\w+)_error">(.*?)</div>', answer.content.decode(), re.DOTALL)
    return {field: re.sub(r"<[^>]+>", "", fault).strip() for field, fault in found}


# The list


def test_the_list_puts_events_under_where_they_stand(client):
    for status in Event.Status.values:
        EventFactory(name=f"Night of {status}", status=status)

    html = client.get("/").content.decode()

    on_now, rest = html.split("Coming up")
    coming, over = rest.split("Over</h2>")
    told = [re.findall(r"Night of (\w+)</a>", part) for part in (on_now, coming, over)]
    assert told == [["drawn", "running"], ["registration", "check_in"], ["cancelled", "finished"]]


def test_an_empty_list_says_so(client):
    assert "No event is open for entries just now." in words(client.get("/"))


# One event


def test_a_draft_is_there_for_staff_alone(client):
    club = ClubFactory()
    event = EventFactory(club=club, status=Event.Status.DRAFT)
    address = reverse("tournament:event", args=[event.slug])

    assert client.get(address).status_code == 404
    client.force_login(director_of(club).user)
    assert "A draft, seen by staff alone" in words(client.get(address))


def test_times_are_told_in_the_zone_of_the_event(client):
    event = EventFactory(zone="Australia/Sydney")

    said = see(client, "event", event)

    assert "Sunday 6 September 2026" in said
    assert "First deal 04:00 Australia/Sydney" in said


def test_the_rules_stand_there_in_sentences(client):
    event = EventFactory(rules={"target_score": 350, "best_of": 1})

    for page in ("event", "rules"):
        assert "The first side to reach 350 points wins the game." in see(client, page, event)
    assert "A match One game to 350" in see(client, "event", event)


def test_the_entry_list_tells_pairs_singles_and_who_left_apart(client):
    event = open_event()
    EntryFactory(event=event, name="Bag Ladies", people=("Hazel", "Rowan"))
    SingleFactory(event=event, name="Juniper")
    gone = EntryFactory(event=event, name="Cut & Run")
    withdraw_entry(gone, by=director_of(event.club))

    said = see(client, "event", event)

    assert "Bag Ladies Hazel Rowan Entered Cut & Run Withdrawn" in said
    assert "Looking for a partner: Juniper ." in said


def test_no_page_of_the_public_shows_an_address(client):
    event = entered(open_event(), 2)
    pages = [reverse(f"tournament:{name}", args=[event.slug]) for name in ("event", "draw")]

    assert not any("@example.org" in client.get(page).content.decode() for page in ["/", *pages])


def test_a_finished_event_shows_its_podium(client):
    event = drawn_event(4)
    for number in (1, 2, 3):
        match = event.matches.get(number=number)
        played(match)
        work()
    event.refresh_from_db()
    final = event.matches.get(number=3)
    beaten = [event.matches.get(number=n).sides.get(place=1).entry.name for n in (1, 2)]

    said = see(client, "event", event)

    assert f"Champions {event.champion.name} Place 2: {final.sides.get(place=1).entry.name}" in said
    assert f"Place 3–4, shared: {' , '.join(sorted(beaten))}" in said


def test_the_log_is_told_in_sentences_newest_first(client):
    event = entered(open_event(), 1)

    said = see(client, "event", event)

    assert said.index("Pair 1 entered.") < said.index("Registration opened.")


# Entering


def test_a_pair_enters_and_is_told_what_happens_next(client):
    event = open_event()

    answer = send(client, event)

    entry = event.entries.get()
    assert (entry.name, entry.state) == ("Bag Ladies", Entry.State.ENTERED)
    thanks = reverse("tournament:entered", args=[event.slug, entry.ref])
    assert answer["Location"] == f"{thanks}?key={leave_key(entry)}"
    thanks = words(client.get(answer["Location"]))
    assert "Bag Ladies, you are in" in thanks
    assert "A confirmation is on its way" in thanks


def test_somebody_who_needs_a_partner_enters_alone(client):
    event = open_event()

    answer = send(client, event, "partner")

    entry = event.entries.get()
    assert (entry.name, entry.state) == ("Juniper", Entry.State.SINGLE)
    assert "those who look for a partner" in words(client.get(answer["Location"]))


def test_a_double_tap_is_one_entry(client):
    event, key = open_event(), str(uuid4())

    first, second = (send(client, event, entry_key=key) for _ in range(2))

    assert event.entries.count() == 1
    assert first["Location"] == second["Location"]


def test_an_old_form_filled_in_again_is_not_lost_and_not_the_old_entry(client):
    event, key = open_event(), str(uuid4())
    send(client, event, entry_key=key)
    other = {"name": "Cut & Run", "first": "Moss", "second": "Ivy", "entry_key": key}

    answer = send(client, event, **other)

    assert (answer.status_code, event.entries.count()) == (409, 1)
    assert "This form has already entered Bag Ladies." in words(answer)
    fresh = re.search(r'name="entry_key" value="([^"]+)"', answer.content.decode())[1]
    assert send(client, event, **(other | {"entry_key": fresh})).status_code == 302
    assert sorted(event.entries.values_list("name", flat=True)) == ["Bag Ladies", "Cut & Run"]


@pytest.mark.parametrize("other", [{"first": "Moss"}, {"second": "Moss"}])
def test_an_old_form_with_another_player_is_not_taken_for_the_old_entry(client, other):
    event, key = open_event(), str(uuid4())
    send(client, event, entry_key=key)

    answer = send(client, event, entry_key=key, **other)

    assert (answer.status_code, event.entries.count()) == (409, 1)


def test_an_old_form_of_somebody_alone_does_not_thank_the_next_person(client):
    event, key = open_event(), str(uuid4())
    address = reverse("tournament:partner", args=[event.slug])
    form = {"person_name": "Juniper", "email": "", "entry_key": key}
    assert client.post(address, form).status_code == 302

    answer = client.post(address, form | {"person_name": "Moss"})

    assert (answer.status_code, event.entries.count()) == (409, 1)
    assert "This form has already entered Juniper." in words(answer)


def test_every_fault_is_told_at_once_next_to_its_field_and_nothing_typed_is_lost(client):
    event = open_event()
    EntryFactory(event=event, name="bag ladies")

    answer = send(client, event, first="  ", second="Zo\u0007e", email="hazel@nowhere")

    assert answer.status_code == 422
    assert faults(answer) == {
        "name": "Bag Ladies is already taken in this event. Choose another name.",
        "first": "Enter a name.",
        "second": "This name holds a character that cannot be shown. Type it again.",
        "email": "This is no e-mail address. It looks like name@example.org.",
    }
    html = answer.content.decode()
    assert "4 things to fix, nothing is lost." in html
    assert re.findall(r'<li><a href="#(\w+)">', html.split('id="faults"')[1])[:4] == [
        "id_name",
        "id_first",
        "id_second",
        "id_email",
    ]
    assert 'value="hazel@nowhere"' in html
    assert 'aria-invalid="true" aria-describedby="id_first_error"' in html
    assert event.entries.count() == 1


def test_a_null_byte_is_a_fault_like_any_other(client):
    event = open_event()

    answer = send(client, event, name="Bag\x00Ladies")

    assert (answer.status_code, list(faults(answer)), event.entries.count()) == (422, ["name"], 0)


def test_an_empty_form_is_told_what_is_missing(client):
    event = open_event()

    answer = client.post(reverse("tournament:enter", args=[event.slug]), {})

    assert answer.status_code == 422
    assert faults(answer) == dict.fromkeys(("name", "first", "second"), "Enter a name.")


def test_a_namesake_is_offered_to_say_so_and_may_then_enter(client):
    event = open_event()
    EntryFactory(event=event, name="Deuces Mild", people=("Hazel", "Moss"))
    other = {"email": "another.hazel@example.org"}

    refused = send(client, event, **other)
    assert "has already entered this event, as Deuces Mild" in faults(refused)["first"]
    assert 'name="another_person"' in refused.content.decode()

    assert send(client, event, another_person="on", **other).status_code == 302


def test_the_offer_to_be_a_namesake_is_not_there_for_a_missing_name(client):
    assert 'name="another_person"' not in send(client, open_event(), first="").content.decode()


def test_a_barred_person_is_told_whom_to_ask(client):
    event = open_event()
    PersonFactory(club=event.club, name="Hazel", barred_at=event.starts_at)

    answer = send(client, event)

    assert faults(answer)["first"] == (
        f"Hazel may no longer play at the events of {event.club.name}. Ask Dana, dana@example.org."
    )


def test_a_full_event_says_so_above_the_form(client):
    event = entered(open_event(), 2)
    Event.objects.filter(pk=event.pk).update(places=2)

    answer = send(client, event)

    assert answer.status_code == 422
    assert "One thing to fix, nothing is lost. All 2 places are taken." in words(answer)


@pytest.mark.parametrize("door", ["enter", "partner"])
def test_a_closed_registration_shows_no_form_and_takes_none(client, door):
    """A button stood there for what the settings forbade, or its address took it all the same."""
    event = drawn_event(2)
    before = event.entries.count()

    assert "Registration is not open." in see(client, door, event)
    answer = send(client, event, door)

    assert (answer.status_code, event.entries.count()) == (422, before)
    assert "Registration is not open." in words(answer)


def test_a_form_without_its_token_is_refused_in_words():
    event = open_event()

    answer = send(Client(enforce_csrf_checks=True), event)

    assert (answer.status_code, event.entries.count()) == (403, 0)
    assert "Please send it again" in words(answer)


def test_thanks_are_only_for_entries_of_this_event(client):
    event, other = entered(open_event(), 1), open_event()
    ref = event.entries.get().ref

    assert client.get(reverse("tournament:entered", args=[other.slug, ref])).status_code == 404


# The draw


def test_before_the_draw_the_page_promises_and_shows_every_commitment(client):
    event = open_event()

    answer = client.get(reverse("tournament:draw", args=[event.slug]))

    shown = answer.content.decode().replace(" ", "")
    assert "What will happen, in order" in words(answer)
    assert all(draw.commitment in shown for draw in event.draws.all())
    assert not any(draw.secret in shown for draw in event.draws.all())


def test_after_the_draw_only_the_used_secret_is_opened(client):
    event = drawn_event(5)
    used = event.draws.get(state="drawn")

    answer = client.get(reverse("tournament:draw", args=[event.slug]))

    shown = answer.content.decode().replace(" ", "")
    assert [draw for draw in event.draws.all() if draw.secret in shown] == [used]
    assert {used.commitment, used.list_hash, used.seed} <= set(re.findall(r"[0-9a-f]{64}", shown))
    said = words(answer)
    assert "Repeated just now: equal" in said
    assert "5 pairs, 8 places, 3 byes." in said
    assert "Every pair had the same chance of a bye: 3 in 5." in said
    assert said.count(" Bye ") == 3


def test_a_draw_that_no_longer_holds_is_said_to_differ(client):
    event = drawn_event(3)
    used = event.draws.get(state="drawn")
    used.slots = used.slots[::-1]
    used.save()

    said = see(client, "draw", event)

    assert "Repeated just now: it differs" in said
    assert "first in “slots”" in said


def test_the_facts_are_a_file_that_the_engine_finds_equal(client):
    event = drawn_event(5)

    answer = client.get(reverse("tournament:draw-facts", args=[event.slug]))

    facts = json.loads(answer.content)
    assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}-draw.json"'
    assert verify(facts, facts) == ()
    assert verify(facts, {**facts, "seed": "0" * 64}) == ("seed",)


def test_partners_by_lot_are_shown_with_a_proof_of_their_own(client):
    event = open_event()
    for person in ("Juniper", "Moss", "Sage"):
        send(client, event, "partner", person_name=person)
    lot = pair_by_lot(event, by=director_of(event.club))
    odd = event.entries.get(ref=lot.order[-1]).name
    team = event.entries.get(state=Entry.State.ENTERED).name

    said = see(client, "draw", event)
    answer = client.get(reverse("tournament:partner-facts", args=[event.slug, lot.attempt]))

    assert f"{team} {odd} No partner left" in said
    facts = json.loads(answer.content)
    assert (facts["kind"], verify(facts, facts)) == ("partners", ())


def test_no_facts_are_given_of_a_lot_still_locked_away(client):
    event = open_event()
    address = reverse("tournament:partner-facts", args=[event.slug, 1])

    assert client.get(address).status_code == 404


def test_there_are_no_facts_before_the_draw(client):
    event = open_event()

    assert client.get(reverse("tournament:draw-facts", args=[event.slug])).status_code == 404


def test_an_address_that_leads_nowhere_is_answered_in_words(client):
    answer = client.get("/e/no-such-event/")

    assert answer.status_code == 404
    assert "There is nothing here" in words(answer)


def test_pages_carry_no_script_or_style_of_their_own(client):
    event = drawn_event(3)
    pages = ["/", *(reverse(f"tournament:{n}", args=[event.slug]) for n in ("event", "bracket"))]

    for html in (client.get(page).content.decode() for page in pages):
        assert not re.search(r"<style|<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=", html)
