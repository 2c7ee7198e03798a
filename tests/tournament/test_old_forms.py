"""Forms that a browser brings back: sent again they are the same act, or they are refused."""

from uuid import uuid4

import pytest

from tests.stage import director_of, drawn_event, match_of
from tournament.models import Act, Event, Incident, Player
from tournament.refusals import Stale
from tournament.services.bulk import withdraw_entries
from tournament.services.conduct import record_incident
from tournament.services.departures import award_walkover, forfeit
from tournament.services.substitutes import seat_substitute

pytestmark = pytest.mark.django_db


def staffed_event():
    """An event of four pairs that is drawn and takes substitutes, and its director."""
    event = drawn_event(4)
    Event.objects.filter(pk=event.pk).update(substitutes=Event.Substitutes.FREE)
    event.refresh_from_db()
    return event, director_of(event.club)


@pytest.mark.parametrize(
    ("other", "number", "said"),
    [(award_walkover, 2, "absent"), (forfeit, 1, "sides")],
    ids=["another match", "a forfeit"],
)
def test_a_walkover_is_not_told_as_given_by_the_form_of_another_act(other, number, said):
    """A form brought back by the browser said "done", and nothing had been done."""
    event, by = staffed_event()
    key = uuid4()
    award_walkover(match_of(event, 1), absent=[0], by=by, entry_key=key)
    with pytest.raises(Stale) as refused:
        other(match_of(event, number), **{said: [0]}, by=by, entry_key=key)
    assert refused.value.code == "key_used"
    assert award_walkover(match_of(event, 1), absent=[0], by=by, entry_key=key).number == 1
    assert Act.objects.count() == 1


def test_a_second_substitute_is_not_told_as_seated_by_the_form_of_the_first():
    event, by = staffed_event()
    entry, key = event.entries.first(), uuid4()
    leaves = entry.players.order_by("place").first()
    seat_substitute(entry, leaves=leaves, comes="Zoe New", by=by, entry_key=key)
    with pytest.raises(Stale) as refused:
        seat_substitute(entry, leaves=leaves, comes="Yan New", by=by, entry_key=key)
    assert refused.value.code == "key_used"
    seat_substitute(entry, leaves=leaves, comes=" zoe  new", by=by, entry_key=key)
    assert Act.objects.count() == 1


def test_a_list_of_another_length_is_not_told_as_withdrawn():
    event, by = staffed_event()
    first, second, _third, _fourth = event.entries.order_by("pk").values_list("pk", flat=True)
    key = uuid4()
    withdraw_entries(event, [first], count=1, by=by, entry_key=key)
    with pytest.raises(Stale) as refused:
        withdraw_entries(event, [first, second], count=2, by=by, entry_key=key)
    assert refused.value.code == "key_used"
    assert event.entries.filter(state="withdrawn").count() == 1


def test_an_incident_of_somebody_else_is_not_told_as_recorded():
    event, by = staffed_event()
    one, other = (player.person for player in Player.objects.order_by("pk")[:2])
    form = {"kind": "table_talk", "ruling": "warning", "note": "", "entry_key": uuid4(), "by": by}
    record_incident(event, person=one, **form)
    with pytest.raises(Stale) as refused:
        record_incident(event, person=other, **form)
    assert refused.value.code == "key_used"
    assert Incident.objects.get().person == one
