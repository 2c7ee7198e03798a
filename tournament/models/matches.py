"""Matches and their sides. A match may also end without a card: by bye, walkover or ruling."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from engine.spades.rules import RuleSet
from tournament.models.entries import Entry
from tournament.models.events import Event
from tournament.models.tables import Table

LETTERS = "ABCD"


class Match(models.Model):
    """One meeting in the bracket. Its winner goes on to the match above."""

    class State(models.TextChoices):
        WAITING = "waiting", _("to be decided")
        READY = "ready", _("ready")
        CALLED = "called", _("called")
        PLAYING = "playing", _("in play")
        FINISHED = "finished", _("finished")

    class Reason(models.TextChoices):
        PLAYED = "played", _("played")
        BYE = "bye", _("bye")
        WALKOVER = "walkover", _("walkover")
        FORFEIT = "forfeit", _("forfeit")
        DOUBLE_FORFEIT = "double_forfeit", _("both forfeit")
        WITHDRAWAL = "withdrawal", _("withdrawal")
        REMOVAL = "removal", _("removal")
        NO_ONE = "no_one", _("no one left")

    event = models.ForeignKey(Event, models.CASCADE, related_name="matches")
    round = models.PositiveSmallIntegerField(help_text=_("Counts from 1"))
    position = models.PositiveIntegerField(help_text=_("Counts from 0 at the top of the sheet"))
    number = models.PositiveIntegerField(help_text=_("Counts from 1 through the whole bracket"))
    above = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="below")
    above_place = models.PositiveSmallIntegerField(null=True, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    reason = models.CharField(max_length=14, choices=Reason, blank=True)
    winner = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="won")
    for_third = models.BooleanField(default=False, help_text=_("Played by those who lost"))
    by_ruling = models.BooleanField(
        default=False, help_text=_("The winner stands by ruling, whatever the hands say")
    )
    ruling = models.CharField(max_length=200, blank=True, help_text=_("Why it was ruled so"))
    best_of = models.PositiveSmallIntegerField(default=3)
    table = models.ForeignKey(Table, models.PROTECT, null=True, blank=True, related_name="matches")
    pinned = models.ForeignKey(
        Table,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="pinned",
        help_text=_("The one table it is called to"),
    )
    held = models.BooleanField(default=False, help_text=_("Free tables pass it by"))
    due_at = models.DateTimeField(
        null=True, blank=True, help_text=_("Who is not there by then is late")
    )
    attempt = models.PositiveSmallIntegerField(default=1, help_text=_("Raised when play is voided"))
    version = models.PositiveIntegerField(default=1, help_text=_("Counts every visible change"))
    game_number = models.PositiveSmallIntegerField(default=0)
    hand_number = models.PositiveSmallIntegerField(default=0)
    hand_at = models.DateTimeField(null=True, blank=True)
    ready_at = models.DateTimeField(null=True, blank=True)
    called_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    advanced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["round", "position"]
        constraints = [
            models.UniqueConstraint(F("event"), F("round"), F("position"), name="match_slot_once"),
            models.UniqueConstraint(F("event"), F("number"), name="match_number_once"),
            models.UniqueConstraint(
                F("table"),
                name="table_has_one_match_at_a_time",
                condition=Q(state__in=["called", "playing"]),
            ),
            models.CheckConstraint(name="match_best_of_is_odd", condition=Q(best_of__in=[1, 3, 5])),
            models.CheckConstraint(
                name="match_in_play_has_a_table",
                condition=~Q(state__in=["called", "playing"]) | Q(table__isnull=False),
            ),
            models.CheckConstraint(
                name="match_is_finished_for_a_reason",
                condition=Q(state="finished", reason__gt="")
                | (~Q(state="finished") & Q(reason="")),
            ),
            models.CheckConstraint(
                name="match_with_a_winner_is_finished",
                condition=Q(winner=None) | Q(state="finished"),
            ),
        ]
        indexes = [
            # Free tables call the match of this event that has been ready the longest.
            models.Index(
                fields=["event", "ready_at", "number"],
                name="match_ready_longest",
                condition=Q(state="ready"),
            ),
            # The sweep looks for decided matches whose winner has not been seated above.
            models.Index(
                fields=["id"],
                name="match_not_advanced",
                condition=Q(state="finished", advanced_at=None),
            ),
        ]

    def __str__(self) -> str:
        return _("Match %(number)d") % {"number": self.number}

    @property
    def topic(self) -> str:
        """Where the relay tells of this match: on the topic of its event, naming the match."""
        return self.event.topic

    @property
    def rounds_to_go(self) -> int:
        """How many rounds there are from this match on; the final has 1."""
        return self.event.rounds - self.round + 1

    def rules_at(self, *, sides: int) -> RuleSet:
        """Give the rules of this match at a table of so many sides."""
        return self.event.rules_at(sides=sides, rounds_to_go=self.rounds_to_go)

    @property
    def is_bye(self) -> bool:
        """Whether this match is only a place on the sheet beside a bye."""
        return self.reason == self.Reason.BYE

    @property
    def is_open(self) -> bool:
        """Whether a result is still to come."""
        return self.state != self.State.FINISHED

    @property
    def is_at_table(self) -> bool:
        """Whether the match holds a table now."""
        return self.state in {self.State.CALLED, self.State.PLAYING}


class Side(models.Model):
    """One slot of a match: a bye, somebody still to be decided, a team, or no one left to come."""

    class Kind(models.TextChoices):
        BYE = "bye", _("bye")
        TO_BE_DECIDED = "tbd", _("to be decided")
        TEAM = "team", _("team")
        NO_ONE = "no_one", _("no one")

    class Takes(models.TextChoices):
        WINNER = "winner", _("the winner")
        LOSER = "loser", _("the loser")

    match = models.ForeignKey(Match, models.CASCADE, related_name="sides")
    event = models.ForeignKey(Event, models.CASCADE, related_name="sides")
    round = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(help_text=_("Counts from 0; side A, B, C, D"))
    kind = models.CharField(max_length=6, choices=Kind, default=Kind.TO_BE_DECIDED)
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="sides")
    source = models.ForeignKey(
        Match,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="feeds",
        help_text=_("The match whose winner or loser comes here"),
    )
    takes = models.CharField(max_length=6, choices=Takes, default=Takes.WINNER)
    games = models.PositiveSmallIntegerField(default=0, help_text=_("Games won"))
    points = models.IntegerField(default=0, help_text=_("In the game being played"))
    bags = models.PositiveSmallIntegerField(default=0)
    gone = models.BooleanField(default=False, help_text=_("Absent, forfeited or withdrawn"))
    gone_for = models.CharField(
        max_length=14, choices=Match.Reason, blank=True, help_text=_("Why it is gone")
    )
    here_at = models.DateTimeField(null=True, blank=True, help_text=_("Since when it sits there"))

    class Meta:
        verbose_name = _("side")
        verbose_name_plural = _("sides")
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(F("match"), F("place"), name="side_place_once"),
            models.UniqueConstraint(
                F("event"),
                F("round"),
                F("entry"),
                name="team_is_in_one_slot_per_round",
                condition=Q(entry__isnull=False),
            ),
            models.CheckConstraint(
                name="side_has_a_team_exactly_when_it_says_so",
                condition=Q(kind="team", entry__isnull=False) | (~Q(kind="team") & Q(entry=None)),
            ),
            models.CheckConstraint(
                name="bye_is_only_in_round_one", condition=~Q(kind="bye") | Q(round=1)
            ),
        ]

    def __str__(self) -> str:
        return str(self.entry) if self.entry else str(self.get_kind_display())

    @property
    def letter(self) -> str:
        """The letter that goes with this side's colour and shape."""
        return LETTERS[self.place]

    @property
    def plays(self) -> bool:
        """Whether a team is to play here: one came, and it is not gone."""
        return self.entry_id is not None and not self.gone
