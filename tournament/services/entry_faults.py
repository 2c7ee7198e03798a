"""What keeps somebody off an entry list, in sentences that people understand."""

from collections.abc import Collection

from django.utils.translation import gettext as _

from tournament.models import Club, Event
from tournament.models.people import name_key
from tournament.services.names import name_fault, tidy


def team_fault(text: str, taken: Collection[str]) -> str | None:
    """Say what is wrong with the name of a new team."""
    if name_key(tidy(text)) in taken:
        return _("%(team)s is already taken in this event. Choose another name.") % {
            "team": tidy(text)
        }
    return name_fault(text)


def player_fault(text: str, taken: Collection[str]) -> str | None:
    """Say that a player who enters alone is in already: the name is all that tells two apart."""
    if name_key(tidy(text)) not in taken:
        return None
    return _(
        "%(person)s has already entered this event. If this is somebody else of the same name, "
        "add something that tells the two apart."
    ) % {"person": tidy(text)}


def once_sentence(who: str, team: str) -> str:
    """Say that somebody is in the event already, in a team."""
    return _(
        "%(person)s has already entered this event, as %(team)s. If this is somebody else of the "
        "same name, say so below."
    ) % {"person": who, "team": team}


def full_fault(event: Event, left: int | None) -> str | None:
    """Say that no place is left, where that is so."""
    if left is None or left > 0:
        return None
    return _("All %(places)d places are taken.") % {"places": event.places}


def barred_sentence(who: str, club: Club) -> str:
    """Refuse somebody who was removed twice, and say whom to ask about it."""
    return _("%(person)s may no longer play at the events of %(club)s. Ask %(contact)s.") % {
        "person": who,
        "club": club.name,
        "contact": club.contact or _("the director"),
    }


def removed_sentence(who: str, club: Club) -> str:
    """Refuse somebody whom a ruling has removed from this very event."""
    return _("%(person)s was removed from this event. Ask %(contact)s.") % {
        "person": who,
        "contact": club.contact or _("the director"),
    }


def company_sentence(event: Event) -> str:
    """Say how people enter this event, to whoever tried another way."""
    if event.players_each == 1:
        return _("In this event everybody plays alone: enter one name at a time.")
    return _("This event is played in pairs: enter two people as a team, or find a partner.")
