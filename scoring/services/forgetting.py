"""Forgetting a person in everything that was written about hands, too."""

from collections.abc import Sequence

from django.db import transaction

from scoring.models import HandVersion
from tournament.actors import Actor
from tournament.models import Event, Person
from tournament.services.forgetting import events_of, forget_person, struck


@transaction.atomic
def forget(person: Person, *, by: Actor, with_teams: bool = False) -> tuple[str, ...]:
    """Take a person's name away wherever it stands: see ``forget_person``, which may refuse."""
    events = list(events_of(person))
    names = forget_person(person, by=by, with_teams=with_teams)
    if names:
        _strike(events, names)
    return names


def _strike(events: Sequence[Event], names: Sequence[str]) -> None:
    """Strike the names from the reasons of corrections."""
    changed = list[HandVersion]()
    written = HandVersion.objects.filter(hand__game__match__event__in=events).exclude(reason="")
    for version in written:
        said = struck(version.reason, names)
        if said != version.reason:
            version.reason = said
            changed.append(version)
    HandVersion.objects.bulk_update(changed, ["reason"], batch_size=500)
