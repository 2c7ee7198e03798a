"""The tables themselves: in use or not, and the links and printed codes that open them."""

from hashlib import sha256

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.models import Table
from tournament.permissions import DIRECT, SCORE
from tournament.services.tables import add_table, revoke_table_link, set_table_state
from tournament.views.desk_doors import (
    Desk,
    Question,
    ask,
    attempt,
    chosen_number,
    desk,
    page,
)


@desk(looks=SCORE)
@require_safe
def hall(request: HttpRequest, staff: Desk) -> HttpResponse:
    """List the tables with their links: whoever has a link may write at that table."""
    return _hall(request, staff)


@desk(looks=SCORE)
@require_safe
def slips(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Print one slip a table, with the code that opens it."""
    return page(request, staff, "desk/slips.html", {"tables": _linked(request, staff)})


@desk()
@require_POST
def new_table(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Put one more table into the hall; a second tap on the same button adds no other."""
    after = chosen_number(request, "after") if request.POST.get("after") else None

    def act() -> str:
        table = add_table(staff.event, by=staff.actor, after=after)
        return _("Table %(table)d is there.") % {"table": table.number}

    return attempt(
        request, act, then=_address(staff), again=lambda *said: _hall(request, staff, *said)
    )


@desk(acts=SCORE)
@require_POST
def table_state(request: HttpRequest, staff: Desk, number: int) -> HttpResponse:
    """Take a table out of use, or back into use."""
    table = get_object_or_404(staff.event.tables, number=number)
    off = request.POST.get("state") == Table.State.OFF

    def act() -> str:
        set_table_state(table, state=Table.State.OFF if off else Table.State.OPEN, by=staff.actor)
        said = _("Table %(table)d is out of use.") if off else _("Table %(table)d is in use.")
        return said % {"table": number}

    return attempt(
        request, act, then=_address(staff), again=lambda *said: _hall(request, staff, *said)
    )


@desk(looks=DIRECT)
def revoke(request: HttpRequest, staff: Desk, number: int) -> HttpResponse:
    """Ask, then give a table a new link."""
    table = get_object_or_404(staff.event.tables, number=number)
    question = Question(
        heading=_("A new link for table %(table)d") % {"table": number},
        consequences=[
            _("The old link and its printed code stop working at once, on every phone."),
            _("Nothing that was entered is lost. Print the new slip and lay it on the table."),
        ],
        act=_("Replace the link"),
        back=_address(staff),
        hidden={"seen": _fingerprint(table)},
    )

    def act() -> str:
        # A second tap comes from a page that knew the old link: the new one stays.
        if request.POST.get("seen") == _fingerprint(table):
            revoke_table_link(table, by=staff.actor)
        return _("Table %(table)d has a new link.") % {"table": number}

    return ask(request, staff, question, act=act, then=_address(staff))


def _hall(request: HttpRequest, staff: Desk, refused: str = "", status: int = 200) -> HttpResponse:
    tables = _linked(request, staff)
    last = max((table.number for table, _link, _drawing in tables), default=0)
    context = {"tables": tables, "last": last, "refused": refused, "here": "hall"}
    return page(request, staff, "desk/hall.html", context, status)


def _linked(request: HttpRequest, staff: Desk) -> list[tuple[Table, str, SafeString]]:
    linked = []
    for table in staff.event.tables.all():
        address = request.build_absolute_uri(reverse("scoring:table", args=[table.token]))
        linked.append((table, address, _code(address)))
    return linked


def _code(address: str) -> SafeString:
    """Draw the code as an SVG that takes the size its page gives it."""
    drawing = segno.make(address, error="m").svg_inline(
        omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawing)  # noqa: S308 -- drawn by segno; the address is only modules in it


def _fingerprint(table: Table) -> str:
    return sha256(table.token.encode()).hexdigest()[:16]


def _address(staff: Desk) -> str:
    return reverse("desk:hall", args=[staff.event.slug])
