"""Sealing the records of a bundle one to the next, and opening such a file again."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from django.utils.translation import gettext as _

from scoring.bundles.canon import FORMAT, MOST, BundleFault, Record, canonical
from scoring.bundles.naming import told

LARGEST: Final = 64 * 1024 * 1024
"""Bytes of a file; the event of 256 pairs takes less than a tenth of it."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """An opened bundle: for which event, with contact details or not, its records and its seal."""

    event: str
    contacts: bool
    records: tuple[Record, ...]
    seal: str


def sealed(event: str, records: Sequence[Record], *, contacts: bool) -> str:
    """Write a bundle: a header, one record a line with its hash, and the last hash once more."""
    header = _header(event, contacts=contacts)
    last, lines = _digest(canonical(header)), list[str]()
    for record in records:
        last = _digest(f"{last}\n{canonical(record)}")
        lines.append(canonical({"hash": last, "record": record}))
    listed = ",\n".join(lines)
    return (
        f'{{"format":{canonical(FORMAT)},"header":{canonical(header)},"records":[\n'
        f'{listed}\n],"seal":{canonical(last)}}}\n'
    )


def opened(data: bytes) -> Bundle:
    """Read a bundle and follow its chain.

    Raises:
        BundleFault: it is no bundle, or not whole; or a record was changed, and which one.
    """
    file = _object(_parsed(data), {"format", "header", "records", "seal"}, FORMAT)
    header = file["header"]
    if not isinstance(header, dict) or set(header) != {"contacts", "event", "format"}:
        raise BundleFault(_("The header of the bundle was changed."))
    if not isinstance(file["records"], list):
        raise BundleFault(_("The bundle has no list of records."))
    last = _digest(canonical(header))
    records = list[Record]()
    for number, item in enumerate(file["records"], start=1):
        whole = isinstance(item, dict) and set(item) == {"hash", "record"}
        if not whole or not isinstance(item["record"], dict):
            raise BundleFault(_("Record %(number)d was changed.") % {"number": number})
        last = _follow(number, item, last)
        records.append(item["record"])
    if file["seal"] != last:
        raise BundleFault(_("The end of the bundle was changed, or records are missing there."))
    return Bundle(str(header["event"]), header["contacts"] is True, tuple(records), last)


def _header(event: str, *, contacts: bool) -> Record:
    return {"contacts": contacts, "event": event, "format": FORMAT}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _follow(number: int, item: Mapping[str, Any], last: str) -> str:
    """Work out the hash of one record; the first that differs is the one that was changed."""
    record = item["record"]
    digest = _digest(f"{last}\n{canonical(record)}")
    if item["hash"] == digest:
        return digest
    raise BundleFault(
        _("Record %(number)d (%(what)s) was changed, or the record before it was taken out.")
        % {"number": number, "what": told(record)}
    )


def _parsed(data: bytes) -> object:
    """Read JSON strictly: no key twice, whole numbers only, text that can be written."""
    if len(data) > LARGEST:
        raise BundleFault(_("This file is too large for a bundle."))
    try:
        value: object = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_pairs,
            parse_float=_no_number,
            parse_constant=_no_number,
            parse_int=_whole,
        )
        canonical(value).encode()
    except RecursionError:
        raise BundleFault(_("This file is nested too deeply for a bundle.")) from None
    except UnicodeError:
        raise BundleFault(_("This file is not text in UTF-8.")) from None
    except json.JSONDecodeError as error:
        sentence = _("This is no JSON, or the file was cut off: line %(line)d.")
        raise BundleFault(sentence % {"line": error.lineno}) from None
    return value


def _object(value: object, keys: set[str], version: str) -> Mapping[str, Any]:
    if not isinstance(value, dict) or "format" not in value:
        raise BundleFault(_("This file is no bundle of an event."))
    if value["format"] != version:
        sentence = _("This bundle is written in another format; only %(known)s can be read.")
        raise BundleFault(sentence % {"known": version})
    if set(value) != keys:
        raise BundleFault(_("The bundle is not whole, or something was added to it."))
    return value


def _pairs(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BundleFault(_("The file says something twice in one record."))
    return found


def _no_number(text: str) -> NoReturn:
    raise BundleFault(_("%(text)s is no number of a bundle.") % {"text": text[:20]})


def _whole(text: str) -> int:
    if len(text) > len(str(MOST)) + 1 or abs(int(text)) > MOST:
        _no_number(text)
    return int(text)
