"""The draw as a ceremony: opened once, shown step by step, and the same whatever comes between."""

import pytest

from engine.draws import verify
from relay.models import Letter, Message
from tests.factories import DrawFactory, EventFactory
from tests.stage import director_of, match_of, open_event
from tests.tournament.draw_cast import DICE, at_check_in, fixed, frozen, to_the_end
from tournament.models import Draw, Entry, Event, Match
from tournament.queries.draw_facts import draw_facts
from tournament.queries.reveals import in_order, reveal_of
from tournament.refusals import Refusal, Stale
from tournament.services.conduct import record_incident
from tournament.services.draw import draw_bracket, freeze_list
from tournament.services.entries import check_in, enter_pair, withdraw_entry
from tournament.services.events import cancel_event, edit_event, reopen_registration
from tournament.services.reveal import begin_reveal, reveal_next, reveal_rest

pytestmark = pytest.mark.django_db


def begun(entries, *, value="", **details):
    event, _draw = frozen(entries, **details)
    by = director_of(event.club)
    draw = begin_reveal(event, public_value=value, by=by)
    event.refresh_from_db()
    return event, draw, by


def test_a_draw_that_begins_keeps_its_result_and_shows_nothing():
    event, draw, _by = begun(6)

    assert (draw.state, draw.revealed, event.status) == ("revealing", 0, Event.Status.CHECK_IN)
    assert (draw.published_secret, draw.published_seed) == ("", "")
    assert event.matches.count() == 0
    assert (reveal_of(event).steps, reveal_of(event).total) == ((), 4)
    with pytest.raises(Stale):
        draw_facts(draw)


@pytest.mark.parametrize("variant", ["standard", "cutthroat"])
def test_byes_come_first_then_all_others_each_from_the_top(variant):
    event, draw, by = begun(7, rules={"variant": variant})
    for seen in range(reveal_of(event).total):
        draw = reveal_next(draw, seen=seen, by=by)

    steps = reveal_of(event).steps
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert [step.is_bye for step in steps] == sorted((s.is_bye for s in steps), reverse=True)
    for part in (reveal_of(event).byes, reveal_of(event).meetings):
        assert [step.place for step in part] == sorted(step.place for step in part)
    assert sorted(name for step in steps for name in step.teams) == sorted(
        entry.name for entry in event.entries.all()
    )


def test_the_last_step_makes_the_draw_and_only_then_is_the_secret_public():
    event, draw, by = begun(5)
    total = len(in_order(draw))
    for seen in range(total - 1):
        draw = reveal_next(draw, seen=seen, by=by)
        assert (draw.state, draw.published_secret) == ("revealing", "")
        assert (event.matches.count(), Letter.objects.filter(fact__startswith="draw").count()) == (
            0, 0,
        )  # fmt: skip

    draw = reveal_next(draw, seen=total - 1, by=by)

    event.refresh_from_db()
    assert (draw.state, draw.published_secret) == ("drawn", draw.secret)
    assert (event.status, event.matches.count()) == (Event.Status.DRAWN, 7)
    assert verify(draw_facts(draw), draw_facts(draw)) == ()
    assert Letter.objects.filter(fact__startswith="draw_published").count() == 5


def test_a_double_tap_is_one_step_and_so_are_the_taps_of_two_directors():
    _event, draw, by = begun(8)
    for who in (by, by, director_of(draw.event.club)):
        draw = reveal_next(draw, seen=0, by=who)

    assert draw.revealed == 1
    assert reveal_next(draw, seen=5, by=by).revealed == 1


def test_a_ping_carries_the_number_of_steps_and_nothing_else():
    event, draw, by = begun(8)
    Message.objects.all().delete()

    reveal_next(draw, seen=0, by=by)

    assert [m.payload for m in Message.objects.filter(topic=event.topic)] == [
        {"name": "reveal", "steps": 1}
    ]


def test_skipping_shows_the_rest_at_once_and_twice_is_once():
    event, draw, by = begun(6)
    reveal_next(draw, seen=0, by=by)

    first, second = reveal_rest(draw, by=by), reveal_rest(draw, by=by)

    assert first.state == second.state == "drawn"
    assert (second.revealed, event.matches.count()) == (4, 7)
    assert reveal_next(draw, seen=1, by=by).drawn_at == first.drawn_at
    assert event.log.filter(key="draw_made").count() == 1


