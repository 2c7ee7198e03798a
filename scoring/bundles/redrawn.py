"""The draws of a bundle, drawn once more from what they were made of."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from engine import draws
from engine.brackets import single, tables
from engine.brackets.plan import Plan
from engine.entrants import Entrant
from engine.faults import RuleError
from scoring.bundles.canon import Record
from scoring.bundles.facts import Facts
from scoring.bundles.naming import told

LAID_OUT = ("commitment", "list_hash", "seed", "order")


def plan_of(draw: Record) -> Plan:
    """Lay the bracket of a draw out. Raises ``ValueError`` for slots that no draw gives."""
    if draw["algorithm"] in draws.TABLES:
        return tables.plan(draw["slots"], draws.TABLES[draw["algorithm"]])
    return single.plan(draw["slots"])


def draw_differences(facts: Facts) -> Iterator[str]:
    """Name every draw that comes out otherwise, and every name that is not the one drawn."""
    for draw in facts.draws:
        if not (draw["secret"] and draw["seed"]):
            continue
        yield from _name_differences(facts, draw)
        try:
            differs = draws.verify(_inputs(facts, draw), _claimed(draw))
        except RuleError as error:
            differs = (str(error),)
        if differs:
            what = _("drawn again, it differs in %(what)s.") % {"what": ", ".join(differs)}
            yield f"{told(draw)}: {what}"


def _inputs(facts: Facts, draw: Record) -> dict[str, Any]:
    return {
        "algorithm": draw["algorithm"],
        "kind": draw["kind"],
        "event": facts.event["ref"],
        "attempt": draw["attempt"],
        "entries": draw["entries"],
        "secret": draw["secret"],
        "public_source": draw["public_source"],
        "public": draw["public_value"],
        **({"options": draw["options"]} if draw["algorithm"] == draws.STEERED else {}),
    }


def _claimed(draw: Record) -> dict[str, Any]:
    claimed = {name: draw[name] for name in LAID_OUT}
    if draw["algorithm"] in draws.TABLES:
        return claimed | {"tables": draw["slots"]}
    if draw["kind"] == "partners":
        odd = draw["order"][-1] if len(draw["order"]) % 2 else None
        return claimed | {"pairs": draw["slots"], "odd_one_out": odd}
    groups = {line["id"]: line["group"] for line in draw["entries"] if line.get("group")}
    met = [list(pair) for pair in draws.meetings(draw["slots"], groups)]
    return claimed | {"slots": draw["slots"], "met": met}


def _name_differences(facts: Facts, draw: Record) -> Iterator[str]:
    """Hold the names of the entries against the hashes on the closed list."""
    for line in draw["entries"]:
        entry = facts.entries.get(line["id"])
        if entry is None:
            yield f"{told(draw)}: " + _("an entry on its list is missing.")
        elif entry["salt"]:
            hashed = Entrant(entry["ref"], entry["name"], entry["salt"]).name_hash
            if hashed != line["name_hash"]:
                yield f"{told(draw)}: " + _("%(team)s is not the name that was drawn.") % {
                    "team": entry["name"]
                }
