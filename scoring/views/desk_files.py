"""The desk's page of files to take away, and of names to be removed."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.forget_form import ForgetForm
from scoring.services.bundles import bundle_of
from scoring.services.forgetting import forget as forget_whom
from tournament.models import Entry, Person
from tournament.permissions import DIRECT
from tournament.refusals import Stale
from tournament.services.forgetting import forget_fault, is_named_after, kept_names
from tournament.views.desk_doors import Desk, Question, ask, desk, sent


@desk(looks=DIRECT)
def files(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Show what can be taken away, and everybody whose name can be removed."""
    return render(request, "desk/files.html", _context(staff))


@desk(looks=DIRECT)
def bundle(request: HttpRequest, staff: Desk, whose: str) -> HttpResponse:
    """Give the bundle, with or without what is the club's alone."""
    if whose not in {"club", "public"}:
        raise Http404
    contacts = whose == "club"
    try:
        text = bundle_of(staff.event, contacts=contacts)
    except Stale as stale:
        context = _context(staff) | {"refused": str(stale)}
        return render(request, "desk/files.html", context, status=409)
    name = f"{staff.event.slug}{'-club' if contacts else ''}.json"
    answer = HttpResponse(text, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@desk(looks=DIRECT, even_archived=True)
def forget(request: HttpRequest, staff: Desk, person: int) -> HttpResponse:
    """Ask before a name is removed for good, and say what becomes of it."""
    known = Person.objects.filter(club=staff.event.club).exclude(name_key="")
    found = get_object_or_404(known.filter(played__event=staff.event).distinct(), pk=person)
    back = reverse("hands:files", args=[staff.event.slug])
    form = ForgetForm(sent(request))

    def do() -> str:
        forget_whom(found, by=staff.actor, with_teams=form.cleaned_data["with_teams"])
        return _("The name is removed.")

    question = Question(
        heading=_("Remove the name of %(person)s") % {"person": found.name},
        consequences=_consequences(found),
        act=_("Remove the name for good"),
        back=back,
        form=form,
        closed=forget_fault(found),
    )
    return ask(request, staff, question, act=do, then=back)


def _consequences(person: Person) -> list[str]:
    """Say what goes and what stays."""
    entries = Entry.objects.filter(players__person=person).distinct().order_by("pk")
    teams = [entry.name for entry in entries if is_named_after(entry, person)]
    said = [
        _("In all events the name becomes “name removed”. The address and the letters go."),
        _("Results, hands and the log stay. The draw can still be checked, by the hash alone."),
        _("This cannot be taken back."),
    ]
    if teams:
        said.insert(1, _("Removed with it: %(teams)s.") % {"teams": ", ".join(teams)})
    return said


def _context(staff: Desk) -> dict[str, object]:
    players = staff.event.players.exclude(person__name_key="").select_related("person", "entry")
    people = {player.person_id: player for player in players.order_by("person__name", "-active")}
    return {
        "desk": staff,
        "event": staff.event,
        "people": people.values(),
        "kept": kept_names(people),
        "here": "files",
    }
