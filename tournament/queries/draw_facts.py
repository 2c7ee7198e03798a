"""All that anybody needs to work out a draw again, once it may be known."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from engine import draws
from tournament.models import Draw, Entry
from tournament.refusals import Stale

STEERING = ("seed", "group")
"""What a line of the closed list says besides, where the draw has options."""


def draw_facts(draw: Draw) -> dict[str, Any]:
    """Collect what ``python -m engine verify`` needs to repeat a draw that was made: 1 query.

    An attempt that was drawn and set aside later keeps its facts.

    Raises:
        Stale: the secret is still locked away, or the draw is still being revealed.
    """
    if not can_be_repeated(draw):
        raise Stale("not_drawn", _("There is no draw yet."))
    facts = {
        "algorithm": draw.algorithm,
        "kind": draw.kind,
        "event": draw.event.ref,
        "attempt": draw.attempt,
        "entries": _entries(draw),
        "secret": draw.published_secret,
        "public_source": draw.public_source,
        "public": draw.public_value,
        "commitment": draw.commitment,
        "list_hash": draw.list_hash,
        "seed": draw.published_seed,
        "order": draw.order,
    }
    return facts | _layout(draw)


def can_be_repeated(draw: Draw) -> bool:
    """Whether a result of this attempt is public: it was drawn to the end, set aside or not."""
    shown = draw.state in {Draw.State.DRAWN, Draw.State.SPENT}
    return shown and draw.drawn_at is not None and bool(draw.seed)


def _layout(draw: Draw) -> dict[str, Any]:
    """Say where everybody was put, in the words of the algorithm."""
    if draw.algorithm in draws.TABLES:
        return {"tables": draw.slots}
    if draw.kind == Draw.Kind.PARTNERS:
        odd = draw.order[-1] if len(draw.order) % 2 else None
        return {"pairs": draw.slots, "odd_one_out": odd}
    if draw.algorithm != draws.STEERED:
        return {"slots": draw.slots}
    groups = {line["id"]: line["group"] for line in draw.entries if line.get("group")}
    met = [list(pair) for pair in draws.meetings(draw.slots, groups)]
    return {"options": draw.options, "slots": draw.slots, "met": met}


def _entries(draw: Draw) -> list[dict[str, Any]]:
    refs = [line["id"] for line in draw.entries]
    found = Entry.objects.filter(event=draw.event_id, ref__in=refs)
    known = {entry.ref: entry for entry in found}
    lines = sorted(draw.entries, key=lambda line: str(line["id"]))
    return [_entry(line, known.get(line["id"])) for line in lines]


def _entry(line: Mapping[str, Any], entry: Entry | None) -> dict[str, Any]:
    """Tell the name with its salt, or the hash alone where a name had to be forgotten."""
    steered = {key: line[key] for key in STEERING if line.get(key)}
    if entry is None or not entry.salt:
        return {"id": line["id"], "name_hash": line["name_hash"], **steered}
    return {"id": entry.ref, "name": entry.name, "salt": entry.salt, **steered}
