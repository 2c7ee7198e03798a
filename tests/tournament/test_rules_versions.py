"""The rules from the opening of registration to the draw: versions, letters, and their end."""

import pytest

from engine.spades.rules import STANDARD
from relay.models import Letter, Message
from tests.factories import EntryFactory, SingleFactory
from tests.stage import director_of, entered, open_event
from tournament import log
from tournament.models import Entry, RulesVersion
from tournament.queries.rules import letters_due, rules_are_open
from tournament.refusals import Refusal, Stale
from tournament.services.draw import draw_bracket, freeze_list
from tournament.services.entries import withdraw_entry
from tournament.services.events import create_event, edit_event, open_check_in, open_registration

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return entered(open_event(best_of=3), 3)


@pytest.fixture
def by(event):
    return director_of(event.club)


def told():
    return Letter.objects.filter(fact__startswith="rules_changed:")


def changed(event, by, **options):
    return edit_event(event, by=by, rules=event.rule_set.with_options(**options).to_json())


def versions(event):
    return [(it.number, it.rules["target_score"]) for it in event.rules_versions.all()]


def faults_of(event, by, **changes):
    with pytest.raises(Refusal) as refused:
        edit_event(event, by=by, **changes)
    return refused.value.fields


def test_opening_registration_writes_the_first_version_and_a_draft_has_none(event, by):
    draft = create_event(event.club, by=by, name="Draft", starts_at=event.starts_at)
    changed(draft, by, target_score=350)
    assert versions(draft) == []

    for _time in range(2):
        draft = open_registration(draft, by=by)

    assert versions(draft) == [(1, 350)]
    assert draft.rules_versions.get().by == by.user
    assert told().count() == 0


@pytest.mark.everywhere
def test_a_change_is_a_version_a_log_line_a_ping_and_a_letter_to_everybody_in(event, by):
    pings = Message.objects.filter(channel="ping").count()

    changed(event, by, target_score=350)

    assert versions(event) == [(1, 100), (2, 350)]
    line = event.log.first()
    assert (line.key, line.public) == ("rules_changed", True)
    assert log.sentence(line) == (
        "The rules were changed: version 2. Everybody in who left an address was told."
    )
    assert Message.objects.filter(channel="ping").count() == pings + 1
    assert sorted(told().values_list("to", flat=True)) == [
        f"pair{number}@example.org" for number in (1, 2, 3)
    ]


def test_the_letter_says_old_and_new_in_the_sentences_of_the_sheet(event, by):
    changed(event, by, target_score=350, jokers="two")

    letter = told().get(to="pair1@example.org")

    assert letter.subject == "The rules of Garden Night have changed"
    assert letter.body.startswith(
        "Pair 1, the rules of Garden Night have changed since you entered. "
        "Nothing else is asked of you.\n\n"
    )
    assert (
        "Winning\n"
        "- Before: The first side to reach 100 points wins the game.\n"
        "- Now: The first side to reach 350 points wins the game.\n" in letter.body
    )
    assert "All of the rules as they are now: http://testserver/e/garden-night" in letter.body


def test_the_same_rules_sent_twice_are_one_version_and_one_letter_each(event, by):
    for _time in range(3):
        changed(event, by, target_score=350)

    assert versions(event) == [(1, 100), (2, 350)]
    assert told().count() == 3


def test_rules_that_go_back_are_told_as_well(event, by):
    changed(event, by, target_score=350)
    event.refresh_from_db()
    changed(event, by, target_score=100)

    assert versions(event) == [(1, 100), (2, 350), (3, 100)]
    assert told().count() == 6


def test_other_changes_of_the_event_write_no_version_and_no_letter(event, by):
    edit_event(event, by=by, venue="Hall 2")

    assert event.rules_versions.count() == 1
    assert told().count() == 0


def test_rules_and_place_in_one_save_are_two_lines_of_the_log(event, by):
    edit_event(
        event, by=by, venue="Hall 2", rules=STANDARD.with_options(target_score=350).to_json()
    )

    newest = list(event.log.values_list("key", "params"))[:2]
    assert newest == [("event_edited", {"fields": ["venue"]}), ("rules_changed", {"number": 2})]


