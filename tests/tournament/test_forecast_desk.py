"""When the evening will end: at the desk while it is played, and at the set-up before."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils.timezone import now

from tests.factories import ClubFactory
from tests.stage import at_a_table, drawn_event, entered, match_of, open_event, opened, played, work
from tests.tournament.desk_cast import address, signed_in, text_of
from tests.tournament.test_desk_setup import WORDS, new
from tournament.day_plan import length_words
from tournament.models import Event, Match
from tournament.queries.outlook import outlook_of

pytestmark = pytest.mark.django_db
FULL = {"best_of": 1, "target_score": 500}
FIRST_DEAL = datetime(2026, 9, 5, 18, 0, tzinfo=UTC)


def minutes_to_end(event, tables=4, at=None):
    at = at or now()
    return (outlook_of(event, tables=tables, now=at).expected - at).total_seconds() / 60


def running(entries=4, **words):
    """An event whose first deal has passed."""
    event = drawn_event(entries, **(FULL | words))
    Event.objects.filter(pk=event.pk).update(starts_at=now() - timedelta(hours=1))
    event.refresh_from_db()
    return event


def in_play(event, number, *, minutes, hand, points=(0, 0), game=1, games=(0, 0)):
    """Let a match be so far: begun so many minutes ago, its last hand just in."""
    opened(match_of(event, number))
    moment = now()
    Match.objects.filter(event=event, number=number).update(
        state="playing",
        game_number=game,
        hand_number=hand,
        started_at=moment - timedelta(minutes=minutes),
        hand_at=moment,
    )
    for side, scored, won in zip(
        match_of(event, number).sides.order_by("place"), points, games, strict=True
    ):
        side.points, side.games = scored, won
        side.save()


@pytest.mark.parametrize("entries", [4, 16])
def test_the_outlook_takes_two_queries_however_many_matches(entries, django_assert_num_queries):
    event = running(entries)
    with django_assert_num_queries(2):
        assert outlook_of(event, tables=4, now=now())


def test_nobody_says_when_an_event_ends_that_is_not_drawn_or_over_or_has_no_table():
    event = running(2)
    assert outlook_of(event, tables=0, now=now()) is None
    assert outlook_of(open_event(), tables=3, now=now()) is None
    played(match_of(event, 1))
    assert outlook_of(event, tables=3, now=now()) is None
    work()
    event.refresh_from_db()
    assert outlook_of(event, tables=3, now=now()) is None


def test_a_game_to_500_takes_about_an_hour_and_each_round_adds_one():
    assert 50 < minutes_to_end(running(2)) < 75
    assert 110 < minutes_to_end(running(4)) < 150


def test_an_event_that_has_not_begun_is_reckoned_from_its_first_deal():
    event = drawn_event(2, **FULL)
    ahead = outlook_of(event, tables=1, now=FIRST_DEAL - timedelta(hours=5))
    assert ahead.early > FIRST_DEAL


def test_points_already_made_bring_the_end_nearer():
    event = running(2)
    in_play(event, 1, minutes=42, hand=7, points=(390, 250))
    assert 5 <= minutes_to_end(event) < 20


def test_games_already_won_bring_the_end_nearer():
    event = running(2, best_of=3)
    in_play(event, 1, minutes=60, hand=1, game=2, games=(1, 0), points=(50, 40))
    ahead = minutes_to_end(event)
    in_play_again = match_of(event, 1).sides.order_by("place")[1]
    in_play_again.games = 1
    in_play_again.save()
    assert minutes_to_end(event) < ahead


def test_a_slow_hall_ends_later_than_a_quick_one():
    slow, quick = running(8), running(8)
    for number in (1, 2, 3):
        in_play(slow, number, minutes=100, hand=8, points=(300, 200))
        in_play(quick, number, minutes=32, hand=8, points=(300, 200))
    assert minutes_to_end(slow) > minutes_to_end(quick) * 1.3


def test_the_table_that_holds_everything_up_is_named():
    event = running(4)
    in_play(event, 1, minutes=48, hand=8, points=(450, 300))
    at_a_table(match_of(event, 2))
    outlook = outlook_of(event, tables=2, now=now())
    assert outlook.holds_up == match_of(event, 2)


def test_the_clock_of_a_round_is_heeded():
    plain, timed = running(4), running(4)
    Event.objects.filter(pk=timed.pk).update(round_rules={"1": {"minutes": 10}})
    timed.refresh_from_db()
    assert minutes_to_end(timed) < minutes_to_end(plain) - 30


def test_the_overview_says_when_it_ends_and_who_holds_it_up(client):
    event = running(4, tables=2)
    signed_in(client, event.club)
    at_a_table(match_of(event, 1))
    page = text_of(client.get(address("tables", event)))
    assert "Expected end <b class=" in page
    assert "holds everything up" in page
    assert "The hall closes" not in page


@pytest.mark.parametrize(
    ("hours", "said"),
    [(1, "that is too late"), (2.5, "it may not be enough"), (9, None)],
)
def test_the_overview_warns_of_a_hall_that_closes(client, hours, said):
    event = running(4, tables=2)
    signed_in(client, event.club)
    Event.objects.filter(pk=event.pk).update(ends_by=now() + timedelta(hours=hours))
    page = text_of(client.get(address("tables", event)))
    assert ("The hall closes" in page) == (said is not None)
    assert (said or "Expected end") in page


def test_an_event_that_is_over_has_no_expected_end(client):
    event = running(2, tables=1, target_score=100)
    signed_in(client, event.club)
    played(match_of(event, 1))
    work()
    assert "Expected end" not in text_of(client.get(address("tables", event)))


# The set-up

DAY = WORDS | {
    "places": "16",
    "tables": "8",
    "best_of": "3",
    "target_score": "500",
    "starts_at": "2026-11-14T10:00",
    "check_in_from": "",
    "check_in_until": "",
    "ends_by": "2026-11-14T19:00",
}


@pytest.fixture
def club(client):
    club = ClubFactory()
    signed_in(client, club)
    return club


def test_asking_how_long_it_takes_reckons_from_the_form_and_saves_nothing(client, club):
    response = client.post(new(club), DAY | {"reckon": "1"})
    assert response.status_code == 200
    page = text_of(response)
    assert "The event does not fit the day." in page
    assert "What would help:" in page
    assert "One game a match: end" in page
    assert Event.objects.count() == 0


def test_what_is_typed_anew_is_reckoned_anew(client, club):
    single = text_of(client.post(new(club), DAY | {"reckon": "1", "best_of": "1"}))
    assert "16 entries: expected end" in single
    assert "fit the day" not in single


def test_what_helps_ends_before_the_hall_closes(client, club):
    plan = client.post(new(club), DAY | {"reckon": "1"}).context["plan"]
    assert plan.outlook.is_too_late
    assert [words for words, _it in plan.helps] == [
        "One game a match",
        "Games to 300",
        "A clock of 40 minutes a game",
    ]
    assert all(it.expected <= plan.ends_by for _words, it in plan.helps)


def test_where_nothing_alone_helps_everything_at_once_is_told(client, club):
    late = DAY | {"reckon": "1", "places": "64", "tables": "4", "ends_by": "2026-11-14T14:00"}
    plan = client.post(new(club), late).context["plan"]
    words, _it = plan.helps[0]
    changes = "One game a match · Games to 300 · A clock of 40 minutes a game · 32 tables"
    assert (len(plan.helps), words) == (1, f"Only all at once ({changes})")


def test_more_tables_are_proposed_where_there_are_too_few(client, club):
    few = DAY | {"reckon": "1", "best_of": "1", "tables": "1", "ends_by": "2026-11-14T18:00"}
    plan = client.post(new(club), few).context["plan"]
    assert "8 tables" in [words for words, _it in plan.helps]


def test_a_form_with_faults_is_reckoned_as_far_as_it_can_be_read(client, club):
    response = client.post(new(club), DAY | {"reckon": "1", "name": ""})
    assert response.status_code == 422
    assert response.context["plan"].entries == 16
    unread = client.post(new(club), DAY | {"reckon": "1", "places": "many"})
    assert unread.context["plan"] is None
    assert "Say how many places and tables there are" in text_of(unread)


def test_the_set_up_page_reckons_with_what_is_stored(client, club):
    event = entered(open_event(club=club, tables=4, best_of=3, target_score=500), 5)
    page = client.get(address("setup", event))
    assert page.context["plan"].entries == 5
    assert "5 entries: expected end" in text_of(page)
    asked = {name: it for name, it in DAY.items() if name != "tables"} | {"reckon": "1"}
    assert client.post(address("setup", event), asked).context["plan"].entries == 16
    event.refresh_from_db()
    assert event.places is None


def test_the_end_of_a_long_day_has_its_date(client, club):
    page = text_of(client.post(new(club), DAY | {"reckon": "1", "starts_at": "2026-11-14T18:30"}))
    assert "15 Nov, 0" in page


def test_tables_of_three_are_reckoned_as_they_are_drawn(client):
    event = entered(open_event(variant="cutthroat", tables=3, target_score=500), 13)
    signed_in(client, event.club)
    plan = client.get(address("setup", event)).context["plan"]
    assert plan.outlook.expected > plan.starts_at + timedelta(hours=3)


def test_a_drawn_event_is_not_planned_any_more(client):
    event = drawn_event(4)
    signed_in(client, event.club)
    page = client.get(address("setup", event))
    assert page.context["plan"] is None
    assert "How long it will take" not in text_of(page)


def test_each_round_says_how_long_its_matches_take(client):
    event = drawn_event(4, best_of=3, target_score=500)
    Event.objects.filter(pk=event.pk).update(round_rules={"2": {"best_of": 1, "minutes": 40}})
    signed_in(client, event.club)
    page = text_of(client.get(address("rounds", event)))
    assert "A match takes about 2 h 25." in page
    assert "A match takes about 45 min." in page


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"best_of": 1, "target_score": 50}, "about 5 min"),
        ({"best_of": 1, "target_score": 500, "minutes": 54, "time_up": "stop"}, "about 55 min"),
        ({"best_of": 1, "target_score": 520}, "about 1 h"),
    ],
)
def test_a_length_is_told_in_hours_and_minutes(options, words):
    assert length_words(open_event(**options).rule_set) == words
