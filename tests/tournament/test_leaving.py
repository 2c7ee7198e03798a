"""What becomes of the slots of a team that leaves: those it plays in and those it waits in."""

import pytest

from scoring.models import Hand
from tests.stage import (
    director_of,
    drawn_event,
    enter_hand,
    entered,
    match_of,
    open_event,
    opened,
    played,
    work,
)
from tournament.models import Act, Entry, Event, Match, Person, Side
from tournament.refusals import Refusal, Stale
from tournament.services.departures import (
    award_walkover,
    consequences,
    forfeit,
    remove_team,
    withdraw_team,
)
from tournament.services.draw import draw_bracket, freeze_list
from tournament.services.entries import check_in, enter_pair, undo_check_in
from tournament.services.events import open_check_in

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


def team(match, place=0):
    return match.sides.get(place=place).entry


def gone(match):
    return [(side.place, side.gone_for) for side in match.sides.order_by("place") if side.gone]


def test_one_act_resolves_the_slots_of_a_team_now_and_later():
    """A team that was taken out had to be forfeited again in every later match."""
    event = drawn_event(3)
    work()
    final = event.matches.get(above=None)
    waiting = final.sides.exclude(entry=None).get().entry

    withdraw_team(waiting, by=director_of(event.club))

    other = played(event.matches.get(round=1, state=Match.State.READY))
    work()
    event.refresh_from_db()
    final.refresh_from_db()
    assert gone(final) == [(final.sides.get(entry=waiting).place, "withdrawal")]
    assert (final.reason, event.champion, Act.objects.count()) == ("walkover", other.winner, 1)


def test_a_winner_whom_no_worker_has_seated_is_out_of_the_slot_above_as_well():
    event = drawn_event(4)
    winner = played(match_of(event, 1)).winner
    withdraw_team(winner, by=director_of(event.club))
    assert gone(match_of(event, 3)) == [(0, "withdrawal")]


def test_only_the_team_that_folds_is_marked():
    """When one team folded, its open matches were written down as lost by both."""
    event = drawn_event(4)
    match = match_of(event, 1)
    folds, stays = team(match, 1), team(match, 0)
    remove_team(folds, by=director_of(event.club))
    match = match_of(event, 1)
    assert (match.reason, match.winner, gone(match)) == ("removal", stays, [(1, "removal")])


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (lambda match, by: award_walkover(match, absent=[0], by=by), "walkover"),
        (lambda match, by: forfeit(match, sides=[0], by=by), "forfeit"),
        (lambda match, by: withdraw_team(team(match), by=by), "withdrawal"),
        (lambda match, by: remove_team(team(match), by=by), "removal"),
    ],
)
def test_whoever_goes_on_is_seated_by_the_act_itself(act, reason):
    """A forfeit did not count as won, and the next round stood still."""
    event = drawn_event(4)
    by = director_of(event.club)
    act(match_of(event, 1), by)
    match = match_of(event, 1)
    assert (match.reason, gone(match)) == (reason, [(0, reason)])
    assert team(match_of(event, 3)) == match.winner
    work()
    assert event.log.filter(match=match, key=f"closed_{reason}").count() == 1


def test_removal_in_the_middle_of_a_round_keeps_every_hand():
    """Removing somebody mid-round left a match nobody could score, and took its history away."""
    event = drawn_event(4, target_score=500)
    match = match_of(event, 1)
    enter_hand(opened(match))
    remove_team(team(match), by=director_of(event.club))
    match = match_of(event, 1)
    assert (match.is_open, Hand.objects.filter(game__match=match).count()) == (False, 1)


def test_a_forfeit_counts_as_won_all_the_way_to_the_title():
    """A match won by forfeit was left out where places were worked out."""
    event = drawn_event(4)
    by = director_of(event.club)
    first = forfeit(match_of(event, 1), sides=[1], by=by).winner
    forfeit(match_of(event, 2), sides=[1], by=by)
    forfeit(match_of(event, 3), sides=[1], by=by)
    event.refresh_from_db()
    assert (event.status, event.champion) == (Event.Status.FINISHED, first)