def test_singles_are_told_and_whoever_left_or_has_no_address_is_not(event, by):
    SingleFactory(event=event, email="single@example.org")
    EntryFactory(event=event, email="")
    withdraw_entry(event.entries.get(name="Pair 1"), by=by)
    assert letters_due(event) == 3

    changed(event, by, target_score=350)

    assert sorted(told().values_list("to", flat=True)) == [
        "pair2@example.org",
        "pair3@example.org",
        "single@example.org",
    ]


def test_both_singles_of_a_pair_are_told_once_each(event, by):
    pair = event.entries.get(name="Pair 1")
    for email in ("PAIR1@example.org", "other@example.org"):
        SingleFactory(event=event, email=email, state=Entry.State.JOINED, joined_as=pair)
    assert letters_due(event) == 4

    changed(event, by, target_score=350)

    assert told().filter(to__in=["pair1@example.org", "other@example.org"]).count() == 2
    assert told().count() == 4


def test_the_rules_change_at_check_in_and_are_fixed_when_the_list_is_closed(event, by):
    open_check_in(event, by=by)
    changed(event, by, target_score=350)
    freeze_list(event, by=by, everyone=True)
    event.refresh_from_db()

    assert not rules_are_open(event)
    assert faults_of(event, by, rules=STANDARD.to_json()) == {
        "rules": "The rules are fixed since the list was closed for the draw."
    }
    assert versions(event) == [(1, 100), (2, 350)]


def test_the_rules_are_fixed_once_the_event_is_drawn_and_the_same_may_be_sent(event, by):
    open_check_in(event, by=by)
    draw_bracket(event, by=by, everyone=True)
    event.refresh_from_db()

    assert set(faults_of(event, by, rules=STANDARD.to_json())) == {"rules"}
    edit_event(event, by=by, rules=event.rules, venue="Hall 2")
    assert event.rules_versions.count() == 1


def test_rules_made_from_an_older_version_are_stale(event, by):
    changed(event, by, target_score=350)

    with pytest.raises(Stale, match="Somebody else has changed the rules meanwhile"):
        edit_event(event, by=by, rules=STANDARD.to_json(), rules_seen=1)

    edit_event(event, by=by, rules=STANDARD.to_json(), rules_seen=2)
    assert versions(event)[-1] == (3, 500)


@pytest.mark.parametrize("game", ["cutthroat", "solo", "two_handed"])
def test_pairs_that_entered_do_not_become_single_players(event, by, game):
    assert faults_of(event, by, rules={"variant": game}) == {
        "rules": "Pairs have already entered: choose a game for two pairs."
    }


def test_an_event_nobody_is_in_may_change_between_pairs_and_single_players(event, by):
    for entry in event.entries.all():
        withdraw_entry(entry, by=by)

    edit_event(event, by=by, rules={"variant": "cutthroat"})
    event.refresh_from_db()

    assert event.players_each == 1
    EntryFactory(event=event)
    assert faults_of(event, by, rules={}) == {
        "rules": "Single players have already entered: choose a game in which each plays alone."
    }


def test_a_base_that_contradicts_a_round_is_refused_and_names_the_round(event, by):
    event.round_rules = {"1": {"min_bid": 6}, "2": {"target_score": 300}}
    event.save()

    faults = faults_of(event, by, rules=STANDARD.with_options(max_bid=5).to_json())

    assert set(faults) == {"rules"}
    assert faults["rules"].startswith("Final, with its own rules: ")
    assert "Semi-finals" not in faults["rules"]


def test_an_event_from_before_versions_were_kept_gets_its_first_with_the_second(event, by):
    RulesVersion.objects.all().delete()

    changed(event, by, target_score=350)

    assert versions(event) == [(1, 100), (2, 350)]


def test_letters_cost_the_same_queries_for_three_and_for_thirty(
    event, by, django_assert_max_num_queries
):
    for number in range(30):
        EntryFactory(event=event, email=f"more{number}@example.org")

    with django_assert_max_num_queries(24):
        changed(event, by, target_score=350)


def test_a_fault_that_both_games_of_a_pair_have_is_said_once():
    event = open_event(variant="cutthroat")

    said = faults_of(event, director_of(event.club), rules={"three": None, "four": 5})

    assert said == {"rules": "A rule set must be an object of options."}
