"""The draw at the desk: a checklist with one next act, the show, and attempts set aside."""

import re
import threading

import pytest
from django.db import connection
from django.test import Client

from tests.factories import MembershipFactory
from tests.stage import at_a_table, director_of, drawn_event, match_of, opened
from tests.tournament.desk_cast import address, faults, signed_in, text_of, typed
from tests.tournament.draw_cast import DICE, at_check_in, frozen
from tournament.models import Draw, Event
from tournament.queries.ceremony import ceremony_of
from tournament.queries.reveals import reveal_of
from tournament.services.departures import award_walkover
from tournament.services.draw import freeze_list
from tournament.services.draw_options import Steer, write_seeds
from tournament.services.reveal import begin_reveal, reveal_next

pytestmark = pytest.mark.django_db


def marked(client, event):
    """Read which step of the checklist is the next one, as the page shows it."""
    page = text_of(client.get(address("draw", event)))
    return re.findall(r'<li class="is-next"><b>(.*?)</b>', page)


def test_the_checklist_marks_one_step_after_another(client):
    event = at_check_in(3, public_source=DICE)
    signed_in(client, event.club)
    seen = [marked(client, event)]
    client.post(address("freeze", event))
    seen.append(marked(client, event))
    client.post(address("begin-reveal", event), {"public_value": "4711"})
    seen.append(marked(client, event))
    client.post(address("reveal-rest", event), {"attempt": "1"})
    seen.append(marked(client, event))

    assert seen == [
        ["The list is closed"],
        ["The public value, typed in front of everybody"],
        ["Byes and pairings come out"],
        [],
    ]


def test_before_check_in_the_checklist_waits_for_it(client):
    event = at_check_in(2)
    Event.objects.filter(pk=event.pk).update(status="registration")
    signed_in(client, event.club)

    assert marked(client, event) == ["Check-in"]
    assert "The draw is made during check-in" in text_of(client.get(address("draw", event)))


def test_the_show_goes_step_by_step_to_the_bracket(client):
    event, draw = frozen(5)
    signed_in(client, event.club)
    assert client.post(address("begin-reveal", event)).status_code == 302
    total = reveal_of(event).total
    for seen in range(total):
        page = text_of(client.get(address("draw", event)))
        assert f"Show the next one ({seen + 1} of {total})" in page
        form = {"attempt": draw.attempt, "seen": seen}
        assert client.post(address("reveal-next", event), form).status_code == 302

    event.refresh_from_db()
    assert event.status == Event.Status.DRAWN
    assert "The bracket is drawn" in text_of(client.get(address("draw", event)))


def test_a_double_tap_on_the_show_is_one_step(client):
    event, draw = frozen(8)
    signed_in(client, event.club)
    client.post(address("begin-reveal", event))
    for _tap in range(3):
        client.post(address("reveal-next", event), {"attempt": draw.attempt, "seen": 0})

    assert len(reveal_of(event).steps) == 1


def test_the_pace_is_kept_from_one_step_to_the_next_and_works_without_it(client):
    event, draw = frozen(8)
    signed_in(client, event.club)
    client.post(address("begin-reveal", event))
    page = client.get(address("draw", event))
    assert "js/pace.js" in text_of(page)

    form = {"attempt": draw.attempt, "seen": 0, "pace": "6"}
    answer = client.post(address("reveal-next", event), form)

    assert answer.url == address("draw", event) + "?pace=6"
    assert '<option value="6" selected>Every 6 seconds' in text_of(client.get(answer.url))
    assert "selected" not in text_of(client.get(address("draw", event) + "?pace=x"))


@pytest.mark.parametrize("sent", [{}, {"attempt": "9"}, {"attempt": "x"}, {"attempt": "-1"}])
@pytest.mark.parametrize("name", ["reveal-next", "reveal-rest"])
def test_an_attempt_that_is_none_is_not_shown(client, name, sent):
    event, _draw = frozen(2)
    signed_in(client, event.club)

    assert client.post(address(name, event), sent).status_code == 404


def test_what_is_not_being_revealed_is_refused_with_the_page_as_it_is(client):
    event, draw = frozen(2)
    signed_in(client, event.club)

    answer = client.post(address("reveal-next", event), {"attempt": draw.attempt, "seen": "0"})

    assert answer.status_code == 409
    assert "Begin the draw" in text_of(answer)


