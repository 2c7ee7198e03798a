"""What a changed result does to later matches, from a slot that swaps to the whole way up."""

import pytest

from relay.models import Letter
from tests.stage import at_a_table, director_of, drawn_event, enter_hand, match_of, opened, played
from tests.stage import work as errands
from tournament.models import Event, Match, Side
from tournament.refusals import ChoiceNeeded, ChoiceOutdated, Refusal
from tournament.services.cascade import Outcome, choose, consequences
from tournament.services.departures import award_walkover, forfeit, remove_team, withdraw_team
from tournament.services.locks import lock_event, lock_match

pytestmark = pytest.mark.django_db


def team(match, place):
    return match.sides.get(place=place).entry


def other_wins(match):
    """The outcome that the other of two teams has won."""
    loser = next(side.entry for side in match.sides.all() if side.entry_id != match.winner_id)
    return Outcome(loser, Match.Reason.PLAYED)


def chosen(match, outcome, choice="", seen="", why=""):
    """Choose under the locks, as a service does."""
    event = lock_event(match.event_id)
    match = lock_match(match.pk)
    return choose(match, outcome, choice=choice, seen=seen, by=director_of(event.club), why=why)


def replayed(match, outcome):
    """Choose to void and replay, from a preview just read."""
    match = match_of(match.event, match.number)
    return chosen(match, outcome, "replay", consequences(match, outcome).stamp)


def finished_event(entries=4, **words):
    """Play an event to its end; the upper team always wins."""
    event = drawn_event(entries, **words)
    errands()
    while match := event.matches.filter(state="ready").order_by("number").first():
        played(match)
        errands()
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED
    return event


def seats(event, number):
    """Who stands in a match, by place: a team, or the kind of the slot."""
    return [
        side.entry or side.kind
        for side in match_of(event, number).sides.select_related("entry").order_by("place")
    ]


def test_the_same_winner_moves_nothing_and_asks_nothing():
    """A fix that keeps the winner was refused because the next match had begun."""
    event = finished_event()
    first = match_of(event, 1)
    before = list(Match.objects.exclude(pk=first.pk).values())

    follows = consequences(first, Outcome(first.winner, Match.Reason.FORFEIT))
    assert (follows.changes, follows.needs_choice, follows.letters) == ((), False, ())
    assert chosen(first, Outcome(first.winner, Match.Reason.FORFEIT)) == "applied"

    assert match_of(event, 1).reason == Match.Reason.FORFEIT
    assert list(Match.objects.exclude(pk=first.pk).values()) == before
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED


def test_another_winner_takes_the_slot_above_while_play_has_not_begun_there():
    """A changed winner left the old one standing in the next match."""
    event = drawn_event(4)
    first = played(match_of(event, 1))
    errands()
    old, new = first.winner, other_wins(first).winner

    assert chosen(first, other_wins(first)) == "applied"

    assert seats(event, 3) == [new, Side.Kind.TO_BE_DECIDED]
    assert match_of(event, 1).winner == new
    assert not Side.objects.filter(event=event, round=2, entry=old).exists()
    kinds = Letter.objects.filter(fact__startswith=f"result_corrected:{first.pk}:")
    assert {letter.to for letter in kinds} == {old.email, new.email}


def test_a_match_that_was_called_is_called_anew_with_who_comes_now():
    event = drawn_event(4)
    first = played(match_of(event, 1))
    played(match_of(event, 2))
    errands()
    final = at_a_table(match_of(event, 3))
    table = final.table

    assert chosen(first, other_wins(first)) == "applied"

    final = match_of(event, 3)
    new = match_of(event, 1).winner
    assert (final.state, final.table, final.attempt) == (Match.State.CALLED, table, 1)
    assert seats(event, 3)[0] == new
    assert Letter.objects.filter(fact__startswith=f"you_play:{final.pk}:", to=new.email).exists()


def test_a_later_match_that_has_begun_asks_for_a_choice_and_names_all_that_follows():
    """Rescoring a match left the later rounds in contradiction."""
    event = finished_event(8)
    first = match_of(event, 1)

    with pytest.raises(ChoiceNeeded) as asked:
        chosen(first, other_wins(first))

    follows = asked.value.follows
    assert [change.match.number for change in follows.changes] == [5, 7]
    assert [(change.voids, change.then) for change in follows.changes] == [
        (True, "ready"),
        (True, "waiting"),
    ]
    semi, final = follows.changes
    assert (semi.leaving, semi.coming) == (first.winner, other_wins(first).winner)
    assert (final.leaving, final.coming) == (first.winner, None)
    assert follows.reopens_event
    assert follows.champion == first.winner
    assert {str(entry): kind for entry, kind in follows.letters} == {
        str(first.winner): "out",
        str(other_wins(first).winner): "on",
        str(team(match_of(event, 2), 0)): "again",
        str(team(match_of(event, 7), 1)): "again",
    }
    assert match_of(event, 5).state == Match.State.FINISHED


