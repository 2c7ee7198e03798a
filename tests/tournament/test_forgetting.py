"""A person is forgotten: the name is nowhere any more, and everything still holds."""

import json
from uuid import uuid4

import pytest
from django.core import serializers
from django.core.management import CommandError, call_command
from django.test import Client

from engine.draws import verify
from relay.models import Letter
from scoring.queries.seals import state_of
from scoring.services.bundles import bundle_of, check_bundle
from scoring.services.forgetting import forget
from scoring.services.rebuild import check_event
from tests.scoring.bundled import busy_event, finished_event
from tests.stage import director_of, drawn_event, played, work
from tournament.models import Act, Event, LogLine, Match, Person
from tournament.queries.draw_facts import draw_facts
from tournament.refusals import Refusal, Stale
from tournament.services.forgetting import struck
from tournament.services.result_corrections import correct_result
from tournament.services.undo import take_back

pytestmark = pytest.mark.django_db


def everything_about(event):
    """All rows of an event, of its people and of its letters, as text."""
    rows = [
        *event.entries.all(),
        *event.log.all(),
        *event.acts.all(),
        *event.matches.all(),
        *event.draws.all(),
        *event.incidents.all(),
        *Person.objects.filter(club=event.club_id),
        *Letter.objects.filter(about=f"event:{event.pk}"),
    ]
    return serializers.serialize("json", rows)


def a_soloist():
    """An event of players who play alone, at its end; each entry has its player's name."""
    event = finished_event(4, variant="two_handed")
    return event, Person.objects.get(name="Ada 3")


def test_a_forgotten_player_is_named_nowhere_and_the_bracket_stands():
    event, person = a_soloist()
    winners = list(event.matches.order_by("number").values_list("winner", flat=True))
    names = forget(person, by=director_of(event.club))
    assert names == ("Ada 3", "Ada 3")
    assert "Ada 3" not in everything_about(event)
    assert "ada3@example.org" not in everything_about(event)
    assert list(event.matches.order_by("number").values_list("winner", flat=True)) == winners
    assert check_event(event) == []


def test_the_draw_can_still_be_checked_by_the_hash_alone():
    event, person = a_soloist()
    forget(person, by=director_of(event.club))
    facts = draw_facts(event.draws.get(state="drawn"))
    assert verify(facts, facts) == ()
    hidden = [entry for entry in facts["entries"] if "name_hash" in entry]
    assert len(hidden) == 1
    assert "salt" not in hidden[0]


def test_every_public_page_still_shows_the_event():
    event, person = a_soloist()
    forget(person, by=director_of(event.club))
    client = Client(HTTP_HOST="testserver")
    pages = ["", "bracket/", "draw/", "results/", "rules/", *[f"matches/{n}/" for n in (1, 2, 3)]]
    for page in pages:
        answer = client.get(f"/e/{event.slug}/{page}")
        assert answer.status_code == 200, page
        assert "Ada 3" not in answer.content.decode(), page
    assert "name removed" in client.get(f"/e/{event.slug}/bracket/").content.decode()


def test_a_bundle_tells_no_name_and_still_holds():
    event, person = a_soloist()
    entry = event.entries.get(name="Ada 3")
    forget(person, by=director_of(event.club))
    data = bundle_of(event, contacts=True)
    assert "Ada 3" not in data
    assert check_bundle(data.encode()).differences == ()
    told = [it["record"] for it in json.loads(data)["records"]]
    mine = next(it for it in told if it["type"] == "entry" and it["ref"] == entry.ref)
    assert (mine["name"], mine["salt"], mine["email"]) == ("", "", "")


def test_of_a_pair_the_team_keeps_its_name_unless_it_tells_the_person():
    event = finished_event(3)
    plain, telling = event.entries.get(name="Pair 1"), event.entries.get(name="Pair 2")
    event.entries.filter(pk=telling.pk).update(name="Ada 2 & friends", name_key="ada 2 & friends")
    by = director_of(event.club)
    forget(Person.objects.get(name="Ada 1"), by=by)
    forget(Person.objects.get(name="Ada 2"), by=by)
    plain.refresh_from_db()
    telling.refresh_from_db()
    assert (plain.name, bool(plain.salt), plain.email) == ("Pair 1", True, "")
    assert (telling.name, telling.salt, telling.email) == ("name removed", "", "")


