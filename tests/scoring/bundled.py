"""Events for bundles: one with a bit of everything, and a file of it without the event."""

from uuid import uuid4

from django.db import transaction

from scoring.models import Hand
from scoring.services import correct_hand
from scoring.services.bundles import bundle_of
from scoring.services.undo import take_back_act
from tests.evening.any_event import (
    bids_and_tricks,
    enter,
    even_hand,
    game_at,
    play_out,
    run_errands,
)
from tests.stage import director_of, drawn_event, match_of, played
from tournament.models import Incident, Person
from tournament.services.conduct import record_incident
from tournament.services.departures import forfeit


def busy_event(entries=6, **words):
    """Played, forfeited, corrected, taken back, warned and withdrawn: nearly at its end."""
    event = drawn_event(entries, tables=2, **words)
    by = director_of(event.club)
    first, second, *_more = event.matches.filter(state="ready").order_by("number")
    played(first)
    hand = Hand.objects.get(game__match=first)
    said = {**bids_and_tricks(hand.game.rule_set, 1), "reason": "the other side"}
    correct_hand(hand, entry_key=uuid4(), by=by.user, **said)
    game = game_at(second)
    enter(game, even_hand(game.rule_set))
    forfeit(second, sides=[0], by=by)
    run_errands()
    act = event.acts.order_by("number").last()
    take_back_act(act, entry_key=uuid4(), by=director_of(event.club))
    forfeit(match_of(event, second.number), sides=[1], by=by)
    record_incident(
        event,
        entry_key=uuid4(),
        by=by,
        person=Person.objects.get(name="Ada 1"),
        kind=Incident.Kind.TABLE_TALK,
        ruling=Incident.Ruling.WARNING,
        note="said a suit aloud",
    )
    run_errands()
    return event


def finished_event(entries=3, **words):
    """Draw an event and play it to its end."""
    event = drawn_event(entries, tables=2, **words)
    while match := event.matches.filter(state__in=["ready", "called"]).first():
        play_out(match, lambda _sides: 0)
        run_errands()
    event.refresh_from_db()
    return event


def file_of(build=busy_event, *, contacts=False, **words):
    """Build an event, write its bundle, and leave nothing of it on the database."""
    with transaction.atomic():
        data = bundle_of(build(**words), contacts=contacts)
        transaction.set_rollback(True)
    return data.encode()
