"""Forgetting a person: the name goes, wherever it stands; what was played and drawn stays.

The closed list of a draw keeps the hash of a name, so the draw can still be checked. Without the
salt nobody can find the name by trying.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from relay.models import Letter
from tournament import log
from tournament.actors import Actor
from tournament.models import Act, Entry, Event, LogLine, Match, Person, Player
from tournament.refusals import Refusal, Stale
from tournament.services.locks import lock_event
from tournament.services.news import event_changed
from tournament.services.register import IN_THE_EVENT

OVER = (Event.Status.FINISHED, Event.Status.CANCELLED)


@transaction.atomic
def forget_person(person: Person, *, by: Actor, with_teams: bool = False) -> tuple[str, ...]:
    """Take a person's name, address and letters away, for good. Called twice, nothing changes.

    The name of an entry goes where it is the person's own or contains it; with ``with_teams`` the
    names of all their teams go.

    Returns:
        The names that are gone, so that other rooms can strike them too.

    Raises:
        Refusal: the person is barred, and barring needs the name.
        Stale: they still play in an event that is not over.
    """
    events = [lock_event(event.pk, even_archived=True) for event in events_of(person)]
    person = Person.objects.select_for_update().get(pk=person.pk)
    if not person.name_key:
        return ()
    if fault := forget_fault(person):
        code = "barred" if person.is_barred else "still_plays"
        raise Refusal.because(code, fault) if person.is_barred else Stale(code, fault)
    mine = [entry for entry in entries_of(person) if with_teams or is_named_after(entry, person)]
    names = (person.name, *(entry.name for entry in mine))
    addresses = {it for it in (person.email, *(entry.email for entry in entries_of(person))) if it}
    _strike(events, names)
    _forget_letters(events, addresses, names)
    _forget_entries(entries_of(person), mine)
    person.name, person.name_key, person.email = _("name removed"), "", ""
    person.save(update_fields=["name", "name_key", "email"])
    person.reserve_of.update(reserve=None)
    person.incidents.update(note="")
    for event in events:
        log.write(event, "name_removed", by, public=False)
        _show_anew(event, entries_of(person))
    return names


def events_of(person: Person) -> QuerySet[Event]:
    """List the events a person has to do with, in the order in which they are locked."""
    known = Q(players__person=person) | Q(entries__reserve=person) | Q(incidents__person=person)
    return Event.objects.filter(known | Q(incidents__substitute=person)).distinct().order_by("pk")


def entries_of(person: Person) -> QuerySet[Entry]:
    """List the entries a person is or was in."""
    return Entry.objects.filter(players__person=person).distinct().order_by("pk")


def is_named_after(entry: Entry, person: Person) -> bool:
    """Whether the name of an entry tells the person's: it is theirs, or stands in it."""
    return bool(_pattern([person.name_key]).search(entry.name_key))


def forget_fault(person: Person) -> str:
    """Say why a person cannot be forgotten now, and the way out; "" when they can be."""
    if person.is_barred:
        return _("%(person)s is barred, and a bar needs the name. Lift the bar first.") % {
            "person": person.name
        }
    playing = person.played.filter(active=True, entry__state__in=IN_THE_EVENT)
    player = playing.exclude(event__status__in=OVER).select_related("event").first()
    if player is None:
        return ""
    told = {"person": person.name, "event": player.event.name}
    return _("%(person)s still plays in %(event)s. Withdraw the entry, or wait for the end.") % told


def kept_names(people: Iterable[int]) -> set[int]:
    """Say which people cannot be forgotten now, as barred or still playing: 2 queries."""
    playing = Player.objects.filter(person__in=list(people), active=True).exclude(
        event__status__in=OVER
    )
    busy = playing.filter(entry__state__in=IN_THE_EVENT).values_list("person", flat=True)
    barred = Person.objects.filter(pk__in=list(people), barred_at__isnull=False)
    return {*busy, *barred.values_list("pk", flat=True)}


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Find names as whole words, the longest first."""
    words = sorted({name for name in names if name}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)")


def struck(value: Any, names: Sequence[str]) -> Any:  # noqa: ANN401 -- whatever stands in JSON
    """Put "name removed" where one of the names stands, however deep.

    >>> from django.utils import translation
    >>> with translation.override("en"):
    ...     struck({"gone": ["Ada Low", "Ada Lowe"], "n": 1}, ["Ada Low"])
    {'gone': ['name removed', 'Ada Lowe'], 'n': 1}
    """
    if isinstance(value, str):
        return _pattern(names).sub(_("name removed"), value)
    if isinstance(value, list):
        return [struck(it, names) for it in value]
    if isinstance(value, dict):
        return {key: struck(it, names) for key, it in value.items()}
    return value


def _strike(events: Sequence[Event], names: Sequence[str]) -> None:
    """Strike the names from what the log, the acts and the rulings say."""
    _strike_from(LogLine.objects.filter(event__in=events), "params", names)
    _strike_from(Act.objects.filter(event__in=events), "params", names)
    _strike_from(Match.objects.filter(event__in=events), "ruling", names)
    _strike_pictures(Act.objects.filter(event__in=events), names)


def _strike_pictures(acts: QuerySet[Act], names: Sequence[str]) -> None:
    """Strike the names from the rulings that acts hold, so that none of them comes back."""
    changed = []
    for act in acts:
        kept = [it for said in (act.before, act.after) for it in said.get("match", {}).values()]
        named = [it for it in kept if struck(it.get("ruling", ""), names) != it.get("ruling", "")]
        for columns in named:
            columns["ruling"] = struck(columns["ruling"], names)
        if named:
            changed.append(act)
    Act.objects.bulk_update(changed, ["before", "after"], batch_size=500)


def _strike_from(rows: QuerySet[Any], column: str, names: Sequence[str]) -> None:
    changed = []
    for row in rows:
        said = struck(getattr(row, column), names)
        if said != getattr(row, column):
            setattr(row, column, said)
            changed.append(row)
    rows.model.objects.bulk_update(changed, [column], batch_size=500)


def _forget_letters(events: Sequence[Event], addresses: set[str], names: Sequence[str]) -> None:
    """Empty the letters to these addresses, and strike the names from those to others."""
    letters = Letter.objects.filter(about__in=[f"event:{event.pk}" for event in events])
    theirs = letters.filter(to__in=addresses)
    theirs.exclude(state=Letter.State.SENT).update(state=Letter.State.FAILED)
    theirs.update(to="", subject="", body="")
    changed = []
    for letter in letters.exclude(to=""):
        said = struck([letter.subject, letter.body], names)
        if said != [letter.subject, letter.body]:
            letter.subject, letter.body = said
            changed.append(letter)
    Letter.objects.bulk_update(changed, ["subject", "body"], batch_size=500)


def _forget_entries(entries: Iterable[Entry], named: Sequence[Entry]) -> None:
    gone = {entry.pk for entry in named}
    for entry in entries:
        entry.email = ""
        if entry.pk in gone:
            entry.name, entry.name_key = _("name removed"), entry.ref
            entry.salt = entry.apart = ""
        entry.save(update_fields=["email", "name", "name_key", "salt", "apart"])


def _show_anew(event: Event, entries: Iterable[Entry]) -> None:
    """Raise the versions of all that shows a name, so that no copy of a page is kept."""
    shown = event.matches.filter(sides__entry__in=list(entries))
    Match.objects.filter(pk__in=shown.values("pk")).update(version=F("version") + 1)
    event_changed(event)
