"""The bracket worked out from its facts: equal to the rows, and any row that lies is named."""

import random
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from scoring.models import Game, Hand
from scoring.services.rebuild import check_event
from tests.stage import director_of, drawn_event, enter_hand, match_of, opened, played, work
from tests.tournament.test_any_order import Chance
from tournament.models import Match, Side
from tournament.services.departures import award_walkover, forfeit, withdraw_team
from tournament.services.result_corrections import correct_result

pytestmark = pytest.mark.django_db


def an_evening(entries=5, **words):
    """Draw an event and play its first two rounds."""
    event = drawn_event(entries, tables=3, **words)
    for _round in range(2):
        for match in event.matches.filter(state="ready"):
            played(match)
        work()
    return event


@pytest.mark.parametrize("entries", [2, 3, 5, 8])
def test_an_event_of_pairs_is_what_its_facts_say(entries):
    event = an_evening(entries)
    assert check_event(event) == []


@pytest.mark.parametrize("entries", [3, 5, 7])
@pytest.mark.parametrize("variant", ["cutthroat", "solo", "two_handed"])
def test_an_event_of_single_players_is_what_its_facts_say(entries, variant):
    event = drawn_event(entries, tables=3, variant=variant)
    assert check_event(event) == []


def test_a_result_that_no_worker_has_advanced_yet_is_no_difference():
    event = drawn_event(4, tables=2)
    played(match_of(event, 1))
    assert check_event(event) == []


def test_walkover_forfeit_withdrawal_and_a_half_played_match_are_what_the_facts_say():
    event = drawn_event(8, tables=4)
    by = director_of(event.club)
    award_walkover(match_of(event, 1), absent=[0], by=by)
    enter_hand(
        opened(match_of(event, 2)), bids={"N": 2, "E": 2, "S": 2, "W": 2}, tricks={"NS": 7, "EW": 6}
    )
    forfeit(match_of(event, 2), sides=[1], by=by)
    award_walkover(match_of(event, 3), absent=[0, 1], by=by)
    enter_hand(
        opened(match_of(event, 4)), bids={"N": 2, "E": 2, "S": 2, "W": 2}, tricks={"NS": 7, "EW": 6}
    )
    work()
    withdraw_team(match_of(event, 4).sides.get(place=1).entry, by=by)
    assert check_event(event) == []
    work()
    assert check_event(event) == []


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_ruled_the_rows_stay_what_the_facts_say(seed):
    dice = random.Random(f"rebuild {seed}")
    event = drawn_event(dice.randint(2, 7), tables=dice.randint(0, 3), auto_call=bool(seed % 2))
    chance = Chance(event, seed)
    for _step in range(15):
        chance.step()
        assert check_event(event) == []
    chance.finish()
    assert check_event(event) == []


def first_played(event):
    return event.matches.filter(reason="played").first()


def swap_the_winner(event):
    match = first_played(event)
    loser = match.sides.exclude(entry=match.winner).get().entry
    Match.objects.filter(pk=match.pk).update(winner=loser)
    return f"Match {match.number}: its winner is {loser}, and by the facts {match.winner}."


def seat_somebody_else(event):
    side = Side.objects.filter(event=event, round=2, kind="team").first()
    Side.objects.filter(pk=side.pk).update(entry=None, kind="no_one")
    return (
        f"Match {side.match.number}: side {side.letter} is – (no_one),"
        f" and by the facts {side.entry} (team)."
    )


def raise_a_total(event):
    game = Game.objects.filter(match__event=event).first()
    Game.objects.filter(pk=game.pk).update(totals={**game.totals, "NS": {"score": 999, "bags": 0}})
    return f"game 1 of match {game.match.number}: totals is "


def change_a_hand_without_a_version(event):
    hand = Hand.objects.filter(game__match__event=event).first()
    Hand.objects.filter(pk=hand.pk).update(bids={**hand.bids, "N": 5})
    return f"hand 1 of game 1 of match {hand.game.match.number}: it says something else"


def lose_a_version(event):
    hand = Hand.objects.filter(game__match__event=event).first()
    hand.versions.all().delete()
    return f"hand 1 of game 1 of match {hand.game.match.number}: a version is missing."


def show_other_points(event):
    side = Side.objects.filter(match=first_played(event)).first()
    Side.objects.filter(pk=side.pk).update(points=1)
    return f"Match {side.match.number}: side A shows ({side.games}, 1, {side.bags}), and has"


def rename_an_entry(event):
    entry = event.entries.first()
    event.entries.filter(pk=entry.pk).update(name="Somebody Else")
    return "attempt 1 of the draw: Somebody Else is not the name that was drawn"


def move_a_slot(event):
    draw = event.draws.get(state="drawn")
    draw.slots = [draw.slots[-1], *draw.slots[:-1]]
    draw.save()
    return "attempt 1 of the draw: drawn again, it differs in slots"


def give_another_reason(event):
    match = first_played(event)
    Match.objects.filter(pk=match.pk).update(reason="forfeit")
    return f"Match {match.number}: its reason is forfeit, and by the facts played."


def open_a_decided_match(event):
    match = event.matches.get(above=None)
    Match.objects.filter(pk=match.pk).update(state="ready", reason="", winner=None)
    return f"Match {match.number}: it is ready, and by the facts over."


def crown_another(event):
    event.champion = event.entries.exclude(pk=event.champion_id).first()
    event.save()
    return f"The champion is {event.champion}, and by the facts"


def send_a_winner_elsewhere(event):
    Match.objects.filter(event=event, number=1).update(above_place=1)
    return "Match 1: its winner goes to another place than drawn."


def lose_a_match(event):
    Side.objects.filter(source__event=event, source__number=1).update(source=None)
    event.matches.filter(number=1).delete()
    return "The bracket has not as many matches as its draw gives."


@pytest.mark.parametrize(
    "lie",
    [
        swap_the_winner,
        seat_somebody_else,
        raise_a_total,
        change_a_hand_without_a_version,
        lose_a_version,
        show_other_points,
        rename_an_entry,
        move_a_slot,
        give_another_reason,
        open_a_decided_match,
        crown_another,
        send_a_winner_elsewhere,
    ],
)
def test_a_row_that_lies_is_named(lie):
    event = an_evening(4)
    event.refresh_from_db()
    told = lie(event)
    found = check_event(event)
    assert [line for line in found if line.startswith(told)] != [], found


def test_a_match_that_is_missing_is_told():
    event = drawn_event(4)
    told = lose_a_match(event)
    assert check_event(event) == [told]


def test_the_command_says_equal_or_what_differs(capsys):
    event = an_evening(2)
    call_command("check_event", event.slug)
    assert capsys.readouterr().out == "Garden Night: equal.\n"
    told = show_other_points(event)
    with pytest.raises(CommandError, match=r"1 difference\."):
        call_command("check_event", event.slug)
    assert capsys.readouterr().out.startswith(told)
    with pytest.raises(CommandError, match="There is no event nowhere here"):
        call_command("check_event", "nowhere")


def test_a_result_no_worker_has_carried_up_is_carried_up_before_it_is_corrected():
    event = drawn_event(4, tables=2)
    match = played(match_of(event, 1))
    by = director_of(event.club)
    correct_result(match, winner=0, reason="played", why="seen", entry_key=uuid4(), by=by)
    assert match_of(event, 1).advanced_at is not None
    assert check_event(event) == []
