"""Clubs, the staff of a club, and the people who play at its events."""

import unicodedata

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

UNSEEN = dict.fromkeys(
    [0x200C, 0x200D, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]
)
"""Joiners and variation selectors: they shape what stands beside them and show nothing."""


def name_key(name: str) -> str:
    """Fold a name so that two spellings of it compare equal, in any script.

    >>> name_key("  José   ÁLVAREZ ") == name_key("josé álvarez")
    True
    """
    seen = unicodedata.normalize("NFKC", name).translate(UNSEEN).casefold()
    return " ".join(unicodedata.normalize("NFKC", seen).casefold().split())


class Club(models.Model):
    """Who runs events. One club is there from the start."""

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), unique=True)
    contact = models.CharField(
        _("contact"),
        max_length=120,
        blank=True,
        help_text=_("Whom to ask about a refusal, with a way to reach them. Shown to players."),
    )

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """What one user may do at one club."""

    class Role(models.TextChoices):
        DIRECTOR = "director", _("director")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")
        VIEWER = "viewer", _("viewer")

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=Role)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [
            models.UniqueConstraint("club", "user", name="user_has_one_role_in_a_club"),
            models.CheckConstraint(
                name="membership_role_is_known",
                condition=Q(role__in=["director", "scorekeeper", "viewer"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"


class Person(models.Model):
    """Somebody who plays at a club's events, known again from one event to the next."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="people")
    name = models.CharField(_("name"), max_length=80)
    name_key = models.CharField(max_length=160, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    barred_at = models.DateTimeField(_("barred since"), null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        ordering = ["name", "pk"]
        indexes = [
            # Registration and import look a player up by folded name within the club.
            models.Index(fields=["club", "name_key"], name="person_by_name"),
            # Registration refuses a barred address under whatever name it comes.
            models.Index(
                fields=["club", "email"], name="barred_by_email", condition=~Q(barred_at=None)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_barred(self) -> bool:
        """Whether this person may no longer play at the club's events."""
        return self.barred_at is not None