def test_void_and_replay_empties_the_way_up_to_the_final_and_the_event_goes_on():
    event = finished_event(8)
    first = match_of(event, 1)
    hands = [match_of(event, number).hand_number for number in (5, 7)]

    assert replayed(first, other_wins(first)) == "applied"

    event.refresh_from_db()
    assert (event.status, event.champion, event.finished_at) == (Event.Status.RUNNING, None, None)
    semi, final = match_of(event, 5), match_of(event, 7)
    assert (semi.state, semi.attempt, semi.winner) == (Match.State.READY, 2, None)
    assert (final.state, final.attempt, final.winner) == (Match.State.WAITING, 2, None)
    assert hands == [1, 1]
    assert (semi.hand_number, final.hand_number) == (0, 0)
    assert [side.games for side in semi.sides.all()] == [0, 0]
    assert semi.games.filter(attempt=1).count() == 1

    played(semi, winner=1)
    errands()
    played(match_of(event, 7))
    errands()
    event.refresh_from_db()
    assert (event.status, event.champion) == (Event.Status.FINISHED, team(semi, 1))


def test_to_stand_by_ruling_changes_the_match_alone():
    event = finished_event()
    first = match_of(event, 1)
    stamp = consequences(first, other_wins(first)).stamp
    others = list(Match.objects.exclude(pk=first.pk).values())

    assert chosen(first, other_wins(first), "stand", stamp, why="The final is over") == "stands"

    after = match_of(event, 1)
    assert (after.winner, after.by_ruling, after.ruling) == (
        first.winner,
        True,
        "The final is over",
    )
    assert list(Match.objects.exclude(pk=first.pk).values()) == others


def test_a_choice_made_from_an_older_preview_is_shown_the_newer_one():
    event = drawn_event(4)
    first = played(match_of(event, 1))
    played(match_of(event, 2))
    errands()
    game = opened(match_of(event, 3))
    seen = consequences(match_of(event, 1), other_wins(first)).stamp
    enter_hand(game, 1)

    with pytest.raises(ChoiceOutdated) as refused:
        chosen(first, other_wins(first), "replay", seen)

    newer = refused.value.follows
    assert (refused.value.code, newer.stamp != seen) == ("corrected_meanwhile", True)
    assert match_of(event, 3).winner is not None
    assert chosen(first, other_wins(first), "replay", newer.stamp) == "applied"


def test_a_word_that_is_no_choice_is_refused():
    event = finished_event()
    with pytest.raises(Refusal) as refused:
        chosen(match_of(event, 1), other_wins(match_of(event, 1)), "perhaps")
    assert set(refused.value.fields) == {"choice"}


def test_a_match_in_play_above_is_called_anew_at_its_table():
    event = drawn_event(4)
    first = played(match_of(event, 1))
    played(match_of(event, 2))
    errands()
    opened(match_of(event, 3))
    table = match_of(event, 3).table

    assert replayed(first, other_wins(first)) == "applied"

    final = match_of(event, 3)
    assert (final.state, final.table, final.attempt) == (Match.State.CALLED, table, 2)
    assert seats(event, 3)[0] == match_of(event, 1).winner


def test_a_walkover_that_came_by_itself_is_settled_anew_without_a_choice():
    """Rescoring broke where the neighbour was a walkover."""
    event = drawn_event(4)
    by = director_of(event.club)
    first, second = played(match_of(event, 1)), played(match_of(event, 2))
    withdraw_team(second.winner, by=by)
    errands()
    final = match_of(event, 3)
    assert (final.reason, final.winner) == (Match.Reason.WALKOVER, first.winner)
    other = other_wins(second).winner

    assert chosen(second, other_wins(second)) == "applied"

    final = match_of(event, 3)
    event.refresh_from_db()
    assert (final.state, final.winner, final.attempt) == (Match.State.READY, None, 1)
    assert seats(event, 3) == [first.winner, other]
    assert (event.status, event.champion) == (Event.Status.RUNNING, None)


def test_a_walkover_that_staff_gave_above_is_not_taken_away_without_a_choice():
    event = drawn_event(4)
    first = played(match_of(event, 1))
    played(match_of(event, 2))
    errands()
    award_walkover(match_of(event, 3), absent=[1], by=director_of(event.club))
    errands()

    with pytest.raises(ChoiceNeeded):
        chosen(first, other_wins(first))


