"""An event, and the public log of what was done in it."""

import secrets
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from engine.spades.rules import RuleSet
from tournament.models.people import Club
from tournament.rule_books import RuleBook, read_rule_book, rules_for


def new_ref() -> str:
    """Make a random 128-bit name, written as 32 hex digits."""
    return secrets.token_hex(16)


class Event(models.Model):
    """One tournament on one day, under one set of rules."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        REGISTRATION = "registration", _("registration open")
        CHECK_IN = "check_in", _("check-in")
        DRAWN = "drawn", _("drawn")
        RUNNING = "running", _("in play")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Substitutes(models.TextChoices):
        NONE = "none", _("none")
        NAMED = "named", _("only whom the entry names")
        FREE = "free", _("anybody who is not playing")

    club = models.ForeignKey(Club, models.PROTECT, related_name="events")
    ref = models.CharField(max_length=32, unique=True, default=new_ref, editable=False)
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=80)
    about = models.TextField(_("about"), blank=True, max_length=2000)
    venue = models.CharField(_("where"), max_length=120, blank=True)
    zone = models.CharField(_("time zone"), max_length=40, default="UTC")
    starts_at = models.DateTimeField(_("first deal"))
    check_in_from = models.DateTimeField(_("check-in opens"), null=True, blank=True)
    check_in_until = models.DateTimeField(_("check-in closes"), null=True, blank=True)
    places = models.PositiveIntegerField(_("places for pairs"), null=True, blank=True)
    rules = models.JSONField(_("rules"), default=dict, blank=True)
    round_rules = models.JSONField(
        default=dict,
        blank=True,
        help_text=_("Rounds to go (1 is the final) to the options changed"),
    )
    public_source = models.CharField(_("public value"), max_length=120, default="none")
    draw_options = models.JSONField(
        default=dict,
        blank=True,
        help_text=_("Of the draw: apart, seeds and byes; empty where all is drawn"),
    )
    third_place = models.BooleanField(
        _("the losers of the semi-finals play for third"), default=False
    )
    no_show_minutes = models.PositiveSmallIntegerField(
        _("minutes to come to the table"), null=True, blank=True, default=10
    )
    substitutes = models.CharField(
        _("substitutes"), max_length=5, choices=Substitutes, default=Substitutes.FREE
    )
    substitutes_until = models.PositiveSmallIntegerField(
        _("no substitutes from round"), null=True, blank=True
    )
    ends_by = models.DateTimeField(_("the hall closes"), null=True, blank=True)
    auto_call = models.BooleanField(_("free tables call by themselves"), default=True)
    status = models.CharField(max_length=12, choices=Status, default=Status.DRAFT)
    rounds = models.PositiveSmallIntegerField(default=0, help_text=_("Of the bracket; 0 before it"))
    champion = models.ForeignKey(
        "tournament.Entry", models.PROTECT, null=True, blank=True, related_name="+"
    )
    version = models.PositiveIntegerField(default=1, help_text=_("Counts every visible change"))
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-starts_at", "pk"]
        constraints = [
            models.CheckConstraint(
                name="event_has_a_place_for_two_pairs",
                condition=Q(places=None) | Q(places__gte=2),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rule_book(self) -> RuleBook:
        """The engine's view of the rules: one rule set, or one for three and one for four."""
        return read_rule_book(self.rules)

    @property
    def rule_set(self) -> RuleSet:
        """The rules where one sheet speaks for all tables; what tables differ in is not asked."""
        return rules_for(self.rule_book, sides=0)

    @property
    def players_each(self) -> int:
        """How many people enter together: two, or one for himself."""
        return len(self.rule_set.sides[0])

    def rules_at(self, *, sides: int, rounds_to_go: int) -> RuleSet:
        """Give the rules of a table of so many sides in one round; the final has 1 to go."""
        patch = self.round_rules.get(str(rounds_to_go), {})
        return rules_for(self.rule_book, sides=sides, patch=patch)

    @property
    def tz(self) -> ZoneInfo:
        """The zone in which this event's times are told."""
        return ZoneInfo(self.zone)

    @property
    def topic(self) -> str:
        """Where the relay tells of this event."""
        return f"event:{self.ref}"

    @property
    def is_drawn(self) -> bool:
        """Whether there is a bracket to look at."""
        return self.status in {self.Status.DRAWN, self.Status.RUNNING, self.Status.FINISHED}

    @property
    def takes_entries(self) -> bool:
        """Whether the public may enter now."""
        return self.status == self.Status.REGISTRATION


class RulesVersion(models.Model):
    """What the rules of an event said at one time, and who wrote it. Rows are only ever added."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="rules_versions")
    number = models.PositiveSmallIntegerField()
    rules = models.JSONField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("version of the rules")
        verbose_name_plural = _("versions of the rules")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(F("event"), F("number"), name="rules_version_once"),
        ]

    def __str__(self) -> str:
        return _("Version %(number)d") % {"number": self.number}


class LogLine(models.Model):
    """One act in an event, who did it and when. Lines are only ever added."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="log")
    key = models.CharField(max_length=40, help_text="Which sentence: see tournament.log")
    params = models.JSONField(default=dict)
    public = models.BooleanField(default=True)
    match = models.ForeignKey(
        "tournament.Match", models.SET_NULL, null=True, blank=True, related_name="+"
    )
    act = models.ForeignKey(
        "tournament.Act", models.PROTECT, null=True, blank=True, related_name="lines"
    )
    by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    by_table = models.ForeignKey(
        "tournament.Table", models.PROTECT, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("log line")
        verbose_name_plural = _("log")
        ordering = ["-pk"]
        indexes = [
            # The desk and the event page show the newest lines of one event.
            models.Index(fields=["event", "-id"], name="log_newest_of_event"),
        ]

    def __str__(self) -> str:
        return f"{self.key} at {self.at:%H:%M}"
