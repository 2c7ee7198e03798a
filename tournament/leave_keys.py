"""The key with which an entry leaves by itself. Whoever entered has it: on the page, in the letter.

The ref of an entry is no such key: it stands on the published list of the draw.
"""

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.models import Entry


def leave_key(entry: Entry) -> str:
    """Make the key of an entry; nothing is stored."""
    return salted_hmac("tournament.leave", entry.ref, algorithm="sha256").hexdigest()[:32]


def opens(entry: Entry, key: str) -> bool:
    """Whether a key is the one of this entry."""
    return constant_time_compare(leave_key(entry), key)


def leave_address(entry: Entry) -> str:
    """Write the whole address at which an entry leaves, for a letter."""
    path = reverse("tournament:leave", args=[entry.event.slug, entry.ref, leave_key(entry)])
    return settings.SITE_URL + path