def test_nobody_goes_on_and_the_match_above_is_won_by_who_waits_there():
    event = drawn_event(4)
    played(match_of(event, 1))
    second = played(match_of(event, 2))
    errands()

    assert chosen(match_of(event, 1), Outcome(None, Match.Reason.DOUBLE_FORFEIT)) == "applied"

    event.refresh_from_db()
    final = match_of(event, 3)
    assert seats(event, 3)[0] == Side.Kind.NO_ONE
    assert (final.reason, final.winner) == (Match.Reason.WALKOVER, second.winner)
    assert (event.status, event.champion) == (Event.Status.FINISHED, second.winner)


def test_a_team_that_has_left_since_comes_up_marked_and_the_other_goes_on():
    event = drawn_event(4)
    first = played(match_of(event, 1))
    second = played(match_of(event, 2))
    errands()
    loser = other_wins(first).winner
    withdraw_team(loser, by=director_of(event.club))

    assert chosen(match_of(event, 1), other_wins(first)) == "applied"

    event.refresh_from_db()
    final = match_of(event, 3)
    seat = final.sides.get(place=0)
    assert (seat.entry, seat.gone, seat.gone_for) == (loser, True, Match.Reason.WITHDRAWAL)
    assert (final.reason, event.champion) == (Match.Reason.WALKOVER, second.winner)


def test_a_removed_team_is_out_of_its_slots_to_come_until_it_stands_there_no_more():
    """Whoever was disqualified had to be forfeited by hand in each later match."""
    event = drawn_event(4)
    first, second = played(match_of(event, 1)), played(match_of(event, 2))
    errands()
    out, other = first.winner, other_wins(first).winner
    remove_team(out, by=director_of(event.club))
    errands()
    event.refresh_from_db()
    assert (match_of(event, 3).winner, event.champion) == (second.winner, second.winner)

    assert replayed(first, other_wins(first)) == "applied"

    final = match_of(event, 3)
    assert seats(event, 3) == [other, second.winner]
    assert (final.state, final.sides.filter(gone=True).count()) == (Match.State.READY, 0)


def test_a_final_with_another_winner_has_another_champion():
    event = finished_event()
    final = match_of(event, 3)
    other = other_wins(final).winner

    assert chosen(final, other_wins(final)) == "applied"

    event.refresh_from_db()
    assert (event.status, event.champion) == (Event.Status.FINISHED, other)
    assert event.log.filter(key="champion").count() == 2


def test_a_match_to_be_played_on_goes_back_to_its_table_and_the_slot_is_open_again():
    event = drawn_event(4)
    first = played(match_of(event, 1))
    errands()

    assert chosen(first, Outcome(None, "", goes_on=True)) == "applied"

    first = match_of(event, 1)
    assert (first.state, first.winner, first.game_number) == (Match.State.PLAYING, None, 1)
    assert first.advanced_at is None
    assert seats(event, 3)[0] == Side.Kind.TO_BE_DECIDED


def test_a_match_to_be_played_on_whose_table_is_taken_waits_for_one():
    event = drawn_event(4, tables=1)
    first = played(match_of(event, 1))
    errands()
    opened(match_of(event, 2))

    assert chosen(first, Outcome(None, "", goes_on=True)) == "applied"

    first = match_of(event, 1)
    assert (first.state, first.table, first.game_number) == (Match.State.READY, None, 1)


def test_a_half_that_both_forfeited_comes_back_to_life_up_to_the_final():
    event = drawn_event(8)
    by = director_of(event.club)
    for number in (1, 2):
        forfeit(match_of(event, number), sides=[0, 1], by=by)
    errands()
    assert match_of(event, 5).reason == Match.Reason.NO_ONE

    first = match_of(event, 1)
    assert chosen(first, Outcome(team(first, 1), Match.Reason.FORFEIT)) == "applied"

    semi = match_of(event, 5)
    assert (semi.reason, semi.winner) == (Match.Reason.WALKOVER, team(first, 1))
    assert seats(event, 7)[0] == team(first, 1)


def test_a_table_of_three_swaps_one_of_its_three():
    event = drawn_event(9, variant="cutthroat")
    errands()
    first = match_of(event, 1)
    for number in (1, 2, 3):
        table = match_of(event, number)
        award_walkover(table, absent=[1, 2], by=director_of(event.club))
    errands()
    assert match_of(event, 4).state == Match.State.READY

    new = team(first, 2)
    assert chosen(first, Outcome(new, Match.Reason.WALKOVER)) == "applied"
    assert seats(event, 4)[0] == new
    assert match_of(event, 4).state == Match.State.READY


def test_consequences_read_the_bracket_in_two_statements(django_assert_num_queries):
    event = finished_event(8)
    first = match_of(event, 1)
    outcome = other_wins(first)

    with django_assert_num_queries(2):
        consequences(first, outcome)
