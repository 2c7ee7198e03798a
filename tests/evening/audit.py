"""Everything that must be true after an evening, whatever was dealt."""

from collections import Counter

from relay.models import Letter, Message
from tests.evening.oracle import outcome_of
from tournament.models import Entry, Event, Match


def assert_the_evening_is_right(hall, *, pairs):
    """Hold the site's evening against the oracle's, and look for anything left over."""
    event = Event.objects.get(pk=hall.event.pk)
    outcome = outcome_of(hall.front.facts()["slots"], hall.papers, hall.rules)
    matches = {match.number: match for match in event.matches.select_related("winner")}
    played = [match for match in matches.values() if match.reason == Match.Reason.PLAYED]

    assert event.champion.ref == outcome.champion
    assert len(played) == pairs - 1
    assert {match.number for match in played} == set(hall.papers)
    assert {n: match.winner.ref for n, match in matches.items()} == outcome.winners
    assert {n for n, match in matches.items() if match.is_bye} == set(outcome.byes)
    assert max(Counter(outcome.byes.values()).values(), default=0) <= 1
    assert {match.round for match in matches.values() if match.is_bye} <= {1}
    for match in played:
        sides = list(match.sides.order_by("place").values_list("games", "points"))
        assert tuple(games for games, _points in sides) == outcome.games[match.number]
        assert tuple(points for _games, points in sides) == outcome.points[match.number]
    assert_nothing_is_left(event)
    assert_every_fact_is_told_once(event, played=len(played), pairs=pairs)


def assert_nothing_is_left(event):
    """No table is held, no match open, no errand undone."""
    assert event.status == Event.Status.FINISHED
    assert not event.matches.exclude(state=Match.State.FINISHED).exists()
    assert not event.matches.filter(advanced_at=None).exists()
    assert not Message.objects.filter(channel=Message.Channel.TASK, done_at=None).exists()
    assert list(event.tables.filter(free_since=None)) == []


def assert_every_fact_is_told_once(event, *, played, pairs):
    """Count the letters by kind: each pair was told of each of its matches, and never twice."""
    letters = Letter.objects.filter(about=f"event:{event.pk}")
    kinds = Counter(fact.partition(":")[0] for fact in letters.values_list("fact", flat=True))
    with_address = event.entries.filter(state=Entry.State.ENTERED).exclude(email="").count()
    assert with_address == pairs
    assert kinds.pop("entry_confirmed", 0) in {0, pairs}  # whom the desk imported is not told
    assert kinds == {
        "draw_published": pairs,
        "you_play": 2 * played,
        "you_won": played,
        "you_are_out": played,
    }
    assert set(letters.values_list("state", flat=True)) == {Letter.State.SENT}
    told = Counter(letters.values_list("to", "subject", "body"))
    assert max(told.values()) == 1
