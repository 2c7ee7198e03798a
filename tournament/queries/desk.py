"""What the desk looks at: every table at a glance, what blocks, what comes next, who did what.

Each function states how many queries it takes; the tests pin them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db.models import Count, Prefetch, Q, QuerySet

from relay.queries import letters_about, troubled_letters
from tournament.models import Club, Draw, Event, LogLine, Match, Membership, Side, Table
from tournament.models.draws import LIST_CLOSED
from tournament.queries.outlook import Outlook, outlook_of
from tournament.wording import match_title, side_words

LATE = timedelta(minutes=10)
"""From here on a pair that was called and has not begun holds the round up."""
QUIET = timedelta(minutes=15)
"""From here on a table from which no hand comes is worth a look."""
AT_TABLE = [Match.State.CALLED, Match.State.PLAYING]
NEXT_SHOWN = 6
LEFT_BEHIND = timedelta(seconds=10)
"""From here on a result that was not carried up was left lying."""
ACTS_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Card:
    """One table as the desk sees it, with the match it holds."""

    table: Table
    match: Match | None
    now: datetime

    @property
    def state(self) -> str:
        """One of called, playing, free or off: the order of urgency."""
        if self.match:
            return self.match.state
        return "free" if self.table.state == Table.State.OPEN else "off"

    @property
    def minutes(self) -> int:
        """How long the match has been called, or has been in play."""
        began = self.match and (self.match.started_at or self.match.called_at)
        return minutes_between(began, self.now) if began else 0

    @property
    def quiet_minutes(self) -> int | None:
        """How long ago the last hand came; None before the first."""
        last = self.match.hand_at if self.match else None
        return minutes_between(last, self.now) if last else None

    @property
    def waits(self) -> bool:
        """Whether somebody should go and look: called long ago, or no hand for a while."""
        if self.match is None:
            return False
        if self.match.state == Match.State.CALLED and self.match.due_at:
            return self.now >= self.match.due_at
        limit = QUIET if self.match.state == Match.State.PLAYING else LATE
        return self.now - self.last_sign >= limit

    @property
    def last_sign(self) -> datetime:
        """When the table last gave a sign: a hand, the beginning, or else the call."""
        match = self.match
        return (match and (match.hand_at or match.started_at or match.called_at)) or self.now

    @property
    def urgency(self) -> tuple[int, int, int]:
        """What to sort by: waiting ones first, then by state, the longest-waiting before."""
        order = 0 if self.waits else 1 + ("called", "playing", "free", "off").index(self.state)
        return (order, -self.minutes, self.table.number)


@dataclass(frozen=True, slots=True)
class Tally:
    """How far the bracket is: matches done of all to be played, and the lowest round still open."""

    done: int
    total: int
    round: int | None
    open_in_round: int


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the overview of one event."""

    event: Event
    now: datetime
    cards: Sequence[Card]
    ready: Sequence[Match]
    expected: Sequence[Match]
    tally: Tally
    troubled: int
    acts: Sequence[LogLine]
    in_round: Sequence[Match]
    """The open matches of the lowest open round."""
    left_behind: int
    """How many results no worker has carried up."""
    list_closed: bool
    """Whether the list is closed for a draw that is still to be made."""
    outlook: Outlook | None = None
    """When all will be over."""

    @property
    def busy(self) -> int:
        """How many tables hold a match."""
        return sum(card.match is not None for card in self.cards)

    @property
    def called(self) -> int:
        """How many matches wait at their table to begin."""
        return sum(card.state == Match.State.CALLED for card in self.cards)

    @property
    def free(self) -> list[Table]:
        """The tables a match can be called to."""
        return [card.table for card in self.cards if card.state == "free"]

    @property
    def stands_still(self) -> bool:
        """Whether matches wait while tables are free and nobody calls: the switch is off."""
        return bool(self.ready and self.free and not self.event.auto_call)


