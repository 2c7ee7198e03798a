"""The bracket, live: the whole page, its changing part, and one match of it."""

import re
from hashlib import sha256

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import etag, require_safe

from tournament.following import following
from tournament.models import Event
from tournament.queries.bracket import (
    bracket_of,
    changes_of,
    entry_by_ref,
    pairs_to_follow,
    slip_of,
)
from tournament.views.doors import event_or_404

COOKIE = "follow"
VERSION = re.compile(r"[0-9]{1,9}\Z")
A_SEASON = 120 * 24 * 3600
A_BURST = 60  # seconds; after that whoever watches has it
FOR_EVER = "public, max-age=31536000, immutable"


@require_safe
@cache_control(private=True, no_cache=True)
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the bracket as a tree and as a list; ``?follow=`` remembers one pair."""
    event = event_or_404(request, slug)
    if "follow" in request.GET:
        return _remember(event, request.GET["follow"])
    context = _sheet(request, event) | {"pairs": pairs_to_follow(event)}
    return render(request, "tournament/bracket.html", context)


def _part_seal(request: HttpRequest, slug: str) -> str:
    """Name the state of the changing part; unchanged since a visitor got it, it is not sent."""
    return _seal(request, changes_of(slug))


@require_safe
@cache_control(private=True, no_cache=True)
@etag(_part_seal)
def part(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what changes of the bracket; fetched on connecting and by those who poll."""
    event = event_or_404(request, slug)
    return render(request, "tournament/_bracket_part.html", _sheet(request, event))


@require_safe
def card(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one match, in the tree and in the list, the same for everybody.

    The address carries the version the browser has heard of. Is it the one we have, then the answer
    never changes: it may be kept for ever, and a thousand watchers cost one rendering.
    """
    event = event_or_404(request, slug)
    version = request.GET.get("v", "")
    key = f"card-{event.ref}-{number}-{version}-{get_language()}" if VERSION.match(version) else ""
    body = cache.get(key) if key else None
    if body is None:
        slip = slip_of(event, number)
        if slip is None:
            raise Http404
        body = render_to_string("tournament/_card.html", {"event": event, "slip": slip}, request)
        if version != str(slip.match.version):
            return HttpResponse(body, headers={"Cache-Control": "no-store"})
        cache.set(key, body, A_BURST)
    return HttpResponse(body, headers={"Cache-Control": FOR_EVER})


def _seal(request: HttpRequest, changes: tuple[int, int]) -> str:
    state = (changes, request.COOKIES.get(COOKIE, ""), get_language())
    return f'"{sha256(repr(state).encode()).hexdigest()}"'


def _sheet(request: HttpRequest, event: Event) -> dict[str, object]:
    sheet = bracket_of(event, follow=request.COOKIES.get(COOKIE, ""))
    return {
        "event": event,
        "here": "bracket",
        "rules": event.rule_set,
        "bracket": sheet,
        "following": following(sheet),
        "seal": _seal(request, (event.version, sheet.changes)),
        "now": now(),
    }


def _remember(event: Event, ref: str) -> HttpResponse:
    address = reverse("tournament:bracket", args=[event.slug])
    answer = redirect(address)
    path = reverse("tournament:event", args=[event.slug])
    if entry_by_ref(event, ref):
        answer.set_cookie(COOKIE, ref, max_age=A_SEASON, path=path, samesite="Lax", httponly=True)
    else:
        answer.delete_cookie(COOKIE, path=path, samesite="Lax")
    return answer