def test_the_name_of_the_team_goes_too_where_it_is_asked_for():
    event = finished_event(2)
    forget(Person.objects.get(name="Ada 1"), by=director_of(event.club), with_teams=True)
    assert event.entries.filter(name="Pair 1").count() == 0
    assert "Pair 1" not in json.dumps(list(event.log.values_list("params", flat=True)))


def test_two_of_one_event_can_both_be_forgotten():
    event, person = a_soloist()
    by = director_of(event.club)
    forget(person, by=by)
    forget(Person.objects.get(name="Ada 1"), by=by)
    assert event.entries.filter(name="name removed", salt="").count() == 2


def test_forgetting_twice_changes_nothing():
    event, person = a_soloist()
    by = director_of(event.club)
    forget(person, by=by)
    before = everything_about(event)
    assert forget(person, by=by) == ()
    assert everything_about(event) == before


def test_nobody_is_forgotten_who_still_plays():
    event = drawn_event(2)
    with pytest.raises(Stale, match="Ada 1 still plays in Garden Night"):
        forget(Person.objects.get(name="Ada 1"), by=director_of(event.club))
    assert Person.objects.filter(name="Ada 1").exists()


def test_nobody_is_forgotten_who_is_barred():
    event, person = a_soloist()
    Person.objects.filter(pk=person.pk).update(barred_at=event.starts_at)
    with pytest.raises(Refusal, match="Lift the bar first"):
        forget(person, by=director_of(event.club))


def test_notes_of_incidents_and_letters_go_and_their_number_stays():
    event = busy_event()
    while match := event.matches.filter(state__in=["ready", "called", "playing"]).first():
        played(match)
        work()
    person = Person.objects.get(name="Ada 1")
    lines, acts, letters = LogLine.objects.count(), Act.objects.count(), Letter.objects.count()
    Match.objects.filter(event=event, number=1).update(ruling="Ada 1 slept; Ada 11 did not")
    forget(person, by=director_of(event.club))
    assert [it.note for it in person.incidents.all()] == [""]
    assert event.matches.get(number=1).ruling == "name removed slept; Ada 11 did not"
    assert LogLine.objects.count() == lines + 1
    assert (Act.objects.count(), Letter.objects.count()) == (acts, letters)
    assert not Letter.objects.filter(body__contains="Ada 1 ").exists()


def test_a_name_is_struck_as_a_whole_word_only():
    said = struck(["Al won", "Also ran", {"team": "Al"}, 7, None], ["Al"])
    assert said == ["name removed won", "Also ran", {"team": "name removed"}, 7, None]


def test_the_command_forgets_whom_it_is_told_and_says_why_not(capsys):
    event, person = a_soloist()
    call_command("forget", person.pk, by=director_of(event.club).user.username)
    assert capsys.readouterr().out == "Forgotten.\n"
    assert not Person.objects.filter(name="Ada 3").exists()
    with pytest.raises(CommandError, match="There is nobody with the number 99999"):
        call_command("forget", 99999)
    Event.objects.filter(pk=event.pk).update(status="running")
    with pytest.raises(CommandError, match="still plays"):
        call_command("forget", Person.objects.get(name="Ada 1").pk)


def test_a_ruling_that_was_taken_back_or_done_over_names_nobody_either():
    """What acts keep of a ruling kept the name, and taking one back would have shown it again."""
    event, person = a_soloist()
    by = director_of(event.club)
    final = event.matches.get(above=None)
    place = final.sides.exclude(entry=final.winner_id).get().place
    words = {"reason": Match.Reason.PLAYED, "by": by}
    for winner, why in ((place, "Ada 3 had cards up the sleeve"), (1 - place, "Ada 3 had none")):
        final.refresh_from_db()
        correct_result(final, winner=winner, why=why, entry_key=uuid4(), **words)
    assert "Ada 3 had" in everything_about(event)
    forget(person, by=by)
    assert "Ada 3" not in everything_about(event)
    last = event.acts.order_by("number").last()
    take_back(last, entry_key=uuid4(), by=by)
    assert event.matches.get(above=None).ruling == "name removed had cards up the sleeve"


def test_the_admin_gives_nobody_a_name_again(admin_client):
    event, person = a_soloist()
    forget(person, by=director_of(event.club))
    address = f"/admin/tournament/person/{person.pk}/change/"
    assert admin_client.get(address).status_code == 200
    assert admin_client.post(address, {"name": "Ada 3", "club": event.club_id}).status_code == 403


def test_a_seal_changes_with_a_name():
    event, person = a_soloist()
    before = state_of(event)
    Person.objects.filter(pk=person.pk).update(name="Ada Three")
    assert state_of(event) != before
