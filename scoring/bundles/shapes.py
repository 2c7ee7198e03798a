"""Looking at every record of an opened bundle before anything is made of it."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from scoring.bundles.canon import BundleFault, Record, read_moment
from scoring.bundles.chain import Bundle
from scoring.bundles.inner_shapes import Names, inner_faults
from scoring.bundles.kinds import BY_NAME, KINDS, Kind
from scoring.bundles.naming import told

ORDER: Final = {kind.name: number for number, kind in enumerate(KINDS)}
MAY_BE_EMPTY: Final = frozenset({"secret", "salt", "name"})
"""Texts that may be missing: secrets still locked away, names that were forgotten."""
STAFF: Final = re.compile(r"[a-z]{1,12}-[0-9]{1,6}")


def check_records(bundle: Bundle) -> None:
    """Refuse a bundle whose records are not what its format says, or name rows it does not have.

    Raises:
        BundleFault: the first record that cannot be, and what is wrong with it.
    """
    _in_order(bundle.records)
    names = _names(bundle.records)
    for record in bundle.records:
        for fault in _faults(BY_NAME[record["type"]], record, names, contacts=bundle.contacts):
            raise BundleFault(f"{told(record)}: {fault}")
    events = [record for record in bundle.records if record["type"] == "event"]
    if len(events) != 1 or events[0]["ref"] != bundle.event:
        raise BundleFault(_("A bundle is of one event, the one that its header names."))


def frozen(value: object) -> object:
    """Turn the name of a row into something that can be looked up.

    >>> frozen([7, 1]), frozen("9f")
    ((7, 1), '9f')
    """
    return tuple(value) if isinstance(value, list) else value


def name_of(kind: Kind, record: Record) -> Any:  # noqa: ANN401 -- a number, a text or several
    """Give the name by which other records call this one."""
    parts: list[Any] = []
    for key in kind.key:
        part = record[key]
        parts += part if isinstance(part, list) else [part]
    return parts[0] if len(parts) == 1 else tuple(parts)


def _in_order(records: Sequence[Record]) -> None:
    last = 0
    for number, record in enumerate(records, start=1):
        kind = record.get("type")
        if not isinstance(kind, str) or kind not in ORDER or ORDER[kind] < last:
            raise BundleFault(
                _("Record %(number)d is of no kind that can stand here.") % {"number": number}
            )
        last = ORDER[kind]


def _names(records: Sequence[Record]) -> Names:
    """Collect the names of all rows; one name stands for one row."""
    names: Names = {kind.model: set() for kind in KINDS}
    for record in records:
        kind = BY_NAME[record["type"]]
        if any(not isinstance(record.get(key), int | str | list) for key in kind.key):
            raise BundleFault(_("%(what)s has no name.") % {"what": told(record)})
        name = name_of(kind, record)
        parts = name if isinstance(name, tuple) else (name,)
        if any(isinstance(part, list | dict) for part in parts) or name in names[kind.model]:
            raise BundleFault(_("%(what)s is there twice.") % {"what": told(record)})
        names[kind.model].add(name)
    return names


def _faults(kind: Kind, record: Record, names: Names, *, contacts: bool) -> Iterator[str]:
    fields = kind.fields(contacts=contacts)
    if set(record) != {"type", *fields}:
        yield _("something is missing, or too much")
        return
    for name in fields:
        fault = _column_fault(kind.field(name), record[name], names)
        if fault:
            yield _("%(name)s %(fault)s") % {"name": name, "fault": fault}
            return
    yield from inner_faults(record, names)


def _column_fault(
    field: "models.Field[Any, Any] | None", value: object, names: Names
) -> str | None:
    """Say what is wrong with the value of one column, as strictly as the database would."""
    if field is None:
        return None if type(value) is int and value > 0 else _("is no number")
    if value is None:
        return None if field.null else _("is missing")
    if field.is_relation:
        return _pointer_fault(field.related_model, value, names)
    if isinstance(field, models.DateTimeField):
        return _moment_fault(value)
    if isinstance(field, models.JSONField):
        wanted = type(field.get_default()) if field.has_default() else dict
        return None if isinstance(value, wanted) else _("has another form")
    return _plain_fault(field, value)


def _pointer_fault(model: object, value: object, names: Names) -> str | None:
    name = frozen(value)
    if model is User:
        return None if isinstance(name, str) and STAFF.fullmatch(name) else _("names nobody")
    parts = name if isinstance(name, tuple) else (name,)
    plain = all(type(part) in {int, str} for part in parts)
    known = next((found for it, found in names.items() if it is model), set())
    return None if plain and name in known else _("names a row that is not here")


def _moment_fault(value: object) -> str | None:
    try:
        read_moment(str(value))
    except ValueError:
        return _("is no moment")
    return None


def _plain_fault(field: "models.Field[Any, Any]", value: object) -> str | None:
    kinds = ((models.BooleanField, bool), (models.IntegerField, int))
    wanted = next((kind for column, kind in kinds if isinstance(field, column)), str)
    if type(value) is not wanted:
        return _("is of another kind")
    if value == "" and (field.blank or field.name in MAY_BE_EMPTY):
        return None
    try:
        field.clean(value, None)
    except ValidationError as error:
        return " ".join(error.messages)
    return None
