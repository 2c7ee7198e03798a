"""A director changes how a match ended: what follows is shown first, and nothing is lost."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.stage import drawn_event, match_of, opened, played, work
from tests.tournament.corrections_cast import finished_event, forfeited, seats, team
from tests.tournament.desk_cast import address, faults, signed_in, text_of, typed
from tournament.models import Match, Side

pytestmark = pytest.mark.django_db

WHY = "The sheet says so"


@pytest.fixture
def decided():
    """Four pairs, and the first of the two semi-finals is over."""
    event = drawn_event(4)
    played(match_of(event, 1))
    work()
    return event


def sent(client, event, number=1, **words):
    words = {"winner": "1", "reason": "played", "why": WHY} | words
    return client.post(address("result", event, number), words)


def test_the_page_says_how_it_stands_and_what_may_be_set(client, decided):
    signed_in(client, decided.club)
    page = client.get(address("result", decided, 1))

    first = match_of(decided, 1)
    choices = [label for _value, label in page.context["form"].fields["winner"].choices]
    assert choices == [
        str(team(first, 0)),
        str(team(first, 1)),
        "Nobody",
        "Void it: it is played again from the beginning",
    ]
    assert f"{team(first, 0)} <b>goes on</b>" in text_of(page)


def test_opening_the_form_writes_nothing(client, decided):
    signed_in(client, decided.club)
    rows = list(Match.objects.values()), list(Side.objects.values())

    with CaptureQueriesContext(
        connection,
    ) as seen:
        page = client.get(address("result", decided, 1))

    writing = [it["sql"] for it in seen if not it["sql"].startswith(("SELECT", "PRAGMA"))]
    assert (page.status_code, writing) == (200, [])
    assert (list(Match.objects.values()), list(Side.objects.values())) == rows


def test_a_correction_without_play_above_is_done_at_once_and_can_be_taken_back(client, decided):
    signed_in(client, decided.club)
    page = sent(client, decided)

    assert page.url == address("match", decided, 1)
    assert seats(decided, 3)[0] == team(match_of(decided, 1), 1)
    act = decided.acts.get()
    assert (act.key, act.by) == ("result_corrected", client.user)
    assert "can be taken back" in text_of(client.get(page.url))


def test_looking_first_shows_what_follows_and_changes_nothing(client, decided):
    signed_in(client, decided.club)
    first = match_of(decided, 1)
    page = sent(client, decided, look="1")

    assert page.status_code == 200
    assert f"Leaves: {team(first, 0)}. Enters: {team(first, 1)}." in text_of(page)
    assert match_of(decided, 1).winner == team(first, 0)

    follows = page.context["follows"]
    assert sent(client, decided, choice="replay", seen=follows.stamp).status_code == 302
    assert match_of(decided, 1).winner == team(first, 1)


def test_where_later_matches_have_begun_all_that_would_change_is_shown_first(client):
    """One tap flipped a decided match and what hung on it."""
    event = finished_event(8)
    signed_in(client, event.club)
    first = match_of(event, 1)
    old, new = team(first, 0), team(first, 1)

    page = sent(client, event)

    told = text_of(page)
    assert page.status_code == 422
    assert f"Match 1 Goes on: {new}." in told.replace("</dt><dd>", " ")
    assert f"Leaves: {old}. Enters: {new}. What was played is void, and its result with it." in told
    assert f"It is in play again. The title of {old} is taken back." in told
    assert ["Void and replay" in told, "Let it stand by ruling" in told, "Cancel" in told] == [
        True,
        True,
        True,
    ]
    assert [typed(page, name) for name in ("winner", "reason", "why")] == ["1", "played", WHY]
    assert (match_of(event, 1).winner, event.acts.count()) == (old, 0)


@pytest.mark.parametrize(
    ("choice", "place", "key"), [("replay", 1, "result_corrected"), ("stand", 0, "result_stands")]
)
def test_each_choice_is_done_from_the_page(client, choice, place, key):
    event = finished_event()
    signed_in(client, event.club)
    follows = sent(client, event).context["follows"]

    page = sent(client, event, choice=choice, seen=follows.stamp)

    assert page.status_code == 302
    assert event.acts.get().key == key
    assert match_of(event, 1).winner == team(match_of(event, 1), place)


def test_a_choice_from_an_old_page_is_shown_the_newer_one_with_what_was_typed(client):
    event = drawn_event(4)
    for number in (1, 2):
        played(match_of(event, number))
    work()
    signed_in(client, event.club)
    opened(match_of(event, 3))
    old = sent(client, event).context["follows"]
    played(match_of(event, 3), winner=1)

    page = sent(client, event, choice="replay", seen=old.stamp)

    newer = page.context["follows"]
    assert (page.status_code, newer.stamp != old.stamp) == (409, True)
    assert typed(page, "why") == WHY
    assert match_of(event, 1).winner == team(match_of(event, 1), 0)


def test_a_match_is_voided_and_played_again_from_the_page(client, decided):
    signed_in(client, decided.club)

    assert sent(client, decided, winner="again", reason="").status_code == 302

    first = match_of(decided, 1)
    assert (first.state, first.attempt) == (Match.State.READY, 2)
    assert "is played again" in text_of(client.get(address("match", decided, 1)))


def test_nobody_goes_on_from_the_page(client, decided):
    signed_in(client, decided.club)

    assert sent(client, decided, winner="nobody", reason="").status_code == 302

    assert match_of(decided, 1).winner is None
    assert seats(decided, 3)[0] == Side.Kind.NO_ONE


def test_every_fault_stands_at_its_field_and_what_was_typed_stays(client, decided):
    signed_in(client, decided.club)

    page = sent(client, decided, winner="", reason="", why="")
    assert (page.status_code, faults(page)) == (422, {"winner", "reason", "why"})
    page = sent(client, decided, winner="0", why="")
    assert (typed(page, "winner"), faults(page)) == ("0", {"why"})
    page = sent(client, decided, winner="9")
    assert (page.status_code, faults(page)) == (422, {"winner"})
    assert decided.acts.count() == 0


def test_a_match_that_cannot_be_corrected_says_what_to_do_and_offers_no_button(client):
    """A bye offered to be started, and the server fell over."""
    event = drawn_event(3)
    work()
    signed_in(client, event.club)
    for match in event.matches.all():
        looked, tried = (
            client.get(address("result", event, match.number)),
            sent(client, event, match.number),
        )
        assert (looked.status_code, tried.status_code) == (200, 409)
        for page in (looked, tried):
            assert "Correct the result</button>" not in page.content.decode()
            assert "See how it stands now" in text_of(page)


def test_only_a_director_corrects_results(client, decided):
    signed_in(client, decided.club, role="scorekeeper")

    assert client.get(address("result", decided, 1)).status_code == 403
    assert sent(client, decided).status_code == 403
    assert match_of(decided, 1).winner == team(match_of(decided, 1), 0)


def test_a_walkover_has_no_ruling_over_hands_to_offer(client):
    event = drawn_event(4)
    forfeited(match_of(event, 1), [0])
    signed_in(client, event.club)

    page = client.get(address("result", event, 1))
    assert [value for value, _label in page.context["form"].fields["reason"].choices] == [
        "walkover",
        "forfeit",
    ]
