"""Hours of an event, with the date where it is not the day of the first deal."""

from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from django import template
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import pgettext

register = template.Library()


class Day(Protocol):
    """What has a first deal and a zone: an event, or the plan of one."""

    @property
    def starts_at(self) -> datetime:
        """When the first hand is dealt."""

    @property
    def tz(self) -> ZoneInfo:
        """The zone in which times are told."""


@register.filter
def hours(moment: datetime, day: Day) -> str:
    """Write the time of day, with the date where it is not the day of the first deal."""
    local, first = localtime(moment, day.tz), localtime(day.starts_at, day.tz)
    if local.date() == first.date():
        return date_format(local, "H:i")
    return date_format(local, pgettext("date format: a day and a time", "j M, H:i"))
