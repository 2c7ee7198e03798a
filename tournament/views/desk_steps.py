"""The steps of an event's life, each asked about in a sentence that names what it does."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _l

from tournament.desk_forms import ReasonForm
from tournament.models import Event
from tournament.permissions import DIRECT
from tournament.services import archive, events
from tournament.views.desk_doors import Desk, Question, ask, desk, sent

Status = Event.Status
Words = str | Promise


@dataclass(frozen=True, slots=True)
class Step:
    """One step: from which states it leads on, what its button says, and what it will do."""

    key: str
    act: Words
    consequences: tuple[Words, ...]
    said: Words
    states: frozenset[Status]
    service: Callable[..., Event]
    asks_why: bool = False
    from_archive: bool = False

    @property
    def is_quiet(self) -> bool:
        """Whether the step does not call for being taken now."""
        return self.asks_why or self.states == archive.OVER


STEPS = (
    Step(
        "open-registration",
        _l("Open registration"),
        (
            _l("The event becomes public, and anyone may enter."),
            _l("The promised public value is fixed from now on."),
            _l("Rules may change until the draw, but everybody who is in gets a letter."),
            _l("Sixteen secrets of the draw are locked away and their commitments are published."),
        ),
        _l("Registration is open."),
        frozenset({Status.DRAFT}),
        events.open_registration,
    ),
    Step(
        "open-check-in",
        _l("Open check-in"),
        (
            _l("Nobody enters by themselves any more; you can still enter people here."),
            _l("Only those who are checked in come into the draw."),
        ),
        _l("Check-in is open."),
        frozenset({Status.REGISTRATION}),
        events.open_check_in,
    ),
    Step(
        "reopen-registration",
        _l("Back to registration"),
        (_l("Anyone may enter again. Whoever has checked in stays checked in."),),
        _l("Registration is open again."),
        frozenset({Status.CHECK_IN}),
        events.reopen_registration,
    ),
    Step(
        "cancel",
        _l("Cancel the event"),
        (
            _l("The event is called off for good: this cannot be taken back."),
            _l("Nothing is deleted. The public page says that it was cancelled, and why."),
        ),
        _l("The event is cancelled."),
        frozenset(
            {Status.DRAFT, Status.REGISTRATION, Status.CHECK_IN, Status.DRAWN, Status.RUNNING}
        ),
        events.cancel_event,
        asks_why=True,
    ),
    Step(
        "archive",
        _l("Put the event into the archive"),
        (
            _l("Everybody can read it as before, but nobody can change it: no result, no name."),
            _l("A director can take it out again."),
        ),
        _l("The event is in the archive."),
        archive.OVER,
        archive.archive_event,
    ),
    Step(
        "unarchive",
        _l("Take the event out of the archive"),
        (_l("Results can be corrected again."),),
        _l("The event is out of the archive."),
        archive.OVER,
        archive.unarchive_event,
        from_archive=True,
    ),
)


def steps_of(event: Event) -> list[Step]:
    """List the steps that are possible now."""
    archived = event.archived_at is not None
    return [it for it in STEPS if event.status in it.states and it.from_archive == archived]


@desk(looks=DIRECT, even_archived=True)
def step(request: HttpRequest, staff: Desk, key: str) -> HttpResponse:
    """Ask about one step, then take it. A step that is no longer possible says so: 409."""
    wanted = next((each for each in STEPS if each.key == key), None)
    if wanted is None:
        raise Http404
    form = ReasonForm(sent(request)) if wanted.asks_why else None
    address = reverse("desk:setup", args=[staff.event.slug])
    question = Question(
        heading=f"{wanted.act}?",
        consequences=[str(words) for words in wanted.consequences],
        act=str(wanted.act),
        back=address,
        form=form,
    )

    def act() -> str:
        why = {"reason": form.cleaned_data["reason"]} if form else {}
        wanted.service(staff.event, by=staff.actor, **why)
        return str(wanted.said)

    return ask(request, staff, question, act=act, then=address)