def test_a_promised_value_is_asked_for_and_kept_when_it_is_refused(client):
    event, _draw = frozen(2, public_source=DICE)
    signed_in(client, event.club)
    empty = client.post(address("begin-reveal", event))
    assert (empty.status_code, faults(empty)) == (422, {"public_value"})
    long = client.post(address("begin-reveal", event), {"public_value": "7" * 201})
    assert (long.status_code, typed(long, "public_value")) == (422, "7" * 201)

    assert client.post(address("begin-reveal", event), {"public_value": "4711"}).status_code == 302
    other = client.post(address("begin-reveal", event), {"public_value": "4712"})
    assert other.status_code == 409
    assert "has begun with the public value 4711" in text_of(other)


ACTS = [
    "freeze", "begin-reveal", "reveal-next", "reveal-rest", "set-aside", "redraw", "draw-options",
    "make-draw", "seeds",
]  # fmt: skip


@pytest.mark.parametrize("role", ["scorekeeper", "viewer"])
@pytest.mark.parametrize("name", ACTS)
def test_only_a_director_acts_on_the_draw(client, name, role):
    event, draw = frozen(2)
    signed_in(client, event.club, role)

    answer = client.post(address(name, event), {"attempt": draw.attempt, "seen": 0, "reason": "x"})

    assert answer.status_code == 403
    draw.refresh_from_db()
    assert draw.state == Draw.State.FROZEN


@pytest.mark.parametrize("name", ACTS)
def test_strangers_and_those_of_another_club_learn_nothing(client, name):
    event, _draw = frozen(2)
    assert client.post(address(name, event)).status_code == 302
    client.force_login(MembershipFactory().user)
    assert client.post(address(name, event)).status_code == 404


def test_a_viewer_sees_the_show_without_buttons(client):
    event, draw = frozen(4)
    by = director_of(event.club)
    begin_reveal(event, by=by)
    reveal_next(draw, seen=0, by=by)
    signed_in(client, event.club, "viewer")

    page = text_of(client.get(address("draw", event)))

    assert "The draw: 1 of 2 shown" in page
    assert "Show the next one" not in page


def test_setting_aside_is_asked_about_and_needs_a_reason(client):
    event, draw = frozen(3)
    signed_in(client, event.club)
    page = client.get(address("set-aside", event))
    assert "Its secret is published" in text_of(page)
    empty = client.post(address("set-aside", event), {"attempt": 1, "reason": " "})
    assert (empty.status_code, "Say why." in text_of(empty)) == (422, True)

    for _tap in range(2):
        sent = {"attempt": 1, "reason": "One more came"}
        assert client.post(address("set-aside", event), sent).status_code == 302

    draw.refresh_from_db()
    assert (draw.state, draw.reason) == ("spent", "One more came")
    page = text_of(client.get(address("draw", event)))
    assert "Attempt 1, " in page
    assert "One more came" in page
    assert marked(client, event) == ["The list is closed"]
    assert client.get(address("set-aside", event)).status_code == 409


def test_a_draw_made_anew_names_what_goes_with_it(client):
    event = drawn_event(4)
    by = director_of(event.club)
    award_walkover(match_of(event, 1), absent=[0], by=by)
    at_a_table(match_of(event, 2))
    signed_in(client, event.club)
    assert "Make the draw anew" in text_of(client.get(address("draw", event)))

    page = text_of(client.get(address("redraw", event)))
    winner = match_of(event, 1).winner.name
    assert f"Dropped: match 1 (walkover), which {winner} had won." in page
    assert "Called back from their tables: match 2." in page
    assert "4 letters say that the draw is made anew." in page

    for _tap in range(2):
        sent = {"attempt": 1, "reason": "Two pairs were mixed up"}
        assert client.post(address("redraw", event), sent).status_code == 302
    event.refresh_from_db()
    assert (event.status, event.matches.count()) == (Event.Status.CHECK_IN, 0)


def test_after_the_first_hand_the_draw_stands_and_the_way_out_is_said(client):
    event = drawn_event(4)
    opened(match_of(event, 2))
    signed_in(client, event.club)
    assert "Make the draw anew" not in text_of(client.get(address("draw", event)))
    for answer in (
        client.get(address("redraw", event)),
        client.post(address("redraw", event), {"attempt": 1, "reason": "x"}),
    ):
        assert answer.status_code == 409
        assert "Match 2 has begun, so the draw stands." in text_of(answer)
        assert "is withdrawn" in text_of(answer)


