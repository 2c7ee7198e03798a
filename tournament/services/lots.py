"""What every draw has in common: a committed attempt, a closed list, an opened secret."""

from collections.abc import Collection
from typing import Any

from django.utils.timezone import now
from django.utils.translation import gettext as _

from engine import draws
from engine.draw_options import ALL_RANDOM
from engine.draws import DrawOptions, Entrant, Result, Sealed, entry_line
from tournament.actors import Actor
from tournament.models import Draw, Entry, Event
from tournament.refusals import Refusal, Stale
from tournament.services.event_details import NO_SOURCE
from tournament.services.names import text_fault, tidy

PUBLIC_LENGTH = 200


def next_attempt(event: Event, kind: Draw.Kind) -> Draw:
    """Take the lowest attempt whose secret is still locked away, and is known here."""
    locked = event.draws.filter(kind=kind, state=Draw.State.COMMITTED)
    draw = locked.exclude(secret="").first()
    if draw is None:
        raise Stale("no_attempt_left", _("All committed attempts of this draw are used up."))
    return draw


def close_list(draw: Draw, entries: Collection[Entry], options: DrawOptions = ALL_RANDOM) -> None:
    """Write the list down by ids and name hashes, sorted, and hash it as a whole.

    Where an option is on, the lines also say what it goes by: seeds without gaps, and labels for
    those to keep apart.
    """
    draw.options = {} if options.plain else options.to_json()
    entrants = sorted(
        on_the_list(entries, options), key=lambda entrant: entry_line(entrant, draw.algorithm)
    )
    draw.entries = [_line(entrant) for entrant in entrants]
    draw.list_hash = draws.list_hash(entrants, draw.algorithm)
    draw.state, draw.frozen_at = Draw.State.FROZEN, now()
    draw.save(update_fields=["algorithm", "options", "entries", "list_hash", "state", "frozen_at"])


def on_the_list(entries: Collection[Entry], options: DrawOptions) -> list[Entrant]:
    """Bring entries into the form in which they are drawn under these options."""
    seeds = {entry.ref: entry.seed for entry in entries if entry.seed} if options.seeds else {}
    seeds = draws.closed_seeds(seeds)
    words = {entry.ref: entry.apart for entry in entries} if options.apart else {}
    groups = draws.group_labels(words)
    return [
        Entrant(
            id=entry.ref,
            name=entry.name,
            salt=entry.salt,
            seed=seeds.get(entry.ref),
            group=groups.get(entry.ref, ""),
        )
        for entry in entries
    ]


def listed(draw: Draw) -> list[Entry]:
    """Load the entries of a closed list."""
    refs = [line["id"] for line in draw.entries]
    return list(Entry.objects.filter(event=draw.event_id, ref__in=refs).order_by("ref"))


def inputs(draw: Draw, public_value: str) -> dict[str, Any]:
    """Collect what the engine draws from: the list as it was closed, whatever came after.

    Raises ``Stale`` for an event that came from a bundle: its locked secrets did not come along.
    """
    if not draw.secret:
        sentence = _("This event was put here from a bundle, without the secret of this draw.")
        raise Stale("secret_not_here", sentence)
    return {
        "event": draw.event.ref,
        "attempt": draw.attempt,
        "entrants": [Sealed(**line) for line in draw.entries],
        "secret": bytes.fromhex(draw.secret),
        "public_source": draw.public_source,
        "public": public_value,
    }


def keep(draw: Draw, result: Result, *, public_value: str) -> None:
    """Hold on to what came out. Nothing of it is public yet, and the caller saves."""
    draw.public_value = public_value
    draw.seed, draw.order = result.seed, list(result.order)


def publish(draw: Draw, *, by: Actor) -> None:
    """Make what was drawn known. From here on the secret of this attempt is public."""
    draw.state, draw.drawn_at, draw.drawn_by = Draw.State.DRAWN, now(), by.user
    draw.save()


def source_of(event: Event, draw: Draw | None) -> str:
    """Say which public value was promised; of a closed list, the commitment says it."""
    return draw.public_source if draw else event.public_source


def read_public_value(source: str, text: str) -> str:
    """Read the value that everybody sees come about, or refuse it next to its field."""
    value, fault = tidy(text), text_fault(text, limit=PUBLIC_LENGTH)
    if source == NO_SOURCE and value:
        fault = _("No public value is mixed into the draw of this event. Leave this empty.")
    if source != NO_SOURCE and not value:
        fault = _("Enter the public value: %(source)s.") % {"source": source}
    if fault:
        raise Refusal("public_value", {"public_value": fault})
    return value


def _line(entrant: Entrant) -> dict[str, Any]:
    line: dict[str, Any] = {"id": entrant.id, "name_hash": entrant.name_hash}
    if entrant.seed:
        line["seed"] = entrant.seed
    if entrant.group:
        line["group"] = entrant.group
    return line
