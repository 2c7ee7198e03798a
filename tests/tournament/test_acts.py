"""Recording what an act changed: only that, and only what the act did."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from tests.factories import EventFactory, TableFactory
from tests.stage import director_of, drawn_event
from tournament import log
from tournament.actors import Actor
from tournament.models import Act, LogLine, Match
from tournament.refusals import Stale
from tournament.services.acts import done_with, picture_of, recorded
from tournament.services.locks import lock_event, lock_match

pytestmark = pytest.mark.django_db


def test_an_act_keeps_the_columns_it_changed_and_no_others():
    event = drawn_event(4)
    match = event.matches.get(number=1)
    by = director_of(event.club)

    with recorded(event, "called", by, match=match, number=1):
        Match.objects.filter(pk=match.pk).update(held=True)

    act = event.acts.get()
    assert (act.number, act.key, act.match, act.by) == (1, "called", match, by.user)
    assert act.before == {"match": {str(match.pk): {"held": False}}}
    assert act.after == {"match": {str(match.pk): {"held": True}}}


def test_lines_of_the_log_written_in_an_act_belong_to_it_and_those_of_tables_do_not():
    event = drawn_event(4)
    table = TableFactory(event=event)

    with recorded(event, "called", director_of(event.club)):
        log.write(event, "called", director_of(event.club), number=1, table=1)
        log.write(event, "game_opened", Actor(table=table), number=1, game=1)

    act = event.acts.get()
    assert [line.key for line in LogLine.objects.filter(act=act)] == ["called"]


def test_the_key_of_a_form_finds_its_act_and_is_refused_elsewhere():
    event, key = drawn_event(4), uuid4()
    with recorded(event, "called", director_of(event.club), entry_key=key):
        pass

    assert done_with(event, key) == Act.objects.get()
    assert done_with(event, uuid4()) is None
    with pytest.raises(Stale) as refused:
        done_with(EventFactory(), key)
    assert refused.value.code == "form_of_another_event"


def test_only_staff_act_on_the_bracket():
    event = drawn_event(2)

    with pytest.raises(ValueError, match="only staff"), recorded(event, "called", Actor()):
        pass
    assert not event.acts.exists()


def test_what_is_in_the_archive_is_not_locked_for_a_change():
    event = drawn_event(2)
    match = event.matches.get()
    type(event).objects.filter(pk=event.pk).update(archived_at=event.created_at)

    with pytest.raises(Stale) as refused:
        lock_event(event.pk)
    assert refused.value.code == "event_is_archived"
    with pytest.raises(Stale):
        lock_match(match.pk)
    assert lock_match(match.pk, even_archived=True) == match


def test_a_moment_that_is_restored_is_the_same_to_the_microsecond():
    event = drawn_event(2, tables=1)
    moment = datetime(2026, 9, 5, 18, 0, 0, 123456, tzinfo=UTC)
    Match.objects.filter(event=event).update(ready_at=moment)
    assert picture_of(event)["match"][str(event.matches.get().pk)]["ready_at"] == (
        "2026-09-05T18:00:00.123456Z"
    )
