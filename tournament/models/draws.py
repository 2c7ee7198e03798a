"""The draw: eight locked secrets, and what was made of those that were opened."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournament.models.events import Event


def new_secret() -> str:
    """Make the 32 secret bytes of one attempt, as hex."""
    return secrets.token_hex(32)


class Draw(models.Model):
    """One attempt at a draw. Committed to before anyone has entered; opened at most once."""

    class Kind(models.TextChoices):
        BRACKET = "bracket", _("bracket")
        PARTNERS = "partners", _("partners")

    class State(models.TextChoices):
        COMMITTED = "committed", _("locked away")
        FROZEN = "frozen", _("list closed")
        REVEALING = "revealing", _("being revealed")
        DRAWN = "drawn", _("drawn")
        SPENT = "spent", _("set aside")

    event = models.ForeignKey(Event, models.CASCADE, related_name="draws")
    kind = models.CharField(max_length=8, choices=Kind)
    attempt = models.PositiveSmallIntegerField()
    algorithm = models.CharField(max_length=40)
    secret = models.CharField(max_length=64, default=new_secret)
    commitment = models.CharField(max_length=64)
    public_source = models.CharField(max_length=120)
    public_value = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.COMMITTED)
    entries = models.JSONField(default=list, help_text=_("The frozen list: ids and name hashes"))
    options = models.JSONField(default=dict, help_text=_("Fixed with the list"))
    list_hash = models.CharField(max_length=64, blank=True)
    seed = models.CharField(max_length=64, blank=True)
    order = models.JSONField(default=list)
    slots = models.JSONField(default=list)
    revealed = models.PositiveIntegerField(default=0, help_text=_("Steps shown so far"))
    reason = models.CharField(max_length=200, blank=True, help_text=_("Why it was set aside"))
    committed_at = models.DateTimeField(auto_now_add=True)
    frozen_at = models.DateTimeField(null=True, blank=True)
    drawn_at = models.DateTimeField(null=True, blank=True)
    spent_at = models.DateTimeField(null=True, blank=True)
    drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("draw")
        verbose_name_plural = _("draws")
        ordering = ["kind", "attempt"]
        constraints = [
            models.UniqueConstraint(F("event"), F("kind"), F("attempt"), name="draw_attempt_once"),
            models.CheckConstraint(
                name="draw_attempt_is_one_of_eight", condition=Q(attempt__gte=1, attempt__lte=8)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} draw, attempt {self.attempt}"

    @property
    def is_open(self) -> bool:
        """Whether nothing about this attempt is a secret any more."""
        return self.state in {self.State.DRAWN, self.State.SPENT}

    @property
    def published_secret(self) -> str:
        """The secret once it was used or set aside; never one that may still decide something."""
        return self.secret if self.is_open else ""

    @property
    def published_seed(self) -> str:
        """The seed, from which everything follows, once everything is shown."""
        return self.seed if self.is_open else ""


LIST_CLOSED = (Draw.State.FROZEN, Draw.State.REVEALING)
"""The states in which the list of an attempt is closed and its result is still to come."""
