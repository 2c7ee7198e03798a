"""A whole event as one file: written from its rows, checked, and put on another database."""

from dataclasses import dataclass

from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.utils.translation import gettext as _

from scoring.bundles.canon import BundleFault
from scoring.bundles.chain import Bundle, opened, sealed
from scoring.bundles.export import records_of
from scoring.bundles.naming import told
from scoring.bundles.rows import write_rows
from scoring.bundles.shapes import check_records
from scoring.services.rebuild import differences
from tournament.models import Draw, Event
from tournament.refusals import Stale
from tournament.services.locks import lock_event, lock_matches

A_BURST = 60  # seconds


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking a bundle: the event it is of, its seal, and where it differs."""

    name: str
    bundle: Bundle
    differences: tuple[str, ...]


@transaction.atomic
def bundle_of(event: Event, *, contacts: bool = False) -> str:
    """Write a whole event as a file; nobody writes to its matches meanwhile.

    Equal events give equal bytes. ``contacts`` adds what is the club's alone: addresses, incidents
    and the lines of the log that are not public.

    Raises ``Stale`` while a draw is being revealed.
    """
    event = lock_event(event.pk, even_archived=True)
    lock_matches(event.matches.values_list("pk", flat=True))
    shows = event.draws.filter(state=Draw.State.REVEALING).exists()
    if shows and event.status != Event.Status.CANCELLED:  # then it is never shown to its end
        raise Stale("being_revealed", _("The draw is being revealed. Show it to its end first."))
    return sealed(event.ref, records_of(event, contacts=contacts), contacts=contacts)


def public_bundle(event: Event, state: str) -> str:
    """Give the public bundle of an event in this state (``scoring.queries.seals``).

    Whoever asks for the same one within a minute costs no second writing.
    """
    text: str | None = cache.get(f"bundle-{state}")
    if text is None:
        text = bundle_of(event)
        cache.set(f"bundle-{state}", text, A_BURST)
    return text


def check_bundle(data: bytes) -> Verdict:
    """Follow the chain of a bundle, draw and play it again, and say where it differs.

    Raises:
        BundleFault: it is no bundle, it was changed, or its records cannot be read.
    """
    bundle = opened(data)
    check_records(bundle)
    name = next(it["name"] for it in bundle.records if it["type"] == "event")
    return Verdict(name, bundle, tuple(differences(bundle.records)))


@transaction.atomic
def replay_bundle(data: bytes) -> Verdict:
    """Check a bundle and put its event on this database, if nothing differs.

    Raises:
        BundleFault: as ``check_bundle``; or the event is here already, or does not come out of
            this database as it went in.
    """
    verdict = check_bundle(data)
    if verdict.differences:
        return verdict
    bundle = verdict.bundle
    _refuse_known(bundle)
    try:
        with transaction.atomic():
            event = write_rows(bundle)
    except DatabaseError as error:
        sentence = _("The rows of this bundle contradict each other: %(why)s")
        raise BundleFault(sentence % {"why": error}) from error
    again = records_of(event, contacts=bundle.contacts)
    for mine, given in zip(again, bundle.records, strict=False):
        if mine != given and given["type"] != "club":
            raise BundleFault(
                _("%(what)s does not come out as it went in.") % {"what": told(given)}
            )
    if len(again) != len(bundle.records):
        raise BundleFault(_("The bundle does not come out as it went in."))
    return verdict


def _refuse_known(bundle: Bundle) -> None:
    if Event.objects.filter(ref=bundle.event).exists():
        raise BundleFault(_("This event is here already. Nothing was written."))
    slug = next(it["slug"] for it in bundle.records if it["type"] == "event")
    if Event.objects.filter(slug=slug).exists():
        raise BundleFault(
            _("Another event here has the address %(slug)s. Nothing was written.") % {"slug": slug}
        )
