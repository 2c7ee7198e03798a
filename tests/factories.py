"""One factory per model: rows that hold together, with nothing in them a test does not ask for."""

import uuid
from datetime import UTC, datetime

import factory
from django.contrib.auth.models import User
from factory.django import DjangoModelFactory

from scoring.models import Game, Hand, HandVersion
from tournament.models import (
    Act,
    CheckIn,
    Club,
    Draw,
    Entry,
    Event,
    Incident,
    LogLine,
    Match,
    Membership,
    Person,
    Player,
    RulesVersion,
    Side,
    Table,
)
from tournament.models.people import name_key


class UserFactory(DjangoModelFactory):
    """Somebody who can sign in; the password is ``spades``."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"user{n}")
    password = factory.django.Password("spades")


class ClubFactory(DjangoModelFactory):
    """A club that says whom to ask."""

    class Meta:
        model = Club

    name = factory.Sequence(lambda n: f"Club {n}")
    slug = factory.Sequence(lambda n: f"club-{n}")
    contact = "Dana, dana@example.org"


class MembershipFactory(DjangoModelFactory):
    """A director of a club."""

    class Meta:
        model = Membership

    club = factory.SubFactory(ClubFactory)
    user = factory.SubFactory(UserFactory)
    role = Membership.Role.DIRECTOR


class PersonFactory(DjangoModelFactory):
    """Somebody who has played at a club."""

    class Meta:
        model = Person

    club = factory.SubFactory(ClubFactory)
    name = factory.Sequence(lambda n: f"Player {n}")
    name_key = factory.LazyAttribute(lambda o: name_key(o.name))


class EventFactory(DjangoModelFactory):
    """An event whose registration is open; its draws are committed by the service, not here."""

    class Meta:
        model = Event

    club = factory.SubFactory(ClubFactory)
    name = factory.Sequence(lambda n: f"Spades night {n}")
    slug = factory.Sequence(lambda n: f"spades-night-{n}")
    starts_at = datetime(2026, 9, 5, 18, 0, tzinfo=UTC)
    status = Event.Status.REGISTRATION


class TableFactory(DjangoModelFactory):
    """A table in use."""

    class Meta:
        model = Table

    event = factory.SubFactory(EventFactory)
    number = factory.Sequence(lambda n: n + 1)


class EntryFactory(DjangoModelFactory):
    """A complete pair; ``people=("Ana", "Ben")`` names the two."""

    class Meta:
        model = Entry
        skip_postgeneration_save = True

    event = factory.SubFactory(EventFactory)
    name = factory.Sequence(lambda n: f"Team {n}")
    name_key = factory.LazyAttribute(lambda o: name_key(o.name))
    entry_key = factory.LazyFunction(uuid.uuid4)

    @factory.post_generation
    def people(self, create, extracted, **_):
        """Seat two people, made up where none are named; a single has one."""
        if not create or extracted == ():
            return
        names = extracted or [f"{self.name} {letter}" for letter in "AB"]
        if self.state == Entry.State.SINGLE:
            names = names[:1]
        for place, name in enumerate(names, start=1):
            person = PersonFactory(club=self.event.club, name=name)
            PlayerFactory(entry=self, person=person, place=place)


class SingleFactory(EntryFactory):
    """Somebody who needs a partner."""

    state = Entry.State.SINGLE


class PlayerFactory(DjangoModelFactory):
    """One person in one entry."""

    class Meta:
        model = Player

    entry = factory.SubFactory(EntryFactory, people=())
    event = factory.SelfAttribute("entry.event")
    person = factory.SubFactory(PersonFactory, club=factory.SelfAttribute("..event.club"))
    place = 1


class CheckInFactory(DjangoModelFactory):
    """A pair that has come."""

    class Meta:
        model = CheckIn

    entry = factory.SubFactory(EntryFactory)


class DrawFactory(DjangoModelFactory):
    """An attempt that is locked away, with a commitment that is not checked here."""

    class Meta:
        model = Draw

    event = factory.SubFactory(EventFactory)
    kind = Draw.Kind.BRACKET
    attempt = 1
    algorithm = "spadework-draw-1"
    commitment = "0" * 64
    public_source = "none"


class MatchFactory(DjangoModelFactory):
    """A match of round 1 that is ready: two pairs of its own event, unless ``teams`` says who."""

    class Meta:
        model = Match
        skip_postgeneration_save = True

    event = factory.SubFactory(EventFactory, status=Event.Status.DRAWN)
    round = 1
    position = factory.Sequence(lambda n: n)
    number = factory.Sequence(lambda n: n + 1)
    state = Match.State.READY

    @factory.post_generation
    def teams(self, create, extracted, **_):
        """Seat the teams; ``teams=()`` leaves the match without sides."""
        if not create or extracted == ():
            return
        for place, entry in enumerate(
            extracted or (EntryFactory(event=self.event), EntryFactory(event=self.event))
        ):
            SideFactory(match=self, place=place, entry=entry)


class SideFactory(DjangoModelFactory):
    """A slot with a team in it."""

    class Meta:
        model = Side

    match = factory.SubFactory(MatchFactory, teams=())
    event = factory.SelfAttribute("match.event")
    round = factory.SelfAttribute("match.round")
    place = 0
    kind = Side.Kind.TEAM
    entry = factory.SubFactory(EntryFactory, event=factory.SelfAttribute("..event"))


class IncidentFactory(DjangoModelFactory):
    """A warning for table talk."""

    class Meta:
        model = Incident

    event = factory.SubFactory(EventFactory)
    person = factory.SubFactory(PersonFactory, club=factory.SelfAttribute("..event.club"))
    kind = Incident.Kind.TABLE_TALK
    ruling = Incident.Ruling.WARNING
    entry_key = factory.LazyFunction(uuid.uuid4)
    by = factory.SubFactory(UserFactory)


class LogLineFactory(DjangoModelFactory):
    """A line that says an event was set up."""

    class Meta:
        model = LogLine

    event = factory.SubFactory(EventFactory)
    key = "event_created"


class RulesVersionFactory(DjangoModelFactory):
    """The rules as they stood when registration opened."""

    class Meta:
        model = RulesVersion

    event = factory.SubFactory(EventFactory)
    number = 1
    rules = factory.LazyAttribute(lambda it: it.event.rules)


class GameFactory(DjangoModelFactory):
    """The first game of a match in play, North dealing; players take the seats as written down."""

    class Meta:
        model = Game

    match = factory.SubFactory(MatchFactory)
    attempt = factory.SelfAttribute("match.attempt")
    number = 1
    rules = factory.LazyAttribute(lambda o: o.match.event.rule_set.to_json())
    first_dealer = "N"

    @factory.lazy_attribute
    def seating(self):
        """Side A sits North and South, side B East and West."""
        a, b = (list(side.entry.players.all()) for side in self.match.sides.all())
        return {"N": a[0].pk, "E": b[0].pk, "S": a[1].pk, "W": b[1].pk}


class HandFactory(DjangoModelFactory):
    """A hand of ordinary bids that is not played yet; give ``tricks`` for a scored one."""

    class Meta:
        model = Hand

    game = factory.SubFactory(GameFactory)
    number = 1
    dealer = "N"
    bids = factory.LazyFunction(lambda: {"E": 3, "S": 3, "W": 3, "N": 3})


class HandVersionFactory(DjangoModelFactory):
    """The first version of a hand, written by a member of staff."""

    class Meta:
        model = HandVersion

    hand = factory.SubFactory(HandFactory)
    number = 1
    paper = factory.SelfAttribute("hand.paper")
    entry_key = factory.LazyFunction(uuid.uuid4)
    by_user = factory.SubFactory(UserFactory)


class ActFactory(DjangoModelFactory):
    """An act of a director that changed nothing."""

    class Meta:
        model = Act

    event = factory.SubFactory(EventFactory)
    number = factory.Sequence(lambda n: n + 1)
    key = "called"
    entry_key = factory.LazyFunction(uuid.uuid4)
    by = factory.SubFactory(UserFactory)