def test_a_ceremony_gives_what_drawing_at_once_gives():
    event, attempt = frozen(11)
    by = director_of(event.club)
    begin_reveal(event, by=by)
    shown = fixed(reveal_rest(attempt, by=by))
    Match.objects.filter(event=event).update(above=None)
    event.sides.all().delete()
    event.matches.all().delete()
    Event.objects.filter(pk=event.pk).update(status="check_in")
    Draw.objects.filter(pk=attempt.pk).update(state="frozen", seed="", order=[], slots=[])

    at_once = fixed(draw_bracket(event, by=by))

    same = ("seed", "order", "slots", "list_hash")
    assert {name: at_once[name] for name in same} == {name: shown[name] for name in same}


def test_a_crash_in_mid_draw_changes_nothing_of_what_is_to_come(monkeypatch):
    """The generator is not run again: a draw that stopped goes on with the result it has."""
    event, draw, by = begun(9)
    draw = reveal_next(draw, seen=0, by=by)
    before = fixed(draw)

    def broken(*_args, **_words):
        raise OSError("the plug was pulled")

    with monkeypatch.context() as patch:
        patch.setattr("tournament.services.reveal.write_bracket", broken)
        with pytest.raises(OSError, match="plug"):
            reveal_rest(draw, by=by)
    assert fixed(draw) == before
    assert (draw.state, draw.revealed, event.matches.count()) == ("revealing", 1, 0)

    monkeypatch.setattr("engine.draws.draw", broken)
    again = begin_reveal(event, by=by)
    after = fixed(reveal_rest(again, by=by))

    assert (after["seed"], after["slots"]) == (before["seed"], before["slots"])


def test_the_public_value_is_told_before_the_first_step_and_counts_once():
    event, draw = frozen(4, public_source=DICE)
    by = director_of(event.club)
    with pytest.raises(Refusal) as refusal:
        begin_reveal(event, by=by)
    assert set(refusal.value.fields) == {"public_value"}

    for _tap in range(2):
        draw = begin_reveal(event, public_value=" 4711 ", by=by)
    with pytest.raises(Stale, match="4711"):
        begin_reveal(event, public_value="4712", by=by)

    assert (draw.public_value, draw.state) == ("4711", "revealing")
    line = event.log.get(key="public_value_typed")
    assert (line.public, line.params) == (True, {"value": "4711"})


def test_nothing_is_revealed_before_the_list_is_closed_or_after_the_event_is_off():
    event = at_check_in(4)
    by = director_of(event.club)
    with pytest.raises(Stale, match="Close the list first"):
        begin_reveal(event, by=by)
    draw = freeze_list(event, by=by)
    with pytest.raises(Stale):
        reveal_next(draw, seen=0, by=by)
    begin_reveal(event, by=by)
    cancel_event(event, by=by)

    for act in (reveal_rest, lambda draw, by: reveal_next(draw, seen=0, by=by)):
        with pytest.raises(Stale, match="cancelled"):
            act(draw, by=by)
    assert reveal_of(event).steps == ()


def test_drawing_at_once_ends_a_reveal_with_the_same_result():
    event, draw, by = begun(5)
    before = fixed(draw)

    drawn = fixed(draw_bracket(event, by=by))

    assert (drawn["seed"], drawn["slots"]) == (before["seed"], before["slots"])


@pytest.mark.parametrize("state", ["frozen", "revealing"])
def test_while_the_list_is_closed_nobody_enters_and_nothing_is_changed(state):
    event = open_event()
    Event.objects.filter(pk=event.pk).update(status="check_in")
    event.draws.filter(kind="bracket", attempt=1).update(state=state)
    event.refresh_from_db()
    by = director_of(event.club)
    with pytest.raises(Stale, match="set this attempt at the draw aside"):
        enter_pair(
            event, name="Late", first="L 1", second="L 2", email="", entry_key=event.ref, by=by
        )
    with pytest.raises(Stale):
        reopen_registration(event, by=by)
    with pytest.raises(Refusal, match="fixed"):
        edit_event(event, by=by, rules={"best_of": 1, "target_score": 300})


MOMENTS = ["before the list is closed", "before the public value", "during the reveal"]


@pytest.mark.parametrize("entries", [2, 3, 5, 8])
@pytest.mark.parametrize("moment", MOMENTS)
def test_whoever_leaves_whenever_there_is_a_bracket_and_a_champion(moment, entries):
    event = at_check_in(entries + 1, public_source=DICE)
    by = director_of(event.club)
    leaving = event.entries.order_by("pk").first()
    if moment == MOMENTS[0]:
        withdraw_entry(leaving, by=by)
    draw = freeze_list(event, by=by)
    if moment == MOMENTS[1]:
        withdraw_entry(leaving, by=by)
    begin_reveal(event, public_value="4711", by=by)
    reveal_next(draw, seen=0, by=by)
    if moment == MOMENTS[2]:
        withdraw_entry(leaving, by=by)
    draw = reveal_rest(draw, by=by)

    listed = {line["id"] for line in draw.entries}
    assert (leaving.ref in listed) == (moment != MOMENTS[0])
    assert (len(listed), verify(draw_facts(draw), draw_facts(draw))) == (
        entries + (moment != MOMENTS[0]), (),
    )  # fmt: skip
    event = to_the_end(event)
    assert event.status == Event.Status.FINISHED
    assert event.champion is not None
    assert event.champion != leaving
    assert event.sides.filter(entry=leaving, gone=False).exclude(match__reason="bye").count() == 0


