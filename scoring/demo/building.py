"""The events of the demo, set up through the services as staff and players would do it."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cached_property
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.models import F
from django.utils.timezone import localtime, now

from scoring.demo.cast import Bill, address_of, read_cast
from scoring.demo.playing import Hall
from scoring.models import Game, Hand, HandVersion
from tournament.actors import Actor
from tournament.models import Club, Entry, Event, Match, Membership
from tournament.services import calls, draw, entries, events, progress

PASSWORD = "deal-me-in"  # noqa: S105 -- printed on purpose; the demo refuses to run on a hosted site
ZONE = "Europe/London"
STAFF = {
    "director": Membership.Role.DIRECTOR,
    "scorekeeper": Membership.Role.SCOREKEEPER,
    "viewer": Membership.Role.VIEWER,
}
TABLES = 8
NORTH_SOUTH_LUCK, EAST_WEST_LUCK = {"NS": 3.0}, {"EW": 3.0}


@dataclass
class Demo:
    """Builds what is missing and leaves alone what is there."""

    dice: random.Random

    @cached_property
    def club(self) -> Club:
        """The club of the demo: the first club, under its own name and with somebody to ask."""
        cast = read_cast()
        club = Club.objects.order_by("pk").first() or Club(slug="club")
        club.name, club.contact = cast.club, cast.contact
        club.save()
        return club

    @cached_property
    def director(self) -> Actor:
        """The demo director, who may use the admin as well; the other staff come with it."""
        for name, role in STAFF.items():
            user = User.objects.filter(username=name).first() or User.objects.create_user(
                name, password=PASSWORD
            )
            Membership.objects.get_or_create(club=self.club, user=user, defaults={"role": role})
        User.objects.filter(username="director").update(is_staff=True, is_superuser=True)
        return Actor(user=User.objects.get(username="director"))

    @property
    def hall(self) -> Hall:
        """Everybody at the tables."""
        return Hall(self.dice)

    def past(self) -> None:
        """Build a small event of last month, played to its champion."""
        bill = read_cast().past
        if self._is_there(bill):
            return
        with transaction.atomic():
            rules = {"best_of": 1, "target_score": 250}
            event = self._open(bill, days=-30, hour=18, tables=2, rules=rules)
            self._enter(event, bill, with_addresses=False)
            events.open_check_in(event, by=self.director)
            draw.draw_bracket(event, by=self.director, everyone=True)
            self._play_through(event)
            _move_back(event, now() - event.starts_at - timedelta(hours=2))

    def coming(self) -> None:
        """Build an event in two weeks: registration is open, and two people need a partner."""
        bill = read_cast().coming
        if self._is_there(bill):
            return
        with transaction.atomic():
            event = self._open(bill, days=14, hour=19, tables=TABLES, rules={})
            self._enter(event, bill)
            for person in bill.singles:
                entries.enter_single(
                    event,
                    person_name=person,
                    email=address_of(person),
                    entry_key=uuid4(),
                    by=Actor(),
                )

    def tonight(self) -> None:
        """Build the event of the evening: drawn, in play, and table 1 waits for a person."""
        bill = read_cast().tonight
        if self._is_there(bill):
            return
        with transaction.atomic():
            event = self._open(bill, days=0, hour=18, tables=TABLES, rules={"best_of": 3})
            self._enter(event, bill)
            events.open_check_in(event, by=self.director)
            for entry in event.entries.filter(state=Entry.State.ENTERED):
                entries.check_in(entry, by=self.director)
            draw.draw_bracket(event, by=self.director)
            calls.call_tables(event.pk)
            self._play_some(event)

    def _is_there(self, bill: Bill) -> bool:
        return self.club.events.filter(name=bill.name).exists()

    def _open(
        self, bill: Bill, *, days: int, hour: int, tables: int, rules: dict[str, Any]
    ) -> Event:
        starts_at = _at(days, hour)
        event = events.create_event(
            self.club,
            by=self.director,
            tables=tables,
            name=bill.name,
            venue=bill.venue,
            about=bill.about,
            zone=ZONE,
            starts_at=starts_at,
            check_in_from=starts_at - timedelta(hours=1),
            check_in_until=starts_at - timedelta(minutes=10),
            places=bill.places,
            rules=rules,
        )
        return events.open_registration(event, by=self.director)

    @staticmethod
    def _enter(event: Event, bill: Bill, *, with_addresses: bool = True) -> None:
        for name, first, second in bill.pairs:
            entries.enter_pair(
                event,
                name=name,
                first=first,
                second=second,
                email=address_of(first) if with_addresses else "",
                entry_key=uuid4(),
                by=Actor(),
            )

    def _play_through(self, event: Event) -> None:
        calls.call_tables(event.pk)
        while match := _at_tables(event).first():
            self._finish(match)

    def _finish(self, match: Match) -> None:
        self.hall.play_match(match)
        progress.advance(match.pk)
        calls.call_tables(match.event_id)

    def _play_some(self, event: Event) -> None:
        """Leave the first round in every state a hall shows at half past seven."""
        hall = self.hall
        two, three, four, five = _at_tables(event).filter(table__number__in=[2, 3, 4, 5])
        hall.play_game(two, 1, skill=NORTH_SOUTH_LUCK)
        hall.play_game(two, 2, hands=4)
        hall.make_bids(hall.play_game(four, 1, hands=6), seats=2)
        hall.play_game(five, 1, skill=NORTH_SOUTH_LUCK)
        hall.play_game(five, 2, skill=EAST_WEST_LUCK)
        hall.make_bids(hall.play_game(five, 3, hands=3), seats=4)
        self._finish(three)


def _at_tables(event: Event) -> "models.QuerySet[Match]":
    states = [Match.State.CALLED, Match.State.PLAYING]
    matches = event.matches.filter(state__in=states).select_related("event", "table")
    return matches.order_by("table__number")


def _at(days: int, hour: int) -> datetime:
    """Find that hour of a day, counted from today; tonight never begins later than now."""
    day = localtime(now()).date() + timedelta(days=days)
    moment = datetime.combine(day, time(hour), tzinfo=localtime(now()).tzinfo)
    return min(moment, now().replace(minute=0, second=0, microsecond=0)) if days == 0 else moment


def _move_back(event: Event, span: timedelta) -> None:
    """Let what was just done have been done earlier. Only a demo may do that."""
    _shift(Event.objects.filter(pk=event.pk), ["created_at", "finished_at"], span)
    _shift(event.log.all(), ["at"], span)
    _shift(event.entries.all(), ["entered_at"], span)
    _shift(event.draws.all(), ["committed_at", "frozen_at", "drawn_at"], span)
    moments = ["hand_at", "ready_at", "called_at", "started_at", "finished_at", "advanced_at"]
    _shift(event.matches.all(), moments, span)
    games = Game.objects.filter(match__event=event)
    _shift(games, ["opened_at", "finished_at"], span)
    hands = Hand.objects.filter(game__in=games)
    _shift(hands, ["entered_at", "scored_at"], span)
    _shift(HandVersion.objects.filter(hand__in=hands), ["at"], span)


def _shift(rows: "models.QuerySet[Any]", moments: Iterable[str], span: timedelta) -> None:
    rows.update(**{moment: F(moment) - span for moment in moments})
