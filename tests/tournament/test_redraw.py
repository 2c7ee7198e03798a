"""An attempt at the draw is set aside: before it is drawn, or drawn and before any play."""

from uuid import uuid4

import pytest

from engine.draws import verify
from relay.models import Letter, Message
from tests.stage import at_a_table, director_of, drawn_event, match_of, opened, work
from tests.tournament.draw_cast import at_check_in, fixed, frozen, to_the_end
from tournament.models import Draw, Entry, Event, Match, Table
from tournament.queries.draw_facts import draw_facts
from tournament.queries.redraws import redraw_of
from tournament.refusals import Refusal, Stale
from tournament.services.departures import award_walkover
from tournament.services.draw import draw_bracket, freeze_list
from tournament.services.entries import check_in, enter_pair, withdraw_entry
from tournament.services.progress import advance
from tournament.services.redraw import redraw, set_aside
from tournament.services.reveal import begin_reveal, reveal_rest
from tournament.services.undo import take_back, undo_fault

pytestmark = pytest.mark.django_db
WHY = "Pair 9 stood in the rain"


def late_pair(event, by):
    entry = enter_pair(
        event, name="Late", first="L 1", second="L 2", email="", entry_key=event.ref, by=by
    )
    return check_in(entry, by=by)


def test_an_attempt_set_aside_opens_the_list_and_publishes_its_secret():
    event, draw = frozen(4)
    by = director_of(event.club)

    for _tap in range(2):
        aside = set_aside(draw, reason=f" {WHY} ", by=by)

    event.refresh_from_db()
    assert (aside.state, aside.reason, aside.published_secret) == ("spent", WHY, draw.secret)
    assert (aside.spent_at is not None, event.status) == (True, Event.Status.CHECK_IN)
    line = event.log.get(key="attempt_set_aside")
    assert (line.public, line.params) == (True, {"attempt": 1, "reason": WHY})


def test_a_late_entry_is_in_the_next_attempt_and_the_old_one_stays():
    event, draw = frozen(4)
    by = director_of(event.club)
    before = fixed(draw)
    set_aside(draw, reason=WHY, by=by)
    late = late_pair(event, by)

    second = draw_bracket(event, by=by)

    assert (second.attempt, len(second.entries)) == (2, 5)
    assert late.ref in {line["id"] for line in second.entries}
    assert second.commitment != draw.commitment
    assert fixed(draw) == before
    assert verify(draw_facts(second), draw_facts(second)) == ()


def test_whoever_was_struck_stays_out_of_the_next_attempt():
    event, draw = frozen(4)
    by = director_of(event.club)
    withdraw_entry(event.entries.first(), by=by)
    set_aside(draw, reason=WHY, by=by)

    assert len(freeze_list(event, by=by).entries) == 3


@pytest.mark.parametrize("reason", ["", "   ", "x" * 201, "a\x00b"])
def test_a_reason_is_needed_and_fits_a_line(reason):
    event, draw = frozen(2)
    by = director_of(event.club)
    drawn = drawn_event(2)

    for act in (
        lambda: set_aside(draw, reason=reason, by=by),
        lambda: redraw(drawn, attempt=1, reason=reason, by=by),
    ):
        with pytest.raises(Refusal) as refusal:
            act()
        assert set(refusal.value.fields) == {"reason"}


def test_what_is_being_revealed_or_drawn_is_not_set_aside():
    event, draw = frozen(3)
    by = director_of(event.club)
    begin_reveal(event, by=by)
    with pytest.raises(Stale, match="Show it to its end"):
        set_aside(draw, reason=WHY, by=by)
    reveal_rest(draw, by=by)
    with pytest.raises(Stale, match="made anew"):
        set_aside(draw, reason=WHY, by=by)
    with pytest.raises(Stale, match="not closed"):
        set_aside(event.draws.get(kind="bracket", attempt=2), reason=WHY, by=by)


def test_the_last_attempt_is_neither_set_aside_nor_drawn_anew():
    event, draw = frozen(2)
    by = director_of(event.club)
    event.draws.filter(kind="bracket", state="committed").delete()

    with pytest.raises(Stale, match="last of the attempts"):
        set_aside(draw, reason=WHY, by=by)
    draw_bracket(event, by=by)
    with pytest.raises(Stale, match="last of the attempts"):
        redraw(event, attempt=1, reason=WHY, by=by)


def test_eight_attempts_and_not_one_more():
    event = at_check_in(2)
    by = director_of(event.club)
    for attempt in range(1, 8):
        draw = freeze_list(event, by=by)
        assert draw.attempt == attempt
        set_aside(draw, reason=WHY, by=by)

    last = draw_bracket(event, by=by)
    assert (last.attempt, last.state) == (8, "drawn")
    assert event.draws.filter(kind="bracket", state="spent").count() == 7


def test_a_draw_made_anew_takes_the_bracket_back_and_keeps_the_proof():
    event = drawn_event(5, tables=2)
    by = director_of(event.club)
    work()
    match = at_a_table(event.matches.filter(state="ready").first())
    draw = event.draws.get(state="drawn")
    before = fixed(draw)
    facts = draw_facts(draw)

    for _tap in range(2):
        old = redraw(event, attempt=1, reason=WHY, by=by)

    event.refresh_from_db()
    assert (event.status, event.rounds, event.champion) == (Event.Status.CHECK_IN, 0, None)
    assert (event.matches.count(), event.sides.count()) == (0, 0)
    assert Table.objects.get(pk=match.table_id).free_since is not None
    assert (old.state, old.reason, fixed(old)) == ("spent", WHY, before)
    assert draw_facts(old) == facts
    assert verify(facts, facts) == ()
    assert event.log.filter(key="drawn_anew", public=True).count() == 1
    assert event.entries.filter(state=Entry.State.ENTERED).count() == 5