@pytest.mark.parametrize("gone", [1, 2, 3, 4])
def test_several_that_leave_at_a_table_of_three_or_four_let_the_others_play(gone):
    event, draw, by = begun(7, rules={"variant": "solo"})
    for entry in list(event.entries.order_by("ref")[:gone]):
        withdraw_entry(entry, by=by)
    reveal_rest(draw, by=by)

    event = to_the_end(event)
    assert event.status == Event.Status.FINISHED
    assert event.champion.state == Entry.State.ENTERED


def test_whoever_meets_one_that_left_goes_on_at_once_and_is_told():
    event, draw, by = begun(4)
    leaving = event.entries.get(ref=draw.slots[0])
    other = event.entries.get(ref=draw.slots[1])
    withdraw_entry(leaving, by=by)
    reveal_rest(draw, by=by)

    match = match_of(event, 1)
    side = match.sides.get(entry=leaving)
    assert (match.state, match.reason, match.winner) == ("finished", "withdrawal", other)
    assert (side.gone, side.gone_for) == (True, "withdrawal")
    assert event.sides.get(round=2, place=0).entry == other
    letters = Letter.objects.filter(fact__startswith="draw_published")
    assert letters.filter(to=leaving.email).count() == 0
    assert "go on without playing" in letters.get(to=other.email).body


def test_a_bye_holder_that_left_is_gone_one_round_up():
    event, draw, by = begun(3)
    bye = draw.slots.index(None)
    leaving = event.entries.get(ref=draw.slots[bye - 1])
    withdraw_entry(leaving, by=by)
    reveal_rest(draw, by=by)

    side = event.sides.get(round=2, entry=leaving)
    assert (side.gone, side.gone_for) == (True, "withdrawal")
    event = to_the_end(event)
    assert event.champion != leaving


def test_when_everybody_left_the_event_ends_without_a_champion():
    event, draw, by = begun(2)
    for entry in event.entries.all():
        withdraw_entry(entry, by=by)
    reveal_rest(draw, by=by)

    event = to_the_end(event)
    assert (event.status, event.champion) == (Event.Status.FINISHED, None)


def test_somebody_removed_after_the_list_was_closed_is_drawn_and_gone():
    event, draw, by = begun(4)
    entry = event.entries.get(ref=draw.slots[3])
    record_incident(
        event,
        person=entry.players.first().person,
        kind="table_talk",
        ruling="removal",
        note="",
        entry_key=event.ref,
        by=by,
    )
    reveal_rest(draw, by=by)

    side = event.sides.get(round=1, entry=entry)
    assert (side.gone, side.gone_for, side.match.winner.ref) == (True, "removal", draw.slots[2])


def test_the_record_of_the_draw_exists_before_anything_of_round_one():
    """A random draw is the default, and no match exists that its published record does not name."""
    event, draw, by = begun(6)
    assert (event.draw_options, draw.algorithm) == ({}, "spadework-draw-1")
    assert (event.matches.count(), draw.seed != "", draw.list_hash != "") == (0, True, True)

    drawn = reveal_rest(draw, by=by)

    first = event.matches.filter(round=1).order_by("position")
    sides = [side for match in first for side in match.sides.order_by("place")]
    assert [side.entry and side.entry.ref for side in sides] == drawn.slots


def test_a_published_draw_is_never_changed_by_drawing_again():
    """After publication every column of the attempt stays as it is, whatever is asked for."""
    event, draw, by = begun(5)
    published = fixed(reveal_rest(draw, by=by))

    freeze_list(event, by=by, everyone=True)
    draw_bracket(event, by=by)
    begin_reveal(event, by=by)
    reveal_next(draw, seen=0, by=by)
    reveal_rest(draw, by=by)
    withdraw_entry(event.entries.filter(state="entered").first(), by=by)

    assert fixed(draw) == published


def test_checking_in_waits_while_the_list_is_closed():
    event, _draw, by = begun(3)

    with pytest.raises(Stale):
        check_in(event.entries.first(), by=by)


def test_an_attempt_that_is_only_locked_away_is_not_revealed():
    draw = DrawFactory(event=EventFactory(status="check_in"))

    with pytest.raises(Stale, match="locked away"):
        reveal_rest(draw, by=director_of(draw.event.club))