def test_options_are_saved_until_the_list_is_closed(client):
    event = at_check_in(2)
    signed_in(client, event.club)
    wrong = client.post(address("draw-options", event), {"byes": "seeded"})
    assert (wrong.status_code, set(wrong.context["options"].errors)) == (422, {"byes"})
    sent = {"apart": "on", "byes": "drawn"}
    assert client.post(address("draw-options", event), sent).status_code == 302
    page = text_of(client.get(address("draw", event)))
    assert "The draw goes by: one club or family kept apart in round 1." in page
    assert "no two who have come share one" in page

    freeze_list(event, by=director_of(event.club))
    late = client.post(address("draw-options", event), {"byes": "drawn"})
    assert late.status_code == 409
    assert "Fixed since the list was closed." in text_of(late)


def test_seeds_are_typed_in_one_page_with_all_faults_at_once(client):
    event = at_check_in(3)
    one, two, three = event.entries.order_by("pk")
    signed_in(client, event.club)
    sent = {
        f"seed-{one.pk}": "1", f"apart-{one.pk}": "Leeds", f"seed-{two.pk}": "1",
        f"apart-{two.pk}": "", f"seed-{three.pk}": "x", f"apart-{three.pk}": "Leeds",
    }  # fmt: skip
    wrong = client.post(address("seeds", event), sent)
    assert wrong.status_code == 422
    assert faults(wrong) == {f"seed-{it.pk}" for it in (one, two, three)}
    assert typed(wrong, f"seed-{three.pk}") == "x"

    right = sent | {f"seed-{two.pk}": "2", f"seed-{three.pk}": ""}
    assert client.post(address("seeds", event), right).status_code == 302
    assert list(event.entries.order_by("pk").values_list("seed", "apart")) == [
        (1, "Leeds"), (2, ""), (None, "Leeds"),
    ]  # fmt: skip
    page = text_of(client.get(address("seeds", event)))
    assert "2 entries have a seed, but the draw does not use seeds." in page

    freeze_list(event, by=director_of(event.club))
    assert client.post(address("seeds", event), sent).status_code == 409


def test_looking_at_seeds_or_at_a_question_writes_nothing(client):
    event, draw = frozen(2)
    write = event.log.count()
    signed_in(client, event.club)
    for name in ("seeds", "set-aside", "redraw", "draw"):
        client.get(address(name, event))

    draw.refresh_from_db()
    assert (draw.state, event.log.count()) == (Draw.State.FROZEN, write)


def test_a_cancelled_event_says_that_its_list_was_never_drawn(client):
    event, _draw = frozen(2)
    Event.objects.filter(pk=event.pk).update(status="cancelled")
    signed_in(client, event.club)

    page = text_of(client.get(address("draw", event)))

    assert "and never drawn" in page
    assert ceremony_of(Event.objects.get(pk=event.pk)).next == ""


def test_the_page_of_the_draw_takes_as_many_queries_for_two_as_for_twelve(
    client, django_assert_num_queries
):
    for entries in (2, 12):
        event = at_check_in(entries)
        found = list(event.entries.all())
        lines = {entry.pk: Steer(str(n), "Leeds") for n, entry in enumerate(found, 1)}
        write_seeds(event, lines=lines, by=director_of(event.club))
        signed_in(client, event.club)
        client.get(address("draw", event))
        with django_assert_num_queries(10):
            client.get(address("draw", event))


@pytest.mark.everywhere
@pytest.mark.django_db(transaction=True)
def test_two_directors_who_press_at_the_same_moment_show_one_step_each_time():
    event, draw = frozen(16)
    directors = []
    for _each in range(2):
        client = Client()
        client.force_login(MembershipFactory(club=event.club).user)
        directors.append(client)
    begin_reveal(event, by=director_of(event.club))

    for seen in range(4):
        barrier, answers = threading.Barrier(2), [0, 0]

        def press(at, seen=seen, barrier=barrier, answers=answers):
            try:
                barrier.wait(10)
                sent = {"attempt": draw.attempt, "seen": seen}
                answers[at] = directors[at].post(address("reveal-next", event), sent).status_code
            finally:
                connection.close()

        threads = [threading.Thread(target=press, args=(at,)) for at in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert answers == [302, 302]
        assert len(reveal_of(event).steps) == seen + 1
