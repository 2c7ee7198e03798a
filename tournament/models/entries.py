"""Entries: a pair that holds a place, or a single who looks for a partner."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournament.models.events import Event, new_ref
from tournament.models.people import Person


def new_salt() -> str:
    """Make the secret that keeps a name from being guessed out of its published hash."""
    return secrets.token_hex(16)


class Entry(models.Model):
    """One line of the entry list. Only a complete pair holds a place."""

    class State(models.TextChoices):
        SINGLE = "single", _("needs a partner")
        ENTERED = "entered", _("entered")
        JOINED = "joined", _("found a partner")
        WITHDRAWN = "withdrawn", _("withdrawn")
        REMOVED = "removed", _("removed")

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    ref = models.CharField(max_length=32, unique=True, default=new_ref, editable=False)
    salt = models.CharField(max_length=32, default=new_salt, editable=False)
    name = models.CharField(_("team name"), max_length=80)
    name_key = models.CharField(max_length=160, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.ENTERED)
    joined_as = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="made_of"
    )
    seed = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    apart = models.CharField(
        _("keep apart"), max_length=60, blank=True, help_text=_("The club or family they are of")
    )
    reserve = models.ForeignKey(
        Person,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="reserve_of",
        help_text=_("Who may take a seat of this entry where only named ones may"),
    )
    entry_key = models.UUIDField(
        unique=True, help_text=_("Made with the form; a double tap keeps it")
    )
    entered_at = models.DateTimeField(auto_now_add=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["name_key", "pk"]
        constraints = [
            models.UniqueConstraint(
                F("event"),
                F("name_key"),
                name="team_name_once_per_event",
                condition=Q(state__in=["single", "entered"]),
            ),
            models.CheckConstraint(
                name="joined_single_names_its_pair",
                condition=Q(state="joined", joined_as__isnull=False)
                | (~Q(state="joined") & Q(joined_as=None)),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_in(self) -> bool:
        """Whether this entry is a complete pair that still takes part."""
        return self.state == self.State.ENTERED


class Player(models.Model):
    """One person in one entry, in the order they were written down."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="players")
    event = models.ForeignKey(Event, models.CASCADE, related_name="players")
    person = models.ForeignKey(Person, models.PROTECT, related_name="played")
    place = models.PositiveSmallIntegerField(help_text=_("1 for the first name on the entry"))
    active = models.BooleanField(default=True, help_text=_("False once they left or were replaced"))

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["place", "pk"]
        constraints = [
            models.UniqueConstraint(
                F("event"),
                F("person"),
                name="person_enters_an_event_once",
                condition=Q(active=True),
            ),
            models.UniqueConstraint(
                F("entry"), F("place"), name="place_in_a_pair_once", condition=Q(active=True)
            ),
        ]

    def __str__(self) -> str:
        return str(self.person)


class CheckIn(models.Model):
    """A pair that has come."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="check_in")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("check-in")
        verbose_name_plural = _("check-ins")

    def __str__(self) -> str:
        return f"{self.entry} checked in"