def test_a_loser_who_leaves_is_out_of_the_match_for_the_third_place_as_well():
    event = entered(open_event(), 4)
    Event.objects.filter(pk=event.pk).update(third_place=True)
    by = director_of(event.club)
    draw_bracket(open_check_in(event, by=by), by=by, everyone=True)
    loser = team(played(match_of(event, 1)), 1)

    withdraw_team(loser, by=by)

    third = event.matches.get(for_third=True)
    assert gone(third) == [(third.sides.get(entry=loser).place, "withdrawal")]


def test_the_preview_tells_of_the_match_for_the_third_place_too():
    event = entered(open_event(), 4)
    Event.objects.filter(pk=event.pk).update(third_place=True)
    by = director_of(event.club)
    draw_bracket(open_check_in(event, by=by), by=by, everyone=True)
    match = match_of(event, 1)
    final, third = match.above.number, event.matches.get(for_third=True).number
    first, second = team(match, 0), team(match, 1)
    assert consequences(match, [1]) == [
        f"{first} will go on to match {final}. {second} will be out.",
        f"Match {third}, for the third place, goes on without {second} as well.",
    ]
    assert len(consequences(match, [0, 1])) == 1


def test_leaving_and_entering_again_brings_neither_a_bye_nor_a_place():
    """Whoever left and came back after the draw was paired into a free win."""
    event = drawn_event(3)
    by = director_of(event.club)
    entry = team(event.matches.get(round=1, state=Match.State.READY))
    people = [player.person.name for player in entry.players.all()]
    withdraw_team(entry, by=by)
    with pytest.raises(Refusal) as refused:
        enter_pair(
            event,
            name=entry.name,
            first=people[0],
            second=people[1],
            email="",
            entry_key="6f1c2f1e-1c1e-4f0a-9d6e-0d1c8c3f5a11",
            by=by,
        )
    assert refused.value.code == "registration_closed"
    assert event.entries.filter(name=entry.name, state=Entry.State.ENTERED).count() == 0
    assert Side.objects.filter(event=event, kind=Side.Kind.BYE).count() == 1


def test_who_has_come_when_the_list_closes_is_who_is_drawn():
    """Those who had come stood on the sheet as missing, and the missing as there."""
    event = entered(open_event(), 4)
    by = director_of(event.club)
    open_check_in(event, by=by)
    come = list(event.entries.order_by("name")[:3])
    for entry in come:
        check_in(entry, by=by)
    draw = freeze_list(event, by=by)

    for change in (check_in, undo_check_in):
        with pytest.raises(Stale) as lost:
            change(event.entries.get(name="Pair 4"), by=by)
        assert lost.value.code == "list_is_closed"
    draw_bracket(event, by=by)
    drawn = {side.entry for side in Side.objects.filter(event=event, round=1) if side.entry}
    assert (drawn, {line["id"] for line in draw.entries}) == (
        set(come),
        {entry.ref for entry in come},
    )


def test_removing_from_the_event_bars_nobody():
    """The only way to take a player out of an event was to expel him from the club."""
    event = drawn_event(4)
    entry = team(match_of(event, 1))
    remove_team(entry, by=director_of(event.club))
    assert not Person.objects.filter(played__entry=entry, barred_at__isnull=False).exists()


def test_the_same_form_sent_twice_is_one_act():
    event = drawn_event(4)
    by, key = director_of(event.club), "6f1c2f1e-1c1e-4f0a-9d6e-0d1c8c3f5a12"
    award_walkover(match_of(event, 1), absent=[0], by=by, entry_key=key)
    again = award_walkover(match_of(event, 1), absent=[0], by=by, entry_key=key)
    assert (again.reason, Act.objects.count()) == ("walkover", 1)


def test_nobody_withdraws_who_has_already_won_it_all():
    event = drawn_event(4)
    by = director_of(event.club)
    withdraw_team(played(match_of(event, 1)).winner, by=by)
    champion = played(match_of(event, 2)).winner
    with pytest.raises(Stale) as lost:
        withdraw_team(champion, by=by)
    assert lost.value.code == "event_is_over"
