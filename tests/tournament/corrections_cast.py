"""Finished evenings, and the acts by which staff change how a match ended."""

from uuid import uuid4

from tests.stage import director_of, drawn_event, match_of, played, work
from tournament.models import Event, Match
from tournament.services.acts import differences, picture_of
from tournament.services.departures import forfeit
from tournament.services.result_corrections import correct_result, preview, replay_match
from tournament.services.undo import take_back

PLAYED, FORFEIT, WALKOVER = Match.Reason.PLAYED, Match.Reason.FORFEIT, Match.Reason.WALKOVER
NOBODY = Match.Reason.DOUBLE_FORFEIT


def finished_event(entries=4, **words):
    """Play an event of pairs to its end; the upper team always wins."""
    event = drawn_event(entries, **words)
    work()
    while match := event.matches.filter(state="ready").order_by("number").first():
        played(match)
        work()
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED
    return event


def forfeited(match, sides):
    """Enter a forfeit, and let the bracket go on from it; give the act."""
    forfeit(match, sides=sides, by=director_of(match.event.club))
    work()
    return match.event.acts.first()


def corrected(match, winner=1, reason=PLAYED, **words):
    """Correct a result as a director does who was not asked anything."""
    words = {"why": "The sheet says so", "entry_key": uuid4()} | words
    words.setdefault("by", director_of(match.event.club))
    return correct_result(match, winner=winner, reason=reason, **words)


def corrected_with(choice, match, winner=1, reason=PLAYED, **words):
    """Correct a result with a choice made from a preview that was just read."""
    fresh = match_of(match.event, match.number)
    seen = preview(fresh, winner=winner, reason=reason).stamp
    return corrected(match, winner, reason, choice=choice, seen=seen, **words)


def voided(match, choice="", **words):
    """Have a match played again."""
    fresh = match_of(match.event, match.number)
    seen = preview(fresh, winner=None, reason="").stamp
    words = {"why": "Two cards were missing", "entry_key": uuid4()} | words
    by = director_of(match.event.club)
    return replay_match(match, choice=choice, seen=seen if choice else "", by=by, **words)


def undone(act, **words):
    """Take an act back."""
    by = director_of(act.event.club)
    return take_back(act, **({"entry_key": uuid4(), "by": by} | words))


def team(match, place):
    """Who stands at a place of a match."""
    return match.sides.select_related("entry").get(place=place).entry


def seats(event, number):
    """Who stands in a match, by place: a team, or the kind of the slot."""
    sides = match_of(event, number).sides.select_related("entry").order_by("place")
    return [side.entry or side.kind for side in sides]


def bracket_of(event):
    """Every derived row as it stands, but for when a match was ready."""
    picture = picture_of(event)
    for row in picture["match"].values():
        row.pop("ready_at")
    return picture


def changed_since(before, event):
    """What of a bracket is otherwise now, as it was and as it is."""
    return differences(before, bracket_of(event))
