"""What was done with a match, act by act: who, when, what it changed, and what took it back."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.stage import at_a_table, director_of, drawn_event, match_of, opened, played, work
from tests.tournament.desk_cast import address, signed_in, text_of
from tests.tournament.test_bracket_view import words
from tournament import log
from tournament.models import Act
from tournament.queries.deeds import history_of
from tournament.queries.desk import with_sides
from tournament.services.acts import recorded
from tournament.services.departures import award_walkover, forfeit
from tournament.services.undo import take_back

pytestmark = pytest.mark.django_db


def deeds(event, number):
    match = with_sides(event.matches.all()).get(number=number)
    match.event = event
    return history_of(match)


def team(event, number, place):
    return str(match_of(event, number).sides.select_related("entry").get(place=place).entry)


def taken_back(act, by):
    """An act that undoes another one in name; the rows are of no concern here."""
    with recorded(
        act.event, "taken_back", by, match=act.match, undoes=act, act=act.number
    ) as undone:
        pass
    return undone


def test_a_walkover_is_one_deed_with_what_it_changed_in_words():
    event = drawn_event(4)
    award_walkover(match_of(event, 1), absent=[0], by=director_of(event.club))
    absent, here = team(event, 1, 0), team(event, 1, 1)

    [deed] = deeds(event, 1)

    assert [log.sentence(line) for line in deed.lines] == [
        f"Match 1: {absent} did not come. {here} went on."
    ]
    assert (deed.act.number, deed.undone_by) == (1, None)
    assert set(deed.changes) >= {
        "State: ready, now finished",
        f"Goes on: nobody, now {here}",
        "How it ended: walkover",
        f"{absent}: gone",
    }


def test_what_belongs_to_no_act_stands_alone_newest_first():
    event = drawn_event(4, tables=1)
    match = at_a_table(match_of(event, 1))
    forfeit(match, sides=[1], by=director_of(event.club))

    found = deeds(event, 1)

    assert [deed.lines[0].key for deed in found] == ["closed_forfeit", "called"]
    assert [(deed.act is None, deed.changes == ()) for deed in found] == [
        (False, False),
        (True, True),
    ]


def test_a_deed_that_was_taken_back_says_by_which_act():
    event = drawn_event(4)
    by = director_of(event.club)
    award_walkover(match_of(event, 1), absent=[0], by=by)
    undone = taken_back(Act.objects.get(), by)
    assert [deed.undone_by for deed in deeds(event, 1)] == [undone]


def test_what_an_act_did_not_change_is_not_told():
    event = drawn_event(3, variant="cutthroat")
    gone = team(event, 1, 0)
    award_walkover(match_of(event, 1), absent=[0], by=director_of(event.club))
    [deed] = deeds(event, 1)
    assert (deed.changes, "state" in deed.act.after["match"][str(match_of(event, 1).pk)]) == (
        (f"{gone}: gone",),
        True,
    )


def test_a_history_takes_two_queries_however_long_it_is():
    event = drawn_event(4, tables=1)
    by = director_of(event.club)
    award_walkover(match_of(event, 1), absent=[0], by=by)
    match = with_sides(event.matches.all()).get(number=1)
    match.event = event
    taken = []
    for _round in range(2):
        for _line in range(5):
            with recorded(event, "forfeit", by, match=match, entry_key=uuid4()):
                log.write(event, "begun_anew", by, match=match, number=1)
        with CaptureQueriesContext(connection) as queries:
            history_of(match)
        taken.append(len(queries))
    assert taken == [2, 2]


def test_the_page_says_who_did_what_when_and_what_it_changed(client):
    event = drawn_event(4)
    signed_in(client, event.club, "viewer")
    by = director_of(event.club)
    by.user.first_name, by.user.last_name = "Rosa", "Lee"
    by.user.save()
    award_walkover(match_of(event, 1), absent=[0], by=by)
    work()

    said = words(client.get(address("match", event, 1)).content.decode())

    assert ", Rosa Lee · act 1 " in said
    assert f"Goes on: nobody, now {team(event, 1, 1)}" in said
    assert f"{team(event, 1, 1)} went on; {team(event, 1, 0)} absent." in said


def test_the_page_strikes_out_what_was_taken_back(client):
    event = drawn_event(4)
    signed_in(client, event.club)
    by = director_of(event.club)
    award_walkover(match_of(event, 1), absent=[0], by=by)
    taken_back(Act.objects.get(), by)

    html = client.get(address("match", event, 1)).content.decode()

    sentence = f"Match 1: {team(event, 1, 0)} did not come. {team(event, 1, 1)} went on."
    assert f"<s>{sentence}</s>" in html
    assert "act 1 · taken back by act 2" in words(html)


def test_names_in_the_history_are_shown_and_not_obeyed(client):
    event = drawn_event(4)
    signed_in(client, event.club)
    entry = match_of(event, 1).sides.get(place=0).entry
    entry.name = "<script>alert(1)</script>"
    entry.save()
    award_walkover(match_of(event, 1), absent=[1], by=director_of(event.club))
    answer = client.get(address("match", event, 1))
    assert "<script>alert" not in answer.content.decode()
    assert "now <script>alert(1)</script>" in text_of(answer)


def test_a_match_in_play_tells_its_state_in_one_sentence(client):
    event = drawn_event(2, best_of=3)
    signed_in(client, event.club)
    opened(match_of(event, 1))
    said = words(client.get(address("match", event, 1)).content.decode())
    first, second = team(event, 1, 0), team(event, 1, 1)
    assert f"In play {first} 0, {second} 0; first game. Table 1, game 1, hand 1. Begun " in said


def ways_back(client, event, number):
    page = client.get(address("match", event, number))
    return [(deed.act.number, back, fault) for deed, back, fault in page.context["deeds"]]


def test_an_act_that_can_be_taken_back_has_its_way_there_for_whoever_may(client):
    event = drawn_event(4)
    award_walkover(match_of(event, 1), absent=[0], by=director_of(event.club))
    door = reverse("hands:take-back-act", args=[event.slug, 1])
    for role, way in (("director", door), ("scorekeeper", door), ("viewer", "")):
        signed_in(client, event.club, role)
        assert ways_back(client, event, 1) == [(1, way, "")]
    assert client.get(door).status_code == 403


def test_an_act_on_which_play_stands_says_so_in_place_of_the_way(client):
    event = drawn_event(4, tables=2)
    award_walkover(match_of(event, 1), absent=[0], by=director_of(event.club))
    played(match_of(event, 2))
    work()
    opened(match_of(event, 3))
    signed_in(client, event.club)
    [(_number, back, fault)] = ways_back(client, event, 1)
    assert (back, fault[:31]) == ("", "Match 3 has been played since, ")
    said = words(client.get(address("match", event, 1)).content.decode())
    assert f"Not to be taken back as it is. {fault}" in said


def test_what_was_taken_back_and_done_again_can_be_taken_back_again(client):
    event = drawn_event(4)
    by = director_of(event.club)
    award_walkover(match_of(event, 1), absent=[0], by=by)
    act = Act.objects.get()
    again = take_back(take_back(act, entry_key=uuid4(), by=by), entry_key=uuid4(), by=by)
    signed_in(client, event.club)
    ways = {number: bool(back) for number, back, _fault in ways_back(client, event, 1)}
    assert ways == {1: True, 2: False, again.number: True}
    answer = client.get(reverse("hands:take-back-act", args=[event.slug, 1]))
    assert answer.status_code == 200
