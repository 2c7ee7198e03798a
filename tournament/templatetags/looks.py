"""How things look everywhere: suits, sides, scores, hashes and times in the event's own zone."""

from datetime import datetime

from django import template
from django.forms import BoundField
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import pgettext

from tournament.company import counted as counted_words
from tournament.models import Event

register = template.Library()

MINUS = "\u2212"
DASH = "\N{EN DASH}"
NARROW = "\N{NARROW NO-BREAK SPACE}"
SUITS = {
    "spade": "M10 1C7.5 5 2 7.4 2 11.7c0 3.8 4.9 5 7 2.1-.1 2-.8 3.6-2.3 5.2h6.6c-1.5-1.6-2.2-3.2"
    "-2.3-5.2 2.1 2.9 7 1.7 7-2.1C18 7.4 12.5 5 10 1z",
    "heart": "M10 18C5 13.6 1.5 10.5 1.5 6.7 1.5 4 3.6 2 6 2c1.6 0 3.1.8 4 2.2C10.9 2.8 12.4 2 14 2"
    "c2.4 0 4.5 2 4.5 4.7C18.5 10.5 15 13.6 10 18z",
    "club": "M10 1.5a4 4 0 0 1 3.2 6.4A4.1 4.1 0 1 1 11 14c.1 1.9.8 3.4 2.3 5H6.7C8.2 17.4 8.9 15.9"
    " 9 14a4.1 4.1 0 1 1-2.2-6.1A4 4 0 0 1 10 1.5z",
    "diamond": "M10 1c2 3.4 4.3 6.2 7 9-2.7 2.8-5 5.6-7 9-2-3.4-4.3-6.2-7-9 2.7-2.8 5-5.6 7-9z",
}


@register.simple_tag
def suit(name: str) -> SafeString:
    """Draw a suit in the colour of the text around it; screen readers pass it by."""
    return format_html(
        '<svg class="suit" viewBox="0 0 20 20" aria-hidden="true"><path d="{}"/></svg>',
        SUITS[name],
    )


@register.simple_tag
def mark(letter: str) -> SafeString:
    """Draw a side's mark: its letter in its colour and shape. The name must follow at once."""
    return format_html(
        '<span class="mk mk-{}" aria-hidden="true">{}</span>', letter.lower(), letter
    )


@register.filter
def minus(number: float) -> str:
    """Write a number with a true minus sign.

    >>> minus(-40) == "\u221240", minus(318)
    (True, '318')
    """
    return str(number).replace("-", MINUS)


@register.filter
def signed(number: float) -> str:
    """Write a change of score: with a plus or a true minus sign.

    >>> signed(100), signed(-70) == "\u221270"
    ('+100', True)
    """
    return f"{number:+}".replace("-", MINUS)


@register.simple_tag
def score(*counts: int) -> str:
    """Join the counts of all sides with en dashes.

    >>> score(2, 1) == "2\u20131"
    True
    """
    dash = f"{NARROW}{DASH}{NARROW}" if min(counts) < 0 else DASH  # a dash and a minus need air
    return dash.join(minus(count) for count in counts)


@register.filter
def counted(number: int, event: Event) -> str:
    """Say how many have entered: 12 pairs, or 12 players."""
    return counted_words(number, event)


@register.filter
def in_eights(digits: str) -> str:
    """Break a hash into groups of eight, so that two people can compare it aloud.

    >>> in_eights("d5304865cf588ea4")
    'd5304865 cf588ea4'
    """
    return " ".join(digits[start : start + 8] for start in range(0, len(digits), 8))


@register.filter
def day(moment: datetime, event: Event) -> str:
    """Write the date in full, as it is at the event: Saturday 14 November 2026."""
    return _told(moment, event, pgettext("date format: a day in full", "l j F Y"))


@register.filter
def short_day(moment: datetime, event: Event) -> str:
    """Write the date in short, as it is at the event: 14 Nov."""
    return _told(moment, event, pgettext("date format: a day in short", "j M"))


@register.filter
def clock(moment: datetime, event: Event) -> str:
    """Write the time of day, as it is at the event: 16:41."""
    return _told(moment, event, "H:i")


@register.filter
def clock_exact(moment: datetime, event: Event) -> str:
    """Write the time of day with its seconds, as it is at the event: 19:42:10."""
    return _told(moment, event, "H:i:s")


@register.filter
def when(moment: datetime, event: Event) -> str:
    """Write day and time, as they are at the event: 14 Nov, 16:41."""
    return _told(moment, event, pgettext("date format: a day and a time", "j M, H:i"))


@register.filter
def dressed(field: BoundField) -> SafeString:
    """Write the input of a form field as this site draws inputs."""
    return field.as_widget(attrs={"class": "in"})


@register.filter
def plain(field: BoundField) -> SafeString:
    """Write the input of a form field, a tick box say, as the browser draws it."""
    return field.as_widget()


def _told(moment: datetime, event: Event, form: str) -> str:
    return date_format(localtime(moment, event.tz), form)
