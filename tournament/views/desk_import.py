"""Entries out of a spreadsheet: upload, look at every line, confirm. Nothing is kept before."""

from typing import Any, cast
from uuid import UUID, uuid4

from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.company import company_of
from tournament.desk_forms import UploadForm, blame
from tournament.permissions import DIRECT
from tournament.refusals import Refusal, Stale
from tournament.services.imports import (
    ImportLine,
    ImportPreview,
    confirm_import,
    judge,
    read_csv,
)
from tournament.services.spreadsheet import BYTES_MOST
from tournament.views.desk_doors import Desk, desk, done, page, sent

SALT = "desk-import"
KEPT_FOR = 12 * 3600
"""Seconds for which a preview may be confirmed: an afternoon, not next week."""


@desk(looks=DIRECT)
def upload(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Take a file, and show what each of its lines would become."""
    form = UploadForm(sent(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = cast("UploadedFile[bytes]", form.cleaned_data["file"])
        try:
            preview = read_csv(file.read(BYTES_MOST + 1), staff.event, by=staff.actor)
        except Refusal as refusal:
            blame(form, refusal)
        else:
            return _preview(request, staff, preview, uuid4())
    context = {"form": form, "words": company_of(staff.event), "here": "entries"}
    return page(request, staff, "desk/import.html", context, 422 if form.errors else 200)


@desk(acts=DIRECT)
@require_POST
def confirm(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Import the good lines of a preview. Sent twice, they are imported once."""
    kept = _unsealed(request, staff)
    if kept is None:
        form = UploadForm()
        refused = _("This preview is too old or was cut short. Choose the file again.")
        words = company_of(staff.event)
        context = {"form": form, "words": words, "refused": refused, "here": "entries"}
        return page(request, staff, "desk/import.html", context, 409)
    lines, key = kept
    try:
        entries = confirm_import(staff.event, lines, by=staff.actor, import_key=key)
    except (Stale, Refusal) as refusal:
        status = 409 if isinstance(refusal, Stale) else 422
        again = judge(staff.event, ImportPreview(tuple(lines), {}, ()), by=staff.actor)
        return _preview(request, staff, again, key, refused=str(refusal), status=status)
    said = ngettext("%(n)d entry is imported.", "%(n)d entries are imported.", len(entries))
    return done(
        request, said % {"n": len(entries)}, reverse("desk:entries", args=[staff.event.slug])
    )


def _preview(
    request: HttpRequest,
    staff: Desk,
    preview: ImportPreview,
    key: UUID,
    *,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    good = [line for line in preview.lines if not line.faults]
    context = {
        "words": company_of(staff.event),
        "preview": preview,
        "good": good,
        "sealed": _sealed(staff, good, key),
        "refused": refused,
        "here": "entries",
    }
    return page(request, staff, "desk/import_preview.html", context, status)


def _sealed(staff: Desk, lines: list[ImportLine], key: UUID) -> str:
    """Sign what may be confirmed: for this event, by this user, exactly these lines."""
    kept = {
        "event": staff.event.ref,
        "user": staff.user.pk,
        "key": str(key),
        "lines": [line.to_json() for line in lines],
    }
    return signing.dumps(kept, salt=SALT, compress=True)


def _unsealed(request: HttpRequest, staff: Desk) -> tuple[list[ImportLine], UUID] | None:
    try:
        kept: dict[str, Any] = signing.loads(
            request.POST.get("sealed", ""), salt=SALT, max_age=KEPT_FOR
        )
    except signing.BadSignature:
        return None
    if kept["event"] != staff.event.ref or kept["user"] != staff.user.pk:
        return None
    return [ImportLine.from_json(line) for line in kept["lines"]], UUID(kept["key"])
