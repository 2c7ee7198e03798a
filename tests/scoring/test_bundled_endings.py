"""How matches ended, carried out of one database and into another."""

import pytest

from scoring.services.bundles import bundle_of, replay_bundle
from tests.scoring.bundled import file_of
from tests.stage import director_of, drawn_event, match_of, played, work
from tournament.models import Event, Match, Side
from tournament.services.departures import award_walkover, forfeit, remove_team, withdraw_team

pytestmark = pytest.mark.django_db


def of_every_ending():
    """Eleven pairs: five byes, and a match that ended in each of the other ways."""
    event = drawn_event(11)
    by = director_of(event.club)
    work()
    first, second, third = event.matches.filter(round=1, state=Match.State.READY)
    award_walkover(first, absent=[0], by=by)
    forfeit(second, sides=[1], by=by)
    played(third)
    work()
    withdrawn, removed, empty, *_more = event.matches.filter(state=Match.State.READY)
    withdraw_team(withdrawn.sides.get(place=0).entry, by=by)
    remove_team(removed.sides.get(place=1).entry, by=by)
    award_walkover(empty, absent=[0, 1], by=by)
    work()
    return event


def endings(event):
    return list(event.matches.order_by("number").values_list("number", "state", "reason"))


def with_a_bye(event):
    byes = Side.objects.filter(event=event, kind=Side.Kind.BYE).order_by("match__number")
    return [(side.round, side.match.number, side.match.winner.name) for side in byes]


def test_every_way_a_match_can_end_comes_back_as_it_went():
    """A bye was written with the code of something else, and who had one was forgotten."""
    kept = {}

    def build():
        event = of_every_ending()
        kept["endings"], kept["byes"] = endings(event), with_a_bye(event)
        return event

    verdict = replay_bundle(file_of(build))
    event = Event.objects.get(ref=verdict.bundle.event)
    assert verdict.differences == ()
    assert endings(event) == kept["endings"]
    reasons = {reason for _number, _state, reason in kept["endings"]}
    assert {"bye", "walkover", "forfeit", "played", "withdrawal", "removal"} < reasons


def test_nobody_has_a_second_bye_after_an_event_was_read_from_its_file():
    """After an import a team that had had a bye was given another: the first was not known."""
    verdict = replay_bundle(file_of(of_every_ending))
    event = Event.objects.get(ref=verdict.bundle.event)
    for match in event.matches.filter(state=Match.State.READY):
        played(match_of(event, match.number))
    work()
    byes = with_a_bye(event)
    assert [round_ for round_, _number, _name in byes] == [1] * 5
    assert len({name for _round, _number, name in byes}) == 5
    assert '"bye"' in bundle_of(event)
