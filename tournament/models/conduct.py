"""Zero tolerance: what staff saw, whom it concerned and what they ruled."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.entries import Entry
from tournament.models.events import Event
from tournament.models.people import Person


class Incident(models.Model):
    """One ruling about one person in one event. Nothing lifts a removal by itself."""

    class Kind(models.TextChoices):
        TABLE_TALK = "table_talk", _("table talk")
        SIGNALLING = "signalling", _("signalling")
        OTHER = "other", _("other")

    class Ruling(models.TextChoices):
        WARNING = "warning", _("warning")
        REMOVAL = "removal", _("removal from the event")

    event = models.ForeignKey(Event, models.PROTECT, related_name="incidents")
    person = models.ForeignKey(Person, models.PROTECT, related_name="incidents")
    entry = models.ForeignKey(
        Entry, models.PROTECT, null=True, blank=True, related_name="incidents"
    )
    kind = models.CharField(_("what happened"), max_length=12, choices=Kind)
    ruling = models.CharField(_("ruling"), max_length=8, choices=Ruling)
    note = models.TextField(_("note"), blank=True, max_length=1000)
    substitute = models.ForeignKey(Person, models.PROTECT, null=True, blank=True, related_name="+")
    entry_key = models.UUIDField(unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("incident")
        verbose_name_plural = _("incidents")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.person}: {self.get_ruling_display()}"
