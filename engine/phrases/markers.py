"""No-op markers, so that makemessages finds the sentences without the engine knowing Django."""

from typing import NamedTuple


class Plural(NamedTuple):
    """A sentence with a form for one and a form for many, chosen by the parameter ``by``."""

    one: str
    many: str
    by: str = "n"


Template = str | Plural


def gettext_noop(text: str) -> str:
    """Mark a sentence for translation and return it unchanged.

    >>> gettext_noop("All bids are in.")
    'All bids are in.'
    """
    return text


def ngettext(one: str, many: str, by: str = "n") -> Plural:
    """Mark a sentence with a plural; the name is one that xgettext looks for.

    >>> ngettext("{n} bag", "{n} bags").many
    '{n} bags'
    """
    return Plural(one, many, by)
