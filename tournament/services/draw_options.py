"""What is asked of the draw beforehand: options, seeds, and who is kept apart from whom."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from engine.draws import TABLES, DrawOptions
from tournament import log
from tournament.actors import Actor
from tournament.models import Draw, Entry, Event
from tournament.models.draws import LIST_CLOSED
from tournament.refusals import Refusal, Stale
from tournament.rule_books import draw_algorithm
from tournament.services.locks import lock_event
from tournament.services.names import text_fault, tidy
from tournament.services.news import event_changed

SEEDS_MOST = 999
APART_LENGTH = 60
SEED, APART = "seed-%d", "apart-%d"
"""The names of the two fields of an entry, by its id."""
BEFORE_THE_DRAW = frozenset({Event.Status.DRAFT, Event.Status.REGISTRATION, Event.Status.CHECK_IN})


@dataclass(frozen=True, slots=True)
class Steer:
    """What was typed for one entry: its seed, and the club or family it is of."""

    seed: str = ""
    apart: str = ""


def options_are_open(event: Event) -> bool:
    """Whether the options of the draw may still be changed: until the list is closed. 1 query."""
    closed = event.draws.filter(kind=Draw.Kind.BRACKET, state__in=LIST_CLOSED)
    return event.status in BEFORE_THE_DRAW and not closed.exists()


@transaction.atomic
def change_draw_options(event: Event, *, apart: bool, seeds: bool, byes: str, by: Actor) -> Event:
    """Set what the draw goes by besides chance. Called twice, it changes nothing.

    Raises:
        Refusal: byes to the seeded without seeds, or options for an event of tables, which are
            drawn by chance alone.
        Stale: the list is closed for the draw.
    """
    event = _open_event(event)
    wanted = {"apart": apart, "seeds": seeds, "byes": byes}
    if byes not in {"drawn", "seeded"}:
        raise Refusal("draw_options", {"byes": _("Say who has the byes.")})
    if byes == "seeded" and not seeds:
        raise Refusal(
            "draw_options", {"byes": _("Byes can go to the seeded only where there are seeds.")}
        )
    options = DrawOptions.from_json(wanted)
    if not options.plain and draw_algorithm(event.rule_book) in TABLES:
        raise Refusal.because(
            "draw_options", _("Tables of three and four are drawn by chance alone.")
        )
    if options != DrawOptions.from_json(event.draw_options):
        event.draw_options = {} if options.plain else options.to_json()
        event.save(update_fields=["draw_options"])
        log.write(event, "draw_options_changed", by, options=options.to_json())
        event_changed(event)
    return event


@transaction.atomic
def write_seeds(event: Event, *, lines: Mapping[int, Steer], by: Actor) -> int:
    """Write down the seeds, and the clubs or families; say how many entries changed.

    Entries that are not among the lines keep what they have. Called twice, it changes nothing.

    Raises:
        Refusal: every fault at once, keyed by ``seed-<id>`` and ``apart-<id>``.
        Stale: the list is closed for the draw.
    """
    event = _open_event(event)
    entries = list(event.entries.filter(state=Entry.State.ENTERED))
    typed = {entry.pk: lines.get(entry.pk) or _as_it_is(entry) for entry in entries}
    if faults := _faults(typed):
        raise Refusal("seeds", faults)
    changed = []
    for entry in entries:
        line = typed[entry.pk]
        seed, apart = int(line.seed) if line.seed.strip() else None, tidy(line.apart)
        if (entry.seed, entry.apart) != (seed, apart):
            entry.seed, entry.apart = seed, apart
            changed.append(entry)
    if changed:
        Entry.objects.bulk_update(changed, ["seed", "apart"])
        log.write(event, "seeds_given", by)
        event_changed(event)
    return len(changed)


def _open_event(event: Event) -> Event:
    event = lock_event(event.pk)
    if not options_are_open(event):
        raise Stale(
            "list_is_closed",
            _("What the draw goes by is fixed since the list was closed for it."),
        )
    return event


def _as_it_is(entry: Entry) -> Steer:
    return Steer(str(entry.seed or ""), entry.apart)


def _faults(typed: Mapping[int, Steer]) -> dict[str, str]:
    faults = {}
    times = Counter(line.seed.strip() for line in typed.values())
    for pk, line in typed.items():
        seed = line.seed.strip()
        if seed and not _is_seed(seed):
            faults[SEED % pk] = _("A seed is a whole number from 1 to %(most)d.") % {
                "most": SEEDS_MOST
            }
        elif seed and times[seed] > 1:
            faults[SEED % pk] = _("Seed %(seed)s is given more than once.") % {"seed": seed}
        if fault := text_fault(line.apart, limit=APART_LENGTH):
            faults[APART % pk] = fault
    return faults


def _is_seed(text: str) -> bool:
    number = text.isascii() and text.isdecimal() and not text.startswith("0")
    return number and len(text) <= len(str(SEEDS_MOST))
