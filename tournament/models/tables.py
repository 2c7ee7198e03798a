"""The tables of the hall. Whoever holds a table's link may write at that table."""

import secrets

from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournament.models.events import Event


def new_token() -> str:
    """Make an unguessable table link: 160 random bits, fit for an address."""
    return secrets.token_urlsafe(20)


class Table(models.Model):
    """One table, and the link that opens it."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        OFF = "off", _("off")

    event = models.ForeignKey(Event, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("number"))
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    state = models.CharField(max_length=4, choices=State, default=State.OPEN)
    free_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(F("event"), F("number"), name="table_number_once"),
        ]

    def __str__(self) -> str:
        return _("Table %(number)d") % {"number": self.number}