def test_everybody_in_is_told_that_the_draw_is_made_anew_and_of_the_new_one():
    event = drawn_event(3)
    by = director_of(event.club)
    redraw(event, attempt=1, reason=WHY, by=by)
    draw_bracket(event, by=by, everyone=True)

    anew = Letter.objects.filter(fact__startswith="drawn_anew")
    assert sorted(anew.values_list("to", flat=True)) == sorted(
        event.entries.values_list("email", flat=True)
    )
    assert WHY in anew.first().body
    assert Letter.objects.filter(fact__startswith="draw_published").count() == 6


def test_the_new_bracket_is_drawn_from_the_next_secret_and_played_to_a_champion():
    event = drawn_event(6)
    by = director_of(event.club)
    first = event.draws.get(state="drawn")
    redraw(event, attempt=1, reason=WHY, by=by)
    second = draw_bracket(event, by=by, everyone=True)

    assert (second.attempt, second.seed != first.seed) == (2, True)
    event = to_the_end(event)
    assert event.champion is not None


def test_cards_of_the_new_bracket_are_newer_than_any_of_the_old():
    """Browsers keep a card for ever under its number and version; no new one bears an old one."""
    event = drawn_event(4)
    by = director_of(event.club)
    old = max(event.matches.values_list("version", flat=True))
    redraw(event, attempt=1, reason=WHY, by=by)
    draw_bracket(event, by=by, everyone=True)

    assert min(event.matches.values_list("version", flat=True)) > old + 100


def test_errands_of_the_dropped_bracket_find_nothing_and_do_nothing():
    event = drawn_event(4)
    by = director_of(event.club)
    match = award_walkover(match_of(event, 1), absent=[0], by=by)
    redraw(event, attempt=1, reason=WHY, by=by)

    assert advance(match.pk) is False
    work()
    assert Message.objects.filter(channel="task", done_at=None).count() == 0


def test_walkovers_given_before_are_dropped_and_named_beforehand():
    event = drawn_event(4)
    by = director_of(event.club)
    match = award_walkover(match_of(event, 1), absent=[0], by=by)
    at_a_table(match_of(event, 2))

    found = redraw_of(event)
    assert [it.number for it in found.decided] == [1]
    assert [it.number for it in found.called] == [2]
    assert (found.fault, found.letters) == ("", 4)

    redraw(event, attempt=1, reason=WHY, by=by)
    assert event.matches.count() == 0
    assert event.entries.filter(state=Entry.State.ENTERED).count() == 4
    assert not Match.objects.filter(pk=match.pk).exists()


@pytest.mark.parametrize("drawn_again", [False, True])
def test_an_act_on_a_bracket_that_is_no_more_is_not_taken_back(drawn_again):
    event = drawn_event(4)
    by = director_of(event.club)
    award_walkover(match_of(event, 1), absent=[0], by=by)
    redraw(event, attempt=1, reason=WHY, by=by)
    if drawn_again:
        draw_bracket(event, by=by, everyone=True)
    act = event.acts.get()

    assert "the match is no more" in undo_fault(act)
    with pytest.raises(Stale):
        take_back(act, entry_key=uuid4(), by=by)
    assert event.matches.filter(reason="walkover").count() == 0


def test_play_that_has_begun_lets_the_draw_stand():
    """Seeds and places were changed after an event had begun."""
    event = drawn_event(4)
    by = director_of(event.club)
    opened(match_of(event, 2))

    with pytest.raises(Stale, match="Match 2 has begun"):
        redraw(event, attempt=1, reason=WHY, by=by)

    assert event.matches.count() == 3
    assert event.draws.get(kind="bracket", attempt=1).state == Draw.State.DRAWN


@pytest.mark.parametrize("changed", [{"game_number": 1}, {"attempt": 2}])
def test_play_that_was_voided_counts_as_begun(changed):
    event = drawn_event(4)
    event.matches.filter(number=1).update(**changed)

    with pytest.raises(Stale, match="Match 1 has begun"):
        redraw(event, attempt=1, reason=WHY, by=director_of(event.club))


@pytest.mark.parametrize("status", ["check_in", "finished", "cancelled"])
def test_only_a_drawn_event_is_drawn_anew(status):
    event = drawn_event(2)
    Event.objects.filter(pk=event.pk).update(status=status)

    with pytest.raises(Stale, match="no draw to be made anew"):
        redraw(event, attempt=1, reason=WHY, by=director_of(event.club))


def test_a_page_that_shows_an_older_attempt_does_not_give_up_the_newer_one():
    event = drawn_event(3)
    by = director_of(event.club)
    redraw(event, attempt=1, reason=WHY, by=by)
    draw_bracket(event, by=by, everyone=True)

    assert redraw(event, attempt=1, reason="again", by=by).reason == WHY
    with pytest.raises(Stale, match="Another attempt"):
        redraw(event, attempt=3, reason="again", by=by)
    assert event.draws.get(kind="bracket", attempt=2).state == Draw.State.DRAWN
