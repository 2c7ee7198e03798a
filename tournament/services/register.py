"""Who is known at the door: people of the club, names taken, places left.

One register judges and books any number of lines, so that a form, an import and a pairing refuse
the same things in the same words, with the same few queries. It is read under the event's lock.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from tournament.actors import Actor
from tournament.models import Club, Entry, Event, Incident, Person, Player
from tournament.models.people import name_key
from tournament.services.names import KEY_LENGTH, NAME_LENGTH, email_fault, name_fault, tidy

IN_THE_EVENT = (Entry.State.SINGLE, Entry.State.ENTERED)


@dataclass(frozen=True, slots=True)
class Line:
    """One entry as somebody wrote it down. Without a second person it is a single.

    ``another_person`` says that a name already in the event belongs to somebody else this time.
    """

    name: str
    first: str
    second: str | None
    email: str
    entry_key: UUID
    another_person: bool = False

    @property
    def address(self) -> str:
        """The e-mail address as it is compared."""
        return self.email.strip().lower()


@dataclass(slots=True)
class Known:
    """Somebody by a name, and the team they are in the event with, if any."""

    person: Person
    team: str = ""
    is_removed: bool = False  # from this very event, by a ruling

    @property
    def is_kept_out(self) -> bool:
        """Whether a ruling keeps this person from entering."""
        return self.is_removed or self.person.is_barred

    def has(self, address: str) -> bool:
        """Whether this is the person of that address."""
        return bool(address) and self.person.email == address


@dataclass(slots=True)
class Booked:
    """An entry that will be written, with its people in order."""

    entry: Entry
    people: list[Person]


@dataclass(slots=True)
class Register:
    """The state of one event's list, and what is about to be added to it."""

    event: Event
    by: Actor
    people: dict[str, list[Known]]
    kept_out: dict[str, Known]  # by address
    team_keys: set[str]
    places_left: int | None
    booked: list[Booked] = field(default_factory=list)
    reached: list[Person] = field(default_factory=list)

    @classmethod
    def of(cls, event: Event, lines: Iterable[Line], *, by: Actor) -> "Register":
        """Read what these lines need to be judged, in five queries however many they are."""
        lines = list(lines)
        # Two events of one club must not both make a new person of the same name.
        Club.objects.select_for_update(no_key=True).get(pk=event.club_id)
        typed = [name for line in lines for name in (line.first, line.second or "")]
        # What is no name or address is not looked up: a database cannot even take some of it.
        names = {name_key(tidy(name)) for name in typed if not name_fault(name)}
        addresses = {line.address for line in lines if not email_fault(line.email)} - {""}
        known = _known(event, names, addresses)
        people: dict[str, list[Known]] = {}
        for each in known:
            people.setdefault(each.person.name_key, []).append(each)
        return cls(
            event=event,
            by=by,
            people=people,
            kept_out={k.person.email: k for k in known if k.is_kept_out and k.person.email},
            team_keys=team_keys(event),
            places_left=places_left(event),
        )

    def book(self, line: Line) -> dict[str, str]:
        """Book one line, or leave the register as it is and say all that is wrong, by field."""
        first, first_fault = self.choose(line.first, line)
        faults = {"first": first_fault, "email": self._email_fault(line)}
        chosen = [first]
        if line.second is not None:
            second, faults["second"] = self.choose(line.second, line, beside=first)
            faults["name"] = team_fault(line.name, self.team_keys)
            faults[""] = full_fault(self.event, self.places_left)
            chosen.append(second)
        found = {place: fault for place, fault in faults.items() if fault}
        if not found:
            self._add(line, chosen)
        return found

    def write(self) -> list[Entry]:
        """Write everything booked, in four statements however much it is."""
        new = [person for each in self.booked for person in each.people if not person.pk]
        Person.objects.bulk_create(new)
        if self.reached:
            Person.objects.bulk_update(self.reached, ["email"])
        entries = Entry.objects.bulk_create(each.entry for each in self.booked)
        Player.objects.bulk_create(
            Player(entry=each.entry, event=self.event, person=person, place=place)
            for each in self.booked
            for place, person in enumerate(each.people, start=1)
        )
        return entries

    def _add(self, line: Line, chosen: Sequence[Known]) -> None:
        single = line.second is None
        name = free_name(tidy(line.first), self.team_keys) if single else tidy(line.name)
        entry = Entry(
            event=self.event,
            name=name,
            name_key=name_key(name),
            email=line.email.strip(),
            state=Entry.State.SINGLE if single else Entry.State.ENTERED,
            entry_key=line.entry_key,
            entered_by=self.by.user,
        )
        for known in chosen:
            namesakes = self.people.setdefault(known.person.name_key, [])
            if known not in namesakes:
                namesakes.append(known)
            known.team = name
        self._note_address(chosen[0].person, line.address)
        self.team_keys.add(entry.name_key)
        if not single and self.places_left is not None:
            self.places_left -= 1
        self.booked.append(Booked(entry, [known.person for known in chosen]))

    def _note_address(self, person: Person, address: str) -> None:
        """Remember the address of somebody met before without one, so as to know them again."""
        if address and not person.email:
            person.email = address
            if person.pk:
                self.reached.append(person)

    def choose(
        self, text: str, line: Line, *, beside: Known | None = None
    ) -> tuple[Known, str | None]:
        """Choose who is meant by a name, with the fault in it if there is one.

        Somebody of the same address first, then whoever has the name, then a new person.
        """
        name = tidy(text)
        stranger = Known(Person(club_id=self.event.club_id, name=name, name_key=name_key(name)))
        if fault := name_fault(text):
            return stranger, fault
        namesakes = self.people.get(stranger.person.name_key, [])
        kept_out = [known for known in namesakes if known.is_kept_out]
        if kept_out and not (line.another_person and self.by.user):
            return kept_out[0], self._kept_out_sentence(kept_out[0], name)
        address = line.address if beside is None else ""
        meant = sorted(
            (known for known in namesakes if known not in kept_out),
            key=lambda known: not known.has(address),
        )
        if line.another_person:
            meant = [known for known in meant if not known.team and known is not beside]
        best = meant[0] if meant else stranger
        if line.another_person:
            return best, None
        if beside is not None and beside.person.name_key == best.person.name_key:
            return best, _("A pair needs two different people.")
        return best, _once_fault(best, meant, address)

    def _email_fault(self, line: Line) -> str | None:
        if known := self.kept_out.get(line.address):
            return self._kept_out_sentence(known, line.email.strip())
        return email_fault(line.email)

    def _kept_out_sentence(self, known: Known, who: str) -> str:
        say = barred_sentence if known.person.is_barred else removed_sentence
        return say(who, self.event.club)


def team_keys(event: Event) -> set[str]:
    """Collect the folded names that are in use in an event."""
    taken = event.entries.filter(state__in=IN_THE_EVENT)
    return set(taken.values_list("name_key", flat=True))


def team_fault(text: str, taken: Collection[str]) -> str | None:
    """Say what is wrong with the name of a new team."""
    if name_key(tidy(text)) in taken:
        return _("%(team)s is already taken in this event. Choose another name.") % {
            "team": tidy(text)
        }
    return name_fault(text)


def free_name(name: str, taken: Collection[str]) -> str:
    """Make a team name that nobody in the event has: the name itself, or with a number.

    >>> free_name("Ana", {"ana"})
    'Ana (2)'
    """
    stem, number = name, 1
    room = NAME_LENGTH
    while name_key(name) in taken or not _fits(name):
        number += 1
        tail = f" ({number})" if _fits(stem) else f"\N{HORIZONTAL ELLIPSIS} ({number})"
        name = stem[: room - len(tail)] + tail
        if not _fits(name):  # some signs fold into many, and the folded name is kept as well
            room, number = room // 2, number - 1
    return name


def _fits(name: str) -> bool:
    return len(name) <= NAME_LENGTH and len(name_key(name)) <= KEY_LENGTH


def _once_fault(best: Known, meant: Sequence[Known], address: str) -> str | None:
    """Say that somebody is in the event already; a namesake of another address may be."""
    entered = best
    if not best.has(address):
        entered = next((known for known in meant if known.team), best)
    if not entered.team:
        return None
    return _(
        "%(person)s has already entered this event, as %(team)s. If this is somebody else of the "
        "same name, say so below."
    ) % {"person": entered.person.name, "team": entered.team}


def places_left(event: Event) -> int | None:
    """How many more pairs fit into an event; None where there is no limit."""
    if event.places is None:
        return None
    return event.places - event.entries.filter(state=Entry.State.ENTERED).count()


def full_fault(event: Event, left: int | None) -> str | None:
    """Say that no place is left, where that is so."""
    if left is None or left > 0:
        return None
    return _("All %(places)d places for pairs are taken.") % {"places": event.places}


def barred_sentence(who: str, club: Club) -> str:
    """Refuse somebody who was removed twice, and say whom to ask about it."""
    return _("%(person)s may no longer play at the events of %(club)s. Ask %(contact)s.") % {
        "person": who,
        "club": club.name,
        "contact": club.contact or _("the director"),
    }


def removed_sentence(who: str, club: Club) -> str:
    """Refuse somebody whom a ruling has removed from this very event."""
    return _("%(person)s was removed from this event. Ask %(contact)s.") % {
        "person": who,
        "contact": club.contact or _("the director"),
    }


def _known(event: Event, names: set[str], addresses: set[str]) -> list[Known]:
    ruled = Incident.objects.filter(
        event=event, ruling=Incident.Ruling.REMOVAL, person=OuterRef("pk")
    )
    people = (
        Person.objects.annotate(is_removed=Exists(ruled))
        .filter(
            Q(name_key__in=names)
            | Q(email__in=addresses, barred_at__isnull=False)
            | Q(email__in=addresses, is_removed=True),
            club=event.club_id,
        )
        .order_by("pk")
    )
    found = {person.pk: Known(person, is_removed=person.is_removed) for person in people}
    active = Player.objects.filter(event=event, active=True, person__in=list(found))
    for person_id, team in active.values_list("person_id", "entry__name"):
        found[person_id].team = team
    return list(found.values())
