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
from tournament.services.entry_faults import (
    barred_sentence,
    company_sentence,
    full_fault,
    once_sentence,
    player_fault,
    removed_sentence,
    team_fault,
)
from tournament.services.names import KEY_LENGTH, NAME_LENGTH, email_fault, name_fault, tidy

IN_THE_EVENT = (Entry.State.SINGLE, Entry.State.ENTERED)


@dataclass(frozen=True, slots=True)
class Line:
    """One entry as somebody wrote it down: one person, or two.

    One alone is a single where the event is played in pairs, and all there is where it is not.
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
    players_each: int
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
            players_each=event.players_each,
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
        if self.players_each == 1:
            faults["first"] = player_fault(line.first, self.team_keys) or first_fault
            faults["second"] = None if line.second is None else company_sentence(self.event)
        elif line.second is not None:
            second, faults["second"] = self.choose(line.second, line, beside=first)
            faults["name"] = team_fault(line.name, self.team_keys)
            chosen.append(second)
        if self._is_whole(chosen):
            faults[""] = full_fault(self.event, self.places_left)
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

    def _is_whole(self, chosen: Sequence[Known]) -> bool:
        """Whether these are all the people an entry wants, so that it holds a place."""
        return len(chosen) == self.players_each

    def _add(self, line: Line, chosen: Sequence[Known]) -> None:
        whole = self._is_whole(chosen)
        name = free_name(tidy(line.first), self.team_keys) if len(chosen) == 1 else tidy(line.name)
        entry = Entry(
            event=self.event,
            name=name,
            name_key=name_key(name),
            email=line.email.strip(),
            state=Entry.State.ENTERED if whole else Entry.State.SINGLE,
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
        if whole and self.places_left is not None:
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
        fault = _once_fault(best, meant, address)
        if fault and self.players_each == 1:  # the name stands alone: it has to tell them apart
            return best, player_fault(name, {best.person.name_key})
        return best, fault

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
    return once_sentence(entered.person.name, entered.team) if entered.team else None


def places_left(event: Event) -> int | None:
    """How many more entries fit into an event; None where there is no limit."""
    if event.places is None:
        return None
    return event.places - event.entries.filter(state=Entry.State.ENTERED).count()


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
