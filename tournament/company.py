"""In company or alone: the words that depend on how many people enter together.

Everywhere else the words are such as fit both, or one asks here.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament.models import Event

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Company:
    """What entering, and those who have entered, is called in one kind of event."""

    enter: Words
    enter_this: Words
    enter_another: Words
    enter_one: Words
    all_of_them: Words
    none: Words
    import_all: Words
    import_hint: Words


PAIRS = Company(
    enter=_("Enter your pair"),
    enter_this=_("Enter this pair"),
    enter_another=_("Enter another pair"),
    enter_one=_("Enter a pair"),
    all_of_them=_("Pairs"),
    none=_("No pair."),
    import_all=_("Import pairs"),
    import_hint=_(
        "Headings such as “Team”, “Player 1”, “Player 2” and “E-mail” are understood. A line with "
        "one player only enters somebody who needs a partner."
    ),
)
PLAYERS = Company(
    enter=_("Enter this event"),
    enter_this=_("Enter"),
    enter_another=_("Enter another player"),
    enter_one=_("Enter a player"),
    all_of_them=_("Players"),
    none=_("No player."),
    import_all=_("Import players"),
    import_hint=_(
        "Headings such as “Name”, “Player” and “E-mail” are understood. Every line enters one "
        "player."
    ),
)


def company_of(event: Event) -> Company:
    """Give the words for those who enter an event."""
    return PLAYERS if event.players_each == 1 else PAIRS


def counted(number: int, event: Event) -> str:
    """Say how many have entered: so many pairs, or so many players."""
    if event.players_each == 1:
        return ngettext("%(n)d player", "%(n)d players", number) % {"n": number}
    return ngettext("%(n)d pair", "%(n)d pairs", number) % {"n": number}
