"""Several entries withdrawn at once, and seats that go to somebody else."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament import wording
from tournament.desk_people_forms import ReserveForm, SubstituteForm, WithdrawalsForm
from tournament.models import Entry, Player, Side
from tournament.permissions import DIRECT, SCORE
from tournament.queries.desk_entries import has_come, open_sides, with_people
from tournament.services.bulk import withdraw_entries
from tournament.services.departures import consequences
from tournament.services.register import IN_THE_EVENT
from tournament.services.substitutes import moment_fault, name_reserve, seat_substitute
from tournament.views.desk_doors import DIGITS_MOST, Desk, Question, ask, desk, sent
from tournament.views.desk_entries import withdrawal_consequences
from tournament.way_back import with_way_back


@desk(looks=DIRECT)
def withdraw_several(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Ask with the whole list, then withdraw the ticked entries, or all who have not come."""
    listed = _listed(request, staff)
    form = WithdrawalsForm(sent(request))
    posted = [int(pk) for pk in request.POST.get("list", "").split(",") if _is_number(pk)]
    question = Question(
        heading=_("Withdraw several entries"),
        consequences=_all_told(staff, listed),
        act=_("Withdraw all of these"),
        back=_list(staff),
        form=form,
        hidden={"list": ",".join(str(entry.pk) for entry in listed)},
        closed="" if listed or request.method == "POST" else _("Nothing is ticked."),
    )

    def act() -> str:
        typed = form.cleaned_data
        count = typed["count"]
        withdraw_entries(staff.event, posted, by=staff.actor, **typed)
        told = ngettext("%(n)d entry is withdrawn.", "%(n)d entries are withdrawn.", count)
        return with_way_back(told % {"n": count}, staff.event, staff.actor, "bulk_withdrawal")

    return ask(request, staff, question, act=act, then=_list(staff))


@desk(looks=DIRECT)
def substitute(request: HttpRequest, staff: Desk, entry: int) -> HttpResponse:
    """Ask who leaves and who comes, then give the seat away."""
    playing = _entry(staff, entry)
    players: list[Player] = [it for it in playing.players.all() if it.active]
    form = SubstituteForm(
        sent(request),
        players=[(player.pk, player.person.name) for player in players],
        initial={"comes": playing.reserve.name if playing.reserve else ""},
    )
    question = Question(
        heading=_("A substitute for %(team)s") % {"team": playing.name},
        consequences=[
            _("The substitute takes the seat from the next game on. Points and games stay."),
            _("Whoever leaves is out of this event, and may play in the next one."),
        ],
        act=_("Seat the substitute"),
        back=_list(staff),
        form=form,
        closed="" if request.method == "POST" else moment_fault(staff.event, playing) or "",
    )

    def act() -> str:
        leaves = next((it for it in players if it.pk == form.cleaned_data["leaves"]), players[0])
        seat_substitute(
            playing,
            leaves=leaves,
            comes=form.cleaned_data["comes"],
            by=staff.actor,
            entry_key=form.cleaned_data["entry_key"],
        )
        said = _("%(team)s: the substitute is seated.") % {"team": playing.name}
        return with_way_back(said, staff.event, staff.actor, "substitute")

    return ask(request, staff, question, act=act, then=_list(staff))


@desk(looks=SCORE, acts=SCORE)
def reserve(request: HttpRequest, staff: Desk, entry: int) -> HttpResponse:
    """Ask whom an entry names as its substitute, then write the name down."""
    named = _entry(staff, entry)
    now_named = named.reserve.name if named.reserve else ""
    form = ReserveForm(sent(request), initial={"reserve": now_named})
    question = Question(
        heading=_("The substitute of %(team)s") % {"team": named.name},
        consequences=[_("Who is named here may take a seat of this entry later in the event.")],
        act=_("Write the name down"),
        back=_list(staff),
        form=form,
    )

    def act() -> str:
        written = name_reserve(named, name=form.cleaned_data["reserve"], by=staff.actor)
        told = {"team": named.name, "person": written.reserve.name if written.reserve else ""}
        if written.reserve:
            return _("%(person)s is the substitute of %(team)s.") % told
        return _("%(team)s: no substitute is named.") % told

    return ask(request, staff, question, act=act, then=_list(staff))


def _listed(request: HttpRequest, staff: Desk) -> Sequence[Entry]:
    """Read which entries are meant: those ticked, or all who have not come."""
    there = with_people(staff.event.entries.filter(state__in=IN_THE_EVENT))
    if request.method != "POST" and "absent" in request.GET:
        return [entry for entry in there if not has_come(entry)]
    listed = request.POST.get("list", "").split(",")
    if request.method != "POST":
        listed = request.GET.getlist("entry")
    return list(there.filter(pk__in=[int(pk) for pk in listed if _is_number(pk)]))


def _all_told(staff: Desk, leaving: Sequence[Entry]) -> list[str]:
    """Say of everybody what follows; those who meet each other leave their match together."""
    told: list[str] = []
    together: dict[int, list[Side]] = {}
    for entry in leaving:
        sides = open_sides(entry) if staff.event.is_drawn and entry.is_in else []
        if not sides:
            told.append(f"{entry.name}: {withdrawal_consequences(staff.event, entry)[0]}")
        for side in sides:
            together.setdefault(side.match_id, []).append(side)
    for sides in together.values():
        what = consequences(sides[0].match, [side.place for side in sides])[0]
        told.append(f"{wording.listed([str(side.entry) for side in sides])}: {what}")
    return told


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= DIGITS_MOST


def _entry(staff: Desk, number: int) -> Entry:
    entries = with_people(staff.event.entries.select_related("reserve"))
    return get_object_or_404(entries, pk=number, state=Entry.State.ENTERED)


def _list(staff: Desk) -> str:
    return reverse("desk:entries", args=[staff.event.slug])
