"""What staff did to the bracket, each act with the rows it changed, so that it can be undone."""

from django.conf import settings
from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournament.models.entries import Entry
from tournament.models.events import Event
from tournament.models.matches import Match


class Act(models.Model):
    """One act of the staff, known by its number in the event. Rows are only ever added.

    ``before`` and ``after`` map a kind of row ("match", "side", "entry", "player", "event") to the
    rows it changed, by their id, and those to the columns that changed. A row that the act made has
    no line in ``before``.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="acts")
    number = models.PositiveIntegerField(help_text=_("Counts from 1 within the event"))
    key = models.CharField(max_length=40, help_text=_("What was done; see tournament.log"))
    match = models.ForeignKey(Match, models.SET_NULL, null=True, blank=True, related_name="acts")
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="acts")
    params = models.JSONField(default=dict)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    undoes = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="undone_by"
    )
    entry_key = models.UUIDField(
        unique=True, help_text=_("Made with the form; a double tap keeps it")
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("act")
        verbose_name_plural = _("acts")
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(F("event"), F("number"), name="act_number_once"),
        ]

    def __str__(self) -> str:
        return _("Act %(number)d") % {"number": self.number}
