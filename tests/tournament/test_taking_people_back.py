"""Walkovers, withdrawals and substitutes taken back: whole, and as if they had never been."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils.timezone import now

from tests.stage import (
    at_a_table,
    director_of,
    drawn_event,
    entered,
    match_of,
    open_event,
    played,
    work,
)
from tests.tournament.desk_cast import address, signed_in, text_of
from tournament.models import Act, Match, Side
from tournament.refusals import Stale
from tournament.services.bulk import award_walkovers, withdraw_entries
from tournament.services.calls import call_tables
from tournament.services.departures import award_walkover, withdraw_team
from tournament.services.draw import draw_bracket, freeze_list
from tournament.services.entries import enter_pair
from tournament.services.events import open_check_in
from tournament.services.substitutes import seat_substitute
from tournament.services.undo import take_back

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


def team(match, place=0):
    return match.sides.get(place=place).entry


def gone(match):
    return [(side.place, side.gone_for) for side in match.sides.order_by("place") if side.gone]


@pytest.mark.parametrize("tables", [0, 1])
def test_a_walkover_is_taken_back_as_if_it_had_never_been(tables):
    """A forfeit entered by mistake could not be undone."""
    event = drawn_event(4, tables=tables)
    by = director_of(event.club)
    before = Side.objects.filter(event=event).order_by("pk").values("entry", "gone", "gone_for")
    stood = list(before)
    award_walkover(match_of(event, 1), absent=[0], by=by)

    take_back(Act.objects.get(), entry_key=uuid4(), by=by)

    assert list(before.all()) == stood
    match = match_of(event, 1)
    assert (match.state, match.winner, match.advanced_at) == ("ready", None, None)
    assert call_tables(event.pk) == 0


def test_a_team_that_left_by_mistake_comes_back():
    event = drawn_event(4)
    by = director_of(event.club)
    entry = team(match_of(event, 1))
    withdraw_team(entry, by=by)
    take_back(Act.objects.get(), entry_key=uuid4(), by=by)
    entry.refresh_from_db()
    assert (entry.state, entry.left_at, gone(match_of(event, 1))) == ("entered", None, [])


def test_a_walkover_is_followed_by_the_way_back_for_a_minute(client):
    """A forfeit was entered for the wrong team, and the way back was three pages away."""
    event = drawn_event(4)
    client = signed_in(client, event.club, role="scorekeeper")
    page = client.post(address("end", event, 1, "walkover", "a"), follow=True)
    back = reverse("hands:take-back-act", args=[event.slug, 1])
    assert f'<a href="{back}">Take it back</a>' in text_of(page)
    assert client.get(back).status_code == 200
    client.post(back, {"entry_key": uuid4()})
    assert (match_of(event, 1).state, gone(match_of(event, 1))) == ("ready", [])


def test_a_walkover_given_an_hour_ago_is_not_offered_beside_another_act(client):
    event = drawn_event(4)
    client = signed_in(client, event.club)
    client.post(address("end", event, 1, "walkover", "a"))
    again = client.post(address("end", event, 1, "walkover", "a"), follow=True)
    Act.objects.update(key="removal")
    assert again.status_code == 200
    page = client.post(address("end", event, 2, "walkover", "a"), follow=True)
    assert text_of(page).count("Take it back</a>") == 1


def test_all_walkovers_of_one_list_are_taken_back_at_once():
    """A list of walkovers given by mistake had to be corrected match by match."""
    event = drawn_event(8, tables=2)
    by = director_of(event.club)
    for number in (1, 2):
        at_a_table(match_of(event, number))
    act = award_walkovers(event, {1: [0], 2: [1]}, count=2, by=by, entry_key=uuid4())

    take_back(act, entry_key=uuid4(), by=by)

    assert [gone(match_of(event, number)) for number in (1, 2)] == [[], []]
    assert [match_of(event, number).is_open for number in (1, 2)] == [True, True]
    assert not match_of(event, 1).above.sides.filter(kind=Side.Kind.TEAM).exists()


def test_all_withdrawals_of_one_list_are_taken_back_at_once():
    """Everybody was taken out by one press, and nobody could be brought back."""
    event = drawn_event(4)
    by = director_of(event.club)
    two = list(event.entries.order_by("name").values_list("pk", flat=True)[:2])
    act = withdraw_entries(event, two, count=2, by=by, entry_key=uuid4())
    take_back(act, entry_key=uuid4(), by=by)
    assert event.entries.filter(state="entered").count() == 4
    assert [match.is_open for match in event.matches.all()] == [True, True, True]


def test_withdrawals_before_the_draw_are_taken_back_with_their_people():
    event = entered(open_event(), 3)
    by = director_of(event.club)
    two = list(event.entries.order_by("name").values_list("pk", flat=True)[:2])
    act = withdraw_entries(event, two, count=2, by=by, entry_key=uuid4())
    take_back(act, entry_key=uuid4(), by=by)
    assert event.entries.filter(state="entered", left_at=None).count() == 3
    assert event.players.filter(active=True).count() == 6


def test_nobody_comes_back_onto_a_list_that_is_closed():
    event = entered(open_event(), 4)
    by = director_of(event.club)
    two = list(event.entries.order_by("name").values_list("pk", flat=True)[:2])
    act = withdraw_entries(event, two, count=2, by=by, entry_key=uuid4())
    open_check_in(event, by=by)
    freeze_list(event, by=by, everyone=True)
    with pytest.raises(Stale):
        take_back(act, entry_key=uuid4(), by=by)
    assert event.entries.filter(state="entered").count() == 2


def test_a_substitute_gives_the_seat_back():
    event = drawn_event(4)
    by = director_of(event.club)
    entry = team(match_of(event, 1))
    before = list(entry.players.filter(active=True).values_list("person__name", flat=True))
    leaves = entry.players.order_by("place").last()
    seat_substitute(entry, leaves=leaves, comes="Cleo", by=by, entry_key=uuid4())

    take_back(Act.objects.get(), entry_key=uuid4(), by=by)

    after = entry.players.filter(active=True).values_list("person__name", flat=True)
    assert list(after) == before


def test_a_player_who_sits_elsewhere_by_now_does_not_come_back_twice():
    event = drawn_event(4)
    by = director_of(event.club)
    first, second = team(match_of(event, 1)), team(match_of(event, 2))
    leaves = first.players.order_by("place").last()
    seat_substitute(first, leaves=leaves, comes="Cleo", by=by, entry_key=uuid4())
    act = Act.objects.get()
    other = second.players.order_by("place").last()
    seat_substitute(second, leaves=other, comes=leaves.person, by=by, entry_key=uuid4())

    with pytest.raises(Stale) as lost:
        take_back(act, entry_key=uuid4(), by=by)
    told = f"{leaves.person.name} plays in {second.name} now. Take that back first."
    assert str(lost.value) == told


def test_a_team_whose_name_is_taken_by_now_does_not_come_back():
    event = entered(open_event(), 2)
    by = director_of(event.club)
    pair = event.entries.get(name="Pair 1")
    act = withdraw_entries(event, [pair.pk], count=1, by=by, entry_key=uuid4())
    enter_pair(event, name="Pair 1", first="Cleo", second="Dan", email="", entry_key=uuid4(), by=by)
    with pytest.raises(Stale) as lost:
        take_back(act, entry_key=uuid4(), by=by)
    assert str(lost.value) == "There is another Pair 1 in the event now."


def test_a_withdrawal_on_which_play_stands_is_not_taken_back():
    event = drawn_event(4)
    by = director_of(event.club)
    withdraw_team(team(match_of(event, 1)), by=by)
    played(match_of(event, 2))
    work()
    played(Match.objects.get(event=event, above=None))
    with pytest.raises(Stale) as lost:
        take_back(Act.objects.get(key="withdrawal"), entry_key=uuid4(), by=by)
    assert lost.value.code == "cannot_be_undone"


def test_nobody_comes_back_into_a_bracket_that_was_drawn_without_them():
    """A withdrawal taken back after the draw left a pair in the event, and in no match at all."""
    event = entered(open_event(), 5)
    by = director_of(event.club)
    open_check_in(event, by=by)
    entry = event.entries.order_by("pk").first()
    act = withdraw_entries(event, [entry.pk], count=1, by=by, entry_key=uuid4())
    draw_bracket(event, by=by, everyone=True)
    with pytest.raises(Stale) as refused:
        take_back(act, entry_key=uuid4(), by=by)
    assert str(refused.value) == (
        "The bracket was drawn without Pair 1. Nobody comes into it any more."
    )
    entry.refresh_from_db()
    assert (entry.state, entry.sides.count()) == ("withdrawn", 0)


def test_whoever_is_barred_does_not_come_back_by_taking_an_act_back():
    """A removal barred somebody for good, and taking it back seated them all the same."""
    event = drawn_event(4)
    by = director_of(event.club)
    entry = team(match_of(event, 1))
    withdraw_team(entry, by=by)
    person = entry.players.order_by("place").first().person
    person.barred_at = now()
    person.save()
    with pytest.raises(Stale) as refused:
        take_back(Act.objects.get(), entry_key=uuid4(), by=by)
    entry.refresh_from_db()
    assert (refused.value.code, entry.state) == ("cannot_be_undone", "withdrawn")
    assert str(refused.value).startswith(f"{person.name} may no longer play at the events of ")


def test_a_seat_that_was_given_on_is_taken_back_in_turn():
    """Two substitutes followed each other, and the first could be taken back: two sat in one."""
    event = drawn_event(2)
    event.substitutes = event.Substitutes.FREE
    event.save()
    by = director_of(event.club)
    entry = team(match_of(event, 1))
    acts = []
    for name in ("Zoe New", "Yan New"):
        leaves = entry.players.get(active=True, place=1)
        seat_substitute(entry, leaves=leaves, comes=name, by=by, entry_key=uuid4())
        acts.append(event.acts.get(number=len(acts) + 1))
    with pytest.raises(Stale, match="Act 2 was done after it and stands on it"):
        take_back(acts[0], entry_key=uuid4(), by=by)
    for act in reversed(acts):
        take_back(act, entry_key=uuid4(), by=by)
    seated = entry.players.filter(active=True).order_by("place")
    first = entry.players.order_by("pk").first()
    assert (seated.count(), seated.first()) == (2, first)
