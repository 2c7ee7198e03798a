"""The files that anybody may take of an event: its bundle once it is over, results and hands."""

from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.queries.seals import state_of
from scoring.queries.spreadsheets import Row, csv_lines, hand_rows, result_rows
from scoring.services.bundles import public_bundle
from tournament.models import Event
from tournament.views.doors import event_or_404


@require_safe
@cache_control(public=True, no_cache=True)
def bundle(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the public bundle of an event that is over; unchanged, it is not sent again."""
    event = event_or_404(request, slug)
    if event.status != Event.Status.FINISHED:
        raise Http404(_("The bundle of an event is written when it is over."))
    state = state_of(event)
    seal = f'"{state}"'
    unchanged = get_conditional_response(request, etag=seal)
    if unchanged is not None:
        unchanged["ETag"] = seal
        return unchanged
    text = public_bundle(event, state)
    return _file(text, f"{event.slug}.json", "application/json", seal)


@require_safe
def results(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """Give the places of a drawn event as a spreadsheet."""
    event = _drawn(request, slug)
    return _sheet(result_rows(event), f"{event.slug}-results.csv")


@require_safe
def hands(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """Give every hand that is over as a spreadsheet, with what it scored."""
    event = _drawn(request, slug)
    return _sheet(hand_rows(event), f"{event.slug}-hands.csv")


def _drawn(request: HttpRequest, slug: str) -> Event:
    event = event_or_404(request, slug)
    if not event.is_drawn:
        raise Http404(_("There is no bracket yet."))
    return event


def _sheet(rows: Iterator[Row], name: str) -> StreamingHttpResponse:
    answer = StreamingHttpResponse(csv_lines(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-cache"
    return answer


def _file(text: str, name: str, kind: str, seal: str) -> HttpResponse:
    answer = HttpResponse(text, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["ETag"] = seal
    return answer
