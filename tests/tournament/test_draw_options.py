"""What a draw goes by besides chance: options, seeds and groups, from the desk to the bracket."""

import pytest

from engine.draws import verify
from tests.stage import director_of, open_event
from tests.tournament.draw_cast import at_check_in, to_the_end
from tournament import log
from tournament.models import Entry
from tournament.queries.ceremony import contradictions
from tournament.queries.draw_facts import draw_facts
from tournament.refusals import Refusal, Stale
from tournament.services.draw import draw_bracket, freeze_list
from tournament.services.draw_options import Steer, change_draw_options, write_seeds
from tournament.services.redraw import set_aside

pytestmark = pytest.mark.django_db

OFF = {"apart": False, "seeds": False, "byes": "drawn"}


def steered(entries, lines, *, came=None, **options):
    """Set an event up at check-in; ``lines`` maps the place of an entry to (seed, group)."""
    event = at_check_in(entries, came=came)
    by = director_of(event.club)
    found = list(event.entries.order_by("pk"))
    typed = {found[at].pk: Steer(*line) for at, line in lines.items()}
    write_seeds(event, lines=typed, by=by)
    change_draw_options(event, **OFF | options, by=by)
    event.refresh_from_db()
    return event, list(event.entries.order_by("pk")), by


def test_by_default_chance_alone_decides_and_the_list_says_nothing_else():
    event, _found, by = steered(4, {})

    draw = draw_bracket(event, by=by)

    assert (draw.algorithm, draw.options) == ("spadework-draw-1", {})
    assert {tuple(sorted(line)) for line in draw.entries} == {("id", "name_hash")}


def test_seeds_stand_in_their_places_and_have_the_byes_where_they_are_to():
    lines = {4: ("1", ""), 2: ("2", "")}
    event, found, by = steered(6, lines, seeds=True, byes="seeded")

    draw = draw_bracket(event, by=by)

    first = [list(it.sides.order_by("place")) for it in event.matches.filter(round=1)]
    assert [upper.entry for upper, lower in first if lower.kind == "bye"] == [found[4], found[2]]
    assert (draw.slots[0], draw.slots[-2]) == (found[4].ref, found[2].ref)
    assert (draw.algorithm, draw.options) == (
        "spadework-draw-2", {"apart": False, "seeds": True, "byes": "seeded"},
    )  # fmt: skip
    assert verify(draw_facts(draw), draw_facts(draw)) == ()
    assert to_the_end(event).champion is not None


def test_those_of_one_club_do_not_meet_in_round_one():
    lines = {0: ("", "Leeds"), 1: ("", " leeds "), 2: ("", "LEEDS"), 3: ("", "Leeds")}
    event, found, by = steered(8, lines, apart=True)

    draw = draw_bracket(event, by=by)

    leeds = {entry.ref for entry in found[:4]}
    pairs = list(zip(draw.slots[::2], draw.slots[1::2], strict=True))
    assert [pair for pair in pairs if leeds >= set(pair)] == []
    assert {line["id"] for line in draw.entries if line.get("group") == "g1"} == leeds
    assert "eeds" not in str(draw.entries)
    assert verify(draw_facts(draw), draw_facts(draw)) == ()


def test_a_seeded_pair_that_does_not_come_lets_those_behind_move_up():
    event, found, by = steered(4, {3: ("1", ""), 0: ("2", "")}, came=3, seeds=True)

    draw = freeze_list(event, by=by)

    assert {line["id"]: line.get("seed") for line in draw.entries}[found[0].ref] == 1
    assert draw_bracket(event, by=by).slots[0] == found[0].ref


def test_what_is_typed_after_the_list_is_closed_changes_nothing():
    event, found, by = steered(4, {0: ("1", "")}, seeds=True)
    draw = freeze_list(event, by=by)
    Entry.objects.filter(pk=found[0].pk).update(seed=None)
    with pytest.raises(Stale, match="fixed"):
        change_draw_options(event, **OFF, by=by)
    with pytest.raises(Stale, match="fixed"):
        write_seeds(event, lines={found[1].pk: Steer("1", "")}, by=by)

    drawn = draw_bracket(event, by=by)

    assert drawn.slots[0] == found[0].ref
    assert drawn.list_hash == draw.list_hash


def test_options_can_be_changed_again_once_the_attempt_is_set_aside():
    event, _found, by = steered(4, {0: ("1", "")}, seeds=True)
    first = freeze_list(event, by=by)
    set_aside(first, reason="No seeds after all", by=by)
    change_draw_options(event, **OFF, by=by)

    second = draw_bracket(event, by=by)

    first.refresh_from_db()
    assert (first.algorithm, second.algorithm) == ("spadework-draw-2", "spadework-draw-1")


@pytest.mark.parametrize(
    ("lines", "options", "said"),
    [
        ({}, {"seeds": True}, "Seeds are numbered from 1"),
        ({0: ("1", ""), 1: ("2", ""), 2: ("3", "")}, {"seeds": True}, "there can be 2 seeds"),
    ],
)
def test_a_list_that_does_not_go_with_the_options_is_not_closed(lines, options, said):
    event, _found, by = steered(3, lines, **options)

    with pytest.raises(Refusal, match=said):
        freeze_list(event, by=by)
    assert event.draws.filter(kind="bracket").exclude(state="committed").count() == 0


def test_options_that_contradict_each_other_are_refused_beside_their_field():
    event = at_check_in(2)
    by = director_of(event.club)
    for options in (OFF | {"byes": "seeded"}, OFF | {"byes": "mine"}):
        with pytest.raises(Refusal) as refusal:
            change_draw_options(event, **options, by=by)
        assert set(refusal.value.fields) == {"byes"}


def test_tables_of_three_and_four_know_no_options():
    event = at_check_in(3, rules={"variant": "cutthroat"})
    by = director_of(event.club)
    entry = event.entries.first()

    with pytest.raises(Refusal, match="by chance alone"):
        change_draw_options(event, **OFF | {"apart": True}, by=by)
    write_seeds(event, lines={entry.pk: Steer("1", "Leeds")}, by=by)
    draw = draw_bracket(event, by=by)

    assert (draw.algorithm, draw.options) == ("spadework-draw-threes-1", {})
    assert len(contradictions(event, list(event.entries.all()))) == 1


def test_every_fault_of_the_seeds_is_told_at_once_beside_its_field():
    event = at_check_in(5)
    by = director_of(event.club)
    one, two, three, four, five = event.entries.order_by("pk")
    lines = {
        one.pk: Steer("1", ""),
        two.pk: Steer(" 1 ", "x" * 61),
        three.pk: Steer("0", "a\x00b"),
        four.pk: Steer("first", ""),
        five.pk: Steer("9999", "Leeds"),
    }

    with pytest.raises(Refusal) as refusal:
        write_seeds(event, lines=lines, by=by)

    assert set(refusal.value.fields) == {
        f"seed-{one.pk}", f"seed-{two.pk}", f"apart-{two.pk}", f"seed-{three.pk}",
        f"apart-{three.pk}", f"seed-{four.pk}", f"seed-{five.pk}",
    }  # fmt: skip
    assert event.entries.exclude(seed=None, apart="").count() == 0


def test_entries_that_are_not_on_the_form_keep_their_seed_and_it_is_taken():
    event, found, by = steered(3, {0: ("1", "Leeds")})
    with pytest.raises(Refusal) as refusal:
        write_seeds(event, lines={found[1].pk: Steer("1", "")}, by=by)
    assert f"seed-{found[1].pk}" in refusal.value.fields

    assert write_seeds(event, lines={found[1].pk: Steer("2", "")}, by=by) == 1
    assert write_seeds(event, lines={found[1].pk: Steer("2", "")}, by=by) == 0
    assert event.entries.get(pk=found[0].pk).apart == "Leeds"
    assert event.log.filter(key="seeds_given").count() == 2


def test_the_log_says_what_the_draw_goes_by():
    event, _found, by = steered(2, {}, seeds=True, apart=True)
    change_draw_options(event, **OFF, by=by)
    change_draw_options(event, **OFF, by=by)

    said = [log.sentence(line) for line in event.log.filter(key="draw_options_changed")]
    words = ["everything by chance alone",
             "one club or family kept apart in round 1 and seeds in their places"]  # fmt: skip
    assert said == [f"The options of the draw were changed: {it}." for it in words]


@pytest.mark.parametrize(
    ("lines", "options", "said"),
    [
        ({0: ("1", "")}, {}, ["1 entry has a seed, but the draw does not use seeds."]),
        (
            {0: ("", "A"), 1: ("", "A")},
            {},
            ["2 entries name a club or family, but the draw keeps nobody apart."],
        ),
        (
            {0: ("", "A"), 1: ("", "B")},
            {"apart": True},
            ["The draw keeps clubs or families apart, but no two who have come share one."],
        ),
        (
            {},
            {"seeds": True, "byes": "seeded"},
            ["The draw uses seeds, but none of those who have come has one."],
        ),
        (
            {0: ("2", ""), 1: ("5", "")},
            {"seeds": True},
            ["Seeds are missing in between; those behind move up, so that they count from 1."],
        ),
        (
            {0: ("1", ""), 1: ("2", ""), 2: ("3", "")},
            {"seeds": True},
            [
                "With byes drawn there can be 2 seeds, one for each match; there are 3.",
            ],
        ),
        ({0: ("1", "A"), 1: ("", "A")}, {"seeds": True, "apart": True}, []),
    ],
)
def test_what_was_entered_and_what_is_asked_for_must_go_together(lines, options, said):
    """Seeds that nobody uses, or options with nothing to go by, are told before the draw."""
    event, found, _by = steered(3, lines, **options)

    assert contradictions(event, found) == said


def test_before_registration_opens_options_can_be_set_as_well():
    event = open_event()
    by = director_of(event.club)

    assert change_draw_options(event, **OFF | {"apart": True}, by=by).draw_options["apart"] is True