def board_of(event: Event, now: datetime) -> Board:
    """Gather the overview in fifteen queries, however many tables and matches there are."""
    at_tables = with_sides(event.matches.filter(state__in=AT_TABLE))
    held = {match.table_id: match for match in at_tables}
    cards = [Card(table, held.get(table.pk), now) for table in event.tables.all()]
    expected = event.matches.filter(state=Match.State.WAITING, sides__entry__isnull=False)
    tally = tally_of(event)
    in_round = event.matches.filter(round=tally.round or 0).exclude(state=Match.State.FINISHED)
    finished = event.matches.filter(state=Match.State.FINISHED, advanced_at=None)
    return Board(
        event=event,
        now=now,
        cards=sorted(cards, key=lambda card: card.urgency),
        ready=list(ready_matches(event)[:NEXT_SHOWN]),
        expected=list(with_sides(expected.order_by("number").distinct())[:NEXT_SHOWN]),
        tally=tally,
        troubled=troubled_letters(letters_topic(event)).count(),
        acts=list(log_of(event)[:ACTS_SHOWN]),
        in_round=list(with_sides(in_round.select_related("pinned").order_by("number"))),
        list_closed=not event.is_drawn and _has_closed_list(event),
        left_behind=finished.filter(finished_at__lte=now - LEFT_BEHIND).count(),
        outlook=outlook_of(event, tables=sum(card.state != "off" for card in cards), now=now),
    )


def _has_closed_list(event: Event) -> bool:
    return event.draws.filter(kind=Draw.Kind.BRACKET, state__in=LIST_CLOSED).exists()


def tally_of(event: Event) -> Tally:
    """Count the matches by round, in one query. Byes and empty matches are not to be played."""
    rows = list(
        event.matches.order_by("round")
        .values("round")
        .annotate(
            still_open=Count("pk", filter=~Q(state=Match.State.FINISHED)),
            played=Count("pk", filter=~Q(reason__in=[Match.Reason.BYE, Match.Reason.NO_ONE])),
        )
    )
    total = sum(row["played"] for row in rows)
    waiting = [row for row in rows if row["still_open"]]
    return Tally(
        done=total - sum(row["still_open"] for row in rows),
        total=total,
        round=waiting[0]["round"] if waiting else None,
        open_in_round=waiting[0]["still_open"] if waiting else 0,
    )


def ready_matches(event: Event) -> QuerySet[Match]:
    """Read the matches that only want a table, longest-waiting first, in two queries."""
    ready = event.matches.filter(state=Match.State.READY)
    return with_sides(ready.order_by("ready_at", "number"))


def with_sides(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Bring tables, sides, entries and sources along, in one query more."""
    sides = Side.objects.select_related("entry", "source").order_by("place")
    return matches.select_related("table", "winner", "above", "pinned").prefetch_related(
        Prefetch("sides", sides)
    )


def log_of(event: Event) -> QuerySet[LogLine]:
    """All acts of an event, newest first, with those who did them."""
    return event.log.select_related("by_user", "by_table", "match").order_by("-pk")


def letters_topic(event: Event) -> str:
    """Say what the letters of an event are filed under."""
    return f"event:{event.pk}"


def minutes_between(earlier: datetime, later: datetime) -> int:
    """Count the full minutes from one moment to another; never fewer than none."""
    return max(0, int((later - earlier).total_seconds()) // 60)


def meeting(match: Match) -> str:
    """Name a match with those who meet in it: "Match 6: Bag Ladies v Trick or Treaty"."""
    sides = " v ".join(side_words(side) for side in match.sides.all() if not side.gone)
    return f"{match_title(match)}: {sides}"


def clubs_of(user: User) -> QuerySet[Club]:
    """List the clubs whose staff a user belongs to; a superuser belongs to all of them."""
    clubs = Club.objects.order_by("name")
    return clubs if user.is_superuser else clubs.filter(memberships__user=user)


def directed_clubs(user: User) -> set[int]:
    """Which of them a user may set events up for, by id."""
    if user.is_superuser:
        return set(Club.objects.values_list("pk", flat=True))
    directs = user.memberships.filter(role=Membership.Role.DIRECTOR)
    return set(directs.values_list("club", flat=True))


def events_of(clubs: QuerySet[Club]) -> QuerySet[Event]:
    """All events of some clubs, the latest first, with how many pairs are in."""
    pairs = Count("entries", filter=Q(entries__state="entered"))
    return (
        Event.objects.filter(club__in=clubs)
        .select_related("club", "champion")
        .annotate(pairs=pairs)
        .order_by("-starts_at", "pk")
    )


def letter_counts(event: Event) -> dict[str, int]:
    """How many letters of an event are in which state, in one query."""
    about = letters_about(letters_topic(event)).order_by()
    counted = about.values("state").annotate(letters=Count("pk"))
    return {row["state"]: row["letters"] for row in counted}
