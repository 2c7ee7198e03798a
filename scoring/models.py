"""Games and the hands they are made of. Totals only repeat what the hands say."""

from functools import cached_property

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from engine.spades.games import GameState, replay
from engine.spades.hands import HandSheet
from engine.spades.rules import RuleSet
from tournament.models import Match, Table

SOMETIMES = ("spades", "ace", "renege", "rulings", "misdeal", "time_called", "exchange")
"""What few hands carry; their paper leaves it out where there is none."""


class Game(models.Model):
    """One race to the target. It keeps its own copy of the rules it was begun under."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="games")
    attempt = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(help_text=_("Counts from 1 within the match"))
    rules = models.JSONField(help_text=_("As frozen when the game was opened"))
    seating = models.JSONField(help_text=_("Seat to player id, e.g. {'N': 12}"))
    places = models.JSONField(
        default=list, help_text=_("Places in the match of the sides, in their order; empty: all")
    )
    first_dealer = models.CharField(max_length=2)
    hands_played = models.PositiveSmallIntegerField(default=0)
    totals = models.JSONField(default=dict, help_text=_("Side to score and bags: a copy"))
    winner = models.CharField(max_length=4, blank=True, help_text=_("The side that won, e.g. NS"))
    opened_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["attempt", "number"]
        constraints = [
            models.UniqueConstraint(F("match"), F("attempt"), F("number"), name="game_number_once"),
            # Two phones cannot open the next game at once: a match has one game in play.
            models.UniqueConstraint(
                F("match"), F("attempt"), name="game_one_in_play", condition=Q(winner="")
            ),
        ]

    def __str__(self) -> str:
        return _("Game %(number)d") % {"number": self.number}

    @cached_property
    def rule_set(self) -> RuleSet:
        """The engine's view of the rules of this game."""
        return RuleSet.from_json(self.rules)

    def place_of(self, side: str) -> int:
        """Say which place of the match a side of this game has; sides may have stayed away."""
        number = self.rule_set.side_names.index(side)
        return self.places[number] if self.places else number

    @property
    def next_number(self) -> int:
        """The number the next finished hand will carry."""
        return self.hands_played + 1

    def replay(self) -> GameState:
        """Work the game out from its hands. The stored totals are only a copy of this."""
        scored = [hand.sheet for hand in self.hands.all() if hand.is_scored]
        return replay(scored, self.rule_set, first_dealer=self.first_dealer)


class Hand(models.Model):
    """One deal: its bids while they are made, then its tricks. The newest version of it."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField(help_text=_("Counts from 1 within the game"))
    dealer = models.CharField(max_length=2)
    bids = models.JSONField(default=dict, help_text=_("Seat to tricks bid, 0 for nil"))
    blind = models.JSONField(default=list, help_text=_("Seats whose nil was blind"))
    tricks = models.JSONField(null=True, blank=True, help_text=_("None until the hand is played"))
    spades = models.JSONField(default=dict, blank=True, help_text=_("Seat to spades held"))
    ace = models.CharField(max_length=2, blank=True, help_text=_("Who held the ace of spades"))
    renege = models.JSONField(default=list, blank=True, help_text=_("Seats that reneged once"))
    rulings = models.JSONField(default=list, blank=True, help_text=_("What the director ruled"))
    misdeal = models.CharField(max_length=20, blank=True, help_text=_("What made the deal void"))
    time_called = models.BooleanField(default=False)
    exchange = models.JSONField(default=list, blank=True, help_text=_("Cards a blind nil swapped"))
    version = models.PositiveSmallIntegerField(default=1)
    entered_at = models.DateTimeField(auto_now_add=True)
    scored_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(F("game"), F("number"), name="hand_number_once"),
        ]

    def __str__(self) -> str:
        return _("Hand %(number)d") % {"number": self.number}

    @property
    def is_scored(self) -> bool:
        """Whether the hand has been played and its tricks written down."""
        return self.tricks is not None

    @property
    def sheet(self) -> HandSheet:
        """The engine's view of this row."""
        return HandSheet.from_json(self.paper, self.game.rule_set)

    @property
    def paper(self) -> dict[str, object]:
        """The hand as plain data, in the shape the engine reads and the versions keep."""
        said = {
            "dealer": self.dealer,
            "bids": self.bids,
            "blind": self.blind,
            "tricks": self.tricks,
        }
        more = {name: getattr(self, name) for name in SOMETIMES}
        return said | {name: value for name, value in more.items() if value}


class HandVersion(models.Model):
    """What a hand said at one time, who wrote it and why. Rows are only ever added."""

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    paper = models.JSONField()
    reason = models.CharField(max_length=200, blank=True)
    entry_key = models.UUIDField(
        unique=True, help_text=_("Made with the form; a double tap keeps it")
    )
    by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    by_table = models.ForeignKey(Table, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("version of a hand")
        verbose_name_plural = _("versions of hands")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(F("hand"), F("number"), name="hand_version_once"),
            models.CheckConstraint(
                name="hand_version_has_one_author",
                condition=Q(by_user__isnull=False, by_table=None)
                | Q(by_user=None, by_table__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return _("Version %(number)d") % {"number": self.number}
