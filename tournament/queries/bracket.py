"""The bracket as a sheet: sections of at most four rounds, a path to follow, and one slip alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from django.db.models import Prefetch, QuerySet, Sum

from tournament.models import Entry, Event, Match, Side
from tournament.slips import Slip
from tournament.wording import round_tab, round_title

COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Round:
    """One round, or the part of it that stands in one section."""

    number: int
    size: int
    rounds: int
    """How many rounds the whole bracket has."""
    fan: int
    """How many of its matches lead to one of the next round."""
    slips: tuple[Slip, ...]

    @property
    def title(self) -> str:
        """The name of the round."""
        return round_title(self.number, self.size, self.rounds)

    @property
    def tab(self) -> str:
        """The same where there is little room."""
        return round_tab(self.number, self.size, self.rounds)

    @property
    def left(self) -> int:
        """How many matches of it are still to finish."""
        return sum(slip.match.is_open for slip in self.slips)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the tree that fits on a page; its last match leads on to another section."""

    number: int
    of: int
    rounds: tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """The whole sheet of an event."""

    rounds: tuple[Round, ...]
    followed: Entry | None
    way: tuple[Slip, ...]
    """The followed team's matches, by round."""
    third: Slip | None = None
    """The match for the third place: it stands beside the tree, not in it."""

    @property
    def slips(self) -> tuple[Slip, ...]:
        """Every match, round by round, the one for the third place last."""
        own = tuple(slip for each in self.rounds for slip in each.slips)
        return (*own, self.third) if self.third else own

    @property
    def changes(self) -> int:
        """How many visible changes its matches have seen; it grows with every one."""
        return sum(slip.match.version for slip in self.slips)

    @property
    def current(self) -> int:
        """The round to look at first: the followed team's, or the first that is not over."""
        if self.way:
            return self.way[-1].match.round
        unfinished = (each.number for each in self.rounds if each.left)
        return next(unfinished, len(self.rounds))

    @property
    def sections(self) -> Iterator[Section]:
        """Cut the tree into sections of four columns, each from its own first round down."""
        for start in range(0, len(self.rounds), COLUMNS):
            chunk = self.rounds[start : start + COLUMNS]
            parts = chunk[-1].size
            for part in range(parts):
                yield Section(part + 1, parts, tuple(_share(each, part, parts) for each in chunk))

    @property
    def pairs(self) -> int:
        """How many entries were drawn."""
        first = self.rounds[0].slips if self.rounds else ()
        return sum(side.kind == Side.Kind.TEAM for slip in first for side in slip.sides)


def bracket_of(event: Event, *, follow: str = "") -> Bracket:
    """Read a bracket, with the path of the entry that is followed: 2 queries, 3 when following."""
    followed = entry_by_ref(event, follow)
    slips = [_slip(match, followed) for match in _with_sides(event.matches.all())]
    way = tuple(slip for slip in slips if slip.has_followed)
    tree = [slip for slip in slips if not slip.match.for_third]
    third = next((slip for slip in slips if slip.match.for_third), None)
    return Bracket(_rounds(_with_next(tree, way)), followed, way, third)


def changes_of(slug: str) -> tuple[int, int]:
    """Count the changes of an event and those of its matches: 1 query, however many there are."""
    seen = Event.objects.filter(slug=slug).annotate(changes=Sum("matches__version", default=0))
    counts: tuple[int, int] = seen.values_list("version", "changes").first() or (0, 0)
    return counts


def slip_of(event: Event, number: int) -> Slip | None:
    """Read one match as a slip, the same for everybody: 2 queries."""
    match = _with_sides(event.matches.filter(number=number)).first()
    return _slip(match, None) if match else None


def entry_by_ref(event: Event, ref: str) -> Entry | None:
    """Find an entry by the name a visitor gave for it, whatever that is: at most 1 query."""
    return event.entries.filter(ref=ref).first() if ref.isalnum() else None


def pairs_to_follow(event: Event) -> QuerySet[Entry]:
    """Every team that was drawn, by name: 1 query."""
    return event.entries.filter(sides__round=1).order_by("name_key")


def _rounds(slips: Sequence[Slip]) -> tuple[Round, ...]:
    grouped = [tuple(group) for _, group in groupby(slips, key=lambda slip: slip.match.round)]
    sizes = [len(group) for group in grouped]
    fans = [size // above for size, above in pairwise(sizes)] + [1]
    return tuple(
        Round(number, len(group), len(grouped), fan, group)
        for number, (group, fan) in enumerate(zip(grouped, fans, strict=False), start=1)
    )


def _with_sides(matches: QuerySet[Match]) -> QuerySet[Match]:
    sides = Side.objects.select_related("entry", "source").order_by("place")
    return (
        matches.select_related("table", "pinned")
        .order_by("round", "position")
        .prefetch_related(Prefetch("sides", sides))
    )


def _slip(match: Match, followed: Entry | None) -> Slip:
    return Slip(match, tuple(match.sides.all()), followed.pk if followed else None)


def _with_next(slips: Sequence[Slip], way: Sequence[Slip]) -> list[Slip]:
    """Mark the match above the followed team's open one: it might be theirs."""
    last = way[-1].match if way else None
    above = last.above_id if last and last.is_open else None
    return [replace(slip, might_follow=slip.match.pk == above) for slip in slips]


def _share(each: Round, part: int, parts: int) -> Round:
    width = each.size // parts
    return replace(each, slips=each.slips[part * width : (part + 1) * width])
