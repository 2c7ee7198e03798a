"""What people type: names, addresses and notes, tidied and judged in words they understand."""

import unicodedata
from itertools import groupby
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from tournament.models.people import name_key

NAME_LENGTH: Final = 80
REASON_LENGTH: Final = 200
EMAIL_LENGTH: Final = 254
KEY_LENGTH: Final = 160
# Joiners shape words in Persian and Indic scripts and emoji; other invisible signs only deceive.
JOINERS: Final = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Co"})
# Letters and signs by their kind, and yet nothing is drawn: with them a name could look like
# another one, or like none.
BLANKS: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
MARKS_MOST: Final = 5
"""So many marks one letter carries in the scripts of the world; a longer pile hides other lines."""


def tidy(text: str) -> str:
    """Write a line of text in one way: composed letters, single spaces, none at the ends.

    >>> tidy("  Bag   Ladies ")
    'Bag Ladies'
    """
    return " ".join(unicodedata.normalize("NFC", text).split())


def has_control_characters(text: str, *, allowed: str = "") -> bool:
    r"""Whether text holds a character that cannot be seen and is no space.

    >>> has_control_characters("Bag\x00Ladies"), has_control_characters("Zoë 王")
    (True, False)
    """
    return any(
        sign in BLANKS or (unicodedata.category(sign) in REFUSED and sign not in allowed)
        for sign in text.strip()
    )


def name_fault(text: str) -> str | None:
    """Say what is wrong with the name of a person or a team, in any script; None if nothing is."""
    name = tidy(text)
    if not name:
        return _("Enter a name.")
    if has_control_characters(text, allowed=JOINERS):
        return _("This name holds a character that cannot be shown. Type it again.")
    if not any(unicodedata.category(sign)[0] in "LNS" for sign in name):
        return _("A name needs at least one letter or digit.")
    if _highest_pile(name) > MARKS_MOST:
        return _("This name has too many marks on one letter.")
    if len(name) > NAME_LENGTH or len(name_key(name)) > KEY_LENGTH:
        return too_long(name, NAME_LENGTH)
    return None


def _highest_pile(name: str) -> int:
    """Count the marks on the letter that carries the most."""
    is_mark = (unicodedata.category(sign) in {"Mn", "Me", "Cf"} for sign in name)
    return max((len(list(pile)) for mark, pile in groupby(is_mark) if mark), default=0)


def email_fault(text: str) -> str | None:
    """Say what is wrong with an e-mail address; leaving it out is not wrong."""
    address = text.strip()
    if not address:
        return None
    if len(address) > EMAIL_LENGTH:
        return too_long(address, EMAIL_LENGTH)
    name = address.rpartition("@")[0]
    try:
        validate_email(address)
        readable = name.isascii() and name.isprintable()  # Django lets some others pass
    except ValidationError:
        readable = False
    return None if readable else _("This is no e-mail address. It looks like name@example.org.")


def text_fault(text: str, *, limit: int, lines: bool = False) -> str | None:
    """Say what is wrong with free text; ``lines`` allows more than one."""
    if has_control_characters(text, allowed=JOINERS + ("\r\n\t" if lines else "")):
        return _("This text holds a character that cannot be shown. Type it again.")
    if len(text.strip()) > limit:
        return too_long(text.strip(), limit)
    return None


def too_long(text: str, limit: int) -> str:
    """Say by how much a text is too long."""
    return _("This is too long: %(length)d characters, and %(limit)d is the most.") % {
        "length": len(text),
        "limit": limit,
    }


def without_none(**faults: str | None) -> dict[str, str]:
    """Keep the fields that have a fault, for a refusal that names them all."""
    return {field: fault for field, fault in faults.items() if fault}
