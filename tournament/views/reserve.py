"""Naming a substitute by the link that came with the entry, where only named ones may play."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.actors import SYSTEM
from tournament.desk_forms import blame
from tournament.desk_people_forms import ReserveForm
from tournament.leave_keys import opens
from tournament.models import Entry, Event
from tournament.refusals import Refusal, Stale
from tournament.services.substitutes import name_reserve
from tournament.views.doors import event_or_404


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reserve(request: HttpRequest, slug: str, ref: str, key: str) -> HttpResponse:
    """Ask for one name and write it down; refused, say why and keep what was typed."""
    event = event_or_404(request, slug)
    entries = event.entries.select_related("reserve")
    entry = get_object_or_404(entries, ref=ref, state=Entry.State.ENTERED)
    if not opens(entry, key) or event.substitutes != Event.Substitutes.NAMED:
        raise Http404
    now_named = entry.reserve.name if entry.reserve else ""
    form = ReserveForm(request.POST or None, initial={"reserve": now_named})
    refused, status = "", 200
    if request.method == "POST" and form.is_valid():
        try:
            name_reserve(entry, name=form.cleaned_data["reserve"], by=SYSTEM)
        except Stale as stale:
            refused, status = str(stale), 409
        except Refusal as refusal:
            blame(form, refusal)
            status = 422
        else:
            thanks = reverse("tournament:entered", args=[event.slug, entry.ref])
            return redirect(f"{thanks}?key={key}")
    context = {"event": event, "entry": entry, "form": form, "refused": refused}
    answer = render(request, "tournament/reserve.html", context, status=status)
    answer["Referrer-Policy"] = "same-origin"
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer
